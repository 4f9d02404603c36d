"""The interface does what its own description says, whatever it is sent."""

from __future__ import annotations

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion.web.access import COOKIE
from tests.web.house import House

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
OPERATIONS = [
    ("GET", "/api/state"),
    ("POST", "/api/statements"),
    ("GET", "/api/health"),
    ("GET", "/api/spoken"),
    ("POST", "/api/join"),
    ("GET", "/api/fair"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}.{form}"),
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


def test_every_route_but_the_stream_is_tried(bench_house: House) -> None:
    described = httpx.get(f"{bench_house.serve()}/openapi.json").json()["paths"]
    routes = {(method.upper(), path) for path, operations in described.items() for method in operations}
    assert routes - {("GET", "/api/events")} == set(OPERATIONS)
