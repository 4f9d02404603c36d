"""Every command card does what it says where it belongs, and is refused with a sentence elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.answers import CanScan, HandSoFar, Query
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.tags import AGREEMENTS, DIGITS, QUERIES, VOICE_WISHES, CommandWord
from companion.voice.lines import Verbosity
from tests.scanned_table import ScannedTable

W = CommandWord
EXTREME = ("game extreme players=Ann,Ben,Cleo", "top red-3")
CLASSIC = ("game classic players=Ann,Ben,Cleo", "top red-3")
BLUFF = (*CLASSIC, "Ann plays wild-draw-four as red")
VERDICT = (*BLUFF, "Ben challenges")
DARK = ("game flip players=Ann,Ben,Cleo", "top red-flip", "top pink-6", "Ann plays dark-wild")
COUNTING = ("game extreme players=Ann,Ben,Cleo", "Ann holds 1", "top red-3", "Ann plays red-4")
ROUND_OVER = (*COUNTING, "Ben left 10 points", "Cleo left 5 points")
OVER = ("game family players=Ann,Ben", "Ann holds 1", "top red-3", "Ann plays red-4")

#: Where a card belongs: the table, what is scanned before it, and the statement that it makes; None: it is answered.
BELONGS: dict[CommandWord, tuple[tuple[str, ...], tuple[str, ...], type[Command] | None]] = {
    **{W(word): ((*EXTREME, "Ann plays wild"), (), cmd.Pick) for word in ("RED", "YELLOW", "GREEN", "BLUE")},
    **{W(word): (DARK, (), cmd.Pick) for word in ("PINK", "TEAL", "ORANGE", "PURPLE")},
    W.UNO: (EXTREME, (), cmd.CallUno),
    W.CATCH: (("game extreme players=Ann,Ben", "Ann holds 2", "top red-3", "Ann plays red-4"), (), cmd.Catch),
    W.PASS: ((*CLASSIC, "Ann draws"), (), cmd.Pass),
    W.DRAW: (CLASSIC, (), cmd.Draw),
    W.DONE: ((*EXTREME, "Ann plays red-discard-all"), (), cmd.Done),
    W.CHALLENGE: (BLUFF, (), cmd.Challenge),
    W.ACCEPT: (BLUFF, (), cmd.Accept),
    W.GUILTY: (VERDICT, (), cmd.Verdict),
    W.INNOCENT: (VERDICT, (), cmd.Verdict),
    W.UNDO: (EXTREME, (), cmd.Undo),
    W.ANYWAY: (EXTREME, ("blue-9",), cmd.Play),
    W.MISSED: (EXTREME, ("red-9",), cmd.Undo),
    W.RELOAD: (EXTREME, (), cmd.Reload),
    W.ROUND: (ROUND_OVER, (), cmd.NextRound),
    W.START: ((), ("badge 1", "badge 2"), cmd.NewGame),
    W.LEAVE: (EXTREME, ("badge 1",), cmd.Leave),
    W.LEFT: (COUNTING, ("badge 2",), None),
    W.YES: (EXTREME, ("START",), None),
    W.NO: (EXTREME, ("START",), None),
    W.WHATIS: (EXTREME, (), None),
    W.HOST: (EXTREME, (), None),
    **dict.fromkeys(DIGITS, (COUNTING, ("badge 2",), None)),
    **dict.fromkeys(AGREEMENTS, ((), (), None)),
    **dict.fromkeys(QUERIES, (EXTREME, (), None)),
}  # fmt: skip

#: Cards that are taken wherever they are scanned, and have no number.
EVERYWHERE = QUERIES | {W.WHATIS, W.HOST}
TABLES = {"none": (), "playing": EXTREME, "counting": COUNTING, "round-over": ROUND_OVER, "game-over": OVER}


def test_every_card_has_its_place_in_here() -> None:
    assert set(BELONGS) == set(CommandWord)


@pytest.mark.parametrize("word", list(CommandWord))
def test_a_command_card_has_its_effect_where_it_belongs(word: CommandWord, tmp_path: Path) -> None:
    statements, before, kind = BELONGS[word]
    with ScannedTable(tmp_path, *statements) as at:
        at.scan(*before)
        version = at.table.version
        at.scan(word)
        assert at.last.accepted, at.last.refusal
        if kind is None:
            assert at.last.query is not None
            assert at.table.version == version
        else:
            assert isinstance(at.last.command, kind)
            assert at.table.version == version + 1


SAYS_NOTHING = VOICE_WISHES | {W.STOP, W.REPEAT, W.MOTOR}  # here: whoever does it, says it


@pytest.mark.parametrize("word", [word for word in CommandWord if word not in SAYS_NOTHING])
def test_a_command_card_is_answered_in_words(word: CommandWord, tmp_path: Path) -> None:
    statements, before, _ = BELONGS[word]
    with ScannedTable(tmp_path, *statements) as at:
        at.announcer._pin = lambda: "123456"
        at.scan(*before)
        told = at.scan(word)
        assert told
        assert all(told)


@pytest.mark.parametrize(
    ("cards", "before", "told"),
    [
        (7, (), "UNO of Ann counts if this play leaves one card."),
        (7, ("UNO",), "Ann has said UNO already."),
        (2, (), "Ann: UNO!"),
        (2, ("UNO",), "Ann has said UNO already."),
        (1, (), "No UNO is needed now: nobody can catch Ann."),
    ],
)
def test_the_uno_card_is_answered_also_where_it_changes_nothing(
    cards: int, before: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    with ScannedTable(tmp_path, "game extreme players=Ann,Ben", f"Ann holds {cards}", "top red-5") as at:
        at.scan(*before)
        assert at.scan("UNO") == [told]
        assert at.say("Ann says uno") == []  # said aloud it may pass in silence


def test_a_badge_behind_leave_is_told_that_its_owner_plays_on(tmp_path: Path) -> None:
    again = "Badge: Cleo. To leave the game, now scan leave."
    with ScannedTable(tmp_path, "game extreme players=Ann,Ben,Cleo,Dan", "top red-5") as at:
        assert at.scan("LEAVE") == ["First the badge of the player."]
        assert at.scan("badge 3") == [again]
        assert at.scan("badge 2") == ["Badge: Ben."]
        assert at.scan("LEAVE")[0].startswith("Ben leaves")
        assert at.scan("badge 3") == [again]
        assert at.scan("LEAVE")[0].startswith("Cleo leaves")
        at.now_ms += 20_000
        assert at.scan("badge 4") == ["Badge: Dan."]  # by then somebody means something else
        assert at.state.playing() == (0, 3)


def test_the_uno_card_of_somebody_with_more_cards_is_answered_with_their_number(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, "game extreme players=Ann,Ben", "Ben holds 5", "top red-5") as at:
        assert at.scan("badge 2", "UNO") == ["No UNO is needed: Ben has 5 cards."]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("word", [word for word in CommandWord if word not in EVERYWHERE])
def test_elsewhere_a_command_card_is_refused_with_a_sentence_and_changes_nothing(
    word: CommandWord, table: str, tmp_path: Path
) -> None:
    with ScannedTable(tmp_path, *TABLES[table]) as at:
        before = at.state
        said = at.scan(word)
        if at.last.accepted:
            assert at.last.query is not None or at.table.version > 0
        else:
            assert at.last.refusal is not None
            assert said and all(said)  # noqa: PT018 - a sentence, and none that is empty
            assert at.state is before


@pytest.mark.parametrize("word", sorted(EVERYWHERE))
def test_questions_settings_and_who_is_who_are_taken_at_any_time(word: CommandWord, tmp_path: Path) -> None:
    for name, statements in TABLES.items():
        with ScannedTable(tmp_path / name, *statements) as at:
            version = at.table.version
            at.scan(word)
            assert at.last.query is not None
            assert at.table.version == version


@pytest.mark.parametrize("table", TABLES)
def test_help_names_exactly_the_cards_that_would_be_taken(table: str, tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *TABLES[table]) as at:
        at.scan("HELP")
        found = at.last.query.note if at.last.query else None
        assert isinstance(found, CanScan)
    for word in CommandWord:
        with ScannedTable(tmp_path / word, *TABLES[table]) as at:
            at.scan(word)
            assert at.last.accepted == (word in found.words), word


def test_help_is_short_where_little_is_wanted_and_has_all_where_everything_is(tmp_path: Path) -> None:
    told = {}
    for verbosity in Verbosity:
        with ScannedTable(tmp_path / verbosity, *EXTREME, verbosity=verbosity) as at:
            told[verbosity] = at.scan("HELP")[0]
    assert told[Verbosity.BRIEF] == (
        "Press the button, or scan. Scan now: the card you play, a badge before a scan out of turn, the UNO card."
    )
    assert told[Verbosity.NORMAL].startswith(told[Verbosity.BRIEF])
    assert "faster" not in told[Verbosity.NORMAL]
    assert "faster" in told[Verbosity.FULL]
    assert "After a badge: leave" in told[Verbosity.FULL]


def test_a_hand_is_counted_by_its_badge_alone_card_by_card_or_in_digits(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        assert at.scan("LEFT") == ["Whose hand? Scan the badge."]
        assert at.scan("badge 2") == ["Ben: scan the cards, or the points in digits, then DONE."]
        assert at.scan("ONE", "ZERO", "TWO") == ["Number: 102."]
        assert at.scan("DONE")[0] == "Ben: 102 points."
        at.scan("badge 3", "red-7", "wild")
        assert at.last.query == Query(None, "Cleo", shows_card=True, note=HandSoFar(2))
        assert at.last.says == ("2 cards.",)
        assert at.scan("DONE")[0].startswith("Cleo shows 2 cards, not 7. Cleo: 57 points.")


def test_with_one_hand_left_the_card_needs_no_badge(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING, "Ben left 3 points") as at:
        assert at.scan("LEFT") == ["Cleo: scan the cards, or the points in digits, then DONE."]
    with ScannedTable(tmp_path / "cards", *COUNTING, "Ben left 3 points") as at:
        assert at.scan("red-7", "red-8") == ["2 cards."]
        assert at.scan("DONE")[0].startswith("Cleo shows 2 cards, not 7. Cleo: 15 points.")
    with ScannedTable(tmp_path / "digits", *COUNTING, "Ben left 3 points") as at:
        assert at.scan("ONE", "TWO")[-1] == "Number: 12."
        assert at.scan("DONE")[0].startswith("Cleo: 12 points.")


def test_with_more_hands_left_a_card_without_a_badge_asks_for_it(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        assert at.scan("red-7") == ["First the badge of the player."]


def test_a_tag_that_is_read_twice_is_one_card_of_the_hand_and_another_copy_a_second(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        at.scan("badge 2")
        assert at.scan("red-8 1") == ["1 card."]
        assert at.scan("red-8 1") == ["Shown already. 1 card."]
        assert at.scan("red-8 2") == ["2 cards."]
        assert "16 points" in at.scan("DONE")[0]


def test_where_are_we_tells_how_far_the_hand_is_that_is_shown_and_who_has_won(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *COUNTING) as at:
        stands = "Ann wins the round. Count your cards, Ben, Cleo."
        assert at.scan("badge 2", "STATUS") == [stands, "Ben: scan the cards, or the points in digits, then DONE."]
        assert at.scan("red-8", "blue-8", "STATUS") == [stands, "Ben: 2 cards so far."]
        assert at.scan("STATUS")[-1] == "Ben: 2 cards so far."
        assert at.scan("DONE")[0] == "Ben shows 2 cards, not 7. Ben: 16 points."
        assert at.scan("STATUS") == ["Ann wins the round. Count your cards, Cleo."]
    with ScannedTable(tmp_path / "verdict", *VERDICT) as at:
        assert at.scan("red-8", "STATUS")[-1] == "Ann: 1 card so far."


def test_a_card_that_cannot_be_in_the_hand_is_refused_by_itself_and_the_others_stay(tmp_path: Path) -> None:
    counting = ("game classic players=Ann,Ben", "Ann holds 1", "top red-3", "Ann plays red-0")
    with ScannedTable(tmp_path, *counting) as at:
        assert at.scan("badge 2", "blue-8")[-1] == "1 card."
        assert at.scan("red-0") == ["Red 0: the only one is on the discard."]
        assert at.scan("blue-9") == ["2 cards."]
        assert at.scan("DONE")[0].startswith("Ben shows 2 cards, not 7. Ben: 17 points.")


def test_the_motor_card_says_that_the_motor_is_off(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *EXTREME) as at:
        assert at.scan("MOTOR") == ["The motor is off."]


def test_a_second_copy_is_another_card_and_a_card_on_the_discard_is_refused_by_its_name(tmp_path: Path) -> None:
    with ScannedTable(tmp_path, *EXTREME) as at:
        assert at.scan("red-9 1")[0] == "Ann: red 9."
        assert at.scan("red-9 2")[0] == "Ben: red 9."
        assert at.scan("red-9 1") == ["Red 9: that very card is on the discard."]
