"""What a look finds, without moving, lighting or sounding anything."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import InputDevice

from companion.checkup.findings import Checkup, Finding, PartState, as_line, needed_parts
from companion.doctor import looking as doctor_looking
from companion.doctor.looking import look_at_data, look_at_pins, look_at_readers, look_at_voice
from companion.doctor.wires import judge
from companion.settings import Settings, flag, load, set_flag
from companion.voice.errands.doctor_lines import PARTS, STATES
from companion.voice.phrases import Phrases
from companion.voice.speech.trouble import Trouble, TroubleKind
from firmware_bridge import look as bridge_look
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.look import Look, looking
from firmware_bridge.pin_map import LINES, PinMap, PinsUnavailable, PinTrouble, mock_factory
from firmware_bridge.plugged import Plugged
from firmware_bridge.scanner_address import Identity
from firmware_bridge.scanner_place import Devices
from firmware_bridge.simulator.serial_line import SerialLine
from tests.bridge.hand_clock import HandClock
from tests.bridge.sim_bench import live

FULL = PinMap(
    button_red=6,
    button_blue=7,
    lamp_red=9,
    servo=12,
    aim_home=13,
    hopper_low=4,
    holdback_forward=10,
    holdback_backward=11,
)
BARE = PinMap(beeper=None, heartbeat=None, hopper=None, lid=None, motor_fault=None)
#: How the wires of a whole and healthy dispenser are at rest.
HEALTHY = {name: name in {"lid", "hopper", "aim_home"} for name, line in LINES.items() if not line.output}


def settings(folder: Path, *sets: str, **flags: Any) -> Settings:
    given = [set_flag(text) for text in sets]
    return load(folder, None, {}, [*given, *(flag(f"--{name}", value) for name, value in flags.items())])


def seen(
    pins: PinMap = FULL, *, angles: int = 2, changes: int = 0, but: Mapping[str, bool] | None = None
) -> dict[str, Finding]:
    inputs = {name: level for name, level in (HEALTHY | dict(but or {})).items() if name in pins.numbers()}
    look = Look(inputs, dict.fromkeys(inputs, 0) | {"gate": changes})
    return {found.part: found for found in judge(look, pins, angles)}


def text(found: Finding, language: str = "en") -> str:
    return as_line(found, Phrases(language))


@pytest.mark.parametrize(
    ("wire", "active", "part", "told"),
    [
        ("button", True, "button", "Let it go, or free it."),
        ("button_red", True, "buttons", "Held down: red button."),
        ("gate", True, "gate", "by a card, by dirt, or its wire is cut"),
        ("lid", False, "lid", "Close the lid"),
        ("hopper", False, "hopper", "Fill it"),
        ("hopper_low", True, "hopper-low", "Fill the hopper"),
        ("motor_fault", True, "motor-fault", "Switch the motor's supply off and on"),
    ],
)
def test_each_wire_that_is_not_as_it_should_be_has_its_finding(wire: str, active: bool, part: str, told: str) -> None:
    assert seen()[part].state is not PartState.FAILING
    found = seen(but={wire: active})
    assert found[part].state is PartState.FAILING
    assert told in text(found[part])
    assert [other for other in found if found[other].state is PartState.FAILING] == [part]


def test_an_exit_gate_that_changes_although_nothing_moves_is_disturbed() -> None:
    assert seen(changes=1)["gate"].state is PartState.OK
    assert "changed 12 times although nothing moved" in text(seen(changes=12)["gate"])


def test_what_only_hands_can_tell_is_not_called_well() -> None:
    unknown = {part for part, found in seen().items() if found.state is PartState.UNKNOWN}
    assert unknown == {"button", "buttons", "beeper", "lamps", "servo", "hold-back", "motor"}


def test_an_empty_hopper_is_one_finding_and_not_two() -> None:
    found = seen(but={"hopper": False, "hopper_low": True})
    assert (found["hopper"].state, found["hopper-low"].state) == (PartState.FAILING, PartState.UNKNOWN)


def test_a_dispenser_away_from_home_may_be_so_on_purpose() -> None:
    assert seen(but={"aim_home": False})["aim-home"].state is PartState.UNKNOWN


def test_a_servo_without_angles_is_to_be_calibrated() -> None:
    assert "Set aim.angles" in text(seen(angles=0)["servo"])
    assert seen(angles=0)["servo"].state is PartState.FAILING


def test_what_is_not_fitted_is_told_and_nothing_that_a_game_needs(tmp_path: Path) -> None:
    found = seen(BARE)
    absent = {part for part, finding in found.items() if finding.state is PartState.MISSING}
    assert absent == {
        *("lid", "hopper", "hopper-low", "buttons", "beeper", "lamps", "servo", "heartbeat", "motor-fault")
    }
    bare = settings(
        tmp_path, *(f"pins.{name}=none" for name in ("beeper", "heartbeat", "hopper", "lid", "motor_fault"))
    )
    checkup = Checkup(needed_parts(bare, bare.pins))
    checkup.add(found.values())
    assert checkup.ok
    assert Phrases("en").text(checkup.summary()) == "Nothing wrong was found. Not checked: main button, motor."


@pytest.mark.parametrize(
    ("part", "sets", "needed"),
    [
        *[
            (part, (), True)
            for part in ("settings", "data", "pins", "button", "gate", "motor", "lid", "hopper", "voice")
        ],
        *[
            (part, (), False)
            for part in ("buttons", "lamps", "beeper", "servo", "heartbeat", "hopper-low", "scanner")
        ],
        ("lid", ("pins.lid=none",), False),
        ("hopper", ("pins.hopper=none",), False),
        ("motor-fault", ("pins.motor_fault=none",), False),
        ("voice", ("voice.engine=none",), False),
        ("scanner", ("scanner.url=/dev/ttyACM0",), True),
    ],
)
def test_a_game_needs_what_can_stop_it(tmp_path: Path, part: str, sets: tuple[str, ...], needed: bool) -> None:
    here = settings(tmp_path, *sets)
    assert (part in needed_parts(here, here.pins)) == needed


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("pins", [FULL, BARE], ids=["full", "bare"])
def test_every_finding_is_one_line_in_the_language_of_the_table(pins: PinMap, language: str) -> None:
    wrong = {name: not level for name, level in HEALTHY.items()}
    for found in [*seen(pins).values(), *seen(pins, angles=0, changes=9, but=wrong).values()]:
        line = text(found, language)
        name, state = (Phrases(language).text(words) for words in (PARTS[found.part], STATES[found.state]))
        assert line.startswith(f"{name}: {state}. " if language == "en" else f"{name}\u00a0: {state}. ")
        assert line.endswith(".")
        assert "\n" not in line
        assert (found.remedy is None) == (found.state is PartState.OK)


# The pins themselves


def test_a_look_at_the_simulated_table_finds_it_well_and_takes_a_second(tmp_path: Path) -> None:
    async def scene() -> None:
        loop: Any = asyncio.get_running_loop()
        began_s = loop.time()
        look = await look_at_pins(settings(tmp_path), tmp_path, loop, simulate=True)
        assert loop.time() - began_s == pytest.approx(1, abs=0.01)
        states = {found.part: found.state for found in look.findings}
        assert not [part for part, state in states.items() if state is PartState.FAILING]
        assert states["pins"] is states["gate"] is states["lid"] is PartState.OK
        assert look.refused == frozenset()

    live(scene())


def test_a_look_drives_no_wire_and_lets_go_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = mock_factory()
    asked: list[tuple[int, str]] = []
    pin = type(factory.pin(2))
    set_function, set_pull = pin._set_function, pin._set_pull
    pulled: set[tuple[str, str]] = set()

    def note(self: Any, value: str) -> None:
        asked.append((self.info.name, value))
        set_function(self, value)

    def note_pull(self: Any, value: str) -> None:
        pulled.add((self.info.name, value))
        set_pull(self, value)

    monkeypatch.setattr(pin, "function", property(pin._get_function, note))
    monkeypatch.setattr(pin, "pull", property(pin._get_pull, note_pull))
    monkeypatch.setattr(bridge_look, "real_factory", lambda _: factory)
    with looking(BridgeSettings(tmp_path, pins=FULL), HandClock()) as look:
        assert set(look.active) == {name for name in FULL.numbers() if not LINES[name].output}
        factory.pin(FULL.gate).drive_low()
        factory.pin(FULL.gate).drive_high()
        assert look.changes["gate"] == 2
    assert asked
    assert {value for _, value in asked} == {"input"}
    outputs = {f"GPIO{number}" for name, number in FULL.numbers().items() if LINES[name].output}
    assert {name for name, pull in pulled if pull == "down"} == outputs
    assert not {name for name, pull in pulled if pull == "up"} & outputs, "a motor's line is never pulled up"
    for number in FULL.numbers().values():  # each can be had again
        InputDevice(number, pull_up=True, pin_factory=factory).close()


def test_each_pin_that_somebody_else_has_is_named_with_its_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = {23: "motor_forward", 22: "lid", 6: "button_red"}

    def open_unless_taken(number: int, **more: Any) -> InputDevice:
        if number in taken:
            raise RuntimeError("GPIO busy")
        return InputDevice(number, **more)

    monkeypatch.setattr(bridge_look, "InputDevice", open_unless_taken)
    monkeypatch.setattr("firmware_bridge.wires.InputDevice", open_unless_taken)
    monkeypatch.setattr(bridge_look, "real_factory", lambda _: mock_factory())

    async def scene() -> None:
        loop: Any = asyncio.get_running_loop()
        here = settings(tmp_path, "pins.button_red=6")
        look = await look_at_pins(here, tmp_path, loop, simulate=False)
        found = {finding.part: text(finding) for finding in look.findings}
        assert look.refused == frozenset({"motor", "lid", "buttons"})
        assert "pins.motor_forward = BCM 23: RuntimeError: GPIO busy. Stop the other program" in found["motor"]
        assert "pins.lid = BCM 22" in found["lid"]
        assert "pins.button_red = BCM 6" in found["buttons"]
        assert found["pins"].startswith("pins: failing.")
        assert found["gate"].startswith("exit gate:")

    live(scene())


@pytest.mark.parametrize("trouble", PinTrouble)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pins_that_cannot_be_opened_at_all_say_why_and_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: PinTrouble, language: str
) -> None:
    def refuse(_: Path) -> None:
        raise PinsUnavailable("for the log", trouble, "the first cause.")

    monkeypatch.setattr(bridge_look, "real_factory", refuse)

    async def scene() -> None:
        loop: Any = asyncio.get_running_loop()
        look = await look_at_pins(settings(tmp_path), tmp_path, loop, simulate=False)
        pins, *others = look.findings
        assert look.refused is None
        assert pins.state in {PartState.MISSING, PartState.FAILING}
        assert "the first cause" in text(pins, language)
        assert ".." not in text(pins, language)
        assert [found.state for found in others] == [PartState.UNKNOWN] * 3

    live(scene())


def test_on_a_machine_without_lgpio_the_remedy_is_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)

    async def scene() -> None:
        loop: Any = asyncio.get_running_loop()
        look = await look_at_pins(settings(tmp_path), tmp_path / "none", loop, simulate=False)
        assert "apt install python3-lgpio" in text(look.findings[0])
        assert look.findings[0].state is PartState.MISSING
        assert not (tmp_path / "none").exists()

    live(scene())


# Folder, readers, voice


def one_reader(*given: Any, **how: Any) -> Finding:
    (found,) = look_at_readers(*given, **how)
    return found


def test_a_folder_that_can_be_written_one_that_will_be_made_and_one_that_cannot(tmp_path: Path) -> None:
    assert look_at_data(tmp_path).state is PartState.OK
    assert not list(tmp_path.iterdir())
    later = look_at_data(tmp_path / "a" / "b")
    assert (later.state, "is made when" in text(later)) == (PartState.OK, True)
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    assert look_at_data(tmp_path / "file").state is PartState.FAILING


def test_a_full_disk_is_found_by_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.doctor.looking.tempfile.TemporaryFile", full)
    assert "No space left on device. Give the folder" in text(look_at_data(tmp_path))


@pytest.mark.parametrize("address", ["", "auto", "usb:0c2e:0901", "evdev:Reader"])
def test_a_scanner_that_is_not_plugged_in_is_missing(tmp_path: Path, address: str) -> None:
    bare = Devices(serial=list, keyboards=list)
    none = one_reader(settings(tmp_path, scanner=address), simulate=False, devices=bare)
    assert (none.state, "Plug it in" in text(none)) == (PartState.MISSING, True)


def test_a_scanner_that_nobody_looks_for_is_told(tmp_path: Path) -> None:
    none = one_reader(settings(tmp_path, scanner="none"), simulate=False)
    assert (none.state, "scanner.url to auto" in text(none)) == (PartState.MISSING, True)
    assert one_reader(settings(tmp_path), simulate=True).state is PartState.OK


def test_a_scanner_is_found_by_who_it_is(tmp_path: Path) -> None:
    with SerialLine() as line:
        one = Plugged(line.service_port, Identity(0x0C2E, 0x0901), "Maker Scanner")
        for address in ("", "usb:0c2e:0901"):
            here = settings(tmp_path, scanner=address)
            found = one_reader(here, simulate=False, devices=Devices(serial=lambda: [one], keyboards=list))
            assert (found.state, line.service_port in text(found)) == (PartState.OK, True)


def test_a_scanner_that_is_there_is_opened_and_let_go(tmp_path: Path) -> None:
    with SerialLine() as line:
        here = settings(tmp_path, scanner=line.service_port)
        for _ in range(2):
            assert one_reader(here, simulate=False).state is PartState.OK


@pytest.mark.parametrize(
    ("error", "state", "told"),
    [
        (OSError(errno.ENOENT, "no"), PartState.MISSING, "Plug it in"),
        (OSError(errno.EACCES, "no"), PartState.FAILING, "install the table's rules for devices"),
        (OSError(errno.EBUSY, "no"), PartState.FAILING, "sudo fuser -v /dev/ttyS99"),
        (ValueError("what?"), PartState.FAILING, "Name a serial port"),
        (OSError(errno.EIO, "odd"), PartState.FAILING, "Check the scanner's cable"),
    ],
)
def test_a_scanner_that_cannot_be_opened_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, state: PartState, told: str
) -> None:
    def refuse(*_: Any) -> None:
        raise error

    monkeypatch.setattr(doctor_looking, "open_line", refuse)
    found = one_reader(settings(tmp_path, scanner="/dev/ttyS99"), simulate=False)
    assert found.state is state
    assert told in text(found)


def speaker(trouble: Trouble | None) -> Any:
    return SimpleNamespace(trouble=trouble, health=lambda: {"engine": "espeak", "player": "aplay"})


@pytest.mark.parametrize("kind", TroubleKind)
def test_every_reason_for_silence_has_a_remedy(kind: TroubleKind) -> None:
    found = look_at_voice(speaker(Trouble(kind, "for the log")))
    assert found.state in {PartState.MISSING, PartState.FAILING}
    assert found.remedy is not None


def test_a_voice_that_speaks_and_one_that_is_off() -> None:
    assert text(look_at_voice(speaker(None))) == "voice: ok. espeak speaks through aplay."
    assert look_at_voice(None).state is PartState.MISSING


def test_each_part_has_a_name_of_its_own_in_every_language() -> None:
    name: Callable[[str, str], str] = lambda language, part: Phrases(language).text(PARTS[part])  # noqa: E731
    for language in ("en", "fr"):
        assert len({name(language, part) for part in PARTS}) == len(PARTS)


BARE_TABLE = Devices(serial=list, keyboards=list)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_private_reader_is_examined_where_one_is_set(tmp_path: Path, language: str) -> None:
    here = settings(tmp_path, "scanner.url=usb:0c2e:0901@1-1.1", "scanner.private_url=usb:0c2e:0901@1-1.2")
    table, private = look_at_readers(here, simulate=False, devices=BARE_TABLE)
    assert (table.part, private.part, private.state) == ("scanner", "private-reader", PartState.MISSING)
    assert ("scanner.url" in text(table, language), "scanner.private_url" in text(private, language)) == (True, True)
    assert "private-reader" in needed_parts(here, PinMap())
    with SerialLine() as line:
        one = Plugged(os.path.realpath(line.service_port), Identity(0x0C2E, 0x0901, None, "1-1.2"), "Maker Scanner")
        plugged = Devices(serial=lambda: [one], keyboards=list)
        _, private = look_at_readers(here, simulate=False, devices=plugged)
        assert private.state is PartState.OK


def test_a_private_reader_is_looked_for_as_the_table_would(tmp_path: Path) -> None:
    for name in ("", "none"):
        here = settings(tmp_path, f"scanner.private_url={name}")
        assert [found.part for found in look_at_readers(here, simulate=True)] == ["scanner"]
        assert "private-reader" not in needed_parts(here, PinMap())
    for name in ("auto", "simulated"):
        both = list(look_at_readers(settings(tmp_path, f"scanner.private_url={name}"), simulate=True))
        assert [found.state for found in both] == [PartState.OK] * 2
    alone = one_reader(settings(tmp_path, scanner="simulated"), simulate=False)
    assert (alone.state, "--simulate" in text(alone)) == (PartState.MISSING, True)
    mistaken = list(look_at_readers(settings(tmp_path, "scanner.private_url=auto"), simulate=False))
    assert [found.state for found in mistaken] == [PartState.FAILING] * 2
    assert all("set scanner.url and scanner.private_url to names that last" in text(found) for found in mistaken)


THING = Plugged("/dev/ttyUSB7", Identity(0x1A86, 0x7523, None, "1-1.2"), "Thing")


@pytest.mark.parametrize("there", [[], [THING, replace(THING, port="/dev/ttyUSB8")]])
@pytest.mark.parametrize("address", ["auto", "usb:0c2e:0901", "evdev:Nobody"])
def test_a_scanner_that_is_not_found_is_told_in_one_language(
    tmp_path: Path, address: str, there: list[Plugged]
) -> None:
    devices = Devices(serial=lambda: there, keyboards=lambda: there)
    found = one_reader(settings(tmp_path, f"scanner.url={address}"), simulate=False, devices=devices)
    told = text(found, "fr").replace("scanner.url", "").replace("/dev/ttyUSB7", "")
    assert "Aucun lecteur n'est trouvé." in told
    assert ("Il y a" in told) == bool(there)
    assert not {"scanner", "there", "is", "plugged", "no"} & set(told.casefold().split())
