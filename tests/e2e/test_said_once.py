"""What the table tells when it starts is told once: in print, in the log and aloud no sentence comes twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.live_table import LiveTable

pytestmark = pytest.mark.alone

_NOWHERE = "usb:dead:beef:A"
_SILENCE = {"PATH": "/nowhere"}  # neither espeak-ng nor a player is found


def _sentences(text: str) -> list[str]:
    """The clauses of a text that are long enough to be doubled by mistake only."""
    return [part for part in re.split(r"[.:;()]\s|, ", text.rstrip(".)")) if len(part) > 12]


@pytest.mark.parametrize(
    ("flags", "speech", "env"),
    [
        ((), "none", {}),
        (("--scanner", _NOWHERE), "none", {}),
        (("--scanner", _NOWHERE, "--set", "scanner.private_url=usb:dead:beef:B"), "none", {}),
        ((), "auto", _SILENCE),
    ],
)
@pytest.mark.parametrize("simulate", [True, False])
def test_nothing_is_told_twice_when_the_table_starts(
    tmp_path: Path, flags: tuple[str, ...], speech: str, env: dict[str, str], simulate: bool
) -> None:
    with LiveTable(tmp_path, *flags, speech=speech, env=env, simulate=simulate) as table:
        table.line("speech: ")
        spoken = [line["text"] for line in table.spoken()]
    printed = Counter(part for line in (*table.lines, *table.errors) for part in _sentences(line))
    aloud = Counter(part for line in spoken for part in _sentences(line))
    assert [part for part, times in printed.items() if times > 1 + ("no USB device" in part)] == []  # of two readers
    assert [part for part, times in aloud.items() if times > 1] == []
    assert sum("page is at" in line or " at 127.0.0.1" in line for line in spoken) == 1
