"""What parts are called when they are checked (``uno-companion doctor``), and how the check is summed up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.voice.lines import Phrase, count, followed, say

#: The parts by their names in the findings.
PARTS: Mapping[str, Phrase] = {
    "settings": say("settings"),
    "service": say("table service"),
    "data": say("data folder"),
    "voice": say("voice"),
    "scanner": say("scanner"),
    "private-reader": say("private reader"),
    "pins": say("pins"),
    "button": say("main button"),
    "buttons": say("further buttons"),
    "gate": say("exit gate"),
    "lid": say("lid switch"),
    "hopper": say("hopper sensor"),
    "hopper-low": say("low-level sensor"),
    "beeper": say("beeper"),
    "lamps": say("lamps"),
    "servo": say("aiming servo"),
    "aim-home": say("aim switch"),
    "heartbeat": say("dead-man line"),
    "motor-fault": say("fault line of the motor driver"),
    "hold-back": say("hold-back roller"),
    "motor": say("motor"),
    "fittings": say("fittings"),
    "board": say("board"),
    "rights": say("rights"),
    "outputs": say("outputs"),
    "scanner-port": say("scanner's port"),
    "sound-card": say("sound cards"),
    "microphone": say("microphone"),
    "hearing": say("hearing test"),
    "voices": say("voices"),
    "disk": say("disk"),
    "wear": say("wear of the disk"),
    "logs": say("logs"),
    "clock": say("clock"),
    "network": say("network"),
    "name": say("name in the network"),
    "power": say("power supply"),
    "unit": say("systemd service"),
    "fence": say("the service's fence"),
}

STATES: Mapping[str, Phrase] = {
    "ok": say("ok"),
    "missing": say("missing"),
    "failing": say("failing"),
    "unknown": say("not checked"),
}

#: The further buttons and the lamps, by what they mean.
BUTTONS: Mapping[str, Phrase] = {
    "status": say("status button"),
    "repeat": say("repeat button"),
    "help": say("help button"),
    "stop": say("stop button"),
    "undo": say("undo button"),
    "uno": say("UNO button"),
    "shutdown": say("shutdown button"),
    "red": say("red button"),
    "yellow": say("yellow button"),
    "green": say("green button"),
    "blue": say("blue button"),
}
LAMPS: Mapping[str, Phrase] = {
    "turn": say("turn lamp"),
    "red": say("red lamp"),
    "yellow": say("yellow lamp"),
    "green": say("green lamp"),
    "blue": say("blue lamp"),
    "alarm": say("alarm lamp"),
}


def finding(part: str, state: str, *told: Phrase | None) -> Phrase:
    """One line of the list: part, state, what was found and what helps."""
    return followed(say("{part}: {state}.", part=(PARTS[part],), state=(STATES[state],)), *told)


def aloud(part: str, *told: Phrase | None) -> Phrase:
    """The same for the ear, where the sentence tells how it stands."""
    return followed(say("{part:capital}:", part=(PARTS[part],)), *told)


def summary(attention: Sequence[str], unchecked: Sequence[str]) -> Phrase:
    """How it all stands: which parts need attention, which could not be judged."""
    rest = [say("Not checked: {parts}.", parts=_named(unchecked))] if unchecked else []
    if attention:
        told = count(
            "{n} thing needs attention: {parts}.",
            "{n} things need attention: {parts}.",
            len(attention),
            parts=_named(attention),
        )
        return followed(told, *rest)
    return followed(say("Nothing wrong was found."), *rest) if unchecked else say("Everything a game needs works.")


def _named(parts: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple(PARTS[part] for part in parts)
