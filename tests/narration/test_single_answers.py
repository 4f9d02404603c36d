"""One part of the status alone, at any time, without changing anything (A6-02)."""

from __future__ import annotations

import pytest

from companion.referee.state import EMPTY
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays.single_answers import SINGLE, single_answer
from companion.voice.phrases import utterances
from tests.narration.test_announcements import GAME, heard, table


@pytest.mark.parametrize(
    ("statements", "answers"),
    [
        (
            (GAME, "top blue-7"),
            {
                "top": "Top card: blue 7.",
                "turn": "Your turn, Ann. Direction: clockwise.",
                "owed": "Nobody owes anything.",
            },
        ),
        (
            (GAME, "top blue-7", "Ann plays wild as green"),
            {"top": "Top card: wild. Colour: green."},
        ),
        ((GAME,), {"top": "No card lies open yet.", "turn": "Turn up the first card and scan it."}),
        ((GAME, "top blue-7", "Ann plays blue-hit-two"), {"owed": "Ben: 2 presses."}),
    ],
)
def test_a6_02_top_card_turn_and_penalty_are_each_told_alone(
    statements: tuple[str, ...], answers: dict[str, str]
) -> None:
    state = table(*statements)
    for question, answer in answers.items():
        assert heard(single_answer(question, state)) == answer, question


def test_a6_02_after_a_wild_the_named_colour_is_told_and_not_wild_alone() -> None:
    state = table("game classic players=Ann,Ben,Cleo", "top blue-7", "Ann plays wild as yellow")
    assert heard(single_answer("top", state)) == "Top card: wild. Colour: yellow."
    assert heard(single_answer("top", state), "fr") == "Sur la défausse : joker. Couleur : jaune."


def test_a6_02_every_player_s_count_and_the_scores_are_told_alone_too() -> None:
    state = table(GAME, "top blue-7", "set score Ben 40")
    assert heard(said.counts(state)) == "Cards: Ann: 7, Ben: 7, Cleo: 7."
    assert heard(said.scores(state)) == "Scores: Ann: 0, Ben: 40, Cleo: 0."


@pytest.mark.parametrize("question", SINGLE)
def test_before_a_game_each_question_is_answered_by_how_to_begin(question: str) -> None:
    (told,) = utterances(single_answer(question, EMPTY, "http://10.0.0.5:8080/"), ("en",))
    assert told.texts["en"].startswith("No game yet.")
