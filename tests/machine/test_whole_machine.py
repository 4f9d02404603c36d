"""Board, rights, sound cards, disk, logs, clock, name, power and service of machines in the field, below a root."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.address import PageAddress
from companion.checkup.findings import Finding, PartState, as_line
from companion.checkup.the_machine import Machine
from companion.machine.board import keeps_outputs, model_of
from companion.machine.clock import has_clock
from companion.machine.log_keeping import logs_kept
from companion.machine.mounts import mount_of
from companion.machine.programs import consoles, is_running
from companion.machine.rights import closed_devices, group_of
from companion.machine.sound_cards import sound_cards
from companion.machine.unit import Unit, UnitState, read
from companion.voice.errands.doctor_lines import PARTS
from companion.voice.phrases import Phrases
from firmware_bridge.plugged import Plugged
from firmware_bridge.scanner_address import Identity
from firmware_bridge.scanner_place import Devices

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4\0", "Raspberry Pi 5 Model B Rev 1.0\0"
CARDS = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media at usb-0000:01:00.0-1.3, full speed
"""
PCM = """\
00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
01-00: bcm2835 Headphones : bcm2835 Headphones : playback 8
02-00: USB Audio : USB Audio : playback 1 : capture 1
"""
PAGE = PageAddress("http://192.168.1.23:8080/", (), "http://uno-table.local:8080/")


def machine(root: Path, files: Mapping[str, str]) -> Machine:
    """A machine with these files; its user is called uno, its name uno-table, and systemd knows no service."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Machine(root, host_name=lambda: "uno-table", unit=lambda: None, user=lambda: "uno")


def well(root: Path) -> dict[str, str]:
    """The files of a Pi with which nothing is wrong."""
    return {
        "proc/device-tree/model": PI_4,
        "boot/firmware/config.txt": "dtparam=audio=on\n[all]\ndtparam=strict_gpiod\n",
        "etc/group": "root:x:0:\ngpio:x:993:uno\ndialout:x:20:uno\naudio:x:29:uno\n",
        "dev/gpiochip0": "",
        "proc/asound/cards": CARDS,
        "proc/asound/pcm": PCM,
        "proc/self/mounts": f"/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p2 {root} ext4 rw,noatime 0 0\n",
        "run/systemd/journal/socket": "",
        "var/log/journal/x": "",
        "run/systemd/timesync/synchronized": "",
        "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
        "run/avahi-daemon/socket": "",
    }


def found(root: Path, files: Mapping[str, str], *, page: PageAddress = PAGE, dips: int = 0) -> dict[str, Finding]:
    machine_here = machine(root, files)
    return {each.part: each for each in machine_here.findings(root, page, real=True, dips=dips)}


def told(finding: Finding, language: str = "en") -> str:
    return as_line(finding, Phrases(language))


def test_a_pi_with_which_nothing_is_wrong_is_told_so_part_by_part(tmp_path: Path) -> None:
    parts = found(tmp_path, well(tmp_path))
    assert list(parts) == [
        *("board", "rights", "outputs", "sound-card", "microphone", "disk", "wear", "logs"),
        *("clock", "network", "name", "power"),
    ]
    assert {finding.state for finding in parts.values()} == {PartState.OK}
    assert "It is a Raspberry Pi 4 Model B Rev 1.4, with kernel" in told(parts["board"])
    assert "Headphones" in told(parts["sound-card"])
    assert told(parts["microphone"]) == "microphone: ok. It is on Device."


WRONG: list[tuple[str, dict[str, str], str, str]] = [
    ("outputs", {"boot/firmware/config.txt": "#dtparam=strict_gpiod\n"}, "failing", "Add the line dtparam="),
    ("rights", {"etc/group": "root:x:0:\ndialout:x:20:\naudio:x:29:\n"}, "failing", "There is no group gpio."),
    ("sound-card", {"proc/asound/cards": "--- no soundcards ---\n"}, "missing", "Plug in a USB loudspeaker"),
    ("sound-card", {"proc/asound/cards": CARDS[:80], "proc/asound/pcm": PCM[:64]}, "failing", "to a screen only"),
    ("microphone", {"proc/asound/pcm": PCM.replace(": capture 1", "")}, "missing", "No microphone"),
    ("disk", {"proc/self/mounts": "overlay / overlay rw,noatime 0 0\n"}, "failing", "overlayroot=tmpfs:recurse=0"),
    ("disk", {"proc/self/mounts": "tmpfs / tmpfs rw 0 0\n"}, "failing", "lost at the next power cut"),
    ("disk", {"proc/self/mounts": "/dev/x / ext4 ro,noatime 0 0\n"}, "failing", "replace the card if it is damaged"),
    ("wear", {"proc/self/mounts": "/dev/x / ext4 rw 0 0\n"}, "failing", "Add noatime"),
    ("wear", {"proc/self/mounts": "/dev/x / ext4 rw,noatime,commit=600 0 0\n"}, "failing", "after 600 seconds"),
    ("logs", {"usr/lib/systemd/journald.conf.d/40-rpi-volatile-storage.conf": "[Journal]\nStorage=volatile\n"},
     "failing", "appliance.md"),
    ("power", {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"}, "failing", "below 4.63 volts now"),
    ("power", {"sys/class/hwmon/hwmon1/name": "cpu\n"}, "unknown", "does not tell"),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong[0]}-{wrong[2]}")
def test_each_thing_that_is_wrong_with_the_machine_is_one_finding_with_its_remedy(
    tmp_path: Path, wrong: tuple[str, dict[str, str], str, str], language: str
) -> None:
    part, files, state, words = wrong
    parts = found(tmp_path, well(tmp_path) | files)
    assert parts[part].state == state
    assert parts[part].remedy is not None
    assert words in told(parts[part])
    assert told(parts[part], language).endswith(".")
    others = {other for other, finding in parts.items() if finding.state is not PartState.OK}
    assert others - {part} <= {"microphone"}, "one cause, one finding"


def test_a_clock_that_nobody_set_is_told_and_one_with_a_battery_is_to_be_compared(tmp_path: Path) -> None:
    files = well(tmp_path)
    del files["run/systemd/timesync/synchronized"]
    files["run/systemd/timesync/x"] = ""
    assert "their order is right" in told(found(tmp_path, files)["clock"])
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert has_clock(tmp_path / "sys/class/rtc")
    assert found(tmp_path, files)["clock"].state is PartState.UNKNOWN


def test_a7_04_how_often_the_voltage_dropped_while_the_table_ran_is_told(tmp_path: Path) -> None:
    assert "dropped below 4.63 volts 3 times" in told(found(tmp_path, well(tmp_path), dips=3)["power"])


def test_a7_05_a_name_that_another_machine_has_is_told_with_the_one_that_is_registered(tmp_path: Path) -> None:
    second = PageAddress(PAGE.url, (), "http://uno-table-2.local:8080/")
    name = found(tmp_path, well(tmp_path), page=second)["name"]
    assert (name.state, "uno-table.local: this one is uno-table-2.local" in told(name)) == (PartState.FAILING, True)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (PageAddress("http://127.0.0.1:8080/", reachable=False), "There is no network"),
        (PageAddress("http://127.0.0.1:8080/"), "set server.host to 0.0.0.0"),
    ],
)
def test_a_page_that_no_phone_can_reach_is_told(tmp_path: Path, page: PageAddress, words: str) -> None:
    parts = found(tmp_path, well(tmp_path), page=page)
    assert (parts["network"].state, words in told(parts["network"])) == (PartState.MISSING, True)
    assert "name" not in parts


def test_without_avahi_phones_need_the_address_by_number(tmp_path: Path) -> None:
    files = well(tmp_path)
    del files["run/avahi-daemon/socket"]
    assert "avahi-daemon" in told(found(tmp_path, files, page=PageAddress(PAGE.url))["name"])


def test_what_cannot_be_seen_on_another_machine_is_left_out(tmp_path: Path) -> None:
    assert set(found(tmp_path, {})) <= {"disk", "network", "name"}
    assert not any(closed_devices("dev/*", root=tmp_path))


# The kernel's and the system's files, one by one


@pytest.mark.parametrize(
    ("model", "config", "cmdline", "keeps"),
    [
        (PI_4, "dtparam=i2c=on\n", "", True),
        (PI_4, "dtparam=strict_gpiod\n", "", False),
        (PI_4, "  dtparam=i2c=on,strict_gpiod # outputs off\n", "", False),
        (PI_4, "# dtparam=strict_gpiod\n", "", True),
        (PI_4, "dtparam=strict_gpiod=off\n", "", True),
        (PI_4, "dtparam=i2c=on\n", "quiet pinctrl_bcm2835.persist_gpio_outputs=n", False),
        (PI_5, "dtparam=i2c=on\n", "quiet pinctrl_bcm2835.persist_gpio_outputs=n", True),
        (PI_5, "dtparam=strict_gpiod\n", "", False),
        (PI_5, "", "", None),
        ("Some PC\0", "dtparam=strict_gpiod\n", "", None),
    ],
)
def test_outputs_stay_driven_unless_the_kernel_was_told_otherwise(
    tmp_path: Path, model: str, config: str, cmdline: str, keeps: bool | None
) -> None:
    machine(tmp_path, {"proc/device-tree/model": model, "boot/config.txt": config, "proc/cmdline": cmdline})
    assert keeps_outputs(tmp_path) is keeps
    assert (model_of(tmp_path) is None) == (not model.startswith("Raspberry"))


def test_sound_cards_go_by_their_names(tmp_path: Path) -> None:
    assert sound_cards(tmp_path) is None
    machine(tmp_path, {"proc/asound/cards": CARDS, "proc/asound/pcm": PCM})
    cards = sound_cards(tmp_path)
    assert cards is not None
    assert [(card.name, card.hdmi, card.plays, card.records) for card in cards] == [
        ("vc4hdmi0", True, True, False),
        ("Headphones", False, True, False),
        ("Device", False, True, True),
    ]
    assert cards[2].called == "USB Audio Device"


def test_a_folder_lies_on_the_deepest_disk_that_was_mounted_last(tmp_path: Path) -> None:
    lines = (
        "/dev/root / ext4 rw,noatime 0 0\ntmpfs /var/lib/uno tmpfs rw 0 0\n"
        "/dev/sda1 /var/lib/uno ext4 rw,noatime 0 0\n/dev/sdb1 /media/my\\040stick vfat rw 0 0\nbroken\n"
    )
    machine(tmp_path, {"proc/self/mounts": lines})
    data, stick = mount_of(Path("/var/lib/uno/games"), tmp_path), mount_of(Path("/media/my stick"), tmp_path)
    assert data is not None
    assert stick is not None
    assert (data.kind, data.in_memory, stick.kind) == ("ext4", False, "vfat")
    assert mount_of(Path("/var/library"), tmp_path) is not None
    assert mount_of(Path("/x"), tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        ({}, None),
        ({"run/systemd/journal/x": ""}, False),
        ({"run/systemd/journal/x": "", "var/log/journal/x": ""}, True),
        ({"run/systemd/journal/x": "", "etc/systemd/journald.conf": "[Journal]\nStorage=persistent\n"}, True),
        (
            {
                "run/systemd/journal/x": "",
                "usr/lib/systemd/journald.conf.d/40-rpi-volatile-storage.conf": "Storage=volatile",
                "etc/systemd/journald.conf": "Storage=persistent",
            },
            False,  # a drop-in counts more than the file itself
        ),
        (
            {
                "run/systemd/journal/x": "",
                "usr/lib/systemd/journald.conf.d/40-rpi-volatile-storage.conf": "Storage=volatile",
                "etc/systemd/journald.conf.d/90-uno-companion.conf": "# kept\nStorage=persistent",
            },
            True,
        ),
        (
            {
                "run/systemd/journal/x": "",
                "usr/lib/systemd/journald.conf.d/40-rpi-volatile-storage.conf": "Storage=volatile",
                "etc/systemd/journald.conf.d/40-rpi-volatile-storage.conf": "Storage=persistent",
            },
            True,  # the same name under /etc stands instead
        ),
    ],
)
def test_logs_are_kept_as_the_setting_that_counts_says(
    tmp_path: Path, files: dict[str, str], kept: bool | None
) -> None:
    machine(tmp_path, files)
    assert logs_kept(tmp_path) is kept


def test_programs_and_consoles_that_get_in_the_scanners_way_are_seen(tmp_path: Path) -> None:
    here = machine(tmp_path, {"proc/712/comm": "ModemManager\n", "proc/consoles": "ttyAMA0  -W- (EC p  )  204:64\n"})
    assert is_running("ModemManager", tmp_path)
    assert not is_running("sshd", tmp_path)
    assert consoles(tmp_path) == {"/dev/ttyAMA0"}
    scanner = Plugged("/dev/ttyACM0", Identity(0x0C2E, 0x0901, "7"), "Maker Scanner")
    devices = Devices(serial=lambda: [scanner], keyboards=list)

    def around(address: str) -> str:
        return " ".join(told(each) for each in here.around_the_scanner(address, devices))

    assert "/dev/ttyAMA0 is the system's console." in around("/dev/ttyAMA0")
    assert "Set scanner.url to usb:0c2e:0901." in around("/dev/ttyACM0")
    assert "mask ModemManager" in around("auto")
    assert "mask ModemManager" in around("usb:0c2e:0901")


def test_a_device_that_is_closed_is_told_with_the_group_that_has_it(tmp_path: Path) -> None:
    device = tmp_path / "dev" / "gpiochip0"
    device.parent.mkdir()
    device.touch()
    group = "audio"
    if os.geteuid() == 0:
        os.chown(device, 0, 29)  # audio, on every Debian
        device.chmod(0o660)
    else:
        device.chmod(0o600)
        group = ""
    assert group_of(device) == group
    (closed,) = closed_devices("dev/gpiochip*", root=tmp_path, may=lambda _: False)
    assert (closed.device, closed.group) == ("/dev/gpiochip0", group)
    device.chmod(0o600)
    assert group_of(device) == ""
    assert group_of(tmp_path / "gone") == ""


# The service


def test_what_the_owner_laid_over_the_unit_is_known_in_systemds_order() -> None:
    unit = read(shown(DropInPaths="/etc/systemd/system/u.d/10.conf /run/systemd/system/u.d/override.conf"))
    assert unit is not None
    assert [file.name for file in unit.changes] == ["10.conf", "override.conf"]
    plain = read(shown())
    assert plain is not None
    assert plain.changes == ()


def shown(**told_by_systemd: str) -> str:
    usual = {
        "LoadState": "loaded",
        "ActiveState": "active",
        "SubState": "running",
        "Result": "success",
        "NRestarts": "0",
        "ExecMainStatus": "0",
        "ExecMainCode": "0",
        "UnitFileState": "enabled",
        "NeedDaemonReload": "no",
        "FragmentPath": "/lib/systemd/system/uno-companion.service",
    }
    return "\n".join(f"{key}={value}" for key, value in (usual | told_by_systemd).items())


_DEAD = {"ActiveState": "failed", "SubState": "failed", "Result": "exit-code", "ExecMainCode": "1"}


@pytest.mark.parametrize(
    ("told_by_systemd", "state"),
    [
        ({}, UnitState.RUNNING),
        ({"NRestarts": "4"}, UnitState.RESTARTED),
        ({"NeedDaemonReload": "yes"}, UnitState.OUTDATED),
        ({"ActiveState": "activating", "SubState": "start"}, UnitState.STARTING),
        ({"ActiveState": "inactive", "SubState": "dead"}, UnitState.STOPPED),
        ({"ActiveState": "inactive", "SubState": "dead", "UnitFileState": "disabled"}, UnitState.DISABLED),
        (_DEAD | {"ExecMainStatus": "203"}, UnitState.NO_PROGRAM),
        (_DEAD | {"ExecMainStatus": "216"}, UnitState.NO_GROUP),
        (_DEAD | {"ExecMainStatus": "217"}, UnitState.NO_USER),
        (_DEAD | {"ExecMainStatus": "226"}, UnitState.NO_FOLDER),
        (_DEAD | {"ExecMainStatus": "2"}, UnitState.FAILED),
        (_DEAD | {"Result": "watchdog", "ExecMainCode": "2", "ExecMainStatus": "6"}, UnitState.HUNG),
        (_DEAD | {"Result": "oom-kill", "ExecMainCode": "2", "ExecMainStatus": "9"}, UnitState.NO_MEMORY),
        (_DEAD | {"Result": "signal", "ExecMainCode": "2", "ExecMainStatus": "11"}, UnitState.FAILED),
        (
            {"ActiveState": "activating", "SubState": "auto-restart", "ExecMainCode": "1", "ExecMainStatus": "216"},
            UnitState.NO_GROUP,
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_how_the_service_stands_is_one_finding(
    tmp_path: Path, told_by_systemd: dict[str, str], state: UnitState, language: str
) -> None:
    unit = read(shown(**told_by_systemd))
    assert unit is not None
    assert (unit.state, unit.file) == (state, Path("/lib/systemd/system/uno-companion.service"))
    here = Machine(tmp_path, host_name=lambda: "x", unit=lambda: unit, user=lambda: "uno")
    (finding,) = (each for each in here.findings(tmp_path, PAGE, real=False) if each.part == "unit")
    assert (finding.state is PartState.OK) == (state is UnitState.RUNNING)
    assert told(finding, language).startswith("service systemd" if language == "fr" else "systemd service")


def test_a_service_that_is_not_installed_is_no_finding(tmp_path: Path) -> None:
    assert read(shown(LoadState="not-found")) is None
    assert read("") is None


def test_every_part_of_the_machine_has_its_name(tmp_path: Path) -> None:
    unit = Unit(UnitState.RUNNING)
    here = machine(tmp_path, well(tmp_path))
    here = Machine(tmp_path, here.host_name, lambda: unit, here.user)
    assert {each.part for each in here.findings(tmp_path, PAGE, real=True)} <= set(PARTS)
