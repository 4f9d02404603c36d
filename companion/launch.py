"""Starting the live table, and the demo on top of it; each ends with an exit code."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.demo import Demo, DemoStuckError
from companion.hands import Hands
from companion.outcome import DONE, FAILED, NOT_BEGUN, complain, show
from companion.referee.decks import DeckFileError, load_deck
from companion.referee.options import parse_options
from companion.run_options import RunOptions
from companion.service import Service
from companion.storage.journal_file import JournalError
from companion.updates import Update
from firmware_bridge.simulator.pin_log import PinLogError


def serve(options: RunOptions) -> int:
    """Runs the table until it is stopped, be it in the midst of its start.

    After the shutdown button the machine is switched off too.
    """
    try:
        service = Service(options)
        asyncio.run(service.run())
        if service.start_again:
            start_again()
    except asyncio.CancelledError:
        return DONE
    except (JournalError, PinLogError, OSError) as error:
        # Port and folder may be free again in a moment: systemd, which does not try again after a 2, shall.
        return complain(str(error), FAILED if "NOTIFY_SOCKET" in os.environ else NOT_BEGUN)
    return switch_off(options.settings.server.shutdown_command) if service.shut_down else DONE


def start_again() -> NoReturn:
    """The same command once more, from its beginning, in this process: for who watches over it nothing ended."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very program


def switch_off(command: Sequence[str]) -> int:
    """Runs the command that switches the machine off; without one it stays on."""
    if not command:
        show("The table has ended. The machine is still on: server.shutdown_command names no command.")
        return DONE
    try:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        remedy = "let this user run it, or switch the machine off with: sudo systemctl poweroff"
        return complain(f"server.shutdown_command does not switch the machine off ({error}); {remedy}", FAILED)
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
        goes_wrong = options.faults is not None
        hands = Hands(
            service.table, service.bench, service.speaker.finished, speed=options.speed, goes_wrong=goes_wrong
        )
        await Demo(hands, edition, players, rounds, random.Random(seed)).play()  # noqa: S311
        for seat in service.table.state.seats:
            show(f"{seat.name}: {seat.score}")

    try:
        asyncio.run(Service(options).run(play))
    except asyncio.CancelledError:
        return DONE
    except DemoStuckError as error:
        return complain(f"the demo stopped: {error}", FAILED)
    except (JournalError, PinLogError, OSError) as error:
        return complain(str(error))
    return DONE
