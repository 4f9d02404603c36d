"""What people type on standard input: words of any of the table's languages, handed over to the event loop."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from companion.locales import FILES, LOCALES
from companion.tags import BADGES, CommandWord

_Input = TypeVar("_Input")


def typed_word(text: str) -> str | None:
    """Which of the words that commands wait for (``done``, ``undo``, ``yes``, ``skip`` and others) somebody typed.

    >>> typed_word("Terminé"), typed_word("OUI"), typed_word("red-7")
    ('done', 'yes', None)
    """
    return _words().get(_folded(text))


def typed_thing(text: str) -> CommandWord | int | None:
    """Which command card, or the badge of which number, somebody typed: by the words that they carry.

    >>> typed_thing("terminé"), typed_thing("Forgotten scan"), typed_thing("place 2"), typed_thing("7")
    (<CommandWord.DONE: 'DONE'>, <CommandWord.MISSED: 'MISSED'>, 2, None)
    """
    return _things().get(_unasked(text))


@cache
def _words() -> Mapping[str, str]:
    """Every language's words, without accents and in small letters."""
    return {_folded(typed): word for file in _files() for word, forms in file["typed"].items() for typed in forms}


@cache
def _things() -> Mapping[str, CommandWord | int]:
    """What command cards and badges say in print and in Braille, in every language; of digits the words alone."""
    things: dict[str, CommandWord | int] = {word.casefold(): word for word in CommandWord}
    for file in _files():
        for word, said in file["command_cards"].items():
            texts = {_unasked(said["word"]), _unasked(said.get("braille", ""))}
            things |= {text: CommandWord(word) for text in texts if text and not text.isdigit()}
        for number in range(1, BADGES + 1):
            numbered = file["badges"]["numbered"].format(number=number)
            things |= {_folded(numbered): number, f"badge {number}": number}
    return things


def _files() -> list[dict[str, Any]]:
    return [tomllib.loads((FILES / f"{language}.toml").read_text(encoding="utf-8")) for language in LOCALES]


def _folded(text: str) -> str:
    return without_accents(text).strip().casefold()


def _unasked(text: str) -> str:
    """Without the question mark of a card that asks."""
    return _folded(text).rstrip("? \u00a0\u202f")


def without_accents(text: str) -> str:
    """The text as somebody types it who has no accents on the keyboard.

    >>> without_accents("Terminé")
    'Termine'
    """
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def into(inputs: asyncio.Queue[_Input], as_input: Callable[[str | None], _Input]) -> Callable[[str | None], None]:
    """Puts what comes in into the queue, from any thread; None once nothing more can come."""
    loop = asyncio.get_running_loop()

    def hand_over(text: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits for it any more
            loop.call_soon_threadsafe(inputs.put_nowait, as_input(text))

    return hand_over


def read_lines(keyboard: int, hand_over: Callable[[str | None], None]) -> None:
    """Hands over each line of standard input, without its end; None when it has ended. For a thread of its own."""
    letters = codecs.getincrementaldecoder("utf-8")("replace")
    begun = ""
    with contextlib.suppress(OSError):  # closed: as good as its end
        while data := os.read(keyboard, 4096):
            *lines, begun = (begun + letters.decode(data)).split("\n")
            for line in lines:
                hand_over(line.strip())
    if begun:
        hand_over(begun.strip())
    hand_over(None)
