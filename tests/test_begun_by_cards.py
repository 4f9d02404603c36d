"""What cards have begun and not done: UNDO is about that first, another scan ends it in words, STATUS names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.answers import Digits, Query
from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee.events import Phase
from companion.tags import QUERIES, CommandWord, command_tag
from tests.referee.table_talk import play_out
from tests.scanned_table import ScannedTable
from tests.test_command_words import CLASSIC, COUNTING, EXTREME, VERDICT
from tests.test_meaning import Scanner

PLAYED = (*EXTREME, "Ann plays red-9")
CATCHES = ("game extreme players=Ann,Ben,Cleo", "Ann holds 2", "top red-3", "Ann plays red-4")
NO_CATCH = "The catch ends: nobody is caught."
NONE_NAMED = "The question for a card ends: none is named."
NO_HOST = "No phone is made a host."

#: A table, what is scanned at it, and what each UNDO says until nothing that was begun is left.
HALF_DONE: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "hand": (COUNTING, ("badge 2",), ("The hand of Ben is not counted for now.",)),
    "hand by cards": (
        COUNTING,
        ("badge 2", "red-7", "red-8"),
        ("Taken back. Ben: 1 card.", "Taken back. Ben: 0 cards.", "The hand of Ben is not counted for now."),
    ),
    "hand by digits": (
        COUNTING,
        ("badge 2", "NINE", "ONE"),
        ("Taken back. Number: 9.", "The number 9 is dropped.", "The hand of Ben is not counted for now."),
    ),
    "two hands": (
        COUNTING,
        ("badge 2", "red-7", "badge 3"),
        (
            "The hand of Cleo is not counted for now.",
            "Taken back. Ben: 0 cards.",
            "The hand of Ben is not counted for now.",
        ),
    ),
    "the only hand left": ((*COUNTING, "Ben left 3 points"), ("red-7",), ("Taken back. Cleo: 0 cards.",)),
    "a hand for a verdict": (VERDICT, ("red-7",), ("Taken back. Ann: 0 cards.",)),
    "LEFT": (COUNTING, ("LEFT",), ("No hand is counted for now.",)),
    "CATCH": (CATCHES, ("badge 2", "CATCH"), (NO_CATCH,)),
    "WHATIS": (PLAYED, ("WHATIS",), (NONE_NAMED,)),
    "HOST": (PLAYED, ("HOST",), (NO_HOST,)),
    "LEAVE": (PLAYED, ("LEAVE",), ("Nobody leaves the table.",)),
    "LEAVE and its badge": (PLAYED, ("LEAVE", "badge 3"), ("Nobody leaves the table.",)),
    "START": (PLAYED, ("START",), ("No new game: the old one goes on.",)),
    "WHATIS in a set-up": ((), ("badge 1", "WHATIS"), (NONE_NAMED,)),
    "WHATIS before the unread card": (PLAYED, ("MISSED", "WHATIS"), (NONE_NAMED,)),
}


@pytest.mark.parametrize("case", HALF_DONE)
@pytest.mark.parametrize("asked", [(), ("STATUS", "HELP")])
def test_undo_takes_back_what_cards_have_begun_step_by_step_and_nothing_of_the_game(
    case: str, asked: tuple[str, ...], tmp_path: Path
) -> None:
    statements, begun, taken_back = HALF_DONE[case]
    with ScannedTable(tmp_path, *statements) as at:
        at.scan(*begun)
        before = at.state
        for said in taken_back:
            assert at.scan(*asked, "UNDO")[0] == said
            assert at.state is before
        if statements and "MISSED" not in begun:
            assert at.scan("UNDO")[0].startswith("Undone: ")


def test_of_a_hand_the_card_that_was_taken_back_can_be_shown_again(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "red-8 1", "red-7 1", "UNDO")
        assert at.scan("red-7 1") == ["2 cards."]
        at.scan("UNDO", "UNDO")
        assert at.scan("FOUR", "DONE")[0] == "Ben: 4 points."


def test_after_done_undo_takes_the_points_back_and_a_hand_that_is_begun_stays(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "red-7", "badge 3", "green-8", "DONE")
        assert at.scan("UNDO")[0] == "Undone: points, Cleo."
        assert at.state.phase is Phase.COUNTING
        assert at.scan("badge 2") == ["Ben: 1 card. Scan the other cards, then DONE."]


def test_the_digits_of_an_open_press_are_taken_back_one_by_one() -> None:
    at = Scanner(play_out("game extreme players=Ann,Ben", "top red-3"))
    press = OpenPress("Ann", 12, 2, "jam")
    words = ("ONE", "NINE", "UNDO", "TWO", "DONE")
    *_, back, _, done = [at.interpreter.meaning(command_tag(CommandWord(word)), at.state, press) for word in words]
    assert back == Query(None, note=Digits("1", back=True))
    assert done == cmd.Press("Ann", 12)


def test_a_hand_that_is_begun_is_kept_while_another_badge_is_scanned(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "green-7", "badge 3", "green-8")
        assert at.scan("STATUS")[-1] == "Ben: 1 card so far. Cleo: 1 card so far."
        assert at.scan("badge 2") == ["Ben: 1 card. Scan the other cards, then DONE."]
        assert "Ben: 7 points." in at.scan("DONE")[0]
        at.scan("badge 3")
        assert "Cleo: 8 points." in at.scan("DONE")[0]


@pytest.mark.parametrize(
    ("statements", "begun", "told"),
    [
        (
            COUNTING,
            ("badge 2", "NINE", "NINE"),
            "Ben: scan the cards, or the points in digits, then DONE. Number: 99.",
        ),
        (CATCHES, ("badge 2", "CATCH"), "Ben catches. Now the badge of the player who did not say UNO."),
        (EXTREME, ("WHATIS",), "Scan the card that you want to know: it is not played."),
        ((), ("HOST",), "Whose phone hosts? Scan the badge."),
    ],
)
def test_status_names_what_cards_have_begun_and_ends_nothing_of_it(
    statements: tuple[str, ...], begun: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    with ScannedTable(tmp_path, *statements) as at:
        at.scan(*begun)
        assert told in at.scan("STATUS")
        assert told in at.scan("STATUS")


@pytest.mark.parametrize("word", sorted(QUERIES - {CommandWord.MOTOR, CommandWord.PIN}))
def test_a_question_in_the_middle_of_a_number_leaves_it_as_it_is(word: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "ONE", word)
        assert at.scan("TWO") == ["Number: 12."]


@pytest.mark.parametrize(
    ("statements", "begun", "then", "told"),
    [
        (CATCHES, ("badge 2", "CATCH"), "red-8", NO_CATCH),
        (CATCHES, ("badge 2", "CATCH"), "MISSED", NO_CATCH),
        (CATCHES, ("badge 2", "CATCH"), "ROUND", NO_CATCH),
        (CATCHES, ("badge 2", "CATCH"), "WHATIS", NO_CATCH),
        (EXTREME, ("WHATIS",), "badge 2", NONE_NAMED),
        (EXTREME, ("HOST",), "red-9", NO_HOST),
        (COUNTING, ("badge 2", "NINE"), "badge 3", "The number 9 is dropped."),
        (COUNTING, ("badge 2", "NINE"), "red-7", "The number 9 is dropped."),
        (COUNTING, ("badge 2", "NINE", "NINE", "NINE"), "NINE", "The number 999 is dropped."),
    ],
)
def test_what_another_scan_ends_is_told_before_what_that_scan_does(
    statements: tuple[str, ...], begun: tuple[str, ...], then: str, told: str, tmp_path: Path
) -> None:
    with ScannedTable(tmp_path, *statements) as at:
        at.scan(*begun)
        heard = at.scan(then)
        assert heard[0] == told
        assert len(heard) > 1
        assert told not in at.scan("badge 1")


@pytest.mark.parametrize("unreadable", ["TCGREEN9", "nothing that is known", "badge 9"])
def test_what_cannot_be_read_and_a_strangers_badge_end_nothing(unreadable: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path / "catch", *CATCHES) as at:
        assert not at.scan("badge 2", "CATCH", unreadable)[0].startswith("The catch")
        assert not at.last.accepted
        assert "Ann" in at.scan("badge 1")[0]
        assert at.last.command == cmd.Catch("Ben", "Ann")


@pytest.mark.parametrize("unreadable", ["TCGREEN9", "nothing that is known"])
def test_what_cannot_be_read_leaves_a_number_and_a_question_waiting(unreadable: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path / "number", *COUNTING) as at:
        at.scan("badge 2", "ONE", unreadable)
        assert at.scan("TWO") == ["Number: 12."]
    with ScannedTable(tmp_path / "question", *EXTREME) as at:
        before = at.state
        at.scan("WHATIS", unreadable, "red-9")
        assert at.state is before


def test_who_has_nothing_to_count_is_told_so_and_the_next_card_is_nobodys(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        assert at.scan("badge 1") == ["Ann has nothing more to count: scan another badge."]
        at.scan("badge 2", "red-7")
        assert at.scan("badge 1") == ["Ann has nothing more to count: scan another badge."]
        assert at.scan("red-8") == ["First the badge of the player."]
        at.scan("badge 2", "DONE")
        assert at.scan("badge 2") == ["Ben has nothing more to count: scan another badge."]


def test_done_before_any_card_of_a_hand_says_what_is_missing(tmp_path: Path) -> None:
    missing = "Not yet, {}: first the cards, or the points in digits, ZERO for none, then DONE."
    with ScannedTable(tmp_path, *COUNTING) as at:
        assert at.scan("badge 2", "DONE") == [missing.format("Ben")]
        assert at.scan("ZERO", "DONE")[0] == "Ben: 0 points."
        assert at.scan("DONE") == [missing.format("Cleo")]  # the only hand left needs no badge


@pytest.mark.parametrize("word", ["NO", "YES", "TWO", "DONE", "GUILTY", "ACCEPT", "LEFT"])
def test_while_the_unread_card_is_awaited_not_now_asks_for_it(word: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *CLASSIC, "Ann plays red-9") as at:
        at.scan("MISSED")
        heard = at.scan(word)
        if at.last.refusal is not None and at.last.refusal.code == "not-now":
            assert heard == ["Not now. Ann, scan the card that was not read. UNDO ends it."]
        assert at.table.interpreter.forgotten is not None
    assert word not in {"NO", "TWO", "LEFT"} or at.last.refusal is not None


def test_points_after_cards_of_a_hand_are_refused_with_whose_hand_it_is(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "red-7")
        (told, *_) = at.scan("FIVE")
        assert told == (
            "Not now: the hand of Ben is counted by cards, and points do not mix with them. More cards, or DONE."
        )
        assert "Ben: 7 points." in at.scan("DONE")[0]


def test_status_tells_no_cards_of_a_hand_of_which_none_was_scanned(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2", "badge 3")
        assert "0 cards" not in " ".join(at.scan("STATUS"))
        assert at.scan("STATUS")[-1] == "Cleo: scan the cards, or the points in digits, then DONE."
