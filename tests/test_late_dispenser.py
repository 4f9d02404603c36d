"""Parts that are missing at the start are tried until they are there; the table never ends for them."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.live.late_dispenser import FIRST_PAUSE_S, LONGEST_PAUSE_S, keep_trying
from firmware_bridge import parts as parts_module
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.part_status import PartStatus
from firmware_bridge.pin_map import LineRefused, PinsUnavailable, PinTrouble, mock_factory, real_factory
from tests.live_table import LiveTable

BUSY = 23  # the motor's line


class SlowPins:
    """Pins that can be had at the n-th try."""

    def __init__(self, at_try: int) -> None:
        self.tries, self._at = 0, at_try
        self.dispenser_status = PartStatus("missing", "The pins may not be opened.")

    def open_late(self) -> bool:
        self.tries += 1
        there = self.tries >= self._at
        if there:
            self.dispenser_status = PartStatus("real", "on its pins")
        return there


async def _watched(pins: Any, pauses: int) -> tuple[list[float], int]:
    """How long each pause was, and how often the dispenser was found, until so many pauses were over."""
    waited: list[float] = []
    found: list[int] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) > pauses:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await keep_trying(pins, lambda: found.append(len(waited)), pause)
    return waited, len(found)


def test_a_dispenser_that_comes_late_is_found_once_and_not_asked_after_that() -> None:
    pins = SlowPins(at_try=3)
    waited, found = asyncio.run(_watched(pins, 10))
    assert (pins.tries, found) == (3, 1)
    assert waited[:4] == [FIRST_PAUSE_S, 2 * FIRST_PAUSE_S, 4 * FIRST_PAUSE_S, FIRST_PAUSE_S]


def test_a_dispenser_that_never_comes_is_tried_for_ever_and_told_once_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pins = SlowPins(at_try=10_000)
    waited, found = asyncio.run(_watched(pins, 200))
    assert (pins.tries, found, max(waited)) == (200, 0, LONGEST_PAUSE_S)
    assert [record.message for record in caplog.records] == [
        "dispenser: The pins may not be opened. It is tried again."
    ]


def test_pins_that_nobody_could_have_are_opened_once_they_are_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No chip, no rights, and a line that another program holds: one after the other, then all is well."""
    refusals: list[Exception] = [
        PinsUnavailable("This machine is not a Raspberry Pi; start with --simulate."),
        PinsUnavailable("The pins may not be opened."),
        LineRefused(BUSY, "GPIO busy"),
    ]

    def factory(_: Path) -> Any:
        if refusals:
            raise refusals.pop(0)
        return mock_factory()

    monkeypatch.setattr(parts_module, "real_factory", factory)

    async def scene() -> None:
        bridge = Bridge(BridgeSettings(tmp_path, scanner_url="none"), lambda _: None, asyncio.get_running_loop())
        bridge.open()
        try:
            seen = [bridge.dispenser_status.message]
            for _ in range(2):
                assert not bridge.open_late()
                seen.append(bridge.dispenser_status.message)
            assert bridge.health()["mode"] == "missing"
            assert f"pins.motor_forward = {BUSY} cannot be used" in seen[2]
            assert len(set(seen)) == len(seen), "what is wrong now is what is told"
            assert bridge.open_late()
            assert bridge.dispenser_status.mode == "real"
            assert not bridge.open_late(), "it is there already"
        finally:
            bridge.close()
        assert not bridge.open_late(), "a table that has ended takes no pins"

    asyncio.run(scene())


def test_on_a_read_only_disk_lgpio_works_in_the_services_runtime_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/run/other")
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    monkeypatch.setenv("LG_WD", "elsewhere")
    (tmp_path / "file").touch()
    with pytest.raises(PinsUnavailable) as refused:
        real_factory(tmp_path / "file" / "data")  # a folder that can never be made
    assert refused.value.trouble is not PinTrouble.NO_FOLDER
    assert os.environ["LG_WD"] == str(tmp_path)


@pytest.mark.skipif(any(Path("/dev").glob("gpiochip*")), reason="this machine may have real pins")
@pytest.mark.alone
def test_a7_02_without_dispenser_scanner_and_voice_the_table_runs_on_and_says_what_is_missing(tmp_path: Path) -> None:
    """On a machine without pins, whose scanner is unplugged, and on which nothing speaks."""
    bare = {"PATH": str(tmp_path)}  # no player, no synthesiser
    flags = ("--scanner", "/dev/uno-no-such-scanner")
    with LiveTable(tmp_path / "data", *flags, simulate=False, speech="espeak", env=bare) as table:
        table.join()
        table.accepted("game classic players=Ann,Ben", "top red-5", "Ann plays red-7")
        health = table.until_speech("silent")
        assert health["reason"]["kind"] in {"no-engine", "no-player"}
        assert "missing" in table.line("dispenser: ")
        assert "no scanner at /dev/uno-no-such-scanner" in table.line("scanner: ")
        parts = table.http.get("/api/health").json()
        assert (parts["status"], parts["dispenser"]["mode"], parts["scanner"]["state"]) == (
            "degraded",
            "missing",
            "absent",
        )
        assert table.process.poll() is None
