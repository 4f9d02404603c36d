"""How a scan is answered before any word is: taken or refused, by one sound. Pure."""

from __future__ import annotations

from companion.answers import CardNamed, HandSoFar, Named
from companion.tags import CommandWord
from companion.updates import Update
from companion.voice.earcons import Earcon


def acknowledgement(update: Update, *, headphones: bool = False) -> Earcon | None:
    """The sound that answers a scan; None for what was none, and for STOP, whose answer is silence.

    ``headphones``: there are some for a card that must not be named aloud.
    """
    if not update.by_scan or (update.query is not None and update.query.word is CommandWord.STOP):
        return None
    match update.query and update.query.note:
        case HandSoFar(again=True) | CardNamed(how=Named.NOT_THIS_SIDE):
            taken = False
        case CardNamed(how=Named.PRIVATELY):
            taken = headphones
        case _:
            taken = update.accepted
    return Earcon.ACCEPTED if taken else Earcon.REFUSED
