"""The simulated hardware in plain words: what its pins show, and what may go wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.referee.cards import Colour
from companion.web.language import Words


def fault_words(words: Words) -> list[tuple[str, str]]:
    """What bad luck can do, by the names that the bench knows."""
    _ = words.gettext
    return [
        ("jam", _("A card gets stuck in the gate")),
        ("no-feed", _("No card is fed")),
        ("slip", _("The roller slips")),
        ("double-feed", _("Two cards come at once")),
        ("hopper:0", _("The hopper is empty")),
        ("hopper:5", _("Five cards are in the hopper")),
        ("lid-open", _("The lid is opened")),
        ("lid-closed", _("The lid is closed")),
        ("flicker", _("A lamp disturbs the gate")),
        ("sunlight", _("Sunlight blinds the gate")),
        ("button-stuck", _("The button stays down")),
        ("button-bounce", _("The button bounces")),
        ("motor-stall", _("The motor stalls")),
        ("gate-dead", _("The gate sees nothing")),
        ("aim-obstructed", _("Something is in the way of the turntable")),
        ("pulled-card", _("A hand pulls a card out")),
        ("clear", _("Everything is well again")),
    ]


def pins_in_words(pins: Iterable[Mapping[str, Any]], words: Words) -> list[dict[str, Any]]:
    """Every pin with what it means when it is at 1; one of a name that is new by its name."""
    meant = _pins(words)
    return [{**pin, "words": meant.get(pin["name"], pin["name"])} for pin in pins]


def button_words(words: Words) -> dict[str, str]:
    """The further buttons, by the name of what they mean."""
    _ = words.gettext
    return {
        "status": _("Status"),
        "repeat": _("Repeat"),
        "help": _("Help"),
        "stop": _("Silence"),
        "undo": _("Undo"),
        "uno": "UNO",
        "shutdown": _("Switch off"),
        **_place_words(words),
    }


def _place_words(words: Words) -> dict[str, str]:
    """The places of the colours: buttons and lamps."""
    return {name: words.name(Colour(name)) for name in ("red", "yellow", "green", "blue")}


def _pins(words: Words) -> dict[str, str]:
    _ = words.gettext
    lamps = {"turn": _("Turn"), "alarm": _("Alarm"), **_place_words(words)}
    return {
        "button": _("The button is pressed"),
        "beeper": _("A tone sounds"),
        "motor_forward": _("The motor feeds cards out"),
        "motor_backward": _("The motor pulls a card back"),
        "heartbeat": _("A pulse keeps the motor on"),
        "gate": _("A card is in the gate"),
        "hopper": _("Cards are in the hopper"),
        "lid": _("The lid is closed"),
        "motor_fault": _("The motor’s driver reports a stall"),
        "holdback_forward": _("The next card is let through"),
        "holdback_backward": _("The next card is held back"),
        "servo": _("The turntable is driven"),
        "aim_home": _("The turntable points home"),
        "hopper_low": _("Fewer than five cards are in the hopper"),
        **{
            f"button_{name}": _("The button “%(name)s” is pressed") % {"name": told}
            for name, told in button_words(words).items()
        },
        **{f"lamp_{name}": _("The lamp “%(name)s” is lit") % {"name": told} for name, told in lamps.items()},
    }
