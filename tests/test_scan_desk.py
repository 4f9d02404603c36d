"""While codes are enrolled or a deck is checked at the table, scans do not play; everything else goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from companion.enrolled import Change
from companion.live.attendant import Attendant
from companion.live.scan_desk import LAPSES_MS, ScanDesk
from companion.referee.cards import Side
from companion.referee.decks import load_deck
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count
from companion.scan_tasks.enrolling import Counting
from companion.scan_tasks.enrolment import Enrolment, of_deck
from companion.tags import QUERIES, CommandWord, card_tag, command_tag
from companion.voice.earcons import Earcon
from companion.voice.lines import Line
from companion.voice.phrases import Phrases
from firmware_bridge.reports import Reader, TagRead
from tests.scanned_table import ScannedTable

GAME = ("game extreme players=Ann,Ben,Cleo", "top red-5")


class Desk:
    """A desk with a clock that stands still, and what it says."""

    def __init__(self, folder: Path) -> None:
        self.now_ms = 0.0
        self.lines: list[Line] = []
        self.bell: list[Earcon] = []
        self.moved = 0
        self.book = CodeBook(folder)
        self.turns: list[bool] = []
        self.desk = ScanDesk(
            *(folder, self.book, "mattel", self._tell, self.bell.append),
            turns=self.turns.append,
            clock_ms=lambda: self.now_ms,
        )
        self.desk.observers.append(self._noticed)

    def _tell(self, lines: Iterable[Line]) -> None:
        self.lines += lines

    def _noticed(self) -> None:
        self.moved += 1

    def scan(self, *texts: str) -> list[bool]:
        """True for what was the desk's, false for what was the game's."""
        return [asyncio.run(self.desk.read(text)) for text in texts]

    @property
    def said(self) -> str:
        return Phrases("en").text(self.lines[-1])


def cards() -> Enrolment:
    return of_deck(load_deck("extreme"), "K1", [Side.LIGHT], "mattel")


def test_scans_play_until_something_is_begun_and_after_it_has_ended(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    assert at.scan("4006") == [False]
    at.desk.enrol(cards())
    assert at.said.startswith("Scan the code of each card")
    assert at.scan("4006", card_tag("X", "K1", 9)) == [True, True]
    at.desk.end()
    assert at.said.endswith("Scans belong to the game again.")
    assert at.scan("4006") == [False]
    assert at.turns == [True, False]
    assert at.book.codes().tags == {"4006": card_tag("X", "K1", 1)}
    at.desk.end()
    assert at.moved == 4, "what has ended ends only once"


def test_what_asks_quietens_or_stops_the_motor_is_never_the_desks(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    ours = set()
    for word in CommandWord:
        at.desk.enrol(cards())
        if at.scan(command_tag(word)) == [True]:
            ours.add(word)
    assert QUERIES - ours == QUERIES - {CommandWord.STATUS, CommandWord.HELP}
    assert {CommandWord.MOTOR, CommandWord.STOP, CommandWord.REPEAT} & ours == set()


def test_every_read_at_the_desk_is_answered_by_one_sound(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    at.desk.enrol(cards())
    at.scan("1", "1", command_tag(CommandWord.STATUS))
    assert at.bell == [Earcon.ACCEPTED, Earcon.REFUSED, Earcon.ACCEPTED]


def test_a_check_that_closes_by_itself_gives_scans_back_to_the_game(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    deck = load_deck("extreme")
    at.desk.count(Count(deck, "mattel"))
    at.scan(*(card_tag("X", "K1", number) for number in range(1, deck.total + 1)))
    assert at.said == "All 112 cards are there. Scans belong to the game again."
    assert at.desk.task is None
    assert at.bell == [Earcon.ACCEPTED] * deck.total


def test_whoever_forgets_to_end_it_gets_the_scanner_back_by_waiting(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    at.desk.enrol(cards())
    at.now_ms = LAPSES_MS
    assert at.scan("1") == [True]
    at.now_ms = 2 * LAPSES_MS + 1
    assert at.scan(card_tag("X", "K1", 2)) == [False]
    assert at.said.endswith("Nothing was scanned for long: scans belong to the game again.")


def test_another_thing_that_is_begun_ends_the_first_and_keeps_it(tmp_path: Path) -> None:
    at = Desk(tmp_path)
    at.desk.count(Count(load_deck("extreme"), "mattel"))
    at.scan(card_tag("X", "K1", 1), card_tag("X", "K1", 2))
    at.desk.enrol(cards())
    at.scan("1")
    at.desk.count(Count(load_deck("extreme"), "mattel"))
    assert isinstance(at.desk.task, Counting)
    assert at.desk.task.count.there == 2


def test_a_disk_that_takes_nothing_is_said_and_the_card_is_asked_for_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be")
    at = Desk(folder)
    at.desk.enrol(cards())
    at.scan("1")
    assert at.said.startswith("That could not be kept: ")
    folder.unlink()
    at.scan("1")
    assert at.said.startswith("Red 1, first copy: taken.")


def test_a_code_that_the_game_did_not_know_is_offered_by_the_page_until_it_is_enrolled(tmp_path: Path) -> None:
    at = Desk(tmp_path / "desk")
    offered = []
    with ScannedTable(tmp_path, *GAME) as table:
        table.table.observers.append(at.desk.table_moved)
        for text in ("4006381333931", "red-7", "sticker", "wi"):
            table.scan(text)
            offered.append(at.desk.unknown)
        at.book.change(Change({"sticker": card_tag("X", "K1", 1)}))
        offered.append(at.desk.unknown)
    assert offered == ["4006381333931", "4006381333931", "sticker", "sticker", None]


class Quiet:
    """Voice, switches and presses of an attendant that has only scans to attend to."""

    def __getattr__(self, name: str) -> object:
        return lambda *_, **__: True


async def attended(table: ScannedTable, desk: Desk, *texts: str) -> None:
    """The scanner reads these while a game is played."""
    quiet = Quiet()
    attendant = Attendant(table.table, quiet, quiet, quiet, table.announcer)  # type: ignore[arg-type]
    attendant.desk = desk.desk
    for number, text in enumerate(texts):
        attendant.attend(TagRead(number, text, False, Reader.TABLE))
    while attendant.busy:
        await asyncio.sleep(0)
    table.table.observers.clear()


def test_what_is_read_right_behind_done_plays(tmp_path: Path) -> None:
    at = Desk(tmp_path / "desk")
    with ScannedTable(tmp_path, *GAME) as table:
        at.desk.enrol(cards())
        texts = ("1", command_tag(CommandWord.DONE), card_tag("X", "K1", 50), "2")
        table._runner.run(attended(table, at, *texts))
        assert str(table.state.top) == "red-7"
        assert at.book.codes().tags == {"1": card_tag("X", "K1", 1)}


def test_the_game_stays_as_it_is_while_its_cards_are_scanned(tmp_path: Path) -> None:
    at = Desk(tmp_path / "desk")
    with ScannedTable(tmp_path, *GAME) as table:
        before = table.table.version
        at.desk.enrol(cards())
        table._runner.run(attended(table, at, "1", "2", card_tag("X", "K1", 50), "3"))
        assert table.table.version == before
        assert at.book.codes().tags == {
            "1": card_tag("X", "K1", 1),
            "2": card_tag("X", "K1", 2),
            "3": card_tag("X", "K1", 50),
        }
        at.desk.end()
        table._runner.run(attended(table, at, card_tag("X", "K1", 50)))
        assert table.table.version == before + 1
