"""Players who really hold cards, at a table to which they tell all, some or none of them.

Where every card lies is known here and to nobody else. ``moves`` is what these players could say, ``told`` the same
statement with cards kept hidden, ``answer`` what a table is told that asks because it does not know the hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.challenges import bluffs, more_than_contested
from companion.referee.commands import Command
from companion.referee.decks import Deck, Supply
from companion.referee.events import Event, Phase, Unit
from companion.referee.matching import is_draw_wild, without
from companion.referee.scoring import scoring_side
from companion.referee.state import Debt, State, Uno
from companion.robots import Cards

#: Phases in which a table asks for what only hidden hands leave open.
ASKING = frozenset({Phase.VERDICT, Phase.DISCARDING, Phase.COUNTING})
_FIRED = (0, 1, 2, 5)  # cards of a launcher's press


class TrueCards(Cards):
    """Where every card lies; ``laid`` are the cards last laid, ``kept`` what a draw wild's player had besides it."""

    def __init__(self, deck: Deck, players: Iterable[str], hand_size: int, chance: Random) -> None:
        super().__init__(deck, players, hand_size, chance)
        self.laid: tuple[Card, ...] = ()
        self.kept: tuple[Card, ...] = ()

    def deal(self, players: Iterable[str]) -> None:
        """As ever, but a deck in which action cards and wilds mostly come first: more happens."""
        players = tuple(players)
        super().deal(players)
        together = [*self.pile, *(card for hand in self.hands.values() for card in hand)]
        self.pile = sorted(together, key=lambda held: -self._chance.random() * (3 if held.card.is_number else 1))
        for name in players:
            self.hands[name] = [self.pile.pop() for _ in range(self._hand_size)]

    def hand(self, name: str) -> tuple[Card, ...]:
        """The faces of a hand that its player sees."""
        return tuple(held.card for held in self.hands[name])

    def drawn(self, number: int) -> tuple[Card, ...]:
        """The faces that come next from the pile."""
        return tuple(held.card for held in self.pile[::-1][:number])

    def follow(self, events: Iterable[Event], state: State) -> None:
        """Moves the cards as they were moved; ``state`` is the table afterwards."""
        for event in events:
            if isinstance(event, ev.Reloaded):
                for seat in state.seats:
                    if seat.gone:
                        self.discard[:0] = self.hands[seat.name]
                        self.hands[seat.name] = []
            super().follow((event,), state)
            match event:
                case ev.Played(player, cards):
                    self.laid = cards
                    if is_draw_wild(state, cards[0]):
                        self.kept = self.hand(player)
                case ev.Discarded(_, cards):
                    self.laid += cards


# What players say


def moves(state: State, cards: TrueCards, variant: int) -> Iterator[Command]:
    """What brings this table on, plays first; ``variant`` chooses colours, targets and numbers of cards.

    Not all of it is accepted. In phases that ask (``ASKING``) there is nothing but the answer.
    """
    turn = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.SETUP | Phase.TOP:
            yield cmd.Top(cards.drawn(1)[0] if state.turn is None else cards.discard[-1].card)
        case Phase.COLOUR:
            yield cmd.Pick(turn, _one(state.deck.colours[state.side], variant))
        case Phase.TARGET:
            yield cmd.Target(turn, state.name(_one(tuple(state.around(state.turn or 0)), variant)))
        case Phase.PLAYING | Phase.PAYING | Phase.CHALLENGE:
            yield from _plays(state, cards, variant)
            yield from (cmd.Challenge(turn), cmd.Accept(turn)) if variant % 2 else (cmd.Accept(turn),)
            for index in {state.turn or 0, *(debt.player for debt in state.debts)}:
                yield from _draws(state, cards, index, variant)
            yield cmd.Pass(turn)
            if len(cards.discard) > 1:
                yield cmd.Reload()
        case Phase.ROUND_OVER:
            yield cmd.NextRound()


def talk(state: State, variant: int) -> list[Command]:
    """UNO, catching whoever forgot it, and now and then somebody who leaves."""
    near = [index for index, seat in enumerate(state.seats) if seat.count <= 2 or index == state.turn]
    said: list[Command] = [cmd.CallUno(state.name(index)) for index in near]
    for index in (index for index, seat in enumerate(state.seats) if seat.uno in {Uno.OPEN, Uno.MISSED}):
        said.insert(0, cmd.Catch(state.name(state.next_seat(index, variant)), state.name(index)))
    if variant == 0 and len(state.seats) > 3:
        said.append(cmd.Leave(state.name(state.turn or 0)))
    return said


def _plays(state: State, cards: TrueCards, variant: int) -> Iterator[Command]:
    """Every card of the player in turn, numbers first, and of the others what equals the top card.

    Where the last card must be a number the only one is kept.
    """
    for index in (state.turn or 0, *state.around(state.turn or 0)):
        name = state.name(index)
        hand = sorted(set(cards.hand(name)), key=lambda card: (not card.is_number, str(card)))
        if state.options.no_finish_on_action and sum(card.is_number for card in hand) == 1:
            hand.append(hand.pop(0))
        for card in hand:
            if index == state.turn or (state.options.jump_in and card == state.top):
                yield from _play(state, name, card, cards, variant)


def _play(state: State, name: str, card: Card, cards: TrueCards, variant: int) -> Iterator[cmd.Play]:
    """The card laid alone, or before that, for a discard-all, with cards named that go under it."""
    colour = None if variant % 2 else _one(state.deck.colours[state.side], variant // 2)
    target = None if variant % 3 else state.name(_one(tuple(state.around(state.find(name) or 0)), variant // 3))
    if card.value == "discard-all" and variant % 4 == 0:
        under = tuple(other for other in without(cards.hand(name), card) if other.colour is card.colour)
        yield cmd.Play(name, (card, *under[: variant // 4]), None, target)
    yield cmd.Play(name, (card,), colour if card.is_wild else None, target)


def _draws(state: State, cards: TrueCards, index: int, variant: int) -> Iterator[Command]:
    """Drawing or pressing for a debt, or on the own turn."""
    name = state.name(index)
    debt = state.debt_of(index)
    owed = 1 if debt is None or debt.number is None else debt.number
    if debt is not None and debt.number is None and debt.unit is Unit.CARDS:
        yield from _until_colour(state, cards, debt, variant)
    elif state.options.draw_from is Supply.PILE:
        told = cards.drawn(1 if variant % 5 == 1 else owed)
        yield cmd.Draw(name, cards=told) if told and variant % 7 else cmd.Draw(name)
    else:
        fired = _one(_FIRED, variant) if state.options.draw_from is Supply.LAUNCHER else owed
        yield cmd.Press(name, min(fired, len(cards.pile)))


def _until_colour(state: State, cards: TrueCards, debt: Debt, variant: int) -> Iterator[Command]:
    """So many cards until one has the colour; where the pile has it not, after the reload."""
    name = state.name(debt.player)
    found = next((at for at, card in enumerate(cards.drawn(999), 1) if card.colour is state.colour), None)
    wanted = len(cards.pile) if found is None else found + more_than_contested(state, debt)
    if state.options.draw_from is not Supply.PILE:
        yield cmd.Press(name, min(wanted, len(cards.pile))) if variant % 2 else cmd.Done(name)
    elif (found is None or wanted > len(cards.pile)) and len(cards.discard) > 1:
        yield cmd.Reload()
    else:
        yield cmd.Draw(name, cards=cards.drawn(wanted)) if cards.pile else cmd.Draw(name)


_Choice = TypeVar("_Choice")


def _one(choices: tuple[_Choice, ...], variant: int) -> _Choice:
    return choices[variant % len(choices)]


# What a table is told


def untold(command: Command) -> Command:
    """The same statement without the cards of a hand."""
    match command:
        case cmd.Hold(player, cards) if cards:
            return cmd.Hold(player, number=len(cards))
        case cmd.Draw(player, _, cards) if cards:
            return cmd.Draw(player, number=len(cards))
    return command


def answer(state: State, cards: TrueCards, seen: tuple[Card, ...], *, shown: bool) -> Command:
    """What a table that asks is told by those who hold the cards, when the play is over for them.

    ``seen`` are the cards of the last play that this table knows to lie there; ``shown``: the accused shows the hand
    to the referee, who gives the verdict.
    """
    match state.phase:
        case Phase.VERDICT:
            accused = next(debt.by for debt in state.debts if debt.by is not None)
            if shown and len(cards.kept) == state.seats[accused].count > 0:
                return cmd.Hold(state.name(accused), cards.kept)
            return cmd.Verdict(bluffs(state, cards.kept))
        case Phase.DISCARDING:
            name = state.name(state.turn or 0)
            more = tuple((Counter(cards.laid) - Counter(seen)).elements())
            return cmd.Discard(name, more) if more else cmd.Done(name)
    seat = next(seat for i, seat in enumerate(state.seats) if seat.left_points is None and i != state.turn)
    held = [card if scoring_side(state) is state.side else card.turned() for card in cards.hands[seat.name]]
    return cmd.CountLeft(seat.name, tuple(card.card for card in held)) if held else cmd.CountLeft(seat.name, points=0)


def further_discards(state: State, cards: TrueCards) -> tuple[Card, ...]:
    """What else goes under the discard-all just laid: all of its colour, but no last card that may not be one."""
    hand = cards.hand(state.name(state.turn or 0))
    more = tuple(card for card in hand if card.colour is state.colour)
    ends = len(more) == len(hand) and state.options.no_finish_on_action
    return more[1:] if ends else more
