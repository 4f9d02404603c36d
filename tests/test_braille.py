"""Braille labels: what the maker's deck says, in every form a reader may pass on."""

from __future__ import annotations

import pytest

from companion.answers import Query
from companion.braille import read_label
from companion.referee import commands as cmd
from companion.referee.decks import load_deck
from companion.referee.events import Phase
from companion.referee.notation import LABEL_SETS
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.scans.meaning import Interpreter
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from tests.referee.table_talk import play_out

GAME = "game braille players=Ann,Ben,Cleo"


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("r7", "red-7"),
        ("R7", "red-7"),
        ("rg", "red-7"),
        ("⠗⠛", "red-7"),
        ("⠠⠗⠼⠛", "red-7"),
        (",R#G", "red-7"),
        ("gj", "green-0"),
        ("⠛⠚", "green-0"),
        ("y1", "yellow-1"),
        ("BSK", "blue-skip"),
        ("⠃⠗⠧", "blue-reverse"),
        ("g+2", "green-draw-two"),
        ("⠛⠬⠃", "green-draw-two"),
        ("wi", "wild"),
        ("⠺⠊", "wild"),
        ("wi+4", "wild-draw-four"),
        (" w i + d ", "wild-draw-four"),
    ],
)
def test_a_label_is_read_in_letters_cells_and_braille_ascii(text: str, card: str) -> None:
    assert str(read_label(text, "mattel", load_deck("braille"))) == card


@pytest.mark.parametrize(
    "text", ["", "r", "rr", "r10", "x7", "rsk2", "wi+5", "7r", "⠿⠿", "\N{GRINNING FACE}", "wid4"]
)
def test_what_no_card_says_is_never_guessed(text: str) -> None:
    assert read_label(text, "mattel", load_deck("braille")) is None


def test_every_coloured_and_wild_card_of_the_braille_deck_has_a_label_of_its_own() -> None:
    deck = load_deck("braille")
    texts = [f"{'rygb'[at]}{n}" for at in range(4) for n in range(10)]
    texts += [f"{c}{a}" for c in "rygb" for a in ("sk", "rv", "+2")] + ["wi", "wi+4"]
    cards = [read_label(text, "mattel", deck) for text in texts]
    assert set(cards) == set(deck.faces)


def _meaning(state: State, *texts: str) -> object:
    interpreter = Interpreter(lambda: 0)
    for text in texts[:-1]:
        assert isinstance(interpreter.meaning(text, state), Query)
    return interpreter.meaning(texts[-1], state)


def test_a_label_is_played_by_whoever_has_the_turn() -> None:
    state = play_out(GAME, "top red-5")
    played = _meaning(state, "r9")
    assert isinstance(played, cmd.Play)
    assert played.player == "Ann"
    assert isinstance(_meaning(state, "zz"), Refusal)


def test_a_hand_is_counted_by_badge_cards_and_done() -> None:
    state = play_out("game classic players=Ann,Ben", "Ann holds red-1", "top red-5", "Ann plays red-1")
    assert state.phase is Phase.COUNTING
    hand = [card_tag("C", "K1", 2), card_tag("C", "K1", 40)]
    done = command_tag(CommandWord.DONE)
    counted = _meaning(state, badge_tag(2), *hand, done)
    deck = load_deck("classic")
    assert counted == cmd.CountLeft("Ben", (deck.cards[1], deck.cards[39]))


def test_the_accused_may_show_the_hand_to_the_referee_alone() -> None:
    state = play_out(GAME, "top red-9", "Ann plays wild-draw-four as green", "Ben challenges")
    assert state.phase is Phase.VERDICT
    shown = _meaning(state, "r1", "g2", "b3", "b4", "y5", "y6", command_tag(CommandWord.DONE))
    assert isinstance(shown, cmd.Hold)
    assert shown.player == "Ann"
    assert [str(card) for card in shown.cards] == ["red-1", "green-2", "blue-3", "blue-4", "yellow-5", "yellow-6"]


@pytest.mark.parametrize(
    ("labels", "texts"),
    [
        ("uk", "r5x yjx gsk brv rd2 wld dr4"),
        ("own-en", "r5 yj gsk brv rp2 wi w4"),
        ("own-fr", "r5 jj vsk brv rp2 xx x4"),
        ("own-nl", "r5 ej gsk brv rp2 xx x4"),
        ("own-de", "r5 ej gsk brv rp2 xx x4"),
        ("own-es", "r5 aj vsk zrv rp2 xx x4"),
    ],
)
def test_every_label_set_says_the_same_cards_in_its_own_letters(labels: str, texts: str) -> None:
    cards = [str(read_label(text, labels, load_deck("braille"))) for text in texts.split()]
    said = "red-5 yellow-0 green-skip blue-reverse red-draw-two wild wild-draw-four"
    assert cards == said.split()


@pytest.mark.parametrize("labels", LABEL_SETS)
def test_a_game_with_any_label_set_reads_its_labels(labels: str) -> None:
    state = play_out(f"game braille players=Ann,Ben labels={labels}", "top red-5")
    assert isinstance(_meaning(state, "rsk"), cmd.Play)
    assert isinstance(_meaning(state, "zzz"), Refusal)


def test_our_own_labels_also_name_the_cards_of_extreme() -> None:
    deck = load_deck("extreme")
    assert [str(read_label(text, "own-fr", deck)) for text in ("vp2", "bxa", "xt")] == [
        "green-hit-two",
        "blue-discard-all",
        "wild-extreme-hit",
    ]
