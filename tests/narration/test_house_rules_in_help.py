"""House rules in help: each one in force is explained in every edition and language, and nothing gainsays it."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from companion.referee.cards import Card
from companion.referee.decks import editions, load_deck
from companion.referee.effects import stacks_on
from companion.referee.options import parse_options
from companion.referee.state import Agreement
from companion.voice.between_plays.help_topics import help_topics
from companion.voice.lines import Line, Phrase, Verbosity
from companion.voice.phrases import LANGUAGES, Phrases
from tests.narration.test_what_is_heard import hear
from tests.scanned_table import ScannedTable

CARDS, HOUSE, TWO, TIPS, MISTAKES = "what the cards do", "house rules", "with two players", "tips", "common mistakes"
#: Each house rule, and what explains it.
EXPLAINED = {
    ("stacking", "same-kind"): "one of its kind may be laid, of any colour; the sum passes on to the next player.",
    ("stacking", "plus4-on-plus2"): "one of its kind may be laid, of any colour",
    ("stacking", "any"): "may be laid; the sum passes on to the next player.",
    ("draw_until_playable", "on"): "Who lays nothing",
    ("seven_zero", "on"): "A 7: swap hands with whom you choose.",
    ("jump_in", "on"): "may be laid out of turn: first the badge, then the card. Play goes on from there.",
    ("no_finish_on_action", "on"): "The last card of a hand must be a number.",
}
KINDS = ("same-kind", "plus4-on-plus2", "any")
SUPPLIES = ("pile", "dispenser", "launcher")

phrases_of = cache(Phrases)


def told(edition: str, language: str = "en", players: int = 0, /, **options: str) -> dict[str, list[str]]:
    """Each topic's sentences by its English heading."""
    agreed = Agreement(edition, options_written=tuple(options.items()))
    found = help_topics(agreed, players=players)

    def said(language: str, phrase: Phrase) -> str:
        line = Line(phrase.message, phrase.params, phrase.plural, phrase.then, edition=edition, detailed=True)
        text = phrases_of(language).own_text(line)
        assert text is not None, phrase
        return text

    return {said("en", topic.heading): [said(language, phrase) for phrase in topic.sentences] for topic in found}


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("rule", EXPLAINED, ids="=".join)
def test_each_house_rule_is_explained_in_each_edition(rule: tuple[str, str], edition: str, supply: str) -> None:
    name, value = rule
    (sentence,) = told(edition, draw_from=supply, **{name: value})[HOUSE]
    assert EXPLAINED[rule] in sentence or (value == "any" and EXPLAINED["stacking", "same-kind"] in sentence)
    assert HOUSE not in told(edition, draw_from=supply)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_all_house_rules_are_explained_in_every_language(edition: str, language: str) -> None:
    for kind, supply in itertools.product(KINDS, SUPPLIES):
        rules = {name: value for name, value in EXPLAINED if name != "stacking"} | {"stacking": kind}
        sentences = told(edition, language, draw_from=supply, **rules)[HOUSE]
        assert len(sentences) == len(rules)
        assert all(sentence[:1].isupper() and sentence.count(". ") for sentence in sentences), "a name, then why"


@pytest.mark.parametrize("kind", ["off", *KINDS])
@pytest.mark.parametrize("edition", editions())
def test_a_card_is_told_with_the_very_cards_that_may_be_laid_on_it(edition: str, kind: str) -> None:
    deck = load_deck(edition)
    options = parse_options(deck, {"stacking": kind})
    names = phrases_of("en")
    faces = {face.card.value: face for face in deck.faces.values() if not face.card.is_number}
    by_name = {names.name(Card(value), edition).capitalize(): face for value, face in faces.items()}
    seen = 0
    for sentence in told(edition, stacking=kind)[CARDS]:
        face = by_name.get(sentence.partition(":")[0].capitalize())
        assert face is not None, sentence
        answers = [
            names.name(Card(value), edition)
            for value, other in faces.items()
            if other.side is face.side and stacks_on(options, other.card, face.card)
        ]
        _, _, offered = sentence.partition("Instead, ")
        assert offered == (f"a {' or a '.join(answers)} may be laid on it." if answers else "")
        seen += bool(answers)
    assert bool(seen) is (kind != "off")


@pytest.mark.parametrize("edition", editions())
def test_draw_four_goes_on_draw_two_only_where_a_deck_has_both(edition: str) -> None:
    both = {"draw-two", "wild-draw-four"} <= {card.value for card in load_deck(edition).faces}
    (sentence,) = told(edition, stacking="plus4-on-plus2")[HOUSE]
    assert ("and a wild draw four on a draw two" in sentence) is both
    assert ("of draw four on draw two" in sentence) is both


@pytest.mark.parametrize("edition", editions())
def test_sevens_and_zeros_are_told_with_the_cards_where_they_do_anything(edition: str) -> None:
    zeros = any(card.value == "0" for card in load_deck(edition).faces)
    cards = " ".join(told(edition, seven_zero="on")[CARDS])
    assert "A 7: swap hands" in cards
    assert ("A 0: all hands" in cards) is zeros
    assert not any(sentence.startswith(("A 7", "A 0")) for sentence in told(edition)[CARDS])


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("edition", editions())
def test_no_tip_and_no_mistake_gainsays_a_house_rule(edition: str, supply: str) -> None:
    usual = told(edition, draw_from=supply)
    assert any("does not pass it on" in mistake for mistake in usual[MISTAKES])
    for kind in KINDS:
        here = told(edition, draw_from=supply, stacking=kind)
        passing = {card.value for card in load_deck(edition).faces if stacks_on_itself(edition, card)}
        (hits,) = [tip for tip in here[TIPS] if "to pass the sum on" in tip]
        kept = " ".join(tip for tip in here[TIPS] if "for whoever says UNO" in tip)
        for name in (phrases_of("en").name(Card(value), edition) for value in passing):
            assert f"a {name}" in hits
            assert f"a {name}," not in kept.replace(" or ", ", ").replace(" for", ",")
        assert not any("does not pass it on" in mistake for mistake in here[MISTAKES])
        assert not any("the next player still" in mistake for mistake in here[MISTAKES])
    numbers = told(edition, draw_from=supply, no_finish_on_action="on")
    assert "Keep a number for the end: your last card must be one." in numbers[TIPS]
    assert not any("as last card" in mistake for mistake in numbers[MISTAKES])
    until = told(edition, draw_from=supply, draw_until_playable="on")
    assert not any("only one" in mistake or "only once" in mistake for mistake in until[MISTAKES])


def stacks_on_itself(edition: str, card: Card) -> bool:
    return stacks_on(parse_options(load_deck(edition), {"stacking": "same-kind"}), card, card)


@pytest.mark.parametrize(("players", "there"), [(0, True), (2, True), (3, False), (10, False)])
def test_what_two_players_need_is_told_to_two_or_before_a_game(players: int, there: bool) -> None:
    assert (TWO in told("classic", "en", players)) is there


@pytest.mark.parametrize(("names", "there"), [("Ann,Ben", True), ("Ann,Ben,Cleo", False)])
def test_at_a_table_help_has_the_topics_of_those_who_play(names: str, there: bool, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, f"game classic players={names}", "top red-3") as at:
        told = [at.scan("HELP")[0] for _ in range(12)]
        assert any(topic.startswith("With two players.") for topic in told) is there


@pytest.mark.parametrize(
    ("game", "plays", "wanted"),
    [
        (
            "classic players=Ann,Ben,Cleo seven_zero=on",
            "Ann plays red-7",
            "the badge of the player to swap hands with",
        ),
        (
            "attack players=Ann,Ben,Cleo",
            "Ann plays red-trade-hands",
            "the badge of the player to swap hands with",
        ),
        (
            "extreme players=Ann,Ben,Cleo",
            "Ann plays wild-extreme-hit as red",
            "the badge of the player who is hit",
        ),
    ],
)
def test_help_asks_for_the_badge_of_whoever_is_wanted(game: str, plays: str, wanted: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, f"game {game}", "top red-5", plays) as at:
        (said,) = at.scan("HELP")
        assert wanted in said
        assert said.count("the badge of the player") == 1


def test_a_card_turned_up_first_can_be_answered_by_nobody() -> None:
    game = "game classic players=Ann,Ben,Cleo stacking=same-kind"
    instead = "Instead, a draw two may be laid on it."
    assert not any(instead in line for line in hear(game, "top red-draw-two", verbosity=Verbosity.FULL))
    assert any(
        instead in line for line in hear(game, "top red-5", "Ann plays red-draw-two", verbosity=Verbosity.FULL)
    )
