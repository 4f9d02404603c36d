"""The labels of our own sets, language by language: told apart by touch, however they are held."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.braille import label_cells, label_of, label_set, labelled_alike, read_label, without_label
from companion.labels.cells import BLANK, dots
from companion.referee.cards import Card, Side
from companion.referee.decks import editions, load_deck, read_deck
from companion.referee.notation import LABEL_SETS
from tests.twin_deck import TWINS

OWN = [name for name in LABEL_SETS if name.startswith("own-")]
SIDES = [(edition, side) for edition in editions() for side in load_deck(edition).colours]


def labels(name: str, edition: str, side: Side) -> dict[Card, str]:
    """Every face of a side with its label in cells."""
    faces = load_deck(edition).faces
    return {card: label_cells(label_of(card, name) or "") for card, face in faces.items() if face.side is side}


def dots_apart(one: str, other: str) -> int:
    """How many dots two labels differ by, laid one on the other."""
    long = max(len(one), len(other))
    pairs = zip(one.ljust(long, BLANK), other.ljust(long, BLANK), strict=True)
    return sum(len(set(dots(first)) ^ set(dots(second))) for first, second in pairs)


def upside_down(label: str) -> str:
    turned = (sum(1 << (6 - dot) for dot in dots(cell)) for cell in reversed(label))
    return "".join(chr(0x2800 + mask) for mask in turned)


def test_a_label_upside_down_is_turned_back_by_turning_it_again() -> None:
    assert upside_down("⠗") == "⠺"
    assert upside_down(upside_down("⠗⠎⠅")) == "⠗⠎⠅"


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(("edition", "side"), SIDES)
class TestOwnLabels:
    def test_every_card_has_one_of_at_most_three_cells(self, name: str, edition: str, side: Side) -> None:
        assert all(1 <= len(label) <= 3 for label in labels(name, edition, side).values())

    def test_no_two_cards_have_the_same_nor_one_that_another_begins_with(
        self, name: str, edition: str, side: Side
    ) -> None:
        for one, other in combinations(labels(name, edition, side).values(), 2):
            assert not one.startswith(other)
            assert not other.startswith(one)

    def test_different_colours_are_at_least_two_dots_apart(self, name: str, edition: str, side: Side) -> None:
        for (card, one), (other_card, other) in combinations(labels(name, edition, side).items(), 2):
            if card.colour is not other_card.colour:
                assert dots_apart(one, other) >= 2, (card, other_card)

    def test_upside_down_none_is_another(self, name: str, edition: str, side: Side) -> None:
        known = {label: card for card, label in labels(name, edition, side).items()}
        for label, card in known.items():
            assert known.get(upside_down(label), card) is card

    def test_the_second_cell_of_an_action_is_no_digit(self, name: str, edition: str, side: Side) -> None:
        for card, label in labels(name, edition, side).items():
            if card.colour is not None and not card.is_number:
                assert label[1] not in label_cells("1234567890")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("edition", editions())
def test_every_label_that_we_print_is_read_as_its_card(name: str, edition: str) -> None:
    deck = load_deck(edition)
    assert without_label(deck, name) == []
    for card in deck.faces:
        label = label_of(card, name)
        assert label is not None
        assert read_label(label, name, deck) is card
        assert read_label(label_cells(label), name, deck) is card


@pytest.mark.parametrize("name", OWN)
def test_the_labels_of_flip_alone_are_marked_as_experimental(name: str) -> None:
    untried = label_set(name).experimental
    flip, others = load_deck("flip"), [load_deck(edition) for edition in editions() if edition != "flip"]
    assert not untried & {part for deck in others for card in deck.faces for part in (card.value, card.colour)}
    dark = [card for card, face in flip.faces.items() if face.side is Side.DARK]
    assert all({card.value, card.colour} & untried for card in dark)


def test_the_label_of_two_cards_of_an_own_deck_names_neither() -> None:
    deck = read_deck(TWINS, "both.toml")
    assert {card.value for card in labelled_alike(deck, "own-en")} == {"draw-two", "hit-two"}
    assert read_label("rp2", "own-en", deck) is None
    assert read_label("rpb", "own-en", deck) is None
    assert str(read_label("rsk", "own-en", deck)) == "red-skip"
