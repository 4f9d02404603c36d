"""A whole deck is scanned once, card by card, and becomes a deck file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errands.deck_errands import Lesson, check, learn
from companion.locales import LOCALES
from companion.own_decks import read_file
from companion.referee.cards import Side
from companion.referee.decks import load_deck, read_deck, shelved
from companion.scan_tasks.deck_learning import KeptError, Learned, Step, beginning, file_text, go_on, hear, kept_text
from companion.settings import Settings, flag
from companion.settings import load as load_settings
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.voice.phrases import Phrases
from tests.loudspeaker import loudspeaker


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def nothing(edition: str = "attack") -> Learned:
    return Learned(load_deck(edition), "mattel")


def after(learned: Learned, *texts: str) -> Step:
    """The last of these reads."""
    *before, last = texts
    for text in before:
        learned = hear(learned, text).learned
    return hear(learned, last)


def said(step: Step, language: str = "en") -> str:
    return Phrases(language).text(step.phrase)


# One read after the other


def test_each_card_is_counted_and_named() -> None:
    step = after(nothing(), "red-7", card_tag("A", "K1", 1))
    assert said(step) == "2: red 1."
    assert said(step, "fr") == "2\u00a0: 1 rouge."
    assert step.learned.cards == 2


def test_a_word_a_tag_and_a_braille_label_name_the_same_card() -> None:
    step = after(nothing("classic"), "red-1", card_tag("C", "K1", 5), "r1", "⠗⠁")
    assert [str(read.card) for read in step.learned.reads] == ["red-1"] * 4


def test_the_same_tag_twice_is_the_same_card() -> None:
    step = after(nothing(), card_tag("A", "K1", 1), card_tag("A", "K1", 1).lower())
    assert (said(step), step.learned.cards) == ("Red 1: this card is counted already.", 1)


def test_two_cards_of_one_face_are_two_cards() -> None:
    assert after(nothing(), card_tag("A", "K1", 1), card_tag("A", "K1", 2)).learned.cards == 2
    assert after(nothing(), "red-1", "red-1").learned.cards == 2


@pytest.mark.parametrize("undo", ["undo", "UNDO", command_tag(CommandWord.UNDO)])
def test_undo_takes_the_last_card_back_which_can_then_be_scanned_again(undo: str) -> None:
    tag = card_tag("A", "K1", 1)
    step = after(nothing(), "red-7", tag, undo)
    assert said(step) == "Taken back: red 1. 1 card."
    assert after(step.learned, tag).learned.cards == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("undo", "There is nothing to take back."),
        ("4006381333931", "No card has the code 4006381333931. Type the card instead, such as red-7."),
        ("TXK100119", "Not read rightly: scan it again."),
        (command_tag(CommandWord.RED), "That is no card of a deck."),
        (badge_tag(3), "That is no card of a deck."),
        (card_tag("B", "K1", 109), "That is no card of a deck."),
        ("red-draw-two", "Red draw two: UNO Attack, 1998 deck has no such card."),
        (
            card_tag("U", "K7", 1),
            f"No card has the code {card_tag('U', 'K7', 1)}. Type the card instead, such as red-7.",
        ),
        ("done", "That is no deck yet: scan two cards at least."),
    ],
)
def test_what_is_no_card_of_the_deck_changes_nothing_and_says_why(text: str, told: str) -> None:
    step = after(nothing(), text)
    assert (said(step), step.learned, step.closed) == (told, nothing(), False)


def test_a_deck_has_999_cards_at_most() -> None:
    full = nothing()
    full = replace(full, reads=after(full, "red-1").learned.reads * 999)
    step = after(full, "red-1")
    assert (said(step), step.learned) == ("A deck has 999 cards at most.", full)


def test_what_could_not_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert learn(lesson(tmp_path), silent(tmp_path), piped(b"red-7\nr\xe9d-7\nwild\xc3")) == 1
    assert capsys.readouterr().out.splitlines()[1:] == ["1: red 7.", *["Not read rightly: scan it again."] * 2]


# Two sides


def test_of_a_two_sided_card_the_light_side_comes_first_and_the_dark_one_is_asked_for() -> None:
    light = after(nothing("flip"), "red-1")
    assert (said(light), light.learned.awaited) == ("1: red 1. Now its dark side.", Side.DARK)
    dark = after(light.learned, "teal-3")
    assert (said(dark), dark.learned.awaited, dark.learned.cards) == ("1: teal 3.", Side.LIGHT, 1)


@pytest.mark.parametrize(
    ("reads", "told"),
    [
        (("teal-3",), "That is a dark side: turn the card over."),
        (("red-1", "red-2"), "That is a light side. Red 1: now its dark side."),
        (("red-1", "done"), "The dark side of the last card is missing: red 1."),
    ],
)
def test_the_wrong_side_is_refused(reads: tuple[str, ...], told: str) -> None:
    step = after(nothing("flip"), *reads)
    assert (said(step), len(step.learned.reads)) == (told, len(reads) - 1)


def test_undo_takes_back_one_side_at_a_time() -> None:
    step = after(nothing("flip"), "red-1", "teal-3", "undo")
    assert step.learned.awaited is Side.DARK
    assert said(step) == "Taken back: teal 3. 0 cards. Red 1: now its dark side."
    light = after(step.learned, "undo")
    assert (said(light), light.learned.reads) == ("Taken back: red 1. 0 cards.", ())


def test_who_goes_on_in_the_middle_of_a_card_hears_which() -> None:
    kept = after(nothing("flip"), "red-1", "teal-3", "blue-2").learned
    assert Phrases("en").text(beginning(kept)) == (
        "1 card is kept. Scan every card of the deck once: first its light side, then its dark side; then done. "
        "Blue 2: now its dark side."
    )


# Done


def whole(edition: str) -> list[str]:
    deck = load_deck(edition)
    if not deck.dark_cards:
        return [str(card) for card in deck.cards]
    return [str(face) for pair in zip(deck.cards, reversed(deck.dark_cards), strict=True) for face in pair]


@pytest.mark.parametrize("done", ["done", command_tag(CommandWord.DONE)])
def test_a_deck_as_printed_is_said_to_be_so(done: str) -> None:
    step = after(nothing("classic"), *whole("classic"), done)
    assert step.closed
    assert said(step) == "The deck has 108 cards. They are those of classic UNO."
    assert said(step, "fr") == "Le jeu a 108 cartes. Ce sont celles du jeu UNO classique."


def test_what_the_deck_has_fewer_or_more_than_the_printed_one_is_said_and_not_refused() -> None:
    cards = [card for card in whole("attack") if card not in {"blue-3", "wild"}]
    step = after(nothing(), *cards, "wild", "wild", "wild", "red-9", "done")
    assert step.closed
    assert said(step) == (
        "The deck has 110 cards. 3 cards fewer than in UNO Attack, 1998 deck: 2 × blue 3, wild. "
        "1 card more than in UNO Attack, 1998 deck: red 9."
    )


def test_a_two_sided_deck_is_compared_side_by_side() -> None:
    step = after(nothing("flip"), *whole("flip")[:-2], "done")
    assert said(step) == (
        "The deck has 111 cards. Light side: 1 card fewer than in UNO Flip: wild draw two. "
        "Dark side: 1 card fewer than in UNO Flip: pink 1."
    )


def test_a_long_list_of_differences_is_not_read_aloud() -> None:
    step = after(nothing(), *whole("attack")[:8], "done")
    assert said(step) == "The deck has 8 cards. 104 cards fewer than in UNO Attack, 1998 deck."


@pytest.mark.parametrize(
    ("edition", "reads", "told"),
    [
        ("attack", ("red-1",), "That is no deck yet: scan two cards at least."),
        ("attack", ("wild", "red-hit-two"), "That is no deck yet: without a number card no round can begin."),
        (
            "flip",
            ("wild", "teal-3", "red-flip", "teal-3"),
            "That is no deck yet: without a number card on the light side no round can begin.",
        ),
    ],
)
def test_what_is_no_deck_yet_is_refused_with_the_reason(edition: str, reads: tuple[str, ...], told: str) -> None:
    step = after(nothing(edition), *reads, "done")
    assert (said(step), step.closed) == (told, False)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("two_sided", [False, True])
def test_the_word_that_the_prompt_names_is_one_that_works(language: str, two_sided: bool) -> None:
    text = Phrases(language).text(beginning(nothing("flip" if two_sided else "attack")))
    word = re.findall(r"\w+", text)[-1]
    assert hear(after(nothing(), "red-1", "wild").learned, word).closed, word


@pytest.mark.parametrize("done", ["done", "DONE", "terminé", "Terminé", "TERMINE", "termine\u0301", "fini"])
def test_done_is_typed_in_any_language_with_or_without_accents(tmp_path: Path, done: str) -> None:
    assert taught(tmp_path, "red-7", "wild", "blue-1", "Annuler", done) == 0
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-7", "wild"]


@pytest.mark.parametrize("edition", ["attack", "flip"])
def test_the_file_has_the_cards_in_the_order_they_were_scanned(edition: str) -> None:
    learned = after(nothing(edition), *whole(edition)).learned
    deck = read_deck(file_text(learned, "mine", "K7"), "mine.toml")
    faces = [str(read.card) for read in learned.reads]
    assert [str(card) for card in deck.cards] == faces[:: learned.sides]
    assert [str(card) for card in deck.dark_cards] == (faces[1::2] if learned.sides == 2 else [])
    assert (deck.edition, deck.serial, deck.like, bool(deck.backs)) == ("mine", "K7", edition, edition == "flip")


# What is kept


@pytest.mark.parametrize("reads", [(), ("red-1",), ("red-1", "teal-3"), ("red-1", "teal-3", "wild")])
def test_what_was_kept_is_gone_on_with(reads: tuple[str, ...]) -> None:
    learned = nothing("flip")
    for text in (card_tag("F", "K1", 9), "teal-3", *reads):
        learned = hear(learned, text).learned
    assert go_on(nothing("flip"), kept_text(learned)) == learned


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("", "it is not what an earlier 'deck learn' kept; delete it"),
        ("[]", "it is not what"),
        ("[" * 100_000, "it is not what"),
        ('{"like": "attack"}', "it is not what"),
        ('{"like": "attack", "reads": [["red-77", null]]}', "it is not what"),
        ('{"like": "attack", "reads": [3]}', "it is not what"),
        ('{"like": "flip", "reads": []}', "it was begun with --like flip"),
        ('{"like": "attack", "reads": [["teal-3", null]]}', "teal-3 cannot stand there"),
        ('{"like": "attack", "reads": [["red-1", "TAK10011"], ["red-1", "TAK10011"]]}', "red-1 cannot stand there"),
    ],
)
def test_what_was_kept_of_something_else_is_never_mixed_in(kept: str, told: str) -> None:
    with pytest.raises(KeptError, match=told):
        go_on(nothing(), kept)


# The command


def lesson(folder: Path, **changes: object) -> Lesson:
    usual = Lesson(folder / "our.toml", "attack", "our", None, "mattel", None, force=False)
    return replace(usual, **changes)  # type: ignore[arg-type]  # each test names real fields


def silent(folder: Path, locale: str = "en") -> Settings:
    return load_settings(folder, None, {}, [flag("--speech", "none"), flag("--locale", locale)])


def typed(*lines: str, end: str = "\n") -> int:
    """Standard input with these lines."""
    return piped("\n".join(lines).encode() + end.encode())


def piped(data: bytes) -> int:
    """Standard input with these bytes, and no more."""
    read, write = os.pipe()
    os.write(write, data)
    os.close(write)
    return read


def taught(folder: Path, *lines: str, **changes: object) -> int:
    return learn(lesson(folder, **changes), silent(folder), typed(*lines))


def test_learning_writes_a_file_that_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taught(tmp_path, "red-7", "red-7", "wild", "done") == 0
    out = capsys.readouterr().out
    assert out.splitlines()[:2] == ["Scan every card of the deck once, then done.", "1: red 7."]
    assert out.endswith(f"{tmp_path / 'our.toml'}\n")
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-7", "red-7", "wild"]
    assert [path.name for path in tmp_path.iterdir()] == ["our.toml"], "nothing else is left behind"
    assert check(tmp_path / "our.toml") == 0


def test_tags_typed_through_a_french_keyboard_are_read_and_what_is_none_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    azerty = str.maketrans("1234567890AQZWM", "&é\"'(-è_çàQAWZ?")
    tags = [card_tag("A", "K1", number).translate(azerty) for number in (1, 2, 112)]
    assert any(not tag.isascii() for tag in tags)
    assert taught(tmp_path, *tags, "àà'HA\"", "terminé") == 0
    assert "keyboard layout looks French" in capsys.readouterr().out
    deck = load_deck("attack")
    assert read_file(tmp_path / "our.toml").cards == (deck.cards[0], deck.cards[1], deck.cards[111])


def test_the_end_of_the_input_is_a_stop_and_only_done_finishes_the_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(lesson(tmp_path), silent(tmp_path), typed("red-7", "wild", end="")) == 1
    assert capsys.readouterr().err == "2 cards are kept. Start the same command again to go on.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["our.toml.partial"]
    assert learn(lesson(tmp_path), silent(tmp_path), typed("blue-1", "done", end="")) == 0
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-7", "wild", "blue-1"]


def test_an_input_that_ends_too_soon_keeps_what_was_scanned_and_the_next_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught(tmp_path, card_tag("F", "K1", 1), like="flip") == 1
    assert not (tmp_path / "our.toml").exists()
    assert capsys.readouterr().err == "0 cards are kept. Start the same command again to go on.\n"
    assert taught(tmp_path, "teal-3", card_tag("F", "K1", 1), "wild", "dark-wild", "done", like="flip") == 0
    out = capsys.readouterr().out
    assert "Red 1: this card is counted already." in out
    assert read_file(tmp_path / "our.toml").total == 2


def test_what_is_kept_belongs_to_one_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taught(tmp_path, "red-1") == 1
    assert taught(tmp_path, "red-1", like="flip") == 2
    assert f"{tmp_path / 'our.toml.partial'}: it was begun with --like attack" in capsys.readouterr().err


def test_nothing_scanned_leaves_nothing_behind(tmp_path: Path) -> None:
    assert taught(tmp_path, "undo") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_replaced_only_when_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "our.toml").write_text("mine", encoding="utf-8")
    assert taught(tmp_path, "red-7", "wild", "done") == 2
    assert "replace it with --force" in capsys.readouterr().err
    assert (tmp_path / "our.toml").read_text(encoding="utf-8") == "mine"
    assert taught(tmp_path, "red-7", "wild", "done", force=True) == 0
    assert read_file(tmp_path / "our.toml").total == 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"like": "poker"}, "--like poker: there is no such edition; there are: attack"),
        ({"name": "attack"}, "--name attack: 'attack' is the name of a printed game"),
        ({"name": "Our deck"}, '"Our deck" cannot be a deck\'s name'),
        ({"serial": "OO"}, '--serial OO: "OO" is no serial'),
        ({"name": "taken"}, "--name taken: another own deck is called so"),
        ({"serial": "t1"}, "--serial T1: the deck taken has it; take another"),
        ({"labels": "klingon"}, "--labels klingon: there are mattel"),
        ({"file": Path("our.txt")}, "our.txt: a deck's file ends in .toml; name it our.toml"),
        ({"file": Path("our")}, "our: a deck's file ends in .toml; name it our.toml"),
    ],
)
def test_what_cannot_be_begun_is_told_before_the_first_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], told: str
) -> None:
    with shelved(read_deck('edition = "taken"\nletter = "U"\nserial = "T1"\nlike = "attack"\ntotal = 112\n', "")):
        assert taught(tmp_path, "red-7", "wild", "done", **changes) == 2
    heard = capsys.readouterr()
    assert told in heard.err
    assert heard.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taught(tmp_path, "red-7", file=tmp_path / "none" / "our.toml") == 2
    assert "cannot be written (No such file or directory)" in capsys.readouterr().err


def test_a_serial_is_chosen_that_no_other_own_deck_has(tmp_path: Path) -> None:
    assert taught(tmp_path, "red-7", "wild", "done") == 0
    first = read_file(tmp_path / "our.toml")
    with shelved(replace(first, edition="other", text="other")):
        assert taught(tmp_path, "red-7", "wild", "done", force=True) == 0
    assert read_file(tmp_path / "our.toml").serial != first.serial


def test_learning_speaks_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert learn(lesson(tmp_path), silent(tmp_path, "fr"), typed("red-7", "green-hit-two", "done")) == 0
    assert "1\u00a0: 7 rouge.\n2\u00a0: Appuyez deux fois, vert.\n" in capsys.readouterr().out


def test_what_is_shown_is_spoken_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = loudspeaker(monkeypatch, "fr")
    settings = load_settings(tmp_path, None, {}, [flag("--locale", "fr")])
    assert learn(lesson(tmp_path), settings, typed("red-7", "wild", "done")) == 0
    assert heard == [
        "Scannez chaque carte du jeu une fois, puis «\u00a0terminé\u00a0».",
        "1\u00a0: 7 rouge.",
        "2\u00a0: joker.",
        "Le jeu a 2 cartes. UNO Attack, jeu de 1998\u00a0: il manque 110 cartes.",
        "(silence)",
    ]


def test_a_scanner_on_a_line_is_read_and_what_is_typed_too(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    keys, hand = os.pipe()
    port = os.ttyname(theirs)
    command = [sys.executable, "-m", "companion", "deck", "learn", str(tmp_path / "our.toml"), "--like", "attack",
               "--speech", "none", "--scanner", port, "--data", str(tmp_path), "--locale", "en"]  # fmt: skip
    with subprocess.Popen(command, stdin=keys, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline() == f"The scanner at {port} is connected.\n"
        os.write(ours, f"{card_tag('A', 'K1', 1)}\r".encode())
        lines = iter(process.stdout.readline, "")
        assert "1: red 1.\n" in lines
        os.write(hand, b"wild\ndone\n")
        assert process.wait(20) == 0
    for number in (ours, theirs, keys, hand):
        os.close(number)
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-1", "wild"]


def test_a_scanner_that_is_not_there_is_told_once_and_nothing_begins(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "deck", "learn", str(tmp_path / "our.toml"), "--like", "attack",
               "--speech", "none", "--scanner", "/dev/nope", "--data", str(tmp_path), "--locale", "en"]  # fmt: skip
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        2, "", "There is no scanner at /dev/nope: plug it in, or name its port with --scanner.\n",
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_two_at_once_never_learn_into_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "companion", "deck", "learn", str(tmp_path / "our.toml"), "--like", "attack",
               "--speech", "none", "--data", str(tmp_path), "--locale", "en"]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write("red-1\n")
        first.stdin.flush()
        assert "1: red 1.\n" in iter(first.stdout.readline, "")
        assert taught(tmp_path, "blue-2", "wild", "done") == 2
        heard = capsys.readouterr()
        assert (heard.out, "another deck learn works on this file" in heard.err) == ("", True)
        assert taught(tmp_path, "red-7", "wild", "done", file=tmp_path / "other.toml") == 0
        first.communicate("wild\ndone\n", timeout=20)
        assert first.returncode == 0
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-1", "wild"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.toml", "our.toml"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_it_the_cards_scanned_so_far_are_kept(tmp_path: Path, end: signal.Signals) -> None:
    command = [sys.executable, "-m", "companion", "deck", "learn", str(tmp_path / "our.toml"), "--like", "attack",
               "--speech", "none", "--data", str(tmp_path), "--locale", "en"]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("red-1\nwild\n")
        process.stdin.flush()
        assert "2: wild.\n" in iter(process.stdout.readline, "")
        process.send_signal(end)
        assert process.wait(20) == (1 if end is signal.SIGINT else -end)
    assert taught(tmp_path, "done") == 0
    assert [str(card) for card in read_file(tmp_path / "our.toml").cards] == ["red-1", "wild"]
