"""A scanner that types as a keyboard, through the wrong layout: its tags are read, or the table says why not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.layouts import looks_french
from companion.referee.commands import Play, Scan
from companion.referee.decks import editions, load_deck
from companion.referee.refusals import Refusal, RefusalCode, TagHint
from companion.referee.state import EMPTY, State
from companion.scans.meaning import Interpreter
from companion.tags import CommandWord, Unreadable, badge_tag, card_tag, command_tag, read_tag
from companion.voice.game.refusal_lines import narrate_refusal
from companion.voice.lines import Verbosity
from companion.voice.phrases import Phrases
from tests.referee.table_talk import play_out

#: Where each key stands: American keys, and what a French machine shows for them without and with shift.
AMERICAN = "1234567890" + "qwertyuiop" + "asdfghjkl" + "zxcvbnm"
FRENCH = "&é\"'(-è_çà" + "azertyuiop" + "qsdfghjkl" + "wxcvbn,"
FRENCH_SHIFTED = "&é\"'(-è_çà" + "AZERTYUIOP" + "QSDFGHJKL" + "WXCVBN?"  # digits are sent without shift
MAC = "&é\"'(§è!çà" + FRENCH_SHIFTED[10:]
CAPITALS_LOCK = "&É\"'(-È_ÇÀ" + FRENCH_SHIFTED[10:]

#: A scanner set to French, on a machine that expects American keys.
REVERSED = {
    **dict(zip("1234567890", "!@#$%^&*()", strict=True)),
    **dict(zip("AZERTYUIOPQSDFGHJKLMWXCVBN", "QWERTYUIOPASDFGHJKL:ZXCVBN", strict=True)),
}

ROWS = [FRENCH_SHIFTED, MAC, CAPITALS_LOCK]

all_tags = st.one_of(
    st.builds(card_tag, st.sampled_from("CMBXAFH"), st.sampled_from(["K1", "00", "ZQ", "AW"]), st.integers(1, 108)),
    st.builds(command_tag, st.sampled_from(CommandWord)),
    st.builds(badge_tag, st.integers(1, 10)),
)


def typed(tag: str, row: str) -> str:
    table = dict(zip(AMERICAN.upper(), row, strict=True))
    return "".join(table[char] for char in tag.upper())


@given(all_tags, st.sampled_from(ROWS))
def test_a_tag_typed_on_a_french_keyboard_is_the_tag_it_was(tag: str, row: str) -> None:
    assert read_tag(typed(tag, row)) == read_tag(tag)
    assert read_tag(unicodedata.normalize("NFD", typed(tag, row))) == read_tag(tag)


@given(all_tags)
def test_a_tag_typed_in_small_letters_is_read_too(tag: str) -> None:
    table = dict(zip(AMERICAN, FRENCH, strict=True))
    assert read_tag("".join(table[char] for char in tag.lower())) == read_tag(tag)


@given(all_tags)
def test_a_tag_of_a_french_scanner_on_an_american_machine_is_the_tag_it_was(tag: str) -> None:
    assert read_tag("".join(REVERSED[char] for char in tag)) == read_tag(tag)


@pytest.mark.parametrize("edition", editions())
def test_no_tag_of_any_deck_is_taken_for_another_because_of_its_letters(edition: str) -> None:
    deck = load_deck(edition)
    for ordinal in range(1, deck.total + 1):
        tag = card_tag(deck.letter, "QW", ordinal)
        swapped = tag[:2] + "AZ" + tag[4:]
        assert read_tag(swapped) == Unreadable(RefusalCode.BAD_TAG)  # its digits are digits: no layout was in the way


@given(all_tags, st.integers(0, 8), st.sampled_from(AMERICAN.upper()))
def test_a_damaged_tag_is_never_turned_into_another_one(tag: str, place: int, char: str) -> None:
    place %= len(tag)
    if tag[place] == char:
        return
    damaged = typed(tag[:place] + char + tag[place + 1 :], FRENCH_SHIFTED)
    assert isinstance(read_tag(damaged), Unreadable)


@pytest.mark.parametrize("text", ["àà'HA\"", "à&é\"'(-è_ç", "TXK&&à&&", "TXKà&&&&X"])
def test_a_code_of_french_signs_that_proves_nothing_is_explained(text: str) -> None:
    assert looks_french(text)
    reading = read_tag(text)
    assert isinstance(reading, Unreadable)
    assert reading.hint is TagHint.FRENCH_LAYOUT


@pytest.mark.parametrize("text", ["r7", "rsk", "r+2", "wi+4", "⠗⠛", ",r#g", "wx", "terminé", "hello", "", "-", "()"])
def test_labels_and_words_are_no_french_keyboard(text: str) -> None:
    assert read_tag(text) == Unreadable(RefusalCode.UNKNOWN_TAG)


def test_the_table_plays_such_a_card_and_explains_what_it_cannot_read() -> None:
    state = play_out("game extreme players=Ann,Ben\ntop red-3")
    interpreter = Interpreter(lambda: 0.0)
    play = interpreter.meaning(typed(card_tag("X", "K1", 1), FRENCH_SHIFTED), state)
    assert isinstance(play, Play)
    assert str(play.cards[0]) == "red-1"
    refusal = interpreter.meaning("TXK&&à&&", state)
    assert refusal == Refusal(RefusalCode.UNKNOWN_TAG, hint=TagHint.FRENCH_LAYOUT)


@pytest.mark.parametrize("state", [EMPTY, play_out("game extreme players=Ann,Ben\ntop red-3")], ids=["none", "game"])
@pytest.mark.parametrize("code", [RefusalCode.UNKNOWN_TAG, RefusalCode.BAD_TAG])
@pytest.mark.parametrize(("locale", "said"), [("en", "keyboard layout looks French"), ("fr", "clavier français")])
def test_the_voice_says_that_the_layout_looks_french(state: State, code: RefusalCode, locale: str, said: str) -> None:
    refusal = Refusal(code, hint=TagHint.FRENCH_LAYOUT)
    lines = narrate_refusal(state, Scan("àà'HA\""), refusal, Verbosity.BRIEF)
    assert said in Phrases(locale).text(lines[0])
