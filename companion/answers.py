"""What a scan comes to, and what there is to say about it where it is no statement. Pure.

Whoever answers reads these: the voice, the deal, the settings, the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from companion.forgotten import Forgotten, Kept
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.refusals import Refusal
from companion.referee.state import Agreement
from companion.set_up import SetUpNote
from companion.tags import CommandWord


class Asks(Enum):
    """What must be scanned next for a card to have its effect."""

    ACCUSED = auto()  # CATCH after a badge
    HAND = auto()  # a hand that is counted: its cards, or its points
    WHOSE_HAND = auto()  # LEFT
    WHOSE_PHONES = auto()  # HOST
    CARD_TO_NAME = auto()  # WHATIS
    LEAVE_AGAIN = auto()  # a badge right behind LEAVE: one card, one player
    OTHER_HAND = auto()  # a badge while counting, of somebody with nothing to count


@dataclass(frozen=True, slots=True)
class Digits:
    """A number is being said; these are its digits so far. ``back``: one was taken back."""

    digits: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """A hand is shown card by card: so many by now. ``again``: the card read last was among them.

    ``back``: one was taken back; ``goes_on``: its badge was laid anew, and more may follow.
    """

    cards: int
    again: bool = False
    back: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Begun:
    """What cards have begun and waits for more: a command for what it ``asks``, a number, ``hands`` by their size."""

    asks: Asks | None = None
    player: str | None = None
    digits: str = ""
    hands: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """What cards had begun has ended without its effect: a command that waited for what it ``asks``, or a number."""

    asks: Asks | None = None
    player: str | None = None
    digits: str = ""


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """The card that was not read is awaited from ``player``, who has the turn.

    ``taken_back`` are the statements that MISSED has just taken back, in order; ``waits`` is a card that had been
    refused, and follows the unread one; ``standing``: somebody asked how things stand.
    """

    player: str | None
    taken_back: tuple[Kept, ...] = ()
    waits: cmd.Play | None = None
    standing: bool = False


@dataclass(frozen=True, slots=True)
class AsItWas:
    """Nothing was missed after all: what had been taken back is booked again, for those it was booked for."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was taken back and does not fit any more; the table settles it. ``insisted``: ANYWAY books the first."""

    commands: tuple[Command, ...]
    insisted: bool


@dataclass(frozen=True, slots=True)
class PutRight:
    """A round that was over came to something else, and what was said after it was said again.

    ``points``: of whose hand, for how many it was counted, and for how many now. ``winner``: before and now.
    ``fallen``: so many later statements did not fit any more, and were not said again.
    """

    round: int
    points: tuple[tuple[str, int, int], ...] = ()
    winner: tuple[str, str] | None = None
    fallen: int = 0

    @property
    def taken_back(self) -> PutRight:
        """What it comes to when it is taken back: the round is again what it was."""
        winner = None if self.winner is None else (self.winner[1], self.winner[0])
        return PutRight(self.round, tuple((player, now, was) for player, was, now in self.points), winner)


@dataclass(frozen=True, slots=True)
class WentBack:
    """So many changes were taken back together, each of one statement or of several that had been said together.

    ``put_right``: those among them that had put a round right, the newest first.
    """

    changes: int
    put_right: tuple[PutRight, ...] = ()


@dataclass(frozen=True, slots=True)
class CameBack:
    """So many changes that had been taken back stand again, all together, as they stood.

    ``put_right``: those among them that put a round right, in order.
    """

    changes: int
    put_right: tuple[PutRight, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenIn:
    """Games came out of a file, the last of them under this number; ``live``: it goes on at this table.

    ``here``: so many more of the file were among the games already, and were not taken in again.
    """

    game: int
    live: bool
    here: int = 0


class CardUse(Enum):
    """What the next card of the deck would be."""

    DRAWN = auto()  # for the deal
    TURNED_UP = auto()
    PLAYED = auto()
    UNREAD = auto()  # the one that was missed
    STACKED = auto()
    LAID_UNDER = auto()  # a discard-all
    OF_A_HAND = auto()


class BadgeUse(Enum):
    """What the next badge would be."""

    SEAT = auto()
    TARGET = auto()
    PARTNER = auto()  # to swap hands with
    HAND = auto()  # whose hand is counted
    DEALT = auto()  # whose cards of the deal are told anew
    OWNER = auto()  # of the next scan


@dataclass(frozen=True, slots=True)
class CanScan:
    """All that may be scanned now, and would not be refused.

    ``again``: HELP was asked so often before, with nothing else in between; ``agreed``: what is played, or would be;
    ``players``: how many play, 0 before a game.
    """

    words: tuple[CommandWord, ...]
    card: CardUse | None
    badge: BadgeUse
    button: bool = False  # may be pressed
    with_badge: tuple[CommandWord, ...] = ()  # that need a badge before or after them
    again: int = 0
    agreed: Agreement = field(default_factory=Agreement, repr=False)
    players: int = 0


class Named(Enum):
    """How the card after WHATIS may be named."""

    ALOUD = auto()  # it lies on the discard, for everybody to see
    PRIVATELY = auto()
    NOT_THIS_SIDE = auto()  # of a two-sided card, the side that is turned away


@dataclass(frozen=True, slots=True)
class CardNamed:
    """The card that was held under the scanner after WHATIS. It may be of a hand: not for any log."""

    how: Named
    card: Card = field(repr=False)
    edition: str = ""


Note = SetUpNote | Asks | Digits | HandSoFar | Begun | Ended | UnreadCard | AsItWas | LeftOut | CanScan | CardNamed


@dataclass(frozen=True, slots=True)
class Query:
    """Something is asked, a badge was shown, the voice was answered: it changes nothing of the game.

    ``number``: so many cards were dealt to ``player``, or came of a press that goes on (``of_press``). ``note``: what
    there is to say about it.
    """

    word: CommandWord | None  # None for a badge, a number, and for a card that is shown
    player: str | None = None
    shows_card: bool = False  # of a hand, to the referee or to one player alone
    number: int | None = None
    of_press: bool = False
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One scan that comes to several statements. ``forgotten`` is what is being made good for after them."""

    commands: tuple[Command, ...]
    note: UnreadCard | AsItWas
    forgotten: Forgotten | None = None


Meaning = Command | Query | Refusal | Series
