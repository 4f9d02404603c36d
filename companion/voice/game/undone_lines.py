"""What was taken back, and what the table must put back by hand because of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decks import Supply
from companion.referee.events import Drew, Event, HandsMoved, Pressed, SideTurned
from companion.referee.refusals import Refusal
from companion.referee.state import State, Uno
from companion.voice.game.correction_lines import correction
from companion.voice.game.hand_lines import hands_go_back, turned_over
from companion.voice.game.prompts import open_press
from companion.voice.game.table_facts import top_card
from companion.voice.lines import Line, Phrase, Verbosity, asked, count, followed, say

_CHANGES_THE_PILE = cmd.Play | cmd.Discard | cmd.Pick | cmd.Top


def undone(before: State, after: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """The statement that ``before`` remembers was taken back and ``after`` is the table again.

    A hand told is never repeated, only that it was told.
    """
    statement = before.statement
    if statement is None:
        return
    yield _named(statement, before)
    for player, number in cards_to_give_back(before.events).items():
        yield goes_back(player, number, before)
    for event in before.events:
        if isinstance(event, HandsMoved):
            yield hands_go_back(event, after)
        elif isinstance(event, SideTurned):
            yield from turned_over(after, verbosity)
    if isinstance(statement, _CHANGES_THE_PILE) and verbosity is not Verbosity.BRIEF:
        yield from top_card(after)


def number_undone(waits: Refusal) -> list[Line]:
    """How many cards a press brought was told wrong, and taken back: they are out, so the table is asked again."""
    return number_taken_back(waits.player or "", open_press(waits))


def number_taken_back(player: str, question: Phrase) -> list[Line]:
    """The number of somebody's cards was taken back, and what the table is asked about it."""
    said = followed(say("Undone: the number of cards for {player}.", player=player), question)
    return [asked(said)]


def goes_back(player: str, number: int, state: State) -> Phrase:
    """So many cards of a player are to be where they came from."""
    if state.options.draw_from is Supply.PILE:
        return count(
            "{player} puts {n} card back under the draw pile.",
            "{player} puts {n} cards back under the draw pile.",
            number,
            player=player,
        )
    return count(
        "{player} puts {n} card back into the dispenser.",
        "{player} puts {n} cards back into the dispenser.",
        number,
        player=player,
    )


def takes_again(player: str, number: int) -> Phrase:
    """So many cards that a player has given back are to come into the hand once more."""
    return count("{player} takes {n} card again.", "{player} takes {n} cards again.", number, player=player)


def cards_to_give_back(events: Sequence[Event]) -> dict[str, int]:
    """How many cards everybody has to give back, by player, in the order they came."""
    taken: dict[str, int] = {}
    for event in events:
        if isinstance(event, Pressed | Drew) and event.cards:
            player = event.to if isinstance(event, Pressed) else event.player
            taken[player] = taken.get(player, 0) + event.cards
    return taken


def _of_no_effect(player: str, state: State) -> Phrase:
    """A call that changed nothing is taken back: nothing changes by that either."""
    if state.seats[state.seat(player)].uno in {Uno.CALLED, Uno.EARLY}:
        return say("Undone: UNO said again. UNO of {player} still counts.", player=player)
    return say("Undone: UNO, {player}. It had no effect.", player=player)


def _named(statement: Command, state: State) -> Phrase:  # noqa: C901, PLR0912 - one sentence a kind of statement
    match statement:
        case cmd.NewGame():
            return say("Undone: the new game.")
        case cmd.Hold(player):
            return say("Undone: hand told, {player}.", player=player)
        case cmd.Top(card):
            return say("Undone: top card {card}.", card=card)
        case cmd.Play(player, cards) | cmd.Discard(player, cards):
            return say("Undone: {player}, {cards}.", player=player, cards=cards)
        case cmd.Pick(_, colour):
            return say("Undone: colour {colour}.", colour=colour)
        case cmd.Target(_, target) if any(isinstance(event, HandsMoved) for event in state.events):
            return say("Undone: swap with {player}.", player=target)
        case cmd.Target(_, target):
            return say("Undone: target {player}.", player=target)
        case cmd.Press(player):
            return say("Undone: press, {player}.", player=player)
        case cmd.Draw(player):
            return say("Undone: draw, {player}.", player=player)
        case cmd.Pass(player):
            return say("Undone: {player} passes.", player=player)
        case cmd.Accept(player):
            return say("Undone: {player} accepts.", player=player)
        case cmd.Challenge(player):
            return say("Undone: {player} challenges.", player=player)
        case cmd.Verdict(guilty):
            return say("Undone: bluff.") if guilty else say("Undone: no bluff.")
        case cmd.Done(player):
            return say("Undone: done, {player}.", player=player)
        case cmd.CallUno(player) if not state.events:
            return _of_no_effect(player, state)
        case cmd.CallUno(player):
            return say("Undone: UNO, {player}.", player=player)
        case cmd.Catch(player, accused):
            return say("Undone: {by} catches {player}.", by=player, player=accused)
        case cmd.CountLeft(player):
            return say("Undone: points, {player}.", player=player)
        case cmd.Leave(player):
            return say("Undone: {player} leaves the table.", player=player)
        case cmd.Reload():
            by_hand = state.options.draw_from is Supply.PILE
            return say("Undone: draw pile refilled.") if by_hand else say("Undone: dispenser refilled.")
        case cmd.NextRound():
            return say("Undone: next round.")
        case cmd.Correct(what, value, player):
            return say("Undone: correction, {what}.", what=(correction(what, value, player, state),))
    return say("Undone.")
