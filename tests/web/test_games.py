"""The games on the page: a list, one game with its plays in words, and every player over all games."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

import httpx
import pytest
from playwright.sync_api import expect

from companion.web.pages import games, start_pages
from tests.score_games import MATCH, round_won
from tests.web.house import House, Phone
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
    assert "Game 3 ann, Dora – UNO Extreme – running – 0 rounds" in text
    assert "Game 2 Ann, Ben, Cem – classic UNO – unfinished – 2 rounds" in text
    assert "Game 1 Ann, Ben – classic UNO – won by Ann – 1 round" in text
    assert text.index("Game 3 ann") < text.index("Game 2 Ann") < text.index("Game 1 Ann")


def test_everybody_s_figures_stand_below_the_games(played: House) -> None:
    text = seen(played.phone().get("/games").text)
    assert "ann 3 (2 unfinished) 1 2 of 3 55 30 30.0 1 3" in text, "Ann and ann are one person"
    assert "Dora 1 (1 unfinished) 0 0 of 0 0 – – 0 0" in text
    assert text.index("Game 1 Ann") < text.index("Players over all games")


def test_nobody_waits_for_long_games_that_are_still_being_read(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = played.joined("Ann")
    monkeypatch.setattr(games, "WAIT_S", 0)
    monkeypatch.setattr(start_pages, "_NAMES_WAIT_S", 0)
    assert "3 games are still being read. Until then they are missing here. Look again" in seen(
        phone.get("/games").text
    )
    assert phone.get("/start").status_code == 200
    monkeypatch.setattr(games, "WAIT_S", 60)
    text = seen(phone.get("/games").text)
    assert "Game 1 Ann" in text
    assert "being read" not in text
    played.says("Dora presses 0")
    assert "Dora 1 (1 unfinished) 0 0 of 0 0 – – 1 0" in seen(phone.get("/games").text), "the last press counts"


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
    assert "UNO Extreme – running – 0 rounds" in seen(phone.get("/games").text)
    played.says("set count Dora 1", "set turn Dora", "Dora plays green-2", "ann left 20 points")
    assert "UNO Extreme – running – 1 round" in seen(phone.get("/games").text)
    played.says("undo")
    assert "UNO Extreme – running – 0 rounds" in seen(phone.get("/games").text)


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


# Taking games in


def text_of(*statements: str) -> str:
    return "".join(f"{statement}\n" for statement in statements)


def upload(phone: Phone, text: str | bytes, name: str = "old.table", **fields: str) -> httpx.Response:
    """The page's form with a file."""
    return phone.request("POST", "/games", data=fields, files={"file": (name, text)})


def told(phone: Phone, answer: httpx.Response) -> str:
    """What the page says that is shown next."""
    assert answer.status_code == 303, answer.text
    html = phone.get(answer.headers["location"].partition("#")[0]).text
    found = re.search(r'id="result"[^>]*>(.*?)</p>', html)
    assert found is not None
    return unescape(found[1])


def test_a_host_takes_a_file_in_and_it_is_kept_among_the_games(played: House) -> None:
    host = played.joined("Ann")
    version, on_the_table = played.table.version, played.table.state
    answer = upload(host, text_of(*MATCH), name="C:\\games\\sunday.table")
    assert answer.headers["location"] == "/games/4#result"
    assert played.table.version == version + len(MATCH)
    assert (played.table.state, played.table.game) == (on_the_table, 3)
    text = seen(host.get("/games").text)
    assert "Game 4 Ann, Ben, Cem – classic UNO – unfinished – 2 rounds" in text
    assert "taken in from sunday.table" in text
    assert host.get("/api/games/4.table").text == text_of(*MATCH)
    assert host.get("/api/games").json()[-1]["imported"] == "sunday.table"


def test_pasted_text_does_as_well_as_a_file(played: House) -> None:
    host = played.joined("Ann")
    answer = host.send("/games", text="\r\n".join(MATCH))
    assert answer.headers["location"] == "/games/4#result"
    assert host.get("/api/games/4.table").text == text_of(*MATCH)


def test_a_game_that_goes_on_here_sets_the_running_one_aside_and_loses_nothing(played: House) -> None:
    host = played.joined("Ann")
    upload(host, text_of(*MATCH), **{"go-on": "on", "version": str(played.table.version)})
    assert (played.table.game, played.table.state.phase) == (4, "round-over")
    listed = seen(host.get("/games").text)
    assert "Game 4 Ann, Ben, Cem – classic UNO – running – 2 rounds" in listed
    assert "Game 3 ann, Dora – UNO Extreme – unfinished" in listed
    assert host.say("round").status_code == 200
    assert "Ben has won round 2: 35 points." in seen(host.get("/rounds").text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (text_of(*MATCH[:2], "Ann plays blue-9"), "Line 3, “Ann plays blue-9”, is refused: "),
        (text_of(*MATCH[:2], "Ann flies", "Ben flies"), "Line 3 cannot be read: 'flies' is no verb"),
        (text_of(*MATCH[:2], "expect turn Ben"), "Line 3, “expect turn Ben”, does not hold: found Ann."),
        ("# only a comment\n", "There is no game in that file."),
        ("", "Choose a file, or paste its text."),
        (b"\xff\xfe\x00game", "That file is no text in UTF-8: choose a .table file."),
    ],
)
def test_what_cannot_be_taken_in_is_one_sentence_with_its_line_and_nothing_of_it_is(
    played: House, text: str | bytes, sentence: str
) -> None:
    host = played.joined("Ann")
    version = played.table.version
    assert told(host, upload(host, text)).startswith(sentence)
    assert (played.table.version, played.table.newest_game) == (version, 3)


def test_only_hosts_take_games_in(played: House) -> None:
    played.joined("Ann")
    ben, stranger = played.joined("Ben"), played.phone()
    assert told(ben, upload(ben, text_of(*MATCH))) == "Only a host’s phone may do that."
    assert upload(stranger, text_of(*MATCH)).headers["location"] == "/join"
    assert ben.post("/api/games", {"text": text_of(*MATCH)}).status_code == 403
    assert stranger.post("/api/games", {"text": text_of(*MATCH)}).status_code == 401
    assert "Take the game in" not in ben.get("/games").text
    assert played.table.newest_game == 3


def test_a_game_that_is_here_already_is_named_and_not_taken_in_again(played: House) -> None:
    host = played.joined("Ann")
    upload(host, text_of(*MATCH))
    again = upload(host, text_of(*MATCH))
    assert told(host, again) == "This game is here already: it is game 4. Nothing was taken in."
    several = upload(host, text_of(*MATCH, *MATCH))
    assert told(host, several) == "These games are here already, the last of them as game 4. Nothing was taken in."
    answer = host.post("/api/games", {"text": text_of(*MATCH)})
    assert (answer.status_code, answer.json()["code"], answer.json()["game"]) == (422, "here-already", 4)
    assert played.table.newest_game == 4


def test_a_second_tap_takes_nothing_in_twice(played: House) -> None:
    host = played.joined("Ann")
    version = str(played.table.version)
    for _ in range(2):
        answer = upload(host, text_of(*MATCH), key="one", version=version)
        assert answer.headers["location"] == "/games/4#result"
    assert played.table.newest_game == 4


def test_over_http_a_game_is_taken_in_with_version_and_key(played: House) -> None:
    host = played.joined("Ann")
    body = {"text": text_of(*MATCH), "name": "x.table", "version": played.table.version, "key": "k"}
    first = host.post("/api/games", body)
    assert first.status_code == 200
    assert first.json() == {"accepted": True, "saved": True, "version": played.table.version, "game": 4}
    assert host.post("/api/games", body).json() == first.json()
    stale = host.post("/api/games", body | {"key": "l"})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    reused = host.post("/api/games", {"text": text_of(*MATCH[:1]), "key": "k"})
    assert (reused.status_code, reused.json()["code"]) == (422, "key-reused")
    wrong = host.post("/api/games", {"text": text_of(*MATCH[:2], "Ann plays blue-9")})
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["line"]) == (422, "no-match", 3)
    unreadable = host.post("/api/games", {"text": "hello"})
    assert (unreadable.status_code, unreadable.json()["code"], unreadable.json()["line"]) == (400, "unreadable", 1)


@pytest.mark.parametrize(("path", "limit"), [("/games", 1024), ("/api/games", 1024), ("/say", 64), ("/rounds", 64)])
def test_a_file_of_games_may_have_a_mebibyte_and_anything_else_is_short(played: House, path: str, limit: int) -> None:
    host = played.joined("Ann")
    body = b"x" * (limit * 1024)
    headers = {"content-type": "application/json", "accept": "application/json"}
    assert host.request("POST", path, content=body, headers=headers).status_code != 413
    answer = host.request("POST", path, content=body + b"x", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert ("1 MiB" in answer.json()["message"]) == (limit == 1024)


def test_a_large_file_is_read_whole(house: House) -> None:
    host = house.joined("Ann")
    turns = ["Ann draws", "Ann passes", "Ben draws", "Ben passes", *["undo"] * 4] * 400
    answer = upload(host, text_of("game classic players=Ann,Ben", "top red-5", *turns))
    assert answer.headers["location"] == "/games/1#result"
    assert house.table.version == 2 + len(turns)


def test_a_taken_in_game_in_the_middle_of_a_round_keeps_its_hands_to_itself(played: House) -> None:
    host = played.joined("Ann")
    upload(host, text_of("game classic players=Ann,Ben hand_size=2", "Ben holds blue-9 wild", "top red-5"))
    assert "blue-9" not in played.phone().get("/api/games/4.table").text
    assert "blue 9" not in seen(host.get("/games/4").text)


def test_a_file_s_name_is_text_and_nothing_else(played: House) -> None:
    host = played.joined("Ann")
    upload(host, text_of(*MATCH), name="<script>alert(1)</script>.table")
    html = host.get("/games").text
    assert "<script>alert" not in html


def test_a_file_is_chosen_and_taken_in_on_a_phone_with_scripts_off(house: House, visit: Visit) -> None:
    page = visit("/games", "Ann", java_script_enabled=False)
    page.get_by_label("A .table file").set_input_files(
        {"name": "sunday.table", "mimeType": "text/plain", "buffer": text_of(*MATCH).encode()}
    )
    page.get_by_label("Go on with it at this table").check()
    page.get_by_role("button", name="Take the game in").click()
    expect(page.get_by_role("heading", name="Game 1")).to_be_visible()
    assert house.table.game == 1
    expect(page.locator("#result")).to_be_visible()
