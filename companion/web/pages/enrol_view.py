"""Enrolling and checking a deck on the page: its texts as they are now, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.enrolled import Codes
from companion.referee.cards import Side
from companion.referee.decks import Deck, deck_by_letter
from companion.scan_tasks import deck_count, enrolment
from companion.scan_tasks.enrolling import Counting, Enrolling
from companion.things import USUAL_SERIAL, Thing, deck_cards, thing_with
from companion.voice.errands import enrol_lines
from companion.voice.lines import Phrase, answer
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.pages.starting import games_to_play

Groups = list[tuple[str, list[tuple[str, str]]]]
COMMANDS, PLAYERS = "commands", "players"


def scans_go_to(task: Enrolling | Counting | None) -> str:
    """What scans are taken for, in one word."""
    return "game" if task is None else "enrolment" if isinstance(task, Enrolling) else "check"


def live_texts(web: WebContext, words: Words) -> dict[str, Any]:
    """The page's texts as they are now; ``scans`` says which form of it they belong to."""
    desk = web.desk
    texts = {"told": "" if desk.last is None else words.said(desk.last), "unknown": desk.unknown or ""}
    return {
        "scans": scans_go_to(desk.task),
        "taken": desk.last_was_taken,
        "texts": texts | _of_task(desk.task, desk.book.codes(), words),
    }


def _of_task(task: Enrolling | Counting | None, codes: Codes, words: Words) -> dict[str, str]:
    match task:
        case Enrolling():
            under_way = task.enrolment
            done = len(under_way.things) - len(enrolment.without_code(under_way, codes))
            return {
                "asks": _text(enrolment.asks(under_way, codes), task.edition, words),
                "progress": _text(enrol_lines.progress(done, len(under_way.things)), task.edition, words),
            }
        case Counting():
            return {"progress": _text(deck_count.report(task.count), task.edition, words)}
    return {}


def _text(phrase: Phrase, edition: str, words: Words) -> str:
    return words.said(answer(phrase, edition))


def name_of(thing: Thing, words: Words) -> str:
    """A thing, with its deck where it is a card."""
    return _text(enrol_lines.with_deck(thing), thing.edition, words)


def choices(things: Iterable[Thing], words: Words) -> list[tuple[str, str]]:
    """Things to choose from: tag and name."""
    return [(thing.tag, _text(enrol_lines.named(thing), thing.edition, words)) for thing in things]


def decks(words: Words) -> Groups:
    """The decks that there are, in groups; not the ready-made agreements, which have no cards of their own."""
    presets = words.gettext("Ready-made agreements")
    return [(heading, names) for heading, names in games_to_play(words) if heading != presets]


def bindings(codes: Codes, words: Words) -> list[tuple[str, str]]:
    """Every code with the name of its thing."""
    return [(code, name_of(thing_with(tag), words)) for code, tag in codes.tags.items()]


def likely_cards(deck: Deck, codes: Codes) -> tuple[Thing, ...]:
    """The cards that an unknown code may be stuck on: of the deck on the table, those without a code first."""
    serial = deck.serial or next(
        (tag[2:4] for tag in codes.tags.values() if deck_by_letter(tag[1], tag[2:4]) == deck and len(tag) > 8),  # noqa: PLR2004
        USUAL_SERIAL,
    )
    things = deck_cards(deck, serial, list(Side) if deck.two_sided else [Side.LIGHT])
    have = set(codes.tags.values())
    return tuple(sorted(things, key=lambda thing: thing.tag in have))
