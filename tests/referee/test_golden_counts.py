"""As many tables after N statements as ever; at tiny tables every statement was gone through by hand."""

from __future__ import annotations

import pytest

from companion.referee.commands import Command
from companion.referee.decks import editions
from companion.referee.notation import write
from companion.referee.state import State
from tests.referee.golden_counts import Golden, accepted, count, golden_tables
from tests.soak import SOAK

GOLDEN = {golden.name: golden for golden in golden_tables()}

#: Every statement that is accepted at the start, and every one that is accepted after it.
BY_HAND: dict[str, dict[str, list[str]]] = {
    # 27 ways of two statements, 21 tables: UNO called before or after red-5 or wild is the same, for Ann (2) and,
    # too early though it is, for Ben (2); so are Ben's call before or after the draw (1), and the two calls in either
    # order (1). Drawing lets Ann's early call lapse.
    "by hand: a number and a wild": {
        "Ann plays red-5": ["Ann says uno", "Ben plays red-skip", "Ben draws", "Ben says uno", "Ben catches Ann"],
        "Ann plays wild": [
            "Ann picks red", "Ann picks yellow", "Ann picks green", "Ann picks blue", "Ann says uno", "Ben says uno",
            "Ben catches Ann",
        ],
        "Ann draws": ["Ann plays red-5", "Ann plays wild", "Ann passes", "Ann says uno", "Ben says uno"],
        "Ann says uno": ["Ann plays red-5", "Ann plays wild", "Ann draws", "Ann says uno", "Ben says uno"],
        "Ben says uno": ["Ann plays red-5", "Ann plays wild", "Ann draws", "Ann says uno", "Ben says uno"],
    },
    # 6 statements, 5 tables: Ben draws the four or accepts them, which is the same. Ann held no green: innocent, Ben
    # takes six, and Ann, whose turn it is again, may still be caught; a draw or an acceptance closes the window.
    # 13 tables: Ann's call alone (1), then Ben's draw, challenge or call (3); after the draw Ann's draw or talk (2);
    # after the challenge Ann's draw, talk, or a catch (3); Ben's call alone (1) or with the catch (1); the catch
    # alone (1) or with the draw (1); with the challenge it is counted already.
    "by hand: a contested wild": {
        "Ann says uno": ["Ann says uno", "Ben draws", "Ben challenges", "Ben accepts", "Ben says uno"],
        "Ben draws": ["Ann draws", "Ann says uno", "Ben says uno"],
        "Ben challenges": ["Ann draws", "Ann says uno", "Ben says uno", "Ben catches Ann"],
        "Ben accepts": ["Ann draws", "Ann says uno", "Ben says uno"],
        "Ben says uno": [
            "Ann says uno", "Ben draws", "Ben challenges", "Ben accepts", "Ben says uno", "Ben catches Ann",
        ],
        "Ben catches Ann": ["Ann says uno", "Ben draws", "Ben challenges", "Ben accepts", "Ben says uno"],
    },
    # The discard-all takes the hit along, as the last cards: the round is over, Ben's three points are counted.
    # 25 ways, 18 tables: 5 after the hit; 4 after a press that brought nothing and 4 after one that brought a card
    # (with three cards Ann's call out of turn is nothing); with Ann's call before, the round's end, the call alone
    # and both calls (3) are new; with Ben's, the round's end and the call alone (2). The other 7 are among these.
    "by hand: a hit and a discard-all": {
        "Ann plays red-discard-all": [],
        "Ann plays red-hit-two": [
            "Ann says uno", "Ben presses 0", "Ben presses 1", "Ben says uno", "Ben catches Ann",
        ],
        "Ann presses 0": ["Ann says uno", "Ben presses 0", "Ben presses 1", "Ben says uno"],
        "Ann presses 1": ["Ann says uno", "Ben presses 0", "Ben presses 1", "Ben says uno"],
        "Ann says uno": [
            "Ann plays red-discard-all", "Ann plays red-hit-two", "Ann presses 0", "Ann presses 1", "Ann says uno",
            "Ben says uno",
        ],
        "Ben says uno": [
            "Ann plays red-discard-all", "Ann plays red-hit-two", "Ann presses 0", "Ann presses 1", "Ann says uno",
            "Ben says uno",
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GOLDEN)
def test_there_are_as_many_tables_after_so_many_statements_as_ever(name: str) -> None:
    golden = GOLDEN[name]
    pinned = golden.counts + (golden.deeper if SOAK else ())
    assert count(golden.start, len(pinned)) == pinned


@pytest.mark.parametrize("name", BY_HAND)
def test_exactly_these_statements_are_accepted_at_a_tiny_table(name: str) -> None:
    found = {write(command): [write(after) for after, _ in accepted(table)] for command, table in _next(name)}
    assert found == BY_HAND[name]


def test_every_edition_has_counts_with_two_agreements_or_more() -> None:
    played = [(golden.start.edition, golden.start.agreed.options_written) for golden in GOLDEN.values()]
    for edition in editions():
        assert len({options for name, options in played if name == edition}) >= 2, edition


def test_every_kind_of_statement_is_accepted_at_some_counted_table() -> None:
    kinds: set[type[Command]] = set()
    for golden in GOLDEN.values():
        for command, table in accepted(golden.start):
            kinds |= {type(command), *(type(after) for after, _ in accepted(table))}
    assert {kind.__name__ for kind in kinds} == {
        "Play", "Pick", "Target", "Draw", "Press", "Pass", "CallUno", "Catch", "Challenge", "Accept", "Verdict",
        "Done",
    }  # fmt: skip


def _next(name: str) -> list[tuple[Command, State]]:
    golden: Golden = GOLDEN[name]
    return list(accepted(golden.start))
