"""Players' own deck files: what they can say, and every way in which they can be wrong, told with its line."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.cards import Card, Colour, Side
from companion.referee.deck_file import LARGEST_FILE
from companion.referee.decks import Deck, DeckFileError, Supply, editions, load_deck, read_deck
from companion.referee.options import PRESETS

HEAD = 'edition = "mine"\nletter = "U"\nserial = "K7"\n'  # lines 1 to 3


def like(edition: str, total: int, more: str = "") -> str:
    """An own file's text; ``more`` begins on line 6."""
    return f'{HEAD}like = "{edition}"\ntotal = {total}\n{more}'


def read(text: str) -> Deck:
    return read_deck(text, "mine.toml")


def errors(text: str) -> tuple[str, ...]:
    with pytest.raises(DeckFileError) as error:
        read(text)
    return error.value.findings


def printed(edition: str) -> str:
    return (resources.files("companion.referee") / "deck_files" / f"{edition}.toml").read_text(encoding="utf-8")


# What a file can say


@pytest.mark.parametrize("edition", editions())
def test_a_deck_that_is_like_a_printed_one_and_no_more_has_its_cards_and_its_rules(edition: str) -> None:
    own, model = read(like(edition, load_deck(edition).total)), load_deck(edition)
    assert (own.cards, own.dark_cards, own.faces, own.colours) == (
        model.cards,
        model.dark_cards,
        model.faces,
        model.colours,
    )
    for name in ("supply", "match_mode", "target", "challenge", "drawn_card", "plus4_rule"):
        assert getattr(own, name) == getattr(model, name)
    assert (own.edition, own.letter, own.serial, own.like, own.backs) == ("mine", "U", "K7", edition, {})


def test_an_own_file_keeps_its_whole_text_and_a_printed_one_keeps_none() -> None:
    text = like("attack", 112, "# as sold in 1998\n")
    assert read(text).text == text
    assert load_deck("attack").text == ""


@pytest.mark.parametrize("edition", editions())
def test_a_printed_file_under_an_own_name_is_an_own_deck(edition: str) -> None:
    text = printed(edition)
    letter = tomllib.loads(text)["letter"]
    own = read(text.replace(f'edition = "{edition}"', 'edition = "mine"\nserial = "k7"').replace(
        f'letter = "{letter}"', 'letter = "U"'))  # fmt: skip
    assert own.faces == load_deck(edition).faces
    assert (own.serial, own.like, own.text != "") == ("K7", "", True)


def test_copies_of_a_value_are_per_colour_and_a_single_card_goes_before_them() -> None:
    deck = read(like("attack", 103, '[copies]\n"red-7" = 3\n7 = 1\nwild = 2\ntrade-hands = 0\nred-8 = 1\n'))
    counts = Counter(map(str, deck.cards))
    assert {word: counts[word] for word in ("red-7", "blue-7", "wild", "red-trade-hands", "red-8")} == {
        "red-7": 3, "blue-7": 1, "wild": 2, "red-trade-hands": 0, "red-8": 1,
    }  # fmt: skip
    assert deck.face(Card("trade-hands", Colour.RED)) is None
    assert deck.total == len(deck.cards) == 103


def test_a_value_of_both_sides_is_counted_on_both() -> None:
    deck = read(like("flip", 108, "[copies]\nflip = 1\n"))
    assert Counter(card.value for card in deck.cards)["flip"] == 4
    assert Counter(card.value for card in deck.dark_cards)["flip"] == 4


def test_what_is_agreed_can_be_another_than_the_printed_edition_s() -> None:
    deck = read(
        like("attack", 112, 'supply = "dispenser"\nchallenge = true\ndrawn_card = "must"\nplus4_rule = "free"\n')
    )
    assert (deck.supply, deck.challenge, deck.drawn_card, deck.plus4_rule) == (Supply.DISPENSER, True, "must", "free")


@pytest.mark.parametrize(
    ("said", "mode", "target"),
    [
        ("target = 200\n", "winner-takes", 200),
        ('match_mode = "hands-won"\n', "hands-won", 3),
        ('match_mode = "lowest"\n', "lowest", 500),
        ('match_mode = "rounds"\ntarget = 7\n', "rounds", 7),
    ],
)
def test_a_target_belongs_to_its_match_mode(said: str, mode: str, target: int) -> None:
    deck = read(like("classic", 108, said))
    assert (deck.match_mode, deck.target) == (mode, target)


def test_a_block_of_faces_changes_what_it_names_and_leaves_the_rest() -> None:
    deck = read(like("classic", 108, '[[faces]]\nvalues = ["skip", "reverse"]\npoints = 30\n'))
    skip, usual = (each.faces[Card("skip", Colour.RED)] for each in (deck, load_deck("classic")))
    assert (skip.points, skip.copies, skip.effect) == (30, usual.copies, usual.effect)
    assert deck.cards == load_deck("classic").cards, "no card's ordinal moves"


def test_a_block_of_faces_can_add_cards_behind_the_others() -> None:
    more = '[[faces]]\nvalues = ["discard-all"]\ncopies = 1\npoints = 30\neffect = "discard-all"\n'
    deck = read(like("classic", 112, more))
    assert [str(card) for card in deck.cards[108:]] == [
        f"{colour}-discard-all" for colour in ("red", "yellow", "green", "blue")
    ]


def test_a_deck_can_have_fewer_colours() -> None:
    deck = read(like("classic", 58, '[sides.light]\ncolours = ["red", "blue"]\n'))
    assert {card.colour for card in deck.cards} == {Colour.RED, Colour.BLUE, None}


def test_listed_cards_have_the_ordinals_of_the_list() -> None:
    deck = read(like("attack", 3, 'cards = ["wild", "red-7", "RED-7"]\n'))
    assert [str(deck.card_at(ordinal)) for ordinal in (1, 2, 3)] == ["wild", "red-7", "red-7"]
    assert {str(card): face.copies for card, face in deck.faces.items()} == {"red-7": 2, "wild": 1}


def test_listed_cards_of_two_sides_know_their_backs() -> None:
    deck = read(like("flip", 3, 'cards = ["red-1 / teal-3", "red-1 / dark-wild", "wild/teal-3"]\n'))
    assert (str(deck.card_at(2)), str(deck.card_at(2, Side.DARK))) == ("red-1", "dark-wild")
    assert {str(card): [*map(str, backs)] for card, backs in deck.backs.items()} == {
        "red-1": ["dark-wild", "teal-3"],
        "teal-3": ["red-1", "wild"],
        "dark-wild": ["red-1"],
        "wild": ["teal-3"],
    }


def paired(deck: Deck) -> list[str]:
    """Blocks that pair a two-sided deck's cards as they happen to stand."""
    pairs = Counter(zip(deck.cards, deck.dark_cards, strict=True))
    return [
        f'[[pairs]]\nlight = "{light}"\ndark = "{dark}"\ncopies = {copies}\n'
        for (light, dark), copies in pairs.items()
    ]


def test_pairs_put_the_dark_cards_behind_their_light_ones() -> None:
    blocks = paired(load_deck("flip"))
    deck = read(like("flip", 112, "".join(reversed(blocks))))
    assert deck.cards == load_deck("flip").cards
    for card, backs in deck.backs.items():
        assert len(backs) == deck.faces[card].copies
        assert list(backs) == sorted(backs, key=str)
        assert deck.faces[card].side is not deck.faces[backs[0]].side
    light, dark = deck.cards, deck.dark_cards
    assert Counter(zip(light, dark, strict=True)) == Counter(
        zip(load_deck("flip").cards, load_deck("flip").dark_cards, strict=True)
    )
    assert Counter(dark) == Counter(load_deck("flip").dark_cards)


def test_the_same_text_is_the_same_deck_whatever_the_file_is_called() -> None:
    text = like("attack", 112)
    assert read_deck(text, "one.toml") is read_deck(text, "two.toml")


# What can be wrong with it

FACES = '[[faces]]\nvalues = ["skip"]\n'
DOWNPOUR = '[[faces]]\nvalues = ["wild-downpour-1"]\ncopies = 1\npoints = 20\n'
OTHER = "[[faces]]\nvalues = "
WRONG: list[tuple[str, int, str]] = [
    # keys
    (like("attack", 112, 'suply = "pile"\n'), 6, "no key 'suply' here; did you mean 'supply'?"),
    (like("attack", 112, FACES + "point = 3\n"), 8, "no key 'point' here; did you mean 'points'?"),
    (like("attack", 112, '[sides.light]\ncolors = ["red"]\n'), 7, "did you mean 'colours'?"),
    (like("attack", 112, '[sides.lite]\ncolours = ["red"]\n'), 6, "did you mean 'light'?"),
    (like("attack", 112).replace('edition = "mine"', ""), 1, "'edition' is missing"),
    (like("attack", 112).replace('letter = "U"', ""), 1, "'letter' is missing"),
    (like("attack", 112).replace('serial = "K7"', ""), 1, "'serial' is missing"),
    (like("attack", 112).replace("total = 112", ""), 1, "'total' is missing; add one such as total = 112"),
    (HEAD + "total = 2\n" + FACES, 1, "'supply' is missing"),
    (HEAD + "total = 2\n" + FACES, 1, "there is no light side"),
    (HEAD + "total = 2\n", 1, 'add like = "classic"'),
    ("", 1, 'add like = "classic"'),
    # names
    (like("attack", 112).replace('"mine"', '"attack"'), 1, "'attack' is the name of a printed game"),
    (like("attack", 112).replace('"mine"', '"family"'), 1, "'family' is the name of a printed game"),
    (like("attack", 112).replace('"mine"', '"undo"'), 1, "cannot be a deck's name"),
    (like("attack", 112).replace('"mine"', '"My deck"'), 1, "cannot be a deck's name"),
    (like("attack", 112).replace('"mine"', "3"), 1, "edition = 3 will not do"),
    (like("attack", 112).replace('"U"', '"A"'), 2, 'write letter = "U"'),
    (like("attack", 112).replace('"U"', "true"), 2, 'write letter = "U"'),
    (like("attack", 112).replace('"K7"', '"KO"'), 3, "no serial; take two of"),
    (like("attack", 112).replace('"K7"', '"K77"'), 3, "no serial; take two of"),
    (like("attack", 112).replace('"K7"', "77"), 3, "serial = 77 will not do"),
    (like("attak", 112), 4, "did you mean 'attack'?"),
    (like("mine", 112), 4, "known are attack, braille"),
    (printed("attack").replace('"A"', '"AA"'), 4, "write one capital letter"),
    (printed("attack").replace('letter = "A"', 'letter = "A"\nserial = "K7"'), 5, "leave it out"),
    (printed("attack").replace('letter = "A"', 'letter = "A"\nlike = "flip"'), 5, "is like no other"),
    (like("attack", 112, "never_played = 21\n"), 6, "from 0 to 20"),
    # types
    (like("attack", 112, 'supply = "cannon"\n'), 6, "pile, dispenser, launcher"),
    (like("attack", 112, "supply = 3\n"), 6, "write a word in quotes"),
    (like("attack", 112, 'match_mode = ["rounds"]\n'), 6, "write a word in quotes"),
    (like("attack", 112, 'match_mode = "most"\n'), 6, "elimination"),
    (like("attack", 112, "target = 0\n"), 6, "from 1 to"),
    (like("attack", 112, "target = true\n"), 6, "write a whole number"),
    (like("attack", 112, f"target = 0x{'f' * 9000}\n"), 6, "target"),
    (like("attack", 112, 'challenge = "yes"\n'), 6, "write true or false"),
    (like("attack", 112, 'drawn_card = "now"\n'), 6, "may, must, never"),
    (like("attack", 112, 'plus4_rule = "any"\n'), 6, "colour, none-playable, free"),
    (like("attack", 112, 'faces = "all"\n'), 6, "begins with [[faces]]"),
    (like("attack", 112, "sides = 3\n"), 6, "sides will not do"),
    (like("attack", 112, '[sides]\nlight = "red"\n'), 6, "sides will not do"),
    (like("attack", 112, "[sides.light]\ncolours = []\n"), 7, "the colours of the light side are missing"),
    (like("attack", 112, '[sides.light]\ncolours = [\n  "red",\n  "pink",\n]\n'), 9, "no colour of the light side"),
    (like("attack", 112, '[sides.light]\ncolours = [\n  "red",\n  ["x"],\n]\n'), 9, "no colour of the light side"),
    (like("attack", 112, '[sides.light]\ncolours = ["red",\n"red"]\n'), 8, "red stands twice"),
    (like("flip", 112, '[sides.dark]\ncolours = ["red"]\n'), 7, "no colour of the dark side"),
    # faces
    (like("attack", 112, FACES + "copies = -1\n"), 8, "copies = -1 will not do; write a whole number from 0 to 999"),
    (like("attack", 112, FACES + 'copies = "two"\n'), 8, 'copies = "two" will not do'),
    (like("attack", 112, FACES + "copies = true\n"), 8, "copies = true will not do"),
    (like("attack", 112, FACES + "copies = 1e9\n"), 8, "copies = 1000000000.0 will not do"),
    (like("attack", 112, FACES + "copies = nan\n"), 8, "copies = NaN will not do"),
    (like("attack", 112, FACES + f"copies = 0x{'f' * 9000}\n"), 8, "copies = a number without end will not do"),
    (like("attack", 112, FACES + "copies = 1979-05-27\n"), 8, "will not do"),
    (like("attack", 112, FACES + "points = 1001\n"), 8, "from 0 to 1000"),
    (like("attack", 112, FACES + 'points = "face"\n'), 8, "skip has no figure on its face"),
    (like("attack", 112, FACES + 'effect = "skipp"\n'), 8, "did you mean 'skip'?"),
    (like("attack", 112, FACES + 'effect = "reverse"\n'), 8, 'write effect = "skip"'),
    (like("attack", 112, FACES + "number = 2\n"), 8, "leave number out"),
    (like("attack", 112, FACES + "coloured = false\n"), 7, '"skip" is no card value here'),
    (like("attack", 112, FACES + 'coloured = "no"\n'), 8, "write true or false"),
    (like("attack", 112, FACES + "colour_when_last = false\n"), 8, "leave colour_when_last out"),
    (like("attack", 112, FACES + 'first = "no"\n'), 8, "known are apply, back"),
    (like("attack", 112, FACES + 'side = "dark"\n'), 8, "has no dark side; add [sides.dark]"),
    (like("attack", 112, FACES + 'side = "back"\n'), 8, "known are light, dark"),
    (like("attack", 112, '[[faces]]\nvalues = ["hit-two"]\nnumber = 3\n'), 8, "write number = 2"),
    (like("attack", 112, '[[faces]]\nvalues = ["trade-hands"]\nfirst = "apply"\n'), 8, 'write first = "back"'),
    (like("attack", 112, DOWNPOUR + 'effect = "downpour"\nfirst = "back"\n'), 6, "write number = 1"),
    (like("attack", 112, DOWNPOUR + 'effect = "downpour"\nnumber = 1\n'), 6, 'write first = "back"'),
    (like("classic", 112, '[[faces]]\nvalues = ["wild-all-hit"]\ncopies = 4\npoints = 50\neffect = "all-hit"\n'), 6,
     "'number' is missing"),
    (like("attack", 112, '[[faces]]\nvalues = ["flip"]\ncopies = 1\npoints = 20\neffect = "flip"\n'), 7,
     "has no flip"),
    (like("attack", 112, '[[faces]]\nvalues = ["draw-one"]\n'), 6, "'effect' is missing"),
    (like("attack", 112, "[[faces]]\ncopies = 1\n"), 6, "the values are missing"),
    (like("attack", 112, OTHER + "3\n"), 7, "the values are missing"),
    (like("attack", 112, OTHER + '[\n"1",\n2,\n]\n'), 9, "2 is no card value here"),
    (like("attack", 112, OTHER + '[\n"1",\n["2"],\n]\n'), 9, "is no card value here"),
    (like("attack", 112, OTHER + '["skipp"]\n'), 7, "did you mean 'skip'?"),
    (like("attack", 112, OTHER + '["1",\n"1"]\n'), 8, "1 stands twice"),
    (like("flip", 112, OTHER + '["dark-wild"]\n'), 7, "is on the other side already"),
    (HEAD + "total = 2\nfaces = []\n", 1, "there is no light side"),
    # copies
    (like("attack", 112, "copies = 3\n"), 6, "copies will not do; write [copies]"),
    (like("attack", 112, '[copies]\nskip = "two"\n'), 7, 'skip = "two" will not do'),
    (like("attack", 112, "[copies]\nskip = true\n"), 7, "skip = true will not do"),
    (like("attack", 112, "[copies]\nskip = 1000\n"), 7, "from 0 to 999"),
    (like("attack", 112, "[copies]\nskipp = 2\n"), 7, "no card 'skipp' in attack; did you mean 'skip'?"),
    (like("attack", 112, "[copies]\ndraw-two = 2\n"), 7, "no card 'draw-two' in attack"),
    (like("attack", 112, "[copies]\npink-7 = 2\n"), 7, "no card 'pink-7' in attack"),
    (like("attack", 112, "[copies]\nred-7 = 2\nRED-7 = 2\n"), 8, "stands twice"),
    (like("attack", 112, '[copies]\n"a\\nb" = 2\n'), 7, "no card 'a b' in attack"),
    # cards
    (like("attack", 1, 'cards = "red-1"\n'), 6, "cards will not do; write a list"),
    (like("attack", 3, 'cards = [\n"red-1",\n"blu-1",\n"wild"]\n'), 8, "did you mean 'blue-1'?"),
    (like("attack", 3, 'cards = [\n"red-1",\n3,\n"wild"]\n'), 8, "3 is no card of this deck"),
    (like("attack", 3, 'cards = [\n"red-1",\n"red-2 / teal-1",\n"wild"]\n'), 8, 'write each as "red-1"'),
    (like("attack", 2, 'cards = ["red-1", "red-2"]\n[copies]\nskip = 1\n'), 7, "leave one of the two out"),
    (like("attack", 2, 'cards = ["red-1", "red-2"]\n' + FACES + "copies = 1\n"), 9, "leave one of the two out"),
    (like("attack", 2, 'cards = ["red-1", "draw-two"]\n'), 6, "no card 'draw-two' in attack"),
    (like("attack", 2, 'cards = ["red-1",\n"red-draw-two"]\n'), 7, "describe it in a block [[faces]]"),
    (like("flip", 2, 'cards = [\n"red-1 / teal-1",\n"red-1"]\n'), 8, "the light face first"),
    (like("flip", 2, 'cards = [\n"red-1 / teal-1",\n"teal-1 / red-1"]\n'), 8, "'teal-1' is not on the light side"),
    (like("flip", 2, 'cards = ["red-1 / teal-1", "wild / dark-wild"]\n[[pairs]]\nlight = "red-1"\n'), 7,
     "leave [[pairs]] out"),
    # sizes
    (like("attack", 106), 5, "sum to 112, total says 106"),
    (like("attack", 1, 'cards = ["red-1"]\n'), 5, "from 2 to 999"),
    (like("attack", 1004, '[copies]\nwild = 896\n'), 5, "from 2 to 999"),
    (like("flip", 112, "[copies]\nred-7 = 1\npink-7 = 2\n"), 5, "the light side sum to 111"),
    (like("flip", 111, "[copies]\nred-7 = 1\n"), 5, "the dark side sum to 112"),
    (like("classic", 2, 'cards = ["wild-draw-four", "wild-draw-four"]\n'), 1, "no round can begin"),
    # pairs
    (like("attack", 112, '[[pairs]]\nlight = "red-1"\ndark = "teal-1"\n'), 6, "has no pairs"),
    (like("flip", 112, '[[pairs]]\nlight = "red-1"\n'), 6, "'dark' is missing"),
    (like("flip", 112, '[[pairs]]\nlight = "red-1"\ndark = "teal-1"\ncopy = 1\n'), 9, "did you mean 'copies'?"),
    (like("flip", 112, '[[pairs]]\nlight = "red-1"\ndark = "teal-1"\ncopies = 0\n'), 9, "from 1 to 999"),
    (like("flip", 112, '[[pairs]]\nlight = "teal-1"\ndark = "teal-1"\n'), 7, "not on the light side"),
    (like("flip", 112, '[[pairs]]\nlight = "red-1"\ndark = "tea-1"\n'), 8, "did you mean 'teal-1'?"),
    (like("flip", 112, '[[pairs]]\nlight = "red-1"\ndark = "pink-1"\n'), 6, "are in no pair: yellow-1"),
    (like("flip", 112, "".join(paired(load_deck("flip"))).replace("copies = 2", "copies = 1", 1)), 6,
     "the deck has red-1 ×2, its pairs name it ×1"),
    (like("flip", 112, "pairs = 3\n"), 6, "begins with [[pairs]]"),
    # no TOML
    (HEAD + "total =\n", 4, "this is not TOML"),
    (HEAD + "cards = [\n", 4, "this is not TOML"),
    (HEAD + "total = 1\ntotal = 2\n", 5, "this is not TOML"),
    (HEAD + f"total = {'9' * 5000}\n", 4, "this is not TOML"),
    (HEAD + f"cards = {'[' * 5000}{']' * 5000}\n", 1, "too deep"),
    ("", 1, "'edition' is missing"),
    ("#" * (LARGEST_FILE + 1), 1, "make no deck"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "told"), WRONG, ids=[f"{line}-{told}" for _, line, told in WRONG])
def test_what_is_wrong_is_told_with_its_line_and_a_remedy(text: str, line: int, told: str) -> None:
    findings = errors(text)
    assert any(finding.startswith(f"mine.toml:{line}: ") and told in finding for finding in findings), findings
    assert all(finding.count("\n") == 0 and ("; " in finding or "?" in finding) for finding in findings)


def test_one_thing_wrong_is_one_thing_told() -> None:
    alone = [
        errors(text)
        for text, _, _ in WRONG
        if text.startswith(HEAD + 'like = "attack"') and "draw-one" not in text and "colors" not in text
    ]
    assert len(alone) > 50
    assert [findings for findings in alone if len(findings) != 1] == []


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_the_lines() -> None:
    more = 'supply = "cannon"\n[copies]\nskipp = 1\n"red-7" = -1\n' + FACES + "points = -1\n"
    findings = errors(like("attack", 112, more).replace('"K7"', '"!!"'))
    assert [int(finding.split(":")[1]) for finding in findings] == [3, 6, 8, 9, 12]


def test_what_a_deck_is_like_being_wrong_hides_nothing_else_that_can_be_told() -> None:
    more = (
        'supply = "cannon"\n[copies]\nskipp = 1\nskip = -1\nRED-7 = 1\ndark-wild = 1\nteal-7 = 1\nred-77 = 1\n'
        '[[faces]]\nvalues = ["skip", "skp"]\npoint = 3\npoints = -1\n[sides.dark]\ncolours = ["red"]\n'
    )
    findings = errors(like("attak", 1, more).replace('"K7"', '"!!"'))
    assert [int(finding.split(":")[1]) for finding in findings] == [3, 4, 5, 6, 8, 9, 13, 15, 16, 17, 19]
    assert "no card 'skipp' in any edition; did you mean 'skip'?" in findings[4]
    assert "no card 'red-77' in any edition; did you mean 'red-7'?" in findings[6]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ('cards = [\n"red-1 / teal-1",\n"red-1 / teel-2",\n"wild"]\n', 8),
        ('cards = [\n"red-1",\n"reed-1",\n"wild", 3]\n', 8),
        ('[[pairs]]\nlight = "red-1"\ndark = "tea-1"\n', 8),
    ],
)
def test_a_card_that_no_edition_has_is_told_whatever_the_deck_is_like(more: str, line: int) -> None:
    assert [int(finding.split(":")[1]) for finding in errors(like("attak", 2, more))] == [4, line]


@pytest.mark.parametrize("edition", editions())
def test_nothing_that_some_deck_may_have_is_called_wrong_because_its_like_is(edition: str) -> None:
    listed = [str(card) for card in load_deck(edition).faces]
    counted = "".join(f"{word} = 1\n" for word in {*listed, *(card.value for card in load_deck(edition).faces)})
    blocks = printed(edition)[printed(edition).index("[sides") :]
    for more in (f"cards = {listed}\n", f"never_played = 4\n{blocks}\n[copies]\n{counted}"):
        assert len(errors(like("mine", 112, more))) == 1


def test_an_empty_file_is_told_the_short_way() -> None:
    assert [finding.partition("; ")[2] for finding in errors("")] == [
        'add one such as edition = "my-deck"', 'add one such as letter = "U"', 'add one such as serial = "K7"',
        'add like = "classic", the printed edition it is like',
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", [*editions(), *PRESETS, "scan", "wild", "Mine", "a b", "-a", "a-", "é", "", "a" * 60]
)
def test_no_deck_is_called_as_something_else_is(name: str) -> None:
    assert any("mine.toml:1:" in finding for finding in errors(like("attack", 112).replace('"mine"', f'"{name}"')))


_JUNK: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["-1", "true", '"two"', "1e9", "[]", "{}", "[[]]", '["red-1"]', '"skip"', "0", "2", '"red"'])
)


def _lines_changed(draw: Callable[[st.SearchStrategy[Any]], Any], text: str) -> str:
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[at].partition(" = ")
        match draw(st.integers(0, 3)):
            case 0:
                lines[at] = ""
            case 1:
                lines[at] = f"{key} = {draw(_JUNK)}" if equals else lines[at]
            case 2:
                lines.insert(
                    at, draw(st.sampled_from(["[copies]", "[[pairs]]", "[[faces]]", "cards = [", "skip = 1"]))
                )
            case _:
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
    return "\n".join(lines)


@settings(max_examples=300)
@given(st.data(), st.sampled_from([*editions()]), st.booleans())
def test_a_file_changed_at_random_is_read_or_told_with_its_lines(
    data: st.DataObject, edition: str, own: bool
) -> None:
    model = load_deck(edition)
    text = printed(edition)
    if own:
        text = like(edition, model.total, "".join(paired(model)) if model.dark_cards else "[copies]\n7 = 2\n")
    text = _lines_changed(data.draw, text)
    try:
        deck = read(text)
    except DeckFileError as error:
        findings = error.findings
    else:
        counts = {card: face.copies for card, face in deck.faces.items()}
        assert Counter(deck.cards) + Counter(deck.dark_cards) == counts
        return
    lines = [int(finding.removeprefix("mine.toml:").partition(":")[0]) for finding in findings]
    assert lines == sorted(lines)
    assert 1 <= lines[0] <= lines[-1] <= text.count("\n") + 1
