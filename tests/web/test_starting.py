"""Starting a game from the page: players by rows, the draw for the deal, own agreements, and what is read back."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.referee.decks import editions, load_deck
from companion.referee.options import OPTIONS, PRESETS
from companion.set_up import draws_as
from companion.web.language import page_words
from companion.web.pages.deal_draw import draw_for_deal
from companion.web.pages.draft import MOST, Draft, another_row, draft_of, moved, with_player, without
from companion.web.pages.starting import faults
from companion.web.views.option_words import option_groups
from tests.web.house import House, Phone, begin
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_pages import followed, result_of

ROWS = re.compile(r'name="player" value="([^"]*)"')
DEALER = re.compile(r'name="dealer" value="(\d)" checked')
FAULT = re.compile(r'<p id="([\w-]+)-fault" class="fault">([^<]+)<')
FOCUS = re.compile(r'id="([\w-]+)"[^>]*\bautofocus\b')


def shown(html: str) -> tuple[list[str], str | None]:
    """The rows of a start page, and which of them deals."""
    dealer = DEALER.search(html)
    return ROWS.findall(html), dealer and dealer[1]


def statement(house: House) -> str:
    return house.run(house.table.entries(house.table.game))[0].statement


# The rows of players


def test_a_row_is_added_where_the_next_player_sits() -> None:
    draft = Draft(("Ann", "Ben"), 1)
    assert another_row(draft).players == ("Ann", "Ben", "")
    assert with_player(draft, "Cem") == (Draft(("Ann", "Ben", "Cem"), 1), 2)
    assert with_player(Draft(("Ann", " ", "Ben")), "Cem") == (Draft(("Ann", "Cem", "Ben")), 1)


def test_there_are_never_more_rows_than_people_who_may_play() -> None:
    full = Draft(tuple(f"P{number}" for number in range(MOST)))
    assert another_row(full) == full
    assert with_player(full, "One more")[0] == full
    assert len(draft_of({}, [*full.players, "One more"]).players) == MOST


@pytest.mark.parametrize(
    ("row", "by", "players", "dealer"),
    [(1, -1, "BAC", 0), (1, 1, "ACB", 2), (0, 1, "BAC", 0), (0, -1, "ABC", 1), (2, 1, "ABC", 1), (2, -1, "ACB", 2)],
)
def test_whoever_deals_goes_along_when_seats_change(row: int, by: int, players: str, dealer: int) -> None:
    assert moved(Draft(tuple("ABC"), 1), row, by) == Draft(tuple(players), dealer)


def test_who_is_taken_out_deals_no_more_and_the_others_keep_their_order() -> None:
    assert without(Draft(tuple("ABC"), 1), 1) == Draft(("A", "C"), None)
    assert without(Draft(tuple("ABC"), 2), 0) == Draft(("B", "C"), 1)
    assert without(Draft(("A",), 0), 0) == Draft(("",), None)


def test_the_buttons_work_without_script_and_go_on_where_the_reader_was(house: House) -> None:
    host = house.joined()
    for do, rows, dealer, focus in (
        ("add", ["Ann", "Ben", "Cem", ""], "1", "player-3"),
        ("add:Dan", ["Ann", "Ben", "Cem", "Dan"], "1", "player-3"),
        ("up:1", ["Ben", "Ann", "Cem"], "0", "up-0"),
        ("down:1", ["Ann", "Cem", "Ben"], "2", "down-2"),
        ("up:0", ["Ann", "Ben", "Cem"], "1", "up-0"),
        ("remove:0", ["Ben", "Cem"], "0", "player-0"),
        ("remove:1", ["Ann", "Cem"], None, "player-1"),
        ("up:99", ["Ann", "Ben", "Cem"], "1", None),
        ("nonsense", ["Ann", "Ben", "Cem"], "1", None),
    ):
        answer = begin(host, "Ann", "Ben", "Cem", do=do, dealer="1", uno_penalty="lots", preset="Friday")
        assert answer.status_code == 200
        assert shown(answer.text) == (rows, dealer), do
        assert 'value="lots"' in answer.text  # what cannot be used stays until it is changed
        assert 'value="Friday"' in answer.text
        if focus:
            assert FOCUS.findall(answer.text) == [focus], do


def test_the_last_game_s_players_seats_and_options_are_offered_again(house: House) -> None:
    host = house.joined("Ann")
    house.says('game family players=Cem,Ann,"Zoé B" dealer=Ann uno_penalty=3 custom_text="Sing|Swap"')
    html = host.get("/start").text
    assert shown(html) == (["Cem", "Ann", "Zoé B"], None)
    assert '<option value="classic" selected>' in html
    assert '<option value="single-round" selected>' in html
    assert 'name="uno_penalty" inputmode="numeric" autocomplete="off" value="3"' in html
    assert ">Sing\nSwap</textarea>" in html


def test_before_any_game_the_joined_phones_are_offered(house: House) -> None:
    host = house.joined("Ann")
    house.joined("Ben")
    assert shown(host.get("/start").text)[0] == ["Ann", "Ben"]


def test_whoever_has_played_here_is_one_tap_away(house: House) -> None:
    house.says("game classic players=Ann,Ben", "game classic players=Ann,Zoé")
    html = house.joined("Cem").get("/start").text
    assert re.findall(r'value="add:([^"]+)"', html) == ["Cem", "Ben", "Nour"]


# What is wrong


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"players": ("Ann", "")}, "players", "2 to 10 people play: write a name in a row for each."),
        ({"players": ("Ann", "x" * 41)}, "player-1", "Write a name of 1 to 40 letters or other signs."),
        (
            {"players": ("Ann", "B\u202een")},
            "player-1",
            "This name holds a sign that cannot be seen, as pasted text may: type it anew.",
        ),
        (
            {"players": ("Ann", "ANN", "Ben")},
            "player-1",
            "This name is there already: write another, to tell the two apart.",
        ),
        ({"players": ("Ann", "Ben", ""), "dealer": "2"}, "player-2", "Write the name of who deals, or mark another."),
        ({"edition": "nosuch"}, "edition", "Choose an edition."),
        ({"uno_penalty": "lots"}, "option-uno_penalty", "Write a whole number from 0 to 10."),
        ({"hand_size": "0"}, "option-hand_size", "Write a whole number from 1 to 20."),
        ({"stacking": "maybe"}, "option-stacking", "Choose one of these."),
        (
            {"custom_text": "1\n2\n3\n4"},
            "option-custom_text",
            "Write one to three texts, one a line, of 80 signs at most.",
        ),
        (
            {"players": tuple("ABCDEFGHIJ"), "hand_size": "20"},
            "option-hand_size",
            "The deck has too few cards for that: write a smaller number.",
        ),
    ],
)
@pytest.mark.parametrize("do", ["review", "begin", "draw"])
def test_every_bad_entry_has_its_sentence_beside_its_field_and_stays(
    house: House, fields: dict[str, Any], field: str, sentence: str, do: str
) -> None:
    typed = {"players": ("Ann", "Ben"), "edition": "extreme"} | fields
    players = typed.pop("players")
    answer = begin(house.joined(), *players, do=do, **typed)
    assert answer.status_code == 400
    assert FAULT.findall(answer.text) == [(field, sentence)]
    assert result_of(answer.text) == "Not everything can be used yet: see beside the fields."
    assert shown(answer.text)[0] == list(players)
    if field != "players":
        assert FOCUS.findall(answer.text) == [field]
        assert f'aria-describedby="{field}-' in answer.text
    assert house.table.version == 0


def test_what_was_agreed_stays_in_sight_where_something_else_is_wrong(house: House) -> None:
    answer = begin(house.joined("Ann"), "Ann", edition="h2o-classic", stacking="any", custom_text="Sing")
    assert '<option value="h2o-classic" selected>' in answer.text
    assert '<option value="any" selected>' in answer.text
    assert ">Sing</textarea>" in answer.text
    told = re.findall(r"<details( open)?>\s*<summary>(.*?)</summary>", answer.text)
    assert [(opened, re.sub("<.*?>", "", words)) for opened, words in told] == [
        ("", "How cards are drawn"),
        (" open", "House rules (agreed: 1)"),
        ("", "How the game is won"),
        (" open", "Details (agreed: 1)"),
        ("", "Keep this agreement for another time"),
    ]


def test_that_the_edition_decides_is_said_once_however_many_rules_there_are(house: House) -> None:
    html = house.joined("Ann").get("/start").text
    assert html.count("as the edition says") == 1
    assert html.count('<option value="">–</option>') > 10


def test_an_edition_that_is_here_no_more_is_not_taken_for_the_first_one(house: House) -> None:
    answer = begin(house.joined(), "Ann", "Ben", do="add", edition="our-old-deck")
    assert '<option value="" selected>choose an edition</option>' in answer.text


def test_a_player_neither_starts_a_game_nor_changes_agreements(house: House) -> None:
    house.joined()
    player = house.joined("Ben")
    assert begin(player, "Ann", "Ben").status_code == 403
    assert begin(player, "Ann", "Ben", do="add").status_code == 403
    for path in ("/start", "/presets"):
        assert player.get(path).status_code == 403
    assert player.send("/presets", do="delete", name="Friday").status_code == 403


# Read back, and begun


def test_what_is_agreed_is_read_back_and_begins_with_one_more_tap(house: House) -> None:
    host = house.joined("Ann")
    html = begin(host, "Ann", "Ben", "Zoé B", do="review", dealer="1", uno_penalty="3", seven_zero="on").text
    told = re.findall(r"<li>(.+?)</li>", html.partition("<main")[2])
    assert told == [
        "Ann",
        "Ben – deals",
        "Zoé B",
        "The winner takes the points, first to 500",
        "A first action card counts",
        "3 presses for a missed UNO",
        "Seven-zero with sevens only",
    ]
    assert house.table.version == 0
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html)) | {"do": "begin"}
    del fields["player"]
    followed(host, begin(host, *ROWS.findall(html), **fields))
    followed(host, begin(host, *ROWS.findall(html), **fields))  # a second tap
    assert statement(house) == 'game extreme players=Ann,Ben,"Zoé B" dealer=Ben uno_penalty=3 seven_zero=on'
    assert house.table.version == 1


def test_change_leads_back_to_all_that_was_filled_in(house: House) -> None:
    host = house.joined("Ann")
    html = begin(host, "Ann", "Ben", do="review", dealer="0", stacking="any", custom_text="Sing\nSwap").text
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html)) | {"do": "change"}
    del fields["player"]
    again = begin(host, *ROWS.findall(html), **fields).text
    assert shown(again) == (["Ann", "Ben"], "0")
    assert '<option value="any" selected>' in again
    assert ">Sing\nSwap</textarea>" in again


def test_what_can_change_nothing_with_this_deck_is_read_back_as_such(house: House) -> None:
    html = begin(house.joined(), "Ann", "Ben", do="review", edition="classic", discard_all="some").text
    assert "With discard all cards may be kept" in html.partition("Agreed, but of no effect with this deck")[2]


def test_a_running_game_is_told_to_be_set_aside_before_the_last_tap(house: House) -> None:
    host = house.joined("Ann")
    assert "sets it aside" not in begin(host, "Ann", "Ben", do="review").text
    house.says("game classic players=Ann,Ben")
    assert "sets it aside" in begin(host, "Ann", "Ben", do="review").text


@pytest.mark.parametrize("edition", [*editions(), *PRESETS])
def test_every_edition_and_preset_is_read_back_and_starts_from_the_page(house: House, edition: str) -> None:
    host = house.joined("Ann")
    for locale in ("fr", "en"):
        host.client.headers["Accept-Language"] = locale
        assert begin(host, "Ann", "Ben", do="review", edition=edition).status_code == 200
    html = followed(host, begin(host, "Ann", "Ben", edition=edition))
    assert statement(house) == f"game {edition} players=Ann,Ben"
    assert "Now: turn up the first card" in html


def test_all_options_may_be_mixed_whatever_the_edition(house: House) -> None:
    host = house.joined("Ann")
    agreed = {
        choice.name: "Sing\r\n Swap seats " if choice.lines else choice.values[-1][0] if choice.values else "5"
        for group in option_groups(page_words("en"))
        for choice in group.choices
    }
    assert sorted(agreed) == sorted(OPTIONS)
    followed(host, begin(host, "Ann", "Ben", edition="family", **agreed))
    written = dict(house.table.state.agreed.options_written)
    assert written == agreed | {"custom_text": "Sing|Swap seats"}


# The draw for the deal


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("edition", ["extreme", "flip", "classic"])
def test_the_highest_number_deals_and_a_tie_is_drawn_for_again(edition: str, seed: int) -> None:
    set_up, drawn = draw_for_deal(5, load_deck(edition), Random(seed))
    contenders = set(range(5))
    for turn in range(1, max(each.turn for each in drawn) + 1):
        counted = {each.place: draws_as(each.card) for each in drawn if each.turn == turn}
        assert set(counted) == contenders, "those who shared the highest number, and nobody else"
        contenders = {place for place, number in counted.items() if number == max(counted.values())}
    assert set_up.dealer is not None
    assert contenders == {set_up.dealer - 1}


def test_the_page_draws_for_the_deal_and_marks_who_won(house: House) -> None:
    host = house.joined("Ann")
    html = begin(host, "Ann", "", "Ben", "Cem", do="draw").text
    drawn = re.findall(r"<li>(\w+): ([^<]+)</li>", html)
    assert [name for name, _ in drawn[:3]] == ["Ann", "Ben", "Cem"]
    rows, dealer = shown(html)
    assert rows == ["Ann", "", "Ben", "Cem"]
    assert dealer is not None
    assert result_of(html) == f"{rows[int(dealer)]} has drawn the highest card, and deals."


# Own agreements


def kept(host: Phone, name: str, **fields: str) -> str:
    return result_of(begin(host, "Ann", "Ben", do="keep", preset=name, **fields).text)


def test_an_agreement_is_kept_and_fills_in_edition_and_rules_again(house: House) -> None:
    host = house.joined("Ann")
    assert kept(host, "Friday", edition="flip", stacking="any") == "It is kept as “Friday”."
    html = begin(host, "Zoé", "Ben", do="use:Friday", edition="classic", uno_penalty="4").text
    assert result_of(html) == "It is filled in as “Friday” says."
    assert '<option value="flip" selected>' in html
    assert '<option value="any" selected>' in html
    assert 'name="uno_penalty" inputmode="numeric" autocomplete="off" value=""' in html
    assert shown(html)[0] == ["Zoé", "Ben"]


def test_a_name_that_is_there_means_the_new_rules_from_then_on(house: House) -> None:
    host = house.joined("Ann")
    kept(host, "Friday", stacking="any")
    assert kept(host, "friday", stacking="off") == "“friday” means this now."
    assert [(each.name, dict(each.options)) for each in house.presets.all()] == [("friday", {"stacking": "off"})]


@pytest.mark.parametrize(
    ("name", "fields", "field"),
    [(" ", {}, "preset"), ("x" * 41, {}, "preset"), ("Friday", {"uno_penalty": "lots"}, "option-uno_penalty")],
)
def test_what_cannot_be_kept_says_why_beside_its_field(
    house: House, name: str, fields: dict[str, str], field: str
) -> None:
    answer = begin(house.joined(), "Ann", do="keep", preset=name, **fields)  # one player: none is kept with it
    assert [found for found, _ in FAULT.findall(answer.text)] == [field]
    assert house.presets.all() == ()


def test_agreements_are_renamed_and_deleted_on_their_page(house: House) -> None:
    host = house.joined("Ann")
    for name in ("Friday", "Grandma"):
        kept(host, name, edition="flip")
    assert "UNO Flip" in host.get("/presets").text
    told = result_of(followed(host, host.send("/presets", do="rename", name="Friday", new=" Sunday ")))
    assert told == "It is called “Sunday” now."
    taken = host.send("/presets", do="rename", name="Sunday", new="GRANDMA")
    assert taken.status_code == 400
    assert FAULT.findall(taken.text) == [("preset-1", "Another agreement is called so: choose another name.")]
    assert 'value="GRANDMA"' in taken.text
    assert host.send("/presets", do="rename", name="Sunday", new="").status_code == 400
    told = result_of(followed(host, host.send("/presets", do="delete", name="Grandma")))
    assert told == "“Grandma” is deleted."
    told = result_of(followed(host, host.send("/presets", do="rename", name="Grandma", new="x")))
    assert told == "There is no agreement called “Grandma” any more."
    assert [each.name for each in house.presets.all()] == ["Sunday"]


def test_an_agreement_that_was_deleted_meanwhile_changes_nothing(house: House) -> None:
    answer = begin(house.joined(), "Ann", "Ben", do="use:Friday", stacking="any")
    assert answer.status_code == 404
    assert result_of(answer.text) == "There is no agreement called “Friday” any more."
    assert '<option value="any" selected>' in answer.text


# In a browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_starting_is_for_everybody(house: House, visit: Visit, scheme: str) -> None:
    kept(house.joined("Ann"), "Friday")
    page = visit("/start", color_scheme=scheme, viewport={"width": 320, "height": 700})
    host = house.access.phones()[-1]
    house.access.make_host(host.id)
    page.goto(house.url + "/start")
    page.get_by_label("Player 1", exact=True).fill("Ann with a long name")
    page.get_by_role("button", name="Read it back to me").click()  # one player is missing
    for summary in page.locator("summary").all():
        if not summary.evaluate("(it) => it.parentElement.open"):
            summary.click()
    looks_well(page)
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="Draw for who deals").click()
    looks_well(page)
    page.get_by_role("button", name="Read it back to me").click()
    looks_well(page)
    page.goto(house.url + "/presets")
    looks_well(page)


def looks_well(page: Page) -> None:
    assert problems(page) == []
    assert too_small(page) == []
    assert narrow_enough(page)


def test_the_enter_key_in_a_field_goes_on_and_takes_nobody_out(house: House, visit: Visit) -> None:
    page = visit("/start", "Ann")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_label("Player 2", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("This is agreed")
    page.get_by_role("button", name="Change something").click()
    page.get_by_role("button", name="Down: Ann").click()
    expect(page.get_by_role("button", name="Down: Ann")).to_be_focused()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ben")


def test_faults_are_told_in_the_reader_s_language() -> None:
    draft = Draft(("Ann", "ann"), None, "nosuch", {"uno_penalty": "99"})
    english, french = faults(draft, page_words("en")), faults(draft, page_words("fr"))
    assert list(english) == list(french) == ["player-1", "edition", "option-uno_penalty"]
    assert not set(english.values()) & set(french.values())


def test_at_ten_seats_no_other_is_offered_though_one_is_still_without_a_name(house: House) -> None:
    host = house.joined()
    for names, offered in ((("Ann",) * 9, True), ((*"ABCDEFGHI", ""), False)):
        html = begin(host, *names, do="review", edition="").text
        assert (">Another player<" in html) is offered


def test_what_was_typed_is_there_again_after_a_reload_and_on_no_other_phone(house: House) -> None:
    host = house.joined("Ann")
    assert begin(host, "Zoé", "", do="draft", edition="flip", hand_size="5").status_code == 204
    page = host.get("/start").text
    assert 'value="Zoé"' in page
    assert '<option value="flip" selected>' in page
    begin(host, "Zoé", "Emil", do="add", edition="flip")
    assert 'value="Emil"' in host.get("/start").text
    other = house.joined("Ben")
    house.access.make_seat_hosts("Ben")
    assert 'value="Emil"' not in other.get("/start").text
    begin(host, "Zoé", "Emil", do="afresh")
    assert 'value="Emil"' not in host.get("/start").text


def test_a_game_that_was_begun_since_is_offered_instead_of_an_older_draft(house: House) -> None:
    host = house.joined("Ann")
    begin(host, "Zoé", "Emil", do="draft")
    house.says("game classic players=Dora,Cem")
    page = host.get("/start").text
    assert 'value="Dora"' in page
    assert 'value="Zoé"' not in page


def test_the_page_keeps_what_is_typed_by_itself(house: House, visit: Visit) -> None:
    page = visit("/start", "Ann")
    with page.expect_response(lambda answer: answer.status == 204):
        page.locator("#player-1").fill("Zoé")
    page.reload()
    expect(page.locator("#player-1")).to_have_value("Zoé")


def test_what_is_wrong_deep_in_the_form_is_named_at_its_top_with_a_way_there(house: House) -> None:
    page = begin(house.joined("Ann"), "Ann", "ann", do="review", hand_size="900").text
    top = page[: page.index('<form method="post" action="/start"')]
    assert '<a href="#player-1">Player 2: This name is there already' in top
    assert '<a href="#option-hand_size">Cards dealt to each player: Write a whole number' in top
    part = page[: page.index('id="option-hand_size"')]
    assert part[part.rindex("<details") :].startswith("<details open>")
