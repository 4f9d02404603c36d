"""What tests of every part share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launched
from tests.sound import NullSink, missing_programs

# How long an example takes is no fault of the table: on a busy machine any of them may be late.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")

# What a shell runs in its background is deaf to Ctrl-C, and programs inherit that: those that are tried here do not.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, once a module: while it is open, its thread can run no other event loop."""
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def sink() -> Iterator[NullSink]:
    """A loudspeaker nobody hears."""
    if missing := missing_programs():
        pytest.skip(f"apt install pulseaudio pulseaudio-utils alsa-utils: no {', '.join(missing)}")
    with NullSink() as opened:
        yield opened
