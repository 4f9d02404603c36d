"""The games on the page: a list, one game with its plays in words, and every player over all games."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

import pytest

from tests.score_games import MATCH, round_won
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough, problems


def seen(html: str) -> str:
    """What a reader sees, one space between words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture
def played(house: House) -> House:
    """A match that is won, one that was set aside in its third round, and one that has begun."""
    house.says("game classic players=Ann,Ben target=20", *round_won("Ann", Ben=20))
    house.says(*MATCH, "round")
    house.says("Ben holds blue-9 wild", "top red-5")
    house.says("game extreme players=ann,Dora", "top green-7", "ann presses 3")
    return house


def test_every_game_is_listed_the_newest_first_with_players_winner_and_rounds(played: House) -> None:
    text = seen(played.phone().get("/games").text)
    assert "Game 3 ann, Dora – extreme – running – 0 rounds" in text
    assert "Game 2 Ann, Ben, Cem – classic – unfinished – 2 rounds" in text
    assert "Game 1 Ann, Ben – classic – won by Ann – 1 round" in text
    assert text.index("Game 3 ann") < text.index("Game 2 Ann") < text.index("Game 1 Ann")


def test_everybody_s_figures_stand_above_the_list(played: House) -> None:
    text = seen(played.phone().get("/games").text)
    assert "ann 3 (2 unfinished) 1 2 of 3 55 30 30.0 1 3" in text, "Ann and ann are one person"
    assert "Dora 1 (1 unfinished) 0 0 of 0 0 – – 0 0" in text


def test_one_game_shows_its_rounds_and_its_plays_in_words(played: House) -> None:
    text = seen(played.phone().get("/games/1").text)
    assert "Ann has won the match." in text
    assert "1 Ann with red 7 20 won 0 (hand 20)" in text
    assert "Round 1, play by play New game: classic UNO." in text
    assert "Ann: red 7." in text


def test_the_french_page_tells_the_plays_in_french(played: House) -> None:
    text = seen(played.phone(headers={"accept-language": "fr"}).get("/games/1").text)
    assert "Manche 1, coup par coup" in text
    assert "red" not in text.replace("rédu", "")


def test_a_hand_that_was_told_is_on_no_page_not_even_of_a_game_set_aside(played: House) -> None:
    host = played.joined("Ann")
    for path in ("/games", "/games/2", "/games/2/", "/rounds"):
        text = seen(host.get(path).text)
        assert "blue 9" not in text, path


@pytest.mark.parametrize("path", ["/games/0", "/games/9", "/games/-1", "/games/99999999999999999999", "/games/one"])
def test_a_game_that_is_not_there_is_404_in_a_sentence(played: House, path: str) -> None:
    answer = played.phone().get(path)
    assert answer.status_code == 404
    assert "There is" in seen(answer.text)


def test_what_grows_is_read_on_and_what_is_over_once(played: House) -> None:
    phone = played.phone()
    assert "extreme – running – 0 rounds" in seen(phone.get("/games").text)
    played.says("set count Dora 1", "set turn Dora", "Dora plays green-2", "ann left 20 points")
    assert "extreme – running – 1 round" in seen(phone.get("/games").text)
    played.says("undo")
    assert "extreme – running – 0 rounds" in seen(phone.get("/games").text)


def test_the_rounds_of_any_game_are_downloaded_for_a_spreadsheet(played: House) -> None:
    answer = played.phone().get("/api/games/2/rounds.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert 'filename="uno-2-rounds.csv"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["total"] for row in rows] == ["35", "0", "0", "35", "35", "0"]
    missing = played.phone().get("/api/games/9/rounds.csv")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")


def test_every_form_of_every_game_can_be_downloaded(played: House) -> None:
    for game in (1, 2, 3):
        for form in ("table", "csv", "json"):
            assert played.phone().get(f"/api/games/{game}.{form}").status_code == 200


def test_the_list_of_the_interface_tells_how_many_rounds_are_over(played: House) -> None:
    told = played.phone().get("/api/games").json()
    assert [(game["id"], game["state"], game["rounds"]) for game in told] == [
        (1, "finished", 1), (2, "unfinished", 2), (3, "running", 0),
    ]  # fmt: skip


def test_many_games_are_shown_a_page_at_a_time(house: House) -> None:
    for _ in range(23):
        house.says("game classic players=Ann,Ben")
    first = house.phone().get("/games").text
    assert "/games/23" in first
    assert '/games/3"' not in first
    link = re.search(r'href="(/games\?before=\d+)"', first)
    assert link is not None
    rest = house.phone().get(link[1]).text
    assert [number for number in range(1, 24) if f'"/games/{number}"' in rest] == [1, 2, 3]


@pytest.mark.parametrize("path", ["/games", "/games/2"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_games_fit_a_small_phone_and_have_no_problems(
    played: House, visit: Visit, path: str, scheme: str
) -> None:
    page = visit(path, "Ann", viewport={"width": 320, "height": 640}, color_scheme=scheme)
    for part in page.locator("summary").all():
        part.click()
    assert narrow_enough(page)
    assert problems(page) == []
