"""The card that lies on the table for whoever comes with a phone: what it says, in the languages of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.address import PageAddress
from companion.locales import PAGE_LOCALES
from companion.web.language import Words, page_words


@dataclass(frozen=True, slots=True)
class CardText:
    """The card in one language, line by line."""

    locale: str
    heading: str
    how: str
    pin: str
    hints: tuple[str, ...]


def join_link(url: str, pin: str | None) -> str:
    """Where the code leads. The PIN is behind a ``#``, which browsers send to nobody, so it is in no log.

    >>> join_link("http://192.168.1.5:8080/", "123456")
    'http://192.168.1.5:8080/join#pin=123456'
    """
    return f"{url}join" if pin is None else f"{url}join#pin={pin}"


def addresses(page: PageAddress) -> list[str]:
    """All addresses to type, the likeliest first: numbers, which every phone understands, before the name."""
    return [url for url in (page.url, *page.further, page.named) if url is not None]


def card_texts(page: PageAddress, pin: str | None, spoken: Sequence[str], reader: str) -> list[CardText]:
    """The card in each language of the table that the page is written in; else in the reader's."""
    told = [locale for locale in dict.fromkeys(spoken) if locale in PAGE_LOCALES] or [reader]
    return [_card(locale, page_words(locale), page, pin) for locale in told]


def _card(locale: str, words: Words, page: PageAddress, pin: str | None) -> CardText:
    _ = words.gettext
    hints = [_("The table says its address and PIN aloud: scan the PIN card.")]
    if not page.way_out:
        hints.append(stay_connected(words))
    return CardText(
        locale,
        _("Join the UNO table with your phone"),
        _("In the same Wi-Fi, scan the code or open this address:"),
        _("Ask for the PIN at the table.") if pin is None else _("PIN: %(pin)s") % {"pin": pin},
        tuple(hints),
    )


def stay_connected(words: Words) -> str:
    """How a phone is kept on a Wi-Fi without internet."""
    return words.gettext("This Wi-Fi has no internet: stay connected if the phone asks, and switch mobile data off.")
