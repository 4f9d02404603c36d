"""What the scanner sends becomes whole reads, whatever the line does to it."""

from __future__ import annotations

import itertools
import os
import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.braille import read_label
from companion.referee.decks import load_deck
from companion.referee.notation import LABEL_SETS
from companion.tags import Unreadable, card_tag, read_tag
from firmware_bridge.framing import MAX_CHARACTERS, Framer

TAG = b"TC0A0011K"
CARD = b"\x020F00CB1D2AF3\x03"  # 0F ^ 00 ^ CB ^ 1D ^ 2A = F3


def read(*chunks: bytes) -> list[str]:
    framer = Framer()
    return [text for chunk in chunks for text in framer.feed(chunk)]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_read_ends_with_any_line_end(end: bytes) -> None:
    framer = Framer()
    assert framer.feed(TAG + end + b"r7" + end) == ["TC0A0011K", "r7"]
    assert framer.dropped == 0


def test_a_read_is_out_with_its_cr_and_does_not_wait_for_an_lf() -> None:
    framer = Framer()
    assert framer.feed(TAG + b"\r") == ["TC0A0011K"]
    assert framer.feed(b"\n") == []


def test_a_read_between_stx_and_etx_needs_no_line_end() -> None:
    assert read(b"\x02" + TAG + b"\x03\x02r7\x03") == ["TC0A0011K", "r7"]


@pytest.mark.parametrize("prefix", [b"]C1", b"]d1", b"]Q3", b"]E0"])
def test_the_mark_that_names_the_kind_of_code_is_taken_off(prefix: bytes) -> None:
    assert read(prefix + TAG + b"\r") == ["TC0A0011K"]
    assert read(b"\x02" + prefix + TAG + b"\x03") == ["TC0A0011K"]


def test_only_a_leading_mark_is_taken_off() -> None:
    assert read(b"AB]C1\r", b"]C1]C1X\r") == ["AB]C1", "]C1X"]


def test_braille_cells_come_through() -> None:
    assert read("⠗⠛\r⠼⠁⣿\r".encode()) == ["⠗⠛", "⠼⠁⣿"]


@pytest.mark.parametrize("end", [b"\x03", b"\r\n\x03", b"\r\x03", b"\x03\r\n"])
def test_an_rfid_card_is_read_as_its_ten_digits(end: bytes) -> None:
    framer = Framer()
    assert framer.feed((CARD[:-1] + end) * 2) == ["0F00CB1D2A", "0F00CB1D2A"]
    assert framer.dropped == 0


def test_an_rfid_card_with_a_wrong_check_is_dropped_and_counted() -> None:
    framer = Framer()
    assert framer.feed(b"\x020F00CB1D2BF3\x03" + CARD) == ["0F00CB1D2A"]
    assert framer.dropped == 1


def test_twelve_hex_digits_on_a_line_of_their_own_are_an_ordinary_code() -> None:
    assert read(b"0F00CB1D2BF3\r") == ["0F00CB1D2BF3"]


def test_noise_before_a_tag_is_dropped_and_counted_and_the_tag_is_read() -> None:
    framer = Framer()
    assert framer.feed(b"\xff\xfe\x00\x00\x80" + TAG + b"\r") == ["TC0A0011K"]
    assert framer.dropped == 1


def test_nulls_anywhere_are_no_part_of_a_tag() -> None:
    framer = Framer()
    assert framer.feed(b"TC0A\x000011K\x00\r") == ["TC0A0011K"]
    assert framer.dropped == 1


@pytest.mark.parametrize("damaged", [b"wi\xab\xb4", b"g\xff5", "⠗⠛".encode()[:-1], "r7é".encode()])
def test_a_tag_with_damaged_characters_is_not_taken_for_a_shorter_one(damaged: bytes) -> None:
    framer = Framer()
    assert framer.feed(damaged + b"\r") == []
    assert framer.dropped == 1


@pytest.mark.parametrize("control", [b"\x01", b"\t", b"\x1b", b"\x1d", b"\x7f", b"\x03"])
def test_a_control_character_spoils_the_whole_read(control: bytes) -> None:
    framer = Framer()
    assert framer.feed(b"r7" + control + b"b8\r" + TAG + b"\r") == ["TC0A0011K"]
    assert framer.dropped == 1


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_line_end_inside_a_framed_tag_does_not_make_two_cards_of_it(end: bytes) -> None:
    framer = Framer()
    assert framer.feed(b"\x02r7" + end + b"b8\x03" + CARD) == ["0F00CB1D2A"]
    assert framer.dropped == 1


def test_a_stray_stx_costs_one_read_and_no_more() -> None:
    framer = Framer()
    assert framer.feed(b"\x02r7\rTP03P\r" + TAG + b"\r") == ["TP03P", "TC0A0011K"]
    assert framer.dropped == 1


def test_a_new_stx_ends_a_frame_that_was_cut_off() -> None:
    framer = Framer()
    assert framer.feed(CARD[:6] + CARD) == ["0F00CB1D2A"]
    assert framer.dropped == 1


def test_an_over_long_read_is_dropped_whole_and_not_glued_to_the_next() -> None:
    framer = Framer()
    assert framer.feed(b"X" * MAX_CHARACTERS + b"\r") == ["X" * MAX_CHARACTERS]
    assert framer.feed(b"X" * (MAX_CHARACTERS + 1) + b"\r" + TAG + b"\r") == ["TC0A0011K"]
    assert framer.feed("⠿".encode() * MAX_CHARACTERS + b"\r") == ["⠿" * MAX_CHARACTERS]
    assert framer.dropped == 1


def test_noise_does_not_hide_that_a_read_was_cut_off() -> None:
    framer = Framer()
    assert framer.feed(b"\xff" * 230 + b"X" * 60 + b"\r") == []
    assert framer.dropped == 1


def test_a_line_that_never_ends_does_not_fill_the_memory() -> None:
    framer = Framer()
    for _ in range(100):
        framer.feed(b"X" * 10_000)
    assert sum(len(value) for value in vars(framer).values() if isinstance(value, bytearray)) < 1000
    assert framer.feed(b"\r" + TAG + b"\r") == ["TC0A0011K"]


def test_half_a_tag_before_a_silence_is_thrown_away_and_said_once() -> None:
    framer = Framer()
    assert framer.feed(TAG) == []
    assert framer.flush_partial()
    assert not framer.flush_partial()
    assert framer.feed(TAG + b"\r") == ["TC0A0011K"]
    assert framer.dropped == 1


@pytest.mark.parametrize("noise", [b"\xff\xfe", b"\x00", b"\x07\x81", b"\x02"])
def test_noise_before_a_silence_says_nothing_about_end_marks(noise: bytes) -> None:
    framer = Framer()
    framer.feed(noise)
    assert not framer.flush_partial()
    assert framer.dropped == framer.unreadable_in_a_row == 1
    assert framer.feed(TAG + b"\r") == ["TC0A0011K"]


@pytest.mark.parametrize("half", [TAG[:4], CARD[:5], b"\x02r7\r", b"\xe2\xa0", b"\x00"])
def test_half_a_tag_does_not_survive_a_reconnect(half: bytes) -> None:
    framer = Framer()
    framer.feed(half)
    framer.reset()
    assert framer.feed(TAG + b"\r") == ["TC0A0011K"]
    assert framer.dropped == 1


def test_unreadable_reads_are_counted_until_a_good_one() -> None:
    framer = Framer()
    framer.feed(b"\xf3\x1c\r" * 20)
    assert framer.unreadable_in_a_row == 20
    framer.feed(TAG + b"\r")
    assert framer.unreadable_in_a_row == 0
    assert framer.dropped == 20


@pytest.mark.parametrize("noise", [b"\xf3\x1c\r", b"\xff\xfe", b"\x02r7\r\r", b"X" * 300 + b"\r"])
@pytest.mark.parametrize("label", ["r8", "wi+4", "⠗⠓"])
def test_a_label_without_a_check_is_not_believed_beside_noise_and_is_after_a_silence(
    noise: bytes, label: str
) -> None:
    scanned = label.encode() + b"\r"
    framer = Framer()
    assert framer.feed(noise + scanned) == []
    waits = framer.pending
    framer.flush_partial()
    assert (waits, framer.pending) == (True, False)
    assert framer.feed(scanned) == [label]
    assert framer.feed(noise + TAG + b"\r" + scanned) == ["TC0A0011K"]


def test_on_a_line_without_noise_a_label_is_believed_after_whatever_was_mistyped() -> None:
    framer = Framer(noise=False)
    assert framer.feed(b"r7\x1b[A\rr8\r") == ["r8"]
    assert framer.dropped == 1


def test_nulls_are_no_noise_to_a_label() -> None:
    assert read(b"\x00\x00r8\r", b"\x00\x02r8\x03") == ["r8", "r8"]


def is_a_card(text: str) -> bool:
    """A tag of ours, a card's Braille label, or the number of an RFID card."""
    deck = load_deck("extreme")
    if not isinstance(read_tag(text), Unreadable) or re.fullmatch("[0-9A-F]{10}", text):
        return True
    return any(read_label(text, labels, deck) is not None for labels in LABEL_SETS)


NOISE_BYTES = 20_000_000 if os.environ.get("UNO_SOAK") else 1_000_000


def test_a_million_bytes_of_noise_hide_no_good_tag_and_invent_none() -> None:
    chance = random.Random(20)
    ordinals = itertools.cycle(range(1, 113))
    framer, noise_bytes, sent, heard = Framer(), 0, [], []
    while noise_bytes < NOISE_BYTES:
        noise = chance.randbytes(chance.randrange(2000))
        noise_bytes += len(noise)
        tag = card_tag("X", "K1", next(ordinals))
        sent.append(tag)
        end = chance.choice([b"\r", b"\n", b"\r\n"])
        wire = noise + end + chance.choice([tag.encode() + end, b"\x02" + tag.encode() + b"\x03"])
        cut = chance.randrange(len(wire))
        heard += framer.feed(wire[:cut]) + framer.feed(wire[cut:])
    assert [text for text in heard if is_a_card(text)] == sent
    assert framer.dropped > NOISE_BYTES / 1000


def test_empty_lines_and_blanks_are_no_reads_and_no_faults() -> None:
    framer = Framer()
    assert framer.feed(b"\r\n\r\n  r7  \n\n\r\x02\x03") == ["r7"]
    assert framer.dropped == 0


WIRE = st.lists(
    st.one_of(
        st.binary(max_size=6),
        st.sampled_from([TAG, CARD, b"\r", b"\n", b"\r\n", b"\x02", b"\x03", "⠗⠛".encode(), b"]C1", b"\x00"]),
    ),
    max_size=25,
).map(b"".join)


@given(WIRE, st.lists(st.integers(0, 200), max_size=10))
def test_any_split_of_the_bytes_gives_the_same_reads(wire: bytes, cuts: list[int]) -> None:
    whole, split = Framer(), Framer()
    expected = whole.feed(wire)
    edges = sorted({0, len(wire), *(cut for cut in cuts if cut <= len(wire))})
    assert [text for a, b in itertools.pairwise(edges) for text in split.feed(wire[a:b])] == expected
    assert split.dropped == whole.dropped
    assert split.flush_partial() == whole.flush_partial()


@given(WIRE)
@example(b"\x02")
@example(b"\x02x\r")
def test_after_any_garbage_and_a_silence_the_next_tag_is_read(wire: bytes) -> None:
    framer = Framer()
    for text in framer.feed(wire):
        assert 0 < len(text) <= MAX_CHARACTERS
        assert all(" " <= char <= "~" or "\u2800" <= char <= "\u28ff" for char in text)
    framer.flush_partial()
    assert framer.feed(TAG + b"\r") == ["TC0A0011K"]


@given(WIRE)
def test_after_any_garbage_with_a_line_end_the_next_line_is_read(wire: bytes) -> None:
    assert read(wire + b"\r" + TAG + b"\r")[-1:] == ["TC0A0011K"]


@given(st.lists(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=20), max_size=8))
def test_what_is_printed_is_what_is_read(tags: list[str]) -> None:
    tags = [tag for tag in tags if not tag.startswith("]")]
    assert read("".join(tag + "\r\n" for tag in tags).encode()) == tags
