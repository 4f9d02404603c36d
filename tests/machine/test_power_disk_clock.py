"""Power supply, disk and clock, from files as the kernel and systemd write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.machine.clock import clock_set
from companion.machine.disk import DiskState, disk_of, judged
from companion.machine.power import PowerSupply


def sensor(folder: Path, name: str, alarm: str) -> Path:
    folder.mkdir()
    (folder / "name").write_text(f"{name}\n")
    (folder / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    return folder / "in0_lcrit_alarm"


def test_every_dip_of_the_voltage_is_counted_once(tmp_path: Path) -> None:
    sensor(tmp_path / "hwmon0", "other", "1")
    alarm = sensor(tmp_path / "hwmon1", "rpi_volt", "0")
    power = PowerSupply(tmp_path)
    seen = []
    for now in "0110010":
        alarm.write_text(f"{now}\n")
        power.look()
        seen.append((power.weak, power.dips))
    assert power.watched
    assert seen == [(False, 0), (True, 1), (True, 1), (False, 1), (False, 1), (True, 2), (False, 2)]


def test_a_machine_that_is_no_pi_tells_nothing_of_its_power(tmp_path: Path) -> None:
    sensor(tmp_path / "hwmon0", "coretemp", "1")
    power = PowerSupply(tmp_path)
    power.look()
    assert (power.watched, power.weak, power.dips) == (False, False, 0)
    assert not PowerSupply(tmp_path / "nowhere").watched


def test_a_sensor_that_is_pulled_meanwhile_is_no_alarm(tmp_path: Path) -> None:
    alarm = sensor(tmp_path / "hwmon0", "rpi_volt", "1")
    power = PowerSupply(tmp_path)
    alarm.unlink()
    power.look()
    assert not power.weak


@pytest.mark.parametrize(
    ("free_mb", "files_left", "read_only", "state"),
    [
        (5000, 9, False, DiskState.OK),
        (199, 9, False, DiskState.LOW),
        (9, 9, False, DiskState.FULL),
        (5000, 0, False, DiskState.FULL),
        (5000, 9, True, DiskState.READ_ONLY),
    ],
)
def test_a_disk_is_judged_by_its_room(free_mb: int, files_left: int, read_only: bool, state: DiskState) -> None:
    assert judged(free_mb=free_mb, files_left=files_left, read_only=read_only) == (state, free_mb)


def test_a_disk_that_cannot_be_seen_is_not_guessed(tmp_path: Path) -> None:
    assert disk_of(tmp_path) is not None
    assert disk_of(tmp_path / "gone") is None


def test_the_clock_is_set_once_the_time_service_says_so(tmp_path: Path) -> None:
    assert clock_set(tmp_path / "no-service") is None
    assert clock_set(tmp_path) is False
    (tmp_path / "synchronized").touch()
    assert clock_set(tmp_path) is True
