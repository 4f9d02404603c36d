"""The whole table in at most 20 characters, for Braille displays: ``g7 ben> ben7 cem5``.

Most important first: colour and card, who is in turn and which way play goes (``>`` clockwise, ``<`` the other way),
cards or presses owed (``+2``, ``+?`` while the end is open), what is awaited (``co?`` a wild's colour, ``ch?`` a
challenge or none, ``vd?`` a verdict, ``dr`` a drawn card is played or kept), then everybody's cards for as long as
there is room, as they come to move, who is in turn first; a ``+`` at the end where more follow. The dark colours have
two letters, ``pi te or pu``; ``dark?`` and ``light?`` wait for the card on top after a flip.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.cards import Card, Colour, Side
from companion.referee.events import Direction, Phase
from companion.referee.state import State, folded
from companion.set_up import UNNAMED
from companion.web.views.showing import colour_in_force, in_turn, turned_over

CELLS = 20
_MORE = " +"  # other players follow, for whom there is no room
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
_AWAITED = {Phase.COLOUR: "co?", Phase.CHALLENGE: "ch?", Phase.VERDICT: "vd?"}


def status_line(state: State) -> str:
    """The line; empty without a game."""
    if not state.seats:
        return ""
    parts = _lying(state)
    payer = state.next_payer()
    debt = None if payer is None else state.debt_of(payer)
    actor = in_turn(state) if payer is None else payer
    if actor is not None:
        way = ">" if state.direction is Direction.CLOCKWISE else "<"
        parts.append(_short_name(state, actor) + way)
    if debt is not None:
        parts.append("+?" if debt.number is None else f"+{debt.number}")
    if state.phase in _AWAITED:
        parts.append(_AWAITED[state.phase])
    elif state.drawn is not None:
        parts.append("dr")
    return _with_hands(" ".join(parts), [_held(state, index) for index in _in_order(state, actor)])


def _with_hands(line: str, hands: Sequence[str]) -> str:
    """As many of the hands as there is room for, with a sign where some are left out."""
    whole = " ".join(filter(None, (line, *hands)))
    if len(whole) <= CELLS:
        return whole
    for hand in hands:
        longer = f"{line} {hand}".strip()
        if len(longer) + len(_MORE) > CELLS:
            break
        line = longer
    return (line + _MORE)[:CELLS].rstrip()


def _in_order(state: State, first: int | None) -> list[int]:
    """Who plays, as they come to move from this one on."""
    order = list(state.playing())
    if state.direction is Direction.COUNTER_CLOCKWISE:
        order.reverse()
    start = order.index(first) if first in order else 0
    return order[start:] + order[:start]


def _lying(state: State) -> list[str]:
    """The card on top, or that its other side is awaited."""
    if state.top is not None:
        return [_short_card(state.top, colour_in_force(state))]
    return [f"{state.side}?"] if turned_over(state) else []


def _short_card(card: Card, colour: Colour | None) -> str:
    letters = "" if colour is None else colour[: 1 if colour.side is Side.LIGHT else 2]
    return letters + _SHORT.get(card.value, card.value)


def _short_name(state: State, seat: int) -> str:
    """The first letters of the name; ``p2`` for who has no name but the seat's, or none with letters."""
    name = state.name(seat)
    letters = "" if name in UNNAMED else "".join(char for char in folded(name) if char.isalpha())[:_NAME]
    return letters or f"p{UNNAMED.get(name, seat + 1)}"


def _held(state: State, seat: int) -> str:
    """Whose cards, and how many: ``ann7``, ``p2:7``."""
    name = _short_name(state, seat)
    return f"{name}{':' if name[-1].isdigit() else ''}{state.seats[seat].count}"
