"""Help by topics: every edition, language and agreement has those that fit it, and no other fact."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from companion.address import PageAddress
from companion.answers import BadgeUse, CanScan
from companion.manner import SLOWEST_WPM
from companion.referee.decks import editions, load_deck
from companion.referee.options import OPTIONS
from companion.referee.state import Agreement
from companion.scans.meaning import HELP_LAPSES_MS
from companion.tags import CommandWord
from companion.voice.between_plays.help_topics import help_topics, helped
from companion.voice.lines import Line, Verbosity
from companion.voice.phrases import LANGUAGES, Phrases
from companion.voice.utterance import Priority, Until

ADDRESS = PageAddress("http://192.168.1.5:8080/")
CARDS, TURN, UNO, POINTS, TWO, TIPS, MISTAKES = (
    "what the cards do",
    "the turn",
    "saying UNO",
    "points and winning",
    "with two players",
    "tips",
    "common mistakes",
)
DEALING, PUTTING_AWAY, PHONES = "dealing by hand", "putting the cards away", "phones"


def agreed(edition: str, **options: str) -> Agreement:
    return Agreement(edition, options_written=tuple(options.items()))


words = cache(Phrases)


def told(edition: str, language: str = "en", /, **options: str) -> dict[str, str]:
    """Each topic by its heading."""
    phrases = words(language)
    found = {}
    for topic in help_topics(agreed(edition, **options), ADDRESS):
        sentences = [
            phrases.text(Line(said.message, said.params, said.plural, said.then, edition=edition))
            for said in topic.sentences
        ]
        found[phrases.text(Line(topic.heading.message, topic.heading.params, edition=edition))] = " ".join(sentences)
    return found


def heard(again: int, verbosity: Verbosity = Verbosity.NORMAL, edition: str = "extreme") -> str:
    found = CanScan((CommandWord.UNO,), None, BadgeUse.OWNER, again=again, agreed=agreed(edition))
    (said,) = helped(found, verbosity, ADDRESS)
    assert (said.priority, said.until, said.repeatable) == (Priority.URGENT, Until.ASKED, True)
    return words("en").text(said)


def test_extreme_has_its_topics_and_none_of_a_draw_wild() -> None:
    assert list(told("extreme")) == [
        CARDS,
        TURN,
        UNO,
        POINTS,
        TWO,
        TIPS,
        MISTAKES,
        DEALING,
        PUTTING_AWAY,
        "my voice",
        PHONES,
    ]


@pytest.mark.parametrize(("edition", "there"), [("classic", True), ("flip", True), ("extreme", False)])
def test_bluff_and_challenge_are_told_where_a_card_can_be_bluffed_with(edition: str, there: bool) -> None:
    topics = told(edition)
    assert any("Only the next player may challenge" in topic for topic in topics.values()) is there
    assert ("Bluff seldom" in topics[TIPS]) is there
    assert ("while you hold the colour in play" in topics[MISTAKES]) is there


def test_without_challenges_or_where_all_is_legal_nobody_is_warned_of_bluffs() -> None:
    off, free = told("classic", challenge="off"), told("classic", plus4_rule="free")
    for topics in (off, free):
        assert "Bluff" not in topics[TIPS]
        assert "challenge" not in " ".join(topics.values())
    assert "Do not lay a wild draw four" in off[MISTAKES]
    assert "Do not lay" not in free[MISTAKES]
    assert "while another card fits" in told("classic", plus4_rule="none-playable")[MISTAKES]


def test_where_stacking_is_agreed_it_is_no_mistake_and_explained_by_its_name() -> None:
    usual, stacking = told("classic"), told("classic", stacking="same-kind")
    assert "Laying a draw two on another does not pass it on" in usual[MISTAKES]
    assert "pass it on" not in stacking[MISTAKES]
    assert stacking["house rules"].startswith("Stacking of equal cards. On a draw two or a wild draw four ")
    assert "house rules" not in usual


@pytest.mark.parametrize("edition", editions())
def test_whoever_has_a_launcher_presses_and_whoever_has_a_pile_draws(edition: str) -> None:
    for source, never in (("pile", "press"), ("dispenser", "press until"), ("launcher", "draw a card")):
        topics = told(edition, draw_from=source)
        about_play = " ".join(topics[name] for name in (TURN, UNO, TIPS, MISTAKES))
        assert never not in about_play, about_play
        assert ("dispenser" in topics[DEALING]) is (source != "pile")
        assert ("dispenser" in topics[PUTTING_AWAY]) is (source != "pile")


def test_a_second_draw_and_another_card_are_mistakes_unless_the_table_agreed_on_them() -> None:
    assert "Draw only one card a turn" in told("classic")[MISTAKES]
    assert "lay the card just drawn or none" in told("classic")[MISTAKES]
    assert "After drawing, lay no card" in told("classic", drawn_card="never")[MISTAKES]
    assert "Draw only one" not in told("classic", draw_until_playable="on")[MISTAKES]
    assert "Press only once a turn" in told("extreme")[MISTAKES]
    assert "lay no card" not in told("extreme", play_after_launch="on")[MISTAKES]


@pytest.mark.parametrize(
    ("edition", "options", "sentence"),
    [
        ("extreme", {}, "press the dispenser once and take what comes out. That ends your turn."),
        ("extreme", {"play_after_launch": "on"}, "press the dispenser once; if cards come, you may lay one."),
        ("extreme", {"draw_until_playable": "on"}, "press the dispenser until cards come. That ends your turn."),
        (
            "extreme",
            {"draw_until_playable": "on", "play_after_launch": "on"},
            "press the dispenser until cards come; then you may lay one.",
        ),
        ("classic", {}, "draw a card; if it fits, you may lay it at once."),
        ("classic", {"drawn_card": "must"}, "draw a card; if it fits, lay it."),
        ("classic", {"drawn_card": "never"}, "draw a card. That ends your turn."),
        ("classic", {"draw_until_playable": "on"}, "draw until a card fits; you may lay it at once."),
        ("classic", {"draw_until_playable": "on", "drawn_card": "must"}, "draw until a card fits, and lay it."),
    ],
)
def test_what_happens_where_nothing_is_laid_is_as_agreed(
    edition: str, options: dict[str, str], sentence: str
) -> None:
    assert f"If you cannot or will not lay one, {sentence}" in told(edition, **options)[TURN]
    assert f"If you cannot lay one, {sentence}" in told(edition, **options, may_decline="off")[TURN]


def test_a_missed_uno_costs_what_was_agreed_and_may_be_caught_as_long_as_was_agreed() -> None:
    assert "draw 2 cards. " in told("classic")[UNO]
    assert "draw 5 cards. " in told("classic", uno_penalty="5")[UNO]
    free = told("classic", uno_penalty="0")
    assert "notices" not in free[UNO]
    assert "UNO" not in free[MISTAKES]
    any_time = told("classic", uno_window="any-time")
    assert "too late to catch" not in any_time[MISTAKES]
    assert "as long as there is one card left" in any_time[UNO]
    assert "until the next player begins" in told("classic")[UNO]


def test_a_last_card_that_makes_nobody_draw_is_not_warned_of() -> None:
    assert "the cards owed are still drawn before you count" in told("classic")[MISTAKES]
    assert "still draws" not in told("classic", last_card_draws="off")[MISTAKES]
    assert "still draws" not in told("classic", no_finish_on_action="on")[MISTAKES]


def test_points_are_a_reason_only_where_they_count() -> None:
    assert "high numbers" in told("classic")[TIPS]
    assert "high numbers" not in told("h2o")[TIPS]
    assert "50 points" not in told("h2o")[POINTS]
    assert "The light side counts." in told("flip", flip_score_side="light")[POINTS]


def test_with_two_players_reverse_is_what_was_agreed() -> None:
    assert told("classic")[TWO].startswith("It is your turn again after a draw two, a reverse, a skip")
    nothing = told("classic", two_player_reverse="no-effect")
    assert "a reverse" not in nothing[TWO]
    assert "Reverse changes nothing." in nothing[TWO]
    assert "Reverse: the direction changes. " in nothing[CARDS]


def test_what_differs_about_a_card_is_told_with_the_cards() -> None:
    told_here = told("extreme", extreme_hit_presser="target")[CARDS]
    assert told_here.endswith("Agreed here: after extreme hit the target presses.")


def test_hands_are_dealt_and_decks_counted_by_their_real_numbers() -> None:
    assert "deal 5 cards to everybody" in told("classic", hand_size="5")[DEALING]
    for edition in editions():
        deck = load_deck(edition)
        assert f"it has {deck.total + deck.never_played} cards" in told(edition)[PUTTING_AWAY]


def test_only_waterproof_cards_are_rinsed() -> None:
    assert [edition for edition in editions() if "Rinse" in told(edition)[PUTTING_AWAY]] == ["h2o"]


def test_the_page_is_told_of_where_its_address_is_known() -> None:
    assert "192.168.1.5:8080" in told("classic")[PHONES]
    assert len(help_topics(agreed("classic"))) == len(help_topics(agreed("classic"), ADDRESS)) - 1


#: Values of options that change what is told.
VALUES = {
    "draw_from": ("pile", "dispenser", "launcher"),
    "drawn_card": ("may", "must", "never"),
    "plus4_rule": ("colour", "none-playable", "free"),
    "match_mode": ("winner-takes", "lowest", "hands-won", "single-round", "elimination"),
    "uno_penalty": ("0", "1", "2"),
    "stacking": ("off", "any"),
    "draw_until_playable": ("off", "on"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_every_topic_of_every_agreement_can_be_said_and_its_sentences_are_short(edition: str, language: str) -> None:
    assert set(VALUES) <= set(OPTIONS)
    for one, other in itertools.combinations(VALUES, 2):
        for this, that in itertools.product(VALUES[one], VALUES[other]):
            for heading, text in told(edition, language, **{one: this, other: that}).items():
                assert heading
                assert "{" not in text
                assert all(len(sentence.split()) <= 35 for sentence in text.split(". ")), text


def test_asked_again_the_next_topic_comes_and_after_the_last_the_first() -> None:
    topics = list(told("extreme"))
    first = heard(0)
    assert first.startswith("Scan now: the UNO card.")
    assert first.endswith(f"Ask for help again: {topics[0]}.")
    for again, (topic, then) in enumerate(itertools.pairwise([*topics, "what can be scanned now"]), 1):
        said = heard(again)
        assert said.startswith(f"{topic[:1].upper()}{topic[1:]}. ")
        assert said.endswith(f"Ask for help again: {then}.")
    assert heard(len(topics) + 1) == first


def test_where_little_is_wanted_nobody_is_told_what_comes_next() -> None:
    assert "Ask for help again" not in heard(0, Verbosity.BRIEF) + heard(1, Verbosity.BRIEF)


def test_cards_of_one_name_on_both_sides_are_told_apart() -> None:
    phrases = Phrases("fr")
    (said,) = helped(CanScan((), None, BadgeUse.OWNER, again=1, agreed=agreed("flip")), Verbosity.NORMAL)
    assert "Carte blanche, côté sombre" in phrases.text(said)


def test_the_place_is_kept_until_the_longest_topic_has_been_heard_slowly_in_two_languages() -> None:
    longest = 0
    for edition in editions():
        told_in = [told(edition, language).values() for language in LANGUAGES]
        for texts in zip(*told_in, strict=True):
            longest = max(longest, sum(sorted(len(text.split()) for text in texts)[-2:]))
    assert longest / SLOWEST_WPM * 60_000 < HELP_LAPSES_MS
