"""The Extreme deck as it is printed, and deck files that are wrong."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from companion.referee.cards import Card, Colour, Side, UnreadableCardError
from companion.referee.decks import DeckFileError, Supply, deck_by_letter, editions, load_deck, read_deck

COUNTS = {**dict.fromkeys("123456789", 8), "hit-two": 8, "reverse": 8, "skip": 8, "discard-all": 8, "wild": 4,
          "wild-extreme-hit": 4}  # fmt: skip


def _text() -> str:
    return (resources.files("companion.referee") / "deck_files" / "extreme.toml").read_text(encoding="utf-8")


def test_the_extreme_deck_has_112_cards_of_the_printed_kinds() -> None:
    deck = load_deck("extreme")
    assert deck.total == 112
    assert Counter(card.value for card in deck.cards) == COUNTS
    assert all(face.copies == deck.cards.count(face.card) for face in deck.faces.values())


def test_every_colour_has_two_of_each_coloured_card() -> None:
    deck = load_deck("extreme")
    for colour in deck.colours[Side.LIGHT]:
        assert Counter(card.value for card in deck.cards if card.colour is colour) == {
            value: 2 for value, number in COUNTS.items() if number == 8
        }


def test_the_extreme_deck_is_fired_by_a_launcher_and_played_for_500() -> None:
    deck = load_deck("extreme")
    assert (deck.supply, deck.match_mode, deck.target) == (Supply.LAUNCHER, "winner-takes", 500)


def test_a_card_keeps_its_ordinal_between_releases() -> None:
    deck = load_deck("extreme")
    golden = {1: "red-1", 2: "red-1", 3: "yellow-1", 8: "blue-1", 9: "red-2", 72: "blue-9", 73: "red-hit-two",
    81: "red-reverse",
              89: "red-skip", 97: "red-discard-all", 104: "blue-discard-all", 105: "wild", 108: "wild",
              109: "wild-extreme-hit", 112: "wild-extreme-hit"}  # fmt: skip
    assert {ordinal: str(deck.card_at(ordinal)) for ordinal in golden} == golden
    assert deck.card_at(0) is None
    assert deck.card_at(113) is None


def test_a_deck_is_found_by_its_edition_letter() -> None:
    assert deck_by_letter("X") is load_deck("extreme")
    assert deck_by_letter("?") is None
    assert "extreme" in editions()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("total = 112", "total = 111", "sum to 112"),
        ("total = 112", "", "'total' is missing"),
        ('values = ["skip"]', 'values = ["skipp"]', "'skipp' is no card value"),
        ('values = ["skip"]', 'values = ["wild"]', "'wild' is no card value"),
        ('values = ["skip"]', 'values = ["reverse"]', "stands twice"),
        ('effect = "skip"', 'effect = "jump"', "jump"),
        ('supply = "launcher"', 'supply = "cannon"', "cannon"),
        ('colours = ["red",', 'colours = ["crimson",', "crimson"),
        ("copies = 2", "copies = [", "is not TOML"),
    ],
)
def test_a_wrong_deck_file_is_told_with_file_and_remedy(old: str, new: str, told: str) -> None:
    text = _text()
    assert old in text
    with pytest.raises(DeckFileError, match=r"mine\.toml: ") as error:
        read_deck(text.replace(old, new, 1), "mine.toml")
    assert told in str(error.value)


def test_a_deck_with_its_own_counts_loads() -> None:
    text = _text().replace("copies = 4", "copies = 1").replace("total = 112", "total = 106")
    assert read_deck(text, "mine.toml").total == 106


def test_an_unknown_edition_is_told_with_those_there_are() -> None:
    with pytest.raises(DeckFileError, match="extreme"):
        load_deck("poker")


@pytest.mark.parametrize(
    "word", ["red", "red-", "-7", "red-10", "crimson-7", "wild-wild", "red-wild", "7", "", "red_7"]
)
def test_a_word_that_names_no_card_is_told(word: str) -> None:
    with pytest.raises(UnreadableCardError):
        Card.from_word(word)


def test_every_card_of_the_deck_reads_back_from_its_word() -> None:
    for card in load_deck("extreme").faces:
        assert Card.from_word(str(card)) == card
        assert Card.from_word(str(card).upper()) == card


def test_each_colour_belongs_to_one_side() -> None:
    assert [colour.side for colour in Colour] == [Side.LIGHT] * 4 + [Side.DARK] * 4
