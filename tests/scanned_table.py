"""A table that is scanned at, for tests: what was heard, statement by statement, without voice or hardware."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.announcer import Announcer
from companion.enrolled import Codes
from companion.games.export import as_table
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.decks import load_deck
from companion.referee.notation import read
from companion.referee.notation_words import NotationError, read_card
from companion.referee.state import State
from companion.set_up import House
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.updates import Update
from companion.voice.lines import Verbosity

HOUSE = House(("Ann", "Ben", "Cleo"))


class ScannedTable:
    """``with ScannedTable(folder, "game …", "top red-3") as at``: then ``at.scan("badge 2", "red-9", "UNO")``.

    A card is the next copy of its face, ``red-9 1`` the first one. ``codes`` are enrolled: what is no thing's name is
    scanned as it is written.
    """

    def __init__(
        self,
        folder: Path,
        *statements: str,
        house: House = HOUSE,
        verbosity: Verbosity = Verbosity.NORMAL,
        codes: Mapping[str, str] | None = None,
    ) -> None:
        self.codes = Codes(dict(codes or {}))
        self.now_ms = 0.0
        self._folder, self._house, self._statements = folder, house, statements
        self.announcer = Announcer(("en",), verbosity)
        self._copies: Counter[Card] = Counter()
        self.updates: list[Update] = []

    def __enter__(self) -> Self:
        self._runner = asyncio.Runner()
        self.table = self._runner.run(self._seated())
        self.table.observers.append(self.updates.append)
        for statement in self._statements:
            self.say(statement)
        return self

    async def _seated(self) -> Table:
        codes = self.codes
        return Table(Journal(self._folder), self.announcer.narrate, lambda: self.now_ms, self._house, lambda: codes)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.close()
        self._runner.close()

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def statements(self) -> list[str]:
        """The game as it stands in the journal, in the notation."""
        return as_table(self._runner.run(self.table.entries(self.table.game))).splitlines()

    def submit(self, command: cmd.Command) -> Update:
        return self._runner.run(self.table.submit(command))

    def say(self, statement: str) -> list[str]:
        """A statement that is accepted; what was heard."""
        update = self.submit(read(statement))
        assert update.accepted, (statement, update.refusal)
        return list(update.says)

    def scan(self, *things: str) -> list[str]:
        """Cards, badges and command cards, one after the other; what was heard of the last."""
        for thing in things:
            self.now_ms += 2000
            self.submit(cmd.Scan(self.text(thing)))
        return list(self.last.says) if things else []

    @property
    def last(self) -> Update:
        """What the table made of the last statement."""
        return self.updates[-1]

    def text(self, thing: str) -> str:
        """What is printed on a thing that can be held under the scanner."""
        if thing in CommandWord.__members__:
            return command_tag(CommandWord(thing))
        if thing.startswith("badge "):
            return badge_tag(int(thing.removeprefix("badge ")))
        word, _, copy = thing.partition(" ")
        try:
            card = read_card(word)
        except NotationError:
            return thing
        deck = self.state.deck if self.state.seats else load_deck(self._house.edition)
        which = int(copy) - 1 if copy else self._copies[card]
        self._copies[card] += 1
        places = [number for number, other in enumerate(deck.cards, 1) if other == card]
        if not places:  # of Flip's dark side
            places = [number for number, other in enumerate(deck.dark_cards, 1) if other == card]
            return card_tag(deck.letter, "K2", places[which % len(places)], 2)
        return card_tag(deck.letter, "K1", places[which % len(places)])
