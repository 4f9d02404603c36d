"""The unit and what lies beside it: systemd takes it, it is closed tightly, and all agree with the code."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import app
from companion.settings import load

HERE = Path(__file__).parents[2]
SYSTEMD = HERE / "systemd"
UNIT = SYSTEMD / "uno-companion.service"
MOST_EXPOSED = 2.0
DEBIANS_GROUPS = {"audio", "dialout"}  # of base-passwd, on every Debian


class Unit:
    """The unit file; a key that stands several times has all its values."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, list[str]] = {}
        for line in text.splitlines():
            if "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                self.values.setdefault(key, []).append(value)

    def __getitem__(self, key: str) -> str:
        (value,) = self.values[key]
        return value

    def words(self, key: str) -> list[str]:
        return [word for value in self.values[key] for word in value.split()]

    def environment(self) -> dict[str, str]:
        return dict(value.split("=", 1) for value in self.values["Environment"])


@pytest.fixture(name="unit")
def _unit() -> Unit:
    return Unit(UNIT.read_text(encoding="utf-8"))


def lines(name: str) -> list[list[str]]:
    """The words of each line of a file in systemd/ that is no comment."""
    text = (SYSTEMD / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def systemd_analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("apt install systemd: there is no systemd-analyze")
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def test_systemd_takes_the_unit_without_a_word(unit: Unit, tmp_path: Path) -> None:
    """In a root of its own, where the programs that it names are."""
    for key in ("ExecStartPre", "ExecStart", "ExecReload", "ExecStopPost"):
        for command in unit.values[key]:
            program = tmp_path / command.lstrip("-+").split()[0].lstrip("/")
            program.parent.mkdir(parents=True, exist_ok=True)
            program.write_text("#!/bin/sh\n", encoding="ascii")
            program.chmod(0o755)
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    shutil.copy(UNIT, units)
    installed = Path("/usr/lib/systemd/system")
    for needed in (
        "sysinit.target",
        "basic.target",
        "multi-user.target",
        "shutdown.target",
        "-.slice",
        "system.slice",
    ):
        if (installed / needed).exists():
            shutil.copy(installed / needed, units)
    found = systemd_analyze("verify", f"--root={tmp_path}", "--man=no", str(units / UNIT.name))
    ours = [line for line in found.stderr.splitlines() if "uno-companion" in line]
    assert (found.returncode, ours) == (0, []), found.stderr


def test_what_the_service_may_do_is_hardly_more_than_what_it_needs() -> None:
    found = systemd_analyze("security", "--offline=true", "--no-pager", str(UNIT))
    exposed = re.search(r"Overall exposure level for uno-companion.service: ([\d.]+)", found.stdout)
    assert exposed is not None, found
    print(f"exposure {exposed[1]}, aim {MOST_EXPOSED}")
    assert float(exposed[1]) <= MOST_EXPOSED


def test_the_user_and_the_groups_of_the_unit_are_made_before_it_starts(unit: Unit) -> None:
    """A group that is not there keeps a service from starting: 216/GROUP."""
    made = lines("uno-companion.sysusers")
    users = {words[1] for words in made if words[0] == "u"}
    groups = {words[1] for words in made if words[0] == "g"} | DEBIANS_GROUPS
    members = {words[2] for words in made if words[0] == "m" and words[1] == unit["User"]}
    assert users == {unit["User"]} == {unit["Group"]}
    assert set(unit.words("SupplementaryGroups")) == members
    assert members <= groups


def test_the_devices_that_the_rules_give_away_are_those_that_the_unit_may_open(unit: Unit) -> None:
    rules = (SYSTEMD / "70-uno-companion.rules").read_text(encoding="utf-8")
    allowed = {words.split()[0] for words in unit.values["DeviceAllow"]}
    assert unit["DevicePolicy"] == "closed"
    assert allowed == {"char-gpiochip", "char-alsa", "char-ttyACM", "char-ttyUSB", "char-input"}
    assert set(re.findall(r"tty[A-Z]+", rules)) == {"ttyACM", "ttyUSB"}
    assert set(re.findall(r'GROUP:?="(\w+)"', rules)) <= set(unit.words("SupplementaryGroups"))
    assert 'GROUP:="dialout"' in rules  # for good, whatever a later rule says
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rules
    # Kinds of devices are looked up when the service starts, so their drivers have to be there.
    assert {words[0] for words in lines("uno-companion.modules-load")} == {"cdc_acm", "usbserial", "snd"}


def test_every_command_that_the_unit_runs_is_a_command(unit: Unit) -> None:
    known = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    run = [value for key in ("ExecStartPre", "ExecStart", "ExecStopPost") for value in unit.values[key]]
    ours = [value.split("bin/uno-companion ")[1] for value in run if "bin/uno-companion" in value]
    assert ours == ["motor-off", "run", "motor-off"]
    assert set(ours) <= known
    assert unit["ExecStopPost"].startswith("-")


def test_lgpio_has_a_folder_in_memory_that_it_may_write_to(unit: Unit) -> None:
    """Field report A3-02: its pipe is made in the working directory, which is / for a service."""
    runtime = f"/run/{unit['RuntimeDirectory']}"
    assert unit["WorkingDirectory"] == runtime == unit.environment()["LG_WD"]
    assert unit["User"] != "root"


def test_the_data_are_in_one_place_whoever_asks(unit: Unit) -> None:
    data = f"/var/lib/{unit['StateDirectory']}"
    assert unit.environment()["HOME"] == data == unit["RequiresMountsFor"]
    assert lines("uno-companion.tmpfiles") == [["d", data, "0750", unit["User"], unit["Group"]]]
    assert f"STATE_DIRECTORY={data}" in (SYSTEMD / "uno-companion").read_text(encoding="utf-8")
    assert f"data={data}\n" in (SYSTEMD / "install.sh").read_text(encoding="utf-8")


def test_a_crash_is_mended_by_a_restart_and_a_crash_loop_ends_where_everybody_sees_it(unit: Unit) -> None:
    """Field report A7-02: five quick exits are not the end, and restarts for ever are none either."""
    assert unit["Restart"] == "on-failure"  # the shutdown button ends the service on purpose, with 0
    pause_s, burst, window_s = (int(unit[key]) for key in ("RestartSec", "StartLimitBurst", "StartLimitIntervalSec"))
    assert burst > 10
    assert burst * (pause_s + 3) < window_s  # a start takes three seconds or so on a slow Pi


def test_systemd_waits_for_ready_and_for_signs_of_life_of_the_main_process(unit: Unit) -> None:
    assert (unit["Type"], unit["NotifyAccess"], unit["WatchdogSec"]) == ("notify", "main", "10")


def test_the_page_is_announced_at_the_port_where_it_is(tmp_path: Path) -> None:
    service = ElementTree.parse(SYSTEMD / "uno-companion.avahi").getroot().find("service")
    assert service is not None
    assert service.findtext("type") == "_http._tcp"
    assert service.findtext("port") == str(load(tmp_path, None, {}).server.port)


@pytest.mark.parametrize("action", ["power-off", "power-off-multiple-sessions", "reboot", "set-wall-message"])
@pytest.mark.parametrize("user", ["uno-companion", "pi"])
def test_the_shutdown_button_may_switch_off_and_nobody_else_gets_any_right(action: str, user: str) -> None:
    rule = (SYSTEMD / "uno-companion.polkit").read_text(encoding="utf-8")
    asked = json.dumps([{"id": f"org.freedesktop.login1.{action}"}, {"user": user}])
    script = (
        "const polkit = {Result: {YES: 'yes'}, addRule(rule) { this.rule = rule; }};"
        f"{rule}\nconsole.log(polkit.rule(...{asked}) ?? 'not mine');"
    )
    said = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout.strip()
    assert said == ("yes" if user == "uno-companion" and action.startswith("power-off") else "not mine")


def test_kept_logs_have_a_bound() -> None:
    kept = configparser.ConfigParser()
    kept.read(SYSTEMD / "uno-companion.journald", encoding="utf-8")
    assert kept["Journal"]["storage"] == "persistent"
    assert kept["Journal"]["systemmaxuse"] == "50M"


def test_udev_takes_the_rules() -> None:
    if b"verify" not in subprocess.run(["udevadm", "--help"], capture_output=True, check=False).stdout:
        pytest.skip("this systemd's udevadm cannot verify; make soak asks trixie's")
    found = subprocess.run(
        ["udevadm", "verify", str(SYSTEMD / "70-uno-companion.rules")], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found


PUT_BY_THE_PACKAGE_TOOLS = {"service", "sysusers", "tmpfiles"}
FOR_WHOM_ASKS = {"uno-companion.polkit", "uno-companion.journald"}
TOOLS = {"install.sh", "fetch-wheels", "make-deb"}


def test_everything_in_the_folder_is_installed_by_both_ways() -> None:
    parts = {path.name for path in SYSTEMD.iterdir() if path.is_file()} - TOOLS
    by_hand = (SYSTEMD / "install.sh").read_text(encoding="utf-8")
    assert {part for part in parts if f'"$here/{part}"' not in by_hand} == set()
    package = "\n".join(path.read_text(encoding="utf-8") for path in (SYSTEMD / "debian").iterdir() if path.is_file())
    made = (SYSTEMD / "make-deb").read_text(encoding="utf-8")
    left = {part for part in parts if f"systemd/{part}" not in package and f"systemd/{part}" not in made}
    assert left == {f"uno-companion.{kind}" for kind in PUT_BY_THE_PACKAGE_TOOLS}
    assert "for part in service sysusers tmpfiles;" in made


def installed(*flags: str) -> subprocess.CompletedProcess[str]:
    command: Sequence[str] = [str(SYSTEMD / "install.sh"), *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_dry_run_tells_each_step_and_takes_none() -> None:
    told = installed("--dry-run", "--poweroff", "--keep-logs")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith("Nothing was changed.\n")
    for step in (
        "/usr/lib/systemd/system/uno-companion.service",
        "systemd-sysusers",
        "enable uno-companion",
        "polkit",
    ):
        assert re.search(rf"^would run: .*{re.escape(step)}", told.stdout, re.MULTILINE), told.stdout
    assert not Path("/usr/lib/uno-companion").exists()


def test_an_uninstall_leaves_games_and_settings_where_they_are() -> None:
    told = installed("--dry-run", "--uninstall")
    assert told.returncode == 0
    removed = [line for line in told.stdout.splitlines() if "rm " in line]
    assert removed
    assert not any("/var/lib" in line for line in removed)
    assert told.stdout.endswith("Nothing was changed. Games and settings would stay in /var/lib/uno-companion.\n")


def test_a_word_that_the_installer_does_not_know_is_told() -> None:
    told = installed("--dryrun")
    assert told.returncode == 2
    assert "--dryrun is unknown; there are --dry-run, --uninstall" in told.stderr


def test_no_registry_and_no_machine_is_named_in_what_is_installed() -> None:
    for path in SYSTEMD.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"https?://(?!www\.debian\.org/doc/|\$\(hostname\))", text), path
