"""Listening, and ending at once: motor off first, then the streams, then the server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from companion.web.server import CannotListenError, PortInUseError, open_socket
from tests.web.house import House

pytestmark = pytest.mark.alone

SCRIPT = """
import asyncio, sys
from pathlib import Path
from tests.web.house import House
from companion.web.server import Server, open_socket

house = House(Path(sys.argv[1]))
listening = open_socket("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
server = Server(house.app, [listening], lambda: print("motor off", flush=True))
house.table.close()
asyncio.run(server.serve())
house._loop.call_soon_threadsafe(house._loop.stop)
print("ended", flush=True)
"""


def test_port_0_takes_a_free_one_and_a_small_send_buffer() -> None:
    with open_socket("127.0.0.1", 0) as listening:
        assert listening.getsockname()[1] > 0
        assert listening.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 64 * 1024
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 5000


def test_an_answer_never_waits_for_the_phone_to_acknowledge_the_piece_before() -> None:
    with open_socket("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()[:2]):
        listening.setblocking(True)
        served, _ = listening.accept()
        with served:
            assert served.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_taken_port_is_named_with_the_remedy() -> None:
    with open_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(PortInUseError) as refused:
            open_socket("127.0.0.1", port)
    assert str(refused.value) == (
        f"port {port} is taken by another program; end it, or choose another with --port (0 takes a free one)"
    )


def test_an_address_of_another_machine_is_explained() -> None:
    with pytest.raises(CannotListenError) as refused:
        open_socket("192.0.2.1", 0)
    assert str(refused.value).startswith("the page cannot be served at 192.0.2.1, port 0 (")


def test_ipv6_phones_are_served_too(house: House) -> None:
    with open_socket("::1", 0) as listening:
        assert listening.family is socket.AF_INET6


def test_a_signal_turns_the_motor_off_first_and_ends_the_streams(house: House) -> None:
    url = house.serve()
    with httpx.stream("GET", f"{url}/api/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        house.server.handle_exit(signal.SIGTERM, None)
        assert house.exits == ["motor off"]
        for _ in lines:
            pass  # until the end of the stream
    house.stop_serving()


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a5_01_the_process_ends_with_0_soon_after_a_signal_with_three_phones_connected(
    tmp_path: Path, sig: signal.Signals
) -> None:
    """A5-01: a shutdown waited for open streams for ever, and the clean-up never ran."""
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        opened = threading.Barrier(4)

        def phone() -> None:
            with httpx.stream("GET", f"http://127.0.0.1:{port}/api/events", timeout=10) as stream:
                lines = stream.iter_lines()
                next(lines)
                opened.wait(10)
                for _ in lines:
                    pass  # until the end of the stream

        phones = [threading.Thread(target=phone) for _ in range(3)]
        for thread in phones:
            thread.start()
        opened.wait(10)
        started_s = time.monotonic()
        process.send_signal(sig)
        assert process.stdout.read().split("\n") == ["motor off", "ended", ""]
        assert process.wait(10) == 0
        assert time.monotonic() - started_s < 5  # what systemd and the players are promised
        for thread in phones:
            thread.join(10)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
