"""Names that no voice can say: whoever has one is called by the seat, in the language of the line."""

from __future__ import annotations

import pytest

from companion.seat_names import seat_names
from companion.voice.lexicon import sayable, spoken_form

SILENT = ("😀", "🎉🎉", "李雷", "さくら", "Ольга", "محمد", "אורי", "สมชาย", "***", "\u200d")
SAID = ("Ann", "Zoé", "Łukasz", "Νίκος", "अमित", "김", "Արմեն", "<b>Ann</b>", "Ann😀", "Ann 李", "7")
SEATS = {"en": "player 2", "fr": "place 2", "nl": "speler 2", "de": "Platz 2", "es": "puesto 2"}


@pytest.mark.parametrize("locale", SEATS)
@pytest.mark.parametrize("name", SILENT)
def test_the_seat_is_said_for_a_name_without_sound(name: str, locale: str) -> None:
    called = seat_names(["Ann", name], locale)
    assert list(called) == [name]
    sent = spoken_form(f"{name}: 7. Ann: 7.", locale, called)
    assert sent == f"{called[name]}: 7. Ann: 7."
    assert called[name] == SEATS[locale]
    assert sayable(called[name])


@pytest.mark.parametrize("name", SAID)
def test_a_name_with_any_sound_is_said_as_far_as_it_has_one(name: str) -> None:
    assert seat_names(["Ann", name], "en") == {}
    assert spoken_form(name, "en")
