"""What really lies there: one form, of which only what was changed is said, all of it or nothing."""

from __future__ import annotations

from html import unescape

import pytest
from playwright.sync_api import expect

from companion.referee.notation import write
from companion.web.language import page_words
from companion.web.pages.correct_page import as_it_lies, corrections
from tests.web.house import House, Phone
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_board import after
from tests.web.test_pages import followed, result_of

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")


def filled_in(house: House, **changes: str) -> dict[str, str]:
    """The form as a browser sends it."""
    shown = as_it_lies(house.table.state)
    return {f"was-{name}": value for name, value in shown.items()} | shown | changes


def sent(house: House, phone: Phone, **changes: str) -> str:
    """What comes of the form, read on the page that follows."""
    fields = filled_in(house, **changes)
    return unescape(result_of(followed(phone, phone.send("/correct", version=str(house.table.version), **fields))))


@pytest.mark.parametrize(
    ("changed", "statements"),
    [
        ({}, []),
        ({"turn": "Cem"}, ["set turn Cem"]),
        ({"direction": "counter-clockwise", "count-1": "3"}, ["set direction counter-clockwise", "set count Ben 3"]),
        ({"top": "red-5", "colour": "red"}, ["set top red-5"]),
        ({"top": "wild", "colour": "blue"}, ["set top wild", "set colour blue"]),
        ({"colour": "red"}, ["set colour red"]),
        ({"settled": "yes"}, ["set turn Ann"]),
        ({"score-1": "120", "turn": "Ben", "settled": "yes"}, ["set score Ben 120", "set turn Ben"]),
        ({"count-0": "9", "count-2": "2"}, ["set count Cem 2", "set count Ann 9"]),
    ],
)
def test_only_what_was_changed_is_said_and_in_an_order_that_holds(
    changed: dict[str, str], statements: list[str]
) -> None:
    state = after(*GAME)
    said = corrections(as_it_lies(state) | changed, state, page_words("en"))
    assert [write(command) for command in said] == statements


def test_a_host_puts_several_things_right_in_one_go(house: House) -> None:
    host = house.joined("Ann")
    house.says(*GAME)
    said = sent(house, host, **{"top": "wild", "colour": "blue", "turn": "Cem", "count-0": "4"})
    state = house.table.state
    assert (str(state.top), state.colour, state.name(state.turn or 0), state.seats[0].count) == (
        "wild",
        "blue",
        "Cem",
        4,
    )
    assert house.table.version == 6
    assert said == "set count Ann 4"


def test_where_one_of_them_cannot_be_none_is_taken_and_everything_stays_written(house: House) -> None:
    host = house.joined("Ann")
    house.says(*GAME)
    fields = filled_in(house, **{"count-0": "4", "count-1": "900"})
    answer = host.send("/correct", version="2", **fields)
    assert (answer.status_code, house.table.version) == (422, 2)
    assert result_of(answer.text) == "refused wrong-count"
    assert 'name="count-1" type="number" min="0" inputmode="numeric" autocomplete="off" value="900"' in answer.text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Nothing was changed: it lies there as the table believes."),
        ({"count-1": "many"}, "Cards in hand, Ben: write a whole number from 1 to 97."),
        ({"count-1": "-1"}, "Cards in hand, Ben: write a whole number from 1 to 97."),
        ({"count-1": ""}, "Cards in hand, Ben: write a whole number from 1 to 97."),
        ({"score-2": ""}, "Score, Cem: write a whole number from 0 to 99999."),
        ({"top": "red-red"}, "'red-red' is no card; write it like red-7, blue-skip or wild"),
    ],
)
def test_what_cannot_be_said_is_answered_in_one_sentence(
    house: House, changes: dict[str, str], sentence: str
) -> None:
    host = house.joined("Ann")
    house.says(*GAME)
    answer = host.send("/correct", **filled_in(house, **changes))
    assert (answer.status_code, unescape(result_of(answer.text))) == (400, sentence)


def test_the_same_tap_again_is_done_once(house: House) -> None:
    host = house.joined("Ann")
    house.says(*GAME)
    fields = filled_in(house, turn="Cem")
    answers = [host.send("/correct", key="k1", version="2", **fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert house.table.version == 3


def test_who_was_later_is_told_who_changed_what_and_loses_nothing(house: House) -> None:
    ann, ben = house.joined("Ann"), house.joined("Ben")
    house.access.make_host(house.access.phones()[1].id)
    house.says(*GAME)
    fields = filled_in(house, turn="Cem")
    ben.say("Ann plays blue-7")
    house.says("Ben presses 2")
    answer = ann.send("/correct", version="2", **fields)
    assert answer.status_code == 409
    assert unescape(result_of(answer.text)) == (
        "The table has moved on meanwhile. The phone of Ben: “Ann plays blue-7” At the table: “Ben presses 2”"
        " Look at it as it is now and say it again."
    )
    assert '<option value="Cem" selected>' in answer.text
    assert house.table.version == 4


@pytest.mark.parametrize("scripts", [True, False])
def test_what_nobody_touched_is_shown_as_the_table_believes_by_now_and_is_not_written_back(
    house: House, visit: Visit, *, scripts: bool
) -> None:
    house.says(*GAME)
    page = visit("/correct", "Ann", java_script_enabled=scripts)
    page.locator("#count-2").fill("4")
    page.locator("#score-0").fill("20")
    house.says("Ann plays blue-9 anyway", "Ben presses 2", "set score Ben 30", "set direction counter-clockwise")
    page.get_by_role("button", name="So it lies there").click()
    expect(page.locator("#result")).to_contain_text("The table has moved on meanwhile.")
    expect(page.get_by_label("Top card")).to_have_value("blue-9")
    expect(page.locator("[name=colour][value=blue]")).to_be_checked()
    expect(page.get_by_label("Whose turn it is", exact=True)).to_have_value("Cem")
    expect(page.get_by_label("Direction")).to_have_value("counter-clockwise")
    fields = ("count-0", "count-1", "count-2", "score-0", "score-1")
    shown = [page.locator(f"#{field}").input_value() for field in fields]
    assert shown == ["6", "9", "4", "20", "30"]
    page.locator("#score-0").fill("25")
    house.says("set count Ben 8")  # and once more
    page.get_by_role("button", name="So it lies there").click()
    expect(page.locator("#count-1")).to_have_value("8")
    page.get_by_role("button", name="So it lies there").click()
    expect(page.locator("#result")).to_have_text("set count Cem 4")
    state = house.table.state
    assert (str(state.top), [seat.count for seat in state.seats]) == ("blue-9", [6, 8, 4])
    assert [seat.score for seat in state.seats] == [25, 30, 0]


def test_who_only_looked_while_the_table_moved_on_changes_nothing(house: House) -> None:
    host = house.joined("Ann")
    house.says(*GAME)
    fields = filled_in(house)
    house.says("Ann plays blue-7")
    answer = host.send("/correct", version="2", **fields)
    assert (answer.status_code, house.table.version) == (400, 3)
    assert '<option value="Ben" selected>' in answer.text


def test_only_hosts_may(house: House) -> None:
    house.joined("Ann")
    player = house.joined("Ben")
    house.says(*GAME)
    assert player.get("/correct").status_code == 403
    assert player.send("/correct", **filled_in(house, turn="Ben")).status_code == 403
    assert house.phone().get("/correct").headers["location"] == "/join"
    assert house.table.version == 2


def test_without_a_game_there_is_nothing_to_put_right(house: House) -> None:
    assert "There is no game on the table." in house.joined().get("/correct").text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_works_without_script_and_can_be_used_by_everybody(house: House, visit: Visit, scheme: str) -> None:
    house.says(*GAME, "Ann plays green-hit-two")
    page = visit(
        "/correct",
        "Ann",
        viewport={"width": 320, "height": 640},
        color_scheme=scheme,
        java_script_enabled=scheme != "dark",
    )
    expect(page.get_by_text("Ben presses 2 times.")).to_be_visible()
    if scheme == "light":
        assert (problems(page), too_small(page), narrow_enough(page)) == ([], [], True)
    page.get_by_label("Ben", exact=True).first.fill("9")
    page.get_by_label("Nothing is open or owed").check()
    page.get_by_role("button", name="So it lies there").click()
    expect(page.locator("#now")).to_have_text("Now: green hit two, Ben to play")
    expect(page.locator("#count-1")).to_have_text("9")
