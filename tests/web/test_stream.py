"""The live stream: snapshot first, every statement once, resumed where it broke off, nobody held up by the slow."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from companion.deal import Progress
from companion.web import stream
from tests.web.house import House

GAME = "game extreme players=Ann,Ben,Cem"


class Listener:
    """Reads one stream, event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()

    def next(self) -> tuple[str, str, Any]:
        """Kind, id and data of the next event."""
        event: dict[str, str] = {}
        for line in self._lines:
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            elif "event" in event:
                return event["event"], event.get("id", ""), json.loads(event["data"])
            else:
                event.clear()
        raise EOFError

    def next_of(self, kind: str) -> tuple[str, str, Any]:
        """The next event of a kind; others go by."""
        while (event := self.next())[0] != kind:
            pass
        return event

    def ends(self) -> bool:
        return not any(line for line in self._lines)


@contextmanager
def listening(house: House, last: str | None = None, query: str = "") -> Iterator[Listener]:
    headers = {} if last is None else {"Last-Event-ID": last}
    with httpx.stream("GET", f"{house.url}/api/events{query}", headers=headers, timeout=10) as answer:
        yield Listener(answer)


@pytest.fixture(autouse=True)
def served(house: House) -> None:
    house.serve()


def test_a_stream_begins_with_a_snapshot_and_tells_of_statements_and_refusals(house: House) -> None:
    house.says(GAME)
    with listening(house) as phone:
        assert phone.answer.headers["content-type"].startswith("text/event-stream")
        kind, number, data = phone.next()
        assert (kind, data["version"], data["phase"]) == ("snapshot", 1, "setup")
        house.says("top red-7")
        kind, after, data = phone.next()
        assert (kind, data["version"], data["statement"], data["accepted"]) == ("table", 2, "top red-7", True)
        assert [event["kind"] for event in data["events"]] == ["top", "turn"]
        assert data["says"] == ["top red-7"]
        assert after.split("-")[0] == number.split("-")[0]
        host = house.joined("Ann")
        host.say("Ann plays blue-3")
        kind, _, data = phone.next()
        assert (kind, data["accepted"], data["code"], data["version"]) == ("table", False, "no-match", 2)


def test_a_phone_that_was_away_gets_what_it_missed_and_no_snapshot(house: House) -> None:
    house.says(GAME)
    with listening(house) as phone:
        _, last, _ = phone.next()
    house.says("top red-7", "Ann presses 0")
    with listening(house, last) as phone:
        assert [phone.next()[2]["version"] for _ in range(2)] == [2, 3]
        house.says("Ben presses 0")
        assert phone.next()[2]["version"] == 4


@pytest.mark.parametrize("last", ["other-1", "7", "", "-", "x-y-z", "RUN-999999", "RUN--1"])
def test_an_id_that_is_not_of_this_run_is_answered_with_a_snapshot(house: House, last: str) -> None:
    with listening(house) as phone:
        run = phone.next()[1].split("-")[0]
    with listening(house, last.replace("RUN", run)) as phone:
        assert phone.next()[0] == "snapshot"


def test_what_was_missed_too_long_ago_is_answered_with_a_snapshot(house: House) -> None:
    house.says(GAME, "top red-7")
    with listening(house) as phone:
        _, last, _ = phone.next()
    host = house.joined("Ann")
    for _ in range(stream.KEPT + 1):
        host.say("Ben presses 0")  # refused: not Ben's turn
    with listening(house, last) as phone:
        kind, _, data = phone.next()
        assert (kind, data["version"]) == ("snapshot", 2)


def test_the_health_is_told_when_it_changes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(house) as phone:
        phone.next()
        house.health = house.health | {"scanner": {"state": "missing", "port": None, "reads": 3, "dropped": 0}}
        kind, _, data = phone.next()
        assert (kind, data["scanner"]["state"], data["listeners"]) == ("health", "missing", 1)


def test_announcements_come_to_those_who_asked_for_them(house: House) -> None:
    house.says(GAME)
    with listening(house, query="?spoken=true") as asked, listening(house) as other:
        asked.next()
        other.next()
        house.announce("Ann’s turn.")
        kind, _, data = asked.next_of("spoken")
        assert (kind, data["text"], data["state"]) == ("spoken", "Ann’s turn.", "queued")
        house.says("top red-7")
        assert other.next()[0] == "table"


def test_every_card_of_a_deal_is_told_though_no_version_moves(house: House) -> None:
    house.says(GAME)
    with listening(house) as phone:
        assert phone.next()[2]["dealing"] is None
        for counted in (1, 2):
            house.deal_comes_to(Progress("Ann", counted, 7))
            kind, _, data = phone.next()
            assert (kind, data) == (
                "dealing",
                {"dealing": {"player": "Ann", "counted": counted, "of": 7, "coming": False, "in_doubt": False}},
            )
        assert house.phone().get("/api/state").json()["dealing"]["counted"] == 2


def test_the_listeners_are_counted_until_they_go(house: House) -> None:
    def listeners() -> int:
        return int(httpx.get(f"{house.url}/api/health").json()["listeners"])

    with listening(house) as phone:
        phone.next()
        assert listeners() == 1
    for _ in range(200):
        if listeners() == 0:
            return
    pytest.fail("the phone that went is still counted")


def test_a5_02_a_phone_that_does_not_read_is_dropped_and_the_others_go_on(house: House) -> None:
    """A5-02: one dead socket silenced all the others, and was "connected" for ever."""
    house.says(GAME, "top red-7")
    host = house.joined("Ann")
    address = house.url.removeprefix("http://").split(":")
    with socket.socket() as stalled, listening(house) as phone:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect((address[0], int(address[1])))
        stalled.sendall(f"GET /api/events HTTP/1.1\r\nHost: {address[0]}\r\n\r\n".encode())
        phone.next()
        hub = house.app.state.hub
        refusal = "Ben plays " + "red-1 " * 600
        for _ in range(2000):
            host.say(refusal)
            assert phone.next()[0] == "table"
            if hub.listeners == 1:
                break
        else:
            pytest.fail("the stalled phone was never dropped")
        house.says("Ann presses 0")
        assert phone.next()[2]["version"] == 3


def test_the_end_of_the_service_ends_every_stream(house: House) -> None:
    with listening(house) as one, listening(house) as two:
        one.next()
        two.next()
        house.stop_serving()
        assert one.ends()
        assert two.ends()


def test_a_burst_of_any_length_drops_nobody_who_reads(house: House) -> None:
    with listening(house, query="?spoken=true") as page, listening(house) as program:
        page.next_of("opening")
        program.next()

        async def burst() -> None:  # all in one turn of the loop: nobody can read meanwhile
            for number in range(100):
                house.announce(f"Line {number}.")
                house.voice.change(house.voice.manner)

        house.run(burst())
        heard = [page.next_of("spoken")[2]["text"] for _ in range(100)]
        assert heard == [f"Line {number}." for number in range(100)]
        house.says(GAME)
        assert program.next()[0] == "table"
        assert house.app.state.hub.listeners == 2
