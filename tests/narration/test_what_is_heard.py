"""What the table hears, statement by statement, in both languages; the ``.heard`` files are to be read aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.referee import events as ev
from companion.referee.decide import decide
from companion.referee.decks import editions, load_deck
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.options import parse_options
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY
from companion.voice.between_plays.announcements import status
from companion.voice.game.narrator import Line, Verbosity, narrate, utterances
from companion.voice.game.table_facts import card_counts, match_scores
from companion.voice.phrases import Phrases
from companion.voice.rules.rule_lines import card_effects, points, times
from companion.voice.utterance import Priority
from tests.narration.transcripts import (
    HEARD,
    LOCALES,
    TRANSCRIPTS,
    statements,
    tell,
    verbosity_of,
    words,
    written_anew,
)

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAME = "game extreme players=Ann,Ben,Cleo"


def hear(*statements: str, verbosity: Verbosity = Verbosity.NORMAL, locale: str = "en") -> list[str]:
    """What the last of these statements gives to hear, spaces folded."""
    return [words(line, locale) for line in lines_of(*statements, verbosity=verbosity)]


def lines_of(*statements: str, verbosity: Verbosity = Verbosity.NORMAL) -> list[Line]:
    state, lines = EMPTY, list[Line]()
    for statement in statements:
        state, _, lines = tell(state, statement, verbosity)
    return lines


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.name)
def test_the_table_hears_what_the_transcript_says(path: Path) -> None:
    assert written_anew(path).splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_every_edition_has_a_transcript_at_every_verbosity(verbosity: Verbosity) -> None:
    """A6-01, A6-04: the whole speech of a round, at each of three levels, stands written and is held to."""
    told = [
        row for path in TRANSCRIPTS if verbosity_of(path) is verbosity for row in statements(path.read_text("utf-8"))
    ]
    assert {row.split()[1] for row in told if row.startswith("game")} >= set(editions())


def test_every_kind_of_event_is_in_the_normal_transcripts() -> None:
    seen = set[str]()
    for path in TRANSCRIPTS:
        state = EMPTY
        for statement in statements(path.read_text("utf-8")):
            state, happened, _ = tell(state, statement, Verbosity.NORMAL)
            seen |= {event.kind for event in happened}
    assert seen == set(ev.KINDS)


def test_scenario_19_is_heard_as_it_expects() -> None:
    state, heard, checked = EMPTY, "", 0
    for row in (SCENARIOS / "19-spoken.table").read_text(encoding="utf-8").splitlines():
        line = row.partition("#")[0].strip()
        if line.startswith("expect says"):
            assert line.split('"')[1].casefold() in heard.casefold(), (line, heard)
            checked += 1
        elif line and not line.startswith("expect"):
            state, _, lines = tell(state, line, Verbosity.NORMAL)
            heard = " ".join(words(spoken, "en") for spoken in lines)
    assert checked == 11


ROUTINE = ("Ann plays blue-3", "Ann presses 0", "Ann presses 4", "Ann plays blue-reverse", "Ann plays blue-skip")


@pytest.mark.parametrize("statement", [*ROUTINE, "Ann plays wild as red", "Ann plays blue-hit-two"])
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("verbosity", "most"), [(Verbosity.BRIEF, 8), (Verbosity.NORMAL, 14)])
def test_routine_play_takes_few_words(statement: str, locale: str, verbosity: Verbosity, most: int) -> None:
    """A6-01: brief is the card and who plays next."""
    told = " ".join(hear(GAME, "top blue-7", statement, verbosity=verbosity, locale=locale))
    assert len([word for word in told.split() if any(char.isalnum() for char in word)]) <= most, told


def test_few_cards_left_are_told_in_few_words() -> None:
    assert hear(GAME, "Ann holds 3", "top blue-7", "Ann plays blue-3") == [
        "Ann: blue 3. 2 left.",
        "Your turn, Ben.",
    ]


def test_who_plays_now_is_the_last_word() -> None:
    for locale in LOCALES:
        for statement in ROUTINE:
            *_, last = hear(GAME, "top blue-7", statement, locale=locale)
            assert last.rstrip(".").split()[-1] in {"Ann", "Ben", "Cleo"}


def test_a_statement_gives_one_line_about_the_turn_and_the_turn_comes_last() -> None:
    for verbosity in Verbosity:
        state = EMPTY
        for statement in statements((HEARD / "normal.heard").read_text("utf-8")):
            state, _, lines = tell(state, statement, verbosity)
            about_the_turn = [line for line in lines if line.priority is Priority.TURN]
            assert about_the_turn in ([], lines[-1:])


def test_an_uno_nobody_needed_says_nothing() -> None:
    assert hear(GAME, "top blue-7", "Ben says uno") == []


def test_a_call_that_changed_nothing_is_taken_back_without_a_claim_about_the_one_that_counts() -> None:
    start = ("game classic players=Ann,Ben,Cleo", "top red-5", "set count Ann 2")
    assert hear(*start, "Ann says uno", "undo")[0] == "Undone: UNO, Ann."
    again = hear(*start, "Ann says uno", "Ann says uno", "undo")
    assert again[0] == "Undone: UNO said again. UNO of Ann still counts."
    assert hear(*start, "Ben says uno", "Ben says uno", "undo")[0] == "Undone: UNO, Ben. It had no effect."


def test_counts_and_scores_can_be_told_apart_where_names_end_in_numbers() -> None:
    state = EMPTY
    for statement in ('game classic players="player 1",7,"player 3"', "top red-5"):
        state, *_ = tell(state, statement, Verbosity.NORMAL)
    for locale in LOCALES:
        for told in (card_counts(state), match_scores(state)):
            assert told is not None
            said = " ".join(Phrases(locale).text(told).split())
            assert re.search(r"7 ?: \d, ", said), said
    assert hear("game classic players=7,Ben", "set count 7 1") == ["Corrected: 7: 1 card."]
    assert hear("game classic players=7,Ben", "set score 7 21") == ["Corrected: 7: 21 points."]


def test_who_pays_with_the_turn_is_told_so_but_in_a_play_which_has_no_words_to_spare() -> None:
    start = ("game classic players=Ann,Ben,Cleo", "top red-5", "Ann plays wild-draw-four as blue")
    loses = "and loses the turn."
    assert loses in hear(*start, "Ben challenges", "hand is innocent")[0]
    assert loses in hear(*start, "Ben accepts")[0]
    assert loses not in hear(*start, "Ben challenges", "hand is guilty")[0]
    assert loses in hear(start[0], "top red-draw-two")[0]
    assert loses not in hear(*start[:2], "Ann plays red-draw-two")[0]
    for told in (hear(*start, "Ben challenges", "hand is innocent", verbosity=Verbosity.BRIEF),):
        assert loses not in told[0]


def test_equal_names_are_named_both() -> None:
    for names in ('"Ann",ANN', "Zoe,Zoé", "Ben,Zoé,Zoe"):
        first, second = (name.strip('"') for name in names.split(",")[-2:])
        told, *_ = hear(f"game classic players={names}")
        assert told == f"{first} and {second} count as one name: give one of them another."


def test_how_often_is_said_in_words() -> None:
    deck, options = load_deck("extreme"), parse_options(load_deck("extreme"), {})
    english = [Phrases("en").text(rule) for rule in card_effects(deck, options)]
    assert any("the next player presses twice and loses" in rule for rule in english)
    for number, said in ((1, "once"), (2, "twice"), (3, "3 times")):
        assert [Phrases("en").text(word) for word in times(number)] == [said]
    assert not [rule for rule in english if re.search(r"\b[12] times?\b", rule)]


def test_the_wilds_of_flip_are_told_apart_in_french() -> None:
    flip = load_deck("flip")
    told = " ".join(Phrases("fr").text(phrase) for phrase in points(flip, parse_options(flip, {})))
    assert "carte blanche, claire ou sombre" in told
    assert "carte blanche, carte blanche" not in told
    start = ("game flip players=Ann,Ben", "top red-7", "Ann plays red-flip", "top pink-4")
    assert hear(*start, "Ben plays wild-draw-colour as teal", locale="fr")[0] == (
        "Ben : carte blanche Pioche-couleur, turquoise."
    )


def test_a_card_is_named_by_the_words_of_its_edition_and_agrees() -> None:
    assert hear(GAME, "top green-reverse", locale="fr")[0].startswith("Sur la défausse : Inversion verte.")
    assert hear(GAME, "top green-discard-all", locale="fr")[0] == "Sur la défausse : Poser tout, vert."
    assert hear(GAME, "top green-7", locale="fr")[0] == "Sur la défausse : 7 vert."


def test_french_punctuation_has_its_narrow_spaces_and_names_keep_theirs() -> None:
    lines = lines_of('game extreme players="Ann : B",Ben', '"Ann : B" holds 2', "top blue-7", '"Ann : B" says uno')
    (utterance,) = utterances(lines, ["fr"])
    assert utterance.texts["fr"] == "Ann : B\u00a0: UNO\u202f!"


def test_a_name_with_braces_is_said_as_it_is() -> None:
    told = hear('game extreme players="{card}",Ben', "top blue-7")
    assert told[-1] == "Your turn, {card}."


def test_a_table_hears_each_of_its_languages_and_english_where_there_is_no_other() -> None:
    lines = lines_of(GAME, "top blue-7", "Ann presses 1")
    assert utterances(lines, ["fr-CA", "it", "en"])[0].texts == {
        "fr-CA": "1 carte pour Ann.",
        "en": "1 card for Ann.",
    }
    assert utterances(lines, ["it"])[0].texts == {"en": "1 card for Ann."}


def test_zero_is_singular_in_french_and_plural_in_english() -> None:
    told = [GAME, "Ann holds 1", "Ben holds red-1", "top blue-7", "Ann plays blue-1", "Ben left 0 points"]
    counting = [*told[:2], *told[3:5], "Ben left 0 points"]
    assert hear(*counting)[0] == "Ben: 0 points."
    assert hear(*counting, locale="fr")[0] == "Ben : 0 point."


def test_undoing_a_game_tells_how_to_begin() -> None:
    state, _, _ = tell(EMPTY, GAME, Verbosity.NORMAL)
    command = read("undo")
    ruling = decide(state, command)
    assert not isinstance(ruling, Refusal)
    lines = narrate(state, ruling, accept(state, command, ruling), Verbosity.NORMAL, address="http://table.local:80/")
    assert [words(line, "en") for line in lines] == [
        "Undone: the new game.",
        "No game yet. Scan the players' badges in seat order, or start one on the phone page, at table.local.",
    ]


WILD_LEAVES_ONE = ("Ann holds 2", "top blue-7", "Ann plays wild", "Ben catches Ann")


def test_a_penalty_while_a_colour_is_awaited_is_told_with_the_catch() -> None:
    assert hear(GAME, *WILD_LEAVES_ONE) == [
        "Ben catches Ann: no UNO. Ann: 2 presses.",
        "Ann, name a colour.",
    ]
    assert hear("game classic players=Ann,Ben,Cleo auto_draw=off", *WILD_LEAVES_ONE, locale="fr") == [
        "Ben attrape Ann : contre UNO ! Ann pioche 2 cartes.",
        "Ann, quelle couleur ?",
    ]


def test_drawn_cards_are_told_by_their_number_only_and_the_same_whether_they_fit() -> None:
    for rule in ("may", "must"):
        game = f"game classic players=Ann,Ben drawn_card={rule}"
        told = [hear(game, "top blue-7", f"Ann draws {card}") for card in ("blue-1", "red-1", "")]
        assert told[0] == told[1] == told[2]


def test_a_draw_that_the_pile_cannot_give_in_full_is_told_with_the_rest() -> None:
    game = ("game classic players=Ann,Ben", "Ann holds 53", "Ben holds 53", "top red-5", "Ann plays red-draw-two")
    assert hear(*game) == [
        "Ann: red draw two. Ben draws 1 card.",
        "The draw pile is empty: shuffle the discard, keep its top card.",
        "Ben draws 1 more card.",
    ]
    assert hear(*game, "reload") == [
        "Draw pile refilled, the top card stays. Ben draws 1 card and loses the turn.",
        "Your turn, Ann.",
    ]
    said = (f"{game[0]} auto_draw=off", *game[1:], "Ben draws 1", "reload")
    assert hear(*said)[-1] == "Ben draws 1 card."


def test_what_nobody_can_draw_is_forgiven_aloud() -> None:
    told = hear(
        *("game classic players=Ann,Ben", "Ann holds 2", "Ben holds 105", "top red-5"),
        *("Ann plays red-6", "reload", "Ben catches Ann"),
    )
    assert told[:2] == ["Ben catches Ann: no UNO. Ann draws 1 card.", "Nothing left to draw: the rest is not owed."]
    told = hear("game classic players=Ann,Ben", "Ann holds 54", "Ben holds 53", "top red-5", "Ann draws")
    assert told == ["Nothing left to draw: Ann draws nothing.", "Your turn, Ben."]


def test_a_downpour_the_pile_cannot_give_is_told_player_by_player() -> None:
    game = ("game h2o players=Ann,Ben,Cleo", "Ann holds 35", "Ben holds 35", "Cleo holds 35", "top red-5")
    told = hear(*game, "Ann plays wild-downpour-2 as red")
    assert told[0] == "Ann: downpour two, red. Ben draws 2 cards."
    assert told[1].startswith("The draw pile is empty")
    assert told[2] == "Cleo draws 2 cards."


def test_a_colour_easily_taken_for_another_is_told_at_length_with_every_detail_wanted() -> None:
    dark = ("game flip players=Ann,Ben", "top red-flip", "top dark-wild", "Ann picks teal")
    assert hear(*dark, verbosity=Verbosity.FULL)[0] == "Colour: teal, blue-green."
    assert hear(*dark)[0] == "Colour: teal."
    told = hear(*dark, "Ann plays dark-wild as pink", verbosity=Verbosity.FULL, locale="fr")
    assert told[0] == "Ann : carte blanche, côté sombre. Couleur : rose."


def test_cards_for_a_target_are_told_with_who_draws_them() -> None:
    game = ("game extreme players=Ann,Ben,Cleo draw_from=dispenser", "top blue-7")
    assert hear(*game, "Ann plays wild-extreme-hit as red at Cleo")[-1] == "Ann draws 2 cards for Cleo."
    assert hear(*game, "Ann plays wild-extreme-hit as red at Cleo", "Ann presses 2")[0] == "2 cards for Cleo."


def test_an_open_draw_of_a_colour_ends_with_done_where_cards_come_from_the_button() -> None:
    game = "game flip players=Ann,Ben draw_from=launcher"
    played = ("top red-flip", "top pink-6", "Ann plays wild-draw-colour as orange")
    assert hear(game, *played, "Ben accepts")[-1] == "Ben presses until an orange card comes, then done."
    assert hear(game, *played, "Ben challenges", "hand is innocent", locale="fr")[-1] == (
        "Ben appuie jusqu'à une carte orange, puis pour 2 de plus, puis : terminé."
    )


def test_undoing_a_swap_names_the_partner_and_sends_the_hands_back() -> None:
    game = ("game classic players=Ann,Ben,Cleo seven_zero=on", "top red-5", "Ann plays red-7", "Ann targets Cleo")
    assert hear(*game, "undo")[0] == "Undone: swap with Cleo. The hands go back."
    assert hear(*game, "undo", locale="fr")[0] == "Annulé : échange avec Cleo. Chaque main revient à sa place."


@pytest.mark.parametrize(
    ("option", "english"),
    [
        ("match_mode=lowest", "the fewest points win once somebody has 500"),
        ("match_mode=hands-won", "first to 3 rounds"),
        ("match_mode=rounds", "first to 3 rounds"),
        ("match_mode=single-round", "one round only"),
        ("match_mode=elimination", "out at 500 points"),
        ("target=200", "first to 200"),
        ("hand_size=5", "5 cards each"),
        ("first_card=redraw", "cards are turned up until a number comes"),
        ("may_decline=off", "whoever can play must play"),
        ("two_player_reverse=no-effect", "with two players reverse does nothing"),
        ("uno_penalty=1", "1 press for a missed UNO"),
        ("uno_penalty=0", "no penalty for a missed UNO"),
        ("uno_window=any-time", "a missed UNO may be caught at any time"),
        ("extreme_hit_presser=target", "after extreme hit the target presses"),
        ("extreme_hit_next=second", "after extreme hit the next player is skipped"),
        ("discard_all=some", "with discard all cards may be kept"),
        ("last_card_draws=off", "the last card makes nobody press"),
    ],
)
def test_an_option_is_said_when_it_is_not_the_usual_one(option: str, english: str) -> None:
    name, _, _ = option.partition("=")
    assert english in hear(f"{GAME} {option}")[0]
    usual = {"target": "500", "hand_size": "7", "uno_penalty": "2", "match_mode": "winner-takes"}
    if name in usual:
        assert hear(f"{GAME} {name}={usual[name]}") == hear(GAME)


def test_the_last_card_from_the_dispenser_asks_for_a_shuffle() -> None:
    told = hear(
        GAME, "Ann holds 50", "Ben holds 50", "Cleo holds 9", "top blue-7", "Ann plays blue-1", "Ben presses 2"
    )
    assert told == [
        "2 cards for Ben.",
        "No card is left in the dispenser: shuffle the discard back into it, keep its top card.",
        "Your turn, Cleo.",
    ]


#: At a table whose cards come from the dispenser, all that is said about where they are.
WHERE_CARDS_ARE = [
    ("top red-5", "Ann plays red-6", "Ben presses 2", "undo", "reload", "undo"),
    ("Ann holds 50", "Ben holds 50", "top red-5", "Ann plays red-6", "Ben presses 100"),
    ("top red-skip",),
]
TURNED_OVER = ("top red-5", "Ann plays red-flip", "undo")


@pytest.mark.parametrize("verbosity", list(Verbosity))
@pytest.mark.parametrize("supply", ["launcher", "dispenser"])
@pytest.mark.parametrize("edition", ["extreme", "classic", "flip"])
def test_where_cards_come_from_the_dispenser_nothing_is_said_of_a_pile(
    edition: str, supply: str, verbosity: Verbosity
) -> None:
    heard = {"en": "", "fr": ""}
    for told in [*WHERE_CARDS_ARE, *([TURNED_OVER] if edition == "flip" else [])]:
        state = EMPTY
        for statement in (f"game {edition} players=Ann,Ben draw_from={supply} first_card=redraw", *told):
            state, _, lines = tell(state, statement, verbosity)
            for locale in LOCALES:
                heard[locale] += "".join(f"{words(line, locale)}\n" for line in lines)
    assert "puts 2 cards back into the dispenser" in heard["en"]
    assert "remet 2 cartes dans le distributeur" in heard["fr"]
    assert "Dispenser refilled" in heard["en"]
    assert "No card is left in the dispenser" in heard["en"]
    in_full = edition == "flip" and verbosity is Verbosity.FULL
    assert ("Turn hands, discard, and the cards in the dispenser." in heard["en"]) == in_full
    assert "pile" not in heard["en"]
    assert "la pioche" not in heard["fr"]


TOO_MANY = ("game extreme players=Ann,Ben", "Ann holds 50", "Ben holds 60", "top red-5", "Ann presses 4")


def test_counts_that_cannot_be_right_are_said_once_when_they_come_about() -> None:
    told = "The counts cannot be right: they come to 3 cards more than the deck has. Count the hands again."
    assert told in hear(*TOO_MANY)
    assert not any("cannot be right" in line for line in hear(*TOO_MANY, "Ben presses 0"))
    assert hear(*TOO_MANY, "undo", "Ann presses 4") == hear(*TOO_MANY)


COPIES = (GAME, "Ann holds red-1 red-1 blue-2", "top red-5", "set turn Ben", "Ben plays red-1")


@pytest.mark.parametrize(
    ("before", "worse", "no_worse", "better"),
    [
        (TOO_MANY, "Ben presses 2", "Ann says uno", "set count Ben 60"),
        (COPIES, "Cleo plays red-1", "Ann says uno", "Ann holds 3"),
    ],
)
def test_what_cannot_be_right_is_said_again_each_time_it_gets_worse_and_only_then(
    before: tuple[str, ...], worse: str, no_worse: str, better: str
) -> None:
    def doubted(*statements: str) -> bool:
        return any("cannot be right" in line for line in hear(*before, *statements))

    assert doubted()
    assert doubted(worse)
    assert not doubted(worse, no_worse)
    assert not doubted(worse, better)


def test_more_copies_than_there_are_are_said_without_a_word_about_the_card() -> None:
    deal = (GAME, "Ann holds red-1 red-1 blue-2", "top red-5", "set turn Ben")
    (doubt,) = [line for line in hear(*deal, "Ben plays red-1") if "cannot be right" in line]
    assert "red" not in doubt
    assert any("peut pas être juste" in line for line in hear(*deal, "Ben plays red-1", locale="fr"))


def test_the_status_tells_of_counts_that_cannot_be_right_as_long_as_they_are_wrong() -> None:
    state = EMPTY
    for statement in TOO_MANY:
        state, _, _ = tell(state, statement, Verbosity.NORMAL)
    assert "The counts cannot be right" in words(status(state)[0], "en")
    state, _, _ = tell(state, "set count Ben 7", Verbosity.NORMAL)
    assert "cannot be right" not in words(status(state)[0], "en")
