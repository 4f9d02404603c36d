"""Whole rounds of every edition, in every language and verbosity, are heard as their transcripts have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee import events as ev
from companion.referee.decks import Effect, editions, load_deck
from companion.referee.events import Event, Phase
from companion.referee.notation import read
from companion.referee.state import EMPTY, State
from companion.voice.lines import Verbosity
from tests.narration.plays import plays_among, too_long
from tests.narration.transcripts import ROUNDS, round_transcripts, statements, tell


def played_out(table: Path) -> tuple[State, list[Event], int]:
    """The table after the round, all that happened, and how many statements were refused."""
    state, happened, refused = EMPTY, list[Event](), 0
    for statement in statements(table.read_text("utf-8")):
        state, events, _ = tell(state, statement, Verbosity.FULL)
        happened += events
        refused += not events
    return state, happened, refused


def test_every_edition_has_a_whole_round() -> None:
    assert {table.stem for table in ROUNDS} == set(editions())


@pytest.mark.parametrize("table", ROUNDS, ids=lambda table: table.stem)
def test_the_round_is_heard_as_its_transcripts_have_it(table: Path) -> None:
    for path, text in round_transcripts(table):
        assert text.splitlines() == path.read_text("utf-8").splitlines(), path.name


def test_no_transcript_is_left_of_a_round_that_is_gone() -> None:
    written = {path for table in ROUNDS for path, _ in round_transcripts(table)}
    assert set(ROUNDS[0].parent.glob("*.heard")) == written


@pytest.mark.parametrize("table", ROUNDS, ids=lambda table: table.stem)
def test_the_round_lays_every_kind_of_card_and_goes_from_the_game_to_the_scores(table: Path) -> None:
    state, happened, refused = played_out(table)
    laid = {event.cards[0].value for event in happened if isinstance(event, ev.Played)}
    faces = load_deck(table.stem).faces
    assert laid >= {card.value for card, face in faces.items() if face.effect is not Effect.NONE}
    kinds = {event.kind for event in happened}
    assert kinds >= {"game-started", "uno", "caught", "colour", "undone", "round-over"}
    assert state.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}
    assert refused >= 1


@pytest.mark.parametrize("table", ROUNDS, ids=lambda table: table.stem)
def test_every_play_of_the_round_takes_few_words(table: Path) -> None:
    commands = [read(statement) for statement in statements(table.read_text("utf-8")) if statement != "undo"]
    assert [too_long(laid) for laid in plays_among(commands) if too_long(laid)] == []
