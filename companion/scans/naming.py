"""How a card may be named to whoever asks what it is (``tags.md`` section 2, WHATIS). Pure.

The voice is heard by everybody, so it names only what everybody can see. A tag is one physical card, and the referee
saw it go onto the discard or did not. A Braille label is on every copy of a face: only where all copies lie on the
discard can none of them be in a hand. (What lies on top, STATUS tells anyway.)
"""

from __future__ import annotations

from companion.answers import Named
from companion.referee.cards import Card
from companion.referee.state import State


def how(state: State, card: Card, tag: str | None) -> Named:
    """How this card may be named; ``tag`` is None where a label without one was read."""
    face = state.deck.face(card) if state.seats else None
    if face is not None and face.side is not state.side and not state.options.sides_may_be_announced:
        return Named.NOT_THIS_SIDE
    if tag is not None:
        return Named.ALOUD if state.seats and state.lies_on_discard(tag) else Named.PRIVATELY
    every_copy_lies_there = face is not None and state.copies_seen(card) >= face.copies
    return Named.ALOUD if every_copy_lies_there else Named.PRIVATELY
