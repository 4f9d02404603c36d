"""The notation: every statement is one command and back, and whatever cannot be read is told in one sentence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.scenario import LARGEST_FILE, ScenarioError, read_file, read_text
from companion.referee import commands as cmd
from companion.referee.cards import COLOURED_VALUES, WILD_VALUES, Card, Colour
from companion.referee.commands import Command, Correctable
from companion.referee.events import Direction
from companion.referee.notation import read, write
from companion.referee.notation_words import KEYWORDS, LONGEST_NAME, NotationError, strip_comment, unquote_name
from tests.soak import SOAK

_examples = settings(max_examples=5000 if SOAK else 300)


def _nameable(text: str) -> bool:
    try:
        return unquote_name(f'"{text}"') == text
    except NotationError:
        return False


plain_text = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters='"\\'),
    min_size=1,
    max_size=LONGEST_NAME,
)
names = st.one_of(
    plain_text.filter(_nameable),
    st.sampled_from(sorted(KEYWORDS)),
    st.sampled_from(
        ["Marie Claire", 'Jo "Ace" X', "back\\slash", "Zoé", "Ünal", "🂡🃏", "a,b", "x=y", "#1", "as", "at", "anyway",
         "At", "is", "points", "nobody", "7", "expect", "\uff21", "as at", "\u0301x", "…"]
    ),
)  # fmt: skip
cards = st.one_of(
    st.builds(Card, st.sampled_from(sorted(COLOURED_VALUES)), st.sampled_from(Colour)),
    st.builds(Card, st.sampled_from(sorted(WILD_VALUES))),
)
hands = st.lists(cards, min_size=1, max_size=8).map(tuple)
numbers = st.integers(0, 999)
options = st.fixed_dictionaries(
    {},
    optional={
        "target": st.integers(1, 900).map(str),
        "uno_window": st.sampled_from(["next-turn", "any-time"]),
        "may_decline": st.sampled_from(["on", "off"]),
        "match_mode": st.sampled_from(["lowest", "hands-won"]),
    },
)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        cmd.NewGame,
        st.just("extreme"),
        st.lists(names, min_size=1, max_size=10).map(tuple),
        st.none() | names,
        options,
        st.sampled_from([None, "mattel", "own-fr"]),
        st.none() | st.integers(0, 2**63),
    ),
    st.builds(cmd.Hold, names, hands) | st.builds(cmd.Hold, names, number=numbers),
    st.builds(cmd.Top, cards),
    st.builds(cmd.Play, names, hands, st.none() | st.sampled_from(Colour), st.none() | names, st.booleans()),
    st.builds(cmd.Pick, names, st.sampled_from(Colour)),
    st.builds(cmd.Target, names, names),
    st.builds(cmd.Press, names, st.none() | numbers),
    st.builds(cmd.Draw, names, st.none() | numbers) | st.builds(cmd.Draw, names, cards=hands),
    st.builds(cmd.Discard, names, hands),
    st.one_of(
        *(st.builds(kind, names) for kind in (cmd.Pass, cmd.Done, cmd.CallUno, cmd.Challenge, cmd.Accept, cmd.Leave))
    ),
    st.builds(cmd.Catch, names, names),
    st.builds(cmd.Verdict, st.booleans()),
    st.builds(cmd.CountLeft, names, hands) | st.builds(cmd.CountLeft, names, points=st.integers(0, 99_999)),
    st.sampled_from([cmd.Reload(), cmd.NextRound(), cmd.Undo()]),
    st.builds(cmd.Correct, st.just(Correctable.TURN), names),
    st.builds(cmd.Correct, st.just(Correctable.COLOUR), st.sampled_from(Colour)),
    st.builds(cmd.Correct, st.just(Correctable.DIRECTION), st.sampled_from(Direction)),
    st.builds(cmd.Correct, st.just(Correctable.TOP), cards),
    st.builds(cmd.Correct, st.just(Correctable.COUNT), numbers, names),
    st.builds(cmd.Correct, st.just(Correctable.SCORE), st.integers(0, 99_999), names),
    st.builds(cmd.Scan, st.text(st.characters(exclude_categories=["Cs"]), max_size=60)),
)


@given(commands)
@_examples
def test_a_written_statement_reads_back_as_the_same_command(command: Command) -> None:
    text = write(command)
    assert "\n" not in text
    assert read(text) == command
    assert strip_comment(text) == text


@given(commands)
@_examples
def test_a_written_statement_stands_on_one_line_of_a_file_beside_a_comment(command: Command) -> None:
    (step,) = read_text(f'\n{write(command)}   # said "twice\n', "f")
    assert getattr(step, "command", None) == command


@given(st.text(max_size=80))
@_examples
def test_no_line_whatever_crashes_the_reader(line: str) -> None:
    with suppress(NotationError):
        read(line)


WORDS = st.sampled_from(
    [*KEYWORDS, "Ann", '"', '"A B"', "plays", "holds", "as", "at", "anyway", "red-7", "wild", "red", "turn",
     "count", "7",
     "points", "left", "is", "done", "says", "uno", "=", "players=A,B", "extreme", "seed=x", "refused", "owes",
     "\\", '"\\u12"',
     "-1", "99999999999999999999", "٣", "until", "fire", "hand", "guilty", "players=,", "dealer=", "labels=x", "²"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=8).map(" ".join))
@_examples
def test_words_in_any_order_are_read_or_refused_with_one_sentence(line: str) -> None:
    try:
        read_text(line, "f")
    except ScenarioError as error:
        (message,) = error.errors
        assert message.startswith("f:1: ")
        assert "\n" not in message


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Ann plays red-7", cmd.Play("Ann", (Card("7", Colour.RED),))),
        ("  Ann   PLAYS  Red-7 ", cmd.Play("Ann", (Card("7", Colour.RED),))),
        ("Ann plays wild as red", cmd.Play("Ann", (Card("wild"),), Colour.RED)),
        ("Ann plays wild-extreme-hit at Ben as red", cmd.Play("Ann", (Card("wild-extreme-hit"),), Colour.RED, "Ben")),
        ("Ann plays red-7 anyway", cmd.Play("Ann", (Card("7", Colour.RED),), anyway=True)),
        ("Ann plays wild as red at Ben anyway", cmd.Play("Ann", (Card("wild"),), Colour.RED, "Ben", anyway=True)),
        ("Ann plays wild-draw-color", cmd.Play("Ann", (Card("wild-draw-colour"),))),
        ("Ann plays wild-customizable", cmd.Play("Ann", (Card("wild-customizable"),))),
        ("set color blue", cmd.Correct(Correctable.COLOUR, Colour.BLUE)),
        ("Ann holds 3", cmd.Hold("Ann", number=3)),
        ("Ann holds red-3", cmd.Hold("Ann", (Card("3", Colour.RED),))),
        ("Ann left 3 points", cmd.CountLeft("Ann", points=3)),
        ('"Marie Claire" leaves', cmd.Leave("Marie Claire")),
        ('"Jo \\"Ace\\"" leaves', cmd.Leave('Jo "Ace"')),
        ('"\\u00c9lo" leaves', cmd.Leave("Élo")),
        ('"\\ud83c\\udccf" leaves', cmd.Leave("🃏")),
        ('"top" plays red-7', cmd.Play("top", (Card("7", Colour.RED),))),
        ('scan "TP03P" # a badge', cmd.Scan("TP03P")),
        ('scan "a # b"', cmd.Scan("a # b")),
        ("hand is innocent", cmd.Verdict(guilty=False)),
        ('game extreme players=A,"Marie Claire" dealer="marie claire" seed=7 labels=uk target=300',
         cmd.NewGame("extreme", ("A", "Marie Claire"), "marie claire", {"target": "300"}, "uk", 7)),
    ],
)  # fmt: skip
def test_a_statement_of_the_contract_reads_as_its_command(line: str, command: Command) -> None:
    assert read(line) == command


@pytest.mark.parametrize(
    "line",
    ["", "Ann", "Ann dances", "Ann plays", "Ann plays red", "Ann plays red-10", "Ann plays red-7 as",
     "Ann plays red-7 as 7",
     "Ann plays red-7 as red as blue", "Ann plays as red", "Ann plays red-7 at", "Ann plays red-7 now", "Ann holds",
     "Ann holds -1", "Ann holds 1000", "Ann holds 3 4", "Ann picks", "Ann picks crimson", "Ann picks red blue",
     "Ann targets", "Ann targets Ben Cleo", "Ann presses many", "Ann presses -1", "Ann presses 1 2", "Ann draws x",
     "Ann passes on", "Ann discards", "Ann is", "Ann is ready", "Ann says", "Ann says eno", "Ann catches",
     "Ann challenges Ben",
     "Ann left", "Ann left points", "Ann left 3", "Ann left -3 points", "Ann left 100000 points", "Ann leaves now",
     "top", "top red-1 red-2", "top 5", "hand is", "hand is dirty", "hand", "set", "set mood good", "set turn",
     "set turn Ann Ben", "set colour Ann", "set count Ann", "set count Ann x", "set score Ann", "set direction left",
     "set top 5", "undo 3", "round 2", "reload now", "scan",
     "scan TP03P", 'scan "a" "b"', 'scan "a', '"Ann plays red-7',
     '"" leaves', '" " leaves', '"\\x" leaves', "x=y leaves", "a,b leaves", f"{'x' * 41} leaves", '"a\\u0007" leaves',
     "game", "game extreme", "game extreme players=", "game extreme players=A,,B", "game extreme players=A,B,",
     "game extreme players=A,B dealer=", "game extreme players=A,B dealer", "game extreme players=A,B players=C,D",
     "game extreme players=A,B seed=x", "game extreme players=A,B seed=99999999999999999999",
     "game extreme players=A,B labels=nobody-has-these", "game extreme players=A,B colour_blind=on",
     "game extreme players=A,B hand_size=0", "game extreme players=A,B hand_size=21",
     "game extreme players=A,B uno_penalty=11",
     "game extreme players=A,B target=none", "game extreme players=A,B first_card=maybe", "game poker players=A,B",
     "game players=A,B", "expect turn A"],
)  # fmt: skip
def test_a_malformed_line_is_told_in_one_sentence(line: str) -> None:
    with pytest.raises(NotationError) as told:
        read(line)
    assert str(told.value)
    assert "\n" not in str(told.value)


def test_a_misspelt_option_is_told_with_the_nearest_one() -> None:
    with pytest.raises(NotationError, match="did you mean uno_penalty"):
        read("game extreme players=A,B uno_penalti=3")


def test_an_unknown_value_is_told_with_those_that_are_known() -> None:
    with pytest.raises(NotationError, match="next-turn, any-time"):
        read("game extreme players=A,B uno_window=always")


@pytest.mark.parametrize(
    "line", ["Ann draws", "Ann draws 4", "Ben challenges", "Ben accepts", "hand is guilty", "Ann plays pink-4",
    "top teal-draw-five",
             "Ann plays wild-draw-four as red", "Ann plays red-7 at Ben", "Ann plays purple-flip",
             "Ann plays orange-skip-everyone",
             "Ann plays wild-downpour-2", "Ann plays red-trade-hands at Ben", "Ann plays dark-wild as pink"]
)  # fmt: skip
def test_statements_of_other_editions_are_read_at_any_table(line: str) -> None:
    assert write(read(line)) == line


# Files


def test_all_errors_of_a_file_are_told_at_once_with_file_and_line() -> None:
    text = (
        "game extreme players=A,B\nA dances\n\n# fine\ntop red-77\nexpect phase asleep\nexpect refused why\nA leaves"
    )
    with pytest.raises(ScenarioError) as told:
        read_text(text, "evening.table")
    assert [error.split(": ")[0] for error in told.value.errors] == [f"evening.table:{line}" for line in (2, 5, 6, 7)]


@pytest.mark.parametrize(
    "line",
    ["expect", "expect weather fine", "expect turn", "expect turn A B", "expect count A", "expect count A x",
     "expect hand",
     "expect hand A red", "expect owes A", "expect owes A 2", "expect owes A 2 coins", "expect owes A until dawn",
     "expect phase", "expect refused", "expect says hello", "expect quiet please", "expect side left",
     "expect direction up",
     "expect colour 7", "expect top 7", "expect score A", "expect out", "expect winner", 'expect says "a'],
)  # fmt: skip
def test_a_malformed_expectation_is_told_in_one_sentence(line: str) -> None:
    with pytest.raises(ScenarioError) as told:
        read_text(line, "f")
    assert len(told.value.errors) == 1


@pytest.mark.parametrize(
    "line",
    ["expect turn A", "expect colour red", "expect color red", "expect top wild",
     "expect direction counter-clockwise",
     "expect side dark", "expect count A 3", "expect hand A", "expect hand A red-1 wild", "expect owes A 2 presses",
     "expect owes A 2 cards", "expect owes A until fire", "expect owes A until colour", "expect owes nobody",
     "expect phase verdict", "expect refused has-colour", "expect round-winner A", "expect score A 120",
     "expect winner A",
     "expect dealer A", "expect out A", 'expect says "Ann, 2 presses # loud"', "expect quiet"],
)  # fmt: skip
def test_every_expectation_of_the_contract_is_read(line: str) -> None:
    assert len(read_text(line, "f")) == 1


def test_comments_blank_lines_and_windows_line_ends_are_passed_over() -> None:
    text = '# a game\r\n\r\n  \t\r\nAnn leaves # at ten\r\n"A#B" leaves#now\r\n'
    assert [getattr(step, "command", None) for step in read_text(text, "f")] == [cmd.Leave("Ann"), cmd.Leave("A#B")]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes("\ufeffAnn leaves\n".encode())
    assert len(read_file(path)) == 1


def test_a_file_that_is_not_utf8_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(b"Zo\xe9 leaves\n")
    with pytest.raises(ScenarioError, match=r"a\.table:1: .*UTF-8"):
        read_file(path)


def test_a_file_that_is_missing_or_far_too_large_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.table:1: "):
        read_file(tmp_path / "none.table")
    with pytest.raises(ScenarioError, match=":1: "):
        read_file(tmp_path)
    large = tmp_path / "large.table"
    large.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(ScenarioError, match="4 MiB"):
        read_file(large)
