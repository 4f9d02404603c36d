"""The list of findings: what is kept of two about one part, how it is summed up, what programs get."""

from __future__ import annotations

import pytest

from companion.checkup.findings import Checkup, Finding, failing, missing, ok, unknown
from companion.voice.errands import doctor_looks as said
from companion.voice.errands.doctor_prompts import SKIPPED
from companion.voice.phrases import Phrases

WELL, WRONG = ok("lid", said.LID_CLOSED), failing("lid", said.LID_OPEN)
UNTRIED = unknown("lid", SKIPPED)


@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [
        (WRONG, WELL, WELL),
        (WELL, WRONG, WRONG),
        (WELL, UNTRIED, WELL),
        (WRONG, UNTRIED, WRONG),
        (UNTRIED, WELL, WELL),
        (unknown("lid", said.NOT_AT_HOME), UNTRIED, UNTRIED),
    ],
)
def test_the_later_finding_counts_unless_nobody_tried(first: Finding, then: Finding, kept: Finding) -> None:
    checkup = Checkup(frozenset())
    checkup.add([first])
    checkup.add([then])
    assert list(checkup) == [kept]


@pytest.mark.parametrize(
    ("findings", "ok_", "summary"),
    [
        ([WELL], True, "Everything a game needs works."),
        ([WELL, missing("lamps", said.NOT_FITTED["lamps"])], True, "Everything a game needs works."),
        ([WRONG], False, "1 thing needs attention: lid switch."),
        ([failing("servo", said.UNCALIBRATED)], True, "1 thing needs attention: aiming servo."),
        (
            [WRONG, missing("pins", said.pins_partly()), unknown("motor", SKIPPED)],
            False,
            "2 things need attention: lid switch, pins. Not checked: motor.",
        ),
        ([unknown("motor", SKIPPED)], True, "Nothing wrong was found. Not checked: motor."),
    ],
)
def test_only_what_a_game_needs_spoils_it_and_the_sum_names_what_needs_attention(
    findings: list[Finding], ok_: bool, summary: str
) -> None:
    checkup = Checkup(frozenset({"lid", "pins", "motor"}))
    checkup.add(findings)
    assert checkup.ok == ok_
    assert Phrases("en").text(checkup.summary()) == summary


def test_programs_get_every_field_of_every_finding() -> None:
    checkup = Checkup(frozenset({"lid"}))
    checkup.add([WRONG, ok("pins", said.pins_simulated())])
    assert checkup.as_json(Phrases("en")) == {
        "ok": False,
        "findings": [
            {
                "part": "lid",
                "state": "failing",
                "needed": True,
                "message": "The lid is open, or the switch's wire is cut.",
                "remedy": "Close the lid, then check the cable.",
            },
            {
                "part": "pins",
                "state": "ok",
                "needed": False,
                "message": "The pins are simulated: no real part is checked.",
                "remedy": "",
            },
        ],
    }
