"""Whole hands that go to other players, and everything turned over: what the table has to do with its hands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee import events as ev
from companion.referee.cards import Side
from companion.referee.decks import Supply
from companion.referee.state import State
from companion.voice.game.table_facts import card_counts
from companion.voice.lines import Phrase, Verbosity, say


def hands_moved(was: State, event: ev.HandsMoved, verbosity: Verbosity) -> Iterator[Phrase]:
    """Hands were swapped, passed on or dealt again; with every detail wanted the counts follow by themselves."""
    player = "" if was.turn is None else was.name(was.turn)
    if verbosity is Verbosity.BRIEF:
        yield _moved_in_brief(was, event)
    elif not event.moves and verbosity is Verbosity.FULL:
        yield say("All hands together; deal from {player}'s left.", player=player)
    elif not event.moves:
        yield say("Shuffle hands; deal from {player}'s left.", player=player)
    elif was.open_card is not None and was.open_card.target is not None:
        one, other = event.moves.items()
        names = (one[0], other[0]) if one[0] == player else (other[0], one[0])
        yield say("{player} and {to} swap hands.", player=names[0], to=names[1])
    else:
        yield say("All hands move on.")


def _moved_in_brief(was: State, event: ev.HandsMoved) -> Phrase:
    if not event.moves:
        return say("Deal again.")
    if was.open_card is not None and was.open_card.target is not None:
        return say("Swap with {to}.", to=was.name(was.open_card.target))
    return say("Hands move on.")


def hands_go_back(event: ev.HandsMoved, after: State) -> Phrase:
    """What moved goes back; hands that were shuffled can only be dealt again to the old numbers."""
    if event.moves:
        return say("The hands go back.")
    return say("Deal the hands again as they were. {counts}", counts=(card_counts(after),))


def turned_over(state: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """Another side is in play, and what must be turned for it."""
    if verbosity is Verbosity.NORMAL:
        yield _turn_everything(state.side)
        return
    yield side_in_play(state.side)
    if verbosity is Verbosity.BRIEF:
        return
    if state.options.draw_from is Supply.PILE:
        yield say("Turn hands, draw pile and discard.")
    else:
        yield say("Turn hands, discard, and the cards in the dispenser.")


def _turn_everything(side: Side) -> Phrase:
    return say("Light side: turn everything.") if side is Side.LIGHT else say("Dark side: turn everything.")


def side_in_play(side: Side) -> Phrase:
    """Which side is in play."""
    return say("Light side.") if side is Side.LIGHT else say("Dark side.")


def side_that_counts(side: Side) -> Phrase:
    """Which side's points are counted."""
    return say("The {side} counts.", side=side)
