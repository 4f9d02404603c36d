"""Lines put into words: the catalogue's sentence, with cards, colours and numbers as the language has them.

The text is the page's (``3 cards``, ``+2``, ``UNO``); ``companion.voice.lexicon`` turns it into what is sent to a
synthesiser. English sentences are the catalogue's keys; other languages are read from their ``.po`` file when the
table first speaks them, so there is nothing compiled that could be out of date.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.locales import FILES, LOCALES, catalogue
from companion.referee.cards import Card, Colour
from companion.referee.events import Direction
from companion.voice.lexicon import language_of
from companion.voice.lines import EditionName, Line, Param, Phrase
from companion.voice.utterance import Utterance

LANGUAGES = LOCALES
SOURCE_LANGUAGE = LOCALES[0]


@dataclass(frozen=True, slots=True)
class Forms:
    """One parameter in a language. ``{card}`` in a sentence takes it plain, ``{card:one}`` in that form.

    Every word has ``capital``; a card has ``one`` (its value with the article); a colour has the forms that the
    language's file gives, such as ``partitive``.
    """

    plain: str
    others: Mapping[str, str]

    def __format__(self, form: str) -> str:
        if form == "capital":
            return self.plain[:1].upper() + self.plain[1:]
        return self.others[form] if form else self.plain


class Phrases:
    """One language of the table. ``locale`` may carry a country; its language must be one of LANGUAGES.

    >>> from companion.voice.lines import say
    >>> Phrases("fr").text(say("Top card: {card}.", card=Card("7", Colour.GREEN)))
    'Sur la défausse\\xa0: 7 vert.'
    """

    def __init__(self, locale: str) -> None:
        self.language = language_of(locale)
        self._names: dict[str, Any] = tomllib.loads((FILES / f"{self.language}.toml").read_text(encoding="utf-8"))
        self._catalogue = catalogue(self.language, "voice")

    def text(self, phrase: Phrase) -> str:
        """The phrase as the page shows it; a Line's cards have the names of its edition."""
        return self._sentences(phrase, phrase.edition if isinstance(phrase, Line) else "")

    def name(self, thing: Card | Colour | Direction, edition: str = "") -> str:
        """What one thing is called, by itself."""
        return self._param(thing, edition).plain

    def _sentences(self, phrase: Phrase, edition: str) -> str:
        return " ".join([self._sentence(phrase, edition), *(self._sentences(more, edition) for more in phrase.then)])

    def _sentence(self, phrase: Phrase, edition: str) -> str:
        if phrase.plural is None:
            template = self._catalogue.gettext(phrase.message)
        else:
            number = phrase.params["n"]
            assert isinstance(number, int)  # noqa: S101 - count() makes it one
            template = self._catalogue.ngettext(phrase.message, phrase.plural, number)
        for typed, shown in self._names["spaces"].items():
            template = template.replace(typed, shown)
        return template.format_map({name: self._param(value, edition) for name, value in phrase.params.items()})

    def _param(self, value: Param, edition: str) -> Forms:
        match value:
            case Colour():
                return self._colour(value)
            case Direction():
                return Forms(self._names["directions"][value], {})
            case Card():
                return self._card(value, edition)
            case EditionName(key):
                return Forms(self._names["editions"][key]["name"], {})
            case tuple():
                parts = [part if isinstance(part, str) else self._sentences(part, edition) for part in value]
                return Forms(", ".join(parts), {})
            case _:
                return Forms(str(value), {})

    def _colour(self, colour: Colour) -> Forms:
        forms = self._names["colours"][colour]
        return Forms(forms["name"], forms)

    def _card(self, card: Card, edition: str) -> Forms:
        named = self._value(card.value, edition)
        pattern, name = self._names["cards"], named["name"]
        gender = named.get("gender", "m")
        one = named.get("one") or pattern["one"][gender].format(name=name)
        if card.colour is None:
            return Forms(name, {"one": one})
        colours = self._names["colours"][card.colour]
        if named.get("comma"):
            return Forms(pattern["comma"].format(name=name, colour=colours["name"]), {"one": one})
        return Forms(pattern["agreeing"].format(name=name, colour=colours.get(gender, colours["name"])), {"one": one})

    def _value(self, value: str, edition: str) -> Mapping[str, Any]:
        own: Mapping[str, Any] = self._names["editions"].get(edition, {}).get("cards", {})
        return own.get(value) or self._names["values"].get(value) or {"name": value}


@cache
def _phrases_of(language: str) -> Phrases:
    return Phrases(language)


def utterances(lines: Iterable[Line], locales: Sequence[str]) -> list[Utterance]:
    """The lines in every language of the table that there are words for; in English where there is none."""
    known = [locale for locale in locales if language_of(locale) in LANGUAGES] or [SOURCE_LANGUAGE]
    voices = {locale: _phrases_of(language_of(locale)) for locale in known}
    return [
        Utterance(
            texts={locale: phrases.text(line) for locale, phrases in voices.items()},
            priority=line.priority,
            key=line.key,
            expires_ms=line.expires_ms,
            repeatable=line.repeatable,
            heard=None
            if line.aloud is None
            else {locale: phrases.text(line.aloud) for locale, phrases in voices.items()},
        )
        for line in lines
    ]
