"""A game set up by badges and cards: seats, edition, the draw for the deal, and every step taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.address import PageAddress
from companion.locales import LOCALES
from companion.referee.events import Phase
from companion.set_up import House, SetUp
from companion.tags import AGREEMENTS
from companion.voice.phrases import Phrases
from tests.scanned_table import ScannedTable

OLD = ("game classic players=Dan,Eve", "top red-3")


def players(at: ScannedTable) -> list[str]:
    return [seat.name for seat in at.state.seats]


def test_badges_take_the_seats_in_the_order_they_are_scanned_and_the_last_seat_deals(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        assert at.scan("badge 3")[0].startswith("Cleo: seat 1.")
        assert at.scan("badge 5")[0].startswith("player 5: seat 2.")
        assert at.scan("START")[0].startswith("New game: UNO Extreme. Seats: Cleo, player 5. player 5 deals. Rules: ")
        assert at.statements == ['game extreme players=Cleo,"player 5"']
        at.scan("red-3")
        assert at.scan("badge 5", "red-9") == ["Not player 5's turn: it is Cleo's."]
        assert at.scan("badge 3") == ["Badge: Cleo."]
        assert at.scan("badge 1") == ["Not at this table: 1."]


@pytest.mark.parametrize("language", LOCALES)
def test_who_has_no_name_is_called_what_the_badge_says_in_every_language(language: str, tmp_path: Path) -> None:
    says = Phrases(language).badge
    with ScannedTable(tmp_path, house=House()) as at:
        at.announcer.locales = (language,)
        named = {
            "badge 3": [3],
            "badge 10": [10],
            "STATUS": [3, 10],
            "START": [3, 10],
            "red-3": [3],
            "COUNTS": [3, 10],
        }
        told = {scan: " ".join(at.scan(scan)) for scan in named}
        assert all(says(badge) in told[scan] for scan, badges in named.items() for badge in badges), told
        assert at.statements[0] == 'game extreme players="player 3","player 10"'
        if says(3) != "player 3":
            assert "player" not in " ".join(told.values())


def test_a_badge_is_its_players_in_that_game_also_after_a_restart(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("badge 2", "badge 1", "START", "red-3")
    with ScannedTable(tmp_path) as at:
        assert at.scan("badge 1") == ["Badge: Ann."]
        at.say("game extreme players=Ann,Ben")
        assert at.scan("badge 1") == ["Badge: Ann."]
        at.say("game extreme players=Ben,Ann")
        assert at.scan("badge 1") == ["Badge: Ben."]  # a game made otherwise: the badge of the first seat


@pytest.mark.parametrize("word", list(AGREEMENTS))
def test_the_card_of_an_edition_says_by_which_rules(word: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, house=House(labels="uk")) as at:
        at.scan("badge 1", word, "badge 2", "START")
        named = AGREEMENTS[word]  # type: ignore[index]
        assert at.statements == [f'game {named} players="player 1","player 2" labels=uk']


def test_without_enough_badges_start_says_what_is_missing(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        none = "Not now: no badge was scanned. Scan the players' badges in seat order, at least two."
        assert at.scan("START") == [none]
        assert at.scan("badge 1", "START") == ["Not now: one badge is too few. Scan the next player's badge."]
        assert at.state.phase is Phase.NONE


def test_a_badge_scanned_twice_says_so_and_takes_no_second_seat(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        assert at.scan("badge 1", "badge 1")[0].startswith("Ann has seat 1.")
        at.scan("badge 2", "START")
        assert players(at) == ["Ann", "Ben"]


@pytest.mark.parametrize("word", ["UNDO", "NO"])
def test_each_step_can_be_taken_back(word: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("badge 1", "badge 2", "badge 3")
        assert at.scan(word)[0].startswith("Taken back: the badge of Cleo.")
        at.scan("FLIP", "badge 1", "red-3")
        told = at.scan(word)[0]
        assert "Game: UNO Flip. Seats: Ann, Ben." in told
        assert "Game: UNO Extreme." in at.scan(word)[0]
        at.scan("START")
        assert at.state.edition == "extreme"


def test_the_highest_number_deals_actions_count_nothing_and_a_tie_draws_again(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("badge 1", "badge 2", "badge 3")
        assert at.scan("badge 1", "red-7")[0].startswith("The highest number deals. Ann draws: 7.")
        at.scan("badge 2", "red-skip")
        assert at.scan("START") == ["Not yet: Cleo still has to draw for the deal."]
        assert at.scan("badge 1", "red-9") == ["Ann has drawn already."]
        assert at.scan("badge 3", "blue-7") == ["Cleo draws: 7. A tie: Ann, Cleo draw again."]
        assert at.scan("red-9") == ["First the badge of the player."]
        at.scan("badge 1", "red-2")
        assert at.scan("badge 3", "wild")[0].startswith("Cleo draws: 0. Ann deals.")
        at.scan("START")
        assert at.state.name(at.state.dealer) == "Ann"
        assert at.statements == ["game extreme players=Ann,Ben,Cleo dealer=Ann"]


def test_braille_cards_draw_for_the_deal_too(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("BRAILLE", "badge 1", "badge 2", "badge 1")
        assert "Ann draws: 7." in at.scan("r7")[0]
        assert at.scan("badge 2", "zz9") == ["Unknown label."]
        assert at.scan("TCSTART0") == ["Unreadable, once more."]


def test_a_game_that_is_played_is_set_aside_only_after_a_question(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *OLD) as at:
        asked = "A game is being played. YES sets it aside for a new one, NO goes on with it."
        assert at.scan("START") == [asked]
        assert at.scan("NO")[0] == "No new game: the old one goes on."
        assert at.scan("START") == [asked]
        at.scan("red-9")
        assert at.last.command.player == "Dan"  # type: ignore[union-attr]
        assert not at.scan("YES")[0].startswith("A new game")
        at.scan("START", "YES")
        assert at.scan("PASS")[0].startswith("Not now: no badge was scanned.")
        at.scan("badge 1", "badge 2")
        assert players(at) == ["Dan", "Eve"]
        assert "A game is being set up." in at.scan("STATUS")[0]
        at.scan("START")
        assert players(at) == ["Ann", "Ben"]


def test_where_are_we_tells_how_far_the_set_up_is_and_nothing_else(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.announcer.page = lambda: PageAddress("http://192.168.1.5:8080/")
        (begin,) = at.scan("STATUS")
        assert begin.startswith("No game yet. Scan the players' badges in seat order")
        assert begin.endswith("at 192.168.1.5:8080.")
        at.scan("badge 1", "badge 2")
        told = at.scan("STATUS")
        assert told[0].startswith("A game is being set up.")
        assert "192.168" not in " ".join(told)


def test_undo_with_nothing_to_take_back_goes_on_with_the_old_game(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *OLD) as at:
        at.scan("START", "YES", "badge 1", "UNDO")
        told = at.scan("UNDO")
        assert told[0] == "No new game: the old one goes on."
        assert "Your turn, Dan." in told[1]
        at.scan("red-9")
        assert at.last.accepted


def test_a_game_that_is_taken_back_is_still_set_up(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("badge 1", "badge 2", "START")
        told = at.scan("UNDO")
        assert told[0] == "Undone: the new game."
        assert "Seats: Ann, Ben." in told[1]
        at.scan("badge 3", "START")
        assert players(at) == ["Ann", "Ben", "Cleo"]


def test_after_the_match_badges_begin_the_next_one(tmp_path: Path) -> None:
    over = ("game family players=Ann,Ben", "Ann holds 1", "top red-3", "Ann plays red-4")
    with ScannedTable(tmp_path, *over) as at:
        at.scan("badge 2", "badge 1", "START")
        assert players(at) == ["Ben", "Ann"]


def test_a_file_of_scans_sets_up_the_same_game_again(tmp_path: Path) -> None:
    with ScannedTable(tmp_path) as at:
        at.scan("badge 2", "badge 1", "START", "red-3", "red-9")
        assert at.statements[0] == "game extreme players=Ben,Ann"
        assert len(at.statements) == 3


def test_the_draw_is_settled_round_by_round() -> None:
    drawn = SetUp((1, 2, 3)).draw(1, 5).draw(2, 5)
    assert drawn.awaits_draws_of == (3,)
    tie = drawn.draw(3, 1)
    assert (tie.awaits_draws_of, tie.tied, tie.dealer) == ((1, 2), True, None)
    half = tie.draw(2, 3)
    assert (half.awaits_draws_of, half.tied) == ((1,), False)
    again = half.draw(1, 3)
    assert (again.awaits_draws_of, again.tied) == ((1, 2), True)
    assert again.draw(1, 0).draw(2, 9).dealer == 2
