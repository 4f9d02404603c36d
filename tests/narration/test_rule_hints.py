"""With every detail wanted a card's rule is told beside its first three plays in a game, and what is left to draw."""

from __future__ import annotations

import pytest

from companion.voice.lines import Verbosity
from tests.narration.test_what_is_heard import hear

GAME = ("game classic players=Ann,Ben,Cleo", "top red-5")
SKIP = "Skip: the next player loses the turn."
SKIPS = ("Ann plays red-skip", "Cleo plays blue-skip", "Ben plays green-skip", "Ann plays yellow-skip")


def full(*statements: str, locale: str = "en") -> list[str]:
    return hear(*statements, verbosity=Verbosity.FULL, locale=locale)


def test_the_rule_of_a_card_is_told_three_times_in_a_game_and_no_more() -> None:
    told = [SKIP in full(*GAME, *SKIPS[:plays]) for plays in range(1, 5)]
    assert told == [True, True, True, False]
    assert SKIP in full(*GAME, *SKIPS, *GAME, SKIPS[0]), "another game"


def test_what_was_taken_back_was_not_shown() -> None:
    assert SKIP in full(*GAME, *SKIPS[:2], "undo", SKIPS[1], SKIPS[2])


def test_a_card_turned_up_first_shows_its_rule_too() -> None:
    assert SKIP in full(GAME[0], "top red-skip")
    assert SKIP not in full(
        GAME[0], "top red-skip", "Ben plays blue-skip", "Ann plays green-skip", "Cleo plays red-skip"
    )


def test_the_rule_is_told_before_who_plays_now_and_in_the_tables_language() -> None:
    assert full(*GAME, SKIPS[0])[-1] == "Your turn, Cleo."
    assert "Passer : la personne suivante passe son tour." in full(*GAME, SKIPS[0], locale="fr")


@pytest.mark.parametrize("verbosity", [Verbosity.BRIEF, Verbosity.NORMAL])
def test_no_rules_are_told_where_not_every_detail_is_wanted(verbosity: Verbosity) -> None:
    assert SKIP not in hear(*GAME, SKIPS[0], verbosity=verbosity)


def test_the_cards_left_to_draw_are_told_where_they_are_known() -> None:
    assert full(*GAME, "Ann plays red-6")[1].endswith("Draw pile: 86.")
    extreme = ("game extreme players=Ann,Ben", "top red-5", "Ann plays red-6")
    assert full(*extreme)[1].split(". ")[-1].startswith("Dispenser: ")
    impossible = (extreme[0], "Ann holds 50", "Ben holds 60", "top red-5", "Ann presses 4")
    assert not any("Dispenser: " in line for line in full(*impossible))


def test_the_rule_comes_right_after_the_card_and_not_after_what_the_round_came_to() -> None:
    few = (GAME[0], "Ann holds 1", "Ben holds 3", "Cleo holds 4", "top red-5")
    for last in ("Ann plays red-draw-two", "Ann plays red-skip"):
        told = full(*few, last)
        assert not any("the next player" in line for line in told), told
    shuffled = full(GAME[0], "Ann holds 50", "Ben holds 50", "Cleo holds 6", "top red-5", "Ann plays red-draw-two")
    assert shuffled[1].startswith("Draw two: the next player draws 2 cards")
