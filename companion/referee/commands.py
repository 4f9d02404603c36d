"""What people, buttons, scanners, phones and files can say to the table: one vocabulary for all of them.

Each command has exactly one statement in the notation (``companion.referee.notation`` writes and reads it).
Players are named as they were seated; cards and colours are values, not words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from companion.referee.cards import Card, Colour
from companion.referee.values import frozen


@frozen
class NewGame:
    """``game extreme players=A,B,C``: seats in clockwise order, options by name, as written."""

    edition: str
    players: tuple[str, ...]
    dealer: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    labels: str | None = None
    seed: int | None = None


@frozen
class Hold:
    """``A holds CARD …`` or ``A holds N``: the hand is known exactly, or only by its number."""

    player: str
    cards: tuple[Card, ...] = ()
    number: int | None = None


@frozen
class Top:
    """``top CARD``: the card turned up."""

    card: Card
    tag: str | None = None


@frozen
class Play:
    """``A plays CARD …``: a card, with discard-all those under it; ``tag`` is the physical card's identity."""

    player: str
    cards: tuple[Card, ...]
    colour: Colour | None = None
    target: str | None = None
    anyway: bool = False
    tag: str | None = None


@frozen
class Pick:
    """``A picks COLOUR``."""

    player: str
    colour: Colour


@frozen
class Target:
    """``A targets B``."""

    player: str
    target: str


@frozen
class Press:
    """``A presses N``: N cards came out (0: it did not fire). ``cards`` is None where the launcher decides."""

    player: str
    cards: int | None = None


@frozen
class Draw:
    """``A draws``, ``A draws N`` or ``A draws CARD …``: taken from the pile by hand."""

    player: str
    number: int | None = None
    cards: tuple[Card, ...] = ()


@frozen
class Pass:
    """``A passes``."""

    player: str


@frozen
class Discard:
    """``A discards CARD …``: further cards laid under a discard-all; ``tag`` identifies a scanned one."""

    player: str
    cards: tuple[Card, ...]
    tag: str | None = None


@frozen
class Done:
    """``A is done``: closes what stands open for A."""

    player: str


@frozen
class CallUno:
    """``A says uno``."""

    player: str


@frozen
class Catch:
    """``B catches A``: B accuses A of the missing call."""

    player: str
    accused: str


@frozen
class Challenge:
    """``B challenges`` a draw wild."""

    player: str


@frozen
class Accept:
    """``B accepts`` a draw wild."""

    player: str


@frozen
class Verdict:
    """``hand is guilty`` or ``hand is innocent``: the table's verdict on an unknown hand."""

    guilty: bool


@frozen
class CountLeft:
    """``A left CARD …`` or ``A left N points``: what A held at the end of the round."""

    player: str
    cards: tuple[Card, ...] = ()
    points: int | None = None


@frozen
class Leave:
    """``A leaves``: A stops playing."""

    player: str


@frozen
class Reload:
    """``reload``: the discard, its top card aside, went back into the supply."""


@frozen
class NextRound:
    """``round``: the deal passes on and a new round is set up."""


class Correctable(StrEnum):
    """What ``set`` can put right."""

    TURN = "turn"
    COLOUR = "colour"
    DIRECTION = "direction"
    COUNT = "count"
    TOP = "top"
    SCORE = "score"


@frozen
class Correct:
    """``set …``: what really is on the table. ``value`` fits ``what``: a name, a word, a number or a card."""

    what: Correctable
    value: str | int | Card | Colour
    player: str | None = None


@frozen
class Undo:
    """``undo``: takes the last accepted statement back."""


@frozen
class Scan:
    """``scan "TEXT"``: raw text from a scanner; ``companion.tags`` turns it into one of the others."""

    text: str


Command = (
    NewGame
    | Hold
    | Top
    | Play
    | Pick
    | Target
    | Press
    | Draw
    | Pass
    | Discard
    | Done
    | CallUno
    | Catch
    | Challenge
    | Accept
    | Verdict
    | CountLeft
    | Leave
    | Reload
    | NextRound
    | Correct
    | Undo
    | Scan
)
