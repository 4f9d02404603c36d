"""A deal by the dispenser: who gets cards next, how many are missing, what a press of it came to. Pure.

The referee knows nothing of it: by its account everybody holds ``hand_size`` cards as soon as a round begins, or what
was told since. A deal makes that true, hand by hand, beginning left of the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from companion.referee.events import Direction, Phase
from companion.referee.state import State

TAKEN_BACK = "taken-back"  # the finding of a throw whose number was settled, and is asked for again


@dataclass(frozen=True, slots=True)
class Throw:
    """Cards of one press of the deal: on their way, or with a number that only the table knows.

    ``player`` is None for the card that is to be turned up. ``finding`` says why the table is asked for the number;
    None while cards are coming out, and after a power cut.
    """

    player: str | None
    asked: int
    counted: int = 0
    finding: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """How far the deal of one round has come. ``game`` is the journal's number.

    ``hands`` holds how many cards each player got, ``turned_up`` is true once a card came that is to be turned up,
    ``by_hand`` where the table deals itself, from the beginning or from here on. ``settled`` is the hand whose number
    was counted or told last, with what was known of it before: UNDO asks for it again.
    """

    game: int
    round: int
    hands: Mapping[str, int] = field(default_factory=dict)
    throw: Throw | None = None
    turned_up: bool = False
    by_hand: bool = False
    settled: Throw | None = None

    @property
    def begun(self) -> bool:
        """True once a card was thrown, or a number told."""
        return bool(self.hands) or self.throw is not None or self.turned_up

    def is_of(self, game: int, state: State) -> bool:
        """True where this is the deal of the round that is being set up, or played."""
        return (self.game, self.round) == (game, state.round)

    def goes_on(self, state: State) -> bool:
        """True while the dispenser's cards are this deal's: until the first card lies open.

        A first card that was sent back ends it too while hands are incomplete: the table has dealt them.
        """
        if self.by_hand or not before_the_first_card(state):
            return False
        return state.phase is Phase.SETUP or self.next_hand(state) is None

    def next_hand(self, state: State) -> str | None:
        """Whose cards the next press throws; None when every hand is complete."""
        return next((player for player in in_order(state) if self.missing(state, player)), None)

    def missing(self, state: State, player: str) -> int:
        """How many cards this hand still lacks."""
        return max(0, _wanted(state, player) - self.hands.get(player, 0))

    def lacking(self, state: State) -> dict[str, int]:
        """How many cards every hand that is not complete lacks, in the order of the deal."""
        lacks = {name: _wanted(state, name) - self.held_by(name) for name in in_order(state)}
        return {player: cards for player, cards in lacks.items() if cards > 0}

    def awaits_a_press(self, state: State) -> bool:
        """True while a hand lacks cards, or a card that is to be turned up."""
        return self.next_hand(state) is not None or not self.turned_up

    def open_hand(self, state: State) -> str | None:
        """Whose cards are on their way or in doubt; None for nobody's, and for those of one who left."""
        player = None if self.throw is None else self.throw.player
        index = None if player is None else state.find(player)
        return player if index is not None and state.seats[index].plays else None

    def held_by(self, player: str) -> int:
        """How many cards a player has got by what was counted, those of a throw that is not over included."""
        thrown = self.throw.counted if self.throw is not None and self.throw.player == player else 0
        return self.hands.get(player, 0) + thrown

    def too_many(self, state: State, player: str, number: int) -> int:
        """How many of so many cards the player has to give back."""
        return max(0, number - _wanted(state, player))

    # What happens

    def thrown(self, state: State) -> tuple[Self, int]:
        """A press was accepted: the deal, and how many cards are to be thrown."""
        player = self.next_hand(state)
        asked = 1 if player is None else self.missing(state, player)
        return replace(self, throw=Throw(player, asked)), asked

    def counted(self, cards: int, finding: str | None = None) -> Self:
        """So many cards of the throw are out by now; ``finding``: the gate cannot vouch for them."""
        if self.throw is None:
            return self
        throw = replace(self.throw, counted=cards, finding=finding or self.throw.finding)
        return replace(self, throw=throw, turned_up=self.turned_up or (throw.player is None and cards > 0))

    def ended(self, state: State) -> Self:
        """The throw is over, and what was counted is right."""
        player = self.open_hand(state)
        return replace(self, throw=None) if player is None else self.told(state, player, self.held_by(player))

    def told(self, state: State, player: str, number: int) -> Self:
        """The table says how many cards a player has; what is too many goes back into the dispenser."""
        throw = None if self.throw is not None and self.throw.player == player else self.throw
        right = number - self.too_many(state, player, number)
        known = self.held_by(player)
        settled = Throw(player, right, known - self.too_many(state, player, known), TAKEN_BACK)
        return replace(self, throw=throw, settled=settled).with_hand(player, right)

    def taken_back(self, state: State) -> Self | None:
        """The number that was settled last is asked for again; None where there is none such."""
        last = self.settled
        if last is None or last.player is None or self.open_hand(state) is not None:
            return None
        asked = replace(self, throw=last, settled=None, hands=_without(self.hands, last.player))
        return None if asked.open_hand(state) is None else asked

    def one_more(self, state: State, player: str | None) -> Self | None:
        """A card of the last throw, which was for ``player``, was pulled out of the gate; None for one too many."""
        if self.throw is not None:
            return self.counted(self.throw.counted + 1)
        if player is None:
            return None if self.turned_up else replace(self, turned_up=True)
        number = self.held_by(player) + 1
        return self.with_hand(player, number).told(state, player, number) if self.missing(state, player) else None

    def with_hand(self, player: str, number: int) -> Self:
        """The deal with one hand counted anew."""
        return replace(self, hands={**self.hands, player: number})

    def another_first_card(self) -> Self:
        """The card that was turned up went back: another is to come."""
        return replace(self, turned_up=False)

    def left_to_hands(self) -> Self:
        """The table deals itself from here on."""
        return replace(self, by_hand=True)

    def taken_up_again(self) -> Self:
        """The table thought better of it: the dispenser deals on."""
        return replace(self, by_hand=False)


@dataclass(frozen=True, slots=True)
class Progress:
    """What everybody may know of a deal: whose cards are dealt, and how many of how many.

    ``player`` is None once every hand is complete and a card is to be turned up; ``coming``: cards are on their way;
    ``in_doubt``: the table is asked how many this player has; ``turn``: it has to turn the dispenser there first.
    """

    player: str | None
    counted: int
    of: int
    coming: bool = False
    in_doubt: bool = False
    turn: bool = field(default=False, compare=False)  # for the voice alone


def progress(deal: Deal, state: State, *, throwing: bool) -> Progress:
    """Where the deal stands; a throw that is over, and has no number, is in doubt."""
    unsettled = deal.open_hand(state)
    player = unsettled or deal.next_hand(state)
    if player is None:
        return Progress(None, int(deal.turned_up), 1, throwing)
    in_doubt = unsettled is not None and not throwing
    return Progress(player, deal.held_by(player), _wanted(state, player), throwing, in_doubt)


def in_order(state: State) -> tuple[str, ...]:
    """Who is dealt to, in order: clockwise from the dealer's left, the dealer last, those out or gone left out."""
    others = tuple(state.name(index) for index in state.around(state.dealer, Direction.CLOCKWISE))
    return (*others, state.name(state.dealer)) if state.seats[state.dealer].plays else others


def before_the_first_card(state: State) -> bool:
    """True while a round is being set up: hands are dealt, a card is to be turned up."""
    return state.phase is Phase.SETUP or (state.phase is Phase.TOP and state.turn is None)


def _without(hands: Mapping[str, int], player: str) -> dict[str, int]:
    return {name: cards for name, cards in hands.items() if name != player}


def _wanted(state: State, player: str) -> int:
    """As many cards as the hand has by the table's account; none for those who left."""
    index = state.find(player)
    return 0 if index is None or not state.seats[index].plays else state.seats[index].count
