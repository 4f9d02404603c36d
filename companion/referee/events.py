"""What happened at the table: the referee's answer to an accepted statement, one small fact each.

An event is what the journal keeps, the narrator speaks and every other program reads; its JSON form is fixed
by ``interfaces.md``, *Events*. Fields that are None are left out there. Readers skip kinds they do not know.

>>> to_json(Played("Ann", (Card.from_word("red-7"),)))
{'kind': 'played', 'player': 'Ann', 'cards': ['red-7'], 'overruled': False}
>>> from_json({'kind': 'turn', 'player': 'Ben'})
TurnPassed(player='Ben', again=False)
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

from companion.referee.cards import Card, Colour, Side
from companion.referee.commands import Correctable
from companion.referee.values import frozen


class Phase(StrEnum):
    """What the table is in; the words of ``expect phase``."""

    NONE = "none"
    SETUP = "setup"
    TOP = "top"
    PLAYING = "playing"
    COLOUR = "colour"
    TARGET = "target"
    CHALLENGE = "challenge"
    VERDICT = "verdict"
    PAYING = "paying"
    DISCARDING = "discarding"
    COUNTING = "counting"
    ROUND_OVER = "round-over"
    GAME_OVER = "game-over"


class Direction(StrEnum):
    """The way play goes round, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"

    step: int  #: seats to add for the next player

    def __init__(self, word: str) -> None:
        self.step = 1 if word == "clockwise" else -1

    @property
    def turned(self) -> Direction:
        return Direction.COUNTER_CLOCKWISE if self is Direction.CLOCKWISE else Direction.CLOCKWISE


class Unit(StrEnum):
    """What a debt is paid in."""

    PRESSES = "presses"
    CARDS = "cards"


class Cause(StrEnum):
    """Why somebody owes: a card's effect, or a missed UNO."""

    CARD = "card"
    PENALTY = "penalty"


@frozen
class GameStarted:
    """A game was begun; ``deck`` is the text of the deck file where it is played with an own deck."""

    kind: ClassVar[str] = "game-started"
    edition: str
    players: tuple[str, ...]
    dealer: str
    options: Mapping[str, str] = field(default_factory=dict)
    labels: str | None = None
    deck: str | None = None


@frozen
class RoundStarted:
    """The deal passed on; everybody has a new hand and a top card is awaited."""

    kind: ClassVar[str] = "round-started"
    round: int
    dealer: str


@frozen
class HandTold:
    """A hand was told to the referee: its number, and its cards where they are known."""

    kind: ClassVar[str] = "hand"
    player: str
    number: int
    cards: tuple[Card, ...] | None = None


@frozen
class TopTurned:
    """A card was turned up; one sent back goes into the deck and another is awaited."""

    kind: ClassVar[str] = "top"
    card: Card
    sent_back: bool = False
    tag: str | None = None


@frozen
class Played:
    """Cards were laid: the first on top, the others under it."""

    kind: ClassVar[str] = "played"
    player: str
    cards: tuple[Card, ...]
    colour: Colour | None = None
    target: str | None = None
    overruled: bool = False
    tag: str | None = None
    jumped: bool | None = None  # True where it was laid out of turn


@frozen
class Discarded:
    """Further cards were laid under a discard-all."""

    kind: ClassVar[str] = "discarded"
    player: str
    cards: tuple[Card, ...]
    tag: str | None = None


@frozen
class ColourNamed:
    kind: ClassVar[str] = "colour"
    player: str
    colour: Colour


@frozen
class TargetNamed:
    kind: ClassVar[str] = "target"
    player: str
    target: str


@frozen
class Pressed:
    """A press was made; ``cards`` came out (0: it did not fire) and belong to ``to``."""

    kind: ClassVar[str] = "pressed"
    player: str
    to: str
    cards: int


@frozen
class Drew:
    """Cards were taken from the pile by hand.

    ``faces`` where they were told, which is nobody else's business; ``assumed`` where nobody had to say it.
    ``pays`` is why the debt arose that they pay; None for an own draw, and where nothing was owed before.
    """

    kind: ClassVar[str] = "drew"
    player: str
    cards: int
    faces: tuple[Card, ...] | None = None
    assumed: bool = False
    pays: Cause | None = None


@frozen
class Passed:
    """The turn ends without a play; or a draw with an open end is said to be over."""

    kind: ClassVar[str] = "passed"
    player: str


@frozen
class Accepted:
    """Who owes a draw wild's cards takes them."""

    kind: ClassVar[str] = "accepted"
    player: str


@frozen
class Challenged:
    kind: ClassVar[str] = "challenged"
    player: str
    against: str


@frozen
class VerdictGiven:
    """The hand was judged; the debt that was challenged is void, another one follows."""

    kind: ClassVar[str] = "verdict"
    guilty: bool


@frozen
class HandsMoved:
    """Whole hands went to other players: ``moves`` says whose hand each player has now, by name.

    Shuffled hands have no such moves; ``counts`` are what everybody holds afterwards.
    """

    kind: ClassVar[str] = "hands-moved"
    counts: Mapping[str, int]
    moves: Mapping[str, str] = field(default_factory=dict)


@frozen
class SideTurned:
    """Discard, draw pile and all hands turned over."""

    kind: ClassVar[str] = "side"
    side: Side


@frozen
class Owes:
    """A debt arose; ``to`` takes the cards, ``by`` played the card that demands it.

    ``number`` is None while the end is open. ``instead``: a sum was passed on and has grown.
    """

    kind: ClassVar[str] = "owes"
    player: str
    unit: Unit
    number: int | None
    to: str
    cause: Cause
    by: str | None = None
    instead: bool = False


@frozen
class Waived:
    """Nothing is left anywhere to pay with: so many presses or cards are forgiven.

    ``pays`` is why the debt arose that is void now; None where none had arisen. ``number`` is 0 for an open end.
    """

    kind: ClassVar[str] = "waived"
    player: str
    number: int
    pays: Cause | None = None


@frozen
class UnoCalled:
    """The call was made; ``early`` where nobody needed it yet, so that nothing is said."""

    kind: ClassVar[str] = "uno"
    player: str
    early: bool = False


@frozen
class Caught:
    kind: ClassVar[str] = "caught"
    player: str
    by: str


@frozen
class Skipped:
    """A player lost the turn to a skip."""

    kind: ClassVar[str] = "skipped"
    player: str


@frozen
class DirectionTurned:
    kind: ClassVar[str] = "direction"
    direction: Direction


@frozen
class TurnPassed:
    """Whose turn it is now; ``again`` where the same player plays once more because of a card."""

    kind: ClassVar[str] = "turn"
    player: str
    again: bool = False


@frozen
class Awaits:
    """The table waits for something else than a play; ``player`` has the turn, ``then`` plays afterwards."""

    kind: ClassVar[str] = "awaits"
    phase: Phase
    player: str
    then: str | None = None


@frozen
class Reloaded:
    kind: ClassVar[str] = "reloaded"


@frozen
class LeftCounted:
    """What a hand was worth at the end of the round; ``cards`` how many it held."""

    kind: ClassVar[str] = "left"
    player: str
    points: int
    cards: int | None = None
    mismatch: bool = False


@frozen
class RoundOver:
    """The round is won; ``scores`` are the totals afterwards."""

    kind: ClassVar[str] = "round-over"
    winner: str
    points: int
    scores: Mapping[str, int] = field(default_factory=dict)


@frozen
class PlayerOut:
    """A player reached the target in an elimination match."""

    kind: ClassVar[str] = "out"
    player: str


@frozen
class GameOver:
    kind: ClassVar[str] = "game-over"
    winner: str


@frozen
class PlayerLeft:
    kind: ClassVar[str] = "player-left"
    player: str


@frozen
class Corrected:
    """The table put something right; ``value`` as the statement wrote it."""

    kind: ClassVar[str] = "corrected"
    what: Correctable
    value: str | int
    player: str | None = None


@frozen
class Undone:
    """The last accepted statement was taken back; ``statement`` is it."""

    kind: ClassVar[str] = "undone"
    statement: str


Event = (
    GameStarted
    | RoundStarted
    | HandTold
    | TopTurned
    | Played
    | Discarded
    | ColourNamed
    | TargetNamed
    | Pressed
    | Drew
    | Passed
    | Accepted
    | Challenged
    | VerdictGiven
    | HandsMoved
    | SideTurned
    | Owes
    | Waived
    | UnoCalled
    | Caught
    | Skipped
    | DirectionTurned
    | TurnPassed
    | Awaits
    | Reloaded
    | LeftCounted
    | RoundOver
    | PlayerOut
    | GameOver
    | PlayerLeft
    | Corrected
    | Undone
)

KINDS: Mapping[str, type[Event]] = {cls.kind: cls for cls in get_args(Event)}


class UnreadableEventError(ValueError):
    """The JSON is no event that this version can read."""


def to_json(event: Event) -> dict[str, Any]:
    """The event as other programs read it; what may be missing and is None is left out."""
    values = ((item.name, getattr(event, item.name), item.default) for item in fields(event))
    return {"kind": event.kind} | {
        name: _plain(value) for name, value, default in values if value is not None or default is MISSING
    }


def from_json(data: Mapping[str, Any]) -> Event:
    """The event written by ``to_json``; fields it does not know are passed over."""
    cls = KINDS.get(data.get("kind", ""))
    if cls is None:
        raise UnreadableEventError(f"there is no event of kind {data.get('kind')!r} in this version")
    hints = _hints(data["kind"])
    try:
        known = {
            item.name: _typed(hints[item.name], data[item.name])
            for item in fields(cls)
            if item.name in data or (item.default is MISSING and item.default_factory is MISSING)
        }
    except (KeyError, ValueError, TypeError) as error:
        raise UnreadableEventError(f"the event {dict(data)!r} cannot be read: {error}") from error
    return cls(**known)


@cache
def _hints(kind: str) -> dict[str, Any]:
    return get_type_hints(KINDS[kind])


def _plain(value: Any) -> Any:
    if isinstance(value, Card | StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def _typed(hint: Any, value: Any) -> Any:
    if get_origin(hint) in {Union, types.UnionType}:
        inner = [part for part in get_args(hint) if part is not type(None)]
        return value if value is None or len(inner) > 1 else _typed(inner[0], value)
    if get_origin(hint) is tuple:
        return tuple(_typed(get_args(hint)[0], item) for item in value)
    if hint is Card:
        return Card.from_word(value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    return value
