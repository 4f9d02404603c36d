"""``uno-companion enrol`` and ``deck count``: led by a pipe, a keyboard or a scanner, cut short and gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.enrolled import Change
from companion.errands.enrol_errands import EnrolJob, count_deck, enrol_things
from companion.referee.cards import Side
from companion.referee.decks import load_deck, shelved
from companion.scan_tasks.code_book import FILE_NAME, CodeBook
from companion.settings import Settings, flag
from companion.settings import load as load_settings
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.things import command_cards
from tests.loudspeaker import loudspeaker


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def silent(folder: Path, locale: str = "en") -> Settings:
    return load_settings(folder, None, {}, [flag("--speech", "none"), flag("--locale", locale)])


def piped(*lines: str) -> int:
    """Standard input with these lines, and no more."""
    read, write = os.pipe()
    os.write(write, "".join(f"{line}\n" for line in lines).encode())
    os.close(write)
    return read


def enrolled(folder: Path, *lines: str, what: str = "extreme", locale: str = "en", **asked: object) -> int:
    job = EnrolJob(what, folder, **asked)  # type: ignore[arg-type]
    return enrol_things(job, silent(folder, locale), None, piped(*lines))


def bound(folder: Path) -> dict[str, str]:
    return dict(CodeBook(folder).codes().tags)


def counted(folder: Path, *lines: str, edition: str = "extreme", serial: str | None = None) -> int:
    return count_deck(edition, serial, folder, silent(folder), scanner=None, keyboard=piped(*lines))


def tags() -> list[str]:
    return [card_tag("X", "K1", number) for number in range(1, load_deck("extreme").total + 1)]


def command(*words: str, data: Path) -> list[str]:
    return [sys.executable, "-m", "companion", *words, "--speech", "none", "--data", str(data), "--locale", "en"]


# Enrolling


def test_cards_are_named_and_their_codes_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrolled(tmp_path, "4006", "skip", "4007", "done") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Scan the code of each card that is named; help tells more. Now the code of red 1, first copy.",
        "Red 1, first copy: taken. Now the code of red 1, second copy.",
        "Skipped: red 1, second copy. Now the code of yellow 1, first copy.",
        "Yellow 1, first copy: taken. Now the code of yellow 1, second copy.",
        "2 of 112 have their codes. Enrolling goes on from here another time.",
    ]
    assert bound(tmp_path) == {"4006": tags()[0], "4007": tags()[2]}


def test_the_end_of_the_input_is_a_stop_and_the_next_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enrolled(tmp_path, "1", "2") == 1
    assert capsys.readouterr().err == "2 of 112 have their codes. Enrolling goes on from here another time.\n"
    assert enrolled(tmp_path, "3", "done") == 0
    assert capsys.readouterr().out.startswith(
        "2 of 112 have their codes. Scan the code of each card that is named; help tells more. "
        "Now the code of yellow 1, first copy."
    )
    assert list(bound(tmp_path).values()) == tags()[:3]


def test_a_whole_deck_is_enrolled_and_then_checked_by_its_stickers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stickers = [f"40063813{number:05}" for number in range(len(tags()))]
    assert enrolled(tmp_path, *stickers) == 0
    assert capsys.readouterr().out.endswith("All 112 have their codes.\n")
    assert counted(tmp_path, *reversed(stickers)) == 0
    assert capsys.readouterr().out.endswith("All 112 cards are there.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE_NAME]


def test_some_cards_alone_are_asked_for_by_number_or_word(tmp_path: Path) -> None:
    assert enrolled(tmp_path, *"12345", only="3,112,red-7,4") == 0
    assert list(bound(tmp_path).values()) == [tags()[at - 1] for at in (3, 112, 49, 50, 4)]


def test_the_sticker_that_was_lost_is_replaced(tmp_path: Path) -> None:
    enrolled(tmp_path, "old", only="red-7")
    assert enrolled(tmp_path, "new", only="49") == 0
    assert bound(tmp_path) == {"new": tags()[48]}
    assert enrolled(tmp_path, "second", only="49", also=True) == 0
    assert bound(tmp_path) == {"new": tags()[48], "second": tags()[48]}


def test_command_cards_and_badges_are_enrolled(tmp_path: Path) -> None:
    assert enrolled(tmp_path, *(f"c{number}" for number in range(len(CommandWord))), what="commands") == 0
    assert enrolled(tmp_path, *(f"badge-{number}" for number in range(10)), what="players") == 0
    assert bound(tmp_path)["c0"] == command_cards()[0].tag
    assert bound(tmp_path)["badge-9"] == badge_tag(10)


def test_the_second_deck_of_an_edition_has_codes_of_its_own(tmp_path: Path) -> None:
    enrolled(tmp_path, "1", "done")
    enrolled(tmp_path, "1", "2", "done", serial="k2")
    assert bound(tmp_path) == {"1": tags()[0], "2": card_tag("X", "K2", 1)}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"what": "poker"}, "there is no deck 'poker'; there are: attack"),
        ({"serial": "OO"}, '--serial "OO" is no serial'),
        ({"side": Side.DARK}, "--side dark: extreme has one side only; leave it out"),
        ({"what": "players", "serial": "K2"}, "--serial and --side are of decks; leave them out for players"),
        ({"only": "113"}, "--only 113: they have the numbers 1 to 112"),
        ({"only": "0"}, "--only 0: they have the numbers 1 to 112"),
        ({"only": "red-draw-two"}, "--only red-draw-two: there is no such card among them"),
        ({"only": "7-3"}, "--only 7-3: write numbers, ranges or cards, such as 3,7-9,red-7"),
        ({"only": ""}, "--only : write numbers, ranges or cards"),
        ({"listed": True, "remove_all": True}, "--list, --remove and --remove-all are different things"),
    ],
)
def test_what_cannot_be_begun_is_told_before_the_first_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: dict[str, object], told: str
) -> None:
    assert enrolled(tmp_path, "1", **asked) == 2  # type: ignore[arg-type]
    heard = capsys.readouterr()
    assert told in heard.err
    assert heard.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_codes_that_is_wrong_is_told_with_its_line_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / FILE_NAME
    path.write_text('[codes]\n"1" = "no"\n')
    assert enrolled(tmp_path, "1") == 2
    assert enrolled(tmp_path, listed=True) == 2
    assert enrolled(tmp_path, remove=("1",)) == 2
    assert enrolled(tmp_path, remove_all=True) == 2
    assert counted(tmp_path, "1") == 2
    assert [line.startswith(f"{path}:2: ") for line in capsys.readouterr().err.splitlines()] == [True] * 5
    assert path.read_text() == '[codes]\n"1" = "no"\n'


def test_a_disk_that_is_full_is_told_and_what_was_answered_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    enrolled(tmp_path, "1")
    before = (tmp_path / FILE_NAME).read_text()
    capsys.readouterr()
    monkeypatch.setattr("companion.scan_tasks.code_book.write_whole", full)
    assert enrolled(tmp_path, "2") == 2
    assert "it cannot be written (No space left on device)" in capsys.readouterr().err
    assert (tmp_path / FILE_NAME).read_text() == before


# Listing, removing


def test_codes_are_listed_with_tag_and_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = card_tag("U", "Z9", 1)
    CodeBook(tmp_path).change(Change({"4006": tags()[49], "77": command_tag(CommandWord.UNO), "8": gone}))
    assert enrolled(tmp_path, listed=True) == 0
    assert enrolled(tmp_path, listed=True, locale="fr") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"4006\t{tags()[49]}\tred 7, second copy of UNO Extreme, K1",
        f"77\t{command_tag(CommandWord.UNO)}\tcommand card UNO",
        f"8\t{gone}\ta card of a deck that is not here ({gone})",
        f"4006\t{tags()[49]}\t7 rouge, exemplaire 2 de UNO Extrême, K1",
        f"77\t{command_tag(CommandWord.UNO)}\tcarte de commande «\u00a0UNO\u00a0»",
        f"8\t{gone}\tune carte d'un jeu absent ({gone})",
    ]


def test_a_code_is_taken_off_by_itself_or_by_the_tag_that_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CodeBook(tmp_path).change(Change({"1": tags()[0], "2": tags()[0], "3": tags()[1], "4": tags()[2]}))
    assert enrolled(tmp_path, remove=("3", tags()[0].lower())) == 0
    assert bound(tmp_path) == {"4": tags()[2]}
    assert enrolled(tmp_path, remove=("4", "5")) == 1
    assert bound(tmp_path) == {"4": tags()[2]}, "nothing is done by halves"
    told, wrong = capsys.readouterr()
    assert told.splitlines() == [
        "3 is no code any more: it was that of red 1, second copy of UNO Extreme, K1.",
        "1 is no code any more: it was that of red 1, first copy of UNO Extreme, K1.",
        "2 is no code any more: it was that of red 1, first copy of UNO Extreme, K1.",
    ]
    assert wrong == "5: no such code is enrolled; --list shows those that are\n"


def test_all_codes_of_a_deck_are_taken_off_so_that_its_stickers_go_on_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CodeBook(tmp_path).change(Change({"1": tags()[0], "2": card_tag("X", "K2", 1), "3": badge_tag(1)}))
    assert enrolled(tmp_path, remove_all=True) == 0
    assert bound(tmp_path) == {"2": card_tag("X", "K2", 1), "3": badge_tag(1)}
    assert enrolled(tmp_path, "1", "done", serial="K2", remove_all=True) == 0
    assert enrolled(tmp_path, remove_all=True, what="players") == 0
    assert bound(tmp_path) == {}
    assert enrolled(tmp_path, remove_all=True, what="commands") == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 code of UNO Extreme, K1 is taken off.",
        "1 code of UNO Extreme, K2 is taken off.",
        "1 code of badges is taken off.",
        "0 codes of command cards are taken off.",
    ]


# Voice, scanner, interruption


def test_what_is_shown_is_spoken_too_in_the_language_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = loudspeaker(monkeypatch, "fr")
    settings = load_settings(tmp_path, None, {}, [flag("--locale", "fr")])
    assert enrol_things(EnrolJob("players", tmp_path), settings, None, piped("1", "terminé")) == 0
    assert heard == [
        (
            "Scannez le code de chaque carte annoncée\u202f; «\u00a0aide\u00a0» en dit plus. "
            "Maintenant le code\u00a0: badge numéro 1."
        ),
        "Badge numéro 1\u00a0: c'est noté. Maintenant le code\u00a0: badge numéro 2.",
        "1 code enregistré sur 10. La suite une autre fois, à partir de là.",
        "(silence)",
    ]


@dataclass
class Led:
    """The command, led by a scanner on a pseudo-terminal and by a hand on the keyboard; ended whatever happens."""

    process: subprocess.Popen[str]
    scanner: int
    hand: int

    def reads(self, data: bytes) -> str:
        """The scanner sends this; the next line that is printed."""
        os.write(self.scanner, data)
        return self.line()

    def types(self, text: str) -> str:
        os.write(self.hand, f"{text}\n".encode())
        return self.line()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")


@contextmanager
def led(*words: str, data: Path, by_flag: bool = True) -> Iterator[Led]:
    ours, theirs = os.openpty()
    keys, hand = os.pipe()
    port = os.ttyname(theirs)
    if not by_flag:
        (data / "settings.toml").write_text(f'[scanner]\nurl = "{port}"\n')
    line = command(*words, *(["--scanner", port] if by_flag else []), data=data)
    with subprocess.Popen(line, stdin=keys, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield Led(process, ours, hand)
        finally:
            process.kill()
            for number in (ours, theirs, keys, hand):
                os.close(number)


def test_a_scanner_on_a_line_is_read_and_what_is_typed_too(tmp_path: Path) -> None:
    with led("enrol", "extreme", data=tmp_path) as at:
        assert at.line().startswith("Scan the code of each card")
        of_rfid = at.reads(b"\x024A00A1B2C39A\r\n\x03")
        assert of_rfid == "Red 1, first copy: taken. Now the code of red 1, second copy."
        of_a_shop = at.reads(b"]E04006381333931\r")
        assert of_a_shop == "Red 1, second copy: taken. Now the code of yellow 1, first copy."
        assert at.reads(b"4006381333948\n").startswith("Yellow 1, first copy: taken.")
        assert at.reads(b"4006381333931\r\n").startswith("This is the code of red 1, second copy already.")
        assert at.types("red-7").startswith("Red 7, first copy chosen.")
        assert at.reads(f"{command_tag(CommandWord.DONE)}\r".encode()).startswith("3 of 112 have their codes.")
        assert at.process.wait(20) == 0
    assert bound(tmp_path) == {"4A00A1B2C3": tags()[0], "4006381333931": tags()[1], "4006381333948": tags()[2]}


def test_the_scanner_of_the_settings_is_read_where_none_is_named_and_none_leaves_it_alone(tmp_path: Path) -> None:
    with led("enrol", "extreme", data=tmp_path, by_flag=False) as at:
        at.line()
        assert at.reads(b"4006381333931\r").startswith("Red 1, first copy: taken.")
        ran = subprocess.run(
            command("enrol", "extreme", "--scanner", "none", data=tmp_path),
            input="done\n",
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")


def test_noise_and_half_reads_become_no_code(tmp_path: Path) -> None:
    with led("enrol", "extreme", data=tmp_path) as at:
        at.line()
        of_a_wrong_check = at.reads(b"\x024A00A1B2C3FF\x03")  # answered by itself: what follows may come much later
        assert of_a_wrong_check == "Not read rightly: scan it again. Now the code of red 1, first copy."
        assert at.reads(b"\xff\xfe\x00\x00\x80\r4006381333931\r").startswith("Red 1, first copy: taken.")
        at.types("done")
    assert bound(tmp_path) == {"4006381333931": tags()[0]}


def test_a_tag_that_lies_on_the_reader_is_one_read_and_no_code_of_the_next_card(tmp_path: Path) -> None:
    with led("enrol", "extreme", data=tmp_path) as at:
        at.line()
        assert at.reads(b"\x024A00A1B2C39A\x03" * 20) == (
            "Red 1, first copy: taken. Now the code of red 1, second copy."
        )
        assert at.reads(b"4006381333931\r") == "Red 1, second copy: taken. Now the code of yellow 1, first copy."
        at.types("done")


def test_a_scanner_that_is_not_there_is_told_once_and_nothing_begins(tmp_path: Path) -> None:
    for words in (("enrol", "extreme"), ("deck", "count", "extreme")):
        ran = subprocess.run(
            command(*words, "--scanner", "/dev/nope", data=tmp_path),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr == "There is no scanner at /dev/nope: plug it in, or name its port with --scanner.\n"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_it_the_codes_scanned_so_far_are_kept_and_it_goes_on_there(
    tmp_path: Path, end: signal.Signals
) -> None:
    with subprocess.Popen(
        command("enrol", "extreme", data=tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\nskip\n3\n")
        process.stdin.flush()
        assert any(line.startswith("Yellow 1, first copy: taken.") for line in iter(process.stdout.readline, ""))
        process.send_signal(end)
        assert process.wait(20) == (1 if end is signal.SIGINT else -end)
    assert enrolled(tmp_path, "4", "done") == 0
    assert list(bound(tmp_path).values()) == [tags()[0], tags()[2], tags()[3]]


# The whole deck


def test_a_check_that_is_cut_short_goes_on_and_one_that_ended_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counted(tmp_path, *tags()[:3]) == 1
    assert capsys.readouterr().err == "3 cards. The check goes on from here another time.\n"
    assert counted(tmp_path, tags()[3], "done") == 1
    out = capsys.readouterr().out.splitlines()
    assert (out[0].partition(".")[0], out[1]) == ("3 cards", "4 cards.")
    assert out[2] == "4 of 112 cards are there. 108 are missing."
    assert counted(tmp_path, "status", "done") == 1
    assert "0 of 112 cards are there. 112 are missing." in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == [], "nothing scanned leaves nothing behind"


def test_a_check_survives_a_kill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with subprocess.Popen(
        command("deck", "count", "extreme", data=tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{tag}\n" for tag in tags()[:-1]))
        process.stdin.flush()
        assert "111 cards.\n" in iter(process.stdout.readline, "")
        process.kill()
    assert counted(tmp_path, tags()[-1]) == 0
    assert capsys.readouterr().out.endswith("All 112 cards are there.\n")


def test_what_was_kept_of_a_check_and_is_damaged_is_begun_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "deck-check-extreme.json").write_text("{")
    assert counted(tmp_path, *tags()) == 0
    assert "the check begins anew" in caplog.text


def test_two_decks_are_checked_each_by_itself(tmp_path: Path) -> None:
    assert counted(tmp_path, *tags()[:3]) == 1
    assert counted(tmp_path, card_tag("X", "K2", 1), serial="K2") == 1
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["deck-check-extreme-K2.json", "deck-check-extreme.json"]


def test_no_deck_of_that_name_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert counted(tmp_path, edition="poker") == 2
    assert counted(tmp_path, serial="OO") == 2
    assert "there is no deck 'poker'" in capsys.readouterr().err
