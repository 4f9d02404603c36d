"""What can be scanned now, found out by trying: every command card is asked what it would do. So the help cannot say
anything else than what the cards do. Pure.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from companion.answers import BadgeUse, CanScan, CardUse
from companion.referee.decks import Supply
from companion.referee.effects import swaps_hands
from companion.referee.events import Phase
from companion.referee.state import State
from companion.tags import QUERIES, CommandWord

_WITH_BADGE = (CommandWord.LEAVE,)  # without one it is nobody's
_CARDS = {
    Phase.SETUP: CardUse.TURNED_UP,
    Phase.TOP: CardUse.TURNED_UP,
    Phase.PLAYING: CardUse.PLAYED,
    Phase.DISCARDING: CardUse.LAID_UNDER,
    Phase.VERDICT: CardUse.OF_A_HAND,
    Phase.COUNTING: CardUse.OF_A_HAND,
}
_BADGES = {Phase.NONE: BadgeUse.SEAT, Phase.TARGET: BadgeUse.TARGET, Phase.COUNTING: BadgeUse.HAND}


class IsTaken(Protocol):
    """Whether a command card would be taken now, by itself or after the badge of whoever has the turn."""

    def __call__(self, word: CommandWord, *, after_badge: bool = False) -> bool: ...


def about_a_press(is_taken: IsTaken, answers: Container[CommandWord], *, goes_on: bool) -> CanScan:
    """While a press waits for its number, or goes on with the next push of the button, that comes first."""
    first = [word for word in CommandWord if word in answers or word is CommandWord.RELOAD]
    words = tuple(word for word in CommandWord if word in QUERIES or (word in first and is_taken(word)))
    return CanScan(words, None, BadgeUse.OWNER, goes_on)


def can_scan(
    is_taken: IsTaken, state: State, *, sets_up: bool, draws: bool, mends: bool, deals: bool = False
) -> CanScan:
    """Everything that would be taken now.

    ``sets_up``: a game is being set up by cards, ``draws``: its players may draw for the deal; ``mends``: the card
    that was not read is awaited; ``deals``: how many cards anybody got of the deal may be told.
    """
    words = tuple(word for word in CommandWord if word in QUERIES or is_taken(word))
    with_badge = tuple(word for word in _WITH_BADGE if word not in words and is_taken(word, after_badge=True))
    if sets_up or state.phase is Phase.GAME_OVER:
        return CanScan(words, CardUse.DRAWN if draws else None, BadgeUse.SEAT, with_badge=with_badge)
    card = CardUse.UNREAD if mends else _CARDS.get(state.phase)
    if card is None and state.debts and state.options.stacking != "off":
        card = CardUse.STACKED
    button = state.presser() is not None and state.options.draw_from is not Supply.PILE
    badge = BadgeUse.DEALT if deals else _BADGES.get(state.phase, BadgeUse.OWNER)
    if swaps_hands(state):
        badge = BadgeUse.PARTNER
    return CanScan(words, card, badge, button, with_badge)
