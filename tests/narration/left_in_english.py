"""What Dutch, German and Spanish leave to English: cards without a name there, and sentences without words.

``python -m tests.narration.left_in_english`` brings the lists ``companion/locales/english.LANGUAGE.txt`` up to
date, and takes what nobody says any more out of the catalogues; the tests only look. After a sentence was written or
changed in the code, run it: the sentence is English there until somebody translates it, and the list says so.
"""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.locales import FILES, LOCALES, PAGE_LOCALES
from companion.referee.cards import Card
from companion.referee.decks import editions, load_deck
from companion.voice.phrases import Phrases
from tests.narration.test_catalogue import Key, key, said_in_code, texts

PARTLY = tuple(language for language in LOCALES if language not in PAGE_LOCALES)
FOLDER = Path(str(FILES))
_HEAD = """\
# What a table hears in English although it speaks another language ("{language}"); written by
# python -m tests.narration.left_in_english. To translate a sentence, put it into voice.{language}.po and run that
# again; to name a card, put its name into {language}.toml, and take it out of the lexicon.
"""


def catalogue(language: str) -> dict[Key, Message]:
    """A language's messages by their English."""
    with (FOLDER / f"voice.{language}.po").open("rb") as file:
        return {key(message): message for message in read_po(file, locale=language) if message.id}


def translated(language: str) -> dict[Key, tuple[str, ...]]:
    """A language's messages: English singular and plural to its own forms."""
    return {english: texts(message) for english, message in catalogue(language).items()}


def nameless(language: str) -> list[str]:
    """Every card of ours, by edition, that has its English name there for want of another."""
    names = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    found = []
    for edition in editions():
        own = names["values"] | names["editions"][edition].get("cards", {})
        values = dict.fromkeys(card.value for card in load_deck(edition).faces if not card.is_number)
        found += [f"{edition} {value}: {_english(value, edition)}" for value in values if value not in own]
    return found


def _english(value: str, edition: str) -> str:
    return Phrases("en").name(Card(value), edition)


def listed(language: str) -> str:
    """The list as it should be."""
    sentences = sorted(" | ".join(english) for english in said_in_code() - set(translated(language)))
    parts = [_HEAD.format(language=language), "[cards]", *nameless(language), "", "[sentences]", *sentences]
    return "\n".join(parts) + "\n"


def list_of(language: str) -> Path:
    """Where it is kept."""
    return FOLDER / f"english.{language}.txt"


def without_the_unsaid(catalogue_text: str) -> str:
    """A catalogue without the messages that no code says any more."""
    said = said_in_code()
    head, *blocks = catalogue_text.rstrip("\n").split("\n\n")
    return "\n\n".join([head, *(block for block in blocks if _keys(block) <= said)]) + "\n"


def _keys(block: str) -> set[Key]:
    return {key(message) for message in read_po(io.BytesIO(block.encode())) if message.id}


def main() -> None:
    """Brings catalogues and lists up to date."""
    for language in PARTLY:
        file = FOLDER / f"voice.{language}.po"
        file.write_text(without_the_unsaid(file.read_text(encoding="utf-8")), encoding="utf-8")
        list_of(language).write_text(listed(language), encoding="utf-8")


if __name__ == "__main__":
    main()
