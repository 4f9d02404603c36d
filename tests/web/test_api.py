"""The HTTP interface: state, statements, joining, games, and what each refusal looks like."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card
from companion.referee.commands import Play
from companion.voice.utterance import Outcome
from firmware_bridge.pin_map import LINES
from tests.web.house import House

GAME = "game extreme players=Ann,Ben,Cem"


def test_without_a_game_the_state_says_so(house: House) -> None:
    assert house.phone().get("/api/state").json() == {
        "version": 0,
        "game": None,
        "phase": "none",
        "players": [],
        "owes": [],
    }


def test_an_accepted_statement_is_answered_with_version_and_events(house: House) -> None:
    host = house.joined()
    host.say(GAME)
    answer = host.say("top red-7")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["accepted"], body["saved"], body["version"]) == (True, True, 2)
    assert [event["kind"] for event in body["events"]] == ["top", "turn"]
    assert body["says"] == ["top red-7"]
    assert host.get("/api/state").json()["top"] == "red-7"


def test_a_refusal_is_422_with_code_and_a_sentence_in_the_readers_language(house: House) -> None:
    host = house.joined()
    host.say(GAME)
    host.say("top red-7")
    answer = host.post("/api/statements", {"statement": "Ann plays blue-3"}, headers={"Accept-Language": "fr"})
    assert answer.status_code == 422
    assert answer.json()["accepted"] is False
    assert answer.json()["code"] == "no-match"
    assert answer.json()["message"] == "fr: refused no-match"
    assert host.get("/api/state").json()["version"] == 2


@pytest.mark.parametrize(
    "body",
    [
        {"statement": "Ann frobs red-7"},
        {"statement": ""},
        {"statement": "undo\nundo"},
        {"statement": "expect turn Ann"},
        {"statement": "game nosuch players=A,B"},
        {"statement": "game extreme players=A,B nosuch=1"},
        {"statement": "undo", "key": ""},
        {"statement": "undo", "key": "k" * 65},
        {"statement": "undo", "version": "1"},
        {"statement": "undo", "version": True},
        {"statement": "x" * 5000},
        {"key": "k"},
        ["undo"],
        "undo",
        None,
    ],
)
def test_what_cannot_be_read_is_400(house: House, body: object) -> None:
    host = house.joined()
    answer = host.post("/api/statements", body)
    assert (answer.status_code, answer.json()["accepted"], answer.json()["code"]) == (400, False, "unreadable")
    assert answer.json()["message"]


@pytest.mark.parametrize(
    "raw", [b"{", b"\xff\xfe", b"[" * 5000, b'{"statement": NaN}', b'{"statement": "\\ud800 leaves"}', b""]
)
def test_a_body_that_is_no_json_is_400(house: House, raw: bytes) -> None:
    host = house.joined()
    answer = host.request("POST", "/api/statements", content=raw, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_a_body_of_another_type_is_400(house: House) -> None:
    host = house.joined()
    answer = host.request("POST", "/api/statements", content=b'{"statement": "undo"}')
    assert answer.status_code == 400


def test_a_trailing_newline_is_still_one_statement(house: House) -> None:
    assert house.joined().say(f"\n{GAME}\r\n").status_code == 200


def test_a_phone_that_has_not_joined_may_read_and_not_speak(house: House) -> None:
    stranger = house.phone()
    answer = stranger.say(GAME)
    assert (answer.status_code, answer.json()["code"]) == (401, "not-joined")
    for path in ("/api/state", "/api/health", "/api/spoken", "/api/games", "/openapi.json", "/"):
        assert stranger.get(path).status_code == 200, path


def test_a_stale_version_is_409_with_the_state(house: House) -> None:
    host = house.joined()
    host.say(GAME)
    answer = host.say("top red-7", version=0)
    assert answer.status_code == 409
    assert answer.json()["accepted"] is False
    assert answer.json()["state"]["version"] == 1
    assert host.say("top red-7", version=1).status_code == 200


def test_who_said_a_statement_is_known_afterwards_by_phone_and_seat(house: House) -> None:
    host, ben = house.joined(), house.joined("Ben")
    host.say("game extreme players=Ann,Ben")
    host.say("top red-5")
    house.says("Ann plays red-7")
    ben.say("Ben says uno")
    said = [update.author and update.author.player for update in house.table.since(0)]
    assert said == [None, None, None, "Ben"]
    authors = [update.author for update in house.table.since(0)]
    assert authors[0] == authors[1] != authors[3], "a phone without a seat is told from others all the same"
    assert authors[2] is None, "at the table"


def test_a_key_makes_a_repeat_the_same_statement(house: House) -> None:
    host = house.joined()
    host.say(GAME)
    first = host.say("top red-7", key="k1").json()
    again = host.say("top red-7", key="k1")
    assert (again.status_code, again.json()) == (200, first)
    assert host.get("/api/state").json()["version"] == 2
    other = host.say("top red-8", key="k1")
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")


def test_health_counts_the_listeners(house: House) -> None:
    body = house.phone().get("/api/health").json()
    assert body["listeners"] == 0
    assert body["status"] == "ok"


def test_what_was_said_is_listed_from_a_number_on(house: House) -> None:
    house.announce("one", Outcome.SPOKEN)
    house.announce("two", Outcome.CUT)
    phone = house.phone()
    assert [said["text"] for said in phone.get("/api/spoken").json()] == ["one", "two"]
    assert phone.get("/api/spoken?since=1").json() == [
        {"number": 2, "text": "two", "locale": "en", "priority": "action", "state": "cut"}
    ]
    assert phone.get("/api/spoken?since=-1").status_code == 400


def test_the_first_to_join_hosts_and_the_next_play(house: House) -> None:
    assert house.phone().join("Ann").json() == {"role": "host", "name": "Ann"}
    assert house.phone().join("Ben").json() == {"role": "player", "name": "Ben"}


def test_a_wrong_pin_joins_nobody(house: House) -> None:
    phone = house.phone()
    wrong = "000000" if house.access.pin != "000000" else "000001"
    answer = phone.post("/api/join", {"pin": wrong})
    assert (answer.status_code, answer.json()["code"]) == (401, "not-joined")
    assert phone.say(GAME).status_code == 401


def test_guessing_the_pin_has_to_wait_and_joined_phones_never_notice(house: House) -> None:
    host = house.joined("Ann")
    guesser = house.phone()
    for _ in range(5):
        assert guesser.post("/api/join", {"pin": "wrong"}).status_code == 401
    answer = guesser.join()
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "30")
    assert host.join("Ben").status_code == 200
    assert house.phone("192.168.1.21").join().status_code == 200
    house.now_s = 31
    assert guesser.join().status_code == 200


@pytest.mark.parametrize("name", ["x" * 41, "a\u0007b"])
def test_a_name_nobody_could_be_called_by_is_400(house: House, name: str) -> None:
    assert house.phone().join(name).status_code == 400


def test_the_cookie_is_for_this_site_and_no_script(house: House) -> None:
    cookie = house.phone().join().headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_scan_is_judged_by_what_its_text_would_do(house: House) -> None:
    host, player = house.joined("Ann"), house.joined("Ben")
    host.say(GAME)
    host.say("top red-7")
    house.scans["ANYWAY"] = Play("Ben", (Card.from_word("blue-3"),), anyway=True)
    assert player.say('scan "ANYWAY"').status_code == 403
    house.scans["CARD"] = Play("Ann", (Card.from_word("red-3"),))
    assert player.say('scan "CARD"').status_code == 403
    assert host.say('scan "CARD"').status_code == 200


def test_games_are_listed_and_downloaded(house: House) -> None:
    host = house.joined()
    host.say(GAME)
    host.say("top red-7")
    host.say("game extreme players=Ann,Ben match_mode=single-round")
    listed = host.get("/api/games").json()
    assert [(game["id"], game["state"], game["players"]) for game in listed] == [
        (1, "unfinished", ["Ann", "Ben", "Cem"]),
        (2, "running", ["Ann", "Ben"]),
    ]
    assert host.get("/api/games/1.table").text.splitlines() == [GAME, "top red-7"]
    assert host.get("/api/games/1.csv").text.splitlines()[1].split(",")[0] == "1"
    assert host.get("/api/games/1.json").json()["game"] == 1
    for missing in ("/api/games/3.table", "/api/games/0.json", "/api/games/x.csv", "/api/games/1.pdf"):
        assert house.phone().get(missing).status_code == 404, missing


def test_a_game_that_is_won_is_listed_as_finished_with_its_winner(house: House) -> None:
    house.says(
        "game extreme players=Ann,Ben match_mode=single-round", "Ann holds red-7", "top red-1", "Ann plays red-7"
    )
    (game,) = house.phone().get("/api/games").json()
    assert (game["state"], game["winner"]) == ("finished", "Ann")


def test_the_interface_is_described_with_its_stream_and_without_foreign_answers(house: House) -> None:
    schema = house.phone().get("/openapi.json").json()
    assert "text/event-stream" in schema["paths"]["/api/events"]["get"]["responses"]["200"]["content"]
    assert {"200", "400", "401", "403", "409", "413", "421", "422"} <= set(
        schema["paths"]["/api/statements"]["post"]["responses"]
    )
    assert "HTTPValidationError" not in str(schema)


@pytest.mark.parametrize(("language", "told"), [("en", "no edge came"), ("fr", "aucun front")])
def test_a_press_of_a_stuck_button_is_answered_with_what_happened(
    bench_house: House, language: str, told: str
) -> None:
    assert bench_house.bench is not None
    bench_house.bench.stuck = True
    here = bench_house.phone("127.0.0.1", {"accept-language": language})
    answer = here.post("/api/bench/press")
    assert (answer.status_code, answer.json()["edge"]) == (202, False)
    assert told in answer.json()["message"]
    onward = here.send("/bench", do="press")
    assert told in here.get(onward.headers["location"]).text


def test_without_simulated_hardware_there_is_no_bench(house: House) -> None:
    host = house.joined()
    assert host.post("/api/bench/press").status_code == 404
    assert host.get("/api/bench/pins").status_code == 404
    assert host.get("/bench").status_code == 404
    assert "/api/bench/press" not in host.get("/openapi.json").text


def test_the_bench_is_open_on_this_machine_and_to_hosts_elsewhere(bench_house: House) -> None:
    here = bench_house.phone("127.0.0.1")
    assert here.post("/api/bench/press").json() == {"edge": True}
    assert here.post("/api/bench/scan", {"text": "TX"}).status_code == 202
    assert here.post("/api/bench/scan", {"text": "TM", "private": True}).status_code == 202
    assert here.post("/api/bench/fault", {"fault": "jam"}).status_code == 202
    assert here.post("/api/bench/pin", {"name": "gate", "pattern": [[1, 120], [0, 8]]}).status_code == 202
    assert here.post("/api/bench/press", {"button": "undo"}).json() == {"edge": True}
    assert here.post("/api/bench/press", {}).json() == {"edge": True}
    assert [pin["name"] for pin in here.get("/api/bench/pins").json()] == list(LINES)
    assert bench_house.bench is not None
    assert bench_house.bench.done == [
        *("press", "TX", "private TM", "jam", ("gate", [(1, 120), (0, 8)]), "press undo", "press")
    ]
    stranger, mapped = bench_house.phone(), bench_house.phone("::ffff:127.0.0.1")
    assert stranger.post("/api/bench/press").status_code == 401
    assert stranger.get("/api/bench/pins").status_code == 401
    assert mapped.post("/api/bench/press").status_code == 202
    host, player = bench_house.joined(), bench_house.joined()
    assert host.post("/api/bench/press").status_code == 202
    assert player.post("/api/bench/press").status_code == 403


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("press", {"button": "gremlin"}),
        ("press", {"button": 7}),
        ("press", {"knob": "undo", "button": None}),
        ("fault", {"fault": "gremlin"}),
        ("fault", {}),
        ("scan", {"text": 7}),
        ("pin", {"name": "nosuch", "pattern": [[1, 10]]}),
        ("pin", {"name": "gate", "pattern": [[2, 10]]}),
        ("pin", {"name": "gate", "pattern": [[1, -10]]}),
        ("pin", {"name": "gate", "pattern": []}),
    ],
)
def test_what_the_bench_does_not_know_is_400(bench_house: House, path: str, body: object) -> None:
    answer = bench_house.phone("127.0.0.1").post(f"/api/bench/{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert bench_house.bench is not None
    assert bench_house.bench.done == []
