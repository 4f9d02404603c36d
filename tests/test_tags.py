"""What a scanned text is: card tags, command cards and badges, rightly and wrongly read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.decks import editions, load_deck
from companion.referee.refusals import RefusalCode
from companion.tags import (
    QUERIES,
    Badge,
    CardTag,
    CommandCard,
    CommandWord,
    Unreadable,
    badge_tag,
    card_tag,
    command_tag,
    read_tag,
    with_check,
)

BAD = Unreadable(RefusalCode.BAD_TAG)
UNKNOWN = Unreadable(RefusalCode.UNKNOWN_TAG)
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCENARIO = Path(__file__).parent / "scenarios" / "17-scans.table"

all_tags = st.one_of(
    st.builds(card_tag, st.just("X"), st.sampled_from(["K1", "00", "ZZ"]), st.integers(1, 112)),
    st.builds(command_tag, st.sampled_from(CommandWord)),
    st.builds(badge_tag, st.integers(1, 10)),
)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("TCGREEN8", CommandCard(CommandWord.GREEN)),
        ("TCACCEPT9", CommandCard(CommandWord.ACCEPT)),
        ("TCUNDOA", CommandCard(CommandWord.UNDO)),
        ("TCCATCHS", CommandCard(CommandWord.CATCH)),
        ("TP03P", Badge(3)),
        ("TP01T", Badge(1)),
        ("TCGREEN9", BAD),
    ],
)
def test_the_sample_tags_of_the_scenario_read_as_printed(text: str, reading: object) -> None:
    assert f'scan "{text}"' in SCENARIO.read_text(encoding="utf-8")
    assert read_tag(text) == reading


@pytest.mark.parametrize("edition", editions())
def test_every_card_of_the_deck_reads_back_from_its_label(edition: str) -> None:
    deck = load_deck(edition)
    for side, cards in ((1, deck.cards), (2, deck.dark_cards)):
        for ordinal, card in enumerate(cards, 1):
            tag = card_tag(deck.letter, "K1", ordinal, side)
            assert re.fullmatch(rf"T{deck.letter}K1\d{{3}}{side}[0-9A-Z]", tag)
            assert read_tag(tag) == CardTag(card, tag[:8])


def test_two_cards_of_one_face_and_one_card_of_two_decks_have_different_tags() -> None:
    assert len({card_tag("X", serial, ordinal) for serial in ("K1", "K2") for ordinal in (1, 2)}) == 4


@pytest.mark.parametrize("word", CommandWord)
def test_every_command_card_reads_back(word: CommandWord) -> None:
    assert read_tag(command_tag(word)) == CommandCard(word)


@pytest.mark.parametrize("number", range(1, 11))
def test_every_badge_reads_back(number: int) -> None:
    assert read_tag(badge_tag(number)) == Badge(number)


@given(all_tags)
def test_either_case_and_blanks_around_are_read(tag: str) -> None:
    assert read_tag(f" {tag.lower()}\r") == read_tag(tag)


@given(all_tags, st.data())
def test_one_wrong_character_is_never_taken_for_another_tag(tag: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(tag) - 1))
    wrong = data.draw(st.sampled_from(ALPHABET.replace(tag[place], "")))
    assert isinstance(read_tag(tag[:place] + wrong + tag[place + 1 :]), Unreadable)


def test_two_neighbours_changed_over_are_hardly_ever_taken_for_another_tag() -> None:
    """MOD 37,36 finds every wrong character, and of two changed over nearly all."""
    taken = changed = 0
    for ordinal in range(1, 113):
        tag = card_tag("X", "K1", ordinal)
        for place in range(len(tag) - 1):
            swapped = tag[:place] + tag[place + 1] + tag[place] + tag[place + 2 :]
            changed += swapped != tag
            taken += swapped != tag and not isinstance(read_tag(swapped), Unreadable)
    assert changed > 600
    assert taken / changed < 0.01, taken


@given(st.text(max_size=20))
def test_no_text_whatever_crashes_the_reader(text: str) -> None:
    read_tag(text)


@pytest.mark.parametrize(
    "text",
    [
        "TXK100110",
        "TXK1O011A",
        "TCGREEM8",
        "TCGREEN",
        "TP031",
        "TPO3P",
        "TP03Q",
        "TFK100120",
        "TXU10011A",
        "TC",
        "TC1",
    ],
)
def test_a_wrong_check_character_is_a_bad_tag(text: str) -> None:
    assert read_tag(text) == BAD


@pytest.mark.parametrize(
    "text",
    [
        "", "r7", "RSK", "4006381333931", "HELLO", "T", "TX", "TXK10011", "⠗⠛", "T XK10011", "TÉK100111",
        with_check("TXK10001"), with_check("TXK11131"), with_check("TXK10012"), with_check("TUK10011"),
        with_check("TXKU0011"), with_check("TCPARTY"), with_check("TP00"), with_check("TP11"), with_check("TPAB"),
        with_check("TZK10011"),
    ],
)  # fmt: skip
def test_what_no_label_says_is_an_unknown_tag(text: str) -> None:
    assert read_tag(text) == UNKNOWN


def test_the_cards_that_ask_or_quieten_are_queries() -> None:
    asks = {"STOP", "MOTOR", "REPEAT", "STATUS", "COUNTS", "SCORES", "HELP", "PIN"}
    assert asks | {"FASTER", "SLOWER", "LOUDER", "SOFTER", "VERBOSITY", "LANGUAGE"} == QUERIES
