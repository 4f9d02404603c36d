"""The decks as they are printed, and deck files that are wrong."""

from __future__ import annotations

import zlib
from collections import Counter
from importlib import resources

import pytest

from companion.referee.cards import Card, Colour, Side, UnreadableCardError
from companion.referee.decks import (
    DeckFileError,
    Supply,
    TakenError,
    deck_by_letter,
    editions,
    like_of,
    load_deck,
    own_decks,
    read_deck,
    shelve,
    shelved,
    unshelve,
)

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


#: rules.md, section 1: numbers, coloured action cards by colour, wild cards, all cards.
PRINTED: dict[str, tuple[int, dict[str, int], dict[str, int], int]] = {
    "classic": (76, {"draw-two": 2, "reverse": 2, "skip": 2}, {"wild": 4, "wild-draw-four": 4}, 108),
    "braille": (76, {"draw-two": 2, "reverse": 2, "skip": 2}, {"wild": 4, "wild-draw-four": 4}, 108),
    "classic-112": (
        76,
        {"draw-two": 2, "reverse": 2, "skip": 2},
        {"wild": 4, "wild-draw-four": 4, "wild-shuffle-hands": 1, "wild-customizable": 3},
        112,
    ),
    "extreme": (
        72,
        {"hit-two": 2, "reverse": 2, "skip": 2, "discard-all": 2},
        {"wild": 4, "wild-extreme-hit": 4},
        112,
    ),
    "attack": (
        72,
        {"hit-two": 2, "reverse": 2, "skip": 2, "discard-all": 1, "trade-hands": 1},
        {"wild": 4, "wild-all-hit": 2, "wild-hit-fire": 2},
        112,
    ),
    "flip": (72, {"draw-one": 2, "reverse": 2, "skip": 2, "flip": 2}, {"wild": 4, "wild-draw-two": 4}, 112),
    "h2o": (
        72,
        {"draw-two": 2, "reverse": 2, "skip": 2},
        {"wild": 4, "wild-draw-four": 4, "wild-downpour-1": 2, "wild-downpour-2": 2},
        108,
    ),
}
DARK = (72, {"draw-five": 2, "reverse": 2, "skip-everyone": 2, "flip": 2}, {"dark-wild": 4, "wild-draw-colour": 4})


def test_every_edition_has_a_deck() -> None:
    assert set(editions()) == set(PRINTED)
    assert {load_deck(edition).letter for edition in editions()} == set("CMBXAFH")


@pytest.mark.parametrize("edition", PRINTED)
def test_a_deck_has_the_cards_that_are_printed(edition: str) -> None:
    deck = load_deck(edition)
    numbers, actions, wilds, total = PRINTED[edition]
    assert deck.total == total
    _holds(deck.cards, deck.colours[Side.LIGHT], numbers, actions, wilds)


def test_the_dark_side_of_flip_has_as_many_cards_as_the_light_one() -> None:
    deck = load_deck("flip")
    _holds(deck.dark_cards, deck.colours[Side.DARK], *DARK)
    assert len(deck.dark_cards) == deck.total
    assert [str(colour) for colour in deck.colours[Side.DARK]] == ["pink", "teal", "orange", "purple"]
    assert deck.card_at(1, Side.DARK) == Card("1", Colour.PINK)


def _holds(
    cards: tuple[Card, ...], colours: tuple[Colour, ...], numbers: int, actions: dict[str, int], wilds: dict[str, int]
) -> None:
    assert sum(card.is_number for card in cards) == numbers
    assert Counter(card.value for card in cards if card.is_wild) == wilds
    for colour in colours:
        mine = Counter(card.value for card in cards if card.colour is colour)
        assert {value: number for value, number in mine.items() if not value.isdigit()} == actions
        zeros = {"0": 1} if numbers == 76 else {}
        assert {value: number for value, number in mine.items() if value.isdigit()} == {
            **zeros,
            **dict.fromkeys("123456789", 2),
        }


@pytest.mark.parametrize("edition", PRINTED)
def test_every_face_knows_its_side(edition: str) -> None:
    deck = load_deck(edition)
    for card, face in deck.faces.items():
        assert card in (deck.cards if face.side is Side.LIGHT else deck.dark_cards)
        assert card.colour is None or card.colour.side is face.side


PINNED = {
    "attack": 903994788,
    "braille": 2748872130,
    "classic": 2748872130,
    "classic-112": 3074515870,
    "extreme": 2973995632,
    "flip": 2692743374,
    "h2o": 1914920225,
}


def _own(name: str = "my-attack", serial: str = "K7", total: int = 112) -> str:
    return f'edition = "{name}"\nletter = "U"\nserial = "{serial}"\nlike = "attack"\ntotal = {total}\n'


def test_an_own_deck_on_the_shelf_is_found_by_its_name_and_by_letter_and_serial() -> None:
    deck = read_deck(_own(), "mine.toml")
    with shelved(deck):
        assert load_deck("my-attack") is deck
        assert deck_by_letter("U", "K7") is deck
        assert deck_by_letter("U", "K8") is None
        assert own_decks() == (deck,)
        assert like_of("my-attack") == "attack"
        assert "my-attack" not in editions()
    assert own_decks() == ()
    with pytest.raises(DeckFileError, match="there is no deck 'my-attack'"):
        load_deck("my-attack")


@pytest.mark.parametrize(
    ("second", "key"), [(_own(serial="K8"), "edition"), (_own(name="other"), "serial")], ids=["name", "serial"]
)
def test_a_name_or_serial_of_another_own_deck_is_taken(second: str, key: str) -> None:
    with shelved(read_deck(_own(), "mine.toml")):
        with pytest.raises(TakenError) as error:
            shelve(read_deck(second, "second.toml"))
        assert error.value.key == key
        assert len(own_decks()) == 1


def test_the_same_file_again_changes_nothing_and_a_deck_can_be_taken_off() -> None:
    with shelved():
        shelve(read_deck(_own(), "mine.toml"))
        shelve(read_deck(_own(), "copy.toml"))
        assert len(own_decks()) == 1
        unshelve("my-attack")
        unshelve("never-there")
        assert own_decks() == ()


def test_a_printed_deck_is_never_put_on_the_shelf() -> None:
    with pytest.raises(TakenError, match="printed game"):
        shelve(load_deck("attack"))


def test_the_ordinals_of_every_printed_deck_are_pinned() -> None:
    """A label once stuck on a card is that card's for good."""
    sums = {
        edition: zlib.crc32("\n".join(map(str, (*deck.cards, "", *deck.dark_cards))).encode())
        for edition, deck in ((edition, load_deck(edition)) for edition in editions())
    }
    assert sums == PINNED
