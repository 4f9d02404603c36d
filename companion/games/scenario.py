"""``.table`` files: statements, and expectations that check what the statements before them have led to.

A file is read whole before anything runs; all its errors are told at once, each with file and line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from companion.referee.cards import Side
from companion.referee.commands import Command, NewGame, Press
from companion.referee.events import Phase, Unit
from companion.referee.notation import read
from companion.referee.notation_words import (
    MOST_POINTS,
    NotationError,
    expect_words,
    is_quoted,
    read_card,
    read_colour,
    read_direction,
    read_number,
    strip_comment,
    tokens,
    unquote,
    unquote_name,
)
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import Debt, State

LARGEST_FILE = 4 * 1024 * 1024
LINE_MS = 2000.0  # between two lines, so that a badge lapses as it would

#: By a game's seed, what each press of a launcher draws.
Draws = Callable[[int], Callable[[], int]]


class UnreadableFileError(Exception):
    """The text of a file is no notation; ``lines`` are the numbers of those that are wrong, and why they are."""

    def __init__(self, lines: Sequence[tuple[int, NotationError]]) -> None:
        self.lines = tuple(lines)
        super().__init__("; ".join(f"{number}: {error}" for number, error in self.lines))


class ScenarioError(Exception):
    """A file cannot be read; ``errors`` are its lines ``FILE:LINE: message``."""

    def __init__(self, errors: Sequence[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = tuple(errors)


@dataclass(frozen=True, slots=True)
class Seen:
    """What an expectation looks at: the table, and what the last statement led to."""

    state: State
    refusal: Refusal | None
    says: tuple[str, ...]


#: What was found instead, or None where the expectation holds.
Check = Callable[[Seen], str | None]


@dataclass(frozen=True, slots=True)
class Statement:
    line: int
    text: str
    command: Command


@dataclass(frozen=True, slots=True)
class Expectation:
    line: int
    text: str
    check: Check
    expects_refusal: bool

    def found_instead(self, seen: Seen) -> str | None:
        """What was found instead, or None where it holds."""
        try:
            return self.check(seen)
        except LookupError as error:
            return str(error.args[0])


class PressDraws:
    """``A presses`` without a number: the launcher decides, for each game of a file from that game's seed."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._draw = draws(0)

    def filled_in(self, command: Command) -> Command:
        """The command with the number of cards that came, where it lacks one; asked of every command in turn."""
        if isinstance(command, NewGame):
            self._draw = self._draws(command.seed or 0)
        if isinstance(command, Press) and command.cards is None:
            return replace(command, cards=self._draw())
        return command


Step = Statement | Expectation


def read_file(path: Path) -> list[Step]:
    """The steps of a file; raises ScenarioError with all that is wrong with it."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ScenarioError([f"{path}:1: the file is larger than 4 MiB; cut it into several"])
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError([f"{path}:1: the file is not UTF-8 (byte {error.start}); save it as UTF-8"]) from error
    except OSError as error:
        raise ScenarioError([f"{path}:1: the file cannot be read: {error.strerror}"]) from error
    return read_text(text, str(path))


def read_text(text: str, name: str) -> list[Step]:
    """The steps of a file's text; ``name`` stands in errors. Raises ScenarioError."""
    try:
        return steps_of(text)
    except UnreadableFileError as error:
        raise ScenarioError([f"{name}:{number}: {wrong}" for number, wrong in error.lines]) from error


def steps_of(text: str) -> list[Step]:
    """The steps of a file's text; raises UnreadableFileError with all that is wrong with it."""
    steps: list[Step] = []
    wrong: list[tuple[int, NotationError]] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = strip_comment(line)
        if not stripped:
            continue
        try:
            steps.append(_step(number, stripped))
        except NotationError as error:
            wrong.append((number, error))
    if wrong:
        raise UnreadableFileError(wrong)
    return steps


def _step(number: int, text: str) -> Step:
    words = tokens(text)
    if words[0].casefold() != "expect":
        return Statement(number, text, read(text))
    if len(words) == 1:
        raise NotationError("expect what? There are: %(allowed)s", allowed=", ".join(_EXPECTATIONS))
    kind = words[1].casefold().replace("color", "colour")
    if kind not in _EXPECTATIONS:
        raise NotationError(
            "'%(word)s' cannot be expected; there are: %(allowed)s", word=words[1], allowed=", ".join(_EXPECTATIONS)
        )
    return Expectation(number, text, _EXPECTATIONS[kind](words[2:]), expects_refusal=kind == "refused")


# Expectations


def gettext_noop(sentence: str) -> str:
    """The sentence as it is; the page, in whose catalogues it stands, shows it in the reader's language."""
    return sentence


def _found(found: object, wanted: object) -> str | None:
    return None if found == wanted else (gettext_noop("nothing") if found is None else str(found))


def _seat(state: State, name: str) -> int:
    index = state.find(name)
    if index is None:
        raise LookupError(gettext_noop("nobody of that name"))
    return index


def _named(state: State, index: int | None) -> str | None:
    return None if index is None else state.name(index)


def _about_player(look: Callable[[State], int | None], form: str) -> Callable[[Sequence[str]], Check]:
    def parse(words: Sequence[str]) -> Check:
        expect_words(words, 1, form)
        name = unquote_name(words[0])

        def check(seen: Seen) -> str | None:
            index = look(seen.state)
            holds = index is not None and index == seen.state.find(name)
            return None if holds else _named(seen.state, index) or gettext_noop("nobody")

        return check

    return parse


def _about_value(
    read_word: Callable[[str], object], look: Callable[[State], object], form: str
) -> Callable[[Sequence[str]], Check]:
    def parse(words: Sequence[str]) -> Check:
        expect_words(words, 1, form)
        wanted = read_word(words[0])
        return lambda seen: _found(look(seen.state), wanted)

    return parse


def _phase(word: str) -> Phase:
    return _one_of(Phase, word, gettext_noop("'%(word)s' is no phase; there are: %(allowed)s"))


def _side(word: str) -> Side:
    return _one_of(Side, word, gettext_noop("'%(word)s' is no side; there are: %(allowed)s"))


def _code(word: str) -> RefusalCode:
    return _one_of(RefusalCode, word, gettext_noop("'%(word)s' is no refusal code; there are: %(allowed)s"))


_Word = TypeVar("_Word", Phase, Side, RefusalCode)


def _one_of(kind: type[_Word], word: str, sentence: str) -> _Word:
    try:
        return kind(word.casefold())
    except ValueError as error:
        raise NotationError(sentence, word=word, allowed=", ".join(kind)) from error


def _number_of(look: Callable[[State, int], int], form: str) -> Callable[[Sequence[str]], Check]:
    def parse(words: Sequence[str]) -> Check:
        expect_words(words, 2, form)
        name, wanted = unquote_name(words[0]), read_number(words[1], MOST_POINTS)
        return lambda seen: _found(look(seen.state, _seat(seen.state, name)), wanted)

    return parse


def _hand(words: Sequence[str]) -> Check:
    if not words:
        raise NotationError("write it as: %(form)s", form="expect hand A CARD …")
    name = unquote_name(words[0])
    wanted = sorted(str(read_card(word)) for word in words[1:])

    def check(seen: Seen) -> str | None:
        seat = seen.state.seats[_seat(seen.state, name)]
        if seat.count and not seat.cards:
            return gettext_noop("an unknown hand")
        found = [str(card) for card in seat.cards]
        return None if found == wanted else " ".join(found)

    return check


def _owes(words: Sequence[str]) -> Check:
    form = "expect owes A N presses, expect owes A until fire, or expect owes nobody"
    if len(words) == 1 and words[0].casefold() == "nobody":
        return lambda seen: _debts(seen.state) if seen.state.debts else None
    expect_words(words, 3, form)
    name = unquote_name(words[0])
    if words[1].casefold() == "until" and words[2].casefold() in {"fire", "colour", "color"}:
        number: int | None = None
        unit = Unit.PRESSES if words[2].casefold() == "fire" else Unit.CARDS
    else:
        number = read_number(words[1])
        if words[2].casefold() not in set(Unit):
            raise NotationError("write it as: %(form)s", form=form)
        unit = Unit(words[2].casefold())

    def check(seen: Seen) -> str | None:
        index = _seat(seen.state, name)
        mine = [debt for debt in seen.state.debts if debt.player == index and debt.unit is unit]
        open_end = any(debt.number is None for debt in mine)
        total = None if open_end else sum(debt.number or 0 for debt in mine)
        return None if mine and total == number else _debts(seen.state)

    return check


def _debts(state: State) -> str:
    texts = [
        f"{state.name(debt.player)} {_end(debt) if debt.number is None else f'{debt.number} {debt.unit}'}"
        for debt in state.debts
    ]
    return ", ".join(texts) or gettext_noop("nobody owes anything")


def _end(debt: Debt) -> str:
    return "until fire" if debt.unit is Unit.PRESSES else "until colour"


def _refused(words: Sequence[str]) -> Check:
    expect_words(words, 1, "expect refused CODE")
    wanted = _code(words[0])

    def check(seen: Seen) -> str | None:
        return gettext_noop("accepted") if seen.refusal is None else _found(seen.refusal.code, wanted)

    return check


def _says(words: Sequence[str]) -> Check:
    if len(words) != 1 or not is_quoted(words[0]):
        raise NotationError('write it as: expect says "TEXT", with the double quotes')
    wanted = folded_speech(unquote(words[0]))

    def check(seen: Seen) -> str | None:
        heard = " ".join(seen.says)
        return None if wanted in folded_speech(heard) else repr(heard)

    return check


def folded_speech(text: str) -> str:
    """Text as it is compared: no case, every kind of space one plain space."""
    return " ".join(text.casefold().split())


def _quiet(words: Sequence[str]) -> Check:
    expect_words(words, 0, "expect quiet")
    return lambda seen: repr(" ".join(seen.says)) if seen.says else None


def _out(words: Sequence[str]) -> Check:
    expect_words(words, 1, "expect out A")
    name = unquote_name(words[0])
    return lambda seen: None if seen.state.seats[_seat(seen.state, name)].out else gettext_noop("still in the match")


_EXPECTATIONS: dict[str, Callable[[Sequence[str]], Check]] = {
    "turn": _about_player(lambda state: state.turn, "expect turn A"),
    "colour": _about_value(read_colour, lambda state: state.colour, "expect colour C"),
    "top": _about_value(read_card, lambda state: state.top, "expect top CARD"),
    "direction": _about_value(read_direction, lambda state: state.direction, "expect direction clockwise"),
    "side": _about_value(_side, lambda state: state.side, "expect side light"),
    "count": _number_of(lambda state, index: state.seats[index].count, "expect count A N"),
    "hand": _hand,
    "owes": _owes,
    "phase": _about_value(_phase, lambda state: state.phase, "expect phase PHASE"),
    "refused": _refused,
    "round-winner": _about_player(lambda state: state.winner, "expect round-winner A"),
    "score": _number_of(lambda state, index: state.seats[index].score, "expect score A N"),
    "winner": _about_player(lambda state: state.champion, "expect winner A"),
    "dealer": _about_player(lambda state: state.dealer if state.seats else None, "expect dealer A"),
    "out": _out,
    "says": _says,
    "quiet": _quiet,
}
