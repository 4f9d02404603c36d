"""Values that are made and changed at the price of a dict are still frozen, still whole, and keep nothing else."""

from __future__ import annotations

import pickle
import sys
from dataclasses import FrozenInstanceError, field, fields
from functools import cached_property
from typing import Any

import pytest

from companion.referee.cards import Card, Colour
from companion.referee.events import ColourNamed, Drew, Passed, Played, TargetNamed, TurnPassed
from companion.referee.state import Seat
from companion.referee.values import frozen, replace
from tests.bench.random_table import RandomTable
from tests.referee.table_talk import play_out


def changed_at_the_table(monkeypatch: pytest.MonkeyPatch) -> set[type]:
    """Every class of which ``replace`` copies a value while tables are played."""
    classes: set[type] = set()

    def noted(value: Any, **changes: Any) -> Any:
        copy = replace(value, **changes)
        assert vars(copy).keys() == {item.name for item in fields(value)}, f"{type(value)} keeps something else"
        classes.add(type(value))
        return copy

    users = [module for name, module in sys.modules.items() if name.startswith("companion.referee.")]
    for module in users:
        if module.__dict__.get("replace") is replace and module.__name__ != "companion.referee.values":
            monkeypatch.setattr(module, "replace", noted)
    for edition, players in (("classic", 2), ("extreme", 5)):
        assert RandomTable(edition, players, seed=players).play(2).decisions
    play_out(
        "game flip players=Ann,Ben dealer=Ben", "top red-3\nAnn plays red-flip\ntop pink-4\nBen plays pink-7\nundo"
    )
    return classes


def test_no_value_that_is_changed_keeps_anything_beside_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    classes = changed_at_the_table(monkeypatch)
    assert {cls.__name__ for cls in classes} >= {"State", "Seat", "Debt", "OpenCard"}
    cached = [
        f"{cls.__name__}.{name}"
        for cls in classes
        for base in cls.__mro__
        for name, member in vars(base).items()
        if isinstance(member, cached_property)
    ]
    assert not cached


def test_a_value_cannot_be_changed_by_hand() -> None:
    turn = TurnPassed("Ann")
    with pytest.raises(FrozenInstanceError):
        turn.player = "Ben"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del turn.player
    assert turn == TurnPassed("Ann", again=False)


def test_a_value_is_told_from_one_of_another_kind_with_the_same_fields() -> None:
    kinds: list[object] = [Passed("Ann"), ColourNamed("Ann", Colour.RED), TargetNamed("Ann", Colour.RED)]
    assert len(set(kinds)) == len(kinds)
    assert kinds[1] != kinds[2]
    assert len({Passed("Ann"), Passed("Ann"), Passed("Ben")}) == 2
    assert pickle.loads(pickle.dumps(Drew("Ann", 2))) == Drew("Ann", 2)


def test_a_changed_value_leaves_the_first_as_it_was() -> None:
    seat = Seat("Ann", 7)
    assert replace(seat, count=6) == Seat("Ann", 6)
    assert seat == Seat("Ann", 7)


def test_what_is_left_out_has_its_default_and_what_is_missing_is_an_error() -> None:
    @frozen
    class Box:
        name: str
        cards: list[Card] = field(default_factory=list)
        open: bool = False

    assert Box("a").cards == []
    assert Box("a").cards is not Box("b").cards
    assert Box("a", open=True) == Box("a", [], True)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Box()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        Played("Ann", (), suit="red")  # type: ignore[call-arg]
