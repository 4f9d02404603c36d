"""A game that is being agreed on at the start page: what was typed so far, and what every button makes of it. Pure.

Nothing typed is lost: names that nobody could be called by, empty rows and options that do not go together stay as
they are until somebody changes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.referee.options import OPTIONS
from companion.referee.state import State
from companion.set_up import SetUp

FEWEST, MOST = 2, 10


@dataclass(frozen=True, slots=True)
class Draft:
    """Rows of names in seat order, which of them deals (None: the last), the edition, options as they were typed.

    ``keep_as`` is what the agreement is to be called if it is kept for another time.
    """

    players: tuple[str, ...] = ("", "")
    dealer: int | None = None
    edition: str = "extreme"
    agreed: Mapping[str, str] = field(default_factory=dict)
    keep_as: str = ""

    def name(self, row: int) -> str:
        """What was typed in a row, without what nobody sees."""
        return self.players[row].strip()

    def seated(self) -> list[int]:
        """The rows with a name."""
        return [row for row in range(len(self.players)) if self.name(row)]


def draft_of(fields: Mapping[str, str], players: Sequence[str]) -> Draft:
    """What a form holds. ``players`` are its rows."""
    dealer = fields.get("dealer", "")
    row = int(dealer) if dealer.isascii() and dealer.isdigit() and len(dealer) <= 2 else MOST  # noqa: PLR2004
    return Draft(
        tuple(players[:MOST]) or Draft().players,
        row if row < len(players[:MOST]) else None,
        fields.get("edition", ""),
        {name: fields[name] for name in OPTIONS if fields.get(name, "").strip()},
        fields.get("preset", ""),
    )


def last_game(state: State, names: Sequence[str]) -> Draft:
    """What is offered at first: the last game's players, seats and options; else those who are known here."""
    if not state.seats:
        return Draft(tuple((*names, "", "")[: max(FEWEST, min(len(names), MOST))]))
    written = {name: "\n".join(text.split("|")) for name, text in state.agreed.options_written}
    return Draft(tuple(seat.name for seat in state.seats), None, state.edition, written)


def with_player(draft: Draft, name: str) -> tuple[Draft, int]:
    """Another row, or the first empty one, has this name; which it is."""
    empty = [row for row in range(len(draft.players)) if not draft.name(row)]
    if empty:
        row = empty[0]
        return replace(draft, players=(*draft.players[:row], name, *draft.players[row + 1 :])), row
    if len(draft.players) == MOST:
        return draft, MOST - 1
    return replace(draft, players=(*draft.players, name)), len(draft.players)


def another_row(draft: Draft) -> Draft:
    """One more empty row at the end, as long as there may be one."""
    return draft if len(draft.players) == MOST else replace(draft, players=(*draft.players, ""))


def without(draft: Draft, row: int) -> Draft:
    """A row is taken out; who dealt from it deals no more."""
    order = [other for other in range(len(draft.players)) if other != row]
    return _ordered(draft, order) if order else replace(draft, players=("",), dealer=None)


def moved(draft: Draft, row: int, by: int) -> Draft:
    """A row changes places with the one before (-1) or behind it (1); whoever deals goes along."""
    other = row + by
    if not 0 <= other < len(draft.players):
        return draft
    order = list(range(len(draft.players)))
    order[row], order[other] = order[other], order[row]
    return _ordered(draft, order)


def _ordered(draft: Draft, order: Sequence[int]) -> Draft:
    dealer = order.index(draft.dealer) if draft.dealer in order else None
    return replace(draft, players=tuple(draft.players[row] for row in order), dealer=dealer)


def draws_for(draft: Draft, set_up: SetUp) -> Draft:
    """Whoever won the draw deals: badge 1 stands for the first row with a name."""
    return draft if set_up.dealer is None else replace(draft, dealer=draft.seated()[set_up.dealer - 1])
