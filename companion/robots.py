"""Robots that play at a simulated table: what they hold, and what they do next. Pure, with chance passed in.

The hands here are physical cards that only the robots know, as people's hands are known to nobody but them;
the referee hears of them by scans and counts alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.commands import Command
from companion.referee.decks import Deck
from companion.referee.events import Event, Phase
from companion.referee.matching import matches
from companion.referee.state import State, Uno
from companion.tags import CommandWord, badge_tag, card_tag, command_tag

DECK_SERIAL = "R1"
_FORGETS_UNO = 0.25
_CATCHES = 0.6
_PRESSES_ALTHOUGH_ABLE = 0.05


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One card of the deck on the table, with its printed tag."""

    card: Card
    tag: str


@dataclass(frozen=True, slots=True)
class Show:
    """A tag is held under the scanner."""

    text: str


@dataclass(frozen=True, slots=True)
class PushButton:
    """Somebody presses the dispenser's button."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Something is entered on a phone."""

    command: Command


@dataclass(frozen=True, slots=True)
class Refill:
    """The discard is shuffled and put back into the hopper, and the table is told by its card."""


Move = Show | PushButton | Tell | Refill


class Cards:
    """Where every physical card lies: pile, hands, discard. Follows the table's events."""

    def __init__(self, deck: Deck, players: Iterable[str], hand_size: int, chance: Random) -> None:
        self._all = [
            PhysicalCard(card, card_tag(deck.letter, DECK_SERIAL, ordinal))
            for ordinal, card in enumerate(deck.cards, 1)
        ]
        self._players = tuple(players)
        self._hand_size = hand_size
        self._chance = chance
        self.deal()

    def deal(self) -> None:
        """A new round: everything is shuffled and dealt."""
        self.pile = list(self._all)
        self._chance.shuffle(self.pile)
        self.hands = {name: [self.pile.pop() for _ in range(self._hand_size)] for name in self._players}
        self.discard: list[PhysicalCard] = []

    def follow(self, events: Iterable[Event]) -> None:
        """Moves cards as the table says they moved."""
        for event in events:
            match event:
                case ev.RoundStarted():
                    self.deal()
                case ev.TopTurned(_, sent_back):
                    turned = self.pile.pop()
                    if sent_back:
                        self.pile.insert(0, turned)
                    else:
                        self.discard.append(turned)
                case ev.Played(player, (top, *under)):
                    self._lay(player, tuple(under), None)
                    self._lay(player, (top,), event.tag)
                case ev.Discarded(player, under_it, tag):
                    top_card = self.discard.pop()  # the discard-all stays on top
                    self._lay(player, under_it, tag)
                    self.discard.append(top_card)
                case ev.Pressed(_, to, number):
                    self.hands[to] += [self.pile.pop() for _ in range(min(number, len(self.pile)))]
                case ev.Reloaded():
                    self.pile += self.discard[:-1]
                    self._chance.shuffle(self.pile)
                    self.discard = self.discard[-1:]

    def _lay(self, player: str, cards: Iterable[Card], tag: str | None) -> None:
        """Cards go from a hand to the discard; ``tag`` is the physical identity of the first."""
        hand = self.hands[player]
        for card in cards:
            alike = [physical for physical in hand if physical.card == card]
            held = next((physical for physical in alike if tag and physical.tag.startswith(tag)), alike[0])
            hand.remove(held)
            self.discard.append(held)
            tag = None


class Robots:
    """All the players at once: asked what happens next, they answer with one move."""

    def __init__(self, cards: Cards, chance: Random) -> None:
        self._cards = cards
        self._chance = chance
        self._queue: list[Move] = []
        self._considered: tuple[str, int] | None = None

    def next_move(self, state: State) -> Move | None:
        """The next move at this table, or None when the round is over."""
        if self._queue:
            return self._queue.pop(0)
        if (caught := self._catch(state)) is not None:
            return caught
        match state.phase:
            case Phase.SETUP | Phase.TOP:
                return Show(self._cards.pile[-1].tag)
            case Phase.PLAYING:
                return self._turn(state)
            case Phase.PAYING:
                return self._push(state)
            case Phase.COLOUR:
                return Show(command_tag(CommandWord(self._favourite(state).upper())))
            case Phase.TARGET:
                return self._aim(state)
            case Phase.DISCARDING:
                return self._discard(state)
            case Phase.COUNTING:
                return self._count(state)
        return None

    def _turn(self, state: State) -> Move:
        hand = self._in_turn(state)
        playable = [held for held in hand if matches(state, held.card)]
        if not playable or (state.supply and self._chance.random() < _PRESSES_ALTHOUGH_ABLE):
            return self._push(state)
        chosen = self._chance.choice(playable)
        laid = 1
        if chosen.card.value == "discard-all":
            laid = sum(1 for held in hand if held.card.colour is chosen.card.colour)
        if len(hand) - laid == 1 and self._chance.random() >= _FORGETS_UNO:
            self._queue.append(Show(chosen.tag))
            return Show(command_tag(CommandWord.UNO))
        return Show(chosen.tag)

    def _push(self, state: State) -> Move:
        return Refill() if not self._cards.pile and len(state.discard) > 1 else PushButton()

    def _in_turn(self, state: State) -> list[PhysicalCard]:
        return self._cards.hands[state.name(state.turn or 0)]

    def _favourite(self, state: State) -> Colour:
        hand = self._in_turn(state)
        held = Counter(card.card.colour for card in hand if card.card.colour is not None)
        colours = state.deck.colours[state.side]
        return held.most_common(1)[0][0] if held else self._chance.choice(colours)

    def _aim(self, state: State) -> Move:
        others = list(state.around(state.turn or 0))
        return Show(badge_tag(min(others, key=lambda index: state.seats[index].count) + 1))

    def _discard(self, state: State) -> Move:
        hand = self._in_turn(state)
        more = next((held for held in hand if held.card.colour is state.colour), None)
        return Show(command_tag(CommandWord.DONE) if more is None else more.tag)

    def _count(self, state: State) -> Move | None:
        for seat in state.seats:
            if seat.left_points is None and seat.count:
                return Tell(cmd.CountLeft(seat.name, tuple(held.card for held in self._cards.hands[seat.name])))
        return None

    def _catch(self, state: State) -> Move | None:
        """Now and then somebody notices that UNO was not called; each chance is considered once."""
        silent = next((index for index, seat in enumerate(state.seats) if seat.uno is Uno.OPEN), None)
        if silent is None or state.phase not in {Phase.PLAYING, Phase.PAYING}:
            return None
        chance = (state.name(silent), len(state.discard))
        if chance == self._considered:
            return None
        self._considered = chance
        if self._chance.random() >= _CATCHES:
            return None
        others = list(state.around(silent))
        self._queue += [Show(command_tag(CommandWord.CATCH)), Show(badge_tag(silent + 1))]
        return Show(badge_tag(others[-1] + 1))
