"""The rules of a deck in a few sentences: for every edition, in every language, and true to its file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.cards import Card
from companion.referee.decks import Deck, Effect, Supply, editions, load_deck, read_deck
from companion.referee.options import MatchMode
from companion.voice.lines import Line
from companion.voice.phrases import LANGUAGES, Phrases
from companion.voice.rules.quick_rules import quick_rules


def told(deck: Deck, language: str = "en") -> list[str]:
    phrases = Phrases(language)
    lines = [
        Line(rule.message, rule.params, rule.plural, edition=deck.edition, detailed=True)
        for rule in quick_rules(deck)
    ]
    return [phrases.text(line).replace("\u00a0", " ").replace("\u202f", " ") for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_every_card_that_does_something_is_told(edition: str, language: str) -> None:
    deck, phrases = load_deck(edition), Phrases(language)
    rules = told(deck, language)
    for value in {card.value for card, face in deck.faces.items() if face.effect is not Effect.NONE}:
        named = Line("{card:capital}.", {"card": Card(value)}, edition=edition, detailed=True)
        capital = phrases.text(named).removesuffix(".")
        assert any(rule.startswith((f"{capital}: ", f"{capital} : ")) for rule in rules), value


def test_extreme_is_told_with_presses_and_classic_with_draws() -> None:
    extreme, classic = "\n".join(told(load_deck("extreme"))), "\n".join(told(load_deck("classic")))
    assert "press the dispenser once" in extreme
    assert "Hit two: the next player presses twice" in extreme
    assert "that you forgot, press twice" in extreme
    assert "Draw two: the next player draws 2 cards" in classic
    assert "you may challenge" in classic
    assert "press" not in classic
    assert "challenge" not in extreme


def test_a_deck_of_ones_own_in_the_launcher_has_presses_for_draws() -> None:
    rules = "\n".join(told(replace(load_deck("classic"), supply=Supply.LAUNCHER)))
    assert "Draw two: the next player presses twice" in rules
    assert "Wild draw four: name the colour; the next player presses 4 times" in rules


@pytest.mark.parametrize("supply", [Supply.PILE, Supply.DISPENSER])
@pytest.mark.parametrize("edition", editions())
def test_where_nothing_fires_no_card_is_told_with_presses(edition: str, supply: Supply) -> None:
    rules = "\n".join(told(replace(load_deck(edition), supply=supply)))
    assert "press" not in rules
    assert "turn the dispenser" not in rules


def test_hits_from_the_pile_are_told_as_the_cards_that_are_drawn() -> None:
    extreme, attack = (told(replace(load_deck(edition), supply=Supply.PILE)) for edition in ("extreme", "attack"))
    assert "Hit two: the next player draws 2 cards and loses the turn." in extreme
    assert any(rule.endswith("name the colour and a player, who takes 2 cards.") for rule in extreme), extreme
    assert "Wild all-hit: name the colour; everybody else draws 1 card." in attack
    assert "Wild hit-fire: name the colour; the next player draws 1 card and loses the turn." in attack


def test_an_all_hit_has_the_number_of_its_deck() -> None:
    text = """edition = "thrice"
letter = "U"
serial = "Q1"
like = "attack"
total = 112
[[faces]]
values = ["wild-all-hit"]
number = 3
"""
    assert "Wild all-hit: name the colour; everybody else presses 3 times." in told(read_deck(text, "thrice.toml"))


@pytest.mark.parametrize(
    ("drawn_card", "sentence"),
    [("may", "you may lay it at once."), ("must", "if it fits, lay it."), ("never", "That ends your turn.")],
)
def test_what_becomes_of_a_drawn_card_is_as_the_deck_has_it(drawn_card: str, sentence: str) -> None:
    assert told(replace(load_deck("classic"), drawn_card=drawn_card))[3].endswith(sentence)


@pytest.mark.parametrize("mode", MatchMode)
def test_how_the_match_is_won_is_as_the_deck_has_it(mode: MatchMode) -> None:
    rules = told(replace(load_deck("classic"), match_mode=mode, target=77))
    assert any("77" in rule for rule in rules) is (mode is not MatchMode.SINGLE_ROUND)
    assert any(rule == "50 points: wild, wild draw four." for rule in rules) is mode.counts_points


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("colour", "Only without a card of the colour in play: wild draw four."),
        ("none-playable", "Only where no other card fits: wild draw four."),
        ("free", "At any time: wild draw four."),
    ],
)
def test_when_a_draw_wild_may_be_laid_is_as_the_deck_has_it(rule: str, sentence: str) -> None:
    assert sentence in told(replace(load_deck("classic"), plus4_rule=rule))
