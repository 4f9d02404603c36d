"""What a scan means at the table just now: badges, CATCH, UNO, ANYWAY, colours, and scans phase by phase."""

from __future__ import annotations

import pytest

from companion.answers import Asks, Meaning, Query
from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour
from companion.referee.decks import load_deck
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.scans.laid_before import BADGE_LAPSES_MS
from companion.scans.meaning import Interpreter, is_query
from companion.scans.numbers import DealAsks
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from tests.referee.table_talk import AB, ABC, play_out

RED_ONE = card_tag("X", "K1", 1)
RED_ONE_CARD = Card("1", Colour.RED)
PLAYING = "top red-3"
SILENT = "Ann holds 2\ntop red-3\nAnn plays red-4"
COLOUR = "top red-3\nAnn plays wild"
OVER = "Ann holds 1\ntop red-3\nAnn plays red-4"


class Scanner:
    """A scanner at a table that stands still, with a clock that is turned by hand."""

    def __init__(self, state: State) -> None:
        self.now_ms = 0.0
        self.state = state
        self.interpreter = Interpreter(lambda: self.now_ms)

    def scan(self, text: str) -> Meaning:
        return self.interpreter.meaning(text, self.state)

    def badge(self, number: int) -> Meaning:
        return self.scan(badge_tag(number))

    def card(self, word: str) -> Meaning:
        return self.scan(command_tag(CommandWord(word)))

    def wait(self, ms: float) -> None:
        self.now_ms += ms


def scanner(*texts: str) -> Scanner:
    return Scanner(play_out(ABC, *texts))


def red_one(player: str) -> cmd.Play:
    return cmd.Play(player, (RED_ONE_CARD,), tag=RED_ONE[:8])


def code(meaning: Meaning) -> str:
    assert isinstance(meaning, Refusal), meaning
    return meaning.code


# The deal


def dealing(asks: DealAsks) -> Scanner:
    table = scanner()
    table.interpreter.deal = asks
    return table


def test_before_the_first_card_yes_and_no_say_whether_the_dispenser_deals_and_nothing_where_it_cannot() -> None:
    for word in (CommandWord.YES, CommandWord.NO):
        assert dealing(DealAsks()).card(word) == Query(word)
        assert code(scanner().card(word)) == "not-now"


def test_after_no_only_yes_says_anything_more_about_who_deals() -> None:
    assert dealing(DealAsks(by_hand=True)).card("YES") == Query(CommandWord.YES)
    refused = dealing(DealAsks(by_hand=True)).card("NO")
    assert isinstance(refused, Refusal)
    assert refused.awaited == "top"


def test_digits_and_done_tell_how_many_cards_were_dealt_to_whoever_is_served_or_showed_the_badge() -> None:
    table = dealing(DealAsks(numbers=True, player="Ann", counted=3))
    assert [table.card(word) for word in ("ONE", "ZERO", "DONE")][-1] == Query(None, "Ann", number=10)
    table.badge(2)
    assert [table.card(word) for word in ("SIX", "DONE")][-1] == Query(None, "Ben", number=6)
    assert [table.card(word) for word in ("FIVE", "DONE")][-1] == Query(None, "Ann", number=5)


def test_without_a_number_asked_for_digits_and_done_are_refused_with_the_first_card() -> None:
    for asks in (DealAsks(), DealAsks(numbers=True), DealAsks(numbers=True, player="Ann")):
        refused = dealing(asks).card("DONE")
        assert isinstance(refused, Refusal)
        assert refused.awaited == "top"
    assert code(dealing(DealAsks()).card("FIVE")) == "not-now"


def test_while_a_number_is_in_doubt_yes_confirms_it_no_asks_again_and_a_badge_answers_for_nobody_else() -> None:
    asks = DealAsks(numbers=True, player="Ann", counted=3, in_doubt=True)
    assert dealing(asks).card("YES") == Query(None, "Ann", number=3)
    refused = dealing(asks).card("NO")
    assert isinstance(refused, Refusal)
    assert (refused.awaited, refused.player, refused.number) == ("number", "Ann", 3)
    table = dealing(asks)
    table.badge(2)
    assert table.card("YES") == Query(None, "Ann", number=3)


def test_an_interrupted_press_is_asked_about_before_any_deal() -> None:
    table = dealing(DealAsks(numbers=True, player="Ann", counted=3, in_doubt=True))
    yes = command_tag(CommandWord.YES)
    assert table.interpreter.meaning(yes, table.state, OpenPress("Ben", 2, 2)) == cmd.Press("Ben", 2)


# Cards, phase by phase


def test_before_the_first_play_a_card_is_the_one_turned_up() -> None:
    assert scanner().scan(RED_ONE) == cmd.Top(RED_ONE_CARD, RED_ONE[:8])
    sent_back = Scanner(play_out(ABC + " first_card=redraw", "top wild"))
    assert sent_back.scan(RED_ONE) == cmd.Top(RED_ONE_CARD, RED_ONE[:8])


def test_in_play_a_card_is_a_play_of_whose_turn_it_is() -> None:
    assert scanner(PLAYING, "Ann presses 0").scan(RED_ONE) == red_one("Ben")


def test_under_a_discard_all_a_card_goes_along_and_done_closes() -> None:
    table = scanner("top red-3\nAnn plays red-discard-all")
    assert table.scan(RED_ONE) == cmd.Discard("Ann", (RED_ONE_CARD,), RED_ONE[:8])
    assert table.card("DONE") == cmd.Done("Ann")


def test_while_a_colour_is_awaited_a_card_is_still_a_play_so_that_the_referee_asks_for_the_colour() -> None:
    assert scanner(COLOUR).scan(RED_ONE) == red_one("Ann")


def test_while_a_target_is_awaited_a_badge_is_the_target() -> None:
    assert scanner("top red-3\nAnn plays wild-extreme-hit as red").badge(3) == cmd.Target("Ann", "Cleo")


def test_after_the_round_a_card_says_so() -> None:
    state = play_out(AB, "Ann holds red-4\nBen holds red-1\ntop red-3\nAnn plays red-4")
    assert code(Scanner(state).scan(RED_ONE)) == "round-over"
    assert code(Scanner(play_out("Ben leaves", state=state)).scan(RED_ONE)) == "game-over"
    assert Scanner(state).card("ROUND") == cmd.NextRound()


def test_without_a_game_every_scan_asks_for_one() -> None:
    table = Scanner(EMPTY)
    for text in (RED_ONE, command_tag(CommandWord.RED), command_tag(CommandWord.UNO)):
        assert code(table.scan(text)) == "not-now"
    assert table.card("UNDO") == cmd.Undo()


def test_a_text_that_cannot_be_read_is_refused_with_the_tags_own_reason() -> None:
    assert code(scanner(PLAYING).scan("TCGREEN9")) == "bad-tag"
    assert code(scanner(PLAYING).scan("hello")) == "unknown-tag"


# Badges


def test_a_badge_is_answered_and_changes_nothing() -> None:
    assert scanner(PLAYING).badge(2) == Query(None, "Ben")


def test_a_badge_names_the_owner_of_the_next_scan_only() -> None:
    table = scanner(PLAYING)
    table.badge(2)
    assert table.scan(RED_ONE) == red_one("Ben")
    assert table.scan(RED_ONE) == red_one("Ann")


def test_another_badge_replaces_the_first() -> None:
    table = scanner(PLAYING)
    table.badge(2)
    table.badge(3)
    assert table.scan(RED_ONE) == red_one("Cleo")


def test_an_unused_badge_lapses_after_fifteen_seconds() -> None:
    assert BADGE_LAPSES_MS == 15_000
    table = scanner(PLAYING)
    table.badge(2)
    table.wait(15_000)
    assert table.scan(RED_ONE) == red_one("Ben")
    table.badge(2)
    table.wait(15_001)
    assert table.scan(RED_ONE) == red_one("Ann")


def test_a_badge_of_no_seat_is_an_unknown_player() -> None:
    assert code(scanner(PLAYING).badge(4)) == "unknown-player"


def test_a_badge_names_whose_press_it_is_once() -> None:
    table = scanner(PLAYING)
    table.badge(3)
    assert table.interpreter.take_badge() == "Cleo"
    assert table.interpreter.take_badge() is None


@pytest.mark.parametrize(
    ("word", "command"),
    [("DONE", cmd.Done("Cleo")), ("UNO", cmd.CallUno("Cleo")), ("DRAW", cmd.Draw("Cleo")), ("PASS", cmd.Pass("Cleo")),
     ("CHALLENGE", cmd.Challenge("Cleo")), ("ACCEPT", cmd.Accept("Cleo")), ("LEAVE", cmd.Leave("Cleo")),
     ("BLUE", cmd.Pick("Cleo", Colour.BLUE))],
)  # fmt: skip
def test_a_command_card_after_a_badge_is_that_players(word: str, command: cmd.Command) -> None:
    table = scanner(PLAYING)
    table.badge(3)
    assert table.card(word) == command


def test_undo_uses_the_badge_up() -> None:
    table = scanner(PLAYING)
    table.badge(3)
    table.card("UNDO")
    assert table.scan(RED_ONE) == red_one("Ann")


def test_a_query_leaves_the_badge_for_the_scan_it_was_meant_for() -> None:
    table = scanner(PLAYING)
    table.badge(3)
    assert table.card("STATUS") == Query(CommandWord.STATUS)
    assert table.scan(RED_ONE) == red_one("Cleo")


# Command cards without a badge


@pytest.mark.parametrize("colour", list(Colour))
def test_a_colour_card_belongs_to_whom_the_phase_waits_for(colour: Colour) -> None:
    assert scanner(COLOUR).card(colour.upper()) == cmd.Pick("Ann", colour)


@pytest.mark.parametrize(
    ("word", "command"),
    [("DONE", cmd.Done("Ben")), ("DRAW", cmd.Draw("Ben")), ("PASS", cmd.Pass("Ben")), ("RELOAD", cmd.Reload()),
     ("CHALLENGE", cmd.Challenge("Ben")), ("ACCEPT", cmd.Accept("Ben")), ("GUILTY", cmd.Verdict(guilty=True)),
     ("INNOCENT", cmd.Verdict(guilty=False)), ("UNDO", cmd.Undo()), ("ROUND", cmd.NextRound())],
)  # fmt: skip
def test_a_command_card_belongs_to_whose_turn_it_is(word: str, command: cmd.Command) -> None:
    assert scanner(PLAYING, "Ann presses 0").card(word) == command


def test_leaving_by_card_needs_the_badge_of_who_leaves() -> None:
    assert code(scanner(PLAYING).card("LEAVE")) == "not-now"


@pytest.mark.parametrize("word", ["REPEAT", "STATUS", "COUNTS", "SCORES", "STOP", "PIN", "MOTOR"])
def test_queries_are_answered_in_every_phase(word: str) -> None:
    for state in (EMPTY, play_out(ABC), play_out(ABC, COLOUR), play_out(ABC, OVER)):
        assert Scanner(state).card(word) == Query(CommandWord(word))
    assert is_query(command_tag(CommandWord(word)))


def test_cards_and_badges_are_no_queries() -> None:
    for text in (RED_ONE, badge_tag(1), command_tag(CommandWord.UNO), "hello"):
        assert not is_query(text)


# UNO and CATCH


def test_uno_belongs_to_whose_call_is_open_else_to_whose_turn_it_is() -> None:
    assert scanner(SILENT).card("UNO") == cmd.CallUno("Ann")
    assert scanner(PLAYING).card("UNO") == cmd.CallUno("Ann")
    assert scanner(SILENT, "Ben plays red-5").card("UNO") == cmd.CallUno("Cleo")


def test_catch_without_a_badge_catches_whose_call_is_open_in_the_name_of_the_player_in_turn() -> None:
    assert scanner(SILENT).card("CATCH") == cmd.Catch("Ben", "Ann")


def test_catch_without_a_badge_when_it_is_too_late_still_names_the_one_who_forgot() -> None:
    assert scanner(SILENT, "Ben plays red-5").card("CATCH") == cmd.Catch("Cleo", "Ann")


def test_catch_without_a_badge_when_the_silent_player_is_in_turn_again_is_made_by_the_other() -> None:
    table = Scanner(play_out(AB, "Ann holds 2\ntop red-3\nAnn plays red-skip"))
    assert table.card("CATCH") == cmd.Catch("Ben", "Ann")


def test_catch_after_a_badge_waits_for_the_badge_of_the_accused() -> None:
    table = scanner(SILENT)
    table.badge(3)
    assert table.card("CATCH") == Query(None, "Cleo", note=Asks.ACCUSED)
    assert table.badge(1) == cmd.Catch("Cleo", "Ann")
    assert table.badge(1) == Query(None, "Ann")


def test_an_accusation_without_an_accused_lapses_like_a_badge() -> None:
    table = scanner(SILENT)
    table.badge(3)
    table.card("CATCH")
    table.wait(15_001)
    assert table.badge(1) == Query(None, "Ann")


def test_an_accusation_ends_when_something_else_is_scanned() -> None:
    table = scanner(SILENT)
    table.badge(3)
    table.card("CATCH")
    table.scan(RED_ONE)
    assert table.badge(1) == Query(None, "Ann")


# ANYWAY, YES, and looking ahead


def test_anyway_repeats_the_last_refused_play_once() -> None:
    table = scanner(PLAYING)
    refused = cmd.Play("Ann", (Card("9", Colour.BLUE),), None, None, tag="TXK10721")
    table.interpreter.note(refused, refused=True)
    assert table.card("ANYWAY") == cmd.Play("Ann", (Card("9", Colour.BLUE),), anyway=True, tag="TXK10721")
    assert code(table.card("ANYWAY")) == "not-now"


def test_anyway_after_another_refusal_has_nothing_to_repeat() -> None:
    table = scanner(PLAYING)
    table.interpreter.note(red_one("Ann"), refused=True)
    table.interpreter.note(cmd.Pass("Ann"), refused=True)
    assert code(table.card("ANYWAY")) == "not-now"


def test_yes_takes_what_was_counted_of_an_interrupted_press() -> None:
    table = scanner(PLAYING)
    yes = command_tag(CommandWord.YES)
    assert table.interpreter.meaning(yes, table.state, OpenPress("Ben", 2, 2)) == cmd.Press("Ben", 2)
    assert code(table.interpreter.meaning(yes, table.state)) == "not-now"


def test_looking_ahead_uses_nothing_up() -> None:
    table = scanner(SILENT)
    table.badge(3)
    for _ in range(2):
        assert table.interpreter.preview(RED_ONE, table.state) == red_one("Cleo")
    table.card("CATCH")
    for _ in range(2):
        assert table.interpreter.preview(badge_tag(1), table.state) == cmd.Catch("Cleo", "Ann")
    table.interpreter.note(red_one("Ben"), refused=True)
    anyway = command_tag(CommandWord.ANYWAY)
    for _ in range(2):
        assert isinstance(table.interpreter.preview(anyway, table.state), cmd.Play)
    assert isinstance(table.card("ANYWAY"), cmd.Play)


def test_a_card_of_the_deck_has_the_same_meaning_whatever_copy_is_read() -> None:
    for ordinal, card in enumerate(load_deck("extreme").cards, 1):
        tag = card_tag("X", "ZZ", ordinal)
        assert scanner(PLAYING).scan(tag) == cmd.Play("Ann", (card,), tag=tag[:8])


def test_a_press_that_was_told_uses_its_players_badge_up_and_nobody_elses() -> None:
    at = scanner(PLAYING)
    at.badge(3)
    at.interpreter.note(cmd.Press("Ann", 2), refused=False)
    assert at.interpreter.badge == "Cleo"
    at.interpreter.note(cmd.Press("cleo", 2), refused=True)
    assert at.scan(RED_ONE) == red_one("Ann")


def test_a_look_ahead_sees_what_a_scan_would_mean_after_others_and_changes_nothing() -> None:
    at = scanner(PLAYING)
    assert at.interpreter.preview(RED_ONE, at.state, after=(badge_tag(3),)) == red_one("Cleo")
    assert at.interpreter.badge is None
    at.badge(2)
    assert at.interpreter.preview(RED_ONE, at.state, after=(RED_ONE,)) == red_one("Ann")
    assert at.interpreter.badge == "Ben"


def test_the_badge_that_counts_is_known_until_it_lapses() -> None:
    at = scanner(PLAYING)
    at.badge(2)
    at.wait(BADGE_LAPSES_MS)
    assert at.interpreter.badge == "Ben"
    at.wait(1)
    assert at.interpreter.badge is None


def test_who_accuses_is_known_until_it_lapses_or_anything_else_is_scanned() -> None:
    at = scanner(SILENT)
    at.badge(3)
    at.card("CATCH")
    assert at.interpreter.accuser == "Cleo"
    at.wait(BADGE_LAPSES_MS + 1)
    assert at.interpreter.accuser is None
