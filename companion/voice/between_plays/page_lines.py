"""Where the phone page is, and what phones need to come to it and to stay."""

from __future__ import annotations

from dataclasses import replace

from companion.address import PageAddress
from companion.voice.game.prompts import spoken_address
from companion.voice.lines import Line, Phrase, answer, followed, line, say
from companion.voice.utterance import Priority, Until


def page_at(page: PageAddress) -> Phrase:
    """The page's address by number, and by its registered name where there is one."""
    if not page.reachable:
        return say("There is no network yet: phones cannot reach the page.")
    number = spoken_address(page.url)
    if page.named is None:
        return say("The page is at {address}.", address=number)
    return say("The page is at {address}, or at {name}.", address=number, name=spoken_address(page.named))


def stay_connected(page: PageAddress) -> Phrase | None:
    """On a Wi-Fi without internet phones would leave: how they are kept. None where they stay by themselves."""
    if page.way_out:
        return None
    return say("This Wi-Fi has no internet: stay connected if the phone asks, and switch mobile data off.")


def page_moved(page: PageAddress) -> list[Line]:
    """The machine has come to a network, or has another address there."""
    return [line(followed(page_at(page), stay_connected(page)), Priority.ACTION, until=Until.ASKED)]


def pin(digits: str, page: PageAddress | None = None) -> list[Line]:
    """What a phone needs for joining: where the page is, and the PIN, digit by digit.

    The PIN is for the loudspeaker only, and REPEAT does not say it again.
    """
    aloud, shown = say("PIN: {digits}.", digits=tuple(digits)), say("The PIN was said aloud.")
    if page is not None:
        found, hint = page_at(page), stay_connected(page)
        aloud, shown = followed(found, hint, aloud), followed(found, hint, shown)
    return [replace(answer(shown), aloud=aloud, repeatable=False)]


def pin_unheard() -> list[Line]:
    """The PIN was asked for, and there is no sound."""
    return [answer(say("Nobody can hear the PIN now: a host finds it on the page, under Phones."))]
