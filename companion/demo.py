"""The demonstration: robots at the simulated table, playing through pins, scanner, referee, voice and page."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Protocol

from companion.referee import commands as cmd
from companion.referee.events import Phase
from companion.robots import Cards, Move, PushButton, Refill, Robots, Show, Tell
from companion.table import Table
from companion.tags import CommandWord, command_tag

log = logging.getLogger(__name__)

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "June")
MOST_MOVES = 5000  # of one round: far more than any round takes, so that a fault ends instead of going on for ever
ANSWER_S = 60.0  # until the table must have answered a move, at normal speed


class DemoTable(Protocol):
    """What the robots can touch: the things that lie on a real table."""

    table: Table

    def scan(self, text: str) -> None: ...
    def push_button(self) -> None: ...
    def fill_hopper(self, cards: int) -> None: ...
    async def quiet(self) -> None: ...


class DemoStuckError(RuntimeError):
    """The table did not answer a move, or a round did not end."""


class Demo:
    """Plays rounds to their end. ``chance`` makes the same seed the same game."""

    def __init__(self, at: DemoTable, edition: str, players: int, rounds: int, chance: Random) -> None:
        self._at = at
        self._edition = edition
        self._names = NAMES[:players]
        self._rounds = rounds
        self._chance = chance

    async def play(self) -> None:
        """Seats the robots and plays; returns when the last round is over."""
        table = self._at.table
        await table.submit(cmd.NewGame(self._edition, self._names))
        options = table.state.options
        cards = Cards(table.state.deck, self._names, options.hand_size, self._chance)
        robots = Robots(cards, self._chance)
        for played in range(self._rounds):
            if played:
                if table.state.phase is Phase.GAME_OVER:
                    return
                await self._do(Show(command_tag(CommandWord.ROUND)), cards)
            self._at.fill_hopper(len(cards.pile))
            await self._play_round(cards, robots)

    async def _play_round(self, cards: Cards, robots: Robots) -> None:
        for _ in range(MOST_MOVES):
            move = robots.next_move(self._at.table.state)
            if move is None:
                return
            await self._do(move, cards)
        raise DemoStuckError(f"the round did not end within {MOST_MOVES} moves")

    async def _do(self, move: Move, cards: Cards) -> None:
        """One move, and all that it leads to: the table's answer, and the voice telling it."""
        table = self._at.table
        place = table.subscribe()
        try:
            match move:
                case Show(text):
                    self._at.scan(text)
                case PushButton():
                    self._at.push_button()
                case Refill():
                    self._at.scan(command_tag(CommandWord.RELOAD))
                case Tell(command):
                    await table.submit(command)
            update = await asyncio.wait_for(place.next(), ANSWER_S)
        except TimeoutError as error:
            raise DemoStuckError(f"the table did not answer {move} within {ANSWER_S:.0f} s") from error
        finally:
            table.unsubscribe(place)
        if update.refusal is not None:
            log.warning("a robot was refused: %s (%s)", update.statement, update.refusal.code)
        cards.follow(update.events, update.after)
        if isinstance(move, Refill):
            self._at.fill_hopper(len(cards.pile))
        await self._at.quiet()
