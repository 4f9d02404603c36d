"""A round that is over is put right: back to where it was wrong, said otherwise, and all after it said again. Pure.

So all that comes of it comes of it by the rules: the totals, who wins the match, and when. It is all said in
statements of the notation (``undo``, ``A left N points``, ``set …``): a game written out plays again to the same end.
It is one change: one undo brings the round back as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.answers import PutRight
from companion.course import Step, again, rounds_of
from companion.games.score_sheet import row_of
from companion.in_one_go import InOneGo, Said
from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command, Correctable
from companion.referee.decide import rule_in_order
from companion.referee.events import Phase
from companion.referee.notation import write
from companion.referee.scoring import most_points
from companion.referee.state import State, folded
from companion.taking_back import UNDO, said_again


class Trouble(Enum):
    """Why a round cannot be put right so."""

    NO_SUCH_ROUND = auto()  # or not over yet
    AS_IT_WAS = auto()  # nothing is changed
    NOT_COUNTED = auto()  # nothing of this player's hand was counted in that round
    WON_BY_LEAVING = auto()  # the others left: there is no last card that another could have laid
    NO_PART = auto()  # the new winner did not play that round
    POINTS_MISSING = auto()  # the hand of the one who did not win after all
    TOO_MUCH = auto()  # more than the cards of that hand can have been worth
    REFUSED = auto()  # the referee takes it so in no order
    LATER_ONES_FALL = auto()  # statements after it do not fit any more


class AmendError(Exception):
    """The round stays as it is. ``fallen`` later statements would not fit; ``champion`` would have won the match.

    ``most``: so much the ``player``'s ``cards`` can have been worth, or with 0 of them the whole deck.
    """

    def __init__(
        self,
        trouble: Trouble,
        *,
        player: str = "",
        cards: int = 0,
        most: int = 0,
        fallen: int = 0,
        champion: str | None = None,
    ) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble
        self.player = player
        self.cards = cards
        self.most = most
        self.fallen = fallen
        self.champion = champion


@dataclass(frozen=True, slots=True)
class _Round:
    """A round that is over: its statements, and how many stand before and after them."""

    number: int
    first: int
    steps: Sequence[Step]

    @property
    def last(self) -> Step:
        """The statement with which it was over."""
        return next(step for step in self.steps if step.ends_round)


def with_points(steps: Sequence[Step], number: int, points: Mapping[str, int], *, let_fall: bool = False) -> InOneGo:
    """Hands of a round that is over were worth so much, by player. Raises AmendError.

    ``let_fall``: what was said after it and does not fit any more is given up.
    """
    found = _round(steps, number)
    counted = _counted(found)
    for player in points:
        if player not in counted:
            raise AmendError(Trouble.NOT_COUNTED, player=player)
    wanted = {player: worth for player, worth in points.items() if counted[player].points != worth}
    if not wanted:
        raise AmendError(Trouble.AS_IT_WAS)
    table = found.last.before
    for player, worth in wanted.items():
        shown = counted[player].cards
        cards = table.seats[table.seat(player)].count if shown is None else shown
        most = most_points(table, cards)
        if worth > most:
            raise AmendError(Trouble.TOO_MUCH, player=player, cards=cards, most=most)
    told = tuple((player, counted[player].points, worth) for player, worth in wanted.items())
    player, _, worth = told[0]
    return _instead(
        steps,
        found,
        list(_recounted(found, wanted)),
        about=cmd.CountLeft(player, points=worth),
        note=PutRight(number, told),
        let_fall=let_fall,
    )


def _round(steps: Sequence[Step], number: int) -> _Round:
    first = 0
    for statements in rounds_of(steps):
        if statements[0].after.round == number and any(step.ends_round for step in statements):
            return _Round(number, first, statements)
        first += len(statements)
    raise AmendError(Trouble.NO_SUCH_ROUND)


def _counted(found: _Round) -> dict[str, ev.LeftCounted]:
    return {
        event.player: event
        for step in found.steps
        for event in step.entry.events
        if isinstance(event, ev.LeftCounted)
    }


def _recounted(found: _Round, wanted: Mapping[str, int]) -> Iterator[tuple[Step | None, Command]]:
    """The statements of a round, those of the hands in question otherwise; None beside those that are new."""
    for step in found.steps:
        command = step.entry.command
        mine = [
            event.player
            for event in step.entry.events
            if isinstance(event, ev.LeftCounted) and event.player in wanted
        ]
        if not mine:
            yield step, again(step)
        elif isinstance(command, cmd.CountLeft):
            yield None, cmd.CountLeft(mine[0], points=wanted[mine[0]])
        else:  # told card by card before, and counted by the referee: that hand is known no more
            for player in mine:
                yield from ((None, forget) for forget in _forget_hand(step.before, player))
            yield step, again(step)
            for player in mine:
                yield None, cmd.CountLeft(player, points=wanted[player])


def _forget_hand(state: State, player: str) -> Iterator[Command]:
    """The hand holds as many cards as before, and nobody claims any more which."""
    seat = state.seats[state.seat(player)]
    if seat.cards:
        other = seat.count - 1 if seat.count > 1 else seat.count + 1
        yield cmd.Correct(Correctable.COUNT, other, player)
        yield cmd.Correct(Correctable.COUNT, seat.count, player)


def with_winner(
    steps: Sequence[Step], number: int, winner: str, points: int | None = None, *, let_fall: bool = False
) -> InOneGo:
    """Somebody else laid the last card of a round that is over. Raises AmendError.

    ``points`` is what the hand was worth of the one who was taken for the winner, where hands are counted.
    """
    found = _round(steps, number)
    row = row_of(found.last)
    loser = row.winner
    seat = found.last.before.find(winner)
    if seat is None or not (found.last.before.seats[seat].plays):
        raise AmendError(Trouble.NO_PART, player=winner)
    winner = found.last.before.name(seat)
    if winner == loser:
        raise AmendError(Trouble.AS_IT_WAS)
    counts = found.last.before.options.match_mode.counts_points
    if counts:
        _check_points(found, loser, points)
    last_card = _last_play(found, loser) if row.card is not None else None
    if last_card is None:
        raise AmendError(Trouble.WON_BY_LEAVING)
    laid = again(last_card)
    assert isinstance(laid, cmd.Play)  # noqa: S101 - _last_play finds nothing else
    by_winner = cmd.Play(winner, laid.cards, laid.colour, laid.target, anyway=True, tag=laid.tag)
    instead: list[tuple[Step | None, Command]] = []
    for step in found.steps:
        command = step.entry.command
        if step is last_card:
            before = step.before
            instead += [(None, forget) for forget in _forget_hand(before, loser)]
            if before.seats[before.seat(winner)].count != len(laid.cards):
                instead.append((None, cmd.Correct(Correctable.COUNT, len(laid.cards), winner)))
            instead.append((None, cmd.Correct(Correctable.TURN, winner)))
            instead.append((None, by_winner))
        elif not (isinstance(command, cmd.CountLeft) and folded(command.player) == folded(winner)):
            instead.append((step, again(step)))
        if step is found.last and counts:
            instead.append((None, cmd.CountLeft(loser, points=points)))
    return _instead(
        steps, found, instead, about=by_winner, note=PutRight(number, winner=(loser, winner)), let_fall=let_fall
    )


def _check_points(found: _Round, loser: str, points: int | None) -> None:
    """Of a hand that was taken for empty nobody knows how many cards it had: the whole deck is its limit."""
    if points is None:
        raise AmendError(Trouble.POINTS_MISSING, player=loser)
    table = found.last.before
    most = most_points(table, table.deck.total)
    if points > most:
        raise AmendError(Trouble.TOO_MUCH, player=loser, most=most)


def _last_play(found: _Round, player: str) -> Step | None:
    for step in reversed(found.steps):
        if isinstance(step.entry.command, cmd.Play) and any(
            isinstance(event, ev.Played) and event.player == player for event in step.entry.events
        ):
            return step
    return None


def _instead(
    steps: Sequence[Step],
    found: _Round,
    wanted: list[tuple[Step | None, Command]],
    *,
    about: Command,
    note: PutRight,
    let_fall: bool,
) -> InOneGo:
    """Back to the first statement that is another, and from there on as wanted; then all that followed the round."""
    same = 0
    while wanted[same][0] is found.steps[same]:
        same += 1
    at = found.first + same
    state = steps[at].before
    steps_now, refused = rule_in_order(state, (command for _, command in wanted[same:]))
    state = steps_now[-1].after if steps_now else state
    if refused is not None or state.phase not in {Phase.ROUND_OVER, Phase.GAME_OVER}:
        raise AmendError(Trouble.REFUSED)
    later = [(step, again(step)) for step in steps[found.first + len(found.steps) :]]
    held, _ = rule_in_order(state, (command for _, command in later))
    state = held[-1].after if held else state
    fallen = len(later) - len(held)
    if fallen and not let_fall:
        champion = None if state.champion is None else state.name(state.champion)
        raise AmendError(Trouble.LATER_ONES_FALL, fallen=fallen, champion=champion)
    said = [_said(step, command) for step, command in (*wanted[same:], *later[: len(held)])]
    return InOneGo((*[UNDO] * (len(steps) - at), *said), _said(None, about), replace(note, fallen=fallen))


def _said(step: Step | None, command: Command) -> Said:
    return Said(command, write(command)) if step is None else said_again(step)
