"""The real program: stickers are enrolled through its scanner's line while a host asks for it, and then play."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.enrolled import Change
from companion.scan_tasks.code_book import CodeBook
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from tests.live_table import LiveTable


def form(table: LiveTable, **fields: str) -> str:
    """A form of the page; what came of it."""
    answer = table.http.post("/enrol", data=fields, headers={"Accept": "application/json"})
    return str(answer.json()["message"])


def heard(table: LiveTable, text: str) -> None:
    """Waits until the voice says so."""
    deadline = time.monotonic() + 20
    while not any(text in said["text"] for said in table.spoken()):
        assert time.monotonic() < deadline, [said["text"] for said in table.spoken()]
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("locale", "next_one", "twice"),
    [
        ("en", "Now the code of red 1, second copy.", "Two cards cannot have one code."),
        ("fr", "Maintenant le code\u00a0: 1 rouge, exemplaire 2.", "Un code ne peut pas servir à deux cartes."),
    ],
)
def test_stickers_enrolled_at_the_table_play_and_the_game_is_not_harmed(
    tmp_path: Path, locale: str, next_one: str, twice: str
) -> None:
    with LiveTable(tmp_path, "--locale", locale) as table:
        table.join("Ann")
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        form(table, do="enrol", what="extreme", serial="")
        table.write_tag("4006381333931")
        heard(table, next_one)
        table.write_tag("0123456789")
        table.write_tag("4006381333931")
        heard(table, twice)
        assert (table.state()["version"], table.state()["top"]) == (2, "red-5")
        table.write_tag(command_tag(CommandWord.DONE))
        table.write_tag("4006381333931")
        table.until(lambda state: state["top"] == "red-1" and state["version"] == 3)
    assert CodeBook(tmp_path).codes().tags == {
        "4006381333931": card_tag("X", "K1", 1),
        "0123456789": card_tag("X", "K1", 2),
    }


def test_an_enrolment_that_a_pulled_plug_cut_short_goes_on_and_scans_play_until_then(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        form(table, do="enrol", what="extreme", serial="")
        table.write_tag("4006381333931")
        heard(table, "Now the code of red 1, second copy.")
        host = table.http.cookies
        table.kill()
    with LiveTable(tmp_path) as table:
        table.http.cookies.update(host)
        table.write_tag("4006381333931")
        table.until(lambda state: state["top"] == "red-1")
        assert form(table, do="enrol", what="extreme", serial="").endswith("Now the code of red 1, second copy.")


def test_a_deck_is_checked_at_the_table_and_a_push_of_the_button_is_still_a_press(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", "dispenser.guard_ms=0") as table:
        table.join("Ann")
        table.accepted("game extreme players=Ann,Ben", "top red-5")
        form(table, do="check", what="extreme", serial="")
        table.write_tag(card_tag("X", "K1", 1))
        heard(table, "1 card.")
        table.push_button()
        table.until(lambda state: state["version"] == 3)
        table.write_tag(command_tag(CommandWord.STATUS))
        heard(table, "1 of 112 cards is there. 111 are missing.")
        table.write_tag(card_tag("C", "K1", 1))
        heard(table, "Not of this deck: the card red 0 of classic UNO, K1.")
        table.write_tag(command_tag(CommandWord.DONE))
        heard(table, "Scans belong to the game again.")


def test_what_the_command_enrols_beside_a_running_table_plays_at_once(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        CodeBook(tmp_path).change(
            Change({"badge one": badge_tag(1), "badge two": badge_tag(2), "go": command_tag(CommandWord.START)})
        )
        for code in ("badge one", "badge two", "go"):
            table.write_tag(code)
        table.until(lambda state: len(state["players"]) == 2)


def test_a_damaged_file_of_codes_is_said_at_the_start_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "codes.toml").write_text("[codes\n")
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        heard(table, "The file of enrolled codes cannot be read, so no sticker is known")
        assert any("codes.toml: it is not TOML" in line for line in table.errors)
        table.accepted("game extreme players=Ann,Ben", "top red-5")
