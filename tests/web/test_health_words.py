"""The machine's health on the page: what is off by choice is told as that, what is wrong with what helps."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.locales import PAGE_LOCALES
from companion.voice.errands.machine_looks import disk_has_room
from companion.voice.lines import answer
from companion.voice.phrases import Phrases
from companion.voice.speech.sentences import Sentences
from companion.voice.speech.trouble import TroubleKind
from companion.web.language import page_words
from companion.web.views.health_words import health_texts
from tests.web.house import HEALTH


def text(part: str, locale: str = "en", **body: Any) -> str:
    health = HEALTH | {part: HEALTH.get(part, {}) | body}
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


@pytest.mark.parametrize(
    ("free_mb", "english", "french"),
    [
        (80_063, "80 gigabytes are free.", "80 gigaoctets sont libres."),
        (2_000, "2 gigabytes are free.", "2 gigaoctets sont libres."),
        (1_999, "1999 megabytes are free.", "1999 mégaoctets sont libres."),
    ],
)
def test_the_room_on_the_disk_is_told_in_numbers_that_can_be_listened_to(
    free_mb: int, english: str, french: str
) -> None:
    said = disk_has_room(free_mb)
    assert (Phrases("en").text(answer(said, "")), Phrases("fr").text(answer(said, ""))) == (english, french)
    number = english.split(" ", maxsplit=1)[0]
    assert text("disk", state="ok", free_mb=free_mb).startswith(f"Disk: {number} ")
    assert text("disk", "fr", state="ok", free_mb=free_mb).startswith(f"Disque\u00a0: {number} ")


WELL: dict[str, Any] = {
    "engine": "pyttsx3",
    "instead_of": None,
    "missing_voices": [],
    "reason": None,
    "state": "ok",
    "off": False,
}


@pytest.mark.parametrize("kind", list(TroubleKind))
def test_silence_is_told_with_its_reason_and_what_helps_in_the_readers_language(kind: TroubleKind) -> None:
    reason = {"kind": kind.value, "message": "for the log", "detail": "aplay: no card"}
    english, french = (
        text("speech", locale, **WELL | {"state": "silent", "reason": reason}) for locale in PAGE_LOCALES
    )
    assert english.startswith("Speech: silent; read the log above. ")
    assert english != french
    for told in (english, french):
        assert "for the log" not in told
        assert ("aplay: no card" in told) == (kind is not TroubleKind.NO_PLAYER)


@pytest.mark.parametrize("engine", ["auto", "pyttsx3", "espeak", "piper"])
@pytest.mark.parametrize("locale", PAGE_LOCALES)
def test_an_engine_that_cannot_be_had_is_told_once_in_one_language(
    engine: str, locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", shutil.which("false", path="/usr/bin:/bin"))
    sentences = Sentences(engine, ("en",), (), tmp_path)
    asyncio.run(sentences.search())
    trouble = sentences.trouble
    assert trouble is not None
    reason = {"kind": trouble.kind.value, "message": trouble.message, "detail": trouble.detail}
    told = text("speech", locale, **WELL | {"state": "silent", "reason": reason})
    assert told.count(f"({trouble.detail})") == told.count("apt install espeak-ng") == 1
    assert "No speech" not in told + trouble.message
    assert ("can be used" in told) == (locale == "en")
    assert trouble.detail.startswith({"auto": "pyttsx3: ", "espeak": "espeak-ng: "}.get(engine, f"{engine}: "))
    assert "install" not in trouble.detail.casefold()


def test_who_speaks_in_place_of_whom_and_a_language_without_a_voice_are_told() -> None:
    body = WELL | {"engine": "espeak", "instead_of": "pyttsx3", "missing_voices": ["fr", "it"]}
    assert text("speech", **body) == (
        "Speech: ready. espeak speaks, since pyttsx3 cannot; it is tried again."
        " No voice for this language is installed, an English one reads it: French."
        " No voice for this language is installed, an English one reads it: it."
    )
    assert "français" in text("speech", "fr", **body)
    assert text("speech", **WELL) == "Speech: ready"


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
