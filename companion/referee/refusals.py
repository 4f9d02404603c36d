"""Why the referee says no: the codes of the contract, and the refusal that carries one to the voice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.referee.cards import Card, Colour


class RefusalCode(StrEnum):
    """One code per reason; ``notation.md``, *Refusal codes*. Other programs rely on the words."""

    NO_MATCH = "no-match"
    NOT_YOUR_TURN = "not-your-turn"
    COLOUR_NEEDED = "colour-needed"
    TARGET_NEEDED = "target-needed"
    MUST_PAY = "must-pay"
    MUST_DRAW = "must-draw"
    MUST_PLAY = "must-play"
    NOT_IN_HAND = "not-in-hand"
    ALREADY_DRAWN = "already-drawn"
    NOT_IN_DECK = "not-in-deck"
    DUPLICATE_TAG = "duplicate-tag"
    UNKNOWN_TAG = "unknown-tag"
    BAD_TAG = "bad-tag"
    WRONG_SIDE = "wrong-side"
    HAS_COLOUR = "has-colour"
    NOTHING_TO_CATCH = "nothing-to-catch"
    TOO_LATE = "too-late"
    NO_CHALLENGE = "no-challenge"
    CANNOT_FINISH = "cannot-finish"
    CANNOT_STACK = "cannot-stack"
    CANNOT_JUMP_IN = "cannot-jump-in"
    UNKNOWN_PLAYER = "unknown-player"
    BAD_TARGET = "bad-target"
    ROUND_OVER = "round-over"
    GAME_OVER = "game-over"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NO_SUPPLY = "no-supply"
    WRONG_COUNT = "wrong-count"
    BAD_GAME = "bad-game"
    NOT_NOW = "not-now"


class Awaited(StrEnum):
    """What the table is waiting for, so that *not now* can say what would be right."""

    GAME = "game"  # a game is to be started
    TOP = "top"  # the card turned up
    PLAY = "play"  # a card or a press
    COLOUR = "colour"
    TARGET = "target"
    PRESSES = "presses"
    DISCARDS = "discards"  # further cards under a discard-all, or done
    CHALLENGE = "challenge"  # accepting or challenging a draw wild
    VERDICT = "verdict"  # the table's verdict on a hand
    COUNTING = "counting"  # what the hands held
    ROUND = "round"  # the next round
    INTERRUPTED = "interrupted"  # how many cards an interrupted press brought
    NUMBER = "number"  # how many cards a press brought whose count is in doubt
    REST = "rest"  # another press of the button: cards of the last one are missing
    BUTTON = "button"  # only the button starts the motor
    CORRECTION = "correction"  # one card at a time, or nothing to correct here
    BADGES = "badges"  # of two players at least, to set up a game by cards
    BADGE = "badge"  # whose the drawn card is, or whose deed the command
    DRAWS = "draws"  # somebody has still to draw for the deal
    DRAWN = "drawn"  # this player has drawn for the deal already
    START = "start"  # further badges or the START card
    HAND = "hand"  # cards or points of a hand that is counted, before DONE
    CARDS = "cards"  # the rest of a hand that is counted by its cards, no points
    UNREAD = "unread"  # the card that was not read; or there is no move that it could have been missed before


#: An open press waits for one of these, and nothing else goes on before.
OF_AN_OPEN_PRESS = frozenset({Awaited.INTERRUPTED, Awaited.NUMBER, Awaited.REST})


class TagHint(StrEnum):
    """What a text that is no tag of this table looks like, so that its refusal can say what helps."""

    FRENCH_LAYOUT = "french-layout"  # typed by a scanner whose keyboard layout is not the machine's


@dataclass(frozen=True, slots=True)
class Refusal:
    """A statement the rules forbid: it changed nothing and costs nothing.

    ``player`` is whom the sentence is about, ``card`` the card refused, ``colour`` and ``top`` what would match,
    ``number`` and ``limit`` sizes (presses owed, cards a hand can hold, cards that came of those drawn), ``awaited``
    what would be right now and ``by`` whose it is, ``hint`` what a scanned text looks like, ``labels`` the set of
    Braille labels that has it. A refusal that rests on a known hand carries no card of that hand.
    """

    code: RefusalCode
    player: str | None = None
    card: Card | None = None
    colour: Colour | None = None
    top: Card | None = None
    number: int | None = None
    limit: int | None = None
    awaited: Awaited | None = None
    by: str | None = None
    hint: TagHint | None = None
    labels: str | None = None
