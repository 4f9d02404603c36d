"""What the table hears, statement by statement, in both languages; the ``.heard`` files are to be read aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee import events as ev
from companion.referee.decide import decide
from companion.referee.events import Event
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.narrator import Line, Verbosity, narrate, narrate_refusal, utterances
from companion.voice.utterance import Priority

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"
LOCALES = ("en", "fr")
GAME = "game extreme players=Ann,Ben,Cleo"


def tell(state: State, statement: str, verbosity: Verbosity) -> tuple[State, tuple[Event, ...], list[Line]]:
    """One statement told to the table: the table afterwards, what happened, what is to be said."""
    command = read(statement)
    ruling = decide(state, command)
    if isinstance(ruling, Refusal):
        return state, (), narrate_refusal(state, command, ruling, verbosity)
    after = accept(state, command, ruling)
    return after, ruling, narrate(state, ruling, after, verbosity)


def hear(*statements: str, verbosity: Verbosity = Verbosity.NORMAL, locale: str = "en") -> list[str]:
    """What the last of these statements gives to hear, spaces folded."""
    return [words(line, locale) for line in lines_of(*statements, verbosity=verbosity)]


def lines_of(*statements: str, verbosity: Verbosity = Verbosity.NORMAL) -> list[Line]:
    state, lines = EMPTY, list[Line]()
    for statement in statements:
        state, _, lines = tell(state, statement, verbosity)
    return lines


def words(line: Line, locale: str) -> str:
    (utterance,) = utterances([line], [locale])
    return " ".join(utterance.texts[locale].split())


def transcript(verbosity: str) -> list[tuple[str, list[str]]]:
    """The statements of a ``.heard`` file, each with the lines under it."""
    told: list[tuple[str, list[str]]] = []
    for row in (HERE / "heard" / f"{verbosity}.heard").read_text(encoding="utf-8").splitlines():
        if row.startswith("    "):
            told[-1][1].append(row.strip())
        elif row and not row.startswith("#"):
            told.append((row, []))
    return told


@pytest.mark.parametrize("verbosity", list(Verbosity))
def test_the_table_hears_what_the_transcript_says(verbosity: Verbosity) -> None:
    state = EMPTY
    for statement, expected in transcript(verbosity):
        state, _, lines = tell(state, statement, verbosity)
        heard = [f"{locale}  {words(line, locale)}" for locale in LOCALES for line in lines]
        assert (statement, heard) == (statement, expected)


def test_every_kind_of_event_is_in_the_normal_transcript() -> None:
    state, seen = EMPTY, set[str]()
    for statement, _ in transcript("normal"):
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
    told = " ".join(hear(GAME, "top blue-7", statement, verbosity=verbosity, locale=locale))
    assert len([word for word in told.split() if any(char.isalnum() for char in word)]) <= most, told


def test_few_cards_left_are_told_in_few_words() -> None:
    assert hear(GAME, "Ann holds 3", "top blue-7", "Ann plays blue-3") == [
        "Ann: blue 3. 2 cards left.",
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
        for statement, _ in transcript("normal"):
            state, _, lines = tell(state, statement, verbosity)
            about_the_turn = [line for line in lines if line.priority is Priority.TURN]
            assert about_the_turn in ([], lines[-1:])


def test_an_uno_nobody_needed_says_nothing() -> None:
    assert hear(GAME, "top blue-7", "Ben says uno") == []


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
    assert utterances(lines, ["fr-CA", "nl", "en"])[0].texts == {
        "fr-CA": "1 carte pour Ann.",
        "en": "1 card for Ann.",
    }
    assert utterances(lines, ["nl"])[0].texts == {"en": "1 card for Ann."}


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
        "No game yet. Start one on the phone page, at table.local.",
    ]


@pytest.mark.parametrize(
    ("option", "english"),
    [
        ("match_mode=lowest", "the fewest points win once somebody has 500"),
        ("match_mode=hands-won", "first to 3 rounds"),
        ("match_mode=rounds", "first to 3 rounds"),
        ("match_mode=single-round", "one round only"),
        ("match_mode=elimination", "out at 500 points"),
        ("target=200", "first to 200 points"),
        ("hand_size=5", "5 cards each"),
        ("first_card=redraw", "the first card must be a number"),
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
    assert hear(f"{GAME} {option}")[0].endswith(f"Rules: {english}.")
    usual = {"target": "500", "hand_size": "7", "uno_penalty": "2", "match_mode": "winner-takes"}
    if name in usual:
        assert "Rules" not in hear(f"{GAME} {name}={usual[name]}")[0]


def test_the_last_card_from_the_dispenser_asks_for_a_shuffle() -> None:
    told = hear(
        GAME, "Ann holds 50", "Ben holds 50", "Cleo holds 9", "top blue-7", "Ann plays blue-1", "Ben presses 2"
    )
    assert told[0] == "2 cards for Ben. The draw pile is empty: shuffle the discard, keep its top card."
