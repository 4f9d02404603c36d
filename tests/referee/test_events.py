"""Events as other programs read them: their names and fields stay as the contract fixed them."""

from __future__ import annotations

import pytest

from companion.referee import events as ev
from companion.referee.events import UnreadableEventError, from_json, to_json
from tests.referee.table_talk import AB, ABC, answer, play_out

#: Kind and fields of each event of the contract that this edition has.
CONTRACT = {
    "game-started": {"edition", "players", "dealer", "options"},
    "top": {"card"},
    "played": {"player", "cards", "overruled"},
    "colour": {"player", "colour"},
    "target": {"player", "target"},
    "pressed": {"player", "to", "cards"},
    "owes": {"player", "unit", "number"},
    "waived": {"player", "number"},
    "uno": {"player"},
    "caught": {"player", "by"},
    "direction": {"direction"},
    "turn": {"player"},
    "reloaded": set(),
    "left": {"player", "points"},
    "round-over": {"winner", "points"},
    "game-over": {"winner"},
    "out": {"player"},
    "player-left": {"player"},
    "corrected": {"what", "value"},
    "undone": {"statement"},
}

TABLES = [
    (ABC, "top red-3"),
    (ABC + "\ntop red-3", "Ann plays wild-extreme-hit as blue at Cleo"),
    (ABC + "\ntop red-3\nAnn plays wild", "Ann picks green"),
    (ABC + "\ntop red-3\nAnn plays wild-extreme-hit as blue", "Ann targets Ben"),
    (ABC + "\ntop red-3", "Ann presses 2"),
    (ABC + "\ntop red-3", "Ann plays red-hit-two"),
    (ABC + "\ntop red-3", "Ann plays red-reverse"),
    (ABC + "\nAnn holds 2\ntop red-3\nAnn plays red-4", "Ann says uno"),
    (ABC + "\nAnn holds 2\ntop red-3\nAnn plays red-4", "Ben catches Ann"),
    (ABC + "\ntop red-3", "reload"),
    (ABC + "\ntop red-3", "Ann leaves"),
    (ABC + "\ntop red-3", "set count Ann 3"),
    (ABC + "\ntop red-3", "undo"),
    (AB + "\nAnn holds 55\nBen holds 56", "top red-hit-two"),
    (AB + " match_mode=elimination target=1\nAnn holds 1\ntop red-3\nAnn plays red-4", "Ben left wild"),
    ("", AB + " uno_penalty=3"),
]


def test_every_event_of_the_contract_happens_and_has_its_fields() -> None:
    seen: dict[str, set[str]] = {}
    for table, statement in TABLES:
        for event in answer(play_out(table), statement):
            form = to_json(event)
            assert next(iter(form)) == "kind"
            seen.setdefault(form["kind"], set()).update(form)
    for kind, fields in CONTRACT.items():
        assert fields <= seen[kind], kind


def test_a_wild_with_colour_and_target_has_both_in_its_form() -> None:
    (played, *_) = answer(play_out(ABC, "top red-3"), "Ann plays wild-extreme-hit as blue at Cleo")
    assert to_json(played) == {
        "kind": "played",
        "player": "Ann",
        "cards": ["wild-extreme-hit"],
        "colour": "blue",
        "target": "Cleo",
        "overruled": False,
    }


def test_a_reader_passes_over_fields_it_does_not_know() -> None:
    assert from_json({"kind": "turn", "player": "Ben", "mood": "merry"}) == ev.TurnPassed("Ben")


@pytest.mark.parametrize(
    "form",
    [{}, {"kind": "danced"}, {"kind": "turn"}, {"kind": "top", "card": "red-77"}, {"kind": "direction",
     "direction": "up"},
     {"kind": "played", "player": "A", "cards": 3}],
)  # fmt: skip
def test_a_form_that_is_no_event_is_told(form: dict[str, object]) -> None:
    with pytest.raises(UnreadableEventError):
        from_json(form)


def test_a_debt_with_an_open_end_says_so_and_is_read_back() -> None:
    owes = ev.Owes("Ben", ev.Unit.CARDS, None, to="Ben", cause=ev.Cause.CARD)
    data = ev.to_json(owes)
    assert data["number"] is None
    assert "by" not in data
    assert ev.from_json(data) == owes
