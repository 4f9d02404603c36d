"""What ``make bench`` measures with: random players keep to the rules, and a rate is judged against its floor."""

from __future__ import annotations

import pytest

from tests.bench.figures import AtLeast, Figure
from tests.bench.random_table import RandomTable
from tests.bench.rates import Played

A_THIRD = AtLeast(1, least=1 / 3)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("edition", ["classic", "extreme"])
@pytest.mark.parametrize("players", [2, 8])
def test_random_players_play_whole_rounds_and_nothing_they_do_is_refused(
    edition: str, players: int, known: bool
) -> None:
    table = RandomTable(edition, players, seed=3, known=known)
    assert table.play(rounds=4) == Played(4, len(table.said))


def test_random_players_call_uno_and_are_caught_and_contest_draw_wilds() -> None:
    table = RandomTable("classic", 4, seed=3)
    table.play(rounds=40)
    said = {type(command).__name__ for command in table.said}
    assert said >= {
        "Play",
        "Draw",
        "Pass",
        "CallUno",
        "Catch",
        "Challenge",
        "Accept",
        "Verdict",
        "CountLeft",
        "Reload",
    }


def test_the_same_seed_plays_the_same_rounds() -> None:
    tables = [RandomTable("extreme", 3, seed=7) for _ in range(2)]
    for table in tables:
        table.play(rounds=2)
    assert tables[0].said == tables[1].said


@pytest.mark.parametrize(("value", "met"), [(34, True), (33, False)])
def test_a_rate_meets_its_aim_from_a_third_of_its_floor_on(value: float, met: bool) -> None:
    figure = Figure("decisions", value, "/s", floor=100, aim=A_THIRD)
    assert A_THIRD.met_by(figure) is met
    assert figure.row()[-1] == ("yes" if met else "NO")
