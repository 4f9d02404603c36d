"""Earcons start at once, end by themselves, and their file is checked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.beeper import EARCON_FILE, REQUIRED, Beeper, EarconError, Kind, load_earcons
from firmware_bridge.pin_map import mock_factory
from firmware_bridge.reports import FaultFound, Finding
from firmware_bridge.wires import Guard

EARCONS = load_earcons()


class Ear:
    """Hears every change of the beeper's pin."""

    def __init__(self, *, quiet: bool = False, kind: Kind = "passive", volume: int = 100) -> None:
        factory: Any = mock_factory()
        self.heard: list[int] = []
        self.duties: list[float] = []
        self.silent = threading.Event()
        factory.tap = self._tap
        self.faults: list[FaultFound] = []
        guard = Guard(self.faults.append)
        self.beeper = Beeper(26, factory=factory, guard=guard, speed=50, quiet=quiet, kind=kind, volume=volume)

    def _tap(self, _pin: str, state: float, hz: float | None) -> None:
        self.heard.append(round(hz or 1) if state else 0)
        self.duties.append(state)
        if not state:
            self.silent.set()


@pytest.fixture
def ear() -> Iterator[Ear]:
    ear = Ear()
    yield ear
    ear.beeper.close()


def test_the_ding_sounds_before_play_returns_and_ends_by_itself(ear: Ear) -> None:
    ear.beeper.play("ding")
    assert ear.heard == [EARCONS["ding"][0].hz]
    assert ear.silent.wait(5)


def test_an_earcon_plays_all_its_tones_in_order(ear: Ear) -> None:
    ear.beeper.play("rising")
    assert ear.silent.wait(5)
    assert ear.heard == [*[note.hz for note in EARCONS["rising"]], 0]


def test_a_new_earcon_replaces_the_one_that_plays(ear: Ear) -> None:
    ear.beeper.play("alarm")
    ear.beeper.play("ding")
    ear.beeper.close()
    assert ear.heard[:2] == [880, EARCONS["ding"][0].hz]
    assert ear.heard.count(880) == 1


def test_the_ding_and_the_buzz_cannot_be_mistaken_for_each_other() -> None:
    assert EARCONS["ding"][0].hz > 3 * EARCONS["buzz"][0].hz


def test_quiet_mutes_the_suspense_and_nothing_else() -> None:
    ear = Ear(quiet=True)
    ear.beeper.play("pulse")
    assert ear.heard == []
    ear.beeper.play("ding")
    ear.beeper.close()
    assert ear.heard[0] == EARCONS["ding"][0].hz


def test_a_passive_beeper_is_as_loud_as_its_duty_cycle_makes_it() -> None:
    duties = []
    for volume in (100, 50, 10):
        ear = Ear(volume=volume)
        ear.beeper.play("ding")
        duties.append(round(ear.duties[0], 3))
        ear.beeper.close()
        assert ear.duties[-1] == 0
    assert duties == [0.5, 0.167, 0.032]


def test_an_active_beeper_is_only_switched_on_and_off() -> None:
    ear = Ear(kind="active", volume=10)
    ear.beeper.play("rising")
    while len(ear.heard) < 6:
        ear.silent.clear()
        assert ear.silent.wait(5)
    ear.beeper.close()
    assert ear.heard == [1, 0, 1, 0, 1, 0]


def test_no_two_signals_of_an_active_beeper_have_the_same_rhythm() -> None:
    rhythms = [tuple(note.ms for note in notes) for notes in load_earcons(kind="active").values()]
    assert len(set(rhythms)) == len(rhythms)
    assert set(REQUIRED) <= set(load_earcons(kind="active"))


def test_a_closed_beeper_is_silent_and_its_thread_is_gone(ear: Ear) -> None:
    ear.beeper.play("alarm")
    ear.beeper.close()
    ear.beeper.close()
    ear.beeper.play("ding")
    assert ear.heard[-1] == 0
    assert not [thread for thread in threading.enumerate() if thread.name == "beeper"]


def test_a_beeper_that_fails_is_told_once_and_disturbs_nobody(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the line is gone")

    monkeypatch.setattr("firmware_bridge.beeper.PassiveSounder.sound", fail)
    ear.beeper.play("rising")
    ear.beeper.play("ding")
    assert [(fault.part, fault.finding) for fault in ear.faults] == [("beeper", Finding.CALLBACK_FAILED)]


def test_an_unknown_earcon_is_answered_with_the_known_ones(ear: Ear) -> None:
    with pytest.raises(EarconError, match="no earcon 'dong'; known are alarm, boot, buzz, ding"):
        ear.beeper.play("dong")


GOOD = EARCON_FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ding = ", "dong = ", "the earcon ding is missing"),
        ("[[1760, 180]]", "[[50, 180]]", r"ding has the note [50, 180]; a note is [0 or 220-3520 Hz"),
        ("[[1760, 180]]", "[[1760, 0]]", "ding has the note [1760, 0]"),
        ("[[1760, 180]]", '["A4"]', "ding has the note 'A4'"),
        ("[[1760, 180]]", "[]", "ding is []; write a list"),
        ("[[1760, 180]]", "[[", "is not readable TOML"),
    ],
)
def test_a_bad_earcon_file_is_told_by_file_and_name(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    file = tmp_path / "earcons.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EarconError) as caught:
        load_earcons(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ding = [180]", "dong = [180]", "the earcon active.ding is missing"),
        ("ding = [180]", "ding = [0]", "active.ding is [0]; write a list of milliseconds on, off, on …"),
        ("ding = [180]", "ding = []", "active.ding is []"),
    ],
)
def test_a_bad_rhythm_is_told_by_file_and_name(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    file = tmp_path / "earcons.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EarconError) as caught:
        load_earcons(file, "active")
    assert said in str(caught.value)
    load_earcons(file)  # which is nothing to a passive beeper


def test_a_missing_earcon_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(EarconError, match="cannot be read"):
        load_earcons(tmp_path / "none.toml")


def test_every_signal_that_the_table_needs_is_there() -> None:
    assert set(REQUIRED) <= set(EARCONS)
