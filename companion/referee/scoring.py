"""The end of a round: counting hands, points, and how a match is won (``rules.md`` section 5)."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.cards import Card, Side
from companion.referee.commands import CountLeft
from companion.referee.decks import Deck
from companion.referee.events import Phase
from companion.referee.knowledge import faces_behind, surely_held
from companion.referee.options import MatchMode
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.state import State


def points_of(deck: Deck, cards: tuple[Card, ...]) -> int:
    """What a hand is worth at the end of a round."""
    return sum(deck.faces[card].points for card in cards)


def most_points(state: State, cards: int) -> int:
    """What so many cards of this deck can be worth at most, on the side that scores.

    >>> from companion.referee.state import Agreement
    >>> most_points(State(agreed=Agreement("classic")), 9)
    420
    """
    side = scoring_side(state)
    points = sorted(
        (face.points for face in state.deck.faces.values() if face.side is side for _ in range(face.copies)),
        reverse=True,
    )
    return sum(points[:cards])


def finisher(state: State) -> int | None:
    """Who was the first to have no card left in a round that runs, or None; also who has left since."""
    empty = [
        index
        for index, seat in enumerate(state.seats)
        if not seat.count and not seat.out and (not seat.gone or seat.left_points is None)
    ]
    return state.emptied if state.emptied in empty else next(iter(empty), None)


def end_round(ruling: Ruling, winner: int) -> None:
    """Somebody laid the last card: what is known is counted, the rest is asked for."""
    state = ruling.state
    if state.options.match_mode.counts_points:
        for index in _uncounted(state, winner):
            count, cards = state.seats[index].count, _scoring_faces(state, index)
            if len(cards) == count:
                ruling.emit(ev.LeftCounted(state.name(index), points_of(state.deck, cards), count))
        if _uncounted(ruling.state, winner):
            ruling.emit(ev.Awaits(Phase.COUNTING, state.name(winner)))
            return
    _close_round(ruling, winner)


def _scoring_faces(state: State, index: int) -> tuple[Card, ...]:
    """What is known of a hand on the side that scores; backs only where the deck's pairs are known."""
    cards = surely_held(state, index)
    return cards if scoring_side(state) is state.side else faces_behind(cards, state.deck.backs)


def scoring_side(state: State) -> Side:
    """The side whose points count: the one the round ended on, or always the light one."""
    return Side.LIGHT if state.options.flip_score_side == "light" else state.side


def uncounted(state: State) -> tuple[str, ...]:
    """Whose hands are still to be counted while they are, in seat order."""
    return tuple(state.name(index) for index in _uncounted(state, -1 if state.turn is None else state.turn))


def counted(state: State) -> dict[str, int]:
    """The points of the hands that are counted already while others are not, in seat order."""
    playing = [seat for seat in state.seats if seat.plays and state.phase is Phase.COUNTING]
    points = {seat.name: seat.left_points for seat in playing}
    return {name: left for name, left in points.items() if left is not None}


def _uncounted(state: State, winner: int) -> list[int]:
    return [i for i, seat in enumerate(state.seats) if i != winner and seat.left_points is None]


def count_left(ruling: Ruling, command: CountLeft) -> None:
    """A hand is shown or its points are told; the last one closes the round."""
    index = ruling.state.find(command.player)
    if index is None:
        raise RefusedError(Refusal(RefusalCode.UNKNOWN_PLAYER, player=command.player))
    state = ruling.state
    if state.phase is Phase.GAME_OVER:
        raise RefusedError(Refusal(RefusalCode.GAME_OVER))
    if state.phase is Phase.ROUND_OVER:
        raise RefusedError(Refusal(RefusalCode.ROUND_OVER))
    for card in command.cards:
        ruling.face(card, scoring_side(state))
    ruling.phase(Phase.COUNTING)
    winner = state.turn
    seat = state.seats[index]
    if winner is None or index == winner or seat.left_points is not None:
        raise RefusedError(ruling.not_now())
    for card in command.cards:
        copies = ruling.face(card, scoring_side(state)).copies
        if command.cards.count(card) + state.copies_seen(card) > copies:
            raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, card=card, number=copies))
    if command.points is None:
        held = len(command.cards)
        points = points_of(state.deck, command.cards)
        ruling.emit(ev.LeftCounted(seat.name, points, held, mismatch=held != seat.count))
    else:
        ruling.emit(ev.LeftCounted(seat.name, command.points))
    if not _uncounted(ruling.state, winner):
        _close_round(ruling, winner)


def _close_round(ruling: Ruling, winner: int) -> None:
    state = ruling.state
    mode = state.options.match_mode
    lost = {i: seat.left_points or 0 for i, seat in enumerate(state.seats) if i != winner}
    gained = dict.fromkeys(range(len(state.seats)), 0)
    points = 0
    if mode is MatchMode.WINNER_TAKES:
        points = gained[winner] = sum(lost.values())
    elif mode.counts_rounds:
        gained[winner] = 1
    elif mode.counts_points:
        gained |= lost
    scores = {seat.name: seat.score + gained[i] for i, seat in enumerate(state.seats)}
    ruling.emit(ev.RoundOver(state.name(winner), points, scores))
    champion = _match_winner(ruling, winner)
    if champion is not None:
        ruling.emit(ev.GameOver(ruling.state.name(champion)))


def _match_winner(ruling: Ruling, winner: int) -> int | None:
    """Who has won the match after this round, or None while it goes on."""
    state = ruling.state
    target = state.options.target
    remaining = state.playing()
    if len(remaining) <= 1:
        return remaining[0] if remaining else winner
    match state.options.match_mode:
        case MatchMode.SINGLE_ROUND:
            return winner
        case MatchMode.WINNER_TAKES | MatchMode.HANDS_WON | MatchMode.ROUNDS:
            return winner if state.seats[winner].score >= target else None
        case MatchMode.LOWEST:
            if all(state.seats[i].score < target for i in remaining):
                return None
            best = _lowest(state)
            return best[0] if len(best) == 1 else None
        case MatchMode.ELIMINATION:
            reached = [index for index in remaining if state.seats[index].score >= target]
            if len(reached) == len(remaining):  # somebody has to win: the lowest stay, a tie plays one more round
                reached = [index for index in reached if index not in _lowest(state)]
            for index in reached:
                ruling.emit(ev.PlayerOut(state.name(index)))
            staying = ruling.state.playing()
            return staying[0] if len(staying) == 1 else None


def _lowest(state: State) -> list[int]:
    """Who has the fewest points of those still in the match."""
    fewest = min(state.seats[index].score for index in state.playing())
    return [index for index in state.playing() if state.seats[index].score == fewest]


def tied(state: State) -> bool:
    """True where a match would be over, but several share the fewest points: one more round decides."""
    reached = [state.seats[index].score >= state.options.target for index in state.playing()]
    match state.options.match_mode:
        case MatchMode.LOWEST:
            return any(reached) and len(_lowest(state)) > 1
        case MatchMode.ELIMINATION:
            return len(reached) > 1 and all(reached) and len(_lowest(state)) > 1
    return False
