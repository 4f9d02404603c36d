"""Nothing faked but the pins: the real command, tags through a pseudo-terminal, a push on the mock pin, real speech
into a sink that records, and the page in Chromium."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.tags import CommandWord, card_tag, command_tag
from companion.voice.lexicon import spoken_form
from tests.live_table import LiveTable, json_lines
from tests.soak import in_soak_only
from tests.sound import RIGHT, NullSink, found, synthesised

pytestmark = pytest.mark.alone

BLUE_SEVEN = 55  # ordinals in the Extreme deck, whose order never changes
SPEECH_S = 30.0

LANGUAGES = {
    "en": ("gmw/en", "Your turn, Ben.", "Your turn, Cleo.", "blue", "Ben"),
    "fr": ("roa/fr", "C'est à Ben.", "C'est à Cleo.", "bleu", "Ben"),
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone's screen."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    yield page
    page.close()


@pytest.mark.parametrize("locale", [pytest.param("en", marks=in_soak_only), "fr"])
def test_a_press_and_a_scan_are_counted_spoken_and_shown(locale: str, tmp_path: Path, page: Page) -> None:
    voice, turn, rival, colour, name = LANGUAGES[locale]
    log = tmp_path / "speech.jsonl"
    expected = synthesised(spoken_form(turn, locale), voice, tmp_path)
    wrong = synthesised(spoken_form(rival, locale), voice, tmp_path)
    with NullSink() as sink:
        flags = ("--locale", locale, "--speech-log", str(log))
        with LiveTable(tmp_path / "data", *flags, env=sink.env, speech="pyttsx3") as table:
            assert table.join()["role"] == "host"
            page.set_extra_http_headers({"Accept-Language": locale})
            page.goto(table.url)
            table.accepted("game extreme players=Ann,Ben,Cleo")
            table.write_tag(card_tag("X", "K1", BLUE_SEVEN))
            table.until(lambda state: state["top"] == "blue-7")
            time.sleep(1)  # the guard time after a change of turn, on the real clock
            began = time.monotonic_ns()
            table.push_button()
            state = table.until(lambda state: state["turn"] == "Ben")
            expect(page.get_by_text(name).first).to_be_visible()
            expect(page.locator("body")).to_contain_text(colour, ignore_case=True)
            expect(page.locator("body")).to_contain_text(str(state["players"][0]["count"]))
            for _ in range(3):  # a busy machine may tear a recording: REPEAT says the line again
                _wait_until_spoken(table, turn)
                sink.wait_for_silence()
                recording = sink.recording(began)
                score, _ = found(recording, expected)
                rival_score, _ = found(recording, wrong)
                if score >= RIGHT:
                    break
                table.write_tag(command_tag(CommandWord.REPEAT))
    assert score >= RIGHT, score
    assert rival_score < score
    spoken = [line for line in json_lines(log) if line["outcome"] == "spoken"]
    assert any(line["text"].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") == turn for line in spoken), spoken


def _wait_until_spoken(table: LiveTable, text: str) -> None:
    deadline = time.monotonic() + SPEECH_S
    while time.monotonic() < deadline:
        said = [line for line in table.spoken() if line["state"] == "spoken"]
        if any(text in line["text"].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for line in said):
            return
        time.sleep(0.05)
    raise AssertionError(table.spoken())
