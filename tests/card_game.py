"""A table that is played with cards and the button alone: bytes for the scanner, edges, and recorded speech.

The whole service runs, its waits shortened; nothing is asked of page or HTTP. A game is a text of actions, one a line
(``badge 2``, ``card red-9``, ``START``, ``press``); what was heard after each stands indented below it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from companion.referee.cards import Card
from companion.referee.decks import Deck, load_deck
from companion.referee.notation_words import read_card
from companion.run_options import RunOptions
from companion.service import Service
from companion.settings import Override, load
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.updates import Subscription
from tests.live_table import json_lines

SPEED = 40.0
_QUIET: dict[str, object] = {
    "voice.engine": "none",
    "server.host": "127.0.0.1",
    "server.port": 0,
    "scanner.repeat_window_ms": 100,  # shortened like all the rest: cards are shown again after a longer silence
}
ANSWER_S = 20.0
SERIAL = "K1"
MOMENT_S, MOMENTS = 0.05, 3  # silence, after which nothing more is going to be said


def actions(text: str) -> list[str]:
    """What is done, line by line; what was heard and comments aside."""
    return [line for line in text.splitlines() if line[:1].strip() and not line.startswith("#")]


def heard(text: str) -> list[str]:
    """What was heard in all of it."""
    return [line.strip() for line in text.splitlines() if line.startswith(" ")]


class CardTable:
    """Whoever sits there has a deck, the command cards and badges 1 to 10, and ears."""

    def __init__(self, folder: Path, *locales: str, edition: str = "extreme", **settings: object) -> None:
        self._log = folder / "speech.jsonl"
        given = {"table.locales": list(locales), "table.names": ["Ann", "Ben", "Zoé"], "table.edition": edition}
        overrides = [Override(key, value, "test") for key, value in {**given, **_QUIET, **settings}.items()]
        self._options = RunOptions(
            settings=load(folder, None, {}, overrides),
            data_dir=folder,
            simulate=True,
            speech_log=self._log,
            speed=SPEED,
            seed=1,  # the third press fires
            show=lambda _: None,
        )
        self._deck: Deck = load_deck(edition)
        self._copies: Counter[Card] = Counter()
        self._spoken = len(self._lines())

    def play(self, doings: Iterable[str]) -> list[str]:
        """The transcript of a game: each action, and below it what was spoken to its end."""
        told: list[str] = []

        async def at(service: Service) -> None:
            place = service.table.subscribe()
            told.extend(await self._listen(service))
            for doing in doings:
                await self._do(service, place, doing)
                told.extend([doing, *await self._listen(service)])

        asyncio.run(Service(self._options).run(at))
        return told

    async def _do(self, service: Service, place: Subscription, doing: str) -> None:
        match doing.split():
            case ["press"]:
                before = service.table.version
                service.bench.press()
                async with asyncio.timeout(ANSWER_S):
                    while service.table.version == before:
                        await place.next()
                return
            case ["badge", number]:
                text = badge_tag(int(number))
            case ["card", word, *copy]:
                text = self._tag(read_card(word), int(copy[0]) if copy else None)
            case ["label", text]:
                pass
            case [word]:
                text = command_tag(CommandWord(word))
            case _:
                raise ValueError(doing)
        service.bench.scan(text)
        async with asyncio.timeout(ANSWER_S):
            await place.next()

    def _tag(self, card: Card, copy: int | None) -> str:
        """The tag of the next copy of a card, or of a certain one."""
        which = self._copies[card] if copy is None else copy - 1
        self._copies[card] = which + 1
        places = [number for number, other in enumerate(self._deck.cards, 1) if other == card]
        return card_tag(self._deck.letter, SERIAL, places[which % len(places)])

    async def _listen(self, service: Service) -> list[str]:
        """Waits until it has been silent for a moment; what was spoken."""
        before, lines, silent = self._spoken, self._lines(), 0
        while silent < MOMENTS:
            await service.speaker.finished()
            await asyncio.sleep(MOMENT_S)
            known, lines = len(lines), self._lines()
            silent = silent + 1 if len(lines) == known else 0
        self._spoken = len(lines)
        return [f"    {' '.join(line.split())}" for line in lines[before:]]

    def _lines(self) -> list[str]:
        if not self._log.exists():
            return []
        told = (row["text"] for row in json_lines(self._log) if row["outcome"] == "spoken")
        spoken = [text for text in told if not text.startswith("♪")]  # a sound that no words followed
        return [re.sub(r"(?<=127\.0\.0\.1):\d+", ":8080", text) for text in spoken]
