"""Who may talk: own names, own pages, bodies of a sane size."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.web.house import HOST, House

OWN_NAMES = [
    "192.168.1.4",
    "192.168.1.4:8080",
    "[fe80::1]",
    "[2001:db8::7]:8080",
    "localhost:8080",
    "cardtable",
    "CardTable:80",
    "cardtable.local",
    "cardtable.local.",
    "uno.example:8080",
]
FOREIGN = [
    "evil.example",
    "cardtable.evil.example",
    "localhost.evil.example",
    "fe80::1",
    "[192.168.1.4]",
    "127.1",
    "cardtable:port",
    "cardtable:99999",
    "a@cardtable",
    "cardtable/x",
    "",
]


@pytest.mark.parametrize("host", OWN_NAMES)
def test_a5_05_the_machine_answers_to_its_own_names(house: House, host: str) -> None:
    """A5-05: checks of the Host refused IPv6 and ports; without any, a hostile page reaches the table."""
    assert house.phone().get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/api/state", "/", "/static/page.css"])
def test_a5_05_a_foreign_name_is_answered_with_421(house: House, host: str, path: str) -> None:
    """A5-05: a page that re-binds its own name to this address (our contract says 421 where the report says 400)."""
    answer = house.phone().get(path, headers={"Host": host, "Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (421, "foreign-host")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 202),
        ({"Origin": f"http://{HOST}"}, 202),
        ({"Origin": f"HTTP://{HOST}"}, 202),
        ({"Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin"}, 202),
        ({"Sec-Fetch-Site": "none"}, 202),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": f"https://{HOST}"}, 403),
        ({"Origin": "http://192.168.1.4"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": f"http://{HOST}", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"}, 403),
    ],
)
def test_a5_05_a_change_comes_from_the_own_page_or_no_browser(
    bench_house: House, headers: dict[str, str], status: int
) -> None:
    """A5-05: a change without our own origin is refused."""
    answer = bench_house.phone("127.0.0.1").post("/api/bench/press", headers=headers)
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers
    assert bench_house.bench is not None
    assert bench_house.bench.done == (["press"] if status == 202 else [])


def test_reading_from_elsewhere_is_harmless(house: House) -> None:
    assert house.phone().get("/api/state", headers={"Origin": "http://evil.example"}).status_code == 200


def test_proxy_headers_are_not_believed(bench_house: House) -> None:
    forged = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-Ip": "127.0.0.1"}
    assert bench_house.phone().post("/api/bench/press", headers=forged).status_code == 401


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1_000_000])
def test_a_body_that_is_too_long_is_413(house: House, size: int) -> None:
    host = house.joined()
    answer = host.request("POST", "/api/statements", content=b"x" * size)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_body_without_a_stated_length_is_measured_as_well(house: House) -> None:
    async def trickle() -> AsyncIterator[bytes]:
        for _ in range(70):
            yield b"x" * 1024

    host = house.joined()
    assert host.request("POST", "/api/statements", content=trickle()).status_code == 413
    assert host.say("game extreme players=Ann,Ben").status_code == 200


def test_every_answer_forbids_foreign_content_and_storing(house: House) -> None:
    for path in ("/", "/api/state", "/nosuch"):
        headers = house.phone().get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
