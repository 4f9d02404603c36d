"""The interface does what its own description says, whatever it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion.web.door.access import COOKIE
from tests.live_table import LiveTable
from tests.soak import in_soak_only
from tests.web.house import House

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
#: A page says in its own words what it cannot use, with 200 or 303.
CHECKS_OF_PAGES = [not_a_server_error, status_code_conformance, content_type_conformance]
OPERATIONS = [
    ("GET", "/api/state"),
    ("POST", "/api/statements"),
    ("GET", "/api/health"),
    ("GET", "/api/spoken"),
    ("POST", "/api/join"),
    ("GET", "/api/fair"),
    ("GET", "/api/games"),
    ("POST", "/api/games"),
    ("GET", "/api/games/{game}.{form}"),
    ("GET", "/api/games/{game}/rounds.csv"),
    ("GET", "/api/backup"),
    ("POST", "/api/restore"),
    ("POST", "/api/bench/press"),
    ("POST", "/api/bench/scan"),
    ("POST", "/api/bench/fault"),
    ("POST", "/api/bench/pin"),
    ("GET", "/api/bench/pins"),
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(bench_house: House, method: str, path: str) -> None:
    bench_house.says("game extreme players=Ann,Ben", "top red-7")
    url = bench_house.serve()
    cookie = bench_house.access.cookie_of(bench_house.access.join(bench_house.access.pin, "Ann", "10.0.0.1"))
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    operation = schema[path][method]

    @seed(2026)
    @settings(max_examples=15, database=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        case.call_and_validate(cookies={COOKIE: cookie}, checks=CHECKS, timeout=10)

    check()


def test_every_route_of_the_interface_but_the_stream_is_tried(bench_house: House) -> None:
    described = httpx.get(f"{bench_house.serve()}/openapi.json").json()["paths"]
    routes = {(method.upper(), path) for path, operations in described.items() for method in operations}
    interface = {(method, path) for method, path in routes if path.startswith("/api/")}
    assert interface - {("GET", "/api/events")} == set(OPERATIONS)
    assert routes > interface


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    with LiveTable(tmp_path_factory.mktemp("service") / "data") as opened:
        opened.join("Ann")
        opened.accepted("game extreme players=Ann,Ben", "top red-7")
        yield opened


def test_the_running_service_answers_every_route_as_described(table: LiveTable) -> None:
    try_everything(table, examples=2)


@in_soak_only
@pytest.mark.timeout(3600)
def test_the_running_service_answers_every_route_as_described_whatever_it_is_sent(table: LiveTable) -> None:
    try_everything(table, examples=100)


def try_everything(table: LiveTable, examples: int) -> None:
    """Sends so many bodies and parameters to each route, as the host's phone and as a stranger's."""
    schema = schemathesis.openapi.from_url(f"{table.url}/openapi.json")
    cookies = dict(table.http.cookies)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    tried = [operation for operation in operations if operation.path != "/api/events"]  # which never ends
    for operation in tried:
        try_one(operation, cookies, examples)
    assert len(tried) >= len(OPERATIONS) + 20
    assert table.http.get("/api/health").status_code == 200


def try_one(operation: APIOperation[Any, Any, Any, Any], cookies: dict[str, str], examples: int) -> None:
    checks = CHECKS if operation.path.startswith("/api/") else CHECKS_OF_PAGES

    @seed(2026)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        for phone in (cookies, {}):
            case.call_and_validate(cookies=phone, checks=checks, allow_redirects=False, timeout=20)

    check()
