"""A play, what it does and who plays now are told in few words: 8 in brief, 14 in normal, in every language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from companion.games.scenario import Statement, read_file
from companion.locales import LOCALES
from companion.referee import events as ev
from companion.referee.decks import editions, load_deck
from companion.referee.events import Phase
from companion.referee.refusals import RefusalCode
from companion.voice.game.narrator import narrate_refusal, utterances
from companion.voice.lines import Verbosity
from tests.narration.plays import Laid, plays_among, refusals_among, too_long, words_of
from tests.narration.robot_games import robot_round
from tests.soak import SOAK

TESTS = Path(__file__).parents[1]
FOLDERS = ("scenarios", "options", "traps", "rulings", "disputed", "refusals")
FILES = sorted(file for folder in FOLDERS for file in (TESTS / folder).glob("*.table"))
ROUNDS = 8 if SOAK else 2  # of each edition by each set of options

#: Options that change what a play gives to hear.
OPTIONS: dict[str, dict[str, str]] = {
    "as printed": {},
    "sums": {"stacking": "any"},
    "sevens": {"seven_zero": "on", "jump_in": "on"},
    "no challenge": {"challenge": "off"},
    "sums that nobody contests": {"challenge": "off", "stacking": "any", "auto_draw": "off"},
    "counted out": {"draw_from": "dispenser"},
    "launched": {"draw_from": "launcher"},
    "by hand": {"draw_from": "pile"},
    "the hit falls on its target": {"extreme_hit_presser": "target", "discard_all": "some"},
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_play_of_the_written_games_takes_few_words(file: Path) -> None:
    commands = [step.command for step in read_file(file) if isinstance(step, Statement)]
    assert [too_long(laid) for laid in plays_among(commands) if laid.usual and too_long(laid)] == []


A_REFUSAL = 9  # words, in brief: a card with a long name, and what would match
#: Refusals that tell a number or a list, or how to begin.
LONG = {
    RefusalCode.BAD_GAME,
    RefusalCode.CANNOT_STACK,
    RefusalCode.NOT_IN_DECK,
    RefusalCode.WRONG_COUNT,
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_refusals_take_few_words_in_brief(file: Path) -> None:
    commands = [step.command for step in read_file(file) if isinstance(step, Statement)]
    for state, command, refusal in refusals_among(commands):
        if refusal.code in LONG or state.phase is Phase.NONE:
            continue
        lines = narrate_refusal(state, command, refusal, Verbosity.BRIEF)
        for locale in LOCALES:
            told = " ".join(utterance.texts[locale] for utterance in utterances(lines, [locale]))
            assert words_of(told) <= A_REFUSAL, told


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_whatever_is_tried_while_something_is_owed_is_refused_with_what_comes_first(verbosity: Verbosity) -> None:
    met = 0
    for file in FILES:
        commands = [step.command for step in read_file(file) if isinstance(step, Statement)]
        for state, command, refusal in refusals_among(commands):
            if refusal.code is RefusalCode.MUST_PAY:
                met += 1
                told = utterances(narrate_refusal(state, command, refusal, verbosity), ["en"])
                assert next(iter(told)).texts["en"].startswith("First ")
    assert met >= 10


@cache
def robots_plays(edition: str, options: str) -> tuple[Laid, ...]:
    """The plays of a few rounds, of two players and of more."""
    rounds = [robot_round(edition, 2 + seed, seed, OPTIONS[options]) for seed in range(ROUNDS)]
    return tuple(play for commands in rounds for play in plays_among(list(commands)))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("edition", editions())
def test_every_play_of_a_round_that_robots_play_takes_few_words(edition: str, options: str) -> None:
    laid = robots_plays(edition, options)
    assert len(laid) > 20
    assert {line for play in laid if play.usual for line in too_long(play)} == set()


@pytest.mark.parametrize("edition", editions())
def test_the_robots_rounds_lay_every_card_of_the_edition(edition: str) -> None:
    events = [event for options in OPTIONS for play in robots_plays(edition, options) for event in play.events]
    laid = {event.cards[0].value for event in events if isinstance(event, ev.Played)}
    assert laid == {card.value for card in load_deck(edition).faces}
