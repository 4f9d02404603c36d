"""The score sheet on the page: every round, the totals drawn and in a table, in the reader's language."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion.course import Course
from companion.deal import Progress
from companion.games.score_sheet import sheet_of
from companion.web.views.score_chart import SHAPES, chart_of
from companion.web.views.winner import rematch
from tests.score_games import MATCH, entries, round_won
from tests.web.house import House, Phone
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
    assert "1 Ann with red 7 35 won 0 (hand 20) 0 (hand 15)" in text
    assert "2 Ben with red 7 0 (hand 30) 35 won 0 (hand 5)" in text
    assert "After 2 rounds: Ann 35, Ben 35, Cem 0." in text, "the picture in words"
    assert "Totals Totals after each round" in text
    assert "1 35 0 0 2 35 35 0" in text, "and the same totals in a table"


def test_the_sheet_speaks_the_readers_language(house: House) -> None:
    house.says(*MATCH)
    text = seen(house.phone(headers={"accept-language": "fr"}).get("/rounds").text)
    assert "Ben a gagné la manche 2 : 35 points." in text
    assert "avec 7 rouge" in text


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
    picture = page.get_by_role("img", name="Totals after each round").bounding_box()
    assert picture is not None
    for name in page.locator(".totals svg text").all():
        label = name.bounding_box()
        assert label is not None
        assert label["x"] + label["width"] <= picture["x"] + picture["width"], name.text_content()
        assert label["y"] + label["height"] <= picture["y"] + picture["height"] + 1, name.text_content()


# Putting right, undoing, going on


def send(phone: Phone, house: House, do: str, **fields: str) -> str:
    """A form of the page, as it was made for the table as it is now; what the page then says."""
    answer = phone.send("/rounds", **{"do": do, "version": str(house.table.version), **fields})
    if answer.status_code == 303:
        answer = phone.get(answer.headers["location"].partition("#")[0])
    found = re.search(r'id="result"[^>]*>(.*?)</p>', answer.text)
    assert found is not None, "the page says what came of it"
    return unescape(found[1])


def points(house: House) -> list[tuple[int, ...]]:
    return [row.points for row in sheet_of(Course(house.run(house.table.entries(house.table.game)))).rows]


def test_a_host_puts_the_points_of_a_past_round_right_and_it_is_listed(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    assert re.search(r'value="20" id="hand-1-1"|id="hand-1-1" name="hand-1" value="20"', host.get("/rounds").text)
    before = house.table.version
    send(host, house, "points", round="1", **{"hand-1": "40", "hand-2": "15"})
    assert points(house) == [(55, 0, 0), (0, 35, 0)]
    assert house.table.version > before
    text = seen(house.phone().get("/rounds").text)
    assert "Round 1, Ben: 40 instead of 20 (from the phone of Ann)" in text
    assert "Totals: Ann 55, Ben 35, Cem 0." in text


def test_nobody_is_made_the_winner_of_a_past_round_unless_somebody_chose_them(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    text = host.get("/rounds").text
    choice = text[text.index('<select id="winner-1"') :].partition("</select>")[0]
    assert "required" in choice
    assert re.findall(r'<option value="(.*?)"', choice) == ["", "Ben", "Cem"]


def test_a_host_says_who_really_won_a_round(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    send(host, house, "winner", round="1", player="Cem", points="25")
    assert points(house)[0] == (0, 0, 45)
    assert "Round 1: won by Cem instead of Ann" in seen(house.phone().get("/rounds").text)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"do": "winner", "player": "Cem", "points": "25"}, "Round 1 goes to Cem, not to Ann."),
        ({"do": "points", "hand-1": "40"}, "Round 1, Ben: 40 instead of 20."),
    ],
)
def test_a_round_put_right_is_the_first_of_the_undo_list_and_gone_by_one_undo(
    house: House, fields: dict[str, str], told: str
) -> None:
    host = house.joined("Ann")
    house.says(*MATCH, "round", "top red-5", "set count Ben 3")
    before, listed = points(house), statements_of(host)
    send(host, house, fields["do"], round="1", **{name: text for name, text in fields.items() if name != "do"})
    assert points(house) != before
    assert statements_of(host)[:2] == [f"{told} from the phone of Ann", listed[0]]
    assert host.say("undo").status_code == 200
    assert (points(house), statements_of(host)) == (before, listed)
    assert send(host, house, "again") == f"Redone: {told}"
    assert points(house) != before
    assert statements_of(host)[0] == f"{told} from the phone of Ann"


def test_only_a_host_says_again_what_only_a_host_may_put_right(house: House) -> None:
    host, player = house.joined("Ann"), house.joined("Ben")
    house.says(*MATCH)
    send(host, house, "winner", round="1", player="Cem", points="25")
    right = points(house)
    send(player, house, "undo")
    assert points(house) != right
    assert send(player, house, "again") == "Only a host’s phone may do that."
    assert points(house) != right
    send(host, house, "again")
    assert points(house) == right


def statements_of(phone: Phone) -> list[str]:
    """The undo list, the newest first, without its buttons."""
    html = phone.get("/rounds").text
    return [seen(told) for told in re.findall(r'<li id="statement-\d+"><p>(.*?)</p>', html, re.DOTALL)]


@pytest.mark.parametrize(
    ("do", "fields", "told"),
    [
        ("points", {"round": "1", "hand-1": "many"}, "“many” is no number of points"),
        ("points", {"round": "1", "hand-1": "-3"}, "“-3” is no number of points"),
        ("points", {"round": "1", "hand-1": ""}, "“” is no number of points"),
        ("points", {"round": "1", "hand-1": "9" * 30}, "is no number of points"),
        ("points", {"round": "1", "hand-1": "999"}, "cards, worth at most"),
        ("points", {"round": "9", "hand-1": "3"}, "That round is not over"),
        ("points", {"round": "1", "hand-1": "20"}, "nothing was changed"),
        ("points", {"round": "1", "hand-0": "20"}, "No hand of Ann was counted"),
        ("winner", {"round": "1", "player": "Zoe", "points": "3"}, "Zoe did not play that round"),
        ("winner", {"round": "1", "player": "Ben", "points": "99999"}, "All the cards of this deck are worth 1240"),
        ("winner", {"round": "1", "player": "Ben"}, "Write what the hand of Ann was worth."),
        ("back", {"number": "999"}, "There is no way back"),
        ("again", {}, "This page is out of date"),
        ("all-again", {}, "This page is out of date"),
        ("juggle", {}, "This page is out of date"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(
    house: House, do: str, fields: dict[str, str], told: str
) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    assert told in send(host, house, do, **fields)
    assert house.table.version == len(MATCH)


def test_what_was_typed_for_a_past_round_stays_where_it_was_refused(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    fields = {"round": "1", "version": str(house.table.version)}
    html = host.send("/rounds", do="points", **fields, **{"hand-1": "12345"}).text
    assert re.search(r'<details id="right-1" open>', html)
    assert re.search(r'<input id="hand-1-1"[^>]* value="12345"', html)
    assert '<details id="right-2">' in html
    html = host.send("/rounds", do="winner", **fields, player="Cem", points="99999").text
    assert re.search(r'<details id="right-1" open>', html)
    assert '<option value="Cem" selected>' in html
    assert re.search(r'<input id="winner-points-1"[^>]* value="99999"', html)


def test_players_undo_and_do_not_put_past_rounds_right(house: House) -> None:
    house.joined("Ann")
    ben = house.joined("Ben")
    house.says(*MATCH)
    assert "Put round 1 right" not in ben.get("/rounds").text
    for do in ("points", "winner"):
        told = send(ben, house, do, round="1", player="Cem", points="3", **{"hand-1": "40"})
        assert told == "Only a host’s phone may do that."
    assert house.table.version == len(MATCH)
    send(ben, house, "undo")
    assert house.table.version == len(MATCH) + 1


def test_a_stranger_reads_the_sheet_and_is_asked_to_join_before_changing_it(house: House) -> None:
    house.says(*MATCH)
    stranger = house.phone()
    for do in ("undo", "points", "winner"):
        answer = stranger.send("/rounds", do=do, round="1", version=str(house.table.version))
        assert (answer.status_code, answer.headers["location"]) == (303, "/join")
    assert house.table.version == len(MATCH)
    assert "Undo this" not in stranger.get("/rounds").text


def test_a_form_for_a_table_that_has_moved_on_changes_nothing(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    for do in ("points", "winner", "undo", "back"):
        fields = {"round": "1", "hand-1": "40", "player": "Cem", "points": "3", "number": "2"}
        assert "The table has moved on meanwhile." in send(host, house, do, version="3", **fields)
    assert house.table.version == len(MATCH)


def test_a_second_tap_does_nothing_more(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    fields = {"round": "1", "hand-1": "40", "key": "one", "version": str(house.table.version)}
    send(host, house, "points", **fields)
    version = house.table.version
    send(host, house, "points", **fields)
    assert house.table.version == version


def test_what_would_cost_later_rounds_is_asked_before_it_is_done(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH)
    answer = host.send("/rounds", do="points", version=str(house.table.version), round="1", **{"hand-1": "85"})
    assert answer.status_code == 422
    assert "With that Ann wins the match. 7 later statements would not fit any more" in seen(answer.text)
    assert 'name="let-fall" value="on"' in answer.text
    assert house.table.version == len(MATCH)
    send(host, house, "points", round="1", **{"hand-1": "85", "let-fall": "on"})
    assert points(house) == [(100, 0, 0)]
    assert "Ann has won the match." in seen(house.phone().get("/rounds").text)


def test_the_last_statements_are_told_in_plain_words_the_newest_first(house: House) -> None:
    host = house.joined("Ann")
    house.says("game classic players=Ann,Ben", "top red-5")
    host.say("Ann plays red-skip")
    text = seen(host.get("/rounds").text)
    newest = text.index("Ann: red skip. Ben is skipped. from the phone of Ann")
    assert newest < text.index("Top card: red 5. at the table") < text.index("New game: classic UNO.")
    french = seen(house.phone(headers={"accept-language": "fr"}).get("/rounds").text)
    assert "Première carte" in french or "Carte du dessus" in french or "5 rouge" in french


def test_a_hand_that_was_told_is_in_no_list_of_statements(house: House) -> None:
    host = house.joined("Ann")
    house.says("game classic players=Ann,Ben hand_size=2", "Ben holds blue-9 wild", "top red-5")
    house.says("Ann draws green-3")
    text = seen(host.get("/rounds").text)
    assert "Ben: 2 cards." in text
    for secret in ("blue", "green", "wild"):
        assert secret not in text


def test_the_newest_is_undone_and_can_be_redone_until_something_else_is_said(house: House) -> None:
    host = house.joined("Ann")
    house.says("game classic players=Ann,Ben", "top red-5", "Ann plays red-7")
    assert ">Redo<" not in host.get("/rounds").text
    send(host, house, "undo")
    assert "Taken back: Ann: red 7." in seen(host.get("/rounds").text)
    assert send(host, house, "again") == "Redone: Ann: red 7."
    assert str(house.table.state.top) == "red-7"
    assert ">Redo<" not in host.get("/rounds").text
    send(host, house, "undo")
    house.says("Ann plays red-9")
    assert ">Redo<" not in host.get("/rounds").text


def test_back_to_a_statement_takes_everything_after_it_back_at_once(house: House) -> None:
    ben = house.joined("Ben")
    house.says(*MATCH)
    back = {"do": "back", "number": "7", "version": str(house.table.version)}
    asked = ben.send("/rounds", **back)
    assert asked.status_code == 422
    assert "7 statements would be taken back, from “" in seen(asked.text)
    assert 'name="let-fall" value="on"' in asked.text
    assert house.table.version == len(MATCH), "a finger that slipped costs nothing"
    send(ben, house, "back", number="7", **{"let-fall": "on"})
    assert points(house) == [(35, 0, 0)]
    assert house.table.state.phase == "round-over"
    assert house.table.version == len(MATCH) * 2 - 7


def test_back_over_a_single_statement_is_an_undo_and_asks_nothing(house: House) -> None:
    ben = house.joined("Ben")
    house.says(*MATCH)
    send(ben, house, "back", number=str(len(MATCH) - 1))
    assert house.table.version == len(MATCH) + 1


def test_whoever_may_undo_lets_all_that_was_taken_back_stand_again_at_once(house: House) -> None:
    ben = house.joined("Ben")
    house.says("game classic players=Ann,Ben", "top red-5", "Ann plays red-7", "Ben plays red-9", "Ann draws")
    stood, table = statements_of(ben), house.table.state
    assert "Redo all" not in ben.get("/rounds").text
    send(ben, house, "undo")
    assert "Redo all" not in ben.get("/rounds").text, "one is brought back by the button that names it"
    send(ben, house, "back", number="2", **{"let-fall": "on"})
    assert "Redo all that was taken back (3)" in seen(ben.get("/rounds").text)
    send(ben, house, "all-again")
    assert (statements_of(ben), house.table.state) == (stood, table)


def test_only_a_host_lets_stand_again_what_only_a_host_may_say(house: House) -> None:
    host, ben = house.joined("Ann"), house.joined("Ben")
    house.says("game classic players=Ann,Ben", "top red-5", "set count Ben 3", "Ann plays red-7")
    send(ben, house, "back", number="2", **{"let-fall": "on"})
    for do in ("again", "all-again"):
        assert send(ben, house, do) == "Only a host’s phone may do that."
    send(host, house, "all-again")
    assert str(house.table.state.top) == "red-7"


def test_nothing_is_put_right_while_the_dispenser_deals(house: House) -> None:
    host = house.joined("Ann")
    house.says(*MATCH, "round")
    house.deal_comes_to(Progress("Ann", 1, 7))
    told = send(host, house, "points", round="1", **{"hand-1": "40"})
    assert told == "The dispenser is dealing: wait until everybody has a hand, then try again."


def test_nothing_is_put_right_while_a_press_waits_for_its_number(house: House) -> None:
    host = house.joined("Ann")
    house.says(
        "game extreme players=Ann,Ben,Cem target=100", *round_won("Ann", Ben=20, Cem=15), "round", "top green-7"
    )
    house.open_press("Ben", drawn=3, counted=1)
    version = house.table.version
    send(host, house, "points", round="1", **{"hand-1": "40"})
    assert house.table.version == version


def test_the_next_round_is_begun_from_the_sheet(house: House) -> None:
    ben = house.joined("Ben")
    house.says(*MATCH)
    assert "Start the next round" in ben.get("/rounds").text
    send(ben, house, "round")
    assert (house.table.state.round, house.table.state.phase) == (3, "setup")


def test_the_table_s_page_says_who_won_and_by_what_and_leads_to_the_sheet(house: House) -> None:
    host = house.joined("Ann")
    house.says(MATCH[0])
    assert 'id="part-won" hidden' in host.get("/").text
    house.says(*MATCH[1:])
    assert "Ben wins the round: 35 points. Scores: Ann: 35, Ben: 35, Cem: 0." in seen(host.get("/").text)
    assert 'id="part-won" hidden' not in host.get("/").text
    assert 'id="part-rematch" hidden' in host.get("/").text


def test_a_rematch_is_the_same_players_at_the_same_rules_with_the_next_dealer(house: House) -> None:
    host, ben = house.joined("Ann"), house.joined("Ben")
    house.says("game classic players=Ann,Ben,Cem target=20 stacking=any dealer=Ben", *round_won("Ann", Ben=20, Cem=1))
    assert "Ann wins the match. Ann wins the round: 21 points." in seen(host.get("/").text)
    assert "Play again" not in ben.get("/rounds").text
    answer = host.send("/rounds", do="rematch", back="/", version=str(house.table.version))
    assert answer.headers["location"].startswith("/#")
    state = house.table.state
    assert [seat.name for seat in state.seats] == ["Ann", "Ben", "Cem"]
    assert (state.name(state.dealer), state.options.target, state.options.stacking) == ("Cem", 20, "any")
    assert state.phase == "setup"


def test_who_left_does_not_play_the_rematch() -> None:
    course = Course(entries("game classic players=Ann,Ben,Cem target=20 dealer=Ann", "top red-5", "Ben leaves"))
    again = rematch(course.state)
    assert (again.players, again.dealer) == (("Ann", "Cem"), "Cem")


def test_with_scripts_off_a_round_is_put_right_by_keyboard_alone(house: House, visit: Visit) -> None:
    house.says(*MATCH)
    page = visit("/rounds", "Ann", java_script_enabled=False)
    page.get_by_text("Put round 1 right").press("Enter")
    page.locator("#right-1").get_by_label("Hand of Ben, points").fill("40")
    page.get_by_role("button", name="Save the points of round 1").press("Enter")
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_text("Round 1, Ben: 40 instead of 20 (")).to_be_visible()


def test_a_form_that_was_begun_is_not_taken_away_by_news(house: House, visit: Visit) -> None:
    house.says(*MATCH)
    page = visit("/rounds", "Ann")
    page.get_by_text("Put round 1 right").click()
    page.locator("#right-1").get_by_label("Hand of Ben, points").fill("40")
    house.says("round")
    expect(page.get_by_role("status")).to_contain_text("The score sheet has changed.")
    expect(page.locator("#right-1").get_by_label("Hand of Ben, points")).to_have_value("40")
