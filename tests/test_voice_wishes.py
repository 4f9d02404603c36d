"""The cards that set the voice: each step, its limits, how it is confirmed, and that it is kept over a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.manner import Manner, changed
from companion.settings import Override, Settings, load
from companion.tags import VOICE_WISHES, CommandWord
from companion.voice.game.narrator import utterances
from companion.voice.lines import Verbosity
from companion.wishes.voice_wishes import FILE_NAME, VoiceWishes

USUAL = Manner(170, 70, Verbosity.NORMAL, ("en", "fr"))


def settings(folder: Path, **given: object) -> Settings:
    values = {"table.locales": ["en", "fr"], **given}
    return load(folder, None, {}, [Override(key, value, "test") for key, value in values.items()])


class Table:
    """A table that is switched on; ``now`` is how it speaks."""

    def __init__(self, folder: Path, **given: object) -> None:
        self.applied: list[Manner] = []
        self.wishes = VoiceWishes(settings(folder, **given), folder, self.applied.append)

    @property
    def now(self) -> Manner:
        return self.applied[-1]

    def scan(self, *words: str) -> str:
        for word in words:
            lines = self.wishes.take(CommandWord(word))
        (told,) = utterances(lines, self.now.locales)
        assert not told.repeatable  # so that REPEAT says the line before in the new manner
        return " / ".join(" ".join(text.split()) for text in told.texts.values())


def test_each_card_changes_one_thing_by_one_step() -> None:
    found = {word: changed(USUAL, word, USUAL.locales) for word in VOICE_WISHES}
    assert found == {
        CommandWord.FASTER: Manner(190, 70, Verbosity.NORMAL, ("en", "fr")),
        CommandWord.SLOWER: Manner(150, 70, Verbosity.NORMAL, ("en", "fr")),
        CommandWord.LOUDER: Manner(170, 80, Verbosity.NORMAL, ("en", "fr")),
        CommandWord.SOFTER: Manner(170, 60, Verbosity.NORMAL, ("en", "fr")),
        CommandWord.VERBOSITY: Manner(170, 70, Verbosity.FULL, ("en", "fr")),
        CommandWord.LANGUAGE: Manner(170, 70, Verbosity.NORMAL, ("en",)),
    }


def test_what_is_said_is_said_in_the_new_manner(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.scan("FASTER") == "Faster: 190 words a minute. / Plus vite : 190 mots par minute."
    assert table.scan("LANGUAGE") == "Language: English."
    assert table.scan("LANGUAGE") == "Langue : français."
    assert table.scan("VERBOSITY") == "Complet : avec tous les détails."
    assert table.scan("LANGUAGE") == "Language: English, French. / Langue : anglais, français."
    assert table.scan("VERBOSITY", "LANGUAGE") == "Language: English."
    assert table.now == Manner(190, 70, Verbosity.BRIEF, ("en",))


@pytest.mark.parametrize(
    ("word", "limit"),
    [
        ("FASTER", "This is the limit: 400 words a minute."),
        ("SLOWER", "This is the limit: 100 words a minute."),
        ("LOUDER", "This is the limit: 100 per cent."),
        ("SOFTER", "This is the limit: 10 per cent."),
    ],
)
def test_a_limit_is_told_and_no_card_silences_the_table(word: str, limit: str, tmp_path: Path) -> None:
    table = Table(tmp_path, **{"table.locales": ["en"]})
    assert table.scan(*[word] * 20) == limit


def test_a_table_with_one_language_says_how_to_have_more(tmp_path: Path) -> None:
    table = Table(tmp_path, **{"table.locales": ["en"]})
    assert table.scan("LANGUAGE") == "Language: English. For others, add them to locales in the settings."


def test_wishes_are_kept_over_a_restart_until_the_setting_itself_is_changed(tmp_path: Path) -> None:
    Table(tmp_path).scan("FASTER", "SOFTER", "VERBOSITY", "LANGUAGE")
    assert Table(tmp_path).now == Manner(190, 60, Verbosity.FULL, ("en",))
    assert Table(tmp_path, **{"voice.rate_wpm": 200}).now == Manner(200, 60, Verbosity.FULL, ("en",))
    assert Table(tmp_path, **{"table.locales": ["fr"]}).now.locales == ("fr",)


def test_the_table_is_never_louder_than_its_settings_when_it_is_switched_on(tmp_path: Path) -> None:
    assert "90 per cent" in Table(tmp_path).scan("LOUDER", "LOUDER")
    again = Table(tmp_path)
    assert again.now == USUAL
    again.scan("SOFTER", "FASTER")
    assert Table(tmp_path).now == Manner(190, 60, Verbosity.NORMAL, ("en", "fr"))
    assert Table(tmp_path, **{"voice.volume": 40}).now.volume == 40


def test_a_wish_taken_back_leaves_nothing_behind(tmp_path: Path) -> None:
    Table(tmp_path).scan("FASTER", "SLOWER")
    assert json.loads((tmp_path / FILE_NAME).read_text(encoding="utf-8")) == {}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"rate_wpm": 3}', '{"rate_wpm": {}}', '{"verbosity": {"instead_of": "normal", "wish": "loud"}}'],
)
def test_a_damaged_file_stops_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    table = Table(tmp_path)
    assert table.now == USUAL
    table.scan("SOFTER")
    assert Table(tmp_path).now.volume == 60
