"""A hand that is shown to the table card by card: counted at the end of a round, or looked at for a verdict. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.events import Phase


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What has been shown of a player's hand. ``tags`` are its cards', in their order; Braille labels have none."""

    player: str
    cards: tuple[Card, ...] = field(default=(), repr=False)
    tags: tuple[str | None, ...] = field(default=(), repr=False)

    def has(self, tag: str | None) -> bool:
        """True where this very card was shown before: a tag is one card, however often read."""
        return tag is not None and tag in self.tags

    def plus(self, card: Card, tag: str | None) -> Self:
        """The hand with one card more; Braille labels have no tag, so that two alike are two cards."""
        return replace(self, cards=(*self.cards, card), tags=(*self.tags, tag))

    def without_the_last(self) -> Self:
        """The hand as it was before its last card."""
        return replace(self, cards=self.cards[:-1], tags=self.tags[:-1])

    def statement(self, phase: Phase) -> Command:
        """What the cards come to, once all were shown."""
        return cmd.Hold(self.player, self.cards) if phase is Phase.VERDICT else cmd.CountLeft(self.player, self.cards)
