"""What the table says while number cards are played and the launcher fires: as many announcements as are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.decks import load_deck
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import narrate, utterances
from companion.voice.lines import Verbosity

LOCALES = ("en", "fr")
PLIES = 30  # of one game: nobody runs out of cards, so that the sentences stay of two kinds
DRAWS = 0.25
MOST_FIRED = 4


def announcements(names: Sequence[str], number: int, seed: int) -> list[dict[str, str]]:
    """What happened and whose turn it is, one after the other, by locale."""
    return list(islice(_told(names, Random(seed)), number))


def _told(names: Sequence[str], chance: Random) -> Iterator[dict[str, str]]:
    numbers = [card for card in load_deck("extreme").cards if card.value.isdigit()]
    while True:
        table = _Table(names, chance.choice(numbers))
        for _ in range(PLIES):
            name = table.who
            if chance.random() < DRAWS:
                yield from table.tells(cmd.Press(name, chance.randint(0, MOST_FIRED)))
            else:
                fits = [card for card in numbers if table.takes(card)]
                yield from table.tells(cmd.Play(name, (chance.choice(fits),)))


class _Table:
    def __init__(self, names: Sequence[str], first: Card) -> None:
        self._state: State = EMPTY
        for command in (cmd.NewGame("extreme", tuple(names)), cmd.Top(first)):
            list(self.tells(command))

    @property
    def who(self) -> str:
        return self._state.seats[self._state.turn or 0].name

    def takes(self, card: Card) -> bool:
        return not isinstance(rule(self._state, cmd.Play(self.who, (card,))), Refusal)

    def tells(self, command: Command) -> Iterator[dict[str, str]]:
        ruled = rule(self._state, command)
        assert not isinstance(ruled, Refusal), ruled
        lines = narrate(self._state, ruled.events, ruled.after, Verbosity.NORMAL)
        self._state = ruled.after
        for utterance in utterances(lines, LOCALES):
            yield dict(utterance.texts)
