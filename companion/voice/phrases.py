"""Lines put into words: the catalogue's sentence, with cards, colours and numbers as the language has them.

The text is the page's (``3 cards``, ``+2``, ``UNO``); ``companion.voice.lexicon`` turns it into what is sent to a
synthesiser. English sentences are the catalogue's keys; other languages are read from their ``.po`` file when the
table first speaks them, so there is nothing compiled that could be out of date.

A language that lacks words for any part of a line leaves all of it to English, which an English voice reads: no voice
changes language within a line. A card without a name there has its English one, as at that language's tables.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.locales import FILES, LOCALES, UntranslatedError, voice_catalogue
from companion.referee.cards import Card, Colour, Side
from companion.referee.decks import like_of
from companion.referee.events import Direction
from companion.referee.state import folded
from companion.set_up import UNNAMED
from companion.voice.lexicon import language_of
from companion.voice.lines import EditionName, Line, Param, Phrase, PrintedWord
from companion.voice.utterance import Utterance

LANGUAGES = LOCALES
SOURCE_LANGUAGE = LOCALES[0]


@dataclass(frozen=True, slots=True)
class Forms:
    """One parameter in a language. ``{card}`` in a sentence takes it plain, ``{card:one}`` in that form.

    Every word has ``capital``; a card has ``one`` (its value with the article), several cards likewise, as a choice,
    ``every``, which lists them with how many there are of each, and ``kinds``, which lists what they are called; a
    colour has the forms that the language's file gives, such as ``partitive``.
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
        self._catalogue = voice_catalogue(self.language)

    def text(self, phrase: Phrase) -> str:
        """The phrase as the page shows it, in English where this language lacks words for any part of it.

        A Line's cards have the names of its edition.
        """
        own = self.own_text(phrase)
        return _phrases_of(SOURCE_LANGUAGE).text(phrase) if own is None else own

    def own_text(self, phrase: Phrase) -> str | None:
        """The phrase in this language and no other, or None."""
        manner = _Manner()
        if isinstance(phrase, Line):
            manner = _Manner(phrase.edition, "full" if phrase.detailed else "short")
        try:
            return self._sentences(phrase, manner)
        except UntranslatedError:
            return None

    def name(self, thing: Card | Colour | Direction | Side, edition: str = "") -> str:
        """What one thing is called, by itself."""
        return self._param(thing, _Manner(edition)).plain

    def value(self, value: str, edition: str = "") -> str:
        """What the number or action of a card is called, whatever its colour.

        >>> Phrases("fr").value("hit-two", "extreme"), Phrases("en").value("7")
        ('Appuyez deux fois', '7')
        """
        return str(self._value(value, edition)["name"])

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

    def called(self, player: str) -> str:
        """What a player is called: by the name, or by the badge of who has none.

        >>> Phrases("fr").called("Ann"), Phrases("fr").called("player 2")
        ('Ann', 'place 2')
        """
        badge = UNNAMED.get(player)
        return player if badge is None else self.badge(badge)

    def player(self, called: str) -> str:
        """The player who is called so: what the table writes down.

        >>> Phrases("fr").player("place 2"), Phrases("fr").player("Ann")
        ('player 2', 'Ann')
        """
        return next((name for name in UNNAMED if folded(self.called(name)) == folded(called)), called)

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
                return Forms(self.command_card(key)[0].strip("¿? \u00a0\u202f"), {})
            case EditionName(key):
                return Forms(self._names["editions"].get(key, {}).get("name", key), {})
            case tuple():
                return self._several(value, manner)
            case str():
                return Forms(self.called(value), {})
            case _:
                return Forms(str(value), {})

    def _several(self, parts: Sequence[str | Phrase | PrintedWord | Card], manner: _Manner) -> Forms:
        """A list: of names and sentences one after the other, of cards as a choice."""
        cards = [self._card(part, manner) for part in parts if isinstance(part, Card)]
        if cards:
            choice = {form: self._either(f"{card:{form}}" for card in cards) for form in ("", "one")}
            copies = Counter(card.plain for card in cards)
            every = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in copies.items())
            return Forms(choice[""], choice | {"every": every, "kinds": ", ".join(self._kinds(parts, manner))})
        return Forms(", ".join(self._part(part, manner) for part in parts), {})

    def _kinds(self, cards: Sequence[object], manner: _Manner) -> Iterator[str]:
        """Each kind of card once; two that are called alike together, where the language says how."""
        values = [card.value for card in cards if isinstance(card, Card)]
        beside = {value: self._value(value, manner.edition).get("beside", {}) for value in values}
        together = {other: name for named in beside.values() for other, name in named.items() if other in values}
        for value in values:
            if value in together:
                yield together[value]
            elif not beside[value].keys() & set(values):
                yield self._card(Card(value), manner).plain

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
        named = self._own_value(value, edition)
        if named is not None or value.isdigit():
            return named or {"name": value}
        english = _phrases_of(SOURCE_LANGUAGE)._own_value(value, edition)
        if english is None:
            return {"name": value}
        return {form: english[form] for form in ("name", "short") if form in english} | {"comma": True}

    def _own_value(self, value: str, edition: str) -> Mapping[str, Any] | None:
        decks = {name: deck.get("cards", {}) for name, deck in self._names["editions"].items()}
        own = decks.get(edition) or decks.get(like_of(edition), {})
        names = [own, self._names["values"], *decks.values()]
        return next((cards[value] for cards in names if value in cards), None)


@cache
def _phrases_of(language: str) -> Phrases:
    return Phrases(language)


def utterances(lines: Iterable[Line], locales: Sequence[str]) -> list[Utterance]:
    """The lines in every language of the table that has words for all of them; in English for those that have not."""
    known = [locale for locale in locales if language_of(locale) in LANGUAGES] or [SOURCE_LANGUAGE]
    return [_utterance(line, dict(_reader(line, locale) for locale in known)) for line in lines]


def _reader(line: Line, locale: str) -> tuple[str, Phrases]:
    """Whose voice reads a line to the listeners of a language: its own, or English for the whole line."""
    own = _phrases_of(language_of(locale))
    whole = all(own.own_text(part) is not None for part in (line, line.aloud) if part is not None)
    return (locale, own) if whole else (SOURCE_LANGUAGE, _phrases_of(SOURCE_LANGUAGE))


def _utterance(line: Line, readers: Mapping[str, Phrases]) -> Utterance:
    return Utterance(
        texts={locale: phrases.text(line) for locale, phrases in readers.items()},
        priority=line.priority,
        key=line.key,
        expires_ms=line.expires_ms,
        repeatable=line.repeatable,
        heard=None
        if line.aloud is None
        else {locale: phrases.text(line.aloud) for locale, phrases in readers.items()},
        until=line.until,
        earcon=line.earcon,
        retell=lambda locales: utterances([line], locales)[0],
    )
