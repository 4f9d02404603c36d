"""One ruling in the making: what has happened so far, and the checks that every statement begins with.

``emit`` evolves the table at once, so the next step of a ruling sees what the step before has led to.
"""

from __future__ import annotations

from companion.referee.cards import Card, Side
from companion.referee.decks import Face
from companion.referee.events import Event, Phase
from companion.referee.evolve import CHANGES
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State


class RefusedError(Exception):
    """Ends a ruling: the statement is refused and nothing of it has happened."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


#: What each phase waits for, for *not now* sentences.
AWAITED = {
    Phase.NONE: Awaited.GAME,
    Phase.SETUP: Awaited.TOP,
    Phase.TOP: Awaited.TOP,
    Phase.PLAYING: Awaited.PLAY,
    Phase.COLOUR: Awaited.COLOUR,
    Phase.TARGET: Awaited.TARGET,
    Phase.PAYING: Awaited.PRESSES,
    Phase.DISCARDING: Awaited.DISCARDS,
    Phase.CHALLENGE: Awaited.CHALLENGE,
    Phase.VERDICT: Awaited.VERDICT,
    Phase.COUNTING: Awaited.COUNTING,
    Phase.ROUND_OVER: Awaited.ROUND,
}

_NOT_BEGUN = frozenset({Phase.NONE, Phase.SETUP, Phase.TOP})
_OVER = frozenset({Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER})
_NOT_RUNNING = _NOT_BEGUN | _OVER
_WAITING_CODES = {Phase.COLOUR: RefusalCode.COLOUR_NEEDED, Phase.TARGET: RefusalCode.TARGET_NEEDED}
_NOT_FREE = _NOT_RUNNING | {*_WAITING_CODES, Phase.DISCARDING, Phase.VERDICT}


class Ruling:
    """The table as it stands in the middle of a ruling, and the events so far."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Something happened: it is noted and the table moves on."""
        self.events.append(event)
        self.state = CHANGES[type(event)](self.state, event)

    def player(self, name: str) -> int:
        """The seat of a player who is at the table; strangers and those who left are refused."""
        index = self.state.find(name)
        if index is None or self.state.seats[index].gone:
            raise RefusedError(Refusal(RefusalCode.UNKNOWN_PLAYER, player=name))
        return index

    def not_over(self) -> None:
        """Refuses what needs a match and a round that are not over."""
        phase = self.state.phase
        if phase not in _OVER:
            return
        if phase is Phase.GAME_OVER:
            raise RefusedError(Refusal(RefusalCode.GAME_OVER))
        raise RefusedError(Refusal(RefusalCode.ROUND_OVER, awaited=AWAITED[phase]))

    def running(self) -> None:
        """Refuses what needs a round that has begun."""
        if self.state.phase in _NOT_RUNNING:
            self.not_over()
            raise RefusedError(self.not_now())

    def phase(self, *allowed: Phase) -> None:
        """Refuses what fits no other phase than these."""
        if self.state.phase not in allowed:
            self.nothing_to_name()
            raise RefusedError(self.not_now())

    def nothing_to_name(self) -> None:
        """Refuses what must wait until a colour or a target is named."""
        if self.state.phase in _WAITING_CODES:
            raise RefusedError(Refusal(_WAITING_CODES[self.state.phase], player=self.turn_name()))

    def nothing_open(self) -> None:
        """Refuses a play, press or pass while no round runs, or a colour, target, discards, verdict are awaited."""
        if self.state.phase in _NOT_FREE:
            self.running()
            self.nothing_to_name()
            raise RefusedError(self.not_now())

    def nothing_owed(self) -> None:
        """Refuses a play while somebody owes presses or cards."""
        payer = self.state.next_payer() if self.state.debts else None
        if payer is None:
            return
        debt = self.state.debt_of(payer)
        number = None if debt is None else debt.number
        raise RefusedError(Refusal(RefusalCode.MUST_PAY, player=self.state.name(payer), number=number))

    def own_turn(self, index: int) -> None:
        """Refuses whoever has not the turn."""
        if index != self.state.turn:
            raise RefusedError(Refusal(RefusalCode.NOT_YOUR_TURN, player=self.state.name(index), by=self.turn_name()))

    def face(self, card: Card, side: Side | None = None) -> Face:
        """The face of a card; one this edition has not, or not on the side in play, is refused."""
        state = self.state
        face = state.agreed.deck.faces.get(card)
        if face is None:
            raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, card=card, number=0))
        if face.side is not (side or state.side):
            raise RefusedError(Refusal(RefusalCode.WRONG_SIDE, card=card))
        return face

    def no_copy_left(self, cards: tuple[Card, ...]) -> Refusal | None:
        """The first card of which no copy is left, since all lie on the discard or are named here."""
        state = self.state
        faces = state.agreed.deck.faces
        for card in cards:
            copies = faces[card].copies
            if state.copies_seen(card) + cards.count(card) > copies:
                return Refusal(RefusalCode.NOT_IN_DECK, card=card, number=copies)
        return None

    def in_the_match(self, index: int) -> None:
        """Refuses whoever is out of the match."""
        if not self.state.seats[index].plays:
            raise RefusedError(Refusal(RefusalCode.BAD_TARGET, player=self.state.name(index)))

    def not_now(self, awaited: Awaited | None = None) -> Refusal:
        """*Not now*, with what the table is waiting for."""
        return Refusal(RefusalCode.NOT_NOW, awaited=awaited or AWAITED.get(self.state.phase), by=self.turn_name())

    def turn_name(self) -> str | None:
        """Who has the turn, by name."""
        return None if self.state.turn is None else self.state.name(self.state.turn)
