"""What a page does while the table, the connection and the rights of its phone change under the reader's hands."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from companion.voice.utterance import Outcome
from tests.web.house import House
from tests.web.live_page import LISTEN, by_its_scripts, hide, live, quiet, told, until
from tests.web.looks import Visit, tap_card

GAME = "game extreme players=Ann,Ben,Cem"
MOVED_ON = "The table has moved on meanwhile."
CLASSIC = "game classic players=Ann,Ben,Cem"
LOST = "Connection lost. This page may be out of date; trying again."
#: Taps a button in the moment in which the page changes.
TAP_AT_ONCE = """(name) => new MutationObserver((_, watch) => {
  watch.disconnect();
  [...document.querySelectorAll("button")].find((button) => button.textContent === name).click();
}).observe(document.getElementById("now"), { childList: true, characterData: true, subtree: true })"""


def by_the_clock(house: House, visit: Visit, name: str) -> Page:
    """The table's page on a phone whose clock the test moves, from before its scripts began."""
    page = visit("/help", name=name)
    page.clock.install()
    page.goto(house.url)
    live(page)
    return page


def listened(page: Page) -> None:
    """From now on what screen readers are told is noted."""
    live(page)
    quiet(page)
    page.evaluate(LISTEN)


# Forms and the state of the table they were meant for


def test_a_half_filled_form_is_meant_for_the_table_at_which_it_was_begun(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.locator("#press-number").fill("3")
    house.says("Ann presses 0", "Ben presses 0")
    expect(page.locator("#turn")).to_have_text("Cem")
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#result")).to_contain_text(MOVED_ON)
    assert page.locator("#press-number").input_value() == "3"
    page.get_by_role("button", name="Record the press").click()  # looked at, and meant all the same
    expect(page.locator("#count-2")).to_have_text("10")


def test_a_second_try_too_is_meant_for_what_its_reader_saw(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    for seat in ("Ann", "Ben"):
        page.locator("#part-play input[value=red]").check()
        house.says(f"{seat} presses 0")
        expect(page.locator("#turn")).not_to_have_text(seat)
        page.locator("#part-play button[value='5']:enabled").click()
        expect(page.locator("#result")).to_contain_text(MOVED_ON)
    assert house.table.version == 4


def test_a_form_that_was_left_as_it_was_follows_the_table(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.locator("#part-play input[value=red]").focus()
    house.says("Ann presses 0")
    expect(page.locator("#turn")).to_have_text("Ben")
    page.locator("#press-number").focus()
    tap_card(page, "green-3")
    expect(page.locator("#result")).to_have_text("Ben plays green-3")
    expect(page.locator("#turn")).to_have_text("Cem")
    house.says("Cem presses 0")  # the finger is still where it was: the form was answered
    expect(page.locator("#turn")).to_have_text("Ann")
    tap_card(page, "green-4")
    expect(page.locator("#turn")).to_have_text("Ben")


def test_what_is_written_before_the_answer_came_stays(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    held: list[Route] = []
    page.route("**/say", lambda route: held.append(route), times=1)  # noqa: PLW0108 - the driver marks it
    page.locator("#press-number").fill("2")
    page.get_by_role("button", name="Record the press").click()
    while not held:
        page.wait_for_timeout(10)
    page.locator("#press-number").fill("3")
    held[0].continue_()
    expect(page.locator("#result")).to_contain_text("Ann presses 2")
    expect(page.locator("#press-number")).to_have_value("3")
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#result")).to_have_text("Ben presses 3")


@pytest.mark.parametrize("tapped", ["Record the press", "Undo the last statement"])
def test_a_tap_in_the_moment_of_a_change_does_not_act_for_somebody_else(
    house: House, visit: Visit, tapped: str
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.evaluate(TAP_AT_ONCE, tapped)
    house.says("Ann presses 0")
    expect(page.locator("#result")).to_contain_text(MOVED_ON)
    assert house.table.version == 3
    page.locator("#press-number").fill("2")
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#count-1")).to_have_text("9")


def test_what_the_own_tap_brings_about_may_be_answered_at_once(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    held: list[Route] = []
    page.route("**/live", lambda route: held.append(route), times=1)  # noqa: PLW0108 - the driver marks it
    page.evaluate(TAP_AT_ONCE, "Undo the last statement")
    page.locator("#press-number").fill("2")
    page.get_by_role("button", name="Record the press").click()
    while house.table.version < 4:
        page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    expect(page.locator("#turn")).to_have_text("Ann")
    expect(page.locator("#result")).to_have_text("undo")


# What is announced


def test_the_same_words_are_news_again_in_each_region_whatever_the_other_said(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    listened(page)
    by_its_scripts(
        page,
        """for (const [region, text] of [["polite", "A"], ["assertive", "B"], ["polite", "A"], ["assertive", "B"]]) {
             announce.announce(region, text);
           }""",
    )
    until(page, "window.told.length === 4 && announce.quiet()")
    heard = [text.partition(": ")[2] for text in told(page)]
    assert [text.strip("\u200b") for text in heard] == ["A", "B", "A", "B"]
    assert heard[:2] != heard[2:]


def test_who_hears_everything_hears_no_line_again_and_none_twice_after_a_reconnect(
    house: House, visit: Visit
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Cem")
    live(page)
    page.get_by_label("Announce everything").check()
    house.announce("Before.")
    expect(page.locator("#log")).to_contain_text("Before.")
    listened(page)
    page.route("**/api/events*", lambda route: route.abort())
    by_its_scripts(page, "stream.broken();")
    expect(page.locator("#connection")).to_have_text(LOST)
    for number in range(3):
        house.announce(f"Missed {number}.")
    house.says("Ann presses 0")
    page.unroute("**/api/events*")
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("Missed 2.")
    house.announce_again(1, Outcome.CUT)
    house.announce("After.")
    until(page, "window.told.join().includes('After') && announce.quiet()")
    assert told(page) == [
        f"polite: {LOST}",
        "polite: Connected again. Now: green 7, Ben to play",
        "polite: After.",
    ]
    expect(page.locator("#log li")).to_have_text(
        ["Before. (cut short)", "Missed 0.", "Missed 1.", "Missed 2.", "After."]
    )


def test_an_open_page_goes_on_when_the_service_was_started_anew(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    for number in range(3):
        house.announce(f"Line {number} of the run before.")
    page = visit(name="Cem")
    live(page)
    page.get_by_label("Announce everything").check()
    house.serve_anew()
    expect(page.locator("#polite")).to_contain_text("The table was started again, and is back.", timeout=20_000)
    expect(page.locator("#result")).to_have_text("The table was started again, and is back.")
    expect(page.locator("#log li")).to_have_count(0)
    listened(page)
    house.announce("Line of this run.")
    expect(page.locator("#log li")).to_have_text(["Line of this run."])
    until(page, "window.told.length > 0")
    assert told(page) == ["polite: Line of this run."]


def test_after_a_restart_with_another_game_of_the_same_number_the_page_shows_that_game(
    house: House, visit: Visit
) -> None:
    house.says("game classic players=Ann,Ben", "top green-7")
    page = visit(name="Ann")
    live(page)
    house.stop_serving()
    house.holds_another_journal("game classic players=Cem,Dora", "top red-7")
    house.serve_anew()
    expect(page.get_by_role("rowheader", name="Dora")).to_be_visible(timeout=20_000)
    expect(page.locator("#now")).to_have_text("Now: red 7, Cem to play")
    expect(page.locator("#result")).to_have_text("The table was started again, and is back.")


def test_a_connection_that_died_without_a_word_is_marked_and_found_again(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Cem")
    page.clock.run_for(34_000)
    expect(page.locator("#connection")).to_be_hidden()
    page.route("**/api/events*", lambda route: route.abort())
    page.clock.run_for(2_000)
    expect(page.locator("#connection")).to_have_text(LOST)
    page.unroute("**/api/events*")
    house.says("Ann presses 0")
    page.clock.run_for(20_000)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Ben")


def test_a_page_says_that_it_is_cut_off_once_however_long_that_lasts(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Cem")
    listened(page)
    page.route("**/api/events*", lambda route: route.abort())
    for _ in range(3):
        by_its_scripts(page, "stream.broken();")
        quiet(page)
    assert told(page) == [f"polite: {LOST}"]


def test_a_page_that_was_cut_off_for_long_is_back_within_four_seconds(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Cem")
    page.route("**/api/events*", lambda route: route.abort())
    by_its_scripts(page, "stream.broken();")
    for _ in range(20):
        page.clock.run_for(4_000)
    expect(page.locator("#connection")).to_have_text(LOST)
    page.unroute("**/api/events*")
    page.clock.run_for(4_000)
    expect(page.locator("#connection")).to_be_hidden()


def test_a_form_that_is_answered_brings_a_page_back_that_was_cut_off_without_any_pause(
    house: House, visit: Visit
) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Ann")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    by_its_scripts(page, "stream.broken();")
    expect(page.locator("#connection")).to_have_text(LOST)
    page.locator("#part-press button[name=tapped][value='2']").click()
    expect(page.locator("#result")).to_contain_text("Ann presses 2")
    expect(page.locator("#connection")).to_be_hidden()


def test_a_form_that_did_not_get_through_is_marked_and_the_page_comes_back(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.route("**/say", lambda route: route.abort())
    page.locator("#press-number").fill("2")
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#connection")).to_have_text(LOST)
    page.unroute("**/say")
    expect(page.locator("#connection")).to_be_hidden()
    assert page.locator("#press-number").input_value() == "2"
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#count-0")).to_have_text("9")


@pytest.mark.parametrize(
    ("locale", "words", "back"),
    [
        (
            "en-GB",
            "Not recorded: no connection. Try again when it is back.",
            "Connected again. Try it once more.",
        ),
        (
            "fr-FR",
            "Pas enregistré\u00a0: pas de connexion. Réessayez quand elle sera revenue.",
            "Connexion rétablie. Réessayez.",
        ),
    ],
)
def test_a_tap_without_a_connection_is_told_and_is_recorded_once_when_it_is_back(
    house: House, visit: Visit, locale: str, words: str, back: str
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann", locale=locale)
    listened(page)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    button = page.locator("#part-press button[name=tapped][value='2']")
    button.click()
    expect(page.locator("#result")).to_have_text(words)
    until(page, f"window.told.some((text) => text.trimEnd() === 'assertive: {words}')")
    page.context.set_offline(False)
    expect(page.locator("#result")).to_have_text(back)
    until(page, f"window.told.some((text) => text.startsWith('polite: {back} '))")
    expect(page.locator("#connection")).to_be_hidden()
    button.click()
    expect(page.locator("#result")).to_contain_text("Ann presses 2")
    expect(page.locator("#count-0")).to_have_text("9")
    assert house.table.version == 3


# What has passed goes


def test_the_last_message_goes_without_a_word_when_somebody_else_moves_the_table_on(
    house: House, visit: Visit
) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.get_by_role("button", name="Undo the last statement").click()
    expect(page.locator("#result")).to_have_text("undo")
    house.says("top green-7")
    expect(page.locator("#result")).to_be_hidden()
    tap_card(page, "red-3")
    expect(page.locator("#result")).to_have_text("refused no-match")
    listened(page)
    page.evaluate("window.box = document.getElementById('result')")
    house.says("Ann presses 0")
    expect(page.locator("#result")).to_be_hidden()
    assert page.evaluate("window.box === document.getElementById('result') && window.box.textContent") == ""
    quiet(page)
    assert "refused" not in " ".join(told(page))
    house.serve_anew()
    expect(page.locator("#polite")).to_contain_text("The table was started again, and is back.", timeout=20_000)
    expect(page.locator("#result")).not_to_contain_text("refused")
    page.reload()
    live(page)
    expect(page.locator("#result")).to_be_hidden()


def test_no_key_moves_from_under_a_finger_where_the_last_message_goes(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Ann")
    key = page.locator("#part-press button[name=tapped][value='2']")
    key.click()
    result = page.locator("#result")
    expect(result).to_have_text("Ann presses 2")  # no sign before it holds its line open, as a refusal's does
    house.says("Ben presses 0", "Cem presses 0")
    expect(page.locator("#turn")).to_have_text("Ann")
    place = key.bounding_box()
    page.clock.run_for(10_000)
    expect(result).to_be_hidden()
    assert key.bounding_box() == place
    page.get_by_role("button", name="Undo the last statement").click()
    expect(result).to_have_text("undo")
    assert result.evaluate("box => box.style.minHeight") == ""


def test_the_last_message_stays_while_it_is_read(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Ann")
    tap_card(page, "red-3")
    result = page.locator("#result")
    expect(result).to_have_text("refused no-match")
    house.says("Ann presses 0")
    expect(page.locator("#turn")).to_have_text("Ben")
    expect(result).to_be_visible()  # so quickly nobody reads it
    result.focus()
    page.clock.run_for(60_000)
    expect(result).to_have_text("refused no-match")
    assert result.evaluate("box => getComputedStyle(box, '::before').content") == '"Earlier: "'
    page.locator("#line").focus()
    page.clock.run_for(100)
    expect(result).to_be_hidden()


def test_a_refusal_is_told_in_one_place_for_as_long_as_it_stands(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    tap_card(page, "red-3")
    expect(page.locator("#part-refused-0")).to_be_visible()
    expect(page.locator("#result")).to_have_text("refused no-match")
    expect(page.locator("#refused-0")).to_be_hidden()
    page.get_by_role("button", name="Status", exact=True).click()
    expect(page.locator("#result")).to_have_text("answer to status")
    expect(page.locator("#refused-0")).to_be_visible()


def test_the_own_message_stays_when_the_own_statement_moves_the_table_on(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = by_the_clock(house, visit, "Ann")
    tap_card(page, "green-3")
    expect(page.locator("#turn")).to_have_text("Ben")
    expect(page.locator("#result")).to_have_text("Ann plays green-3")
    page.clock.run_for(60_000)
    by_its_scripts(page, "await table.refresh();")
    live(page)
    expect(page.locator("#result")).to_have_text("Ann plays green-3")


def test_accepting_or_challenging_goes_when_it_was_settled_elsewhere(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7", "Ann plays wild-draw-four", "Ann picks blue")
    page = visit(name="Ben")
    live(page)
    page.get_by_role("button", name="Accept the cards").focus()
    house.says("Ben accepts")
    expect(page.locator("#part-challenge")).to_be_hidden()
    expect(page.locator("#now")).to_be_focused()


def test_catching_goes_with_the_penalty_from_the_phone_that_tapped_it(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7", "set count Ann 2", "Ann plays green-3")
    page = visit(name="Ben")
    listened(page)
    page.get_by_role("button", name="Catch Ann").click()
    expect(page.locator("#part-catch-0")).to_be_hidden()
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("#result")).not_to_be_empty()
    quiet(page)
    answer = page.locator("#result").text_content() or ""
    assert answer not in " ".join(told(page))  # it is read as it has the focus


def test_a_refused_tap_on_what_was_settled_elsewhere_goes_too(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7", "Ann plays wild-draw-four", "Ann picks blue")
    page = visit(name="Ben")
    live(page)
    page.route("**/api/events*", lambda route: route.abort())
    by_its_scripts(page, "stream.broken();")
    house.says("Ben accepts")
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.locator("#result")).to_contain_text("The table has moved on meanwhile.")
    expect(page.locator("#part-challenge")).to_be_hidden()
    expect(page.locator("#result")).to_be_focused()


def test_what_is_half_written_stays_after_its_moment(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    number = page.locator("#press-number")
    number.fill("2")
    house.says("Ann plays wild")
    expect(page.locator("#part-colour")).to_be_visible()
    expect(number).to_be_focused()
    expect(number).to_have_value("2")


# Another game, another seat, other rights


def test_another_game_takes_neither_the_focus_nor_what_waits_to_be_announced(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Dora")
    listened(page)
    page.evaluate("window.sameDocument = true")
    button = page.get_by_role("button", name="Status")
    button.focus()
    by_its_scripts(page, "for (const text of ['One.', 'Two.']) announce.announce('polite', text);")
    house.says("game extreme players=Dora,Emil", "top red-7")
    expect(page.get_by_role("rowheader", name="Emil")).to_be_visible()
    expect(button).to_be_focused()
    assert page.evaluate("window.sameDocument")
    until(page, "window.told.length > 2 && announce.quiet()")
    heard = " ".join(told(page))
    assert "One." in heard
    assert "Two." in heard
    assert "assertive: Now: red 7, Dora to play." in heard
    house.says("Dora presses 0")
    expect(page.locator("#turn")).to_have_text("Emil")


def test_a_game_that_is_begun_by_a_statement_of_the_own_page_is_shown_with_its_answer(
    house: House, visit: Visit
) -> None:
    page = visit(name="Ann")
    live(page)
    page.get_by_text("Leave, or anything else").click()
    page.get_by_label("A statement, like: Ann plays red-7").fill("game classic players=Ann,Ben")
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_role("rowheader", name="Ben")).to_be_visible()
    expect(page.locator("#result")).to_have_text("game classic players=Ann,Ben")
    expect(page.locator("#outdated")).to_be_hidden()
    expect(page.get_by_role("button", name="Say it")).to_be_focused()


def test_a_phone_that_told_its_last_points_is_built_anew_for_the_next_match(house: House, visit: Visit) -> None:
    house.joined("Ann")
    house.says("game classic players=Ann,Ben target=3", "top green-7", "set count Ann 1", "Ann plays green-1")
    page = visit(name="Ben")
    live(page)
    page.locator("#count-points").fill("3")
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.locator("#part-won")).to_be_visible()
    expect(page.locator("#part-count")).to_be_hidden()
    page.get_by_role("link", name="Score sheet").focus()  # which the next match has no like of
    house.says("game classic players=Ann,Ben", "top red-7")
    expect(page.locator("#now")).to_have_text("Now: red 7, Ann to play")
    expect(page.locator("#outdated")).to_be_hidden()
    expect(page.locator("#now")).to_be_focused()


def test_a_phone_that_becomes_host_gets_a_hosts_page_without_loading_it(house: House, visit: Visit) -> None:
    house.joined("Ann")
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    live(page)
    expect(page.get_by_role("link", name="What really lies there")).to_have_count(0)
    house.access.make_seat_hosts("Ben")
    expect(page.get_by_role("link", name="What really lies there")).to_be_visible()
    expect(page.locator("nav a[href='/start']")).to_have_count(1)
    expect(page.locator("#outdated")).to_be_hidden()


def test_who_writes_while_the_seat_changes_is_offered_a_page_anew(house: House, visit: Visit) -> None:
    house.joined("Ann")
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    live(page)
    page.locator("#press-number").fill("3")
    house.access.take_seat(house.access.phones()[1], "Cem")
    expect(page.locator("#outdated")).to_contain_text("Who plays here, or what this phone may do, has changed.")
    assert page.locator("#press-number").input_value() == "3"
    house.says("Ann presses 0")
    expect(page.locator("#turn")).to_have_text("Ben")  # and it shows the table as before
    page.get_by_role("link", name="Load the page again").click()
    expect(page.locator("#part-press input[name=player]")).to_have_value("Cem")


def test_a_removed_phone_is_told_so_and_reads_along_as_anybody(house: House, visit: Visit) -> None:
    house.joined("Ann")
    house.says(GAME, "top green-7")
    page = visit("/join", joined=False)
    page.get_by_label("PIN, six digits").fill(house.access.pin)
    page.get_by_label("Ben", exact=True).check()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#result")).to_have_text("This phone has joined.")
    listened(page)
    house.access.remove(house.access.phones()[1].id)
    expect(page.locator("#connection")).to_contain_text("This phone was removed from the table.")
    expect(page.get_by_role("heading", name="Take part")).to_be_visible()
    expect(page.get_by_role("button", name="Record the press")).to_have_count(0)
    expect(page.locator("#result")).to_be_hidden()  # that it had joined is true no more
    house.says("Ann presses 0")
    expect(page.locator("#turn")).to_have_text("Ben")
    expect(page.locator("#connection")).to_contain_text("This phone was removed from the table.")
    until(page, "window.told.length > 0")
    assert told(page)[0] == (
        "assertive: This phone was removed from the table. To play from it, join again with the PIN."
    )
    assert LOST not in " ".join(told(page))


def test_a_hidden_page_of_a_removed_phone_is_told_when_it_is_seen_again(house: House, visit: Visit) -> None:
    house.joined("Ann")
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    live(page)
    hide(page, hidden=True)
    until(page, "!stream.listening()")
    house.access.remove(house.access.phones()[1].id)
    hide(page, hidden=False)
    expect(page.get_by_role("heading", name="Take part")).to_be_visible()


# The trouble of other live pages (field reports, section 5)


def test_a5_03_a_page_hidden_for_a_minute_shows_the_table_as_it_is_within_two_seconds(
    house: House, visit: Visit
) -> None:
    """A5-03: a hidden page comes back with old content, or for ever "connecting"."""
    house.says(GAME, "top green-7")
    page = visit("/help", name="Cem")
    page.clock.install()
    page.goto(house.url)
    listened(page)
    hide(page, hidden=True)
    until(page, "!stream.listening()")
    house.says("Ann presses 0", "Ben presses 2", "Cem presses 0", "Ann presses 1", "Ben plays green-3")
    page.clock.run_for(60_000)
    expect(page.locator("#turn")).to_have_text("Ann")
    expect(page.locator("#connection")).to_be_hidden()
    hide(page, hidden=False)
    expect(page.locator("#turn")).to_have_text("Cem", timeout=10_000)  # five times the two seconds that are the aim
    expect(page.locator("#count-1")).to_have_text("8")
    page.clock.run_for(3_000)
    assert told(page) == ["assertive: Now: green 3, Cem to play."]
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text(LOST)


def test_a5_04_the_eighth_tab_of_a_phone_loads_and_sends_a_correction(house: House, visit: Visit) -> None:
    """A5-04: a browser opens six connections to one host, so a seventh stream would hang."""
    house.says(GAME, "top green-7")
    tabs = [visit(name="Ann")]
    live(tabs[0])
    for _ in range(7):
        hide(tabs[-1], hidden=True)  # as a phone does to the tab before
        until(tabs[-1], "!stream.listening()")
        tab = tabs[0].context.new_page()
        tab.goto(house.url)
        live(tab)
        tabs.append(tab)
    assert house.app.state.hub.listeners == 1
    tabs[-1].locator("#press-number").fill("2")
    tabs[-1].get_by_role("button", name="Record the press").click()
    expect(tabs[-1].locator("#count-0")).to_have_text("9")
    tabs[-1].get_by_role("button", name="Undo the last statement").click()
    expect(tabs[-1].locator("#count-0")).to_have_text("7")
