"""The table as the page shows it: texts by the id of the element they stand in, and which parts are of use now.

The first page and every live change are made of the same texts, so a change is a change of text and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.journal import PressInFlight
from companion.referee.events import Direction, Phase
from companion.referee.state import Seat, State, Uno
from companion.web.glyphs import GLYPHS, WILD_GLYPH
from companion.web.language import Words
from companion.web.status_line import status_line

_ROUND_IS_ON = frozenset({Phase.PLAYING, Phase.COLOUR, Phase.TARGET, Phase.PAYING, Phase.DISCARDING})


@dataclass(frozen=True, slots=True)
class Board:
    """``texts`` by element id; ``shown`` tells of the parts that come and go; ``colour`` is the one in force.

    ``alert`` is what the phone's own player must do now, empty when it is somebody else's turn.
    """

    texts: Mapping[str, str]
    shown: Mapping[str, bool]
    colour: str
    alert: str


def board(state: State, words: Words, *, me: str | None = None, interrupted: PressInFlight | None = None) -> Board:
    """The table in words; ``me`` is the seat of the phone that shows it."""
    texts = {
        "line": status_line(state),
        "now": now(state, words),
        "owes": owed(state, words),
        "interrupted": _interrupted(interrupted, words),
        **_top(state, words),
    }
    for index, seat in enumerate(state.seats):
        texts |= _seat(state, index, seat, words)
    return Board(texts, shown(state, interrupted), state.colour or "", alert(state, me, words))


def shown(state: State, interrupted: PressInFlight | None) -> dict[str, bool]:
    """Which parts of the page are of use in this phase."""
    phase = state.phase
    return {
        "part-start": phase in {Phase.NONE, Phase.GAME_OVER},
        "part-table": bool(state.seats),
        "part-owes": bool(state.debts),
        "part-interrupted": interrupted is not None,
        "part-top": phase in {Phase.SETUP, Phase.TOP},
        "part-colour": phase is Phase.COLOUR,
        "part-target": phase is Phase.TARGET,
        "part-play": phase is Phase.PLAYING,
        "part-press": phase in {Phase.PLAYING, Phase.PAYING},
        "part-discard": phase is Phase.DISCARDING,
        "part-uno": phase in _ROUND_IS_ON,
        "part-count": phase is Phase.COUNTING,
        "part-round": phase is Phase.ROUND_OVER,
    }


def now(state: State, words: Words) -> str:
    """One line that says it all: the card, and who does what next."""
    _ = words.gettext
    match state.phase:
        case Phase.NONE:
            return _("No game yet")
        case Phase.SETUP | Phase.TOP:
            return _("Now: turn up the first card")
        case Phase.COUNTING:
            return _("The round is over. Count: %(players)s") % {"players": ", ".join(_uncounted(state))}
        case Phase.ROUND_OVER:
            return _("The round goes to %(player)s") % {"player": _winner(state)}
        case Phase.GAME_OVER:
            return _("The game goes to %(player)s") % {"player": _winner(state)}
    return _in_play(state, words)


def _in_play(state: State, words: Words) -> str:
    _ = words.gettext
    who = {"card": _pile(state, words), "player": "" if state.turn is None else state.name(state.turn)}
    match state.phase:
        case Phase.COLOUR:  # the old colour is about to go
            card = "" if state.top is None else words.name(state.top, state.edition)
            return _("Now: %(card)s, %(player)s names the colour") % {**who, "card": card}
        case Phase.TARGET:
            return _("Now: %(card)s, %(player)s names who is hit") % who
        case Phase.DISCARDING:
            return _("Now: %(card)s, %(player)s lays more of the colour, or is done") % who
        case Phase.PAYING:
            return _("Now: %(card)s, %(debt)s") % {**who, "debt": _next_debt(state, words)}
    return _("Now: %(card)s, %(player)s to play") % who


def _winner(state: State) -> str:
    index = state.winner if state.champion is None else state.champion
    return "" if index is None else state.name(index)


def _uncounted(state: State) -> list[str]:
    return [seat.name for index, seat in enumerate(state.seats) if index != state.turn and seat.left_points is None]


def _pile(state: State, words: Words) -> str:
    """The top card, and the colour where the card does not show it."""
    if state.top is None:
        return ""
    card = words.name(state.top, state.edition)
    if state.colour is None or state.colour is state.top.colour:
        return card
    return f"{card}, {words.name(state.colour)}"


def _top(state: State, words: Words) -> dict[str, str]:
    _ = words.gettext
    nothing = "–"
    direction = nothing
    if state.seats:
        order = [seat.name for seat in state.seats if seat.plays]
        if state.direction is Direction.COUNTER_CLOCKWISE:
            order.reverse()
        direction = _("%(direction)s: %(players)s") % {
            "direction": words.name(state.direction),
            "players": ", ".join(order),
        }
    return {
        "top": words.name(state.top, state.edition) if state.top else _("no card yet"),
        "glyph": GLYPHS[state.colour] if state.colour else WILD_GLYPH,
        "colour": words.name(state.colour) if state.colour else _("no colour"),
        "turn": state.name(state.turn) if state.turn is not None else nothing,
        "direction": direction,
        "dealer": state.name(state.dealer) if state.seats else nothing,
        "round": str(state.round),
        "supply": str(state.supply) if state.seats else nothing,
    }


def _seat(state: State, index: int, seat: Seat, words: Words) -> dict[str, str]:
    return {
        f"count-{index}": str(seat.count),
        f"score-{index}": str(seat.score),
        f"mark-{index}": _mark(state, index, seat, words),
    }


def _mark(state: State, index: int, seat: Seat, words: Words) -> str:
    _ = words.gettext
    if seat.gone:
        return _("left the game")
    if seat.out:
        return _("out")
    marks = []
    debt = state.debt_of(index)
    if debt is not None:
        marks.append(_("presses"))
    elif index == state.turn and state.phase in _ROUND_IS_ON:
        marks.append(_("to play"))
    if seat.uno is Uno.CALLED:
        marks.append("UNO")
    return ", ".join(marks)


def owed(state: State, words: Words) -> str:
    """Everybody's presses that are still to be made."""
    return " ".join(f"{_debt(state, payer, words)}." for payer in dict.fromkeys(d.player for d in state.debts))


def _next_debt(state: State, words: Words) -> str:
    payer = state.next_payer()
    return "" if payer is None else _debt(state, payer, words)


def _debt(state: State, payer: int, words: Words) -> str:
    due = state.debt_of(payer)
    number = sum(debt.number or 0 for debt in state.debts if debt.player == payer)
    sentence = words.ngettext("%(player)s presses once", "%(player)s presses %(n)d times", number) % {
        "player": state.name(payer),
        "n": number,
    }
    if due is None or due.to == payer:
        return sentence
    return words.gettext("%(sentence)s, %(other)s takes the cards") % {
        "sentence": sentence,
        "other": state.name(due.to),
    }


def _interrupted(press: PressInFlight | None, words: Words) -> str:
    if press is None:
        return ""
    return words.ngettext(
        "%(player)s’s press was interrupted, %(n)d card counted. How many came out?",
        "%(player)s’s press was interrupted, %(n)d cards counted. How many came out?",
        press.counted,
    ) % {"player": press.player, "n": press.counted}


def alert(state: State, me: str | None, words: Words) -> str:
    """What the player of this phone must do now, or nothing."""
    index = None if me is None else state.find(me)
    if index is None:
        return ""
    if state.phase is Phase.PAYING:
        return f"{_debt(state, index, words)}." if index == state.next_payer() else ""
    if index == state.turn and state.phase in _ROUND_IS_ON:
        return f"{now(state, words)}."
    return ""
