"""The real program deals: by a phone's answers and the button, counted to the card, also over a pulled plug."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from companion.tags import CommandWord, card_tag, command_tag
from companion.voice.utterance import Outcome
from tests.live_table import ANSWER_S, LiveTable, json_lines

QUICK = ("--set", "dispenser.guard_ms=0", "--set", "dispenser.pause_ms=0")
GAME = "game extreme players=Ann,Ben hand_size=5"


def answer(table: LiveTable, **fields: str) -> dict[str, Any]:
    """A form of the deal on the page."""
    note: dict[str, Any] = table.http.post("/deal", data=fields, headers={"Accept": "application/json"}).json()
    return note


def started(table: LiveTable) -> None:
    """The button is pushed, again where it buzzes since the motor comes to rest just then, until the deal goes on."""
    before = table.state()["dealing"]
    deadline = time.monotonic() + ANSWER_S
    while (dealing := table.state()["dealing"]) == before:
        assert time.monotonic() < deadline, dealing
        table.push_button()
        again = time.monotonic() + 1
        while time.monotonic() < again and table.state()["dealing"] == before:
            time.sleep(0.01)


def asked_for(table: LiveTable, hand: str, *states: str) -> None:
    """The table has asked for a hand's press: so the hand before it is on the disk."""
    deadline = time.monotonic() + 20
    while not any(hand in line["text"] and line["state"] in states for line in table.spoken()):
        assert time.monotonic() < deadline, table.spoken()
        time.sleep(0.05)


def push(table: LiveTable, hand_of: str | None) -> None:
    """The button is pushed, and all cards of a hand come."""
    started(table)
    table.until(lambda state: (state["dealing"] or {}).get("player") != hand_of)


def test_a_phone_lets_the_dispenser_deal_and_the_first_card_begins_the_round(tmp_path: Path) -> None:
    pins = tmp_path / "pins.jsonl"
    with LiveTable(tmp_path / "data", *QUICK, "--pin-log", str(pins)) as table:
        table.join()
        table.accepted(GAME)
        assert table.state()["dealing"] is None
        assert "Let the dispenser deal" in table.http.get("/").text
        assert answer(table, answer="yes")["accepted"]
        assert table.state()["dealing"] == {
            "player": "Ann",
            "counted": 0,
            "of": 5,
            "coming": False,
            "in_doubt": False,
        }
        refused = answer(table, number="7")
        assert (refused["message"], refused["accepted"]) == ("Nobody asks for that now.", False)
        assert "Now: Ann’s cards, 0 of 5" in table.http.get("/").text
        push(table, "Ann")
        push(table, "Ben")
        started(table)  # nobody's: the first card
        table.until(lambda state: state["dealing"]["counted"] == 1)
        assert table.state()["version"] == 1
        table.write_tag(card_tag("X", "K1", 1))
        state = table.until(lambda state: state["phase"] == "playing")
        assert (state["dealing"], state["top"], state["version"]) == (None, "red-1", 2)
        assert answer(table, answer="no")["message"] == "Nobody asks for that now."
    lines = json_lines(pins)
    assert sum(line["state"] for line in lines if line["name"] == "gate") == 5 + 5 + 1
    last = {line["name"]: line["state"] for line in lines}
    assert not any(last.get(name) for name in ("motor_forward", "motor_backward", "heartbeat"))


def test_a_plug_pulled_in_mid_deal_is_asked_about_answered_on_the_page_and_goes_on(tmp_path: Path) -> None:
    with LiveTable(tmp_path, "--set", "dispenser.pause_ms=400", *QUICK[:2]) as table:
        table.join()
        table.accepted(GAME)
        table.accepted(f'scan "{command_tag(CommandWord.YES)}"')  # as a script would say it
        push(table, "Ann")
        started(table)
        table.until(lambda state: state["dealing"]["player"] == "Ben" and state["dealing"]["counted"] >= 2)
        cookies = dict(table.http.cookies)
        table.kill()
    with LiveTable(tmp_path, *QUICK) as table:
        table.http.cookies.update(cookies)
        dealing = table.state()["dealing"]
        assert (dealing["player"], dealing["in_doubt"]) == ("Ben", True)
        assert dealing["counted"] >= 2
        told = [line["text"] for line in table.spoken()]
        assert "The deal goes on." in told
        question = f"The deal was interrupted. {dealing['counted']} cards were counted for Ben."
        assert any(text.startswith(question) for text in told)
        table.push_button()  # first the number
        time.sleep(0.3)
        assert table.http.get("/api/health").json()["dispenser"]["motor"] == "off"
        assert "How many does Ben have?" in table.http.get("/").text
        assert answer(table, number="many")["accepted"] is False
        assert answer(table, number="")["message"] == "Write a number."
        assert answer(table, number="4")["accepted"]
        assert table.state()["dealing"] | {"player": "Ben", "counted": 4} == table.state()["dealing"]
        push(table, "Ben")
        assert table.state()["dealing"] == {
            "player": None,
            "counted": 0,
            "of": 1,
            "coming": False,
            "in_doubt": False,
        }
        assert table.state()["version"] == 1


def test_after_a_restart_the_dispenser_is_turned_before_the_press_and_nothing_drops_that(tmp_path: Path) -> None:
    with LiveTable(tmp_path, *QUICK) as table:
        table.join()
        table.accepted(GAME)
        assert answer(table, answer="yes")["accepted"]
        push(table, "Ann")
        asked_for(table, "5 cards for Ben.", *Outcome)
        table.kill()
    with LiveTable(tmp_path, *QUICK) as table:
        asked_for(table, "Turn the dispenser to Ben. Press the button: 5 cards for Ben.", Outcome.SPOKEN)


def test_only_those_who_joined_may_answer_and_without_script_the_page_is_shown_again(tmp_path: Path) -> None:
    with LiveTable(tmp_path, *QUICK) as table:
        refused = answer(table, answer="yes")
        assert refused["accepted"] is False
        table.join()
        table.accepted(GAME)
        table.http.cookies.clear()
        assert answer(table, answer="yes")["message"] == "This phone has not joined; enter the PIN."
        assert table.state()["dealing"] is None
        table.join("Ben")
        shown = table.http.post("/deal", data={"answer": "yes"}, follow_redirects=True)
        assert "Now: Ann’s cards, 0 of 5" in shown.text
        assert answer(table, answer="no")["accepted"]
        assert table.state()["dealing"] is None


def test_the_setting_makes_the_dispenser_deal_at_once_or_never(tmp_path: Path) -> None:
    with LiveTable(tmp_path / "always", "--set", "dispenser.deals=always") as table:
        table.join()
        table.accepted(GAME)
        assert table.state()["dealing"]["player"] == "Ann"
    with LiveTable(tmp_path / "never", "--set", "dispenser.deals=never") as table:
        table.join()
        table.accepted(GAME)
        assert answer(table, answer="yes")["message"] == "Nobody asks for that now."
        assert table.say(f'scan "{command_tag(CommandWord.YES)}"')["code"] == "not-now"
        assert table.state()["dealing"] is None
