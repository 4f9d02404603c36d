"""The environment that leads players to a sink nobody hears, or to none."""

from __future__ import annotations

import pytest

from tests.sound import NullSink


@pytest.fixture
def loudspeaker(sink: NullSink, monkeypatch: pytest.MonkeyPatch) -> NullSink:
    """The same, used by every player this test starts, and silent at its beginning."""
    for name, value in sink.env.items():
        monkeypatch.setenv(name, value)
    return sink


@pytest.fixture
def no_loudspeaker(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a sound card nor a sound server."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("PULSE_RUNTIME_PATH", str(tmp_path))
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nobody")
    monkeypatch.setenv("AUDIODEV", "none")
    monkeypatch.setenv("ALSA_CONFIG_PATH", f"{tmp_path}/none")
