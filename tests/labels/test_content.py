"""What labels say: words, shapes, names, tags in the order of the cards."""

from __future__ import annotations

import unicodedata

import pytest

from companion.labels.asked import counts, lengths, numbers
from companion.labels.cells import spelled
from companion.labels.content import MOST_CELLS, badge_labels, card_labels
from companion.labels.errors import LabelError
from companion.labels.fonts import is_printable
from companion.labels.shapes import SHAPES, WILD_SHAPE, outline
from companion.referee.cards import Colour, Side
from companion.referee.decks import editions, load_deck
from companion.tags import Badge, CardTag, CommandCard, CommandWord, read_tag
from companion.voice.phrases import LANGUAGES, Phrases
from companion.web.views.glyphs import GLYPHS, WILD_GLYPH
from tests.labels.rendering import all_badges, all_commands, deck_labels, spoken


@pytest.mark.parametrize("edition", editions())
def test_every_physical_card_has_its_own_label_in_the_order_of_the_ordinals(edition: str) -> None:
    deck, labels = load_deck(edition), deck_labels(edition, every=1)
    cards = [*deck.cards, *deck.dark_cards]
    assert len({label.tag for label in labels}) == len(labels) == len(cards)
    for label, card in zip(labels, cards, strict=True):
        reading = read_tag(label.tag)
        assert isinstance(reading, CardTag)
        assert reading.card is card
        assert label.subject == str(card)


def test_one_side_of_flip_can_be_had_alone() -> None:
    dark = card_labels(load_deck("flip"), "K1", "own-en", spoken("en"), [Side.DARK])
    assert [label.number for label in dark] == list(range(1, 113))
    assert {label.tag[7] for label in dark} == {"2"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_card_has_a_word_and_braille_that_no_other_has(language: str) -> None:
    labels = all_commands(language)
    assert [read_tag(label.tag) for label in labels] == [CommandCard(word) for word in CommandWord]
    assert len({label.figure for label in labels}) == len({label.cells for label in labels}) == len(labels)
    for label in labels:
        assert 1 <= len(label.cells) <= MOST_CELLS
        assert is_printable(label.name)
    digits = [label.figure for label in labels if label.figure.isdigit()]
    assert sorted(digits) == list("0123456789")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_kept_for_command_cards_alone(language: str) -> None:
    """Those of ``tags.md`` section 2, also the ones that the table does not answer to yet."""
    contract = (
        "RED YELLOW GREEN BLUE PINK TEAL ORANGE PURPLE UNO CATCH PASS DRAW DONE CHALLENGE ACCEPT GUILTY INNOCENT"
        " REPEAT STATUS COUNTS SCORES HELP STOP PIN UNDO ANYWAY MISSED RELOAD ROUND START LEAVE LEFT YES NO"
        " ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE FASTER SLOWER LOUDER SOFTER VERBOSITY LANGUAGE"
        " HOST MOTOR CLASSIC BRAILLE EXTREME ATTACK FLIP HTWOO FAMILY WHATIS"
    )
    words = contract.split(" ")
    kept = Phrases(language)._names["command_cards"]
    assert set(kept) == set(words)
    spellings = [spelled(Phrases(language).command_card(word)[1], language) or "" for word in words]
    assert all(1 <= len(spelling) <= MOST_CELLS for spelling in spellings)
    assert len(set(spellings)) == len(words)


def test_at_a_table_of_two_languages_labels_say_both() -> None:
    skip = next(label for label in deck_labels("extreme", "own-fr", 1, "fr,en") if label.subject == "green-skip")
    assert (skip.figure, *skip.caption) == ("Passer", "vert", "green skip")
    seven = next(label for label in deck_labels("extreme", "own-fr", 1, "fr,en") if label.subject == "red-7")
    assert (seven.figure, *seven.caption) == ("7", "rouge", "red 7")
    done = next(label for label in all_commands("fr,en") if label.subject == "DONE")
    assert (done.figure, *done.caption) == ("terminé", "done")


def test_every_coloured_card_has_its_colour_in_words_and_as_the_shape_of_the_page() -> None:
    words = {"HEAVY GREEK CROSS": "cross", "HEAVY ASTERISK": "asterisk"}
    for colour, glyph in [*GLYPHS.items(), (None, WILD_GLYPH)]:
        shape = WILD_SHAPE if colour is None else SHAPES[colour]
        name = unicodedata.name(glyph)
        assert words.get(name, shape).upper() in name or shape in name.casefold()
    for edition in editions():
        for label in deck_labels(edition, every=1):
            reading = read_tag(label.tag)
            assert isinstance(reading, CardTag)
            if reading.card.colour is not None:
                assert reading.card.colour in label.caption
                assert label.shape == SHAPES[reading.card.colour]


def test_every_shape_is_drawn_within_its_square_and_like_no_other() -> None:
    shapes = [*SHAPES.values(), WILD_SHAPE]
    assert len({outline(shape) for shape in shapes}) == len(shapes) == len(Colour) + 1
    for shape in shapes:
        for x, y in (point for polygon in outline(shape) for point in polygon):
            assert 0 <= x <= 1
            assert 0 <= y <= 1


# Badges


def test_badges_have_the_names_of_the_table_and_numbers_for_the_rest() -> None:
    labels = all_badges("en", ["Ann", "Zoé"])
    assert [read_tag(label.tag) for label in labels] == [Badge(number) for number in range(1, 11)]
    assert [(label.figure, label.caption, label.braille) for label in labels[:3]] == [
        ("Ann", ("player 1",), "ann"),
        ("Zoé", ("player 2",), "zoé"),
        ("player 3", (), "p3"),
    ]
    assert labels[2].cells == "⠏⠉"
    assert labels[9].cells == "⠏⠁⠚"


@pytest.mark.parametrize(
    ("names", "number", "figure", "note"),
    [
        (["Maximilian"], 1, "Maximilian", "too long"),
        (["Ольга"], 1, "player 1", "has not all the letters"),
        (["Zoe", "Zoé"], 2, "Zoé", "Braille says p2"),
        (["R2D2"], 1, "R2D2", "Braille says p1"),
    ],
)
def test_a_name_that_cannot_be_shown_is_told_and_the_number_stands_for_it(
    names: list[str], number: int, figure: str, note: str
) -> None:
    labels, notes = badge_labels(spoken("en"), names)
    label = labels[number - 1]
    assert (label.figure, label.braille) == (figure, f"p{number}")
    assert any(note in told and f"badge {number}" in told for told in notes)


def test_no_badge_is_spelled_like_a_command_card_or_another_badge() -> None:
    for language in LANGUAGES:
        cells = [label.cells for label in (*all_commands(language), *all_badges(language))]
        assert len(set(cells)) == len(cells)


def test_accents_are_cells_in_french_and_left_out_in_english() -> None:
    assert spelled("Zoé", "fr") == "⠵⠕⠿"
    assert spelled("Zoé", "en") == "⠵⠕⠑"
    assert spelled("Anne-Marie", "fr") == "⠁⠝⠝⠑⠤⠍⠁⠗⠊⠑"
    assert spelled("R2", "en") is None


# Sizes and numbers as they are typed


@pytest.mark.parametrize("typed", ["", "x", "3", "3x", "ax3", "3x4x5", "1e3x2", "nanxnan", "-1x5"])
def test_lengths_that_are_none_are_told(typed: str) -> None:
    with pytest.raises(LabelError, match="--label-mm"):
        lengths(typed, "--label-mm", "WIDTHxHEIGHT", least=1)


@pytest.mark.parametrize("typed", ["", "3", "0x4", "3x51", "3.5x2", "-3x2", "3x2,0"])
def test_counts_that_are_none_are_told(typed: str) -> None:
    with pytest.raises(LabelError, match="ROWSxCOLUMNS, each from 1 to 50"):
        counts(typed, "--grid", "ROWSxCOLUMNS", 50)


@pytest.mark.parametrize("typed", ["", ",", "3-", "9-7", "a", "1,,2", "1-2-3", "-4", "99999"])
def test_numbers_that_are_none_are_told(typed: str) -> None:
    with pytest.raises(LabelError, match=r"write numbers and ranges, such as 3,7-9"):
        numbers(typed, "--only")
