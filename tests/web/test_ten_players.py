"""Ten players fit on a small phone, with large print, on a television; only long names may be broken."""

from __future__ import annotations

import pytest

from tests.score_games import round_won
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough
from tests.web.ways_to_look import LOOKS, broken_words, cut_off

TEN = ["Ann", "Ben", "Cem", "Dora", "Emil", "Fatima", "Gustave", "Henriette", "Wilhelmina", "Maximiliane"]


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("path", ["/", "/rounds", "/games", "/screen"])
def test_no_word_of_a_table_is_broken_with_ten_players_and_no_page_scrolls_sideways(
    house: House, visit: Visit, path: str, locale: str
) -> None:
    house.says(f"game classic players={','.join(TEN)} hand_size=5 target=5000")
    house.says(*round_won("Ann", "red-7", **dict.fromkeys(TEN[1:], 130)), "round", "top red-5")
    page = visit(path, "Ann", locale=locale)
    for name, look in LOOKS.items():
        look.at(page)
        assert broken_words(page) == [], name
        if path != "/screen":  # that is as large as its screen, not as its letters
            assert narrow_enough(page), name
            assert cut_off(page) == [], name


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_ten_ordinary_names_and_their_scores_stand_whole_on_the_big_screen(
    house: House, visit: Visit, locale: str
) -> None:
    house.says(f"game classic players={','.join(TEN)} hand_size=5 target=5000")
    house.says(*round_won("Ann", "red-7", **dict.fromkeys(TEN[1:], 130)), "round", "top red-5")
    page = visit("/screen", "Ann", locale=locale, viewport={"width": 1280, "height": 720})
    assert cut_off(page) == []


def test_the_top_card_keeps_its_shape_however_many_sit_around_the_table(house: House, visit: Visit) -> None:
    shapes = []
    for players in ("Ann,Ben", ",".join(TEN)):
        house.says(f"game classic players={players} hand_size=5", "top red-5")
        card = visit("/", "Ann", viewport={"width": 320, "height": 640}).locator(".card").bounding_box()
        assert card is not None
        shapes.append((card["width"], card["height"]))
    assert shapes[0] == shapes[1]
