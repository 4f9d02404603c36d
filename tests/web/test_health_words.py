"""The machine's health on the page: what is off by choice is told as that, what is wrong with what helps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.web.health_words import health_texts
from companion.web.language import page_words
from tests.web.house import HEALTH


def text(part: str, locale: str = "en", **body: Any) -> str:
    health = HEALTH | {part: HEALTH[part] | body}
    return health_texts(health, page_words(locale), locale)[f"health-{part}"]


@pytest.mark.parametrize(
    ("body", "english", "french"),
    [
        ({"state": "ok", "off": False}, "ready", "prête"),
        ({"state": "silent", "off": False}, "read the log above", "lisez le journal"),
        ({"state": "silent", "off": True}, "off by choice; nobody hears anything", "personne n’entend rien"),
    ],
)
def test_a_voice_is_told_as_what_it_is(body: dict[str, Any], english: str, french: str) -> None:
    assert text("speech", **body).endswith(english)
    assert french in text("speech", "fr", **body)


def test_settings_that_are_refused_are_told_with_reason_and_remedy_and_what_waits_by_name() -> None:
    refused = {"state": "refused", "findings": ["settings.toml:2: voice.volume is 500; allowed: 0 to 100"]}
    for locale, remedy in (("en", "Put that right"), ("fr", "Corrigez cela")):
        told = text("settings", locale, **refused)
        assert "settings.toml:2: voice.volume is 500; allowed: 0 to 100. " in told
        assert remedy in told
    assert text("settings", state="restart", later=["voice.volume", "server.port"]).endswith(
        "voice.volume, server.port"
    )
    assert text("settings") == "Settings: in force"
