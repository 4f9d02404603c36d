"""A number that is said digit by digit with command cards; DONE ends it, YES takes what was counted. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tags import DIGITS, CommandWord

MOST_DIGITS = 3  # of a number of cards or points: no hopper holds a thousand

#: Cards that say a number, or answer the question for one.
ABOUT_A_NUMBER = frozenset({*DIGITS, CommandWord.YES, CommandWord.NO, CommandWord.DONE})


@dataclass(frozen=True, slots=True)
class Spelled:
    """Digits so far; nothing is said until DONE."""

    digits: str


def spell(word: CommandWord | None, digits: str, counted: int | None = None) -> int | Spelled | None:
    """What a card makes of the digits before it: the number, one digit more, or None where it says none.

    ``counted`` is what YES takes.

    >>> spell(CommandWord.ONE, "2"), spell(CommandWord.DONE, "21"), spell(CommandWord.NO, "2")
    (Spelled(digits='21'), 21, None)
    """
    if word is CommandWord.YES:
        return counted
    if word is CommandWord.DONE and digits:
        return int(digits)
    if word in DIGITS and len(digits) < MOST_DIGITS:
        return Spelled(f"{digits}{DIGITS[word]}")
    return None
