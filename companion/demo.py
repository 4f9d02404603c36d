"""The demonstration: robots at the simulated table, playing through pins, scanner, referee, voice and page."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Protocol

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.events import Phase
from companion.referee.refusals import OF_AN_OPEN_PRESS
from companion.robots import NAMES, Cards, Move, PushButton, Refill, Robots, Show, Tell
from companion.table import Table
from companion.tags import CommandWord, command_tag, number_cards
from companion.updates import Subscription, Update

log = logging.getLogger(__name__)

MOST_MOVES = 5000  # of one round: far more than any round takes, so that a fault ends instead of going on for ever
ANSWER_S = 60.0  # until the table must have answered a move, at normal speed
PUSHES = 5  # of a button that the table takes no notice of
PRESS_S = 30.0  # a press is over by then, whatever the dispenser does
LATE_S = 1.5  # after a dispense, a card may be pulled out for so long
MEND_S = 0.5
_PULLS = 0.5


class DemoTable(Protocol):
    """What the robots can touch and see: the things that lie on a real table."""

    table: Table

    @property
    def cards_thrown(self) -> int: ...
    @property
    def goes_wrong(self) -> bool: ...
    @property
    def in_trouble(self) -> bool: ...
    def scan(self, text: str) -> None: ...
    def push_button(self) -> None: ...
    def fill_hopper(self, cards: int) -> None: ...
    def pull_card(self) -> None: ...
    def mend(self, cards: int) -> None: ...
    async def pause(self, seconds: float) -> None: ...
    async def quiet(self) -> None: ...


class DemoStuckError(RuntimeError):
    """The table did not answer a move, or a round did not end."""


async def _next(place: Subscription, *, of_press: bool) -> Update:
    """The next thing that the table made something of; ``of_press``: a press, whatever comes before it."""
    while True:
        update = await place.next()
        if not of_press or isinstance(update.command, cmd.Press):
            return update


class Demo:
    """Plays rounds to their end. ``chance`` makes the same seed the same game."""

    def __init__(self, at: DemoTable, edition: str, players: int, rounds: int, chance: Random) -> None:
        self._at = at
        self._edition = edition
        self._names = NAMES[:players]
        self._rounds = rounds
        self._chance = chance

    async def play(self) -> None:
        """Seats the robots and plays, match after match; returns when the last round is over."""
        table = self._at.table
        cards, robots = await self._begin()
        for played in range(self._rounds):
            if table.state.phase is Phase.GAME_OVER:
                cards, robots = await self._begin()
            elif played:
                await self._do(Show(command_tag(CommandWord.ROUND)), cards)
            self._at.fill_hopper(len(cards.pile))
            await self._play_round(cards, robots)

    async def _begin(self) -> tuple[Cards, Robots]:
        """A match with whole decks: the cards as they lie, and who plays them."""
        table = self._at.table
        await table.submit(cmd.NewGame(self._edition, self._names))
        cards = Cards(table.state.deck, self._names, table.state.options.hand_size, self._chance)
        return cards, Robots(cards, self._chance)

    async def _play_round(self, cards: Cards, robots: Robots) -> None:
        for _ in range(MOST_MOVES):
            move = robots.next_move(self._at.table.state)
            if move is None:
                return
            await self._do(move, cards)
        raise DemoStuckError(f"the round did not end within {MOST_MOVES} moves")

    async def _do(self, move: Move, cards: Cards) -> None:
        """One move, and all that it leads to: the table's answer, and the voice telling it."""
        if isinstance(move, PushButton) and self._at.goes_wrong:
            await self._push_whatever_happens(cards)
        else:
            before = self._at.cards_thrown
            update = await self._answer(move)
            if update is None:
                raise DemoStuckError(f"the table did not answer {move} within {ANSWER_S:.0f} s")
            if update.refusal is not None and update.refusal.awaited in OF_AN_OPEN_PRESS:  # the hopper ran empty
                update = await self._number_told(self._at.cards_thrown - before)
            if update.refusal is not None:
                log.warning("a robot was refused: %s (%s)", update.statement, update.refusal.code)
            cards.follow(update.events, update.after)
            if isinstance(move, Refill):
                self._at.fill_hopper(len(cards.pile))
        await self._at.quiet()

    async def _answer(self, move: Move, within_s: float = ANSWER_S) -> Update | None:
        """What the table makes of a move; None if it takes no notice."""
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
                    return await table.submit(command)
            return await asyncio.wait_for(_next(place, of_press=isinstance(move, PushButton)), within_s)
        except TimeoutError:
            return None
        finally:
            table.unsubscribe(place)

    async def _push_whatever_happens(self, cards: Cards) -> None:
        """A press with a dispenser that may fail: it is freed, its questions answered, its number put right."""
        at, before = self._at, self._at.cards_thrown
        update: Update | None = None
        for _ in range(PUSHES):
            if at.in_trouble:
                await self._look_after(len(cards.pile) - (at.cards_thrown - before))
            if (pressed := await self._answer(PushButton(), PRESS_S)) is not None:
                update = await self._counted_after(pressed, before)
            if update is not None and update.accepted:
                break
        else:
            update = await self._number_told(at.cards_thrown - before)
        cards.follow(update.events, update.after)
        for event in update.events:
            if isinstance(event, ev.Pressed):
                await self._put_right(event, at.cards_thrown - before, cards)

    async def _counted_after(self, pressed: Update, before: int) -> Update:
        """The cards that came are counted, if the table asks; one that hangs in the gate may be pulled out."""
        at, table = self._at, self._at.table
        if table.interrupted is not None and self._chance.random() < _PULLS:
            at.pull_card()
        await at.pause(LATE_S)
        came, press = at.cards_thrown - before, table.interrupted
        if press is None or (press.goes_on and press.counted == came):
            return pressed
        for card in number_cards(came):
            pressed = await table.submit(cmd.Scan(command_tag(card)))
        return pressed

    async def _number_told(self, came: int) -> Update:
        """No push of the button helped: the table says how many cards came, and plays on."""
        press = self._at.table.interrupted
        if press is None:
            raise DemoStuckError(f"the table took no notice of {PUSHES} pushes of the button")
        return await self._at.table.submit(cmd.Press(press.player, came))

    async def _look_after(self, filled: int) -> None:
        """Somebody opens the dispenser and frees it; no discard goes into it, whatever the voice asks."""
        self._at.mend(filled)
        await self._at.pause(MEND_S)
        if self._at.table.interpreter.reload_asked:
            await self._answer(Show(command_tag(CommandWord.NO)))

    async def _put_right(self, pressed: ev.Pressed, came: int, cards: Cards) -> None:
        """Whoever got cards counts them, and says so if the table has another number."""
        cards.deal_more(pressed.to, came - pressed.cards)
        state, held = self._at.table.state, len(cards.hands[pressed.to])
        if state.seats[state.seat(pressed.to)].count != held:
            await self._at.table.submit(cmd.Correct(cmd.Correctable.COUNT, held, pressed.to))
