"""The file of enrolled codes: what is bound stays bound, whatever is bound, taken off or cut short meanwhile."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule, run_state_machine_as_test

from companion.enrolled import Change, Codes, CodesError, TakenCodeError, code_of, codes_text, read_codes
from companion.referee.cards import Side
from companion.referee.decks import load_deck, read_deck, shelved
from companion.scan_tasks.code_book import FILE_NAME, CodeBook
from companion.tags import card_tag
from companion.things import Thing, badges, command_cards, deck_cards, thing_with

THINGS = [*deck_cards(load_deck("extreme"), "K1", [Side.LIGHT]), *command_cards(), *badges()]
TAGS = [thing.tag for thing in THINGS]
CODES = (
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=64)
    .map(code_of)
    .filter(lambda code: 0 < len(code) <= 64)
)
RED_1, RED_1_AGAIN = TAGS[:2]


class Book(RuleBasedStateMachine):
    """A book of codes beside a plain dictionary of what should be in it."""

    bound = Bundle("bound")
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.book = CodeBook(self.folder)
        self.should_be: dict[str, str] = {}

    @rule(target=bound, code=CODES, tag=st.sampled_from(TAGS))
    def bind(self, code: str, tag: str) -> str:
        if self.should_be.setdefault(code, tag) == tag:
            self.book.change(Change({code: tag}))
        else:
            with pytest.raises(TakenCodeError) as refused:
                self.book.change(Change({code: tag}))
            assert refused.value.tag == self.should_be[code]
        return code

    @rule(code=bound)
    def unbind(self, code: str) -> None:
        self.should_be.pop(code, None)
        self.book.change(Change(drop=frozenset({code})))

    @rule(old=bound, new=CODES, tag=st.sampled_from(TAGS))
    def replace(self, old: str, new: str, tag: str) -> None:
        after = {code: other for code, other in self.should_be.items() if code != old}
        if after.setdefault(new, tag) != tag:
            with pytest.raises(TakenCodeError):
                self.book.change(Change({new: tag}, frozenset({old})))
            return
        self.book.change(Change({new: tag}, frozenset({old})))
        self.should_be = after

    @rule(place=st.sampled_from([*TAGS, None]))
    def move_on(self, place: str | None) -> None:
        codes = self.book.change(Change(place=("extreme K1", place)))
        assert codes.places.get("extreme K1") == place

    @rule(half=st.binary(max_size=200))
    def pull_the_plug(self, half: bytes) -> None:
        """In the midst of a write: what is there is a file beside, and nobody remembers anything."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{FILE_NAME}.part").write_bytes(half)
        self.book = CodeBook(self.folder)

    def teardown(self) -> None:
        assert self.book.codes().tags == self.should_be
        assert CodeBook(self.folder).codes().tags == self.should_be
        shutil.rmtree(self.folder, ignore_errors=True)


def test_whatever_is_bound_replaced_taken_off_and_cut_short_the_file_says_what_was_answered(
    tmp_path: Path,
) -> None:
    class BookHere(Book):
        folder = tmp_path / "book"

    run_state_machine_as_test(BookHere, settings=settings(max_examples=60, stateful_step_count=20))


@given(st.dictionaries(CODES, st.sampled_from(TAGS), max_size=30))
def test_the_file_read_back_has_the_same_codes_in_the_same_order(tags: dict[str, str]) -> None:
    codes = Codes(tags, {"extreme K1": RED_1})
    read = read_codes(codes_text(codes), "codes.toml")
    assert (read, [*read.tags]) == (codes, [*tags])


def test_the_file_says_in_words_what_each_code_is_stuck_on() -> None:
    lines = codes_text(Codes({"4006": RED_1_AGAIN, "77": "TUZ90011X"}, {})).splitlines()
    assert '"4006" = "TXK10021A"  # red-1, copy 2, extreme K1' in lines
    assert '"77" = "TUZ90011X"  # a card of a deck that is not here' in lines
    named = codes_text(Codes({"1": command_cards()[0].tag, "2": badges()[2].tag})).splitlines()
    assert [line.partition("#")[2] for line in named[-2:]] == [" RED", " badge 3"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[codes]\n"4006" = "TXK10012"\n', '2: what "4006" stands for is no tag of ours; write one, such as'),
        ('[codes]\n\n"4006" = 7\n', '3: what "4006" stands for is no tag'),
        ("codes = 3\n", "1: codes must be a table; write [codes]"),
        ('[code]\n"4006" = "TXK10011E"\n', '1: "code" is not known here; there are [codes] and [next]'),
        ('[codes]\n" " = "TXK10011E"\n', '2: " " cannot be a code: 1 to 64 printed characters'),
        (f'[codes]\n"{"9" * 65}" = "TXK10011E"\n', "cannot be a code"),
        ('[codes]\n"1" = "TXK10011E"\n"1" = "TXK10021A"\n', "it is not TOML (Cannot overwrite a value"),
        ('[codes]\n"1" = "TXK10011E"\n"1 " = "TXK10021A"\n', '3: "1 " stands here twice'),
        ("[codes\n", "it is not TOML"),
        ('[next]\n"extreme K1" = "red-7"\n', '2: what "extreme K1" stands for is no tag'),
    ],
)
def test_a_file_mended_by_hand_and_wrong_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(CodesError) as wrong:
        read_codes(text, "codes.toml")
    assert told in str(wrong.value)
    assert wrong.value.findings[0].startswith("codes.toml:")


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(CodesError) as wrong:
        read_codes('[codes]\n"1" = "no"\n"2" = "nor this"\n', "codes.toml")
    assert len(wrong.value.findings) == 2


def test_a_wrong_file_is_left_as_it_is_and_nothing_is_known_until_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_text('[codes]\n"1" = "no"\n')
    book = CodeBook(tmp_path)
    assert book.codes() == Codes()
    assert book.trouble is not None
    with pytest.raises(CodesError):
        book.change(Change({"2": RED_1}))
    assert path.read_text() == '[codes]\n"1" = "no"\n'
    path.write_text('[codes]\n"1" = "txk10011e"\n')
    assert book.codes().tags == {"1": RED_1}
    assert book.trouble is None


def test_a_file_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b'[codes]\n"\xe9" = "TXK10011E"\n')
    book = CodeBook(tmp_path)
    assert book.codes() == Codes()
    assert "it is not UTF-8" in str(book.trouble)


def test_what_another_program_binds_is_known_at_once_and_never_lost(tmp_path: Path) -> None:
    ours, theirs = CodeBook(tmp_path), CodeBook(tmp_path)
    ours.change(Change({"1": RED_1}))
    assert theirs.codes().tags == {"1": RED_1}
    theirs.change(Change({"2": RED_1_AGAIN}))
    with pytest.raises(TakenCodeError):
        ours.change(Change({"2": RED_1}))
    assert ours.codes().tags == {"1": RED_1, "2": RED_1_AGAIN}


def test_many_who_bind_at_once_lose_nothing(tmp_path: Path) -> None:
    def bind(mine: int) -> None:
        book = CodeBook(tmp_path)
        for number in range(10):
            book.change(Change({f"{mine}-{number}": TAGS[mine]}))

    threads = [threading.Thread(target=bind, args=(mine,)) for mine in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(CodeBook(tmp_path).codes().tags) == 40


def test_a_code_is_kept_as_it_was_read_capitals_included() -> None:
    codes = Codes({"aB1": RED_1})
    assert codes.tag_of(" aB1\r") == RED_1
    assert codes.tag_of("AB1") is None


def test_a_code_typed_through_a_french_keyboard_is_known_again_and_no_other_is_taken_for_it() -> None:
    codes = Codes({"4006381333931": RED_1, "QBC": RED_1_AGAIN})
    azerty = str.maketrans("1234567890", "&é\"'(-è_çà")
    assert codes.tag_of("4006381333931".translate(azerty)) == RED_1
    assert codes.tag_of("4006381333932".translate(azerty)) is None
    assert codes.tag_of("ABC") is None, "letters alone are not swapped: that would be guessing"


@pytest.mark.parametrize("thing", THINGS[::17], ids=str)
def test_every_thing_is_found_by_its_tag(thing: Thing) -> None:
    assert thing_with(thing.tag) == thing


def test_codes_of_a_deck_that_is_not_here_are_kept(tmp_path: Path) -> None:
    deck = read_deck('edition = "ours"\nletter = "U"\nserial = "K7"\nlike = "attack"\ntotal = 112\n', "")
    tag = card_tag("U", "K7", 1)
    with shelved(deck):
        CodeBook(tmp_path).change(Change({"1": tag}))
        assert "# red-1, copy 1, ours K7" in (tmp_path / FILE_NAME).read_text()
    book = CodeBook(tmp_path)
    book.change(Change({"2": RED_1}))
    assert book.codes().tags == {"1": tag, "2": RED_1}
