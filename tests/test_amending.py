"""A round that is over is put right: the totals, the winner and the end of the match follow by the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.announcer import Announcer
from companion.author import Author
from companion.course import Course
from companion.games.amending import AmendError, Trouble, with_points, with_winner
from companion.games.export import as_table
from companion.games.scenario import read_text
from companion.games.score_sheet import Sheet, sheet_of
from companion.in_one_go import InOneGo
from companion.referee.notation import read
from companion.storage.journal import Entry, Journal, state_after
from companion.table import StaleVersionError, Table
from companion.taking_back import back_to
from companion.updates import Update
from companion.voice.lines import Verbosity
from tests.score_games import MATCH, entries, round_won

THREE_ROUNDS = (*MATCH, "round", *round_won("Cem", Ann=12, Ben=8))
Change = Callable[[Course], InOneGo]


class Kept:
    """What a table made of a match and of one thing that was put right in it."""

    def __init__(self, update: Update, said: list[Entry]) -> None:
        self.update = update
        self.entries = said
        self.sheet: Sheet = sheet_of(Course(said))


def put_right(
    folder: Path, statements: tuple[str, ...], change: Change, by: Callable[[str], Author | None] | None = None
) -> Kept:
    async def meet() -> Kept:
        announcer = Announcer(("en",), Verbosity.NORMAL)
        table = Table(Journal(folder), announcer.narrate)
        try:
            for statement in statements:
                author = None if by is None else by(statement)
                assert (await table.submit(read(statement), author=author)).accepted, statement
            course = Course(await table.entries(1))
            update = await table.submit_in_one_go(change(course), version=course.version, author=Author("id", "Ben"))
            said = await table.entries(1)
            assert [entry.number for entry in said] == list(range(1, update.version + 1)), "numbered without gaps"
            assert state_after(said) == update.after == table.state, "the journal tells the same table"
            return Kept(update, said)
        finally:
            table.close()

    return asyncio.run(meet())


def test_a_hand_that_was_counted_wrong_two_rounds_ago_moves_every_total_after_it(tmp_path: Path) -> None:
    kept = put_right(tmp_path, THREE_ROUNDS, lambda course: with_points(course.steps, 1, {"Ben": 40}))
    assert [row.totals for row in kept.sheet.rows] == [(55, 0, 0), (55, 35, 0), (55, 35, 20)]
    assert kept.update.says[0] == "Round 1, Ben: 40 instead of 20. Scores: Ann: 55, Ben: 35, Cem: 20."
    assert [(told.round, told.player, told.was, told.now) for told in kept.sheet.recounts] == [(1, "Ben", 20, 40)]
    assert kept.sheet.recounts[0].author == Author("id", "Ben")


@pytest.mark.parametrize(
    "change",
    [
        lambda course: with_points(course.steps, 1, {"Ben": 40}),
        lambda course: with_winner(course.steps, 1, "Cem", 25),
    ],
)
def test_what_is_said_again_stays_with_whoever_said_it_and_what_is_put_right_is_the_hosts(
    tmp_path: Path, change: Change
) -> None:
    def by(statement: str) -> Author | None:
        """Cem keeps score; the cards were scanned, the players' own plays came from their phones."""
        words = statement.split()
        return Author("score", "Cem") if "left" in words else Author("own", words[0]) if "plays" in words else None

    kept = put_right(tmp_path, MATCH, change, by)
    stood = Course(kept.entries[: len(MATCH)]).steps
    was = {step.entry.statement: step.entry.author for step in stood}
    now = Course(kept.entries).steps
    first = next(place for place, step in enumerate(now) if step.entry.number > len(MATCH))
    new = [step for step in now[first:] if step.entry.statement not in was]
    assert {step.entry.author for step in new} == {Author("id", "Ben")}, "the change itself is the host's"
    repeated = [step for step in now[first:] if step.entry.statement in was]
    assert len(repeated) > 5
    for step in repeated:
        assert step.entry.author == was[step.entry.statement], step.entry.statement
    assert {told.author for told in kept.sheet.recounts} == {Author("id", "Ben")}, "though Cem's count ended it again"


def test_several_hands_of_a_round_are_put_right_together(tmp_path: Path) -> None:
    change = {"Ben": 1, "Cem": 2}
    kept = put_right(tmp_path, THREE_ROUNDS, lambda course: with_points(course.steps, 1, change))
    assert kept.sheet.rows[0].points == (3, 0, 0)
    assert len(kept.sheet.recounts) == 2


def test_what_was_only_said_again_is_told_to_nobody_as_new(tmp_path: Path) -> None:
    kept = put_right(tmp_path, MATCH, lambda course: with_points(course.steps, 1, {"Ben": 40}))
    told = [(event.kind, getattr(event, "player", None)) for event in kept.update.events]
    assert told == [("corrected", "Ann")], "the one score that is another now"
    assert len(kept.update.says) == 2, "and what the table waits for, once"


def test_a_match_that_was_not_over_after_all_goes_on(tmp_path: Path) -> None:
    game = ("game classic players=Ann,Ben,Cem target=100", *round_won("Ann", Ben=60, Cem=50))
    kept = put_right(tmp_path, game, lambda course: with_points(course.steps, 1, {"Ben": 6}))
    assert (kept.sheet.champion, kept.sheet.totals) == (None, (56, 0, 0))
    assert "The match goes on." in kept.update.says[0]


def test_a_match_that_was_over_without_anybody_knowing_is_won(tmp_path: Path) -> None:
    kept = put_right(tmp_path, MATCH, lambda course: with_points(course.steps, 2, {"Cem": 95}))
    assert kept.sheet.champion == "Ben"
    assert kept.update.says[0].endswith("Ben wins the match.")
    assert kept.update.events[-1].kind == "game-over"


def test_what_was_played_after_the_match_was_won_falls_only_where_the_host_says_so(tmp_path: Path) -> None:
    def change(course: Course) -> InOneGo:
        return with_points(course.steps, 1, {"Ben": 85})

    with pytest.raises(AmendError) as stopped:
        change(Course(entries(*THREE_ROUNDS)))
    assert (stopped.value.trouble, stopped.value.champion) == (Trouble.LATER_ONES_FALL, "Ann")
    assert stopped.value.fallen == len(THREE_ROUNDS) - 7
    kept = put_right(tmp_path, THREE_ROUNDS, lambda course: with_points(course.steps, 1, {"Ben": 85}, let_fall=True))
    assert (kept.sheet.champion, len(kept.sheet.rows)) == ("Ann", 1)
    assert "14 later statements do not fit any more" in kept.update.says[0]


def test_who_is_out_of_an_elimination_match_comes_back_when_the_points_were_wrong(tmp_path: Path) -> None:
    game = ("game classic players=Ann,Ben,Cem match_mode=elimination target=50", *round_won("Ann", Ben=60, Cem=10))
    kept = put_right(tmp_path, game, lambda course: with_points(course.steps, 1, {"Ben": 6}))
    assert (kept.sheet.out, kept.sheet.totals) == (frozenset(), (0, 6, 10))


def test_a_hand_that_the_referee_counted_by_itself_can_be_put_right_too(tmp_path: Path) -> None:
    game = (
        "game classic players=Ann,Ben hand_size=1 target=100",
        "Ben holds blue-9 blue-skip",
        "top red-5",
        "Ann plays red-7",
    )
    kept = put_right(tmp_path, game, lambda course: with_points(course.steps, 1, {"Ben": 9}))
    assert (kept.sheet.totals, kept.sheet.rows[0].hands) == ((9, 0), (None, 9))


def test_a_round_goes_to_another_with_the_last_card_and_the_hand_of_the_first_is_counted(tmp_path: Path) -> None:
    kept = put_right(tmp_path, THREE_ROUNDS, lambda course: with_winner(course.steps, 1, "Cem", 25))
    first = kept.sheet.rows[0]
    assert (first.winner, first.points, first.hands) == ("Cem", (0, 0, 45), (25, 20, None))
    assert [row.totals for row in kept.sheet.rows] == [(0, 0, 45), (0, 35, 45), (0, 35, 65)]
    assert kept.update.says[0].startswith("Round 1 goes to Cem, not to Ann.")


@pytest.mark.parametrize("mode", ["hands-won", "rounds", "single-round"])
def test_where_no_hand_is_counted_a_round_goes_to_another_without_a_number(tmp_path: Path, mode: str) -> None:
    game = (f"game classic players=Ann,Ben,Cem match_mode={mode}", *round_won("Ann"))
    kept = put_right(tmp_path, game, lambda course: with_winner(course.steps, 1, "Ben"))
    assert kept.sheet.rows[0].winner == "Ben"
    assert kept.sheet.champion == ("Ben" if mode == "single-round" else None)


def test_a_last_card_that_others_had_to_pay_for_is_paid_for_again(tmp_path: Path) -> None:
    game = (
        "game classic players=Ann,Ben,Cem target=200 auto_draw=off",
        "top red-5",
        "set count Ann 1",
        "Ann plays red-draw-two",
        "Ben draws 2",
        "Ben left 20 points",
        "Cem left 10 points",
    )
    kept = put_right(tmp_path, game, lambda course: with_points(course.steps, 1, {"Cem": 11}))
    assert kept.sheet.totals == (31, 0, 0)
    with pytest.raises(AmendError) as stopped:
        with_winner(Course(entries(*game)).steps, 1, "Ben", 5)
    assert stopped.value.trouble is Trouble.REFUSED, "then Cem would have had to draw, and nobody knows"


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda course: with_points(course.steps, 7, {"Ben": 1}), Trouble.NO_SUCH_ROUND),
        (lambda course: with_points(course.steps, 1, {"Ben": 20}), Trouble.AS_IT_WAS),
        (lambda course: with_points(course.steps, 1, {"Ann": 20}), Trouble.NOT_COUNTED),
        (lambda course: with_points(course.steps, 1, {"Zoe": 20}), Trouble.NOT_COUNTED),
        (lambda course: with_winner(course.steps, 1, "Ann", 3), Trouble.AS_IT_WAS),
        (lambda course: with_winner(course.steps, 1, "Zoe", 3), Trouble.NO_PART),
        (lambda course: with_winner(course.steps, 1, "Ben"), Trouble.POINTS_MISSING),
    ],
)
def test_what_cannot_be_put_right_so_changes_nothing_and_says_why(change: Change, trouble: Trouble) -> None:
    with pytest.raises(AmendError) as stopped:
        change(Course(entries(*THREE_ROUNDS)))
    assert stopped.value.trouble is trouble


def test_a_round_that_runs_is_not_over_and_one_that_others_left_has_no_other_winner() -> None:
    with pytest.raises(AmendError) as stopped:
        with_points(Course(entries(*MATCH, "round", "top red-5")).steps, 3, {"Ben": 1})
    assert stopped.value.trouble is Trouble.NO_SUCH_ROUND
    left = entries(
        "game classic players=Ann,Ben,Cem target=100", "top red-5", "Cem leaves", "Ben leaves", "Ben left 25 points"
    )
    with pytest.raises(AmendError) as stopped:
        with_winner(Course(left).steps, 1, "Ben", 3)
    assert stopped.value.trouble in {Trouble.NO_PART, Trouble.WON_BY_LEAVING}


def test_a_game_that_was_put_right_is_written_out_and_plays_again_to_the_same_end(tmp_path: Path) -> None:
    kept = put_right(tmp_path, THREE_ROUNDS, lambda course: with_winner(course.steps, 1, "Cem", 25))
    text = as_table(kept.entries)
    assert len(read_text(text, "again")) == len(kept.entries)
    again = entries(*text.splitlines())
    assert state_after(again) == kept.update.after


def test_nothing_happens_where_the_table_has_moved_on_and_a_key_counts_once(tmp_path: Path) -> None:
    async def meet() -> None:
        table = Table(Journal(tmp_path))
        for statement in MATCH:
            await table.submit(read(statement))
        course = Course(await table.entries(1))
        change = with_points(course.steps, 1, {"Ben": 40})
        await table.submit(read("set score Cem 1"))
        with pytest.raises(StaleVersionError):
            await table.submit_in_one_go(change, version=course.version, key="k")
        await table.submit(read("undo"))
        with pytest.raises(StaleVersionError):
            await table.submit_in_one_go(change, version=course.version, key="k")
        first = await table.submit_in_one_go(change, version=table.version, key="k")
        again = await table.submit_in_one_go(change, version=table.version, key="k")
        assert (first.version, again.version, again.words_only) == (table.version, first.version, True)
        table.close()

    asyncio.run(meet())


def test_one_refusal_among_them_and_nothing_of_it_has_happened(tmp_path: Path) -> None:
    async def meet() -> None:
        table = Table(Journal(tmp_path))
        for statement in MATCH:
            await table.submit(read(statement))
        change = with_points(Course(await table.entries(1)).steps, 1, {"Ben": 40})
        await table.submit(read("undo"))
        refused = await table.submit_in_one_go(change, version=table.version)
        assert not refused.accepted, "said for another table, it does not fit"
        assert (table.version, table.journal.unsaved) == (len(MATCH) + 1, [])
        table.close()

    asyncio.run(meet())


# Back to here


def test_everything_after_a_statement_is_taken_back_in_one_go_and_what_goes_back_is_said(tmp_path: Path) -> None:
    begun = ("game classic players=Ann,Ben", "top red-5", "Ann draws", "Ann passes")
    game = (*begun, "Ben plays red-draw-two", "undo", "Ben plays red-draw-two")

    def change(course: Course) -> InOneGo:
        found = back_to(course, 2)
        assert found is not None
        return found

    kept = put_right(tmp_path, game, change)
    assert [step.entry.statement for step in Course(kept.entries).steps] == list(game[:2])
    assert [event.kind for event in kept.update.events] == ["undone"] * 3
    assert kept.update.says == (
        "3 statements are taken back. Ann puts 3 cards back under the draw pile. Top card: red 5.",
        "Your turn, Ann.",
    )


def test_there_is_no_way_back_to_what_does_not_stand_or_is_the_last() -> None:
    course = Course(entries(*MATCH, "undo", "Cem left 4 points"))
    assert back_to(course, len(MATCH)) is None, "that was taken back"
    assert back_to(course, len(MATCH) + 2) is None
    assert back_to(course, 999) is None
