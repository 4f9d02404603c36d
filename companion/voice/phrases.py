"""Lines put into words: the catalogue's sentence, with cards, colours and numbers as the language has them.

The text is the page's (``3 cards``, ``+2``, ``UNO``); ``companion.voice.lexicon`` turns it into what is sent to a
synthesiser. English sentences are the catalogue's keys; other languages are read from their ``.po`` file when the
table first speaks them, so there is nothing compiled that could be out of date.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.locales import FILES, LOCALES, catalogue
from companion.referee.cards import Card, Colour, Side
from companion.referee.decks import like_of
from companion.referee.events import Direction
from companion.voice.lexicon import language_of
from companion.voice.lines import EditionName, Line, Param, Phrase, PrintedWord
from companion.voice.utterance import Utterance

LANGUAGES = LOCALES
SOURCE_LANGUAGE = LOCALES[0]


@dataclass(frozen=True, slots=True)
class Forms:
    """One parameter in a language. ``{card}`` in a sentence takes it plain, ``{card:one}`` in that form.

    Every word has ``capital``; a card has ``one`` (its value with the article), several cards likewise, as a choice,
    and ``every``, which lists them with how many there are of each; a colour has
    the forms that the language's file gives, such as ``partitive``.
    """

    plain: str
    others: Mapping[str, str]

    def __format__(self, form: str) -> str:
        if form == "capital":
            return self.plain[:1].upper() + self.plain[1:]
        return self.others[form] if form else self.plain


@dataclass(frozen=True, slots=True)
class _Manner:
    """How names are to be said: as which edition calls its cards, in their long form, or in a short one."""

    edition: str = ""
    form: str = "name"  # or "full", or "short"; a name that has not got it is said as it is

    @property
    def detailed(self) -> bool:
        """With every detail wanted."""
        return self.form == "full"


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
        if isinstance(phrase, Line):
            return self._sentences(phrase, _Manner(phrase.edition, "full" if phrase.detailed else "short"))
        return self._sentences(phrase, _Manner())

    def name(self, thing: Card | Colour | Direction | Side, edition: str = "") -> str:
        """What one thing is called, by itself."""
        return self._param(thing, _Manner(edition)).plain

    def command_card(self, word: str) -> tuple[str, str]:
        """What is printed on a command card, and the shorter word that its Braille says.

        >>> Phrases("fr").command_card("DONE"), Phrases("en").command_card("STATUS")
        (('terminé', 'terminé'), ('where are we?', 'where'))
        """
        card = self._names["command_cards"][word]
        return self._spaced(card["word"]), card.get("braille", card["word"])

    def badge(self, number: int) -> str:
        """What the badge of a player without a name says."""
        return str(self._names["badges"]["numbered"].format(number=number))

    def edition(self, name: str) -> str:
        """What an edition is called; an own deck by its own name."""
        return self._param(EditionName(name), _Manner()).plain

    def _sentences(self, phrase: Phrase, manner: _Manner) -> str:
        return " ".join([self._sentence(phrase, manner), *(self._sentences(more, manner) for more in phrase.then)])

    def _sentence(self, phrase: Phrase, manner: _Manner) -> str:
        if phrase.plural is None:
            template = self._catalogue.gettext(phrase.message)
        else:
            number = phrase.params["n"]
            assert isinstance(number, int)  # noqa: S101 - count() makes it one
            template = self._catalogue.ngettext(phrase.message, phrase.plural, number)
        params = {name: self._param(value, manner) for name, value in phrase.params.items()}
        return self._spaced(template).format_map(params)

    def _spaced(self, text: str) -> str:
        """Typed with plain spaces, shown with those of print."""
        for typed, shown in self._names["spaces"].items():
            text = text.replace(typed, shown)
        return text

    def _param(self, value: Param, manner: _Manner) -> Forms:
        match value:
            case Colour():
                forms = self._names["colours"][value]
                return Forms(forms.get("full", forms["name"]) if manner.detailed else forms["name"], forms)
            case Direction():
                return Forms(self._names["directions"][value], {})
            case Side():
                return Forms(self._names["sides"][value], {})
            case Card():
                return self._card(value, manner)
            case PrintedWord(key):
                return Forms(self.command_card(key)[0].rstrip("? \u00a0\u202f"), {})
            case EditionName(key):
                return Forms(self._names["editions"].get(key, {}).get("name", key), {})
            case tuple():
                return self._several(value, manner)
            case _:
                return Forms(str(value), {})

    def _several(self, parts: Sequence[str | Phrase | PrintedWord | Card], manner: _Manner) -> Forms:
        """A list: of names and sentences one after the other, of cards as a choice."""
        cards = [self._card(part, manner) for part in parts if isinstance(part, Card)]
        if cards:
            choice = {form: self._either(f"{card:{form}}" for card in cards) for form in ("", "one")}
            copies = Counter(card.plain for card in cards)
            every = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in copies.items())
            return Forms(choice[""], choice | {"every": every})
        return Forms(", ".join(self._part(part, manner) for part in parts), {})

    def _part(self, part: str | Phrase | PrintedWord | Card, manner: _Manner) -> str:
        return self._sentences(part, manner) if isinstance(part, Phrase) else self._param(part, manner).plain

    def _either(self, names: Iterable[str]) -> str:
        *others, last = dict.fromkeys(names)
        pattern: str = self._names["cards"]["either"]
        return pattern.format(others=", ".join(others), last=last) if others else last

    def _card(self, card: Card, manner: _Manner) -> Forms:
        named = self._value(card.value, manner.edition)
        pattern = self._names["cards"]
        name = named.get(manner.form, named["name"])
        gender = named.get("gender", "m")
        one = named.get("one") or pattern["one"][gender].format(name=named["name"])
        if card.colour is None:
            return Forms(name, {"one": one})
        colours = self._names["colours"][card.colour]
        if manner.detailed and "full" in colours:
            return Forms(pattern["detailed"].format(name=name, colour=colours["full"]), {"one": one})
        if named.get("comma"):
            return Forms(pattern["comma"].format(name=name, colour=colours["name"]), {"one": one})
        return Forms(pattern["agreeing"].format(name=name, colour=colours.get(gender, colours["name"])), {"one": one})

    def _value(self, value: str, edition: str) -> Mapping[str, Any]:
        """What the edition calls a card, or the one an own deck is like; another deck's card has its name there."""
        decks = {name: deck.get("cards", {}) for name, deck in self._names["editions"].items()}
        own = decks.get(edition) or decks.get(like_of(edition), {})
        names = [own, self._names["values"], *decks.values()]
        return next((cards[value] for cards in names if value in cards), {"name": value})


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
            until=line.until,
        )
        for line in lines
    ]
