"""Installed for good, in Debian roots of both releases and processors: from the checkout, and as a package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.appliance.roots import HERE, Booted, Root, booted, debian, mounted, needs
from tests.soak import in_soak_only

pytestmark = [in_soak_only, pytest.mark.timeout(3600)]

GAME = next(iter(sorted((HERE / "tests" / "scenarios").glob("*.table"))))
DATA = "/var/lib/uno-companion"
PIP = Path(sys.executable).with_name("pip")
MACHINES = [("bookworm", "amd64"), ("trixie", "arm64")]


def checkout_in(root: Root) -> str:
    """The files of this checkout, in the root."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, capture_output=True, check=True).stdout
    to = root.path("/root/checkout")
    to.mkdir()
    packed = subprocess.run(
        ["tar", "-c", "--null", "-T", "-"], cwd=HERE, input=files, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(to)], input=packed.stdout, check=True)
    return "/root/checkout"


def works(root: Root) -> None:
    """The installed command looks, plays a game again, and serves the simulated table."""
    looked = root.run("uno-companion", "doctor", "--json", ok=False)
    parts = {finding["part"]: finding["state"] for finding in json.loads(looked.stdout)["findings"]}
    assert looked.returncode == 1
    assert parts["pins"] in {"missing", "failing"}  # it is no Pi
    root.path("/tmp/game.table").write_bytes(GAME.read_bytes())
    assert ", 0 failed" in root.run("uno-companion", "replay", "/tmp/game.table").stdout
    table = ["uno-companion", "run", "--simulate", "--host", "127.0.0.1", "--port", "0", "--speech", "none"]
    root.until("listening: http://127.0.0.1:", *table, within_s=300)


@pytest.mark.parametrize(("suite", "architecture"), MACHINES)
def test_install_sh_installs_upgrades_and_goes_again_and_the_games_stay(
    suite: str, architecture: str, tmp_path: Path
) -> None:
    with debian(suite, architecture, tmp_path) as root, mounted(root):
        installer = f"{checkout_in(root)}/systemd/install.sh"
        told = root.run(installer).stdout
        assert "sudo uno-companion pin" in told
        works(root)
        assert root.path(f"{DATA}/journal.sqlite3").exists()
        kept = {path.name: path.read_bytes() for path in root.path(DATA).iterdir() if path.is_file()}
        unit = root.path("/usr/lib/systemd/system/uno-companion.service")
        before = unit.stat().st_mtime_ns
        root.run(installer)  # once more: the same place, nothing lost
        assert unit.stat().st_mtime_ns == before
        assert {path.name: path.read_bytes() for path in root.path(DATA).iterdir() if path.is_file()} == kept
        assert root.run("systemctl", "is-enabled", "uno-companion").stdout == "enabled\n"
        if suite == "trixie":
            root.run("udevadm", "verify", "/usr/lib/udev/rules.d/70-uno-companion.rules")
        root.run(installer, "--uninstall")
        assert {path.name: path.read_bytes() for path in root.path(DATA).iterdir() if path.is_file()} == kept
        assert not root.path("/usr/lib/uno-companion").exists()
        assert root.run("systemctl", "is-enabled", "uno-companion", ok=False).returncode != 0


@pytest.fixture(scope="module", name="packages")
def _packages() -> dict[str, Path]:
    needs("dh", "dpkg-buildpackage")
    made = subprocess.run(
        [str(HERE / "systemd" / "make-deb"), str(PIP), "amd64", "arm64"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made
    return {path.stem.rsplit("_", 1)[1]: path for path in (HERE / "build" / "deb").glob("*.deb")}


def test_debians_own_checker_finds_nothing(packages: dict[str, Path]) -> None:
    needs("lintian")
    for package in packages.values():
        found = subprocess.run(["lintian", "--allow-root", str(package)], capture_output=True, text=True, check=False)
        assert re.findall(r"^[EW]: .*", found.stdout, re.MULTILINE) == []


def test_everything_is_there_for_both_pythons_and_both_processors_and_nothing_is_compiled(
    packages: dict[str, Path],
) -> None:
    for architecture, machine in (("amd64", "x86_64"), ("arm64", "aarch64")):
        listed = subprocess.run(
            ["dpkg-deb", "--contents", str(packages[architecture])], capture_output=True, text=True, check=True
        ).stdout
        for release in ("3.11", "3.13"):
            wheels = re.findall(rf"wheels/{release}/(\S+)\.whl", listed)
            assert {name.split("-")[0] for name in wheels} >= {"pydantic_core", "zxing_cpp", "pillow", "markupsafe"}
            assert all(machine in name for name in wheels)


@pytest.mark.parametrize(("suite", "architecture"), MACHINES)
def test_the_package_installs_without_a_network_and_makes_its_environment_anew_when_python_moves(
    suite: str, architecture: str, packages: dict[str, Path], tmp_path: Path
) -> None:
    with debian(suite, architecture, tmp_path, further=True) as root, mounted(root):
        root.path("/root/u.deb").write_bytes(packages[architecture].read_bytes())
        root.run("dpkg", "-i", "/root/u.deb", network=False)
        works(root)
        kept = {path.name: path.read_bytes() for path in root.path(DATA).iterdir() if path.is_file()}
        stamp = root.path("/usr/lib/uno-companion/venv/made-for")
        made_for = stamp.read_text(encoding="utf-8")
        stamp.write_text("3.9 of another time", encoding="utf-8")
        root.run("dpkg-trigger", "--by-package=python3-minimal", "/usr/bin/python3")
        told = root.run("dpkg", "--configure", "--pending", network=False)
        assert "making the Python" in told.stdout
        assert stamp.read_text(encoding="utf-8") == made_for
        assert root.run("/usr/lib/uno-companion/make-venv").stdout == ""  # and once is enough
        root.run("dpkg", "--purge", "uno-companion")
        assert {path.name: path.read_bytes() for path in root.path(DATA).iterdir() if path.is_file()} == kept
        assert not root.path("/usr/lib/uno-companion").exists()


def test_under_a_real_systemd_the_service_lives_in_its_sandbox_and_comes_back_from_anything(
    packages: dict[str, Path], tmp_path: Path
) -> None:
    """Simulated pins, by a drop-in, since this is no Pi; everything else as it is installed."""
    with debian("bookworm", "amd64", tmp_path, further=True) as root:
        root.path("/root/u.deb").write_bytes(packages["amd64"].read_bytes())
        root.run("dpkg", "-i", "/root/u.deb", network=False)
        drop_in = root.path("/etc/systemd/system/uno-companion.service.d/simulated.conf")
        drop_in.parent.mkdir(parents=True)
        run = "/usr/lib/uno-companion/venv/bin/uno-companion run --simulate"
        drop_in.write_text(f"[Service]\nExecStart=\nExecStart={run}\n", encoding="utf-8")
        with booted(root) as machine:
            machine.until("ActiveState", "active")
            machine.until_said("listening: http://")
            machine.until_said("join PIN: spoken and shown on request")
            machine.until_said("speech: pyttsx3")  # its worker runs under MemoryDenyWriteExecute
            assert machine.shows("StatusText").startswith("the table's page is http://")
            _comes_back(machine, 1, "KILL", "Main process exited, code=killed, status=9/KILL")
            _comes_back(machine, 2, "STOP", "Watchdog timeout")  # nothing answers any more
            machine.run("systemctl", "reload", "uno-companion")
            machine.run("systemctl", "stop", "uno-companion")
            assert (machine.shows("Result"), machine.shows("ExecMainStatus")) == ("success", "0")
        assert root.path(f"{DATA}/pin").stat().st_mode & 0o777 == 0o600


def _comes_back(machine: Booted, restarts: int, signalled: str, told: str) -> None:
    before = machine.shows("MainPID")
    machine.run("systemctl", "kill", "--kill-whom=main", f"--signal={signalled}", "uno-companion")
    machine.until("NRestarts", str(restarts))
    machine.until("ActiveState", "active")
    assert machine.shows("MainPID") != before
    machine.until_said(told)
