"""A card was laid and nobody scanned it: MISSED gets every card to its player, and the game is an ordinary one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.announcer import Announcer
from companion.referee.decks import editions
from companion.replay.run import Replay, read_files
from companion.voice.lines import Verbosity
from tests.scanned_table import ScannedTable

GAME = ("game extreme players=Ann,Ben,Cleo", "top red-3")


def played(at: ScannedTable) -> dict[str, int]:
    return {seat.name: seat.count for seat in at.state.seats}


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_every_card_that_is_taken_is_spoken_with_its_player(verbosity: Verbosity, tmp_path: Path) -> None:
    """A6-04, A6-06: whoever scans in silence is called out by the table."""
    for edition in editions():
        game = f"game {edition} players=Ann,Ben seven_zero=on jump_in=on"
        with ScannedTable(tmp_path / edition, game, "top red-5", verbosity=verbosity) as at:
            assert at.scan("red-9")[0].startswith("Ann: red 9.")
            assert at.scan("wild")[0].startswith("Ben: wild.")
            assert at.scan("BLUE")
            assert at.scan("blue-9")[0].startswith("Ann: blue 9.")


def test_the_unread_card_is_asked_for_and_both_go_to_the_right_players(tmp_path: Path) -> None:
    """A6-06: a card that was laid without a scan is asked for."""
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7")  # Ben's: Ann's red 9 was not read
        (told,) = at.scan("MISSED")
        assert told.startswith("Taken back: Ann, red 7. Ann, scan the card that was not read.")
        assert told.endswith("The forgotten-scan card again goes one move further back; UNDO ends it.")
        assert at.scan("red-9") == ["Ann: red 9.", "Ben: red 7.", "Your turn, Cleo."]
        assert played(at) == {"Ann": 6, "Ben": 6, "Cleo": 7}
        assert at.state.tags[-2:] == (at.text("red-9 1")[:8], at.text("red-7 1")[:8])
        assert at.table.interpreter.forgotten is None


def test_each_further_missed_goes_back_one_more_move(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7", "red-2", "red-4")  # Ben's, Cleo's and Ann's
        assert at.scan("MISSED", "MISSED")[0].startswith("Taken back: Ben, red 2. Ben, scan the card")
        assert at.scan("MISSED")[0].startswith("Taken back: Ann, red 7. Ann, scan the card")
        told = at.scan("red-9")
        assert told == ["Ann: red 9.", "Ben: red 7.", "Cleo: red 2.", "Ann: red 4.", "Your turn, Ben."]


def test_presses_and_colours_follow_to_the_players_they_belong_to(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.say("Ann presses 2")  # it was Ben: Ann's red 9 was not read
        at.scan("wild", "BLUE")  # Cleo's
        assert at.scan("MISSED")[0].startswith("Taken back: Ben, wild. Ben, scan")
        assert at.scan("MISSED")[0].startswith("Taken back: the cards for Ann. Ann, scan")
        assert at.scan("red-9") == [
            "Ann: red 9.",
            "2 cards for Ben.",
            "Cleo: wild.",
            "Colour: blue.",
            "Your turn, Ann.",
        ]
        assert played(at) == {"Ann": 6, "Ben": 9, "Cleo": 6}


def test_who_must_pay_changes_with_who_laid_the_card(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-hit-two")  # Ben's
        at.say("Ben presses 1")
        at.say("Ben presses 0")  # both were Cleo's
        at.scan("MISSED", "red-9")
        assert played(at) == {"Ann": 6, "Ben": 6, "Cleo": 8}
        assert at.state.turn == 0


def test_what_was_refused_because_of_the_unread_card_waits_for_it(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("blue-9")  # goes on Ann's red 9, which nobody scanned
        assert at.last.refusal is not None
        told = at.scan("MISSED")
        assert told[0].startswith("blue 9 waits. Ann, scan the card that was not read.")
        assert at.table.version == 2
        assert at.scan("red-9") == ["Ann: red 9.", "Ben: blue 9.", "Your turn, Cleo."]


def test_an_unread_wild_first_gets_its_colour(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7")
        at.scan("MISSED")
        assert at.scan("wild") == ["Ann: wild.", "Ann, name a colour."]
        assert at.scan("RED") == ["Colour: red.", "Ben: red 7.", "Your turn, Cleo."]


def test_taking_the_unread_card_back_asks_for_it_again(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7", "MISSED", "wild", "UNDO")
        assert "scan the card that was not read" in " ".join(at.scan("STATUS"))
        assert at.scan("red-9") == ["Ann: red 9.", "Ben: red 7.", "Your turn, Cleo."]


def test_what_does_not_fit_any_more_is_told_by_its_name_and_anyway_books_it(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7", "red-2", "MISSED", "MISSED")
        told = at.scan("wild")
        told = at.scan("BLUE")
        assert told[1] == "Does not fit now: red 7, red 2. ANYWAY books the first, or take the cards back."
        assert told[-1] == "Your turn, Ben."
        assert at.scan("ANYWAY")[0].startswith("Ben: red 7.")


def test_undo_ends_it_and_all_is_as_it_was(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7", "red-2")
        before = at.state
        at.scan("MISSED", "MISSED")
        assert at.scan("UNDO") == ["Nothing was missed: all is as it was.", "Your turn, Cleo."]
        assert at.state == before
        at.scan("blue-9")
        assert at.scan("MISSED", "UNDO")[0] == "Nothing was missed: all is as it was."
        assert at.scan("red-9") == ["Cleo: red 9.", "Your turn, Ann."]


def test_where_nobody_has_moved_since_the_card_is_simply_scanned(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        assert at.scan("MISSED") == ["Nobody has moved since: just scan the card."]
        at.scan("red-7", "MISSED")
        assert at.scan("MISSED") == ["Nobody has moved since: just scan the card."]
        assert at.scan("red-9")[:2] == ["Ann: red 9.", "Ben: red 7."]


def test_the_unread_card_may_be_told_on_the_page_and_anything_else_leaves_it_to_the_table(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        at.scan("red-7", "MISSED")
        assert at.say("Ann plays red-9") == ["Ann: red 9.", "Ben: red 7.", "Your turn, Cleo."]
        at.scan("MISSED")
        assert at.say("Ben presses 0")[1].startswith("Does not fit now: red 7.")
        assert at.table.interpreter.forgotten is None


def test_a_missed_scan_of_the_last_card_opens_the_round_again(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, "game extreme players=Ann,Ben,Cleo", "Ann holds 1", "top red-3") as at:
        at.scan("red-7")  # was Ben's: Ann laid another last card
        at.scan("MISSED")
        told = at.scan("red-9")
        assert told[0] == "Ann: red 9."
        assert "Does not fit now: red 7." in " ".join(told)


def test_the_journal_tells_an_ordinary_game_that_replays_the_same(tmp_path: Path) -> None:
    with ScannedTable(tmp_path / "live", *GAME) as at:
        at.scan("red-7", "red-2", "MISSED", "MISSED", "red-9", "blue-1", "MISSED", "UNDO")
        after, said = at.state, at.statements
    assert said.count("undo") == 2
    assert "MISSED" not in " ".join(said)
    file = tmp_path / "game.table"
    file.write_text("\n".join(said) + "\nexpect turn Ann\nexpect count Ben 6\n", encoding="utf-8")
    with ScannedTable(tmp_path / "live") as at:
        assert at.state == after
    report = ScannedReplay(tmp_path / "replay").of(file)
    assert report == []


def test_a_file_may_scan_the_cards_itself(tmp_path: Path) -> None:
    with ScannedTable(tmp_path / "tags", *GAME) as at:
        tags = [at.text(thing) for thing in ("red-7", "MISSED", "red-9")]
    file = tmp_path / "game.table"
    scans = "\n".join(f'scan "{tag}"' for tag in tags)
    file.write_text(
        f'{GAME[0]}\n{GAME[1]}\n{scans}\nexpect says "Ben: red 7"\nexpect turn Cleo\nundo\nexpect turn Ben\n',
        encoding="utf-8",
    )
    assert ScannedReplay(tmp_path / "replay").of(file) == []


class ScannedReplay:
    """Runs one notation file; what failed."""

    def __init__(self, folder: Path) -> None:
        self._replay = Replay(folder, Announcer(("en",), Verbosity.NORMAL).narrate)

    def of(self, file: Path) -> list[str]:
        return asyncio.run(self._replay.run(read_files([file]))).failures
