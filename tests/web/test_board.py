"""The table in words and in twenty cells."""

from __future__ import annotations

import re

import pytest

from companion.deal import Progress
from companion.open_press import OpenPress
from companion.referee.cards import COLOURED_VALUES, WILD_VALUES, Card, Colour
from companion.referee.decide import decide
from companion.referee.events import Phase
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.web.language import page_words
from companion.web.views.board import board
from companion.web.views.glyphs import GLYPHS, WILD_GLYPH
from companion.web.views.status_line import CELLS, status_line

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")
CLASSIC = ("game classic players=Ann,Ben,Cem", "top green-7")
PLUS_FOUR = (*CLASSIC, "Ann plays wild-draw-four as red")
STACKING = ("game classic players=Ann,Ben,Cem stacking=plus4-on-plus2", "top green-7", "Ann plays green-draw-two")
FLIP = ("game flip players=Ann,Ben,Cem", "top green-7")
TURNED = (*FLIP, "Ann plays green-flip")
UNTIL_ORANGE = (*TURNED, "top pink-6", "Ben plays wild-draw-colour as orange")
FIRE = ("game attack players=Ann,Ben,Cem", "top green-7", "Ann plays wild-hit-fire as red")


def after(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        command = read(statement)
        events = decide(state, command)
        assert not isinstance(events, Refusal), (statement, events)
        state = accept(state, command, events)
    return state


@pytest.mark.parametrize(
    ("statements", "line", "now"),
    [
        ((), "", "No game yet"),
        (GAME[:1], "ann7 ben7 cem7", "Now: turn up the first card"),
        (GAME, "g7 ann> ann7 ben7 +", "Now: green 7, Ann to play"),
        ((*GAME, "Ann plays green-reverse"), "grv cem< cem7 ben7 +", "Now: green reverse, Cem to play"),
        ((*GAME, "Ann plays green-hit-two"), "gh2 ben> +2 ben7 +", "Now: green hit two, Ben presses 2 times"),
        (
            (*GAME, "Ann plays green-hit-two", "Ben presses 0"),
            "gh2 ben> +1 ben7 +",
            "Now: green hit two, Ben presses once",
        ),
        ((*GAME, "Ann plays wild"), "wi ann> co? ann6 +", "Now: wild, Ann names the colour"),
        ((*GAME, "Ann plays wild as red"), "rwi ben> ben7 cem7 +", "Now: wild, red, Ben to play"),
        (
            (*GAME, "Ann plays wild-extreme-hit as red"),
            "rxh ann> ann6 ben7 +",
            "Now: extreme hit, red, Ann names who is hit",
        ),
        (
            (*GAME, "Ann plays wild-extreme-hit as red at Cem"),
            "rxh ann> +2 ann6 +",
            "Now: extreme hit, red, Ann presses 2 times, Cem takes the cards",
        ),
        (
            (*GAME, "Ann plays green-discard-all"),
            "gda ann> ann6 ben7 +",
            "Now: green discard all, Ann lays more of the colour, or is done",
        ),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1"),
            "g1 ann0 ben7 cem7",
            "The round is over. Count: Ben, Cem",
        ),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1", "Ben left 3 points", "Cem left 4 points"),
            "g1 ann0 ben7 cem7",
            "The round goes to Ann",
        ),
        (
            (
                "game extreme players=Ann,Ben match_mode=single-round",
                "top green-7",
                "set count Ann 1",
                "Ann plays green-1",
            ),
            "g1 ann0 ben7",
            "The game goes to Ann",
        ),
    ],
)
def test_the_table_is_said_in_one_line_and_in_twenty_cells(statements: tuple[str, ...], line: str, now: str) -> None:
    texts = board(after(*statements), page_words("en")).texts
    assert (texts["line"], texts["now"]) == (line, now)
    assert len(line) <= CELLS


@pytest.mark.parametrize(
    ("statements", "line", "now"),
    [
        ((*CLASSIC, "Ann draws"), "g7 ann> dr ann8 +", "Now: green 7, Ann has drawn: plays it or passes"),
        (
            ("game classic players=Ann,Ben,Cem draw_until_playable=on", "top green-7", "Ann draws"),
            "g7 ann> dr ann8 +",
            "Now: green 7, Ann has drawn: plays it, draws on or passes",
        ),
        (
            ("game extreme players=Ann,Ben,Cem play_after_launch=on", "top green-7", "Ann presses 3"),
            "g7 ann> dr ann10 +",
            "Now: green 7, Ann plays a card or passes",
        ),
        (PLUS_FOUR, "rw4 ben> +4 ch? +", "Now: {wild-draw-four}, red, Ben accepts or challenges"),
        (
            (*PLUS_FOUR, "Ben challenges"),
            "rw4 ben> +4 vd? +",
            "Now: {wild-draw-four}, red, Ben challenges Ann",
        ),
        (STACKING, "gd2 ben> +2 ben7 +", "Now: {green-draw-two}, Ben draws 2 cards"),
        (
            ("game braille players=Ann,Ben,Cem draw_from=dispenser", "top red-5", "Ann plays red-draw-two"),
            "rd2 ben> +2 ben7 +",
            "Now: {red-draw-two}, Ben presses for 2 cards",
        ),
        (
            ("game braille players=Ann,Ben,Cem draw_from=launcher", "top red-5", "Ann plays red-draw-two"),
            "rd2 ben> +2 ben7 +",
            "Now: {red-draw-two}, Ben presses 2 times",
        ),
        (TURNED, "dark? ann> ann6 +", "Now: dark side, show the card that lies on top"),
        ((*TURNED, "top pink-6"), "pi6 ben> ben7 cem7 +", "Now: pink 6, Ben to play"),
        ((*TURNED, "top purple-6"), "pu6 ben> ben7 cem7 +", "Now: purple 6, Ben to play"),
        (
            (*UNTIL_ORANGE, "Cem accepts"),
            "orwc cem> +? cem7 +",
            "Now: {wild-draw-colour}, orange, Cem draws until an orange card comes",
        ),
        (
            (*UNTIL_ORANGE, "Cem challenges", "hand is innocent"),
            "orwc cem> +? cem7 +",
            "Now: {wild-draw-colour}, orange, Cem draws until an orange card comes, and 2 more",
        ),
        (
            (*UNTIL_ORANGE, "Cem challenges", "hand is guilty"),
            "orwc ben> +? ben6 +",
            "Now: {wild-draw-colour}, orange, Ben draws until an orange card comes",
        ),
        (FIRE, "rhf ben> +? ben7 +", "Now: {wild-hit-fire}, red, Ben presses until it fires"),
        (
            ("game attack players=Ann,Ben,Cem", "top green-7", "Ann plays green-trade-hands"),
            "gth ann> ann6 ben7 +",
            "Now: {green-trade-hands}, Ann names who swaps hands",
        ),
        (
            ("game classic players=Ann,Ben,Cem seven_zero=on", "top green-2", "Ann plays green-7"),
            "g7 ann> ann6 ben7 +",
            "Now: green 7, Ann names who swaps hands",
        ),
        (
            ("game classic players=Ann,Ben,Cem first_card=redraw", "top wild"),
            "ann7 ben7 cem7",
            "Now: turn up another first card",
        ),
        (
            (*TURNED, "top pink-6", "set count Ben 1", "Ben plays pink-9"),
            "pi9 ann6 ben0 cem7",
            "The round is over, the dark side counts. Count: Ann, Cem",
        ),
    ],
)
def test_every_edition_and_agreement_is_said_in_one_line(statements: tuple[str, ...], line: str, now: str) -> None:
    state, words = after(*statements), page_words("en")
    texts = board(state, words).texts
    named = re.sub(r"\{(.+?)\}", lambda found: words.name(Card.from_word(found[1]), state.edition), now)
    assert (texts["line"], texts["now"]) == (line, named)
    assert len(line) <= CELLS


@pytest.mark.parametrize("wild", ["wild", "wild-draw-four"])
def test_while_a_wilds_colour_is_chosen_no_older_colour_is_shown(wild: str) -> None:
    for before in ("green-7", "red-5"):
        chosen = board(after(CLASSIC[0], f"top {before}", f"Ann plays {wild}"), page_words("en"))
        assert (chosen.texts["colour"], chosen.texts["glyph"], chosen.colour) == ("being chosen", WILD_GLYPH, "")
    named = board(after(CLASSIC[0], "top green-7", f"Ann plays {wild}", "Ann picks blue"), page_words("en"))
    assert (named.texts["colour"], named.colour) == ("blue", "blue")


@pytest.mark.parametrize("options", ["", "match_mode=single-round", "match_mode=hands-won target=1", "target=1"])
@pytest.mark.parametrize("counted", [(), ("Ben left 3 points",), ("Ben left 3 points", "Cem left 4 points")])
def test_once_the_last_card_lies_it_is_nobodys_turn(options: str, counted: tuple[str, ...]) -> None:
    state = after(f"{CLASSIC[0]} {options}", "top green-7", "set count Ann 1", "Ann plays green-1")
    if state.phase is Phase.COUNTING:
        state = after(f"{CLASSIC[0]} {options}", "top green-7", "set count Ann 1", "Ann plays green-1", *counted)
    shown = board(state, page_words("en"), me="Ann")
    assert shown.texts["turn"] == "–"
    assert ">" not in shown.texts["line"]
    assert "to play" not in {shown.texts[f"mark-{seat}"] for seat in range(3)}
    assert shown.alert == ""


@pytest.mark.parametrize(
    ("colour", "french"),
    [
        ("pink", "Cem pioche jusqu’à une carte rose."),
        ("teal", "Cem pioche jusqu’à une carte turquoise."),
        ("orange", "Cem pioche jusqu’à une carte orange."),
        ("purple", "Cem pioche jusqu’à une carte violette."),
    ],
)
def test_a_draw_until_a_colour_names_it_in_both_languages(colour: str, french: str) -> None:
    state = after(*TURNED, "top pink-6", f"Ben plays wild-draw-colour as {colour}", "Cem accepts")
    article = "an" if colour == "orange" else "a"
    assert board(state, page_words("en")).texts["owes"] == f"Cem draws until {article} {colour} card comes."
    assert board(state, page_words("fr")).texts["owes"] == french


def test_a_penalty_is_said_before_what_a_card_demands() -> None:
    hit = ("set count Ann 2", "Ann plays wild-extreme-hit as red at Cem", "Ben catches Ann")
    state = after("game extreme players=Ann,Ben,Cem", "top green-7", *hit)
    owes = board(state, page_words("en")).texts["owes"]
    assert owes == "Ann presses 2 times, then Ann presses 2 times, Cem takes the cards."


def test_a_sum_that_may_be_passed_on_is_said_to_be() -> None:
    words = page_words("en")
    assert board(after(*STACKING), words).texts["owes"] == "Ben draws 2 cards. A draw card passes the sum on."
    off = after("game classic players=Ann,Ben,Cem auto_draw=off", *STACKING[1:])
    assert board(off, words).texts["owes"] == "Ben draws 2 cards."


def test_cards_that_cannot_be_drawn_ask_for_the_shuffle() -> None:
    dry = (
        "game classic players=Ann,Ben",
        "top green-7",
        "Ann plays green-2",
        "Ben plays green-3",
        "set count Ann 98",
    )
    state = after(*dry, "Ann plays green-draw-two")
    assert state.supply == 0
    assert (
        board(state, page_words("en"))
        .texts["owes"]
        .endswith("Ben draws 1 card. Nothing is left to draw: shuffle the discard back first.")
    )


@pytest.mark.parametrize("told", ["Ann draws green-9", "Ann draws red-2"])
@pytest.mark.parametrize("options", ["", " draw_until_playable=on"])
def test_a_drawn_card_that_was_told_shows_nowhere_on_the_page(told: str, options: str) -> None:
    told_hand = ("game classic players=Ann,Ben" + options, "Ann holds red-1 red-3", "top green-7")
    named = board(after(*told_hand, told), page_words("en"))
    silent = board(after(*told_hand[:1], "Ann holds 2", told_hand[2], "Ann draws"), page_words("en"))
    assert named == silent


def test_a_judged_hand_says_who_looks_and_for_what() -> None:
    words = page_words("en")
    state = after(*PLUS_FOUR, "Ben challenges")
    assert board(state, words).texts["verdict-question"] == (
        "Ben alone looks at the hand of Ann. It is a bluff where a card of this colour is there: green."
    )
    strict = after(PLUS_FOUR[0] + " plus4_rule=none-playable", *PLUS_FOUR[1:], "Ben challenges")
    assert "that fitted, plain wilds aside" in board(strict, words).texts["verdict-question"]


def test_the_side_in_play_is_shown_in_flip_only() -> None:
    words = page_words("en")
    light, dark = board(after(*FLIP), words), board(after(*TURNED), words)
    assert (light.texts["side"], dark.texts["side"]) == ("light side", "dark side")
    assert light.shown["part-side"]
    assert not board(after(*CLASSIC), words).shown["part-side"]


def test_what_is_asked_fits_what_is_awaited() -> None:
    words = page_words("en")
    assert board(after(*GAME[:1]), words).texts["top-question"] == "First card"
    assert board(after(*TURNED), words).texts["top-question"] == "The card that lies on top now"
    hit = after(*GAME, "Ann plays wild-extreme-hit as red")
    assert board(hit, words).texts["target-question"] == "Who is hit?"
    trade = after("game attack players=Ann,Ben,Cem", "top green-7", "Ann plays green-trade-hands")
    assert board(trade, words).texts["target-question"] == "Swap hands with whom?"


@pytest.mark.parametrize(
    ("statements", "marks"),
    [
        ((*CLASSIC, "Ann draws"), ["to play", "", ""]),
        (PLUS_FOUR, ["", "accepts or challenges", ""]),
        ((*PLUS_FOUR, "Ben challenges"), ["shows the hand", "challenges", ""]),
        (STACKING, ["", "draws", ""]),
        ((*UNTIL_ORANGE, "Cem accepts"), ["", "", "draws"]),
        (FIRE, ["", "presses", ""]),
    ],
)
def test_each_player_is_marked_with_what_is_awaited(statements: tuple[str, ...], marks: list[str]) -> None:
    texts = board(after(*statements), page_words("en")).texts
    assert [texts[f"mark-{seat}"] for seat in range(3)] == marks


def test_the_line_stays_within_its_cells_with_many_and_long_names() -> None:
    names = ",".join(f"Maximilian{letter}" for letter in "abcdefghij")
    assert len(status_line(after(f"game extreme players={names}", "top wild", "Maximiliana picks red"))) <= CELLS


def test_the_line_has_letters_of_names_and_the_seat_where_there_are_none() -> None:
    line = status_line(after('game classic players="😀","Ann 🎉","player 3"', "top green-7"))
    assert line == "g7 p1> p1:7 ann7 +"


def test_what_is_owed_names_everybody_who_presses() -> None:
    state = after(*GAME, "set count Ann 2", "Ann plays green-hit-two", "Ben catches Ann")
    texts = board(state, page_words("en")).texts
    assert texts["owes"] == "Ben presses 2 times. Ann presses 2 times."
    assert (texts["mark-0"], texts["mark-1"]) == ("presses", "presses")


def test_the_players_are_marked_with_what_matters() -> None:
    state = after(*GAME, "set count Ann 2", "Ann says uno", "Ann plays green-1", "Cem leaves")
    texts = board(state, page_words("en")).texts
    assert [texts[f"mark-{seat}"] for seat in range(3)] == ["UNO", "to play", "left the game"]
    assert texts["direction"] == "clockwise: Ann, Ben"


def test_the_phone_is_alerted_when_its_player_must_act_and_only_then() -> None:
    words = page_words("en")
    playing = after(*GAME)
    assert board(playing, words, me="ann").alert == "Now: green 7, Ann to play."
    assert board(playing, words, me="Ben").alert == ""
    assert board(playing, words).alert == ""
    paying = after(*GAME, "Ann plays green-hit-two")
    assert board(paying, words, me="Ben").alert == "Ben presses 2 times."
    judged = after(*CLASSIC, "Ann plays wild-draw-four as red", "Ben challenges")
    alerts = [board(judged, words, me=name).alert for name in ("Ann", "Ben", "Cem")]
    assert alerts[0] == alerts[1] == f"{board(judged, words).texts['now']}."
    assert alerts[2] == ""
    assert board(after(*TURNED), words, me="Ann").alert == "Now: dark side, show the card that lies on top."


@pytest.mark.parametrize(
    ("statements", "shown"),
    [
        ((), {"part-start"}),
        (GAME[:1], {"part-table", "part-top", "part-hold"}),
        (GAME, {"part-table", "part-play", "part-press", "part-uno"}),
        ((*GAME, "Ann plays wild"), {"part-table", "part-colour", "part-uno"}),
        ((*GAME, "Ann plays green-hit-two"), {"part-table", "part-owes", "part-press", "part-uno"}),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1"),
            {"part-table", "part-count", "part-count-whose", "waits-1", "waits-2"},
        ),
        (
            (*GAME, "set count Ann 1", "Ann plays green-1", "Cem left 3 points"),
            {"part-table", "part-count", "part-counted", "waits-1"},
        ),
        (CLASSIC, {"part-table", "part-play", "part-draw", "part-uno"}),
        ((*CLASSIC, "Ann draws"), {"part-table", "part-play", "part-pass", "part-uno"}),
        (
            ("game classic players=Ann,Ben draw_until_playable=on", "top green-7", "Ann draws"),
            {"part-table", "part-play", "part-draw", "part-pass", "part-uno"},
        ),
        (
            ("game classic players=Ann,Ben draw_from=dispenser", "top green-7"),
            {"part-table", "part-play", "part-press", "part-uno"},
        ),
        (
            ("game classic players=Ann,Ben draw_from=dispenser", "top green-7", "Ann presses 1"),
            {"part-table", "part-play", "part-pass", "part-uno"},
        ),
        (
            ("game extreme players=Ann,Ben play_after_launch=on", "top green-7", "Ann presses 2"),
            {"part-table", "part-play", "part-pass", "part-uno"},
        ),
        (PLUS_FOUR, {"part-table", "part-owes", "part-challenge", "part-uno"}),
        (
            (PLUS_FOUR[0] + " stacking=same-kind", *PLUS_FOUR[1:]),
            {"part-table", "part-owes", "part-challenge", "part-play", "part-uno"},
        ),
        (
            (PLUS_FOUR[0] + " draw_from=launcher", *PLUS_FOUR[1:]),
            {"part-table", "part-owes", "part-challenge", "part-press", "part-uno"},
        ),
        ((*PLUS_FOUR, "Ben challenges"), {"part-table", "part-owes", "part-verdict", "part-uno"}),
        (STACKING, {"part-table", "part-owes", "part-play", "part-draw", "part-uno"}),
        (
            ("game classic players=Ann,Ben auto_draw=off", "top green-7", "Ann plays green-draw-two"),
            {"part-table", "part-owes", "part-draw", "part-uno"},
        ),
        (TURNED, {"part-table", "part-side", "part-top", "part-uno"}),
        ((*UNTIL_ORANGE, "Cem accepts"), {"part-table", "part-side", "part-owes", "part-draw", "part-uno"}),
        (
            (UNTIL_ORANGE[0] + " draw_from=dispenser", *UNTIL_ORANGE[1:], "Cem accepts"),
            {"part-table", "part-side", "part-owes", "part-draw", "part-press", "part-done", "part-uno"},
        ),
    ],
)
def test_each_phase_shows_what_can_be_said_now(statements: tuple[str, ...], shown: set[str]) -> None:
    parts = board(after(*statements), page_words("en")).shown
    wanted = {part for part, wanted in parts.items() if wanted}
    of_any_game = {"part-line", "part-put-right", "part-undo", "part-reload"}
    assert wanted & of_any_game == (of_any_game if statements else set()), (
        "what every game has, and nothing before it"
    )
    assert wanted - of_any_game - {"part-card", "part-headline"} == shown


@pytest.mark.parametrize(
    ("statements", "decides", "part"),
    [
        ((*GAME, "Ann plays wild"), "Ann", "part-colour"),
        (PLUS_FOUR, "Ben", "part-challenge"),
        ((PLUS_FOUR[0] + " stacking=same-kind", *PLUS_FOUR[1:]), "Ben", "part-challenge"),
        ((PLUS_FOUR[0] + " draw_from=launcher", *PLUS_FOUR[1:]), "Ben", "part-challenge"),
        ((CLASSIC[0] + " seven_zero=on", "top green-5", "Ann plays green-7"), "Ann", "part-target"),
    ],
)
def test_what_one_player_decides_is_offered_to_no_other_players_phone(
    statements: tuple[str, ...], decides: str, part: str
) -> None:
    words = page_words("en")
    for me in ("Ann", "Ben", "Cem"):
        mine = board(after(*statements), words, me=me, speaks_for_all=False)
        assert (mine.shown[part], mine.shown["part-decides"]) == (me == decides, me != decides)
        if me != decides:
            assert mine.texts["decides"] == f"{decides} decides."
            shown = {found for found, wanted in mine.shown.items() if wanted}
            assert not shown & {"part-play", "part-draw", "part-press", "part-pass"}
        host = board(after(*statements), words, me=me)
        assert (host.shown[part], host.shown["part-decides"]) == (True, False), "a host speaks for all"


def test_nobody_else_is_offered_to_pass() -> None:
    drawn = after(*CLASSIC, "Ann draws")
    passes = [
        board(drawn, page_words("en"), me=me, speaks_for_all=False).shown["part-pass"] for me in ("Ann", "Ben", None)
    ]
    assert passes == [True, False, True]


def test_an_interrupted_press_asks_how_many_came_out() -> None:
    shown = board(after(*GAME), page_words("en"), interrupted=OpenPress("Ann", 4, 2))
    assert shown.shown["part-interrupted"]
    assert shown.shown["part-number"]
    assert shown.texts["interrupted"] == "Ann’s press was interrupted, 2 cards counted. How many came out?"


@pytest.mark.parametrize(
    ("me", "goes_on", "offered"),
    [
        ("Ann", False, {"part-number", "part-my-number"}),
        ("Ben", False, {"part-number"}),
        (None, True, {"part-number", "part-press", "part-reload"}),
    ],
)
@pytest.mark.parametrize("phase", [GAME, (*GAME, "Ann plays wild"), (*GAME, "Ann presses 1")])
def test_while_a_press_is_open_only_what_settles_it_is_offered(
    me: str | None, goes_on: bool, offered: set[str], phase: tuple[str, ...]
) -> None:
    press = OpenPress("Ann", 4, 2, "lid-open", goes_on=goes_on)
    shown = board(after(*phase), page_words("en"), me=me, interrupted=press)
    told = {"part-table", "part-line", "part-owes", "part-side", "part-interrupted", "part-card", "part-headline"}
    assert {part for part, wanted in shown.shown.items() if wanted} - told == offered | {"part-put-right"}
    assert "Ann" in shown.texts["now"]
    assert bool(shown.alert) == (me == "Ann")


def test_a_press_that_goes_on_tells_how_many_came_of_how_many() -> None:
    press = OpenPress("Ann", 4, 2, "lid-open", goes_on=True)
    told = [
        board(after(*GAME), page_words(locale), interrupted=press).texts["interrupted"] for locale in ("en", "fr")
    ]
    assert told == [
        "2 of 4 cards came for Ann. Press for the rest, or write how many came in all.",
        "2 sur 4 cartes pour Ann. Appuyez pour le reste, ou écrivez combien sont venues en tout.",
    ]


@pytest.mark.parametrize(
    ("deal", "now", "to_do", "parts"),
    [
        (
            Progress("Ben", 3, 7),
            ("Now: Ben’s cards, 3 of 7", "À faire\u00a0: les cartes pour Ben, 3 sur 7"),
            "The dispenser deals: press its button for Ben’s cards.",
            {"part-dealing", "part-deal-end"},
        ),
        (
            Progress("Ben", 1, 7, in_doubt=True),
            ("Now: Ben’s cards, 1 of 7", "À faire\u00a0: les cartes pour Ben, 1 sur 7"),
            "1 card was counted for Ben, which may be wrong. How many does Ben have?",
            {"part-dealing", "part-deal-number"},
        ),
        (
            Progress(None, 0, 1),
            ("Now: turn up the first card", "À faire\u00a0: retourner la première carte"),
            "All hands are dealt. Press the button once more and turn that card up.",
            {"part-dealing"},
        ),
        (
            Progress(None, 1, 1),
            ("Now: turn up the first card", "À faire\u00a0: retourner la première carte"),
            "All hands are dealt. Turn up the card that came, and show it.",
            {"part-dealing"},
        ),
    ],
)
def test_a_deal_shows_whose_cards_come_how_many_came_and_what_can_be_said(
    deal: Progress, now: tuple[str, str], to_do: str, parts: set[str]
) -> None:
    state = after(GAME[0])
    english, french = (board(state, page_words(locale), deal=deal) for locale in ("en", "fr"))
    assert (english.texts["now"], french.texts["now"]) == now
    assert english.texts["dealing"] == to_do
    assert french.texts["dealing"] not in {"", to_do}
    without = board(state, page_words("en")).shown
    assert {part for part, wanted in english.shown.items() if wanted and not without[part]} == parts


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_card_of_every_edition_has_a_name_of_its_own(locale: str) -> None:
    cards = [Card(value, colour) for value in COLOURED_VALUES for colour in Colour]
    cards += [Card(value) for value in WILD_VALUES]
    names = [page_words(locale).name(card) for card in cards]
    assert len(set(names)) == len(names)
    assert len(set(GLYPHS.values())) == len(Colour)


def test_french_cards_agree_and_stand_in_french_order() -> None:
    words = page_words("fr")
    said = [words.name(Card.from_word(word), "extreme") for word in ("green-7", "green-reverse", "blue-hit-two")]
    assert said == ["7 vert", "Inversion verte", "Appuyez deux fois, bleu"]


@pytest.mark.parametrize(
    ("statements", "line"),
    [
        (("game classic players=Ann,Ben", "top green-7"), "g7 ann> ann7 ben7"),
        ((*GAME, "Ann plays blue-7"), "b7 ben> ben7 cem7 +"),
        ((*GAME, "Ann plays green-reverse"), "grv cem< cem7 ben7 +"),
        ((*GAME, "Ann presses 9", "Ben presses 9", "Cem leaves"), "g7 ann> ann16 ben16"),
    ],
)
def test_the_line_begins_with_the_hand_of_who_moves_and_says_where_it_leaves_others_out(
    statements: tuple[str, ...], line: str
) -> None:
    assert status_line(after(*statements)) == line
