"""What several statements in one go came to: a round put right, all that was taken back, a game out of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.answers import PutRight, TakenIn, WentBack
from companion.referee.events import HandsMoved, SideTurned
from companion.referee.state import State
from companion.voice.game.hand_lines import hands_go_back, turned_over
from companion.voice.game.prompts import begin_phrase, prompt
from companion.voice.game.table_facts import match_scores, top_card
from companion.voice.game.undone_lines import cards_to_give_back, goes_back
from companion.voice.lines import Line, Phrase, Verbosity, awaited, count, happened, say, together


def put_right(note: PutRight, before: State, after: State, verbosity: Verbosity) -> list[Line]:
    """A round came to something else: what it was and is, the totals, and whether the match is over."""
    return _lines(_of_the_round(note, before, after), after, verbosity)


def went_back(note: WentBack, before: State, after: State, verbosity: Verbosity) -> list[Line]:
    """How much was taken back, what has to be put back by hand because of it, and what lies on top again."""
    return _lines(_of_what_is_gone(note, before, after, verbosity), after, verbosity)


def taken_in(note: TakenIn, after: State, verbosity: Verbosity) -> list[Line]:
    """Games came out of a file: where the last is to be found, or that it goes on here, and with what."""
    if not note.live:
        return [happened(say("Game {n} was taken in from a file, and is among the games.", n=note.game), "")]
    return _lines(iter([say("Game {n} was taken in from a file, and goes on here.", n=note.game)]), after, verbosity)


def _lines(told: Iterator[Phrase], after: State, verbosity: Verbosity) -> list[Line]:
    said = together(told)
    asked = begin_phrase(None) if not after.seats else prompt(after, verbosity)
    return [
        *([] if said is None else [happened(said, after.edition)]),
        *([] if asked is None else [awaited(asked, after.edition)]),
    ]


def _of_the_round(note: PutRight, before: State, after: State) -> Iterator[Phrase]:
    for player, was, now in note.points:
        yield say("Round {n}, {player}: {now} instead of {was}.", n=note.round, player=player, now=now, was=was)
    if note.winner is not None:
        was_won_by, won_by = note.winner
        yield say("Round {n} goes to {player}, not to {other}.", n=note.round, player=won_by, other=was_won_by)
    if note.fallen:
        yield count(
            "{n} later statement does not fit any more, and is taken back.",
            "{n} later statements do not fit any more, and are taken back.",
            note.fallen,
        )
    scores = match_scores(after)
    if scores is not None:
        yield scores
    if after.champion is not None:
        yield say("{player} wins the match.", player=after.name(after.champion))
    elif before.champion is not None:
        yield say("The match goes on.")


def _of_what_is_gone(note: WentBack, before: State, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    yield count("{n} statement is taken back.", "{n} statements are taken back.", note.statements)
    cards: Counter[str] = Counter()
    moved: list[Phrase] = []
    sides = 0
    state = before
    for _ in range(note.statements):
        cards.update(cards_to_give_back(state.events))
        sides += sum(isinstance(event, SideTurned) for event in state.events)
        earlier = state.before or after
        moved += [hands_go_back(event, earlier) for event in state.events if isinstance(event, HandsMoved)]
        state = earlier
    for player, number in cards.items():
        yield goes_back(player, number, before)
    yield from moved
    if sides % 2:
        yield from turned_over(after, verbosity)
    yield from top_card(after)
