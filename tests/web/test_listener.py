"""One open stream: a burst reaches who reads, and who does not read is known by bytes or time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from companion.web import stream
from companion.web.listener import MOST_WAITING, STUCK_S, Listener, PageTexts
from tests.web.house import House


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


async def _next(told: AsyncIterator[bytes]) -> bytes:
    return await asyncio.wait_for(anext(told), 5)


async def _read(told: AsyncIterator[bytes]) -> bytes:
    return await anext(told)


def _texts(number: int, *, turned: bool) -> PageTexts:
    return PageTexts({"now": number}, turned)


def test_what_waits_is_taken_in_one_piece_and_of_the_pages_texts_only_the_newest() -> None:
    async def reads() -> list[bytes]:
        listener = Listener()
        told = listener.told(b"first;")
        first = await _next(told)
        for number in range(1000):
            assert listener.tell(b"%d;" % number)
            listener.turn(_texts(number, turned=number == 3))
        return [first, await _next(told)]

    first, rest = asyncio.run(reads())
    assert first == b"first;"
    page, _, events = rest.partition(b"\n\n")
    assert page == b'event: page\ndata: {"now":999,"turned":true}'
    assert events == b"".join(b"%d;" % number for number in range(1000))


def test_what_was_turned_is_news_once() -> None:
    async def reads() -> list[bytes]:
        listener = Listener()
        told = listener.told(b"first;")
        taken = [await _next(told)]
        for turned in (True, False):
            listener.turn(_texts(1, turned=turned))
            taken.append(await _next(told))
        return taken

    assert [b'"turned":true' in data for data in asyncio.run(reads())] == [False, True, False]


def test_more_than_a_fair_share_of_bytes_does_not_wait() -> None:
    listener = Listener()
    kilobyte = b"x" * 1024
    waiting = 0
    while listener.tell(kilobyte):
        waiting += len(kilobyte)
    assert waiting == MOST_WAITING


def test_who_does_not_take_what_it_was_given_is_stuck_after_a_while_and_who_has_nothing_to_take_is_not() -> None:
    clock = Clock()

    async def stalls() -> list[bool]:
        listener = Listener(clock=clock)
        told = listener.told(b"first;")
        await _next(told)  # and the connection takes it no further
        stuck = [listener.is_stuck()]
        clock.now_s += STUCK_S + 1
        stuck.append(listener.is_stuck())
        listener.tell(b"more;")
        await _next(told)
        reading = asyncio.create_task(_read(told))
        await asyncio.sleep(0)  # it waits for news
        clock.now_s += 1000
        stuck.append(listener.is_stuck())
        listener.end()
        with pytest.raises(StopAsyncIteration):
            await reading
        return stuck

    assert asyncio.run(stalls()) == [False, True, False]


def test_at_its_end_it_is_told_what_still_waits_and_dropped_it_is_told_nothing() -> None:
    async def ends(*, dropped: bool) -> list[bytes]:
        listener = Listener()
        told = listener.told(b"first;")
        taken = [await _next(told)]
        listener.tell(b"last;")
        if dropped:
            listener.drop()
        else:
            listener.end()
        return [*taken, *[data async for data in told]]

    assert asyncio.run(ends(dropped=False)) == [b"first;", b"last;"]
    assert asyncio.run(ends(dropped=True)) == [b"first;"]


def _open(house: House, address: str, many: int) -> None:
    house.app.state.hub._listeners |= {Listener(address) for _ in range(many)}


def test_one_address_opens_so_many_streams_and_others_go_on(house: House) -> None:
    _open(house, "192.168.1.20", stream.MOST_OF_AN_ADDRESS)
    answer = house.phone().get("/api/events")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (
        503,
        "too-many-streams",
        "30",
    )
    assert answer.json()["message"] == "Too many pages are open live. Close some, then load this one again."
    assert house.phone().get("/").status_code == 200
    assert house.app.state.hub.has_room("192.168.1.21", joined=False)


def test_strangers_cannot_take_the_last_streams_from_those_who_joined(house: House) -> None:
    hub = house.app.state.hub
    for number in range(stream.MOST_STREAMS - stream.KEPT_FOR_JOINED):
        _open(house, f"10.0.{number // 250}.{number % 250}", 1)
    assert not hub.has_room("192.168.1.20", joined=False)
    assert hub.has_room("192.168.1.20", joined=True)
    for number in range(stream.KEPT_FOR_JOINED):
        _open(house, f"10.1.{number // 250}.{number % 250}", 1)
    assert not hub.has_room("192.168.1.20", joined=True)
