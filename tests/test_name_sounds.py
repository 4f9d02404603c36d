"""Names that the voice would read wrongly are said as a host or the settings write them, and only for the ear."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.locales import LOCALES
from companion.referee.cards import Colour
from companion.referee.notation_words import LONGEST_NAME
from companion.settings import Override, Settings, SettingsError, load
from companion.settings_changes import changes
from companion.tags import CommandWord
from companion.voice.lexicon import spoken_form
from companion.voice.phrases import Phrases
from companion.voice.utterance import Priority
from companion.wishes.name_sounds import FILE_NAME, Fault, NameSoundError, NameSounds, checked, tried

SIOBHAN = {"Siobhán": "Shivawn"}


class Table:
    """A table that is switched on; ``now`` is how it says names."""

    def __init__(self, folder: Path, *given: str) -> None:
        self.applied: list[Mapping[str, str]] = []
        self.names = NameSounds(given, folder, self.applied.append)

    @property
    def now(self) -> dict[str, str]:
        return dict(self.applied[-1])


def settings(folder: Path, text: str = "", **environ: str) -> Settings:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return load(folder, None, environ)


# What the voice is sent


@pytest.mark.parametrize(
    ("shown", "sent"),
    [
        ("Siobhán: red 7.", "Shivawn: red 7."),
        ("siobhán, SIOBHÁN", "Shivawn, Shivawn"),
        ("C'est à Siobhán.", "C'est à Shivawn."),
        ("Siobhán's hand", "Shivawn's hand"),
        ("Siobhán K: red 7.", "Shivawn K: red 7."),
        ("Siobhánna, Anne-Siobhán", "Siobhánna, Anne-Siobhán"),
        ("Siobhán 🎉 +2", "Shivawn +2"),
        ("Siobhan", "Siobhan"),
    ],
)
def test_a_name_is_said_as_it_was_written_to_sound_in_whole_words_only(shown: str, sent: str) -> None:
    assert spoken_form(shown, "en", SIOBHAN) == sent


def test_one_spelling_serves_every_language_and_the_other_words_are_sent_as_ever() -> None:
    for locale in (*LOCALES, "it"):
        assert spoken_form("Siobhán: 2.", locale, SIOBHAN) == "Shivawn: 2."
    assert spoken_form("Siobhán dit UNO. 21 cartes.", "fr", SIOBHAN) == "Shivawn dit uno. vingt et une cartes."


def test_of_two_names_the_longer_one_is_meant_and_signs_in_a_name_are_signs() -> None:
    names = {"Ana": "Anna", "Ana Lia": "Analeea", "J.P.(1)": "Jay Pee", "Zoé 👩‍🚀": "Zo-ee", "A\\1": "ay"}
    sent = spoken_form("Ana Lia, Ana, J.P.(1) 2, A\\1, Zoé 👩‍🚀", "en", names)
    assert sent == "Analeea, Anna, Jay Pee 2, ay, Zo-ee"


# What must not change


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_of_a_card_or_a_command_can_be_made_to_sound_otherwise(locale: str) -> None:
    phrases = Phrases(locale)
    said = [phrases.name(colour) for colour in Colour] + [phrases.command_card(word)[0] for word in CommandWord]
    for name in (*said, "UNO", "Joker", "joker", "Red 7", "7", "Place 2"):
        with pytest.raises(NameSoundError) as caught:
            checked(name, "Shivawn")
        assert caught.value.fault is Fault.TABLE_WORD, name


@pytest.mark.parametrize(
    ("name", "like", "fault"),
    [
        ("Siobhán", "🎉", Fault.SILENT),
        ("Siobhán", "…!", Fault.SILENT),
        ("Siobhán", "李雷", Fault.SILENT),
        ("Siobhán", "a" * (LONGEST_NAME + 1), Fault.TOO_LONG),
    ],
)
def test_what_cannot_be_said_is_refused_and_changes_nothing(
    name: str, like: str, fault: Fault, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    table.names.keep("Niamh", "Neev")
    with pytest.raises(NameSoundError) as caught:
        table.names.keep(name, like)
    assert caught.value.fault is fault
    assert (table.now, Table(tmp_path).now) == ({"Niamh": "Neev"}, {"Niamh": "Neev"})


def test_emoji_control_characters_and_phoneme_brackets_are_left_out() -> None:
    assert checked("Siobhán", " \x07Shi\u200dvawn 🎉\n[[ ") == "Shivawn"


# Kept, and taken back


def test_what_a_host_wrote_is_kept_over_a_restart_and_taken_back_again(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.now == {}
    table.names.keep("Siobhán", "Shivawn")
    assert (table.now, Table(tmp_path).now) == (SIOBHAN, SIOBHAN)
    table.names.keep("SIOBHÁN", " ")
    assert (table.now, Table(tmp_path).now) == ({}, {})
    assert json.loads((tmp_path / FILE_NAME).read_text(encoding="utf-8")) == []


def test_a_host_overrules_the_settings_until_these_say_something_else(tmp_path: Path) -> None:
    table = Table(tmp_path, "Siobhán = Shivon", "Niamh=Neev")
    assert table.now == {"Siobhán": "Shivon", "Niamh": "Neev"}
    table.names.keep("Siobhán", "Shivawn")
    table.names.keep("Niamh", "")
    assert Table(tmp_path, "Siobhán = Shivon", "Niamh=Neev").now == SIOBHAN
    table.names.follow(["Siobhán = Shiv", "Niamh = Neev"])
    assert table.now == {"Siobhán": "Shiv"}
    table.names.follow([])
    assert table.now == {}


@pytest.mark.parametrize(
    "text", ["", "{", "[3]", "null", '[{"name": "Ann"}]', '[{"name": 1, "instead_of": "", "like": 2}]']
)
def test_a_damaged_file_stops_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    table = Table(tmp_path)
    assert table.now == {}
    table.names.keep("Siobhán", "Shivawn")
    assert Table(tmp_path).now == SIOBHAN


def test_a_table_word_in_the_settings_is_said_as_it_is_written_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert Table(tmp_path, "Rose = Rosa", "Siobhán = Shivawn").now == SIOBHAN
    assert "voice.say_like: Rose is said as it is written: the table says this word of other things" in caplog.text


# In the settings


def test_the_settings_give_names_in_the_file_and_in_the_environment(tmp_path: Path) -> None:
    given = ("Siobhán = Shivawn", "Niamh = Neev")
    assert settings(tmp_path).voice.say_like == ()
    assert settings(tmp_path, '[voice]\nsay_like = ["Siobhán = Shivawn", "Niamh = Neev"]\n').voice.say_like == given
    environ = {"UNO_COMPANION_VOICE__SAY_LIKE": "Siobhán = Shivawn, Niamh = Neev"}
    assert load(tmp_path / "none", None, environ).voice.say_like == given


@pytest.mark.parametrize("written", ['["Siobhán"]', '["= Shivawn"]', '["A = "]', '["A = B = C"]', "[3]", "true"])
def test_settings_that_are_no_name_and_its_sound_say_what_to_write(written: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        settings(tmp_path, f"[voice]\nsay_like = {written}\n")
    (finding,) = caught.value.findings
    assert finding.startswith(f"{tmp_path}/settings.toml:2: voice.say_like is ")
    assert finding.endswith(
        'allowed: a list, each a name and how it sounds, like "Siobhán = Shivawn", of at most 40 characters'
    )


def test_names_are_said_otherwise_as_soon_as_the_settings_are_read_again(tmp_path: Path) -> None:
    old = load(tmp_path, None, {})
    found = changes(old, load(tmp_path, None, {}, [Override("voice.say_like", ["Siobhán = Shivawn"], "test")]))
    assert (found.now, found.later) == (("voice.say_like",), ())
    assert found.settings.voice.say_like == ("Siobhán = Shivawn",)


# Trying it


def test_what_is_tried_is_heard_in_every_language_and_read_by_its_name() -> None:
    once = tried("Siobhán", "Shivawn", ("en", "fr"))
    assert once.texts == {"en": "Siobhán", "fr": "Siobhán"}
    assert once.heard == {"en": "Shivawn", "fr": "Shivawn"}
    assert (once.priority, once.repeatable) == (Priority.URGENT, False)
    assert tried("Siobhán", "", ("en",)).heard == {"en": "Siobhán"}
