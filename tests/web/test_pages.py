"""The pages without script: plain forms, one result sentence, the reader's language."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import httpx
import pytest

from companion.deal import Progress
from companion.referee.decks import editions, load_deck
from companion.referee.events import Phase
from companion.referee.notation import read
from companion.referee.options import OPTIONS, PRESETS, UnknownOptionError
from companion.tags import CardTag, CommandWord, card_tag, command_tag, read_tag
from companion.voice.utterance import Outcome
from companion.web.language import page_words
from companion.web.pages.starting import games_to_play
from companion.web.views.option_words import option_groups
from tests.web.house import House, Phone, begin, opened

GAME = "game extreme players=Ann,Ben,Cem"


def followed(phone: Phone, answer: httpx.Response) -> str:
    """The page that a form leads to."""
    assert answer.status_code == 303, answer.text
    return phone.get(answer.headers["location"]).text


def refused_plays(html: str) -> dict[str, str]:
    """What is listed as refused, by its number."""
    rows = re.findall(r'<p id="refused-\d"[^>]*>(.+?)</p>.*?name="refused" value="(\d+)"', html, re.DOTALL)
    return {number: text for text, number in rows}


def result_of(html: str) -> str:
    found = re.search(r'id="result"[^>]*>([^<]*)<', html)
    assert found
    return found[1]


def test_the_page_says_in_one_line_what_is_going_on(house: House) -> None:
    house.says(GAME, "top green-7", "Ann presses 0")
    html = house.phone().get("/").text
    assert '<h1 id="now" tabindex="-1">Now: green 7, Ben to play</h1>' in html
    assert (
        '<span id="line" tabindex="0" aria-describedby="line-for" data-parted>g7 ben&gt; ben7 cem7 +</span>' in html
    )
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


def test_where_no_game_is_on_each_phone_is_told_what_it_can_do_itself(house: House) -> None:
    nobody_hosts = house.phone().get("/").text
    assert "whoever joins first does, and can start a game" in nobody_hosts
    host, player = house.joined("Ann"), house.joined("Ben")
    assert ">New game</a>" in host.get("/").text
    assert "A host’s phone starts a game, under New game there; or at the table" in player.get("/").text
    assert "Whoever joins can play along, or keep score." in house.phone().get("/").text
    for phone in (player, house.phone()):
        assert 'href="/start"' not in phone.get("/").text


def test_joining_by_the_form_leads_to_the_table(house: House) -> None:
    house.says(GAME)
    phone = house.phone()
    html = followed(phone, phone.send("/join", pin=house.access.pin, name="Ben", other=""))
    assert result_of(html) == "This phone has joined."
    assert [(joined.name, joined.role) for joined in house.access.phones()] == [("Ben", "host")]


def test_a_wrong_pin_on_the_form_is_said_and_what_was_chosen_stays(house: House) -> None:
    answer = house.phone().send("/join", pin="12345x", other="Zoé")
    assert answer.status_code == 401
    assert result_of(answer.text).startswith("A PIN has 6 digits, not 5.")
    assert 'value="Zoé"' in answer.text


def test_a_phone_whose_player_is_not_in_the_game_takes_the_seat_that_was_chosen(house: House) -> None:
    phone = house.joined("Zoé")
    house.says(GAME)
    html = phone.get("/join").text
    was = re.search(r'name="was" value="(.*?)"', html)
    assert was
    assert (was[1], re.search(r'id="other"[^>]* value="(.*?)"', html)[1]) == ("Zoé", "Zoé")  # type: ignore[index]
    followed(phone, phone.send("/join", name="Ann", other="Zoé", was="Zoé"))
    assert [joined.name for joined in house.access.phones()] == ["Ann"]
    followed(phone, phone.send("/join", name="Ann", other="Emil", was=""))
    assert [joined.name for joined in house.access.phones()] == ["Emil"], "what somebody wrote is meant"


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


def test_a_missed_scan_is_made_good_for_on_the_page(house: House) -> None:
    house.says(GAME, "top red-3", "Ann plays red-7")
    phone = house.phone()
    phone.join("Ben")
    assert "A scan was missed" in phone.get("/").text
    followed(phone, phone.send("/say", do="missed", version="3"))
    assert phone.get("/api/state").json()["turn"] == "Ann"
    followed(phone, phone.send("/say", do="play", player="Ann", card="red-9"))
    state = phone.get("/api/state").json()
    assert (state["top"], state["turn"]) == ("red-7", "Cem")
    assert [seat["count"] for seat in state["players"]] == [6, 6, 7]


def test_a_refused_play_can_be_overruled_by_a_host(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    html = followed(host, host.send("/say", do="play", card="red-3", key="k1"))
    assert result_of(html) == "refused no-match"
    assert refused_plays(html) == {"1": "refused no-match"}
    html = followed(host, host.send("/say", do="anyway", refused="1", key="k2", version="2"))
    assert "Now: red 3, Ben to play" in html
    assert refused_plays(html) == {}
    html = followed(host, host.send("/say", do="anyway", refused="1", key="k3"))
    assert result_of(html).startswith("The table has moved on meanwhile.")


def test_a_play_refused_on_another_phone_or_at_the_scanner_can_be_overruled_too(house: House) -> None:
    host, ben = house.joined("Ann"), house.joined("Ben")
    house.says(GAME, "top green-7", "Ann presses 0")
    ben.send("/say", do="play", player="Ben", card="red-3", key="k1")
    house.scanned("b5", "b5")
    assert len(refused_plays(host.get("/").text)) == 2  # the same card once more is no news
    answer = ben.request(
        "POST", "/say", data={"do": "anyway", "refused": "1"}, headers={"Accept": "application/json"}
    )
    assert answer.json()["message"].startswith("This phone may speak for its own seat only.")
    html = followed(host, host.send("/say", do="anyway", refused="3", key="k2"))
    assert "Now: blue 5, Cem to play" in html


def test_what_a_phone_was_just_answered_is_not_listed_once_more_in_words(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    shown = [
        followed(host, host.send("/say", do="play", card="red-3")),
        followed(host, host.send("/say", do="pass")),
        host.get("/").text,
    ]
    listed = [re.search(r'<p id="refused-0"( hidden)?>refused no-match<', html) for html in shown]
    assert [found and found[1] for found in listed] == [" hidden", None, None]
    assert all("Play it anyway" in html for html in shown)


def test_hands_are_counted_once_each_and_the_page_says_how_a_wrong_count_is_put_right(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7", "set count Ann 1", "Ann plays green-3")

    def offered() -> list[str]:
        choice = re.search(r'<select id="count-player".*?</select>', host.get("/").text, re.DOTALL)
        assert choice
        return re.findall(r'<option id="waits-\d" value="(\w+)">', choice[0])

    assert offered() == ["Ben", "Cem"]
    assert ' id="part-counted" hidden' in host.get("/").text
    html = followed(host, host.send("/say", do="count", player="Ben", points="301"))
    assert offered() == ["Cem"]
    assert "Counted: Ben 301. Is the last one wrong? Undo takes it back, and it is counted again." in html
    followed(host, host.send("/say", do="undo"))
    assert offered() == ["Ben", "Cem"]


@pytest.mark.parametrize("path", ["/say", "/hand"])
def test_no_slip_of_the_finger_ends_a_match_by_more_points_than_the_cards_are_worth(house: House, path: str) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7", "set count Ann 1", "set count Ben 2", "Ann plays green-3")
    version = house.table.version
    html = host.send(path, key="k1", do="count", player="Ben", points="101", version=str(version))
    told = unescape(followed(host, html) if html.status_code == 303 else html.text)
    assert (
        "By the table’s count Ben has 2 cards, worth at most 100 points: write the points anew. "
        "If there are more cards, tell them card by card."
    ) in told
    assert house.table.version == version
    host.send(path, key="k2", do="count", player="Ben", points="100", version=str(version))
    assert house.table.version == version + 1


def test_where_one_hand_is_left_to_count_the_forms_name_it_and_do_not_ask_whose(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7", "set count Ann 1", "Ann plays green-3")
    asks = re.compile(r'<div id="part-count-whose">')
    assert asks.search(host.get("/").text)
    assert "Whose cards" in host.get("/hand").text
    assert "Choose a player." in result_of(followed(host, host.send("/say", do="count", player="", points="5")))
    house.says("Cem left 4 points")
    for page in (host.get("/").text, host.get("/hand").text):
        assert "Count the hand of Ben" in page
    assert not asks.search(host.get("/").text)
    assert "Whose cards" not in host.get("/hand").text
    host.send("/say", do="count", player="", points="5")
    assert house.table.state.phase is Phase.ROUND_OVER
    assert "Choose a player." in result_of(followed(host, host.send("/say", do="count", player="", points="5")))


def test_what_nobody_may_insist_on_is_not_listed(house: House) -> None:
    host = house.joined("Ann")
    house.says(GAME, "top green-7")
    for statement in ("Ben plays green-3", "Ann plays green-flip", "Ann plays green-3 green-4", "Ann challenges"):
        assert host.say(statement).status_code == 422
    assert refused_plays(host.get("/").text) == {}


def test_a_player_is_not_offered_to_overrule(house: House) -> None:
    house.joined("Ann")
    player = house.joined("Ben")
    house.says(GAME, "top green-7", "Ann presses 0")
    html = followed(player, player.send("/say", do="play", card="red-3", player="Ben", key="k1"))
    assert result_of(html) == "refused no-match"
    assert "anyway" not in html
    assert (
        '<div id="part-refused-0" class="refused">\n<p id="refused-0" hidden>refused no-match</p>\n<p class="hint">'
        in html
    )


@pytest.mark.parametrize(
    ("before", "fields", "statement"),
    [
        ([], {"do": "play", "card": "green-3"}, "Ann plays green-3"),
        ([], {"do": "play", "card": "wild", "colour": "blue"}, "Ann plays wild as blue"),
        ([], {"do": "play", "colour": "green", "value": "3"}, "Ann plays green-3"),
        ([], {"do": "play", "colour": "blue", "value": "wild"}, "Ann plays wild as blue"),
        ([], {"do": "play", "value": "wild"}, "Ann plays wild"),
        (["Ann plays green-discard-all"], {"do": "discard", "value": "3"}, "Ann discards green-3"),
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


@pytest.mark.parametrize("layout", [{}, str.maketrans("1234567890", "&é\"'(-è_çà")], ids=["rightly", "French"])
def test_a_tag_that_a_scanner_types_into_the_statement_field_is_scanned(house: House, layout: dict[int, str]) -> None:
    host = house.joined()
    deck = load_deck("extreme")
    house.says(GAME, "top green-7")
    tag = card_tag(deck.letter, "K1", 1 + [str(card) for card in deck.cards].index("green-1")).translate(layout)
    house.scans[tag] = read("Ann plays green-1")
    html = followed(host, host.send("/say", key="k1", do="statement", statement=tag))
    assert unescape(result_of(html)) == f'scan "{tag}"'
    assert str(house.table.state.top) == "green-1"


@pytest.mark.parametrize(
    ("finding", "number", "awaited"),
    [("double-feed", "3", "rest"), ("double-feed", "5", None), ("gate-dead", "3", None), (None, "3", None)],
)
def test_a_number_written_on_the_page_is_the_number_told_at_the_table(
    house: House, finding: str | None, number: str, awaited: str | None
) -> None:
    async def doubtful() -> None:
        await house.table.begin_press("Ann", 5)
        if finding is not None:
            await house.table.find_press(finding)
        await house.table.ask_press()

    host = house.joined()
    house.says(GAME, "top green-7")
    house.run(doubtful())
    host.send("/say", key="k1", do="came", number=number)
    press = house.table.interrupted
    if awaited is None:
        assert press is None
        assert house.table.state.seats[0].count == 7 + int(number)
    else:
        assert press is not None
        assert (press.goes_on, press.counted) == (True, int(number))
        host.send("/say", key="k2", do="came", number=number)  # that is all
        assert house.table.interrupted is None
        assert house.table.state.seats[0].count == 7 + int(number)


def test_a_second_answer_to_one_question_is_nobody_elses_press(house: House) -> None:
    host, other = house.joined(), house.joined()
    house.says(GAME, "top green-7")

    async def doubtful() -> None:
        await house.table.begin_press("Ann", 3)
        await house.table.find_press("double-feed")
        await house.table.ask_press()

    house.run(doubtful())
    host.send("/say", key="k1", do="came", number="3")
    version = house.table.version
    late = followed(other, other.send("/say", key="k2", do="came", number="3"))
    assert result_of(late) == "Nobody asks for that now."
    assert house.table.version == version


ANN_IS_DEALT_TO, BEN_IS_IN_DOUBT = Progress("Ann", 3, 7), Progress("Ben", 3, 7, in_doubt=True)


@pytest.mark.parametrize(
    ("deal", "fields", "cards"),
    [
        (None, {"answer": "yes"}, ["YES"]),
        (ANN_IS_DEALT_TO, {"answer": "no"}, ["NO"]),
        (BEN_IS_IN_DOUBT, {"number": " 12 "}, ["ONE", "TWO", "DONE"]),
    ],
)
def test_an_answer_about_the_deal_is_the_command_cards_that_say_it(
    house: House, deal: Progress | None, fields: dict[str, str], cards: list[str]
) -> None:
    host = house.joined()
    house.says(GAME, "top green-7")
    house.deals.progress, house.deals.offered = deal, deal is None
    tags = [command_tag(CommandWord(card)) for card in cards]
    house.scans |= dict.fromkeys(tags, read("set count Ann 3"))
    assert result_of(followed(host, host.send("/deal", **fields)))
    entries = house.run(house.table.entries(1))
    assert [entry.statement for entry in entries[2:]] == [f'scan "{tag}"' for tag in tags]


@pytest.mark.parametrize(
    ("deal", "offered", "fields"),
    [
        (None, False, {"answer": "yes"}),
        (None, True, {"number": "7"}),
        (ANN_IS_DEALT_TO, False, {"answer": "perhaps"}),
        (ANN_IS_DEALT_TO, False, {"number": "7"}),
        (BEN_IS_IN_DOUBT, False, {"answer": "no"}),
    ],
)
def test_an_answer_about_the_deal_that_nobody_asked_for_is_no_card(
    house: House, deal: Progress | None, offered: bool, fields: dict[str, str]
) -> None:
    phone = house.joined()
    house.says(GAME)
    house.deals.progress, house.deals.offered = deal, offered
    assert result_of(followed(phone, phone.send("/deal", **fields))) == "Nobody asks for that now."
    assert house.table.version == 1


@pytest.mark.parametrize(
    ("state", "told"),
    [("connected", "ready"), ("lost", "gone; check its cable"), ("absent", "missing")],
)
def test_the_private_reader_has_its_own_words_in_the_health(house: House, state: str, told: str) -> None:
    scanner = {"state": "connected", "port": "/dev/x", "reads": 0, "dropped": 0, "private": {"state": state}}
    house.health = house.health | {"scanner": scanner}
    html = house.joined().get("/").text
    assert f"Scanner: ready, private reader: {told}<" in html


CLASSIC = "game classic players=Ann,Ben,Cem"
FLIP = "game flip players=Ann,Ben,Cem"
PLUS_FOUR = "Ann plays wild-draw-four as red"


@pytest.mark.parametrize(
    ("before", "fields", "statement"),
    [
        ([CLASSIC], {"do": "hold", "player": "Ben", "number": "5"}, "Ben holds 5"),
        ([CLASSIC], {"do": "hold", "player": "Ben", "more": "red-3, wild"}, "Ben holds red-3 wild"),
        ([CLASSIC, "top green-7"], {"do": "draw"}, "Ann draws"),
        ([CLASSIC, "top green-7"], {"do": "draw", "number": "1"}, "Ann draws 1"),
        ([CLASSIC, "top green-7"], {"do": "draw", "card": "red-3"}, "Ann draws red-3"),
        ([CLASSIC, "top green-7", "Ann draws"], {"do": "pass"}, "Ann passes"),
        ([CLASSIC, "top green-7", PLUS_FOUR], {"do": "accept"}, "Ben accepts"),
        ([CLASSIC, "top green-7", PLUS_FOUR], {"do": "challenge"}, "Ben challenges"),
        ([CLASSIC, "top green-7", PLUS_FOUR, "Ben challenges"], {"do": "guilty"}, "hand is guilty"),
        ([CLASSIC, "top green-7", PLUS_FOUR, "Ben challenges"], {"do": "innocent"}, "hand is innocent"),
        (
            [CLASSIC, "Ann holds 3", "top green-7", PLUS_FOUR, "Ben challenges"],
            {"do": "judged", "more": "red-3 green-1"},
            "Ann holds red-3 green-1",
        ),
        (
            [CLASSIC + " auto_draw=off", "top green-7", "Ann plays green-draw-two"],
            {"do": "draw", "card": "red-3", "more": "wild"},
            "Ben draws red-3 wild",
        ),
        (
            [CLASSIC + " stacking=same-kind", "top green-7", "Ann plays green-draw-two"],
            {"do": "play", "card": "red-draw-two"},
            "Ben plays red-draw-two",
        ),
        (
            [CLASSIC + " jump_in=on", "top green-7"],
            {"do": "play", "card": "green-7", "player": "Cem"},
            "Cem plays green-7",
        ),
        (
            [CLASSIC + " seven_zero=on", "top green-2"],
            {"do": "play", "card": "green-7", "target": "Cem"},
            "Ann plays green-7 at Cem",
        ),
        ([FLIP, "top green-7", "Ann plays green-flip"], {"do": "top", "card": "pink-6"}, "top pink-6"),
        (
            [FLIP, "top green-flip", "top pink-6"],
            {"do": "play", "card": "wild-draw-colour", "colour": "teal"},
            "Ann plays wild-draw-colour as teal",
        ),
        (
            [FLIP, "top green-flip", "top pink-6", "Ann plays wild-draw-colour as teal", "Ben accepts"],
            {"do": "draw", "number": "4"},
            "Ben draws 4",
        ),
        (
            [
                FLIP + " draw_from=dispenser",
                "top green-flip",
                "top pink-6",
                "Ann plays wild-draw-colour as teal",
                "Ben accepts",
                "Ben presses 3",
            ],
            {"do": "done"},
            "Ben is done",
        ),
        (
            [CLASSIC + " draw_from=dispenser", "top green-7", "Ann plays green-draw-two"],
            {"do": "press", "number": "2"},
            "Ben presses 2",
        ),
    ],
)
def test_every_edition_and_agreement_has_its_forms(
    house: House, before: list[str], fields: dict[str, str], statement: str
) -> None:
    host = house.joined()
    house.says(*before)
    html = followed(host, host.send("/say", key="k1", **fields))
    assert result_of(html) == statement
    assert house.table.version == len(before) + 1


def test_a_player_answers_for_the_own_seat_only(house: House) -> None:
    house.joined("Ann")
    ben, cem = house.joined("Ben"), house.joined("Cem")
    house.says(CLASSIC, "top green-7", PLUS_FOUR)
    assert "own seat only" in result_of(followed(cem, cem.send("/say", do="challenge", player="Ben", key="k1")))
    assert result_of(followed(ben, ben.send("/say", do="challenge", player="Ben", key="k2"))) == "Ben challenges"
    assert result_of(followed(cem, cem.send("/say", do="guilty", key="k3"))) == "hand is guilty"


def keys_of(html: str, part: str) -> tuple[set[str], set[str]]:
    """The colours, numbers and actions that can be tapped, and those that wait for the other side."""
    found = re.search(rf'<div id="{part}".*?</form>', html, re.DOTALL)
    assert found
    away = "".join(re.findall(r"<fieldset[^>]* disabled>.*?</fieldset>", found[0], re.DOTALL))
    every, waiting = (set(re.findall(r'name="(?:colour|value)" value="([^"]+)"', text)) for text in (found[0], away))
    here = set(re.findall(r'name="(?:colour|value)" value="([^"]+)"', found[0].replace(away, "")))
    assert every == here | waiting
    return here, waiting


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("edition", editions())
def test_every_key_for_a_card_has_its_large_sign_also_where_the_sign_is_its_name(
    house: House, edition: str, locale: str
) -> None:
    host = house.joined("Ann")
    house.says(f"game {edition} players=Ann,Ben", "top red-7" if edition != "flip" else "top green-7")
    html = host.get("/", headers={"accept-language": locale}).text
    keys = re.findall(r'<button name="value" value="[^"]+"[^>]*>(.*?)</button>', html)
    assert len(keys) > 2 * len(range(10))
    assert [key for key in keys if not re.match(r"<span[^>]*>[^<]+</span>", key)] == []


def test_in_flip_the_cards_of_the_side_in_play_can_be_chosen(house: House) -> None:
    host = house.joined()
    house.says(FLIP, "top green-7")
    light, waiting = keys_of(host.get("/").text, "part-play")
    assert {"red", "1", "wild-draw-two"} <= light
    assert {"pink", "1", "wild-draw-colour"} <= waiting
    house.says("Ann plays green-flip", "top pink-6")
    html = host.get("/").text
    assert keys_of(html, "part-play") == (waiting, light)
    buttons = re.findall(r'<button name="colour" value="(\w+)"[^>]*data-side="dark">', html)
    assert buttons == ["pink", "teal", "orange", "purple"]


def test_other_editions_show_one_side_and_all_of_it(house: House) -> None:
    host = house.joined()
    house.says(CLASSIC, "top green-7")
    keys, waiting = keys_of(host.get("/").text, "part-play")
    assert waiting == set()
    assert len(keys) == 4 + 13 + 2


@pytest.mark.parametrize(
    ("game", "aims", "place"),
    [
        (CLASSIC, False, "Draw pile"),
        (CLASSIC + " seven_zero=on", True, "Draw pile"),
        (CLASSIC + " draw_from=launcher", False, "In the dispenser"),
        ("game attack players=Ann,Ben", True, "In the dispenser"),
    ],
)
def test_the_play_form_asks_what_the_edition_can_need(house: House, game: str, aims: bool, place: str) -> None:
    host = house.joined()
    house.says(game, "top green-2")
    html = host.get("/").text
    assert ('id="play-target"' in html) is aims
    assert f"<dt>{place}</dt>" in html


def test_hands_are_told_on_a_hosts_phone_only(house: House) -> None:
    host, player = house.joined("Ann"), house.joined("Ben")
    house.says(CLASSIC)
    assert 'id="part-hold"' in host.get("/").text
    assert 'id="part-hold"' not in player.get("/").text


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
        ({"do": "play", "value": "7"}, "Choose a colour first, then the number or action."),
        ({"do": "play", "card": "mauve-7"}, "&#39;mauve-7&#39; is no card; write it like red-7, blue-skip or wild"),
        ({"do": "hold", "number": "3"}, "Choose a player."),
        ({"do": "colour"}, "Choose a colour."),
        ({"do": "hold", "player": "Ben"}, "Write how many cards, or which."),
        ({"do": "judged"}, "Tell the cards of the hand: how many there are of each."),
        ({"do": "judged", "more": "red-3"}, "Choose a player."),
        ({"do": "count", "player": "Ben"}, "Write the points, or tell the cards."),
        ({"do": "count", "player": "Ben", "n-red-3": "two"}, "&#39;two&#39; is no number from 0 to 99"),
        ({"do": "discard"}, "Tell the cards that lie under it: how many there are of each."),
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
        "version": 2,
    }


def test_a_question_is_asked_at_the_table_and_answered_here(house: House) -> None:
    host = house.joined()
    assert result_of(followed(host, host.send("/ask", query="status"))) == "answer to status"
    assert "out of date" in result_of(followed(host, host.send("/ask", query="hands")))
    stranger = house.phone()
    stranger.send("/ask", query="pin")
    assert house.asked == ["status"]


@pytest.mark.parametrize("path", ["/", "/join", "/games", "/phones", "/start"])
def test_who_has_no_name_is_called_on_every_page_what_the_badge_says(path: str, house: House) -> None:
    house.says(
        'game classic players="player 1","player 2","player 3"', "top red-7", '"player 1" draws', '"player 1" passes'
    )
    host = house.joined("player 2")
    html = host.get(path, headers={"Accept-Language": "fr"}).text
    written = re.findall(r'name="player" value="([^"]*)"', html)
    visible = unescape(" ".join((re.sub(r"<[^>]*>", " ", html), *written)))
    assert "place 2" in visible
    assert "player" not in visible


def test_what_the_page_calls_who_has_no_name_is_understood_when_it_comes_back(house: House) -> None:
    host = house.phone(headers={"Accept-Language": "fr"})
    host.join()
    host.send("/join", other="place 2")
    assert [phone.name for phone in house.access.phones()] == ["player 2"]
    begin(host, "place 1", "Place 2", "Zoé", dealer="1")
    (entry,) = house.run(house.table.entries(1))
    assert entry.statement == 'game extreme players="player 1","player 2",Zoé dealer="player 2"'


ONE_BY_ANOTHER_NAME = {"rounds"}  # the notation's second word for hands-won


def test_every_option_and_value_has_plain_words_on_the_start_page() -> None:
    offered = [choice for group in option_groups(page_words("en")) for choice in group.choices]
    assert sorted(choice.name for choice in offered) == sorted(OPTIONS)
    for choice in offered:
        ends = () if choice.lines else ((str(choice.low), ""), (str(choice.high), ""))
        for value, _ in choice.values or ends:
            OPTIONS[choice.name](choice.name, value)  # raises for a value that nobody knows
        if choice.values:
            with pytest.raises(UnknownOptionError) as refused:
                OPTIONS[choice.name](choice.name, "nothing of the kind")
            allowed = set(str(refused.value).partition(" can be ")[2].split(", ")) - ONE_BY_ANOTHER_NAME
            assert {value for value, _ in choice.values} == allowed
        assert choice.label


def test_every_edition_and_preset_is_offered_by_its_name() -> None:
    for locale in ("en", "fr"):
        offered = dict(entry for _, entries in games_to_play(page_words(locale)) for entry in entries)
        assert set(offered) == set(editions()) | set(PRESETS)
        assert all(name not in {value, ""} for value, name in offered.items())


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
    followed(here, here.send("/bench", do="press", button="undo"))
    tag = card_tag("X", "B1", 1)
    assert f'<option value="{tag}">' in here.get("/bench").text
    followed(here, here.send("/bench", do="scan", text=tag))
    html = followed(here, here.send("/bench", do="fault", fault="gremlin"))
    assert result_of(html) == "&#39;gremlin&#39; is no fault"
    assert bench_house.bench is not None
    assert bench_house.bench.done == ["press", "press undo", tag]
    assert bench_house.phone().get("/bench").headers["location"] == "/join"


@pytest.mark.parametrize(
    ("edition", "cards"),
    [("classic", 108), ("classic-112", 112), ("attack", 112), ("flip", 2 * 112), ("h2o", 108)],
)
def test_the_bench_holds_the_deck_of_the_game_with_both_its_sides(
    bench_house: House, edition: str, cards: int
) -> None:
    bench_house.says(f"game {edition} players=Ann,Ben")
    html = bench_house.phone("127.0.0.1").get("/bench").text
    deck = load_deck(edition)
    readings = [read_tag(tag) for tag in re.findall(rf'<option value="(T{deck.letter}B1\w{{5}})">', html)]
    assert len(readings) == cards
    read = Counter(reading.card for reading in readings if isinstance(reading, CardTag))
    assert read == {card: face.copies for card, face in deck.faces.items()}


def test_a_page_that_does_not_exist_says_so_kindly(house: House) -> None:
    answer = house.phone().get("/nosuch")
    assert answer.status_code == 404
    assert "There is nothing here." in answer.text
    assert house.phone().get("/api/nosuch").json()["code"] == "not-found"


def test_no_page_brings_anything_from_elsewhere_or_inline(house: House) -> None:
    house.says(GAME, "top green-7")
    host = house.joined("Ann")
    for path in ("/", "/join", "/start", "/phones", "/names", "/games"):
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


@pytest.mark.parametrize(
    ("outcome", "mark"),
    [
        (Outcome.SPOKEN, ""),
        (Outcome.CUT, " (cut short)"),
        (Outcome.DROPPED, " (not said)"),
        (Outcome.COALESCED, " (not said)"),
        (Outcome.FAILED, " (not heard)"),
    ],
)
def test_whatever_was_not_heard_to_its_end_is_marked_in_the_list_of_what_was_said(
    house: House, outcome: Outcome, mark: str
) -> None:
    house.announce("Ben has 3 cards.", outcome)
    html = house.phone().get("/").text
    line = html.partition('<li id="said-1">')[2].partition("</li>")[0]
    assert re.sub("<.*?>", "", line) == f"Ben has 3 cards.{mark}"
    assert not mark or f'data-{outcome}="{mark[2:-1]}"' in html  # for the script


def test_a_new_game_has_one_name_wherever_the_way_to_it_is(house: House) -> None:
    host = house.joined("Ann")
    for path in ("/", "/names", "/presets"):
        assert set(re.findall(r'href="/start"[^>]*>([^<]*)<', host.get(path).text)) == {"New game"}, path
    assert re.findall(r"<(?:h1|title)>([^<]*)", host.get("/start").text) == ["New game – UNO table", "New game"]


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


@pytest.mark.parametrize(("language", "told"), [("en", "undo"), ("fr", "C’est déjà fait.")])
def test_what_was_done_before_the_machine_started_anew_is_answered_in_the_reader_s_language(
    tmp_path: Path, language: str, told: str
) -> None:
    for _ in range(2):
        for house in opened(tmp_path):
            host = house.phone(headers={"accept-language": language})
            host.join("Ann")
            if house.table.version == 0:
                house.says("game extreme players=Ann,Ben", "top red-5", "Ann plays red-6")
            answer = host.send("/say", do="undo", key="twice")
            assert house.table.version == 4
            message = result_of(followed(host, answer))
    assert message == told


def test_only_a_host_makes_the_table_sound_and_is_told_where_nobody_hears_it(house: House) -> None:
    host, guest = house.joined("Ann"), house.joined("Ben")
    assert guest.send("/sounds", sound="uno").status_code == 403
    assert house.sounds.played == []
    house.sounds.audible = False
    page = followed(host, host.send("/sounds", sound="uno"))
    assert "Nobody hears the loudspeaker now" in unescape(result_of(page))
    assert "out of date" in result_of(followed(host, host.send("/sounds", sound="hurrah")))
    house.sounds.on = False
    assert "voice.earcons" in host.get("/sounds").text
    assert "Long, bref, long" in guest.get("/sounds", headers={"Accept-Language": "fr"}).text


def test_whoever_has_joined_reads_the_check_and_hears_what_needs_attention(house: House) -> None:
    guest = house.joined("Ben")
    page = unescape(guest.get("/check").text)
    places = [page.index(text) for text in ("1 thing needs attention: clock.", "Connect to the", "Scanner")]
    assert places == sorted(places)
    assert "answer to check" in result_of(followed(guest, guest.send("/check")))
    guest.get("/check", headers={"Accept-Language": "fr"})
    assert house.checked == ["en", "en", "fr"]
    assert "/check" in guest.get("/").text
    stranger = house.phone()
    assert stranger.send("/check").headers["location"].startswith("/join")
    assert stranger.get("/check").headers["location"].startswith("/join")
    assert "/check" not in stranger.get("/").text


def test_every_page_of_the_menu_marks_its_own_link_and_no_other(house: House) -> None:
    host = house.joined("Ann")
    menu = re.findall(r'<li><a href="(/[a-z]*)"', host.get("/").text)
    assert len(menu) >= 10
    for path in menu:
        html = host.get(path).text
        assert html.startswith("<!doctype html>")
        if "<nav" in html:  # the big screen has none
            assert re.findall(r'<li><a href="(/[a-z]*)" aria-current="page"', html) == [path]


def test_what_was_taken_back_can_be_redone_beside_undo_until_something_else_is_said(house: House) -> None:
    host = house.joined("Ann")
    hidden = 'id="part-again" hidden'
    house.says("game extreme players=Ann,Ben", "top green-7", "Ann plays blue-7")
    assert hidden in host.get("/").text
    house.says("undo", "undo")
    assert hidden not in host.get("/").text
    for version, told in (
        (house.table.version, "Redone: Top card: green 7."),
        (house.table.version + 1, "Redone: Ann: blue 7."),
    ):
        for _tap in range(2):
            answer = host.send("/rounds", do="again", back="/", version=str(version), key=f"key-{version}")
            assert result_of(followed(host, answer)) == told
    assert house.table.state.turn == 1
    assert hidden in host.get("/").text
    house.says("undo", "Ann presses 0")
    assert hidden in host.get("/").text


def test_before_any_game_nothing_is_offered_that_puts_right(house: House) -> None:
    host = house.joined("Ann")
    for part in ("undo", "reload", "put-right"):
        assert f'id="part-{part}" hidden' in host.get("/").text
    house.says("game extreme players=Ann,Ben")
    for part in ("undo", "reload", "put-right"):
        assert f'id="part-{part}" hidden' not in host.get("/").text
