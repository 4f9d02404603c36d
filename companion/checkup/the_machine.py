"""Looks at the machine under the table: board, rights, sound cards, disk, logs, clock, network, power, service.

Nothing is moved, written or waited for, so that a running table may look too. What cannot be seen here is left out.
"""

from __future__ import annotations

import getpass
import platform
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from companion.address import PageAddress
from companion.checkup.findings import Finding, failing, missing, ok, unknown
from companion.machine.board import keeps_outputs, model_of
from companion.machine.clock import clock_set, has_clock
from companion.machine.disk import DiskState, disk_of
from companion.machine.log_keeping import logs_kept
from companion.machine.mounts import Mount, mount_of
from companion.machine.power import PowerSupply
from companion.machine.programs import consoles, is_running
from companion.machine.rights import closed_devices, group_is_known
from companion.machine.sound_cards import sound_cards
from companion.machine.unit import Unit, UnitState, asked_of_systemd
from companion.voice.errands import machine_looks as said
from firmware_bridge.plugged import usb_name
from firmware_bridge.scanner_address import is_auto, is_lasting
from firmware_bridge.scanner_place import Devices

_PINS, _SOUND = "dev/gpiochip*", "dev/snd/pcm*"
_GROUPS = ("gpio", "dialout", "audio")


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a number without a name
        return "this user"


@dataclass(frozen=True)
class Machine:
    """Where to look: below ``root``, and at whom to ask."""

    root: Path = Path("/")
    host_name: Callable[[], str] = socket.gethostname
    unit: Callable[[], Unit | None] = asked_of_systemd
    user: Callable[[], str] = _user

    def findings(self, folder: Path, page: PageAddress | None, *, real: bool, dips: int = 0) -> Iterator[Finding]:
        """A finding for each part that can be seen here.

        ``folder`` is where the games are, ``page`` where the page is, if it answers.
        ``real``: the table has real pins, or would. ``dips``: how often a running table saw the voltage drop.
        """
        if real:
            yield from self._board()
        yield from self._sound()
        yield from self._disk(folder)
        yield from self._logs()
        yield from self._clock()
        if page is not None:
            yield from self._network(page)
        yield from self._power(dips)
        yield from _unit(self.unit())

    def _board(self) -> Iterator[Finding]:
        model = model_of(self.root)
        if model is not None:
            yield ok("board", said.board_is(model, platform.release()))
        yield from self._rights(on_pi=model is not None)
        kept = keeps_outputs(self.root)
        if kept is not None:
            yield failing("outputs", said.OUTPUTS_KEPT) if kept else ok("outputs", said.OUTPUTS_LET_GO)

    def _rights(self, *, on_pi: bool) -> Iterator[Finding]:
        absent = [group for group in _GROUPS if group_is_known(group, self.root) is False] if on_pi else []
        closed = closed_devices(_PINS, _SOUND, root=self.root)
        if absent:
            yield failing("rights", said.group_unknown(absent[0]))
        elif closed:
            device, group = closed[0].device, closed[0].group
            told = (
                said.device_closed(device, group, self.user()) if group else said.device_owners(device, self.user())
            )
            yield failing("rights", told)
        elif any(self.root.glob(_PINS)):
            yield ok("rights", said.DEVICES_OPEN)

    def _sound(self) -> Iterator[Finding]:
        cards = sound_cards(self.root)
        if cards is None:
            return
        play = [card for card in cards if card.plays]
        if not play:
            yield missing("sound-card", said.NO_CARD)
        elif all(card.hdmi for card in play):
            yield failing("sound-card", said.ONLY_SCREENS)
        else:
            yield ok("sound-card", said.cards_are([card.name for card in play]))
        hears = next((card.name for card in cards if card.records), None)
        yield (
            missing("microphone", said.NO_MICROPHONE)
            if hears is None
            else ok("microphone", said.microphone_is(hears))
        )

    def _disk(self, folder: Path) -> Iterator[Finding]:
        above = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
        mount, disk = mount_of(above.resolve(), self.root), disk_of(above)
        if (mount is not None and mount.read_only) or (disk is not None and disk[0] is DiskState.READ_ONLY):
            yield failing("disk", said.DISK_READ_ONLY)
        elif mount is not None and mount.in_memory:
            yield failing("disk", said.DISK_IN_MEMORY)
        elif disk is not None:
            state, free_mb = disk
            yield (
                ok("disk", said.disk_has_room(free_mb))
                if state is DiskState.OK
                else failing("disk", said.disk_nearly_full(free_mb))
            )
        if mount is not None and not mount.in_memory:
            yield _wear(mount)

    def _logs(self) -> Iterator[Finding]:
        kept = logs_kept(self.root)
        if kept is not None:
            yield ok("logs", said.LOGS_KEPT) if kept else failing("logs", said.LOGS_LOST)

    def _clock(self) -> Iterator[Finding]:
        match clock_set(self.root / "run/systemd/timesync"):
            case True:
                yield ok("clock", said.CLOCK_SET)
            case False:
                own = has_clock(self.root / "sys/class/rtc")
                yield unknown("clock", said.CLOCK_UNSET_BUT_OWN) if own else failing("clock", said.CLOCK_UNSET)

    def _network(self, page: PageAddress) -> Iterator[Finding]:
        if not page.reachable:
            yield missing("network", said.NO_NETWORK)
            return
        if _is_loopback(page.url):
            yield missing("network", said.here_alone(page.url))
            return
        yield ok("network", said.page_is([page.url, *page.further]))
        name, wanted = _host_of(page.named or ""), f"{self.host_name().partition('.')[0].lower()}.local"
        if name:
            yield ok("name", said.name_is(name)) if name == wanted else failing("name", said.name_taken(wanted, name))
        elif not (self.root / "run/avahi-daemon/socket").exists():
            yield missing("name", said.NO_NAME)

    def _power(self, dips: int) -> Iterator[Finding]:
        supply = PowerSupply(self.root / "sys/class/hwmon")
        supply.look()
        if supply.weak or dips:
            yield failing("power", said.power_weak(dips))
        elif supply.watched:
            yield ok("power", said.POWER_STRONG)
        elif model_of(self.root) is not None:
            yield unknown("power", said.POWER_UNSEEN)

    def around_the_scanner(self, address: str, devices: Devices) -> Iterator[Finding]:
        """What gets in the scanner's way: the system's console, a program that tries every port, a passing name."""
        if address in consoles(self.root):
            yield failing("scanner-port", said.is_console(address))
        elif not is_auto(address) and not is_lasting(address):
            plugged = devices.serial()
            name = next((usb_name(device, plugged) for device in plugged if device.port == address), "auto")
            yield failing("scanner-port", said.name_passes(address, name))
        elif is_running("ModemManager", self.root) and devices.serial():
            yield failing("scanner-port", said.PROBED)


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_loopback(url: str) -> bool:
    host = _host_of(url)
    return host == "localhost" or host.startswith("127.") or host == "::1"


def _wear(mount: Mount) -> Finding:
    if (seconds := mount.commit_s) is not None:
        return failing("wear", said.written_late(mount.point, seconds))
    return failing("wear", said.reads_marked(mount.point)) if mount.marks_reads else ok("wear", said.WEAR_SPARED)


def _unit(unit: Unit | None) -> Iterator[Finding]:
    match unit:
        case None:
            return
        case Unit(UnitState.RUNNING):
            yield ok("unit", said.UNIT_RUNS)
        case Unit(UnitState.RESTARTED, times):
            yield failing("unit", said.unit_restarted(times))
        case Unit(UnitState.FAILED, _, status):
            yield failing("unit", said.unit_failed(status))
        case Unit(state):
            yield failing("unit", said.UNITS[state])
