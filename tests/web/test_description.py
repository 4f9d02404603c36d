"""The description of the interface: every route is in it, and every event of the stream is as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest
from fastapi.routing import iter_route_contexts

from companion.deal import Progress
from companion.web import stream
from tests.web.house import House

GAME = "game extreme players=Ann,Ben,Cem"


@pytest.fixture
def described(bench_house: House) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{bench_house.serve()}/openapi.json").json()
    return found


def test_every_route_is_described_with_what_it_answers(bench_house: House, described: dict[str, Any]) -> None:
    routes = {
        (found.path_format, method.lower())
        for found in iter_route_contexts(bench_house.app.routes)
        for method in found.methods or ()
        if found.path_format != "/openapi.json"
    }
    told = {(path, method) for path, operations in described["paths"].items() for method in operations}
    assert told == routes
    for path, operations in described["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            assert {"200", "202"} & {*operation["responses"]}, path
            assert "421" in operation["responses"], path


def test_whatever_the_description_refers_to_is_there(described: dict[str, Any]) -> None:
    referred = set(re.findall(r"'#/components/schemas/(\w+)'", str(described)))
    assert referred == set(described["components"]["schemas"])


def test_every_event_of_the_stream_is_as_described(
    bench_house: House, described: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "PING_TICKS", 1)
    house = bench_house
    content = described["paths"]["/api/events"]["get"]["responses"]["200"]["content"]
    kinds = content["text/event-stream"]["schema"]["contentSchema"]["items"]["oneOf"]
    host, guest = house.joined("Ann"), house.joined("Ben")
    query = "spoken=true"
    cookies = dict(guest.client.cookies)
    with httpx.stream("GET", f"{house.url}/api/events?{query}", cookies=cookies, timeout=20) as answer:
        events = _events(answer)
        seen = [next(events), next(events)]
        house.says(GAME)
        host.say("Cem plays red-7")
        house.deal_comes_to(Progress("Ann", 1, 7))
        house.announce("Ann’s turn.")
        house.desk.observers[0]()
        house.health = house.health | {"status": "degraded"}
        while seen[-1]["event"] != "ping":
            seen.append(next(events))
        house.access.remove(house.access.phones()[1].id)
        seen += events
    assert {event["event"] for event in seen} == {kind["title"] for kind in kinds}
    for event in seen:
        [kind] = [kind for kind in kinds if kind["title"] == event["event"]]
        jsonschema_rs.validate(kind, event)
        data = kind["properties"]["data"]["contentSchema"] | {"components": described["components"]}
        jsonschema_rs.validate(data, httpx.Response(200, content=event["data"]).json())


def _events(answer: httpx.Response) -> Iterator[dict[str, str]]:
    event: dict[str, str] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if name in {"event", "id", "data"}:
            event[name] = value
        elif not line and event:
            yield event
            event = {}
