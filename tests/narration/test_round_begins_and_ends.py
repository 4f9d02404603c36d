"""How a round begins and ends, as it is heard: how many cards to deal, and who has won before hands are counted."""

from __future__ import annotations

import pytest

from companion.referee.decide import decide
from companion.referee.decks import editions
from companion.referee.events import Event
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.between_plays import announcements as said
from companion.voice.game.narrator import narrate
from companion.voice.lines import Verbosity
from tests.narration.test_announcements import heard, table


def told_by(before: State, statement: str) -> tuple[State, tuple[Event, ...], State]:
    """A statement as it is narrated: the table before it, what happened, the table after it."""
    command = read(statement)
    ruling = decide(before, command)
    assert not isinstance(ruling, Refusal), (statement, ruling)
    return before, ruling, accept(before, command, ruling)


@pytest.mark.parametrize("verbosity", list(Verbosity))
@pytest.mark.parametrize("edition", editions())
def test_every_round_of_every_edition_begins_with_how_many_cards_to_deal(edition: str, verbosity: Verbosity) -> None:
    begins = f"game {edition} players=Ann,Ben hand_size=5"
    played = (f"{begins} match_mode=rounds", "Ann holds 1", "top blue-5", "Ann plays blue-2")
    over = table(*played)
    for before, statement in ((EMPTY, begins), (over, "round")):
        told = narrate(*told_by(before, statement), verbosity)
        deal = "" if verbosity is Verbosity.BRIEF else "Shuffle. 5 cards each. "
        assert heard(told[-1:]) == f"{deal}Turn up the first card and scan it."


@pytest.mark.parametrize("verbosity", list(Verbosity))
@pytest.mark.parametrize("edition", editions())
def test_who_wins_the_round_is_told_when_the_last_card_lies_and_whenever_asked(
    edition: str, verbosity: Verbosity
) -> None:
    last = told_by(
        table(f"game {edition} players=Ann,Ben,Cleo match_mode=winner-takes", "Ann holds 1", "top blue-5"),
        "Ann plays blue-2",
    )
    told = heard(narrate(*last, verbosity))
    assert told.count("Ann wins the round.") == 1
    assert "No card left" not in told
    assert heard(said.status(last[-1], verbosity=verbosity)).startswith("Ann wins the round.")
