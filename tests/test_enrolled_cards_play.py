"""A sticker's code is its card's own tag, wherever the table reads one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.answers import CardNamed, Named
from companion.enrolled import Change, Codes
from companion.errands.replaying import replay_files
from companion.referee.cards import Card, Side
from companion.referee.commands import Scan
from companion.referee.decks import load_deck
from companion.referee.refusals import RefusalCode
from companion.scan_tasks.code_book import CodeBook
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.things import deck_cards
from tests.scanned_table import ScannedTable

GAME = ("game classic players=Ann,Ben,Cleo", "top red-5")


def stickers(edition: str = "classic") -> dict[str, str]:
    """``red-7#2`` is the sticker on the second red 7, and so on; further ones on command cards and badges."""
    things = deck_cards(load_deck(edition), "K1", [Side.LIGHT])
    return {
        **{f"{thing.card}#{thing.copy}": thing.tag for thing in things},
        **{f"#{word}": command_tag(word) for word in CommandWord},
        **{f"#badge {number}": badge_tag(number) for number in range(1, 11)},
    }


def table(folder: Path, *statements: str, codes: dict[str, str] | None = None) -> ScannedTable:
    return ScannedTable(folder, *statements, codes=stickers() if codes is None else codes)


def test_a_card_with_a_sticker_is_turned_up_and_played(tmp_path: Path) -> None:
    with table(tmp_path, GAME[0]) as at:
        at.scan("red-5#1")
        assert at.scan("red-7#1")[0] == "Ann: red 7."
        assert at.scan("red-7#2")[0] == "Ben: red 7."


def test_the_same_sticker_is_the_same_card_whether_its_code_or_its_own_tag_is_read(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        at.scan("red-7#1")
        assert at.scan("red-7#1") == ["Red 7: that very card is on the discard."]
        assert at.scan("red-7 1") == ["Red 7: that very card is on the discard."]


def test_a_whole_game_is_set_up_and_played_with_stickers_on_command_cards_and_badges(tmp_path: Path) -> None:
    with table(tmp_path) as at:
        at.scan("#badge 1", "#badge 2", "#CLASSIC", "#START", "red-5#1", "red-9#1")
        assert [seat.name for seat in at.state.seats] == ["Ann", "Ben"]
        assert str(at.state.top) == "red-9"
        assert at.scan("#UNDO")[0].startswith("Undone: Ann, red 9.")
        assert at.scan("#badge 2") == ["Badge: Ben."]
        assert at.scan("#STATUS")[0]


def test_a_hand_is_counted_with_stickers(tmp_path: Path) -> None:
    with table(tmp_path, *GAME, "set count Ann 1", "Ann plays red-3", "Cleo leaves") as at:
        at.scan("#badge 2", "blue-2#1", "wild#1", "#DONE")
        ben = next(seat for seat in at.state.seats if seat.name == "Ben")
        assert ben.left_points == 52


def test_whatis_names_a_card_by_its_sticker_and_aloud_only_on_the_discard(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        at.scan("red-7#1", "red-9#1")
        assert at.scan("#WHATIS", "red-7#1") == ["Red 7, on the discard."]
        said = at.scan("#WHATIS", "red-7#2")
        assert said[0].startswith("Not aloud")
        assert "red" not in repr(at.last.query)


def test_the_private_reader_names_a_card_by_its_sticker(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        named = at.table.interpreter.named("blue-3#2", at.state)
        assert named == CardNamed(Named.PRIVATELY, Card.from_word("blue-3"), "classic")
        assert at.table.interpreter.named("nobody's", at.state) is None


def test_a_forgotten_scan_is_mended_with_stickers(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        at.scan("red-9#1", "#MISSED", "red-3#1")
        assert at.statements[-2:] == [f'scan "{stickers()["red-3#1"]}"', "Ben plays red-9"]


def test_an_unknown_sticker_is_refused_and_never_guessed(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        assert at.scan("RED-7#1") == ["Unknown label."]
        assert at.last.refusal is not None
        assert at.last.refusal.code is RefusalCode.UNKNOWN_TAG


def test_a_sticker_of_another_edition_is_refused_as_that_card_would_be(tmp_path: Path) -> None:
    extreme = {"x": card_tag("X", "K1", 1), "hit": deck_cards(load_deck("extreme"), "K1", [Side.LIGHT])[-1].tag}
    with table(tmp_path, *GAME, codes=extreme) as at:
        as_code, as_tag = (at.scan("hit"), at.scan(extreme["hit"]))
        assert as_code == as_tag
        assert at.last.refusal is not None


def test_the_own_tag_and_the_braille_label_of_the_table_go_before_a_code(tmp_path: Path) -> None:
    """Nobody can enrol such a code; a file that was mended by hand may hold one."""
    codes = {"r7": card_tag("C", "K1", 1), card_tag("C", "K1", 5): card_tag("C", "K1", 1)}
    with table(tmp_path, *GAME, codes=codes) as at:
        assert at.scan("r7")[0] == "Ann: red 7."
        assert at.scan(card_tag("C", "K1", 5))[0] == "Ben: red 1."


def test_a_sticker_typed_through_a_french_keyboard_plays_its_card(tmp_path: Path) -> None:
    with table(tmp_path, *GAME, codes={"4006381333931": card_tag("C", "K1", 5)}) as at:
        assert at.scan("4006381333931".translate(str.maketrans("1234567890", "&é\"'(-è_çà")))[0] == "Ann: red 1."


def test_what_was_played_with_a_sticker_means_the_same_when_the_sticker_is_on_another_card(tmp_path: Path) -> None:
    with table(tmp_path, *GAME) as at:
        at.scan("red-7#1")
        line = at.statements[-1]
    assert line == f'scan "{stickers()["red-7#1"]}"'
    with table(tmp_path, codes={"red-7#1": card_tag("C", "K1", 1)}) as again:
        assert str(again.state.top) == "red-7"
        assert again.submit(Scan(stickers()["red-7#1"])).refusal is not None, "that card lies on the discard"


@pytest.mark.parametrize("hardware", [False, True])
def test_a_file_with_stickers_is_replayed_with_the_codes_of_the_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, hardware: bool
) -> None:
    game = tmp_path / "game.table"
    game.write_text(
        "game classic players=Ann,Ben\n"
        'scan "4006381333931"\n'
        "expect top red-5\n"
        "Ann plays red-7\n"
        'scan "4006381333948"\n'
        "expect top red-7\n"
        "expect turn Ann\n"
        'scan "4006381333948"\n'
        "expect refused duplicate-tag\n"
    )
    tags = stickers()
    CodeBook(tmp_path / "data").change(Change({"4006381333931": tags["red-5#1"], "4006381333948": tags["red-7#1"]}))
    assert (
        replay_files([game], json=False, locale="en", data=None, hardware=hardware, codes_in=tmp_path / "data") == 0
    )
    assert replay_files([game], json=False, locale="en", data=None, hardware=hardware, codes_in=tmp_path) == 1
    assert "unknown-tag" in capsys.readouterr().out


def test_the_interpreter_without_codes_knows_none(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *GAME) as at:
        assert at.table.interpreter.as_tag("4006", at.state) == "4006"
        assert at.codes == Codes()
