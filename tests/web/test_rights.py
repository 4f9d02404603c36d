"""Who may say what: the seat for its own hand, everybody for the table, hosts for everything."""

from __future__ import annotations

import pytest

from companion.answers import AsItWas, Asks, Meaning, Query, Series, UnreadCard
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.notation import read
from companion.referee.refusals import Refusal, RefusalCode
from companion.tags import CommandWord
from companion.web.door.rights import HostMatter, Role, matter_of, may

OWN = [
    "Ann plays red-7",
    "Ann plays wild as red at Ben",
    "Ann holds 7",
    "Ann holds red-7",
    "Ann picks red",
    "Ann targets Ben",
    "Ann presses",
    "Ann presses 3",
    "Ann draws",
    "Ann passes",
    "Ann discards red-3",
    "Ann is done",
    "Ann says uno",
    "Ann catches Ben",
    "Ann challenges",
    "Ann accepts",
    "Ann leaves",
]
TABLE = ["top red-7", "hand is guilty", "reload", "round", "undo", "Ann left red-3", "Cem left 12 points"]
HOST = [
    "game extreme players=Ann,Ben",
    "Ann plays red-7 anyway",
    "set turn Ann",
    "set colour red",
    "set direction clockwise",
    "set count Ann 3",
    "set top red-3",
    "set score Ann 10",
]


@pytest.mark.parametrize("statement", OWN)
def test_a_player_speaks_for_the_own_seat_only(statement: str) -> None:
    assert may(Role.PLAYER, "ánn", read(statement))
    assert not may(Role.PLAYER, "Ben", read(statement))
    assert not may(Role.PLAYER, None, read(statement))


@pytest.mark.parametrize("statement", TABLE)
def test_everybody_who_joined_speaks_for_the_table(statement: str) -> None:
    assert may(Role.PLAYER, "Ben", read(statement))
    assert may(Role.PLAYER, None, read(statement))


@pytest.mark.parametrize("statement", HOST)
def test_some_things_only_hosts_say(statement: str) -> None:
    assert not may(Role.PLAYER, "Ann", read(statement))


@pytest.mark.parametrize("statement", OWN + TABLE + HOST)
def test_a_host_says_everything(statement: str) -> None:
    assert may(Role.HOST, None, read(statement))


def test_a_query_is_everybodys_and_the_host_card_is_not() -> None:
    assert may(Role.PLAYER, None, None)
    assert not may(Role.PLAYER, "Ann", HostMatter.ROLES)
    assert may(Role.HOST, None, HostMatter.ROLES)


@pytest.mark.parametrize(
    ("meaning", "matter"),
    [
        (Query(CommandWord.STATUS), None),
        (Refusal(RefusalCode.UNKNOWN_TAG), None),
        (Query(None, note=Asks.WHOSE_PHONES), HostMatter.ROLES),
        (Query(CommandWord.HOST, "Ann"), HostMatter.ROLES),
        (Series((cmd.Undo(), cmd.Undo()), UnreadCard("Ann")), cmd.Undo()),
        (Series((cmd.Pass("Ann"),), AsItWas()), cmd.Undo()),
        (cmd.Pass("Ann"), cmd.Pass("Ann")),
        (Query(None, "Ann", number=3, of_press=True), cmd.Press("Ann", 3)),
        (Query(None, "Ann", number=3), None),
    ],
)
def test_a_scan_needs_the_rights_of_what_it_would_do(meaning: Meaning, matter: Command | HostMatter | None) -> None:
    assert matter_of(meaning) == matter
