"""What the referee knows of the table: one immutable value, made only by ``evolve``.

Players are seats, 0 up in clockwise order, and are named in commands and events. Hands belong to players: a
count always, and those of its cards that were told. Every state remembers the one before the last accepted
statement, which is what ``undo`` goes back to.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Any

from companion.referee.cards import Card, Colour, Side
from companion.referee.commands import Command
from companion.referee.decks import Deck, load_deck, read_deck
from companion.referee.events import Cause, Direction, Event, Phase, Unit
from companion.referee.options import Options, parse_options
from companion.referee.values import frozen, replace


class Uno(Enum):
    """How the call of a player with one card stands (``rules.md`` section 4)."""

    QUIET = auto()  # no call is due
    EARLY = auto()  # called before the play
    OPEN = auto()  # due, not called: may be caught
    CALLED = auto()
    MISSED = auto()  # not called, and the window is over
    CAUGHT = auto()  # not called, caught, being paid for


@frozen
class Seat:
    """One player. ``cards`` are those of the hand that were told, sorted; never more than ``count``.

    ``left_points`` is what was counted at the round's end.
    """

    name: str
    count: int = 0
    cards: tuple[Card, ...] = ()
    score: int = 0
    uno: Uno = Uno.QUIET
    out: bool = False
    gone: bool = False
    left_points: int | None = None

    @property
    def plays(self) -> bool:
        """False for those who left or are out."""
        return not (self.out or self.gone)

    @property
    def fully_known(self) -> bool:
        """True where every card of the hand was told."""
        return len(self.cards) == self.count


@frozen
class Debt:
    """What a player must still press or draw. ``number`` is None while the end is open; ``to`` takes the cards."""

    player: int
    unit: Unit
    number: int | None
    to: int
    cause: Cause
    by: int | None = None


@frozen
class OpenCard:
    """The card whose effect is not yet settled: a wild without colour or target, a discard-all, a draw wild.

    ``colour_before`` and ``top_before`` are what lay there when it was laid: a challenge is judged by them.
    ``inert``: it was turned up after a flip and has no effect. ``answered``: whoever it makes draw has begun to, or
    has challenged, and can pass nothing on any more. ``passed_on`` is the sum that it was stacked on.
    ``kept`` are the known cards that its player kept, ``kept_all`` where these are all: later draws are not judged.
    """

    card: Card
    target: int | None = None
    colour_before: Colour | None = None
    top_before: Card | None = None
    kept: tuple[Card, ...] = ()
    kept_all: bool = False
    passed_on: int = 0
    first: bool = False
    inert: bool = False
    answered: bool = False


@frozen
class Drawn:
    """What the player in turn has drawn already: one card a turn, and only that may be played.

    ``card`` is None where nobody told; ``launched``: cards came from the launcher and any may be played.
    """

    card: Card | None = None
    launched: bool = False


@dataclass(frozen=True)
class Agreement:
    """What is settled for the whole game when it begins: the deck, the options as they were written, who plays.

    ``deck_text`` is the deck file where the game is played with an own deck.
    """

    edition: str = ""
    deck_text: str = ""
    options_written: tuple[tuple[str, str], ...] = ()
    labels: str = "mattel"
    players: tuple[str, ...] = ()

    @cached_property
    def deck(self) -> Deck:
        """The cards of the edition being played."""
        return read_deck(self.deck_text, self.edition) if self.deck_text else load_deck(self.edition)

    @cached_property
    def options(self) -> Options:
        """The options in force."""
        return parse_options(self.deck, dict(self.options_written))

    @cached_property
    def seats(self) -> Mapping[str, int]:
        """Seats by the players' names, as they are written and as they are compared."""
        names = {folded(name): index for index, name in enumerate(self.players)}
        return names | {name: index for index, name in enumerate(self.players)}


@dataclass(frozen=True)
class State:
    """The table. Without a game ``phase`` is none and there are no seats.

    ``discard`` are the cards that lie open from the lowest up, ``tags`` beside them the tags of those that a scanner
    saw go there, else None. ``buried`` cards lie under them since the discard was turned over, in an order nobody
    knows; ``buried_faces`` are those of their faces that are known all the same, ``buried_tags`` the tags that a
    scanner saw. ``turned_faces`` are known faces on the other side of what lies on the discard.
    ``then`` is who plays once all is paid, ``emptied`` who was the first to lay the last card, ``winner`` who won
    the round, ``champion`` who won the match.
    """

    phase: Phase = Phase.NONE
    agreed: Agreement = Agreement()
    seats: tuple[Seat, ...] = ()
    dealer: int = 0
    turn: int | None = None
    then: int | None = None
    direction: Direction = Direction.CLOCKWISE
    side: Side = Side.LIGHT
    colour: Colour | None = None
    discard: tuple[Card, ...] = ()
    tags: tuple[str | None, ...] = ()
    open_card: OpenCard | None = None
    debts: tuple[Debt, ...] = ()
    drawn: Drawn | None = None
    buried: int = 0
    buried_faces: tuple[Card, ...] = ()
    buried_tags: frozenset[str] = frozenset()
    turned_faces: tuple[Card, ...] = ()
    emptied: int | None = None
    round: int = 0
    winner: int | None = None
    champion: int | None = None
    before: State | None = field(default=None, repr=False, compare=False)
    statement: Command | None = field(default=None, repr=False, compare=False)
    events: tuple[Event, ...] = field(default=(), repr=False, compare=False)

    # What is printed and agreed

    @property
    def edition(self) -> str:
        """The name of the deck; empty without a game."""
        return self.agreed.edition

    @property
    def deck(self) -> Deck:
        """The cards of the edition being played."""
        return self.agreed.deck

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.agreed.options

    @property
    def statements(self) -> int:
        """How many statements the game stands on, those that were taken back left out."""
        number, state = 0, self
        while state.before is not None:
            number, state = number + 1, state.before
        return number

    # Seats

    def find(self, name: str) -> int | None:
        """The seat of a player by name, case and accents aside; None for strangers."""
        index = self.agreed.seats.get(name)
        return self.agreed.seats.get(folded(name)) if index is None else index

    def seat(self, name: str) -> int:
        """The seat of a player that events name; KeyError for strangers."""
        index = self.agreed.seats.get(name)
        if index is None:
            index = self.find(name)
        if index is None:
            raise KeyError(name)
        return index

    def name(self, index: int) -> str:
        return self.seats[index].name

    def playing(self) -> tuple[int, ...]:
        """Seats still in play, clockwise."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.plays)

    def around(self, start: int, direction: Direction | None = None) -> Iterator[int]:
        """Every other seat in play, in the direction of play, beginning with the next after ``start``."""
        step = (direction or self.direction).step
        for distance in range(1, len(self.seats)):
            index = (start + step * distance) % len(self.seats)
            if self.seats[index].plays:
                yield index

    def next_seat(self, start: int, places: int = 1) -> int:
        """The seat so many turns on in the direction of play; ``start`` itself need not be in play any more."""
        seats, step, index = self.seats, self.direction.step, start
        for _ in range(places):
            other = (index + step) % len(seats)
            while other != index and not seats[other].plays:
                other = (other + step) % len(seats)
            index = other
        return index

    # Cards

    @property
    def top(self) -> Card | None:
        """The card on top of the discard."""
        return self.discard[-1] if self.discard else None

    @property
    def discard_size(self) -> int:
        """Cards on the discard, seen or not."""
        return len(self.discard) + self.buried

    @property
    def unaccounted(self) -> int:
        """Deck size less hands and discard: the supply, below zero where the counts cannot be right."""
        hands = sum([seat.count for seat in self.seats])
        return self.agreed.deck.total - hands - len(self.discard) - self.buried

    @property
    def supply(self) -> int:
        """Cards left to draw, never below zero."""
        return max(0, self.unaccounted)

    def copies_seen(self, card: Card) -> int:
        """Copies of a face that lie on the discard."""
        return self.discard.count(card) + self.buried_faces.count(card)

    def copies_placed(self, card: Card) -> int:
        """Copies of a face that lie on the discard or are known to be in hands."""
        return self.copies_seen(card) + sum([seat.cards.count(card) for seat in self.seats if seat.cards])

    def lies_on_discard(self, tag: str) -> bool:
        """True for a physical card that a scanner saw go onto the discard."""
        return tag in self.buried_tags or tag in self.tags

    # Debts

    def debt_of(self, index: int, cause: Cause | None = None) -> Debt | None:
        """What this seat pays next: a penalty before a card's demand; or what it owes for this cause."""
        if not self.debts:
            return None
        mine = [debt for debt in self.debts if debt.player == index and cause in {None, debt.cause}]
        return min(mine, key=lambda debt: debt.cause is not Cause.PENALTY, default=None)

    def next_payer(self) -> int | None:
        """Whom the button means while something is owed: penalties first, then the order they arose in."""
        ranked = sorted(self.debts, key=lambda debt: debt.cause is not Cause.PENALTY)
        return ranked[0].player if ranked else None

    def presser(self) -> int | None:
        """Whom a press of the button belongs to now, or None while nobody may press."""
        if self.phase is Phase.PAYING or self.phase is Phase.CHALLENGE:
            return self.next_payer()
        return self.turn if self.phase is Phase.PLAYING else None

    # Change

    def with_seat(self, index: int, **changes: Any) -> State:
        """The table with one seat changed."""
        return replace(self, seats=self.seats_with(index, **changes))

    def seats_with(self, index: int, **changes: Any) -> tuple[Seat, ...]:
        """The seats with one of them changed."""
        seats = self.seats
        return (*seats[:index], replace(seats[index], **changes), *seats[index + 1 :])


EMPTY = State()


def folded(name: str) -> str:
    """A name as it is compared: without case, accents and outer blanks."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char)).strip()
