"""A number that is said digit by digit with command cards; DONE ends it, YES takes what was counted. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.answers import Digits, Meaning, Query
from companion.open_press import OpenPress, told, what_it_waits_for
from companion.referee import commands as cmd
from companion.referee.events import Phase, Unit
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State
from companion.scans.command_cards import over
from companion.tags import DIGITS, CommandWord

MOST_DIGITS = 3  # of a number of cards or points: no hopper holds a thousand

#: Cards that say a number, or answer the question for one.
ABOUT_A_NUMBER = frozenset({*DIGITS, CommandWord.YES, CommandWord.NO, CommandWord.DONE})


@dataclass(frozen=True, slots=True)
class DealAsks:
    """What YES, NO and the digits answer before the first card: whether the dispenser deals, or how its deal stands.

    ``numbers``: digits say how many cards somebody has, ``player`` where no badge was shown, who has got ``counted``.
    ``in_doubt``: only the table knows whether that is right. ``by_hand``: NO has been said, and YES alone changes it.
    """

    numbers: bool = False
    player: str | None = None
    counted: int = 0
    in_doubt: bool = False
    by_hand: bool = False


def spell(word: CommandWord | None, digits: str, counted: int | None = None) -> int | Digits | None:
    """What a card makes of the digits before it: the number, one digit more, or None where it says none.

    ``counted`` is what YES takes where no digit was said before it.

    >>> spell(CommandWord.ONE, "2"), spell(CommandWord.DONE, "21"), spell(CommandWord.NO, "2")
    (Digits(digits='21', back=False), 21, None)
    >>> spell(CommandWord.YES, "", 3), spell(CommandWord.YES, "4", 3)
    (3, 4)
    """
    if digits and word in {CommandWord.DONE, CommandWord.YES}:
        return int(digits)
    if word is CommandWord.YES:
        return counted
    if word in DIGITS and len(digits) < MOST_DIGITS:
        return Digits(f"{digits}{DIGITS[word]}")
    return None


def of_a_press(word: CommandWord | None, digits: str, press: OpenPress, state: State) -> Meaning | None:
    """How many cards an open press brought: a statement, or a number with which it goes on."""
    if word not in ABOUT_A_NUMBER:
        return None
    number = spell(word, digits, press.counted)
    if number is None:
        return what_it_waits_for(press, state)
    if isinstance(number, Digits):
        return Query(None, press.player, note=number)
    goes_on = told(press, number) is not None
    return Query(None, press.player, number=number, of_press=True) if goes_on else cmd.Press(press.player, number)


def of_the_deal(
    word: CommandWord | None, digits: str, asks: DealAsks, badge: str | None, state: State
) -> Meaning | None:
    """YES: the dispenser deals; NO: it does not, or no more. While a number is in doubt both are about that.

    Digits and DONE say how many cards the player who is dealt to has, or the one whose badge was shown.
    """
    if word not in ABOUT_A_NUMBER:
        return None
    if word is CommandWord.NO and asks.by_hand:
        return over(state)
    if word in {CommandWord.YES, CommandWord.NO} and not asks.in_doubt:
        return Query(word)
    player = asks.player if word is CommandWord.YES else badge or asks.player
    if not asks.numbers or player is None:
        return over(state)
    number = spell(word, digits, asks.counted)
    if isinstance(number, Digits):
        return Query(None, asks.player or player, note=number)
    if number is not None:
        return Query(None, player, number=number)
    if not asks.in_doubt:
        return over(state)
    return Refusal(RefusalCode.NOT_NOW, player=asks.player, number=asks.counted, awaited=Awaited.NUMBER)


def of_a_hand(word: CommandWord | None, digits: str, player: str) -> Meaning | None:
    """What a hand is worth, in digits, instead of its cards."""
    number = spell(word, digits) if word in ABOUT_A_NUMBER else None
    if isinstance(number, Digits):
        return Query(None, player, note=number)
    return None if number is None else cmd.CountLeft(player, points=number)


def of_a_draw(word: CommandWord | None, digits: str, badge: str | None, state: State) -> Meaning | None:
    """How many cards it took until the colour came; None where nobody draws like that, or no number is told.

    DRAW ends the digits as well as DONE: it is the card that every other draw is told with.
    """
    payer = state.next_payer() if state.phase in {Phase.PAYING, Phase.CHALLENGE} else None
    debt = None if payer is None else state.debt_of(payer)
    if debt is None or debt.number is not None or debt.unit is not Unit.CARDS or word is CommandWord.YES:
        return None
    player = badge or state.name(debt.player)
    number = spell(CommandWord.DONE if word is CommandWord.DRAW else word, digits)
    if isinstance(number, Digits):
        return Query(None, player, note=number)
    return None if number is None else cmd.Draw(player, number=number)
