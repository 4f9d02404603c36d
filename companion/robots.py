"""Robots that play at a simulated table: what they hold, and what they do next. Pure, with chance passed in.

The hands here are physical cards that only the robots know, as people's hands are known to nobody but them;
the referee hears of them by scans and counts alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card, Colour
from companion.referee.challenges import accused, bluffs, more_than_contested
from companion.referee.commands import Command
from companion.referee.decks import Deck, Effect, Supply
from companion.referee.events import Event, Phase, Unit
from companion.referee.matching import matches
from companion.referee.state import State
from companion.referee.uno import open_call
from companion.tags import CommandWord, badge_tag, card_tag, command_tag

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "June")
DECK_SERIAL = "R1"
_FORGETS_UNO = 0.25
_CATCHES = 0.6
_DRAWS_ALTHOUGH_ABLE = 0.05
_CHALLENGES = 0.3


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One card of the deck on the table: the face that shows, its printed tag, and its back if that has one."""

    card: Card
    tag: str
    back: PhysicalCard | None = None

    def turned(self) -> PhysicalCard:
        """The same card the other way up."""
        return self if self.back is None else PhysicalCard(self.back.card, self.back.tag, replace(self, back=None))


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
        self._all = _printed(deck, chance)
        self._players = tuple(players)
        self._hand_size = hand_size
        self._chance = chance
        self.deal(self._players)

    def deal(self, players: Iterable[str]) -> None:
        """A new round: everything is shuffled, light side up, and dealt."""
        self.pile = list(self._all)
        self._chance.shuffle(self.pile)
        self.hands: dict[str, list[PhysicalCard]] = {name: [] for name in self._players}
        for name in players:
            self.hands[name] = [self.pile.pop() for _ in range(self._hand_size)]
        self.discard: list[PhysicalCard] = []

    def follow(self, events: Iterable[Event], state: State) -> None:  # noqa: C901 - one case an event
        """Moves cards as the table says they moved; ``state`` is the table afterwards."""
        for event in events:
            match event:
                case ev.RoundStarted():
                    self.deal(state.name(index) for index in state.playing())
                case ev.TopTurned(card, sent_back):
                    self._turn_up(card, sent_back=sent_back)
                case ev.Played(player, (top, *under)):
                    self._lay(player, tuple(under), None)
                    self._lay(player, (top,), event.tag)
                case ev.Discarded(player, under_it, tag):
                    top_card = self.discard.pop()  # the discard-all stays on top
                    self._lay(player, under_it, tag)
                    self.discard.append(top_card)
                case ev.Pressed(_, to, number) | ev.Drew(to, number):
                    if isinstance(event, ev.Pressed):
                        to, number = event.to, event.cards
                    self.hands[to] += [self.pile.pop() for _ in range(min(number, len(self.pile)))]
                case ev.HandsMoved():
                    self._move_hands(event)
                case ev.SideTurned():
                    self._turn_over()
                case ev.Reloaded():
                    self.pile += self.discard[:-1]
                    self._chance.shuffle(self.pile)
                    self.discard = self.discard[-1:]

    def deal_more(self, player: str, number: int) -> None:
        """So many more cards than the table said came out to a hand; fewer, if negative."""
        hand = self.hands[player]
        for _ in range(min(number, len(self.pile))):
            hand.append(self.pile.pop())
        for _ in range(-number):
            self.pile.append(hand.pop())

    def _turn_up(self, card: Card, *, sent_back: bool) -> None:
        if self.discard and self.discard[-1].card == card:
            return  # after a flip: it lies there already
        turned = self.pile.pop()
        if sent_back:
            self.pile.insert(0, turned)
        else:
            self.discard.append(turned)

    def _move_hands(self, event: ev.HandsMoved) -> None:
        if event.moves:
            before = dict(self.hands)
            for name, giver in event.moves.items():
                self.hands[name] = before[giver]
            return
        together = [card for name in event.counts for card in self.hands[name]]
        self._chance.shuffle(together)
        for name, number in event.counts.items():
            self.hands[name] = [together.pop() for _ in range(number)]

    def _turn_over(self) -> None:
        """Every card shows its other side; the lowest of a heap is its new top."""
        self.pile = [card.turned() for card in reversed(self.pile)]
        self.discard = [card.turned() for card in reversed(self.discard)]
        self.hands = {name: [card.turned() for card in hand] for name, hand in self.hands.items()}

    def _lay(self, player: str, cards: Iterable[Card], tag: str | None) -> None:
        """Cards go from a hand to the discard; ``tag`` is the physical identity of the first."""
        hand = self.hands[player]
        for card in cards:
            alike = [physical for physical in hand if physical.card == card]
            held = next((physical for physical in alike if tag and physical.tag.startswith(tag)), alike[0])
            hand.remove(held)
            self.discard.append(held)
            tag = None


def _printed(deck: Deck, chance: Random) -> list[PhysicalCard]:
    """The deck as it comes out of the box; of a two-sided one whose pairs nobody knows the printing is drawn."""
    serial = deck.serial or DECK_SERIAL
    faces = [PhysicalCard(card, card_tag(deck.letter, serial, ordinal)) for ordinal, card in enumerate(deck.cards, 1)]
    backs = [
        PhysicalCard(card, card_tag(deck.letter, serial, ordinal, 2))
        for ordinal, card in enumerate(deck.dark_cards, 1)
    ]
    if not backs:
        return faces
    if not deck.backs:
        chance.shuffle(backs)
    return [replace(face, back=back) for face, back in zip(faces, backs, strict=True)]


class Robots:
    """All the players at once: asked what happens next, they answer with one move."""

    def __init__(self, cards: Cards, chance: Random) -> None:
        self._cards = cards
        self._chance = chance
        self._queue: list[Move] = []
        self._considered: tuple[str, int] | None = None

    def next_move(self, state: State) -> Move | None:  # noqa: C901 - one case a phase
        """The next move at this table, or None when the round is over."""
        if self._queue:
            return self._queue.pop(0)
        if (caught := self._catch(state)) is not None:
            return caught
        match state.phase:
            case Phase.SETUP:
                return Show(self._cards.pile[-1].tag)
            case Phase.TOP:
                after_flip = state.turn is not None
                return Show(self._cards.discard[-1].tag if after_flip else self._cards.pile[-1].tag)
            case Phase.PLAYING:
                return self._turn(state)
            case Phase.PAYING:
                return self._pay(state)
            case Phase.COLOUR:
                return Show(command_tag(CommandWord(self._favourite(state).upper())))
            case Phase.TARGET:
                return self._aim(state)
            case Phase.DISCARDING:
                return self._discard(state)
            case Phase.CHALLENGE:
                contests = self._chance.random() < _CHALLENGES
                return Show(command_tag(CommandWord.CHALLENGE if contests else CommandWord.ACCEPT))
            case Phase.VERDICT:
                return self._show_hand(state)
            case Phase.COUNTING:
                return self._count(state)
        return None

    def _turn(self, state: State) -> Move:
        hand = self._in_turn(state)
        playable = [held for held in hand if matches(state, held.card) and self._may_lay(state, held, hand)]
        if state.drawn is not None and not state.drawn.launched:
            playable = [held for held in hand[-1:] if held in playable]
        if not playable or (state.drawn is None and state.supply and self._chance.random() < _DRAWS_ALTHOUGH_ABLE):
            return self._draw(state)
        chosen = self._chance.choice(playable)
        laid = 1
        if chosen.card.value == "discard-all":
            laid = sum(1 for held in hand if held.card.colour is chosen.card.colour)
        if len(hand) - laid == 1 and self._chance.random() >= _FORGETS_UNO:
            self._queue.append(Show(chosen.tag))
            return Show(command_tag(CommandWord.UNO))
        return Show(chosen.tag)

    def _may_lay(self, state: State, held: PhysicalCard, hand: list[PhysicalCard]) -> bool:
        """Leaves out what the rules would refuse: last cards that may not be, draw wilds against the rule."""
        face = state.deck.faces[held.card]
        last_one = len(hand) == 1
        if last_one and (face.effect is Effect.TRADE_HANDS or state.options.no_finish_on_action):
            return face.card.is_number
        return True

    def _draw(self, state: State) -> Move:
        """Draws or presses; with a card drawn already the turn is over."""
        name = state.name(state.turn or 0)
        if state.drawn is not None and not state.options.draw_until_playable:
            return Tell(cmd.Pass(name))
        if not state.supply and state.discard_size > 1:
            return Refill()
        if state.options.draw_from is Supply.PILE:
            return Tell(cmd.Draw(name))
        return PushButton()

    def _pay(self, state: State) -> Move:
        payer = state.next_payer() or 0
        debt = state.debt_of(payer)
        if debt is not None and debt.number is None and debt.unit is Unit.CARDS:
            return self._until_colour(state, payer)
        if not state.supply and state.discard_size > 1:
            return Refill()
        return Tell(cmd.Draw(state.name(payer))) if state.options.draw_from is Supply.PILE else PushButton()

    def _until_colour(self, state: State, payer: int) -> Move:
        """So many cards from the pile until one has the colour in force, or all there are."""
        pile = self._cards.pile[::-1]
        found = next((at for at, held in enumerate(pile, 1) if held.card.colour is state.colour), None)
        debt = state.debt_of(payer)
        wanted = len(pile) if found is None or debt is None else found + more_than_contested(state, debt)
        if (found is None or wanted > len(pile)) and state.discard_size > 1:
            return Refill()
        return Tell(cmd.Draw(state.name(payer), number=min(wanted, len(pile))))

    def _show_hand(self, state: State) -> Move:
        hand = tuple(held.card for held in self._cards.hands[state.name(accused(state) or 0)])
        return Tell(cmd.Verdict(guilty=bluffs(state, hand)))

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
        would_finish = len(hand) == 1 and state.options.no_finish_on_action
        return Show(command_tag(CommandWord.DONE) if more is None or would_finish else more.tag)

    def _count(self, state: State) -> Move | None:
        for seat in state.seats:
            if seat.left_points is None and seat.count:
                return Tell(cmd.CountLeft(seat.name, tuple(held.card for held in self._cards.hands[seat.name])))
        return None

    def _catch(self, state: State) -> Move | None:
        """Now and then somebody notices that UNO was not called; each chance is considered once."""
        silent = open_call(state)
        if silent is None or state.phase not in {Phase.PLAYING, Phase.PAYING}:
            return None
        chance = (state.name(silent), state.discard_size)
        if chance == self._considered:
            return None
        self._considered = chance
        if self._chance.random() >= _CATCHES:
            return None
        others = list(state.around(silent))
        self._queue += [Show(command_tag(CommandWord.CATCH)), Show(badge_tag(silent + 1))]
        return Show(badge_tag(others[-1] + 1))
