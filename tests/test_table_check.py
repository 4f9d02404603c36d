"""The check of a table that is running: on the page in the reader's language, and aloud in short."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from companion.address import PageAddress
from companion.checkup.the_machine import Machine
from companion.live.table_check import TableCheck
from companion.machine.unit import Unit, UnitState
from companion.run_options import RunOptions
from companion.settings import load
from companion.voice.phrases import utterances
from tests.doctor.test_running import WELL
from tests.live_table import LiveTable

PAGE = PageAddress("http://192.168.1.5:8080/", (), "http://uno-table.local:8080/")


def check(
    folder: Path, *, health: dict[str, Any] | None = None, page: PageAddress = PAGE, unit: Unit | None = None
) -> TableCheck:
    """Of a table that is well, on a machine of which nothing but its name can be seen."""
    options = RunOptions(load(folder, None, {}, []), folder)
    machine = Machine(folder / "nothing", lambda: "uno-table", lambda: unit, lambda: "uno")
    return TableCheck(lambda: options, lambda: WELL | (health or {}), lambda: page, lambda: False, machine)


def aloud(told: TableCheck, language: str = "en") -> str:
    (said,) = utterances(asyncio.run(told.aloud()), (language,))
    return said.texts[language]


def test_a_table_that_is_well_says_so_in_one_sentence(tmp_path: Path) -> None:
    assert aloud(check(tmp_path)) == "Everything a game needs works."
    told = asyncio.run(check(tmp_path).for_page("fr"))
    assert [part.name for part in told.parts if part.wants_attention] == []
    assert "Lecteur" in [part.name for part in told.parts]


def test_what_needs_attention_is_heard_with_what_helps_the_first_three_of_it(tmp_path: Path) -> None:
    second = PageAddress(PAGE.url, (), "http://uno-table-2.local:8080/")
    wrong: dict[str, Any] = {
        "dispenser": WELL["dispenser"] | {"lid": "open", "hopper": "empty"},
        "speech": WELL["speech"] | {"missing_voices": ["fr"]},
    }
    said = aloud(check(tmp_path, health=wrong, page=second, unit=Unit(UnitState.RESTARTED, 4)))
    assert said.startswith(
        "5 things need attention: lid switch, hopper sensor, voices, name in the network, systemd service."
    )
    assert "Close the lid" in said
    assert "Fill it" in said
    assert "None is installed for French" in said
    assert "hostnamectl" not in said, "nobody keeps more in mind; the page has it"
    told = asyncio.run(check(tmp_path, health=wrong, page=second).for_page("en"))
    assert [part.name for part in told.parts if part.wants_attention] == [
        "Lid switch",
        "Hopper sensor",
        "Voices",
        "Name in the network",
    ]
    assert all(part.remedy for part in told.parts if part.wants_attention)


@pytest.mark.alone
def test_a_phone_reads_and_hears_the_check_of_the_running_table(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        page = table.http.get("/check", headers={"Accept-Language": "fr"}).text
        assert "Examiner la table" in page
        assert re.search(r"<strong>Disque</strong> – \w+", page)
        table.http.post("/check")
        assert any("Nothing wrong" in line["text"] or "attention" in line["text"] or "a game needs" in line["text"]
                   for line in table.spoken())  # fmt: skip
        assert table.pin not in page
