"""What ``make bench`` measures with: random players keep to the rules, and a rate is judged against its floor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import bare_callback, gate_to_motor_off
from tests.bench.figures import AtLeast, Figure, p99
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


def test_the_gate_figure_is_from_a_cards_last_edge_to_the_motors_line_at_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_to_motor_off, "DISPENSES", 2)
    changes = [
        *(("motor_forward", 1, 10), ("gate", 1, 100), ("heartbeat", 0, 140), ("gate", 0, 150)),
        *(("motor_forward", 0, 153), ("heartbeat", 0, 154)),
        *(("motor_forward", 1, 200), ("gate", 1, 300), ("gate", 0, 304), ("gate", 1, 306), ("gate", 0, 360)),
        *(("motor_backward", 0, 361), ("motor_forward", 0, 365)),
    ]
    log = tmp_path / "pins.jsonl"
    lines = [json.dumps({"t_ns": ms * 1_000_000, "name": name, "state": state}) for name, state, ms in changes]
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert gate_to_motor_off._last_edge_to_rest_ms(log) == [3, 5]


@pytest.mark.parametrize("on", [True, False])
def test_the_floor_of_an_edge_begins_with_the_edge_and_not_with_the_change_before(
    on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_callback, "EDGES", 5)
    samples_ms = bare_callback.edge_to_output_ms(17, 18, on=on)
    assert len(samples_ms) == 5
    assert min(samples_ms) > 0


def test_the_worst_hundredth_is_told_of_a_hundred_samples_or_more() -> None:
    assert p99(range(1, 101)) == pytest.approx(99.01)
    assert p99(range(1, 100)) is None
