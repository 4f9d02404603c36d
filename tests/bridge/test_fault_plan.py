"""Faults of the simulated dispenser at chosen pushes: by a file, or by chance with a seed."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge.reports import DispenseEnded, Finding, PressAccepted
from firmware_bridge.simulator.fault_plan import KINDS, FaultScriptError, RandomFaults, Strike, read_script
from firmware_bridge.simulator.faults import check_fault
from tests.bridge.sim_bench import SimBench, live

SCRIPT = """
[[fault]]
press = 2
fault = "jam"

[[fault]]
press = 3
fault = "clear"

[[fault]]
press = 3
fault = "lid-open"
after_ms = 1300.5
"""


def test_a_script_names_faults_by_the_push_at_which_they_strike() -> None:
    script = read_script(SCRIPT, "faults.toml")
    assert [list(script.at_press(number)) for number in (1, 2, 3, 4)] == [
        [],
        [Strike("jam")],
        [Strike("clear"), Strike("lid-open", 1300.5)],
        [],
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[fault", "x.toml: this is not TOML"),
        ("", "x.toml: a fault script is a list"),
        ("fault = 3", "x.toml: a fault script is a list"),
        ("seed = 3\n[[fault]]\npress = 1\nfault = 'jam'", "x.toml: a fault script is a list"),
        ("[[fault]]\npress = 1", "x.toml: fault 1: it needs press"),
        ("[[fault]]\npress = 0\nfault = 'jam'", "x.toml: fault 1: it needs press"),
        ("[[fault]]\npress = true\nfault = 'jam'", "x.toml: fault 1: it needs press"),
        ("[[fault]]\npress = 1\nfault = 'jam'\nms = 3", "x.toml: fault 1: ms is not known"),
        ("[[fault]]\npress = 1\nfault = 'jam'\nafter_ms = -1", "x.toml: fault 1: after_ms is -1; allowed: "),
        ("[[fault]]\npress = 1\nfault = 'jam'\n[[fault]]\npress = 1\nfault = 'jamm'", "x.toml: fault 2: There is no"),
    ],
)
def test_a_script_that_cannot_be_used_is_answered_with_place_and_remedy(text: str, said: str) -> None:
    with pytest.raises(FaultScriptError, match=said):
        read_script(text, "x.toml")


def test_the_same_seed_has_the_same_faults_and_another_has_others() -> None:
    def faults(seed: int) -> list[Strike]:
        plan = RandomFaults(seed, 0.25)
        return [strike for number in range(1, 2001) for strike in plan.at_press(number)]

    assert faults(1) == faults(1) != faults(2)
    assert 400 < len(faults(1)) < 600
    kinds = Counter(strike.fault for strike in faults(1))
    assert set(kinds) == set(KINDS)
    for kind in kinds:
        check_fault(kind)


def test_a_scripted_fault_strikes_the_push_it_is_meant_for(tmp_path: Path) -> None:
    async def scene() -> list[Finding | None]:
        found = []
        async with SimBench(tmp_path, faults=read_script(SCRIPT, "x")) as bench:
            for _ in range(3):
                bench.bridge.allow_presses(0)
                await asyncio.sleep(0.5)
                bench.simulator.press()
                await bench.next(PressAccepted)
                await asyncio.sleep(0.9)
                bench.bridge.dispense(8)
                found.append((await bench.next(DispenseEnded)).finding)
        return found

    assert live(scene()) == [None, Finding.STUCK_AT_EXIT, Finding.LID_OPEN]
