"""A play, what it does and who plays now are told in few words: 8 in brief, 14 in normal, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.decks import editions, load_deck
from companion.scenario import Statement, read_file
from tests.narration.plays import plays_among, too_long
from tests.narration.robot_games import robot_round

TESTS = Path(__file__).parents[1]
FOLDERS = ("scenarios", "options", "traps", "rulings", "disputed", "refusals")
FILES = sorted(file for folder in FOLDERS for file in (TESTS / folder).glob("*.table"))
ROUNDS = 4  # of each edition by each set of options

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


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("edition", editions())
def test_every_play_of_a_round_that_robots_play_takes_few_words(edition: str, options: str) -> None:
    laid = [
        play
        for seed in range(ROUNDS)
        for play in plays_among(list(robot_round(edition, 2 + seed, seed, OPTIONS[options])))
    ]
    assert len(laid) > 20
    told = {line for play in laid if play.usual for line in too_long(play)}
    assert told == set()


def test_the_robots_rounds_lay_every_card_of_every_edition() -> None:
    for edition in editions():
        laid = {
            event.cards[0].value
            for options in OPTIONS.values()
            for seed in range(ROUNDS)
            for play in plays_among(list(robot_round(edition, 2 + seed, seed, options)))
            for event in play.events
            if event.kind == "played"
        }
        assert laid == {card.value for card in load_deck(edition).faces}, edition
