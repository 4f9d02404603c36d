"""Which language a phone reads: the one chosen on it, else by what its browser asks for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.locales import PAGE_LOCALES, page_catalogue
from companion.referee.cards import Card, Colour
from companion.referee.events import Direction
from companion.voice.lines import Phrase
from companion.voice.phrases import Phrases
from companion.web.reading_order import in_order, isolated

#: The decimal point, and the sign after a share. Babel knows them too; loading its numbers costs more than a page.
_POINT = {"en": ".", "fr": ","}
_PERCENT = {"en": "%", "fr": "\u202f%"}


LANGUAGE_COOKIE = "uno_language"
#: What each language calls itself, for whoever cannot read the one that is shown.
OWN_NAMES = {"en": "English", "fr": "Français"}


def chosen(cookie: str | None) -> str | None:
    """The language that was chosen on a phone, if it is one there is."""
    return cookie if cookie in PAGE_LOCALES else None


def negotiate(header: str | None, spoken: Sequence[str], available: tuple[str, ...] = PAGE_LOCALES) -> str:
    """The best of the languages there are for an ``Accept-Language`` header, else the table's first of them.

    >>> negotiate("de-CH, fr-CH;q=0.9, en;q=0.5", ["en"])
    'fr'
    >>> negotiate("de, *;q=0.1", ["nl", "fr"])
    'fr'
    >>> negotiate("de", ["nl"]), negotiate("de", ["nl"], ("en", "de"))
    ('en', 'de')
    """
    default = next((locale for locale in spoken if locale in available), available[0])
    wanted: list[tuple[float, str]] = []
    for part in (header or "").split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        language = tag.strip().lower().split("-")[0]
        quality = _quality(parameters)
        if language in available and quality > 0:
            wanted.append((quality, language))
    return max(wanted, key=lambda choice: choice[0], default=(0.0, default))[1]


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


class Words:
    """One language of the page: its sentences, and what the voice calls cards, colours and directions."""

    def __init__(self, locale: str) -> None:
        self._locale = locale
        sentences = page_catalogue(locale)
        self.gettext, self.ngettext = sentences.gettext, sentences.ngettext
        self.pgettext, self.npgettext = sentences.pgettext, sentences.npgettext
        self._names = Phrases(locale)

    def name(self, thing: Card | Colour | Direction, edition: str = "") -> str:
        """A card, colour or direction by its name, as people say it."""
        return self._names.name(thing, edition)

    def value(self, value: str, edition: str = "") -> str:
        """The number or action of a card, whatever its colour."""
        return self._names.value(value, edition)

    def command_card(self, word: str) -> str:
        """A command card by the word that is printed on it."""
        return self._names.command_card(word)[0]

    def called(self, player: str) -> str:
        """What a player is called where it is read, who may have no name but the badge's."""
        return isolated(self.written(player))

    def written(self, player: str) -> str:
        """What a player is called where it is written: in a field, or in what a form sends."""
        return self._names.called(player)

    def edition(self, name: str) -> str:
        """What an edition is called; an own deck by its own name."""
        return self._names.edition(name)

    def player(self, called: str) -> str:
        """The player who is called so, as the table writes the name."""
        return self._names.player(called)

    def said(self, phrase: Phrase) -> str:
        """What the voice says, in this language."""
        return in_order(self._names.text(phrase))

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits after the point, as the language writes it."""
        return f"{value:.{digits}f}".replace(".", _POINT[self._locale])

    def percent(self, share: float) -> str:
        """A share of one in per cent, as the language writes it."""
        return self.decimal(100 * share, 1) + _PERCENT[self._locale]


@cache
def page_words(locale: str) -> Words:
    """The words of a language."""
    return Words(locale)
