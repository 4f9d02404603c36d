"""Whatever the table waits for can be given by cards and the button alone, and HELP names how."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.answers import BadgeUse, CanScan, Query
from companion.referee.cards import Colour
from companion.referee.commands import Scan
from companion.referee.events import Phase
from companion.referee.state import State
from companion.scans.meaning import Interpreter
from companion.tags import DIGITS, CommandWord, command_tag
from tests.narration.test_announcements import GAMES, states
from tests.scanned_table import ScannedTable

W = CommandWord
CLASSIC = ("game classic players=Ann,Ben,Cleo", "top red-3")
EXTREME = ("game extreme players=Ann,Ben,Cleo", "top red-3")
BLUFF = (*CLASSIC, "Ann plays wild-draw-four as red")
FLIPPED = ("top red-5", "Ann plays red-flip", "top pink-4")
UNTIL = ("Ben plays wild-draw-colour", "Ben picks purple")
FLIP = "game flip players=Ann,Ben,Cleo"
COUNTING = ("game classic players=Ann,Ben,Cleo", "Ann holds 1", "top red-3", "Ann plays red-4")
OVER = ("game family players=Ann,Ben", "Ann holds 1", "top red-3", "Ann plays red-4")

#: What is waited for: the table, what is scanned, and the phase that follows.
WAITS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Phase]] = {
    "a game": ((), ("badge 1", "badge 2", "START"), Phase.SETUP),
    "the first card": (CLASSIC[:1], ("red-3",), Phase.PLAYING),
    "another first card": ((*CLASSIC[:1], "top wild-draw-four"), ("red-3",), Phase.PLAYING),
    "the other side": ((FLIP, *FLIPPED[:2]), ("pink-4",), Phase.PLAYING),
    "a play": (BLUFF[:2], ("red-9",), Phase.PLAYING),
    "a drawn card": ((*CLASSIC, "Ann draws"), ("PASS",), Phase.PLAYING),
    "a colour": ((*CLASSIC, "Ann plays wild"), ("BLUE",), Phase.PLAYING),
    "a target": ((*EXTREME, "Ann plays wild-extreme-hit as red"), ("badge 2",), Phase.PAYING),
    "whose hand to swap with": ((CLASSIC[0] + " seven_zero=on", "top red-3", "Ann plays red-7"), ("badge 3",),
                                Phase.PLAYING),
    "accept or challenge": (BLUFF, ("ACCEPT",), Phase.PLAYING),
    "a verdict": ((*BLUFF, "Ben challenges"), ("GUILTY",), Phase.PLAYING),
    "a verdict by the hand": ((*BLUFF, "Ben challenges"), (*[f"blue-{n}" for n in range(1, 7)], "DONE"),
                              Phase.PLAYING),
    "further cards": ((*EXTREME, "Ann plays red-discard-all"), ("red-1", "DONE"), Phase.PLAYING),
    "owed cards": ((CLASSIC[0] + " auto_draw=off", "top red-3", "Ann plays red-draw-two"), ("DRAW",), Phase.PLAYING),
    "a colour drawn for": ((FLIP, *FLIPPED, *UNTIL, "Cleo accepts"), ("THREE", "DONE"), Phase.PLAYING),
    "a colour drawn for, told with draw": ((FLIP, *FLIPPED, *UNTIL, "Cleo accepts"), ("FIVE", "DRAW"), Phase.PLAYING),
    "a colour drawn for, of many cards": ((FLIP, *FLIPPED, *UNTIL, "Cleo accepts"), ("ONE", "TWO", "DONE"),
                                          Phase.PLAYING),
    "a colour and 2 more": ((FLIP, *FLIPPED, *UNTIL, "Cleo challenges", "hand is innocent"), ("FIVE", "DONE"),
                            Phase.PLAYING),
    "a colour drawn for by the bluffer": ((FLIP, *FLIPPED, *UNTIL, "Cleo challenges", "hand is guilty"),
                                          ("THREE", "DONE"), Phase.PLAYING),
    "a colour drawn for at once": ((FLIP + " challenge=off", *FLIPPED, *UNTIL), ("THREE", "DONE"), Phase.PLAYING),
    "a colour from the launcher": ((FLIP + " draw_from=launcher", *FLIPPED, *UNTIL, "Cleo accepts", "Cleo presses 3"),
                                   ("DONE",), Phase.PLAYING),
    "a hand to be counted": ((*COUNTING, "Ben left 0 points"), ("badge 3", "red-9", "DONE"), Phase.ROUND_OVER),
    "points": ((*COUNTING, "Ben left 0 points"), ("badge 3", "ONE", "TWO", "DONE"), Phase.ROUND_OVER),
    "a round": ((*COUNTING, "Ben left 5 points", "Cleo left 5 points"), ("ROUND",), Phase.SETUP),
    "a new game": (OVER, ("badge 1", "badge 2", "START"), Phase.SETUP),
}  # fmt: skip


def is_offered(thing: str, after: str | None, found: CanScan) -> bool:
    """Whether HELP names it; DONE and DRAW end digits that HELP names."""
    if thing.startswith("badge "):
        return found.badge is not BadgeUse.OWNER
    if thing not in W.__members__:
        return found.card is not None
    ends_digits = after in DIGITS and thing in {W.DONE, W.DRAW} and set(DIGITS) <= set(found.words)
    return ends_digits or W(thing) in found.words


@pytest.mark.parametrize("wait", WAITS)
def test_what_is_waited_for_is_given_by_cards_that_help_names(wait: str, tmp_path: Path) -> None:
    statements, things, then = WAITS[wait]
    with ScannedTable(tmp_path, *statements) as at:
        for before, thing in zip((None, *things), things, strict=False):
            found = at.table.preview(_scan(at, "HELP"))
            assert isinstance(found, Query)
            assert isinstance(found.note, CanScan)
            assert is_offered(thing, before, found.note), f"HELP does not name {thing}"
            at.scan(thing)
            assert at.last.accepted, (thing, at.last.says)
        assert at.state.phase is then


def _scan(at: ScannedTable, thing: str) -> Scan:
    return Scan(at.text(thing))


def test_every_phase_is_among_them(tmp_path: Path) -> None:
    met = set()
    for wait, (statements, _, _) in WAITS.items():
        with ScannedTable(tmp_path / wait, *statements) as at:
            met.add(at.state.phase)
    assert met == set(Phase)


#: Cards that give what a table waits for, and never only set something right.
ANSWERS = {W(colour.upper()) for colour in Colour} | set(DIGITS) | {
    W.PASS, W.DRAW, W.DONE, W.CHALLENGE, W.ACCEPT, W.GUILTY, W.INNOCENT, W.ROUND, W.START,
}  # fmt: skip


def kind(state: State) -> object:
    """What the table waits for, whoever plays and with whatever cards."""
    debts = tuple((debt.unit, debt.number is None, debt.cause) for debt in state.debts)
    return state.edition, state.phase, debts, state.drawn is None, state.options


def test_in_no_state_of_any_written_game_is_help_at_a_loss() -> None:
    kinds = {kind(state): state for file in GAMES for state in states(file)}
    assert len(kinds) > 100
    for state in kinds.values():
        help_me = Interpreter(lambda: 0.0).meaning(command_tag(W.HELP), state)
        assert isinstance(help_me, Query)
        found = help_me.note
        assert isinstance(found, CanScan)
        answers = found.card is not None or found.button or found.badge in {BadgeUse.SEAT, BadgeUse.TARGET}
        assert answers or ANSWERS & set(found.words), state


def test_a_number_that_cannot_be_right_is_refused_with_how_it_is_told(tmp_path: Path) -> None:
    how = "How many cards until purple came? At least 1: scan the digits, then done."
    with ScannedTable(tmp_path, FLIP, *FLIPPED, *UNTIL) as at:
        assert at.say("Cleo accepts")[-1] == "Cleo draws until a purple card comes. Scan the total, then done."
        assert at.scan("DRAW") == [how]
        assert at.scan("ZERO", "DONE") == [how]
        assert at.scan("DONE") == ["Not now. Cleo draws until a purple card comes. Scan the total, then done."]
        assert at.scan("THREE") == ["Number: 3."]
        assert at.scan("pink-7", "DONE")[-1].startswith("Not now.")  # another scan before DONE: no number
        assert at.scan("THREE", "YES")[-1].startswith("Not now.")
        assert at.scan("badge 1", "THREE", "DONE")[-1].startswith("First Cleo draws until a purple card comes.")
        assert at.scan("badge 3", "THREE", "DONE")[0] == "3 cards for Cleo."
        assert at.state.seats[2].count == 10
