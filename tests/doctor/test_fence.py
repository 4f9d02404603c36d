"""The check inside the service's own fence: the unit file's own properties, and findings that count."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.checkup.findings import Checkup, PartState, as_line
from companion.doctor.fence import FenceError, command, look_inside, program, properties
from companion.machine.unit import Unit, UnitState
from companion.voice.phrases import Phrases

UNIT = """\
[Unit]
Description=UNO companion
StartLimitIntervalSec=0
[Service]
Type=notify
User=uno-companion
SupplementaryGroups=gpio audio dialout
# a comment=with an equals sign
Environment=LG_WD=%t/uno-companion HOME=%S/uno-companion
ExecStartPre=-/opt/uno/bin/uno-companion motor-off
ExecStart=/opt/uno/bin/uno-companion run
Restart=always
RestartSec=3
WatchdogSec=30
TimeoutStopSec=15
StateDirectory=uno-companion
ProtectSystem=strict
SystemCallFilter=@system-service \\
    ~@obsolete
DeviceAllow=char-gpiochip rw
DeviceAllow=char-alsa rw
[Install]
WantedBy=multi-user.target
"""


def test_the_fence_is_that_of_the_unit_file_and_nothing_of_how_it_is_started() -> None:
    assert properties(UNIT) == [
        "User=uno-companion",
        "SupplementaryGroups=gpio audio dialout",
        "Environment=LG_WD=/run/uno-companion HOME=/var/lib/uno-companion",
        "StateDirectory=uno-companion",
        "ProtectSystem=strict",
        "SystemCallFilter=@system-service ~@obsolete",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=char-alsa rw",
        "RuntimeDirectoryPreserve=yes",
    ]


def test_the_services_own_program_makes_the_inner_check() -> None:
    assert program(UNIT) == ["/opt/uno/bin/uno-companion"]
    assert program("[Service]\nExecStart=-/v/bin/python -m companion run --port 80\n") == [
        "/v/bin/python",
        "-m",
        "companion",
    ]
    words = command(UNIT)
    assert words[0] == "systemd-run"
    assert words[-4:] == ["/opt/uno/bin/uno-companion", "doctor", "--json", "--inside"]
    with pytest.raises(FenceError):
        program("[Service]\nExecStart=/bin/true\n")


@pytest.fixture
def unit(tmp_path: Path) -> Unit:
    file = tmp_path / "uno-companion.service"
    file.write_text(UNIT)
    return Unit(UnitState.RUNNING, file=file)


def test_what_is_found_inside_counts_more_than_what_root_found_outside(unit: Unit) -> None:
    told = {
        "part": "pins",
        "state": "failing",
        "needed": True,
        "message": "This user may not open the pins: EPERM.",
        "remedy": "Restart the service.",
    }
    found, needed = look_inside(unit, root=True, run=lambda _: json.dumps({"ok": False, "findings": [told]}))
    checkup = Checkup(frozenset())
    checkup.needs(needed)
    checkup.add(found)
    assert not checkup.ok
    lines = [as_line(each, Phrases("en")) for each in checkup]
    assert lines[0] == "pins: failing. This user may not open the pins: EPERM. Restart the service."
    assert found[-1].part == "fence"
    assert found[-1].state is PartState.OK


def test_what_the_owner_changed_with_systemctl_edit_is_part_of_the_fence(unit: Unit, tmp_path: Path) -> None:
    first, second = tmp_path / "10-first.conf", tmp_path / "override.conf"
    first.write_text("[Service]\nSupplementaryGroups=plugdev")  # no end of line
    second.write_text("[Service]\nExecStart=\nExecStart=/usr/local/bin/uno-companion run --lan\n")
    words: list[str] = []

    def keep(command: Sequence[str]) -> str:
        words.extend(command)
        return json.dumps({"findings": []})

    look_inside(replace(unit, changes=(first, second)), root=True, run=keep)
    assert "SupplementaryGroups=plugdev" in words
    assert words[-4:] == ["/usr/local/bin/uno-companion", "doctor", "--json", "--inside"]


@pytest.mark.parametrize("answer", ["", "no JSON", "[]", '{"findings": [{"part": "pins"}]}', '{"findings": [3]}'])
def test_an_inner_check_that_gives_nothing_readable_is_a_finding_itself(unit: Unit, answer: str) -> None:
    (finding,), needed = look_inside(unit, root=True, run=lambda _: answer)
    assert (finding.part, finding.state, needed) == ("fence", PartState.FAILING, frozenset())


def test_an_inner_check_that_cannot_be_started_says_why(unit: Unit) -> None:
    def refuse(_: Sequence[str]) -> str:
        raise FenceError("Failed to connect to bus")

    (finding,), _ = look_inside(unit, root=True, run=refuse)
    assert "inside it: Failed to connect to bus. journalctl" in as_line(finding, Phrases("en"))


def test_without_root_it_is_told_that_the_inside_was_not_tried_and_without_a_service_nothing(unit: Unit) -> None:
    def never(_: Sequence[str]) -> str:
        raise AssertionError("root alone may start it")

    (finding,), _ = look_inside(unit, root=False, run=never)
    assert (finding.part, finding.state) == ("fence", PartState.UNKNOWN)
    assert look_inside(None, root=True, run=never) == ([], frozenset())
    assert look_inside(Unit(UnitState.RUNNING), root=True, run=never) == ([], frozenset())
