"""What is told at once about one play, and how many words that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.locales import LOCALES
from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Event, Phase
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import Line, narrate, utterances
from companion.voice.lines import Verbosity
from companion.voice.utterance import Priority

#: The most words that a play and who plays now may take.
MOST = {Verbosity.BRIEF: 8, Verbosity.NORMAL: 14}
#: Lines that are not about the play: the supply is at its end, the round is, or the counts cannot be right.
_ASIDE = {"supply", "round", "doubt"}
_ROUND_IS_OVER = {Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER}


@dataclass(frozen=True, slots=True)
class Laid:
    """One play that was accepted, and the table around it."""

    before: State
    events: tuple[Event, ...]
    after: State

    def told(self, verbosity: Verbosity, locale: str) -> str:
        """The play and who plays now."""
        lines = [line for line in narrate(self.before, self.events, self.after, verbosity) if self._about_it(line)]
        return " ".join(" ".join(each.texts[locale].split()) for each in utterances(lines, [locale]))

    def _about_it(self, line: Line) -> bool:
        if line.priority is Priority.TURN:
            return self.after.phase not in _ROUND_IS_OVER
        return line.key not in _ASIDE

    @property
    def usual(self) -> bool:
        """Whose length is settled by the game: nobody insisted on it, the pile had all the cards that were wanted."""
        insisted = any(isinstance(event, ev.Played) and event.overruled for event in self.events)
        nothing_left = any(isinstance(event, ev.Waived) for event in self.events) or not self.after.supply
        return not insisted and not nothing_left


def words_of(text: str) -> int:
    """Words as they are heard: what has a letter or a figure in it.

    >>> words_of("Ann: red 9."), words_of("Ann : +2 rouge.")
    (3, 3)
    """
    return sum(any(character.isalnum() for character in word) for word in text.split())


def plays_among(commands: Sequence[Command]) -> Iterator[Laid]:
    """The plays that a table accepts, of statements told one after the other."""
    state = EMPTY
    for command in commands:
        ruling = rule(state, command)
        if isinstance(ruling, Refusal):
            continue
        before, state = state, ruling.after
        if isinstance(command, cmd.Play | cmd.Scan) and any(isinstance(event, ev.Played) for event in ruling.events):
            yield Laid(before, ruling.events, state)


def refusals_among(commands: Sequence[Command]) -> Iterator[tuple[State, Command, Refusal]]:
    """What a table refuses of statements told one after the other, each with the table as it stays."""
    state = EMPTY
    for command in commands:
        ruling = rule(state, command)
        if isinstance(ruling, Refusal):
            yield state, command, ruling
        else:
            state = ruling.after


def too_long(laid: Laid) -> list[str]:
    """What takes more words than it may, with how many."""
    found = []
    for verbosity, most in MOST.items():
        for locale in LOCALES:
            told = laid.told(verbosity, locale)
            if words_of(told) > most:
                found.append(f"{verbosity} {words_of(told)}: {told}")
    return found
