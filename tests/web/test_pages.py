"""The pages without script: plain forms, one result sentence, the reader's language."""

from __future__ import annotations

import re

import httpx
import pytest

from companion.referee.options import OPTIONS
from companion.tags import card_tag
from companion.web.language import page_words
from companion.web.starting import choices
from tests.web.house import House, Phone

GAME = "game extreme players=Ann,Ben,Cem"


def followed(phone: Phone, answer: httpx.Response) -> str:
    """The page that a form leads to."""
    assert answer.status_code == 303, answer.text
    return phone.get(answer.headers["location"]).text


def result_of(html: str) -> str:
    found = re.search(r'id="result"[^>]*>([^<]*)<', html)
    assert found
    return found[1]


def test_the_page_says_in_one_line_what_is_going_on(house: House) -> None:
    house.says(GAME, "top green-7", "Ann presses 0")
    html = house.phone().get("/").text
    assert '<h1 id="now">Now: green 7, Ben to play</h1>' in html
    assert '<span id="line">g7 ben&gt; ann7 ben7</span>' in html
    assert '<span class="glyph" id="glyph" aria-hidden="true">▲</span>' in html


def test_the_page_follows_the_browsers_language_else_the_tables(house: House) -> None:
    house.says(GAME, "top green-7")
    french = house.phone().get("/", headers={"Accept-Language": "fr-CA, en;q=0.5"}).text
    assert '<html lang="fr">' in french
    assert "En cours\u00a0: 7 vert, c’est à Ann" in french
    assert '<html lang="en">' in house.phone().get("/", headers={"Accept-Language": "de"}).text


def test_a_stranger_sees_the_table_and_the_way_in_but_no_forms(house: House) -> None:
    house.says(GAME, "top green-7")
    html = house.phone().get("/").text
    assert 'action="/say"' not in html
    assert 'href="/join"' in html


def test_joining_by_the_form_leads_to_the_table(house: House) -> None:
    house.says(GAME)
    phone = house.phone()
    html = followed(phone, phone.send("/join", pin=house.access.pin, name="Ben", other=""))
    assert result_of(html) == "This phone has joined."
    assert [(joined.name, joined.role) for joined in house.access.phones()] == [("Ben", "host")]


def test_a_wrong_pin_on_the_form_is_said_and_what_was_chosen_stays(house: House) -> None:
    answer = house.phone().send("/join", pin="wrong", other="Zoé")
    assert answer.status_code == 401
    assert result_of(answer.text).startswith("That is not the PIN")
    assert 'value="Zoé"' in answer.text


def test_a_joined_phone_takes_another_seat_without_a_pin(house: House) -> None:
    phone = house.joined("Ann")
    followed(phone, phone.send("/join", other="Ben"))
    assert [joined.name for joined in house.access.phones()] == ["Ben"]


def test_a_form_is_a_statement_and_its_result_is_shown_once(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    html = followed(host, host.send("/say", do="play", card="green-3", key="k1", version="2"))
    assert result_of(html) == "Ann plays green-3"
    assert "Now: green 3, Ben to play" in html
    assert result_of(host.get("/").text) == ""


def test_a_form_sent_twice_is_done_once(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    for _ in range(2):
        host.send("/say", do="play", card="green-3", player="Ann", key="k1", version="2")
    assert house.table.version == 3


def test_a_form_of_an_old_page_changes_nothing(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    html = followed(host, host.send("/say", do="undo", key="k1", version="1"))
    assert "moved on" in result_of(html)
    assert house.table.version == 2


def test_a_refused_play_can_be_overruled_by_a_host(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    html = followed(host, host.send("/say", do="play", card="red-3", key="k1"))
    assert result_of(html) == "refused no-match"
    assert 'name="statement" value="Ann plays red-3 anyway"' in html
    html = followed(host, host.send("/say", do="statement", statement="Ann plays red-3 anyway", key="k2"))
    assert "Now: red 3, Ben to play" in html


def test_a_player_is_not_offered_to_overrule(house: House) -> None:
    house.joined("Ann")
    player = house.joined("Ben")
    house.says(GAME, "top green-7", "Ann presses 0")
    html = followed(player, player.send("/say", do="play", card="red-3", player="Ben", key="k1"))
    assert result_of(html) == "refused no-match"
    assert "anyway" not in html


@pytest.mark.parametrize(
    ("before", "fields", "statement"),
    [
        ([], {"do": "play", "card": "green-3"}, "Ann plays green-3"),
        ([], {"do": "play", "card": "wild", "colour": "blue"}, "Ann plays wild as blue"),
        (
            [],
            {"do": "play", "card": "wild-extreme-hit", "colour": "red", "target": "Cem"},
            "Ann plays wild-extreme-hit as red at Cem",
        ),
        (
            [],
            {"do": "play", "card": "green-discard-all", "more": "green-1, green-2"},
            "Ann plays green-discard-all green-1 green-2",
        ),
        (["Ann plays wild"], {"do": "colour", "colour": "blue"}, "Ann picks blue"),
        (["Ann plays wild-extreme-hit as red"], {"do": "target", "target": "Cem"}, "Ann targets Cem"),
        ([], {"do": "press", "number": "4"}, "Ann presses 4"),
        (["Ann plays green-hit-two"], {"do": "press", "number": "0"}, "Ben presses 0"),
        (["Ann plays green-discard-all"], {"do": "discard", "more": "green-1"}, "Ann discards green-1"),
        (["Ann plays green-discard-all"], {"do": "done"}, "Ann is done"),
        ([], {"do": "uno"}, "Ann says uno"),
        (["set count Ann 2", "Ann plays green-1"], {"do": "uno"}, "Ann says uno"),
        (["set count Ann 2", "Ann plays green-1"], {"do": "catch", "accused": "Ann"}, "Ben catches Ann"),
        (["set count Ben 1"], {"do": "reload"}, "reload"),
        ([], {"do": "undo"}, "undo"),
        ([], {"do": "leave", "player": "Cem"}, "Cem leaves"),
        ([], {"do": "set-turn", "player": "Cem"}, "set turn Cem"),
        ([], {"do": "set-colour", "colour": "red"}, "set colour red"),
        ([], {"do": "set-direction", "direction": "counter-clockwise"}, "set direction counter-clockwise"),
        ([], {"do": "set-count", "player": "Ben", "number": "3"}, "set count Ben 3"),
        ([], {"do": "set-top", "card": "red-5"}, "set top red-5"),
        ([], {"do": "set-score", "player": "Ben", "number": "120"}, "set score Ben 120"),
        ([], {"do": "statement", "statement": "Ann presses 2"}, "Ann presses 2"),
        (
            ["set count Ann 1", "Ann plays green-1"],
            {"do": "count", "player": "Ben", "points": "42"},
            "Ben left 42 points",
        ),
        (
            ["set count Ann 1", "Ann plays green-1"],
            {"do": "count", "player": "Ben", "more": "red-3 wild"},
            "Ben left red-3 wild",
        ),
    ],
)
def test_every_form_makes_its_statement(
    house: House, before: list[str], fields: dict[str, str], statement: str
) -> None:
    host = house.joined()
    house.says(GAME, "top green-7", *before)
    html = followed(host, host.send("/say", key="k1", **fields))
    assert result_of(html) == statement
    assert house.table.version == 3 + len(before)


def test_the_first_card_and_the_next_round_have_their_forms(house: House) -> None:
    host = house.joined()
    house.says("game extreme players=Ann,Ben match_mode=rounds", "Ann holds red-7")
    followed(host, host.send("/say", do="top", card="red-1", key="k1"))
    house.says("Ann plays red-7")
    html = followed(host, host.send("/say", do="round", key="k2"))
    assert result_of(html) == "round"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"do": "play"}, "Choose a card."),
        ({"do": "play", "card": "mauve-7"}, "&#39;mauve-7&#39; is no card; write it like red-7, blue-skip or wild"),
        ({"do": "set-count", "player": "Ben"}, "Write a number."),
        ({"do": "set-count", "number": "3"}, "Choose a player."),
        ({"do": "count", "player": "Ben"}, "Write the points, or the cards."),
        ({"do": "dance"}, "This page is out of date: load it again."),
        ({}, "This page is out of date: load it again."),
    ],
)
def test_a_form_that_lacks_something_says_what(house: House, fields: dict[str, str], sentence: str) -> None:
    host = house.joined()
    house.says(GAME, "top green-7")
    assert result_of(followed(host, host.send("/say", key="k1", **fields))) == sentence


def test_a_stranger_who_sends_a_form_is_led_to_the_pin(house: House) -> None:
    house.says(GAME)
    stranger = house.phone()
    answer = stranger.send("/say", do="undo", key="k1")
    assert answer.headers["location"] == "/join"
    assert result_of(followed(stranger, answer)) == "This phone has not joined; enter the PIN."
    assert house.table.version == 1


def test_the_script_gets_the_same_answer_as_json(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    answer = host.request(
        "POST", "/say", data={"do": "play", "card": "red-3", "key": "k1"}, headers={"Accept": "application/json"}
    )
    assert answer.json() == {
        "message": "refused no-match",
        "accepted": False,
        "overrule": "Ann plays red-3 anyway",
    }


def test_a_question_is_asked_at_the_table_and_answered_here(house: House) -> None:
    host = house.joined()
    assert result_of(followed(host, host.send("/ask", query="status"))) == "answer to status"
    assert "out of date" in result_of(followed(host, host.send("/ask", query="hands")))
    stranger = house.phone()
    stranger.send("/ask", query="pin")
    assert house.asked == ["status"]


def test_a_game_is_started_from_the_page(house: House) -> None:
    host = house.joined("Ann")
    followed(
        host,
        host.send(
            "/start", players="Ann\nBen, Marie Claire", edition="extreme", dealer="Ben", uno_penalty="3", target=""
        ),
    )
    (entry,) = house.run(house.table.entries(1))
    assert entry.statement == 'game extreme players=Ann,Ben,"Marie Claire" dealer=Ben uno_penalty=3'


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"players": "", "edition": "extreme"}, 400),
        ({"players": "Ann, Ben", "edition": "nosuch"}, 400),
        ({"players": "Ann, Ben", "edition": "extreme", "uno_penalty": "lots"}, 400),
        ({"players": "Ann", "edition": "extreme"}, 422),
    ],
)
def test_a_game_that_cannot_be_started_keeps_what_was_filled_in(
    house: House, fields: dict[str, str], status: int
) -> None:
    host = house.joined()
    answer = host.send("/start", **fields)
    assert answer.status_code == status
    assert result_of(answer.text)
    assert f">{fields['players']}</textarea>" in answer.text
    assert house.table.version == 0


def test_a_player_cannot_start_a_game(house: House) -> None:
    house.joined()
    assert house.joined("Ben").send("/start", players="Ann, Ben", edition="extreme").status_code == 403


def test_every_option_has_plain_words_on_the_start_page() -> None:
    offered = {choice.name: choice for choice in choices(page_words("en"))}
    only_one_value = {"draw_from"}
    assert set(offered) == set(OPTIONS) - only_one_value
    for choice in offered.values():
        for value, _ in choice.values or ((str(choice.low), ""), (str(choice.high), "")):
            OPTIONS[choice.name](choice.name, value)  # raises for a value that nobody knows


def test_hosts_manage_phones_and_the_pin(house: House) -> None:
    host, player = house.joined("Ann"), house.joined("Ben")
    assert player.get("/phones").status_code == 403
    assert player.send("/phones", do="pin").status_code == 403
    pin = house.access.pin
    assert pin in host.get("/phones").text
    followed(host, host.send("/phones", do="pin"))
    assert house.access.pin != pin
    ben = next(phone for phone in house.access.phones() if phone.name == "Ben")
    followed(host, host.send("/phones", do="host", phone=ben.id))
    assert player.get("/phones").status_code == 200
    followed(host, host.send("/phones", do="remove", phone=ben.id))
    assert player.say("undo").status_code == 401


def test_the_games_page_offers_every_form(house: House) -> None:
    house.says(GAME)
    html = house.phone().get("/games").text
    for form in ("table", "csv", "json"):
        assert f"/api/games/1.{form}" in html


def test_the_bench_page_presses_scans_and_breaks_things(bench_house: House) -> None:
    here = bench_house.phone("127.0.0.1")
    assert here.get("/bench").status_code == 200
    followed(here, here.send("/bench", do="press"))
    tag = card_tag("X", "B1", 1)
    assert f'<option value="{tag}">' in here.get("/bench").text
    followed(here, here.send("/bench", do="scan", text=tag))
    html = followed(here, here.send("/bench", do="fault", fault="gremlin"))
    assert result_of(html) == "&#39;gremlin&#39; is no fault"
    assert bench_house.bench is not None
    assert bench_house.bench.done == ["press", tag]
    assert bench_house.phone().get("/bench").headers["location"] == "/join"


def test_a_page_that_does_not_exist_says_so_kindly(house: House) -> None:
    answer = house.phone().get("/nosuch")
    assert answer.status_code == 404
    assert "There is nothing here." in answer.text
    assert house.phone().get("/api/nosuch").json()["code"] == "not-found"


def test_no_page_brings_anything_from_elsewhere_or_inline(house: House) -> None:
    house.says(GAME, "top green-7")
    host = house.joined("Ann")
    for path in ("/", "/join", "/start", "/phones", "/games"):
        html = host.get(path).text
        assert not re.search(r'(?:src|href)="(?:https?:)?//', html), path
        assert not re.search(r"<style|<script(?![^>]*src=)|\sstyle=|\son\w+=", html), path
    policy = host.get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'self'")


def test_names_are_shown_as_text(house: House) -> None:
    host = house.joined('<b>"&')
    house.says('game extreme players="<b>\\"&",Ben', "top green-7")
    html = host.get("/").text
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_what_was_said_in_another_language_is_marked_as_such(house: House) -> None:
    house.announce("C’est à Ann.", locale="fr")
    assert '<li id="said-1" lang="fr">C’est à Ann.</li>' in house.phone().get("/").text


def test_a_machine_in_trouble_is_said_on_the_page(house: House) -> None:
    house.health = house.health | {"status": "degraded", "journal": {"version": 3, "state": "memory"}}
    html = house.phone().get("/").text
    assert re.search(r'id="part-trouble" class="result bad">', html)
    assert "the game is kept in memory only" in html


def test_a_double_tap_tells_what_the_first_tap_did(house: House) -> None:
    host = house.joined("Ann")
    house.says("game extreme players=Ann,Ben", "top red-5", "Ann plays red-6", "Ben presses 3")
    undone = [result_of(followed(host, host.send("/say", do="undo", key="twice", version="4"))) for _ in range(2)]
    assert undone[0] == undone[1]
    pressed = [result_of(followed(host, host.send("/say", do="press", number="3", key="once"))) for _ in range(2)]
    assert pressed[0] == pressed[1]
    assert house.table.version == 6
