"""What is said when a card was laid and not scanned: what was taken back, which card is wanted, what does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.answers import LeftOut, UnreadCard
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.state import State
from companion.voice.game.prompts import prompt
from companion.voice.lines import Line, Phrase, Verbosity, awaited, count, happened, question, say, together


def unread(note: UnreadCard, edition: str, verbosity: Verbosity) -> list[Line]:
    """Whose card is wanted, after what was taken back for it."""
    said = [*_taken_back(note), wanted(note.player)]
    if verbosity is not Verbosity.BRIEF and not note.standing:
        said.append(say("The forgotten-scan card again goes one move further back; UNDO ends it."))
    phrase = together(said)
    if phrase is None:
        return []
    return [question(phrase, "unread", edition)]


def wanted(player: str | None) -> Phrase:
    """Whose card is wanted that was not read."""
    if player is None:
        return say("Scan the card that was not read.")
    return say("{player}, scan the card that was not read.", player=player)


def _taken_back(note: UnreadCard) -> Iterator[Phrase]:
    for one in note.taken_back:
        match one.again:
            case cmd.Play(player, cards) | cmd.Discard(player, cards):
                yield say("Taken back: {player}, {cards:every}.", player=player, cards=cards)
            case cmd.Press(player) | cmd.Draw(player):
                yield say("Taken back: the cards for {player}.", player=player)
    if note.waits is not None:
        yield say("{cards:every} waits.", cards=note.waits.cards)


def as_it_was(state: State, verbosity: Verbosity) -> list[Line]:
    """Nothing was missed after all."""
    asked = prompt(state, verbosity)
    told = [happened(say("Nothing was missed: all is as it was."), state.edition)]
    return told if asked is None else [*told, awaited(asked, state.edition)]


def left_out(note: LeftOut, edition: str) -> list[Line]:
    """What had been taken back and cannot be booked any more, by name: the table settles it."""
    said = together(_settle(note))
    return [] if said is None else [happened(said, edition)]


def _settle(note: LeftOut) -> Iterator[Phrase]:
    cards = tuple(card for command in note.commands for card in _cards(command))
    taken = _drawn(note.commands)
    if cards:
        yield say("Does not fit now: {cards:every}.", cards=cards)
    if taken:
        yield count("{n} draw or press is not booked.", "{n} draws or presses are not booked.", taken)
    if cards and note.insisted:
        yield say("ANYWAY books the first, or take the cards back.")


def _cards(command: Command) -> tuple[Card, ...]:
    return command.cards if isinstance(command, cmd.Play | cmd.Discard) else ()


def _drawn(commands: Sequence[Command]) -> int:
    return sum(isinstance(command, cmd.Press | cmd.Draw) for command in commands)
