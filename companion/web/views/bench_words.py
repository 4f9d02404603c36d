"""What the bench's faults, buttons and pins are called on its page."""

from __future__ import annotations

from companion.voice.errands.doctor_lines import BUTTONS, LAMPS, PARTS
from companion.web.language import Words


def fault_words(words: Words) -> dict[str, str]:
    """The faults that can be brought about, by the bench's names for them."""
    _ = words.gettext
    return {
        "jam": _("a card is stuck"),
        "no-feed": _("no card comes"),
        "slip": _("a card comes too late"),
        "double-feed": _("two cards come at once"),
        "hopper:0": _("the hopper is empty"),
        "hopper:5": _("5 cards are in the hopper"),
        "lid-open": _("the lid is open"),
        "lid-closed": _("the lid is closed"),
        "flicker": _("the exit gate flickers"),
        "sunlight": _("the sun shines into the exit gate"),
        "button-stuck": _("the button sticks"),
        "button-bounce": _("the button bounces"),
        "motor-stall": _("the motor stalls"),
        "gate-dead": _("the exit gate sees nothing"),
        "aim-obstructed": _("the aiming servo is held"),
        "pulled-card": _("a hand pulls a card out"),
        "clear": _("all faults are over"),
    }


def button_words(name: str, words: Words) -> str:
    """A further button, by the name of its line without ``button_``."""
    return words.said(BUTTONS[name])


def pin_words(name: str, words: Words) -> str:
    """What a line of the pin map leads to."""
    _ = words.gettext
    kind, _under, which = name.partition("_")
    if kind == "button" and which:
        return button_words(which, words)
    if kind == "lamp":
        return words.said(LAMPS[which])
    moving = {
        "motor_forward": _("motor, forwards"),
        "motor_backward": _("motor, backwards"),
        "holdback_forward": _("hold-back roller, forwards"),
        "holdback_backward": _("hold-back roller, backwards"),
    }
    return moving.get(name) or words.said(PARTS[name.replace("_", "-")])
