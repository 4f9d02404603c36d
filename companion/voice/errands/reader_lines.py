"""What is said of a reader's line: it is gone, it is back, what it sends cannot be used.

A reader is ``table``, the scanner that all play with, or ``private``, one player's own.
"""

from __future__ import annotations

from companion.voice.lines import REFUSAL_LIFE_MS, Line, Phrase, followed, line, say
from companion.voice.utterance import Priority

_LOST = {
    "table": say("The scanner is gone: check its cable. Plays can be entered on the page."),
    "private": say("The private reader is gone: check its cable."),
}
_BACK = {"table": say("The scanner is back."), "private": say("The private reader is back.")}
_READY = {"table": say("The scanner is ready."), "private": say("The private reader is ready.")}
_HINTS: dict[str, dict[str, Phrase]] = {
    "no-end-mark": {
        "table": say("The scanner sends no end mark: check its cable, and set it to send Enter after each code."),
        "private": say(
            "The private reader sends no end mark: check its cable, and set it to send Enter after each code."
        ),
    },
    "wrong-speed": {
        "table": say("Nothing from the scanner can be read: check its speed."),
        "private": say("Nothing from the private reader can be read: check its speed."),
    },
}
_ONE_READ: dict[str, dict[str, Phrase]] = {
    "broken-off": {
        "table": say("The scanner's read broke off half-way: once more."),
        "private": say("The private reader's read broke off half-way: once more."),
    },
    "unreadable": {
        "table": say("The scanner read something that it could not pass on: once more."),
        "private": say("The private reader read something that it could not pass on: once more."),
    },
    "too-long": {
        "table": say("The scanner read a code too long for a card."),
        "private": say("The private reader read a code too long for a card."),
    },
}


#: What a reader may have been lost to, besides its cable.
_LOST_TO = {
    "power": say("The power supply was too weak just then."),
    "motor": say("The motor had just started: the power supply may be too weak."),
}


def reader_lost(reader: str, lost_to: str | None = None) -> list[Line]:
    """Nothing can be read any more; ``lost_to`` is ``power`` or ``motor`` where that seems to be why."""
    why = None if lost_to is None else _LOST_TO[lost_to]
    return [line(followed(_LOST[reader], why), Priority.URGENT, key=_key(reader))]


def reader_was_lost_to_power() -> list[Line]:
    """The supply's alarm came after the reader had gone."""
    return [line(say("The scanner went because the power supply is too weak."), Priority.ACTION, key="lost to power")]


def reader_back(reader: str, *, was_lost: bool) -> list[Line]:
    """Cards can be read, again or for the first time."""
    return [line((_BACK if was_lost else _READY)[reader], Priority.ACTION, key=_key(reader))]


def reader_hint(hint: str, reader: str) -> list[Line]:
    """Why nothing can be read although something is sent, and what to do: ``no-end-mark``, ``wrong-speed``.

    One read alone that is lost, ``broken-off``, ``unreadable`` or ``too-long``, is told into silence, while it may be
    scanned again.
    """
    if hint in _ONE_READ:
        said, key = _ONE_READ[hint][reader], f"{_key(reader)} read"
        return [line(said, Priority.DETAIL, key=key, expires_ms=REFUSAL_LIFE_MS)]
    return [line(_HINTS[hint][reader], Priority.URGENT, key=f"{_key(reader)} hint")]


def _key(reader: str) -> str:
    return f"{reader} reader"
