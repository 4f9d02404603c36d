"""The cards that show a hand: a badge, its cards, DONE; counted at the end of a round, or looked at for a verdict.

A hand that is begun is kept until it is told, whatever badge is scanned meanwhile (``tags.md`` section 2).
"""

from __future__ import annotations

from companion.answers import Asks, Ended, HandSoFar, Meaning, Query
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.challenges import accused
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Phase
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.scoring import uncounted
from companion.referee.state import State, folded
from companion.scans.command_cards import not_now
from companion.scans.shown_hand import ShownHand


class HandCards:
    """The hands that are begun, the last one last, and whose cards are scanned now."""

    def __init__(self) -> None:
        self._begun: tuple[ShownHand, ...] = ()
        self._at: str | None = None

    @property
    def is_open(self) -> bool:
        """True where cards are being shown, or a badge was laid for them."""
        return self._at is not None

    @property
    def so_far(self) -> tuple[tuple[str, int], ...]:
        """Of whose hands cards were shown, and how many of each; the hand that is shown now although it has none."""
        begun = (hand for hand in self._begun if hand.cards or hand.player == self._at)
        return tuple((hand.player, len(hand.cards)) for hand in begun)

    def look(self, state: State) -> None:
        """Where no hand is to be shown any more, none is begun."""
        if state.phase not in {Phase.COUNTING, Phase.VERDICT}:
            self._begun, self._at = (), None

    def follow(self, command: Command) -> None:
        """A hand was told, by whomever: it is begun no more."""
        match command:
            case cmd.Hold():
                self._begun, self._at = (), None
            case cmd.CountLeft(player):
                self._forget(player)

    def _forget(self, player: str) -> None:
        self._begun = tuple(hand for hand in self._begun if folded(hand.player) != folded(player))
        if self._at is not None and folded(self._at) == folded(player):
            self._at = None

    def _turn_to(self, hand: ShownHand) -> None:
        self._forget(hand.player)
        self._begun, self._at = (*self._begun, hand), hand.player

    def _of(self, player: str) -> ShownHand:
        return next((hand for hand in self._begun if hand.player == player), ShownHand(player))

    def badge(self, player: str, state: State) -> Query:
        """This hand is to be counted, from its first card or on from where it was left."""
        if player not in uncounted(state):
            self._at = None  # the next card is not of the hand before either
            return Query(None, player, note=Asks.OTHER_HAND)
        hand = self._of(player)
        self._turn_to(hand)
        return Query(None, player, note=HandSoFar(len(hand.cards), goes_on=True) if hand.cards else Asks.HAND)

    def shown(self, state: State) -> ShownHand | None:
        """Whose hand is being shown: after a badge while counting, the accused's for a verdict.

        Where one hand alone is not counted yet it needs no badge.
        """
        if self._at is not None:
            return self._of(self._at)
        if state.phase is Phase.VERDICT:
            index = accused(state)
            return None if index is None else ShownHand(state.name(index))
        waiting = uncounted(state) if state.phase is Phase.COUNTING else ()
        return self._of(waiting[0]) if len(waiting) == 1 else None

    def show(self, card: Card, tag: str | None, state: State) -> Meaning | None:
        """One card more of a hand; while counting, one that cannot be in it is refused by itself.

        None where no hand is being shown.
        """
        hand = self.shown(state)
        if hand is None:
            return None
        if hand.has(tag):
            return Query(None, hand.player, shows_card=True, note=HandSoFar(len(hand.cards), again=True))
        more = hand.plus(card, tag)
        if state.phase is Phase.COUNTING:
            counted = more.statement(state.phase)
            ruled = rule(state, counted)
            if isinstance(ruled, Refusal) and ruled.code is RefusalCode.NOT_IN_DECK:
                return counted  # to be refused
        self._turn_to(more)
        return Query(None, more.player, shows_card=True, note=HandSoFar(len(more.cards)))

    def left(self, badge: str | None, state: State) -> Meaning | None:
        """LEFT: the hand of the badge, or the only one left; None where it needs a badge."""
        if state.phase is not Phase.COUNTING:
            return not_now(state)
        waiting = uncounted(state)
        player = badge or (waiting[0] if len(waiting) == 1 else None)
        return None if player is None else self.badge(player, state)

    def done(self, state: State) -> Meaning | None:
        """All cards were shown; where the referee refuses them they need not be shown again.

        None where DONE is about no hand.
        """
        hand = self.shown(state)
        if hand is None:
            return None
        if hand.cards:
            return hand.statement(state.phase)
        if state.phase is Phase.COUNTING:
            return Refusal(RefusalCode.NOT_NOW, player=hand.player, awaited=Awaited.HAND)
        return None

    def taken_back(self, state: State) -> Query | None:
        """UNDO: the last card goes back, or the badge before any; None where that is not what came last."""
        if self._at is None:
            if not self._begun or isinstance(state.statement, cmd.CountLeft):
                return None
            self._at = self._begun[-1].player
        hand = self._of(self._at)
        if not hand.cards:
            self._forget(hand.player)
            return Query(None, hand.player, note=Ended(Asks.HAND, hand.player))
        less = hand.without_the_last()
        self._turn_to(less)
        if not less.cards and self._needs_no_badge(less.player, state):
            self._forget(less.player)
        return Query(None, less.player, note=HandSoFar(len(less.cards), back=True))

    def _needs_no_badge(self, player: str, state: State) -> bool:
        return state.phase is Phase.VERDICT or uncounted(state) == (player,)
