"""Starting the live table, and the demo on top of it; each ends with an exit code."""

from __future__ import annotations

import asyncio
import random

from companion.demo import Demo, DemoStuckError
from companion.journal import JournalError
from companion.outcome import DONE, FAILED, complain, show
from companion.referee.decks import DeckFileError, load_deck
from companion.referee.options import parse_options
from companion.service import RunOptions, Service
from companion.table import Update
from firmware_bridge.simulator.pin_log import PinLogError


def serve(options: RunOptions) -> int:
    """Runs the table until it is stopped."""
    try:
        asyncio.run(Service(options).run())
    except (JournalError, PinLogError, OSError) as error:
        return complain(str(error))
    return DONE


def _tell(update: Update) -> None:
    """What the table says, for who watches without a loudspeaker."""
    for line in update.says:
        show(line)


def play_demo(options: RunOptions, edition: str, players: int, rounds: int) -> int:
    """Seats robots at the simulated table and plays so many rounds."""
    try:
        deck = load_deck(edition)
    except DeckFileError as error:
        return complain(f"--edition {edition}: {error}")
    dealt = players * parse_options(deck, {}).hand_size
    if dealt >= deck.total:
        return complain(f"{players} players are dealt {dealt} cards, and {edition} has {deck.total}; seat fewer")
    seed = random.randrange(2**32) if options.seed is None else options.seed  # noqa: S311 - a game, no secret
    show(f"seed: {seed}")

    async def play(service: Service) -> None:
        service.table.observers.append(_tell)
        demo = Demo(service, edition, players, rounds, random.Random(seed))  # noqa: S311
        await demo.play()
        for seat in service.table.state.seats:
            show(f"{seat.name}: {seat.score}")

    try:
        asyncio.run(Service(options).run(play))
    except DemoStuckError as error:
        return complain(f"the demo stopped: {error}", FAILED)
    except (JournalError, PinLogError, OSError) as error:
        return complain(str(error))
    return DONE
