"""The page in a browser: live without moving anything, and whole without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from companion.deal import Progress
from companion.voice.earcons import Earcon
from companion.voice.utterance import Outcome
from tests.web.house import House
from tests.web.live_page import LISTEN, by_its_scripts, hide, live, quiet, told, until
from tests.web.looks import Visit, narrow_enough, problems, tap_card, too_small

GAME = "game extreme players=Ann,Ben,Cem"
CLASSIC = "game classic players=Ann,Ben,Cem"
ATTACK = "game attack players=Ann,Ben,Cem"
FLIP = "game flip players=Ann,Ben,Cem"


def test_the_page_changes_as_the_table_does(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    expect(page.locator("#now")).to_have_text("Now: green 7, Ann to play")
    house.says("Ann plays blue-7")
    expect(page.locator("#now")).to_have_text("Now: blue 7, Ben to play")
    expect(page.locator("#colour")).to_have_text("blue")
    expect(page.locator("#glyph")).to_have_text("■")
    expect(page.locator("#count-0")).to_have_text("6")
    expect(page.locator("#mark-1")).to_have_text("to play")
    expect(page.locator("#line")).to_have_text("b7 ben> ben7 cem7 +")
    assert page.title() == "Now: blue 7, Ben to play"


def test_a_view_that_the_stream_has_overtaken_on_its_way_is_not_shown(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/live", lambda route: held.append((route, route.fetch())), times=1)
    by_its_scripts(page, "table.refresh();")
    while not held:
        page.wait_for_timeout(10)
    house.says("Ann plays blue-7")
    expect(page.locator("#now")).to_have_text("Now: blue 7, Ben to play")
    route, older = held.pop()
    route.fulfill(response=older)
    until(page, "table.settled()")
    assert page.locator("#now").text_content() == "Now: blue 7, Ben to play"


def test_the_page_follows_a_deal_card_by_card(house: House, visit: Visit) -> None:
    house.says(GAME)
    page = visit(name="Ann")
    live(page)
    expect(page.locator("#part-dealing")).to_be_hidden()
    for counted in (3, 4):
        house.deal_comes_to(Progress("Ann", counted, 7))
        expect(page.locator("#now")).to_have_text(f"Now: Ann’s cards, {counted} of 7")
    expect(page.locator("#dealing")).to_have_text("The dispenser deals: press its button for Ann’s cards.")
    expect(page.locator("#part-deal-number")).to_be_hidden()
    house.deal_comes_to(Progress("Ann", 4, 7, in_doubt=True))
    expect(page.locator("#part-deal-number")).to_be_visible()
    assert house.table.version == 1


def test_focus_and_half_filled_forms_survive_twenty_changes(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.get_by_label("Cards that came out", exact=True).fill("4")
    page.locator("#part-play").get_by_label("red").check()
    page.locator("#press-number").focus()
    page.evaluate("window.sameNode = document.getElementById('press-number')")
    for seat in ("Ann", "Ben", "Cem") * 6 + ("Ann", "Ben"):
        house.says(f"{seat} presses 0")
    house.says("Cem plays wild")
    expect(page.locator("#now")).to_have_text("Now: wild, Cem names the colour")
    assert page.evaluate("document.activeElement === window.sameNode")
    assert page.locator("#press-number").input_value() == "4"
    expect(page.locator("#part-play").get_by_label("red")).to_be_checked()
    expect(page.locator("#part-colour")).to_be_visible()


def test_a_form_is_sent_from_where_it_stands(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.evaluate("window.sameDocument = true")
    page.evaluate(LISTEN)
    tap_card(page, "red-3")
    expect(page.locator("#result")).to_have_text("refused no-match")
    assert page.evaluate("document.activeElement.textContent") == "3"
    expect(page.locator("#refused-0")).to_have_text("refused no-match")
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator("#now")).to_have_text("Now: red 3, Ben to play")
    expect(page.locator("#part-refused-0")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "result"
    page.locator("#press-number").fill("2")
    page.get_by_role("button", name="Record the press").click()
    expect(page.locator("#count-1")).to_have_text("9")
    expect(page.locator("#press-number")).to_have_value("")
    assert page.evaluate("window.sameDocument")
    until(page, "window.told.length > 1")
    assert told(page) == ["assertive: refused no-match", "polite: Ben presses 2"]


def test_a_form_that_is_of_no_more_use_goes_and_the_answer_gets_the_focus(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7", "Ann plays wild")
    page = visit(name="Ann")
    live(page)
    page.locator("#part-colour").get_by_role("button", name="blue").click()
    expect(page.locator("#part-colour")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Ann picks blue"


def test_the_own_turn_is_announced_and_the_others_are_not(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    live(page)
    quiet(page)
    page.evaluate(LISTEN)
    house.announce("Ann plays green 3.")
    house.says("Ann plays green-3")
    until(page, "window.told.length > 0")
    house.says("Ben presses 0", "Cem presses 0", "Ann plays green-hit-two")
    until(page, "window.told.length > 1")
    assert told(page) == [
        "assertive: Now: green 3, Ben to play.",
        "assertive: Ben presses 2 times.",
    ]
    expect(page.locator("#log")).to_contain_text("Ann plays green 3.")


def test_who_wants_it_hears_everything_once(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ben")
    live(page)
    page.get_by_label("Announce everything").check()
    quiet(page)
    page.evaluate(LISTEN)
    house.announce("Ann plays green 3.")
    until(page, "window.told.length > 0")
    assert told(page) == ["polite: Ann plays green 3."]
    page.reload()
    assert page.get_by_label("Announce everything").is_checked()


def test_a_sound_is_read_beside_its_words_and_announced_by_them_alone(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    house.announce("Ann: UNO!", Outcome.SPOKEN, earcons=(Earcon.ACCEPTED, Earcon.UNO))
    page = visit(name="Ben")
    live(page)
    log = page.locator("#log li")
    expect(log).to_have_text(["♪ accepted ♪ UNO call Ann: UNO!"])
    page.get_by_label("Announce everything").check()
    quiet(page)
    page.evaluate(LISTEN)
    house.announce("No match.", earcons=(Earcon.REFUSED,))
    expect(log).to_have_text(["♪ accepted ♪ UNO call Ann: UNO!", "♪ refused No match."])
    house.announce_again(2, Outcome.CUT)
    expect(log.last).to_have_text("♪ refused No match. (cut short)")
    house.announce("Pas de sept.", locale="fr", earcons=(Earcon.REFUSED,))
    expect(log.last).to_have_text("♪ refus Pas de sept.")
    until(page, "window.told.length > 0")
    assert told(page)[0] == "polite: No match."
    assert "♪" not in " ".join(told(page))


def test_a_host_hears_each_sound_at_the_table_and_everybody_reads_what_it_means(house: House, visit: Visit) -> None:
    page = visit("/sounds", "Ann")
    page.get_by_role("button", name="Hear ♪ round won").click()
    expect(page.locator("#result")).to_have_text("Listen to the loudspeaker: each sound, then its name.")
    assert house.sounds.played == [Earcon.ROUND_WON]
    page.get_by_role("button", name="Hear all at the table").click()
    expect(page.locator("#result")).to_be_visible()
    assert house.sounds.played[1:] == [*Earcon]
    assert too_small(page) == []
    guest = visit("/sounds", "Ben")
    expect(guest.locator("main li")).to_have_count(len(Earcon))
    expect(guest.locator("main").get_by_role("button")).to_have_count(0)


def test_a_hidden_page_lets_go_of_the_stream_and_sums_up_when_it_is_seen_again(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Cem")
    live(page)
    hide(page, hidden=True)
    until(page, "!stream.listening()")
    house.says("Ann presses 0", "Ben presses 2", "Cem presses 0", "Ann presses 1", "Ben plays green-3")
    assert page.locator("#turn").text_content() == "Ann"
    quiet(page)
    page.evaluate(LISTEN)
    hide(page, hidden=False)
    expect(page.locator("#turn")).to_have_text("Cem")
    until(page, "window.told.length > 0")
    assert told(page) == ["assertive: Now: green 3, Cem to play."]


def test_a_lost_connection_is_shown_and_found_again(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    expect(page.locator("#connection")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()


def test_another_game_is_loaded_unless_somebody_is_writing(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    idle, writing = visit(name="Ann"), visit(name="Ben")
    for page in (idle, writing):
        live(page)
    writing.evaluate(LISTEN)
    writing.locator("#press-number").fill("3")
    house.says("game extreme players=Dora,Emil")
    expect(idle.get_by_role("rowheader", name="Dora")).to_be_visible()
    expect(writing.locator("#outdated")).to_contain_text("Another game is on the table")
    assert writing.locator("#press-number").input_value() == "3"
    until(writing, "window.told.length > 0")
    assert told(writing) == ["assertive: Another game is on the table."]
    writing.get_by_role("link", name="Load the page again").click()
    expect(writing.get_by_role("rowheader", name="Dora")).to_be_visible()


def test_a_colour_that_waits_for_its_number_holds_no_page_back_in_the_game_before(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.locator("#part-play").get_by_label("red").check()
    house.says(CLASSIC, "top blue-7")
    expect(page.locator("#now")).to_have_text("Now: blue 7, Ann to play")
    expect(page.locator("#outdated")).to_be_hidden()
    assert not page.locator("#part-play").get_by_label("red").is_checked()


def test_a_game_that_begins_while_the_page_turns_to_the_one_before_is_shown(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    live(page)
    held: list[tuple[Route, APIResponse]] = []
    page.route(house.url + "/", lambda route: held.append((route, route.fetch())), times=1)
    house.says("game extreme players=Dora,Emil")
    while not held:
        page.wait_for_timeout(10)
    house.says("game extreme players=Fay,Gil", "top red-7")
    until(page, "table.settled()")
    route, older = held.pop()
    route.fulfill(response=older)
    expect(page.get_by_role("rowheader", name="Gil")).to_be_visible()
    expect(page.locator("#now")).to_have_text("Now: red 7, Fay to play")


def test_what_was_tapped_for_a_refused_play_does_not_go_with_the_next_card(house: House, visit: Visit) -> None:
    house.says(ATTACK, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.get_by_text("For somebody else, or at whom").click()
    page.get_by_label("Who is hit, or swaps hands").select_option("Cem")
    tap_card(page, "red-3")
    expect(page.locator("#result")).to_have_text("refused no-match")
    expect(page.get_by_label("Who is hit, or swaps hands")).to_have_value("")
    tap_card(page, "wild")
    expect(page.locator("#now")).to_have_text("Now: wild, Ann names the colour")
    expect(page.locator("#colour")).to_have_text("being chosen")


def test_what_was_written_for_a_refused_play_stays_to_be_put_right(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.get_by_text("Another number, known cards").click()
    page.get_by_label("Cards drawn").fill("3")
    page.get_by_role("button", name="Record the draw").click()
    expect(page.locator("#result")).to_contain_text("refused")
    expect(page.get_by_label("Cards drawn")).to_have_value("3")


def test_everything_works_without_script(house: House, visit: Visit) -> None:
    page = visit("/join", joined=False, java_script_enabled=False)
    page.get_by_label("PIN, six digits").fill(house.access.pin)
    page.get_by_label("Your name at the table").fill("Ann")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="New game", exact=True).click()
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="Read it back to me").click()
    page.get_by_role("button", name="Begin").click()
    tap_card(page, "green-7", "#part-top")
    expect(page.locator("#now")).to_have_text("Now: green 7, Ann to play")
    tap_card(page, "wild")
    page.locator("#part-colour").get_by_role("button", name="blue").click()
    expect(page.locator("#result")).to_have_text("Ann picks blue")
    expect(page.locator("#now")).to_have_text("Now: wild, blue, Ben to play")
    page.get_by_role("button", name="Undo the last statement").click()
    expect(page.locator("#now")).to_have_text("Now: wild, Ann names the colour")


def test_a_classic_game_is_played_on_three_phones_with_draw_pass_and_challenge(house: House, visit: Visit) -> None:
    house.says(CLASSIC, "top green-7")
    ann, ben, cem = (visit(name=name) for name in ("Ann", "Ben", "Cem"))
    for page in (ann, ben, cem):
        live(page)
    expect(ann.locator("#part-pass")).to_be_hidden()
    expect(ann.locator("#part-press")).to_be_hidden()
    ann.get_by_role("button", name="Record the draw").click()
    expect(ann.locator("#now")).to_have_text("Now: green 7, Ann has drawn: plays it or passes")
    expect(ann.locator("#part-draw")).to_be_hidden()
    expect(ben.locator("#count-0")).to_have_text("8")
    ann.get_by_role("button", name="Pass the turn").click()
    expect(ben.locator("#now")).to_have_text("Now: green 7, Ben to play")
    expect(ann.locator("#part-pass")).to_be_hidden()

    tap_card(ben, "wild-draw-four as blue")
    expect(cem.locator("#part-challenge")).to_be_visible()
    expect(cem.locator("#mark-2")).to_have_text("accepts or challenges")
    expect(cem.locator("#owes")).to_have_text("Cem draws 4 cards.")
    cem.evaluate(LISTEN)
    cem.get_by_role("button", name="Challenge", exact=True).click()
    expect(cem.locator("#part-challenge")).to_be_hidden()
    expect(cem.locator("#verdict-question")).to_contain_text("Cem alone looks at the hand of Ben.")
    expect(ben.locator("#mark-1")).to_have_text("shows the hand")
    assert cem.locator("#line").text_content() == "bw4 cem> +4 vd? +"
    cem.get_by_role("button", name="Bluff", exact=True).click()
    expect(ann.locator("#now")).to_contain_text("blue, Cem to play")
    expect(ann.locator("#count-1")).to_have_text("10")
    expect(cem.locator("#part-verdict")).to_be_hidden()
    quiet(cem)
    heard = " ".join(told(cem))  # within one second they are one announcement
    assert "assertive: Now: " in heard
    assert "Cem challenges Ben. " in heard
    assert heard.endswith("Cem to play.")


def test_a_flip_turns_the_forms_over_where_they_stand(house: House, visit: Visit) -> None:
    house.says(FLIP, "top green-7")
    page = visit(name="Ann")
    live(page)
    page.evaluate("window.sameDocument = true")
    page.locator("#part-play").get_by_label("red").check()
    expect(page.locator("#side")).to_have_text("light side")
    house.says("Ann plays green-flip")
    expect(page.locator("#now")).to_have_text("Now: dark side, show the card that lies on top")
    tap_card(page, "pink-6", "#part-top")
    expect(page.locator("#now")).to_have_text("Now: pink 6, Ben to play")
    expect(page.locator("#glyph")).to_have_text("♥")
    house.says("Ben plays dark-wild")
    colours = page.locator("#part-colour button:visible")
    expect(colours).to_have_text(["♥ pink", "⬟ teal", "◆ orange", "✚ purple"])
    house.says("undo")
    expect(page.locator("#now")).to_have_text("Now: pink 6, Ben to play")
    live(page)
    expect(page.locator("#part-play").get_by_label("red")).to_be_hidden()
    tap_card(page, "pink-5")
    expect(page.locator("#now")).to_have_text("Now: pink 5, Cem to play")
    assert page.evaluate("window.sameDocument")


def test_a_house_rule_is_agreed_and_a_drawn_card_passed_without_script(house: House, visit: Visit) -> None:
    house.access.join(house.access.pin, "Ann", "10.0.0.1")
    page = visit("/start", "Ben", java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")  # only a host starts games
    host = house.access.phones()[1]
    house.access.make_host(host.id)
    page.goto(house.url + "/start")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_label("Edition", exact=True).select_option("family")
    page.get_by_text("How cards are drawn").click()
    page.get_by_label("A drawn card that fits").select_option("must be played at once")
    page.get_by_role("button", name="Read it back to me").click()
    page.get_by_role("button", name="Begin").click()
    tap_card(page, "green-7", "#part-top")
    page.get_by_role("button", name="Record the draw").click()
    page.get_by_role("button", name="Pass the turn").click()
    expect(page.locator("#now")).to_have_text("Now: green 7, Ben to play")
    assert house.run(house.table.entries(1))[0].statement == "game family players=Ann,Ben drawn_card=must"


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "pink", "teal", "orange", "purple"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_colour_in_force_can_be_read(house: House, visit: Visit, colour: str, scheme: str) -> None:
    side = () if colour in {"red", "yellow", "green", "blue"} else ("Ann plays green-flip", "top pink-6")
    house.says(FLIP, "top green-7", *side, f"set colour {colour}")
    page = visit(joined=False, color_scheme=scheme)
    expect(page.locator("#colour")).to_have_text(colour)
    assert problems(page) == []


def test_a_chosen_colour_is_called_as_before_and_is_checked(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    page.get_by_role("radio", name="red", exact=True).check()
    expect(page.get_by_role("radio", name="red", exact=True)).to_be_checked()
    assert '- radio "red" [checked]' in page.locator("#part-play").aria_snapshot()


def test_the_bench_is_accessible_and_shows_the_pins(bench_house: House, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}, locale="en") as context:
        page = context.new_page()
        page.goto(bench_house.serve() + "/bench")
        assert problems(page) == []
        assert narrow_enough(page)
        expect(page.locator("[data-pin=gate]")).to_have_text("0")


def test_colours_stay_words_and_shapes_in_forced_colours(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7", "Ann plays wild")
    page = visit(name="Ann", forced_colors="active")
    buttons = page.locator("#part-colour button").all_text_contents()
    assert [text.strip() for text in buttons] == ["● red", "★ yellow", "▲ green", "■ blue"]
    border = page.locator("#part-colour button").first.evaluate("(e) => getComputedStyle(e).borderTopStyle")
    assert border == "solid"


def test_the_headings_lead_through_the_page(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Ann")
    headings = page.get_by_role("heading").filter(visible=True).all_text_contents()
    assert headings == [
        "Now: green 7, Ann to play",
        "What happens now",
        "Play a card",
        "Press",
        "UNO",
        "Put right",
        "Players",
        "What was said",
        "Ask the table",
        "Voice",
        "Machine",
    ]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the table"


def test_a_press_that_waits_for_its_number_is_the_first_thing_on_a_phone_and_what_would_be_refused_is_not_offered(
    house: House, visit: Visit
) -> None:
    house.says(GAME, "top green-7")
    phone = {"width": 390, "height": 844}
    host, ben = visit(name="Ann", viewport=phone), visit(name="Ben", viewport=phone)
    live(host)
    live(ben)
    house.open_press("Ann", drawn=4, counted=2)
    for page, may_answer in ((host, True), (ben, False)):
        page.reload()
        live(page)
        expect(page.locator("#now")).to_have_text("Now: how many cards came for Ann?")
        expect(page.locator("#interrupted")).to_be_in_viewport(ratio=1)
        number = page.get_by_role("button", name="Tell the number")
        expect(number).to_have_count(1 if may_answer else 0)
        for refused in ("skip", "Record the press", "Undo the last statement", "Say UNO"):
            expect(page.get_by_role("button", name=refused, exact=True)).to_have_count(0)
        assert (problems(page), too_small(page), narrow_enough(page)) == ([], [], True)
    expect(host.get_by_role("button", name="Tell the number")).to_be_in_viewport(ratio=1)
    host.get_by_label("Cards that came out in all").fill("3")
    host.get_by_role("button", name="Tell the number").click()
    for page in (host, ben):  # the other phone hears of it too
        expect(page.locator("#interrupted")).to_contain_text("3 of 4 cards came for Ann.")
        expect(page.locator("#now")).to_have_text("Now: Ann presses for the rest")
    host.get_by_label("Cards that came out in all").fill("4")
    host.get_by_role("button", name="Tell the number").click()
    expect(host.locator("#count-0")).to_have_text("11")
    expect(host.locator("#interrupted")).to_be_hidden()
    expect(host.get_by_role("button", name="Undo the last statement")).to_be_visible()
