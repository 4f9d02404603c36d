"""Whole Debian roots to install into, made once in ``build/roots``: with or without a systemd that runs in them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
KEPT = HERE / "build" / "roots"
#: What a Raspberry Pi OS Lite has of what is needed here; the rest is the installer's to fetch.
BASE = "python3,systemd,systemd-sysv,udev,dbus,procps,ca-certificates"
FURTHER = "python3-venv,espeak-ng,alsa-utils"  # what the package depends on: it is installed without a network
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def needs(*programs: str) -> None:
    """Skips, and says why, where that cannot be done."""
    if os.geteuid() != 0:
        pytest.skip("needs root: it installs into a Debian root of its own")
    if missing := [program for program in programs if shutil.which(program) is None]:
        pytest.skip(f"apt install mmdebstrap arch-test qemu-user-static systemd-container: no {', '.join(missing)}")


def _mirror() -> str:
    """Where this machine itself has its packages from."""
    for path in [*Path("/etc/apt/sources.list.d").glob("*.sources"), Path("/etc/apt/sources.list")]:
        if path.exists() and (
            found := re.search(r"^(?:URIs:|deb(?: \[.*\])?) (\S+)", path.read_text(), re.MULTILINE)
        ):
            return found[1]
    pytest.skip("apt names no source of Debian packages")


def _foreign(architecture: str) -> None:
    """Programs of another processor run through qemu."""
    own = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
    if architecture == own or Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        return
    subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", "/proc/sys/fs/binfmt_misc"], check=False)
    subprocess.run(["/usr/lib/systemd/systemd-binfmt", "qemu-aarch64.conf"], check=False)
    if not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        pytest.skip(f"programs for {architecture} cannot be run here")


class Root:
    """An unpacked Debian; commands are run in it as its root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *command: str, ok: bool = True, network: bool = True) -> subprocess.CompletedProcess[str]:
        """The command's end; with ``ok`` it must be a good one."""
        alone = [] if network else ["unshare", "--net"]
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "PIP_CERT": CERTIFICATES}
        if "PIP_TIMEOUT" in os.environ:
            env["PIP_TIMEOUT"] = os.environ["PIP_TIMEOUT"]
        ended = subprocess.run(
            [*alone, "chroot", str(self.folder), *command], capture_output=True, text=True, check=False, env=env
        )
        assert not ok or ended.returncode == 0, (command, ended.stdout[-3000:], ended.stderr[-3000:])
        return ended

    def until(self, start: str, *command: str, within_s: float) -> str:
        """Runs a command until it prints a line that begins so; then SIGTERM must end it well."""
        running = subprocess.Popen(
            ["chroot", str(self.folder), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert running.stdout is not None
        deadline = time.monotonic() + within_s
        lines: list[str] = []
        try:
            for line in running.stdout:
                lines.append(line)
                if line.startswith(start) or time.monotonic() > deadline:
                    break
        finally:
            running.send_signal(signal.SIGTERM)
            running.communicate(timeout=60)
        assert lines, command
        assert lines[-1].startswith(start), lines
        assert running.returncode == 0
        return lines[-1]

    def path(self, inside: str) -> Path:
        """A file of it, as it is called from outside."""
        return self.folder / inside.lstrip("/")


@contextmanager
def debian(suite: str, architecture: str, folder: Path, *, further: bool = False) -> Iterator[Root]:
    """A fresh root of that Debian, with what a running machine has mounted."""
    needs("mmdebstrap", "arch-test")
    _foreign(architecture)
    packages = f"{BASE},{FURTHER}" if further else BASE
    archive = KEPT / f"{suite}-{architecture}{'-further' if further else ''}.tar"
    if not archive.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                *("mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={architecture}"),
                *("--aptopt=Acquire::Check-Valid-Until false", "--aptopt=APT::Install-Recommends false"),
                f"--include={packages}",
                *(suite, str(archive.with_suffix(".new")), _mirror()),
                "--format=tar",
            ],
            check=True,
        )
        archive.with_suffix(".new").rename(archive)
    root = folder / "root"
    root.mkdir()
    subprocess.run(["tar", "-xf", str(archive), "-C", str(root), "--numeric-owner"], check=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.copy(CERTIFICATES, root / CERTIFICATES.lstrip("/"))
    yield Root(root)


@contextmanager
def mounted(root: Root) -> Iterator[None]:
    """Processes and devices are seen in it, as far as a start without systemd needs them."""
    with ExitStack() as stack:
        for kind, where in (("proc", "proc"), ("devpts", "dev/pts"), ("tmpfs", "run")):
            root.path(where).mkdir(exist_ok=True)
            flags = ["-o", "newinstance,ptmxmode=0666"] if kind == "devpts" else []
            subprocess.run(["mount", "-t", kind, *flags, kind, str(root.path(where))], check=True)
            stack.callback(subprocess.run, ["umount", "--lazy", str(root.path(where))], check=False)
        root.path("dev/ptmx").unlink(missing_ok=True)
        root.path("dev/ptmx").symlink_to("pts/ptmx")
        yield


class Booted:
    """A root in which systemd runs; commands are run beside it."""

    def __init__(self, init: int) -> None:
        self._enter = ["nsenter", "-t", str(init), "-m", "-u", "-i", "-n", "-p", "-C"]

    def run(self, *command: str, ok: bool = True) -> str:
        """What the command printed."""
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": ""}
        ended = subprocess.run([*self._enter, *command], capture_output=True, text=True, check=False, env=env)
        assert not ok or ended.returncode == 0, (command, ended)
        return ended.stdout

    def shows(self, name: str) -> str:
        """A property of the service."""
        return self.run("systemctl", "show", "uno-companion", "--property", name, "--value").strip()

    def until(self, name: str, value: str, within_s: float = 60.0) -> None:
        """Waits until a property of the service is so."""
        deadline = time.monotonic() + within_s
        while (found := self.shows(name)) != value:
            assert time.monotonic() < deadline, (name, found, self.log())
            time.sleep(0.2)

    def until_said(self, text: str, within_s: float = 60.0) -> None:
        """Waits until it stands in the service's log."""
        deadline = time.monotonic() + within_s
        while text not in (log := self.log()):
            assert time.monotonic() < deadline, (text, log)
            time.sleep(0.2)

    def log(self) -> str:
        """What the service said since the boot."""
        return self.run("journalctl", "-b", "-u", "uno-companion", "-o", "cat", "--no-pager")


@contextmanager
def booted(root: Root) -> Iterator[Booted]:
    """Starts the root's own systemd, in namespaces of its own and without any network but its own."""
    needs("systemd-nspawn")
    with (root.folder.parent / "boot.log").open("wb") as said:
        machine = subprocess.Popen(
            [
                *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot"),
                *("--directory", str(root.folder), "--machine", f"uno-test-{os.getpid()}"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        inside = Booted(_init_of(machine))
        deadline = time.monotonic() + 60
        while inside.run("systemctl", "is-system-running", ok=False).strip() not in {"running", "degraded"}:
            assert time.monotonic() < deadline, (root.folder.parent / "boot.log").read_text(errors="replace")[-2000:]
            time.sleep(0.3)
        yield inside
    finally:
        machine.send_signal(signal.SIGTERM)
        try:
            machine.wait(30)
        except subprocess.TimeoutExpired:
            machine.kill()
            machine.wait()


def _init_of(machine: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and machine.poll() is None:
        children = Path(f"/proc/{machine.pid}/task/{machine.pid}/children").read_text(encoding="ascii").split()
        if children:
            time.sleep(0.5)
            return int(children[-1])
        time.sleep(0.1)
    pytest.skip("systemd cannot be started in a container here")
