"""From the text the page shows to the text the synthesiser is sent."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

FALLBACK_VOICE = "gmw/en"
LEXICON = Path(__file__).with_name("lexicon.toml")
PIECE_LENGTH = 200  # characters; a piece is synthesised in one go (10,000 at once took 4 s)

# Emoji lie at and above here, and among "other symbols"; neither they nor control characters have a sound.
FIRST_PICTOGRAPH = 0x1F000
# Four numbers, or a name with a point in it; the port is on its own.
ADDRESS = re.compile(
    r"(?<![\w.-])((?:\d{1,3}(?:\.\d{1,3}){3}|[a-z][a-z\d-]*(?:\.[a-z\d-]+)+))(?::(\d{2,5}))?(?![\w-])"
)
SILENT_CATEGORIES = {"So", "Cc", "Cf", "Cs", "Co", "Cn", "Me"}
VARIATION_SELECTORS = range(0xFE00, 0xFE10)
AS_WRITTEN: Mapping[str, str] = MappingProxyType({})
# Scripts that espeak-ng reads as words, whichever of our languages it speaks; of others it names every letter
# ("Chinese letter, Chinese letter"), which is no name. Measured with 1.51: `espeak-ng -v fr -q -x 李雷`.
READ_AS_WORDS = (
    *("LATIN", "GREEK", "ARMENIAN", "GEORGIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "TAMIL", "KANNADA"),
    *("MALAYALAM", "SINHALA", "HANGUL", "COMBINING"),
)
LAST_LATIN = 0x24F  # up to here, ª, º and µ among them, all is read


@dataclass(frozen=True, slots=True)
class Ones:
    """What numbers that end in one are called before some nouns: ``21 cartes`` is ``vingt et une cartes``."""

    nouns: tuple[str, ...]
    words: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One language of the lexicon: its voice, those of its regions, whole words to replace, ones before nouns, and
    how addresses are read.
    """

    voice: str
    regions: Mapping[str, str]
    words: Mapping[str, str]
    ones: tuple[Ones, ...]
    point: str
    port: str


def spoken_form(text: str, locale: str, names: Mapping[str, str] = AS_WRITTEN) -> str:
    """What the synthesiser is sent for ``text``; empty when nothing in it has a sound.

    ``names`` are players' names that are said like something else, capitals or not, as whole words; those without a
    sound of their own wherever they stand.

    >>> spoken_form("Zoé : UNO ! Il reste 21 cartes.", "fr")
    'Zoé : uno ! Il reste vingt et une cartes.'
    >>> spoken_form("Ann 🎉 +2", "en")
    'Ann +2'
    >>> spoken_form("Siobhán: red 7.", "en", {"Siobhán": "Shivawn"})
    'Shivawn: red 7.'
    >>> spoken_form("😀: red 7.", "en", {"😀": "player 2"})
    'player 2: red 7.'
    >>> spoken_form("192.168.1.5:8080", "fr")
    '192 point 168 point 1 point 5, port 8080'
    """
    plain = _names(audible(_silent_names(text, names)), names)
    if not any(character.isalnum() for character in plain):
        return ""
    language = _languages().get(language_of(locale))
    if language is None:
        return plain
    told = _words(_addresses(plain, language), language)
    for ones in language.ones:
        told = _in_words(told, ones)
    return told


def audible(text: str) -> str:
    """The text without emoji, letters that are not read as words, control characters and needless spaces."""
    return " ".join("".join(_audible(character) for character in text).split())


def sayable(name: str) -> bool:
    """Whether a voice has anything to say of the name.

    >>> [sayable(name) for name in ("Zoé", "Νίκος", "player 2", "😀", "李雷", "Ольга", "***")]
    [True, True, True, False, False, False, False]
    """
    return any(character.isalnum() for character in audible(name))


def pieces(text: str) -> list[str]:
    """A long text cut at the ends of sentences, so that the first words are heard at once."""
    found: list[str] = []
    for sentence in re.split(r"(?<=[.!?;:])\s+", text):
        if found and len(found[-1]) + len(sentence) < PIECE_LENGTH:
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return [piece for piece in found if piece]


def voices_for(locale: str) -> tuple[str, ...]:
    """Voice ids for a locale, best first; the last one exists in every espeak-ng.

    >>> voices_for("fr_BE.UTF-8")
    ('roa/fr-BE', 'roa/fr', 'fr', 'gmw/en')
    """
    language = _languages().get(language_of(locale))
    usual = language.voice if language else language_of(locale)
    own = language.regions.get(region_of(locale), usual) if language else usual
    return tuple(dict.fromkeys((own, usual, language_of(locale), FALLBACK_VOICE)))


def regional_voices() -> set[str]:
    """The tags that have a voice of their own: ``fr-be``."""
    return {f"{language}-{region}" for language, found in _languages().items() for region in found.regions}


def language_of(locale: str) -> str:
    """The language part of a locale: ``fr`` of ``fr-CA`` or ``fr_FR.UTF-8``."""
    return re.split(r"[-_.@]", locale, maxsplit=1)[0].lower()


def region_of(locale: str) -> str:
    """The region of a locale: ``ca`` of ``fr-CA`` or ``fr_CA.UTF-8``, else nothing."""
    _, _, region = re.split(r"[.@]", locale, maxsplit=1)[0].replace("_", "-").partition("-")
    return region.lower()


def _audible(character: str) -> str:
    code = ord(character)
    if character.isspace() or character in "[]":  # espeak-ng takes [[…]] for phonemes
        return " "
    category = unicodedata.category(character)
    if code >= FIRST_PICTOGRAPH or code in VARIATION_SELECTORS:
        return ""
    if code > LAST_LATIN and category[0] in "LM" and not unicodedata.name(character, "").startswith(READ_AS_WORDS):
        return ""
    return "" if character != "°" and category in SILENT_CATEGORIES else character


def _silent_names(text: str, names: Mapping[str, str]) -> str:
    silent = sorted((name for name in names if not sayable(name)), key=len, reverse=True)
    if not silent:
        return text
    return re.sub("|".join(map(re.escape, silent)), lambda found: names[found[0]], text)


def _names(text: str, names: Mapping[str, str]) -> str:
    sent = {audible(name).casefold(): like for name, like in names.items() if sayable(name)}
    if not sent:
        return text
    longest_first = "|".join(re.escape(name) for name in sorted(sent, key=len, reverse=True))
    whole = rf"(?<![\w-])(?:{longest_first})(?![\w-])"
    return re.sub(whole, lambda found: sent.get(found[0].casefold(), found[0]), text, flags=re.IGNORECASE)


def _addresses(text: str, language: Pronunciation) -> str:
    def read_out(found: re.Match[str]) -> str:
        host = found[1].replace(".", f" {language.point} ")
        return host if found[2] is None else f"{host}, {language.port} {found[2]}"

    return ADDRESS.sub(read_out, text)


def _words(text: str, language: Pronunciation) -> str:
    if not language.words:
        return text
    longest_first = sorted(language.words, key=len, reverse=True)
    pattern = "|".join(re.escape(word) for word in longest_first)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: language.words[found[0]], text)


def _in_words(text: str, ones: Ones) -> str:
    def in_words(found: re.Match[str]) -> str:
        hundreds, tail = divmod(int(found[1]), 100)
        if tail not in ones.words:
            return found[0]
        before = ones.words.get(hundreds * 100, hundreds * 100)
        return f"{before} {ones.words[tail]}" if hundreds else ones.words[tail]

    return re.sub(rf"(?<![\w+.,-])(\d{{1,6}})(?= (?:{'|'.join(ones.nouns)})(?!\w))", in_words, text)


@cache
def _languages() -> dict[str, Pronunciation]:
    with LEXICON.open("rb") as file:
        tables = tomllib.load(file)
    return {language: _pronunciation(table) for language, table in tables.items()}


def _pronunciation(table: dict[str, Any]) -> Pronunciation:
    tables = [table.get(name, {}) for name in ("words", "regions", "english", "addresses")]
    ones = table.get("ones", [])
    if not all(isinstance(each, dict) for each in tables) or not isinstance(ones, list):
        raise TypeError(f"{LEXICON.name}: words, regions, english and addresses are tables, ones is a list of them")
    words, regions, english, addresses = tables
    beginning = {name[:1].upper() + name[1:]: sent for name, sent in english.items()}
    return Pronunciation(
        voice=str(table["voice"]),
        regions=regions,
        words=beginning | english | words,
        ones=tuple(
            Ones(tuple(each["nouns"]), {int(number): word for number, word in each.items() if number != "nouns"})
            for each in ones
        ),
        point=addresses["point"],
        port=addresses["port"],
    )
