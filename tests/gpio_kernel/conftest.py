"""Tests on real lines: they run inside ``make test-gpio`` and are not collected where a kernel has no gpio-sim.

The figures that they took are printed at the end: those of an emulated processor of one instruction a nanosecond.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.gpio_kernel.real_bench import RealBench
from tests.gpio_kernel.sim_header import CONFIGFS, SimHeader

collect_ignore_glob = [] if CONFIGFS.is_dir() else ["test_*.py"]
_figures = pytest.StashKey[list[str]]()


@pytest.fixture
def header() -> Iterator[SimHeader]:
    """The board's header, with nothing wired to it."""
    header = SimHeader()
    yield header
    header.close()


@pytest.fixture
def lay_bench(tmp_path: Path, header: SimHeader) -> Iterator[Callable[..., RealBench]]:
    """Lay a bench with the given settings, its pins open and everything wired up; cleared away after the test."""
    benches: list[RealBench] = []

    def lay(**settings: object) -> RealBench:
        benches.append(RealBench(tmp_path, header, **settings))
        benches[-1].open()
        return benches[-1]

    yield lay
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(lay_bench: Callable[..., RealBench]) -> RealBench:
    """A table as it comes."""
    return lay_bench()


@pytest.fixture
def took(request: pytest.FixtureRequest) -> Callable[[str, Sequence[float]], None]:
    """Takes down how many milliseconds something took, to be printed at the end."""

    def note(what: str, ms: Sequence[float]) -> None:
        middle, worst, n = statistics.median(ms), max(ms), len(ms)
        figures = request.config.stash.setdefault(_figures, [])
        figures.append(f"{what}: {middle:.1f} ms" + (f" in the middle, {worst:.1f} at worst of {n}" if n > 1 else ""))

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The figures."""
    for figure in config.stash.get(_figures, []):
        terminalreporter.write_line(f"measured: {figure}")
