"""The score sheet on the page: every round, the totals drawn and in a table, in the reader's language."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion.web.score_chart import SHAPES, chart_of
from tests.score_games import MATCH, round_won
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough, problems


def seen(html: str) -> str:
    """What a reader sees, one space between words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_without_a_game_and_before_the_first_round_is_over_the_page_says_so(house: House) -> None:
    assert "No game is on the table." in seen(house.phone().get("/rounds").text)
    house.says(MATCH[0])
    text = seen(house.phone().get("/rounds").text)
    assert "No round is over yet." in text
    assert "Whoever first has 100 points wins the match." in text


def test_every_round_is_there_with_its_winner_what_it_brought_and_how(house: House) -> None:
    house.says(*MATCH)
    text = seen(house.phone().get("/rounds").text)
    assert "Ben has won round 2: 35 points. Totals: Ann 35, Ben 35, Cem 0." in text
    assert "1 Ann last card: red 7 35 won 0 (hand 20) 0 (hand 15)" in text
    assert "2 Ben last card: red 7 0 (hand 30) 35 won 0 (hand 5)" in text
    assert "After 2 rounds: Ann 35, Ben 35, Cem 0." in text, "the picture in words"
    assert "Totals Totals after each round" in text
    assert "1 35 0 0 2 35 35 0" in text, "and the same totals in a table"


def test_the_sheet_speaks_the_readers_language(house: House) -> None:
    house.says(*MATCH)
    text = seen(house.phone(headers={"accept-language": "fr"}).get("/rounds").text)
    assert "Ben a gagné la manche 2 : 35 points." in text
    assert "dernière carte : 7 rouge" in text


def test_whoever_has_won_the_match_is_named_first(house: House) -> None:
    house.says("game classic players=Ann,Ben target=20", *round_won("Ann", Ben=20))
    assert "Ann has won the match. Ann has won round 1: 20 points." in seen(house.phone().get("/rounds").text)


def test_what_was_put_right_later_is_listed_with_who_did_it(house: House) -> None:
    house.says(*MATCH)
    ben = house.joined("Ben")
    assert ben.say("undo").status_code == 200
    assert ben.say("Cem left 25 points").status_code == 200
    text = seen(house.phone().get("/rounds").text)
    assert "Round 2, Cem: 25 instead of 5 (from the phone of Ben)" in text


def test_each_player_has_a_shape_of_the_own_and_the_name_at_the_line() -> None:
    names = [f"Player {number}" for number in range(10)]
    chart = chart_of(names, [[0] * 10, list(range(0, 100, 10))], 500)
    assert len({SHAPES[line.seat] for line in chart.lines}) == len(names)
    assert [line.name for line in chart.lines] == names
    heights = sorted(line.label_at for line in chart.lines)
    assert all(later - earlier >= 16.9 for earlier, later in pairwise(heights))
    assert heights[0] >= 8
    assert heights[-1] <= chart.height - 8


@pytest.mark.parametrize("totals", [[[0, 0]], [[0, 0], [0, 0]], [[0, 0], [100_000, 3]]])
def test_every_match_can_be_drawn(totals: list[list[int]]) -> None:
    chart = chart_of(["Ann", "Ben"], totals, None)
    places = [value for line in chart.lines for point in line.points for value in point]
    assert all(0 <= value <= chart.width for value in places)


def test_a_long_name_is_cut_in_the_picture_and_whole_beside_it(house: House) -> None:
    house.says("game classic players=Ann,Maximiliane-Josephine target=100", "top red-5", "set count Ann 1")
    house.says("Ann plays red-7", "Maximiliane-Josephine left 20 points")
    text = house.phone().get("/rounds").text
    assert "Maximilian…" in text
    assert "Maximiliane-Josephine" in text


def test_the_sheet_follows_the_match_while_it_is_looked_at(house: House, visit: Visit) -> None:
    house.says(*MATCH)
    page = visit("/rounds", "Ann")
    expect(page.get_by_role("row", name="2 Ben")).to_have_count(1)
    house.says("round", *round_won("Cem", Ann=10, Ben=10))
    expect(page.get_by_role("row", name="3 Cem")).to_have_count(1)
    expect(page.get_by_role("img", name="Totals after each round")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_of_ten_players_fits_a_small_phone_and_has_no_problems(
    house: House, visit: Visit, scheme: str
) -> None:
    names = ["Ann", "Ben", "Cem", "Dora", "Emil", "Fatima", "Gus", "Hana", "Ines", "Maximiliane"]
    left = {name: 10 * seat for seat, name in enumerate(names) if seat}
    house.says(f"game classic players={','.join(names)} hand_size=5 target=5000")
    for number in range(3):
        house.says(*(["round"] if number else []))
        house.says(*round_won("Ann", "red-7", **left))
    page = visit("/rounds", "Ann", viewport={"width": 320, "height": 640}, color_scheme=scheme)
    assert narrow_enough(page)
    assert problems(page) == []
