"""The whole table in at most 20 characters, for Braille displays: ``g7 ben> ann7 cem5``.

Most important first: colour and card, who is in turn and which way play goes (``>`` clockwise, ``<`` the other way),
presses owed (``+2``), then everybody's cards in seat order for as long as there is room.
"""

from __future__ import annotations

from companion.referee.cards import Card, Colour
from companion.referee.events import Direction
from companion.referee.state import State, folded

CELLS = 20
_NAME = 3
_SHORT = {
    "draw-one": "d1",
    "draw-two": "d2",
    "draw-five": "d5",
    "reverse": "rv",
    "skip": "sk",
    "skip-everyone": "se",
    "flip": "fl",
    "hit-two": "h2",
    "discard-all": "da",
    "trade-hands": "th",
    "wild": "wi",
    "wild-draw-two": "w2",
    "wild-draw-four": "w4",
    "wild-draw-colour": "wc",
    "dark-wild": "dw",
    "wild-shuffle-hands": "ws",
    "wild-customizable": "wx",
    "wild-downpour-1": "p1",
    "wild-downpour-2": "p2",
    "wild-extreme-hit": "xh",
    "wild-all-hit": "ah",
    "wild-hit-fire": "hf",
}


def status_line(state: State) -> str:
    """The line; empty without a game."""
    if not state.seats:
        return ""
    parts = [] if state.top is None else [_short_card(state.top, state.colour)]
    payer = state.next_payer()
    debt = None if payer is None else state.debt_of(payer)
    actor = state.turn if payer is None else payer
    if actor is not None:
        way = ">" if state.direction is Direction.CLOCKWISE else "<"
        parts.append(_short_name(state.name(actor)) + way)
    if debt is not None:
        parts.append("+?" if debt.number is None else f"+{debt.number}")
    line = " ".join(parts)[:CELLS]
    for index in state.playing():
        part = f"{_short_name(state.name(index))}{state.seats[index].count}"
        longer = f"{line} {part}".strip()
        if len(longer) > CELLS:
            break
        line = longer
    return line


def _short_card(card: Card, colour: Colour | None) -> str:
    letter = "" if colour is None else colour[0]
    return letter + _SHORT.get(card.value, card.value)


def _short_name(name: str) -> str:
    return "".join(char for char in folded(name) if not char.isspace())[:_NAME]
