"""What anybody could say at a table whose cards nobody knows: nonsense, what makes sense, and what brings it on.

Words are chosen by numbers that hypothesis draws, so that what fails shrinks to little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour, Side
from companion.referee.commands import Command, Correctable
from companion.referee.decks import Supply
from companion.referee.events import Direction, Phase
from companion.referee.state import State
from tests.referee.games import NAMES

STRANGERS = [Card("0", Colour.RED), Card("wild-draw-four"), Card("4", Colour.PINK), Card("discard-all", Colour.BLUE)]
TAGS = (None, "TXK10011", "TXK10021")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Numbers that choose the words of one statement."""

    who: int
    other: int
    card: int
    number: int
    told: bool


class Words:
    """One statement's words, as they are chosen at this table."""

    def __init__(self, state: State, chosen: Chosen) -> None:
        faces = [*showing(state), *state.deck.faces, *STRANGERS] if state.edition else STRANGERS
        names = [*(seat.name for seat in state.seats), "Zoe"]
        self.index, self.number, self.told = chosen.card, chosen.number, chosen.told
        self.name, self.other = names[chosen.who % len(names)], names[chosen.other % len(names)]
        self.cards = tuple(faces[self.index % len(faces) :][: self.number % 4 + 1])
        self.card, self.colour, self.tag = self.cards[0], tuple(Colour)[chosen.other % 8], TAGS[self.number % 3]


#: Everything that can be said, by the words at hand.
SAYINGS: tuple[Callable[[Words], Command], ...] = (
    lambda w: cmd.Play(w.name, (w.card,), w.colour if w.told else None, w.other, tag=w.tag),
    lambda w: cmd.Play(w.name, w.cards, anyway=w.told),
    lambda w: cmd.Press(w.name, w.number if w.told else None),
    lambda w: cmd.Draw(w.name, cards=w.cards) if w.told else cmd.Draw(w.name, w.number or None),
    lambda w: cmd.Pick(w.name, w.colour),
    lambda w: cmd.Target(w.name, w.other),
    lambda w: cmd.Catch(w.name, w.other),
    lambda w: cmd.Challenge(w.name) if w.told else cmd.Accept(w.name),
    lambda w: cmd.Discard(w.name, w.cards, w.tag),
    lambda w: cmd.Verdict(w.told),
    lambda w: cmd.CountLeft(w.name, w.cards) if w.told else cmd.CountLeft(w.name, points=w.number),
    lambda w: cmd.Hold(w.name, w.cards) if w.told else cmd.Hold(w.name, number=w.number),
    lambda w: cmd.Top(w.card, w.tag),
    lambda w: cmd.CallUno(w.name),
    lambda w: cmd.Done(w.name) if w.told else cmd.Pass(w.name),
    lambda w: cmd.NextRound() if w.told else cmd.Scan(w.tag or ""),
    lambda _: cmd.Reload(),
    lambda w: cmd.Leave(w.name) if w.told else cmd.NewGame("classic", NAMES, options={"hand_size": "20"}),
    lambda w: cmd.Correct(Correctable.TURN, w.name),
    lambda w: cmd.Correct(Correctable.COLOUR, w.colour),
    lambda w: cmd.Correct(Correctable.DIRECTION, tuple(Direction)[w.told]),
    lambda w: cmd.Correct(Correctable.TOP, w.card),
    lambda w: cmd.Correct(Correctable.COUNT, (0, 1, 2, 40, 90, 999)[w.number % 6], w.name),
    lambda w: cmd.Correct(Correctable.SCORE, w.number * 40, w.name),
)


def sensible(state: State, w: Words) -> list[Command]:
    """What somebody at this table would say just now; some of it is refused."""
    turn = w.name if state.turn is None else state.name(state.turn)
    silent = [seat.name for seat in state.seats if seat.count == 1]
    talk: list[Command] = [cmd.Catch(w.name, name) if w.told else cmd.CallUno(name) for name in silent[:2]]
    match state.phase:
        case Phase.SETUP | Phase.TOP:
            return [cmd.Top(w.card), cmd.Top(w.card), cmd.Hold(w.name, w.cards)]
        case Phase.DISCARDING:
            return [cmd.Discard(turn, (Card("5", state.colour),)), cmd.Done(turn), *talk]
        case Phase.VERDICT:
            return [cmd.Verdict(w.told), cmd.Hold(w.name, w.cards), *talk]
        case Phase.CHALLENGE | Phase.PAYING:
            return [*_payments(state, w), *talk]
        case Phase.PLAYING:
            return [*_turns(state, w, turn), *talk]
        case Phase.COUNTING:
            return [cmd.CountLeft(w.name, w.cards), *ways_on(state)]
    return list(ways_on(state))


def _payments(state: State, w: Words) -> list[Command]:
    payer = state.name(state.presser() or 0)
    stacking = [card for card in showing(state) if "draw" in card.value or "hit" in card.value]
    return [
        _taking(state, payer, w.number),
        _taking(state, payer, 0),
        cmd.Play(payer, (stacking[w.number % len(stacking)],), w.colour),
        cmd.Challenge(payer) if w.told else cmd.Accept(payer),
        cmd.Done(payer) if w.told else cmd.Reload(),
    ]


def _taking(state: State, name: str, number: int) -> Command:
    """Drawing or pressing, as this table does."""
    return cmd.Draw(name, number or None) if state.options.draw_from is Supply.PILE else cmd.Press(name, number % 4)


def _turns(state: State, w: Words, turn: str) -> list[Command]:
    """Mostly a card that fits; now and then somebody turns out to hold nearly all that was left."""
    fitting = [card for card in showing(state) if card.colour in {state.colour, None}]
    card, wild = fitting[w.index % len(fitting)], fitting[-1 - w.index % 3]
    colour = state.deck.colours[state.side][w.number % 4] if w.told else None
    seat = state.seats[w.number % len(state.seats)]
    return [
        cmd.Play(turn, (card,), colour, w.other, tag=w.tag),
        cmd.Play(turn, (card,), colour),
        cmd.Play(turn, (wild,), colour),
        cmd.Draw(turn, cards=(card,)) if w.told else _taking(state, turn, 0),
        cmd.Pass(turn),
        _taking(state, turn, 1)
        if w.number < 9
        else cmd.Correct(Correctable.COUNT, seat.count + state.supply, seat.name),
    ]


def showing(state: State) -> list[Card]:
    """Every face of the side in play, numbers first."""
    if not state.edition:
        return []
    faces = [face.card for face in state.deck.faces.values() if face.side is state.side]
    return sorted(faces, key=lambda card: not card.is_number)


def ways_on(state: State) -> Iterator[Command]:
    """What brings this table on: at a table that hangs none of it is accepted."""
    turn = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.SETUP | Phase.TOP:
            yield cmd.Top(Card("4", Colour.BLUE if state.side is Side.LIGHT else Colour.TEAL))
        case Phase.PLAYING | Phase.PAYING | Phase.CHALLENGE:
            yield from _paying_or_playing(state)
        case Phase.VERDICT:
            yield cmd.Verdict(guilty=True)
        case Phase.COLOUR:
            yield cmd.Pick(turn, state.deck.colours[state.side][0])
        case Phase.TARGET:
            yield from (cmd.Target(turn, state.name(index)) for index in state.around(state.turn or 0))
        case Phase.DISCARDING:
            yield cmd.Done(turn)
        case Phase.COUNTING:
            yield from (cmd.CountLeft(seat.name, points=3) for seat in state.seats)
        case Phase.ROUND_OVER:
            yield cmd.NextRound()


def _paying_or_playing(state: State) -> Iterator[Command]:
    presser = state.presser()
    assert presser is not None, "nobody may press or draw"
    name = state.name(presser)
    yield from (cmd.Accept(name), cmd.Done(name))
    if state.phase is Phase.PLAYING:
        yield from (cmd.Play(name, (card,), state.deck.colours[state.side][0]) for card in _likely(state))
    yield from (cmd.Draw(name), cmd.Draw(name, 3), cmd.Press(name, min(1, state.supply)), cmd.Pass(name))
    if state.discard_size > 1:
        yield cmd.Reload()


def _likely(state: State) -> Iterator[Card]:
    """Faces that fit, plain ones first."""
    for card in showing(state):
        if card.is_wild or card.colour is state.colour or state.top is None or card.value == state.top.value:
            yield card
