"""The table as text, whole and exact: for bug reports, tests and counting states. Hands that were told stand in it.

``write_state`` gives one text per state, a line a matter, what is as it was at the start left out; ``read_state``
gives the same state back. The past is no part of it: a table read from text has nothing to undo.

>>> from companion.referee.notation import read
>>> from companion.referee.decide import decide
>>> from companion.referee.evolve import accept
>>> from companion.referee.state import EMPTY
>>> state = EMPTY
>>> for line in ("game extreme players=Ann,Ben uno_penalty=3", "Ann holds red-7 wild", "top red-4", "Ann plays wild"):
...     state = accept(state, read(line), decide(state, read(line)))
>>> print(write_state(state, version=4))
# after statement 4
game extreme players=Ann,Ben dealer=Ben uno_penalty=3
phase colour
turn Ann
round 1
colour red
discard red-4 wild
open wild colour-before=red top-before=red-4 kept=red-7 kept-all
seat Ann count=1 uno=open cards=red-7
seat Ben count=7
>>> read_state(write_state(state)) == state
True
>>> print(write_state(EMPTY))
phase none
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any

from companion.referee.cards import Card, Colour, Side
from companion.referee.decks import DeckFileError
from companion.referee.events import Cause, Direction, Phase, Unit
from companion.referee.notation_words import (
    quote,
    quote_name,
    quote_value,
    split_commas,
    strip_comment,
    tokens,
    unquote,
    unquote_name,
)
from companion.referee.options import UnknownOptionError
from companion.referee.state import EMPTY, Agreement, Debt, Drawn, OpenCard, Seat, State, Uno
from companion.referee.values import replace


class StateTextError(ValueError):
    """The text is no table; the sentence names the line and what is wrong with it."""


# Writing


def write_state(state: State, version: int | None = None) -> str:
    """The table as text; ``version`` is the journal's number, told in a comment."""
    number = [] if version is None else [f"# after statement {version}"]
    return "\n".join([*number, *_lines(state)])


def _lines(state: State) -> Iterable[str]:
    if state.seats:
        yield from _game_lines(state)
    yield f"phase {state.phase}"
    for word in _WHO:
        index = getattr(state, word)
        if index is not None:
            yield f"{word} {_name(state, index)}"
    for word in _PLAIN:
        value = getattr(state, word)
        if word != "phase" and value != getattr(EMPTY, word):
            yield f"{word} {value}"
    yield from _pile_lines(state)
    if state.open_card is not None:
        yield _open_line(state, state.open_card)
    if state.drawn is not None:
        yield _words("drawn", state.drawn.card or "unknown", *_flag("launched", state.drawn.launched))
    for debt in state.debts:
        yield _debt_line(state, debt)
    for seat in state.seats:
        yield _seat_line(seat)


def _pile_lines(state: State) -> Iterable[str]:
    if state.discard:
        yield f"discard {' '.join(map(_lying, state.discard, state.tags))}"
    for word, field in _FACES.items():
        if getattr(state, field):
            yield f"{word} {' '.join(map(str, getattr(state, field)))}"
    if state.buried_tags:
        yield f"buried-tags {' '.join(sorted(state.buried_tags))}"


def _game_lines(state: State) -> Iterable[str]:
    players = ",".join(quote_name(seat.name) for seat in state.seats)
    agreed = state.agreed
    options = [f"{name}={quote_value(value)}" for name, value in agreed.options_written]
    labels = [] if agreed.labels == Agreement.labels else [f"labels={agreed.labels}"]
    seated = (f"players={players}", f"dealer={_name(state, state.dealer)}")
    yield _words("game", state.edition, *seated, *options, *labels)
    if agreed.deck_text:
        yield f"deck {quote(agreed.deck_text)}"


def _lying(card: Card, tag: str | None) -> str:
    return str(card) if tag is None else f"{card}:{tag}"


def _open_line(state: State, opened: OpenCard) -> str:
    return _words(
        "open",
        opened.card,
        *_value("target", None if opened.target is None else _name(state, opened.target)),
        *_flag("first", opened.first),
        *_flag("inert", opened.inert),
        *_flag("answered", opened.answered),
        *_value("passed-on", opened.passed_on or None),
        *_value("colour-before", opened.colour_before),
        *_value("top-before", opened.top_before),
        *_value("kept", ",".join(map(str, opened.kept)) or None),
        *_flag("kept-all", opened.kept_all),
    )


def _debt_line(state: State, debt: Debt) -> str:
    return _words(
        "owes",
        _name(state, debt.player),
        "open" if debt.number is None else debt.number,
        debt.unit,
        f"to={_name(state, debt.to)}",
        f"cause={debt.cause}",
        *_value("by", None if debt.by is None else _name(state, debt.by)),
    )


def _seat_line(seat: Seat) -> str:
    return _words(
        "seat",
        quote_name(seat.name),
        f"count={seat.count}",
        *_value("score", seat.score or None),
        *_value("uno", None if seat.uno is Uno.QUIET else seat.uno.name.lower()),
        *_value("cards", ",".join(map(str, seat.cards)) or None),
        *_value("left", seat.left_points),
        *_flag("out", seat.out),
        *_flag("gone", seat.gone),
    )


def _words(*words: object) -> str:
    return " ".join(map(str, words))


def _name(state: State, index: int) -> str:
    return quote_name(state.name(index))


def _value(word: str, value: object) -> list[str]:
    return [] if value is None else [f"{word}={value}"]


def _flag(word: str, on: bool) -> list[str]:
    return [word] if on else []


# Reading


def read_state(text: str) -> State:
    """The table that a text describes; raises StateTextError."""
    state = EMPTY
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        stripped = strip_comment(line)
        if not stripped:
            continue
        try:
            word, *rest = tokens(stripped)
            if word in seen and word not in _REPEATED:
                raise StateTextError(f"'{word}' stands twice; write it once")
            seen.add(word)
            state = _read_line(state, word, rest)
        except (ValueError, KeyError, IndexError) as error:
            raise StateTextError(f"line {number}: {_reason(error)}") from error
    return _checked(state)


def _checked(state: State) -> State:
    """The same table; raises StateTextError where nobody knows what is played."""
    if not state.seats:
        if state != EMPTY:
            raise StateTextError("no line says who plays what; begin with `game EDITION players=A,B dealer=B`")
        return state
    try:
        _ = state.options
    except (DeckFileError, UnknownOptionError) as error:
        raise StateTextError(f"the game line: {error}") from error
    return state


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"nobody called {error.args[0]} is seated; the game line names the players"
    return "a word is missing at the end of the line" if isinstance(error, IndexError) else str(error)


def _read_line(state: State, word: str, rest: Sequence[str]) -> State:
    changed: dict[str, Any] = {}
    if word in _PLAIN:
        changed[word] = _PLAIN[word](rest[0])
    elif word in _WHO:
        changed[word] = _seated(state, rest[0])
    elif word in _FACES:
        changed[_FACES[word]] = tuple(map(Card.from_word, rest))
    if changed:
        return replace(state, **changed)
    if word in _READERS:
        return _READERS[word](state, rest)
    known = ", ".join([*_READERS, *_PLAIN, *_WHO, *_FACES])
    raise StateTextError(f"'{word}' begins no line of a table; there are: {known}")


def _seated(state: State, word: str) -> int:
    return state.seat(unquote_name(word))


def _read_game(state: State, rest: Sequence[str]) -> State:
    settings = dict(word.partition("=")[::2] for word in rest[1:])
    players = tuple(unquote_name(part) for part in split_commas(settings.pop("players", "")))
    dealer, labels = unquote_name(settings.pop("dealer", "")), settings.pop("labels", Agreement.labels)
    options = tuple((name, unquote(value)) for name, value in settings.items())
    agreed = Agreement(rest[0], state.agreed.deck_text, options, labels, players)
    begun = replace(state, agreed=agreed, seats=tuple(Seat(name) for name in players))
    return replace(begun, dealer=begun.seat(dealer))


def _read_deck_text(state: State, rest: Sequence[str]) -> State:
    agreed = state.agreed
    return replace(
        state,
        agreed=Agreement(agreed.edition, unquote(rest[0]), agreed.options_written, agreed.labels, agreed.players),
    )


def _read_discard(state: State, rest: Sequence[str]) -> State:
    lying = [word.partition(":") for word in rest]
    cards = tuple(Card.from_word(card) for card, _, _ in lying)
    return replace(state, discard=cards, tags=tuple(tag or None for _, _, tag in lying))


def _read_buried_tags(state: State, rest: Sequence[str]) -> State:
    return replace(state, buried_tags=frozenset(rest))


def _read_open(state: State, rest: Sequence[str]) -> State:
    card, *more = rest
    given = _pairs(more, _OPEN_VALUES, _OPEN_FLAGS)
    opened = OpenCard(
        Card.from_word(card),
        target=_maybe(given, "target", lambda word: _seated(state, word)),
        first="first" in given,
        inert="inert" in given,
        answered="answered" in given,
        passed_on=int(given.get("passed-on", "0")),
        colour_before=_maybe(given, "colour-before", Colour),
        top_before=_maybe(given, "top-before", Card.from_word),
        kept=_card_list(given.get("kept", "")),
        kept_all="kept-all" in given,
    )
    return replace(state, open_card=opened)


def _read_drawn(state: State, rest: Sequence[str]) -> State:
    card = None if rest[0] == "unknown" else Card.from_word(rest[0])
    return replace(state, drawn=Drawn(card, launched="launched" in _pairs(rest[1:], set(), {"launched"})))


def _read_owes(state: State, rest: Sequence[str]) -> State:
    player, number, unit, *more = rest
    given = _pairs(more, {"to", "cause", "by"}, set())
    debt = Debt(
        _seated(state, player),
        Unit(unit),
        None if number == "open" else int(number),
        _seated(state, given.get("to", player)),
        Cause(given.get("cause", Cause.CARD)),
        _maybe(given, "by", lambda word: _seated(state, word)),
    )
    return replace(state, debts=(*state.debts, debt))


def _read_seat(state: State, rest: Sequence[str]) -> State:
    name, *more = rest
    given = _pairs(more, {"count", "score", "uno", "cards", "left"}, {"out", "gone"})
    cards, count = _card_list(given.get("cards", "")), int(given.get("count", "0"))
    if len(cards) > count:
        raise StateTextError(f"{name} cannot hold {len(cards)} known cards among {count}")
    return state.with_seat(
        _seated(state, name),
        count=count,
        cards=cards,
        score=int(given.get("score", "0")),
        uno=_uno(given.get("uno", "quiet")),
        left_points=_maybe(given, "left", int),
        out="out" in given,
        gone="gone" in given,
    )


def _uno(word: str) -> Uno:
    calls = {call.name.lower(): call for call in Uno}
    if word not in calls:
        raise StateTextError(f"uno={word} is not known; there are: {', '.join(calls)}")
    return calls[word]


def _pairs(words: Sequence[str], values: Set[str], flags: Set[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in given or name not in (values if equals else flags):
            raise StateTextError(f"'{word}' cannot stand here; there are: {', '.join(sorted(values | flags))}")
        given[name] = value
    return given


def _maybe(given: dict[str, str], word: str, read_word: Callable[[str], Any]) -> Any:
    return read_word(given[word]) if word in given else None


def _card_list(text: str) -> tuple[Card, ...]:
    return tuple(Card.from_word(word) for word in text.split(",")) if text else ()


#: Lines of one plain word and what reads it, in the order they are written; each is a field of the state.
_PLAIN: dict[str, Callable[[str], Any]] = {
    "phase": Phase,
    "round": int,
    "direction": Direction,
    "side": Side,
    "colour": Colour,
    "buried": int,
}
_WHO = ("turn", "then", "emptied", "winner", "champion")  # lines that name a player
_FACES = {"buried-faces": "buried_faces", "turned-faces": "turned_faces"}
_READERS: dict[str, Callable[[State, Sequence[str]], State]] = {
    "game": _read_game,
    "deck": _read_deck_text,
    "discard": _read_discard,
    "buried-tags": _read_buried_tags,
    "open": _read_open,
    "drawn": _read_drawn,
    "owes": _read_owes,
    "seat": _read_seat,
}
_OPEN_VALUES = frozenset({"target", "passed-on", "colour-before", "top-before", "kept"})
_OPEN_FLAGS = frozenset({"first", "inert", "answered", "kept-all"})
_REPEATED = frozenset({"owes", "seat"})
