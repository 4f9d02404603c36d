"""Setting up a game by cards: who sits where, by which rules, who deals. Pure.

Badges take the seats in the order they are scanned; the deal goes to the last seat unless it is drawn for
(``tags.md`` section 2, ``rules.md`` section 2). Every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from companion.referee.cards import Card
from companion.referee.commands import NewGame
from companion.referee.state import State, folded
from companion.tags import BADGES

FEWEST_BADGES = 2
USUAL_LABELS = "mattel"


def unnamed(badge: int) -> str:
    """What the owner of a badge is called who has no name; the voice and the page say it in their language."""
    return f"player {badge}"


#: Badge by what its owner is called without a name.
UNNAMED = {unnamed(badge): badge for badge in range(1, BADGES + 1)}


@dataclass(frozen=True, slots=True)
class House:
    """What a table plays unless its cards say otherwise. ``names`` belong to the badges 1, 2 …"""

    names: tuple[str, ...] = ()
    edition: str = "extreme"
    labels: str = USUAL_LABELS

    def name(self, badge: int) -> str:
        """What the owner of a badge is called.

        >>> House(("Ann",)).name(1), House(("Ann",)).name(2)
        ('Ann', 'player 2')
        """
        return self.names[badge - 1] if badge <= len(self.names) else unnamed(badge)

    def badges_of(self, players: Sequence[str]) -> tuple[int, ...]:
        """The badges of players who were seated by their badges; the seat's number where a name is nobody's here."""
        numbers = {folded(self.name(badge)): badge for badge in range(BADGES, 0, -1)}
        return tuple(numbers.get(folded(player), seat) for seat, player in enumerate(players, 1))


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the cards have said so far. ``agreement`` is an edition or preset, None for the table's usual one.

    ``drawn`` are badges with the numbers drawn for the deal, in the order they were scanned; ``before`` is the table
    without the last step.
    """

    badges: tuple[int, ...] = ()
    agreement: str | None = None
    drawn: tuple[tuple[int, int], ...] = ()
    before: SetUp | None = field(default=None, repr=False, compare=False)

    def seat(self, badge: int) -> SetUp:
        """The next seat is this badge's."""
        return replace(self, badges=(*self.badges, badge), before=self)

    def agree(self, agreement: str) -> SetUp:
        """It will be played by this edition or preset."""
        return replace(self, agreement=agreement, before=self)

    def draw(self, badge: int, number: int) -> SetUp:
        """A card was drawn for the deal."""
        return replace(self, drawn=(*self.drawn, (badge, number)), before=self)

    @property
    def awaits_draws_of(self) -> tuple[int, ...]:
        """Who still has to draw: those who have not, and after a tie those who share the highest number."""
        return self._standing[0] if self.drawn else ()

    @property
    def dealer(self) -> int | None:
        """The badge of who has won the draw."""
        return self._standing[1] if self.drawn else None

    @property
    def tied(self) -> bool:
        """True where several share the highest number, and none of them has drawn again."""
        again = [bool(self._numbers(badge)) for badge in self.awaits_draws_of]
        most = max((len(self._numbers(badge)) for badge in self.badges), default=0)
        return any(again) and all(len(self._numbers(badge)) == most for badge in self.awaits_draws_of)

    def _numbers(self, badge: int) -> list[int]:
        return [number for drawer, number in self.drawn if drawer == badge]

    @property
    def _standing(self) -> tuple[tuple[int, ...], int | None]:
        contenders, turn = self.badges, 0
        while len(contenders) > 1:
            numbers = {badge: self._numbers(badge)[turn:] for badge in contenders}
            waiting = tuple(badge for badge in contenders if not numbers[badge])
            if waiting:
                return waiting, None
            highest = max(drawn[0] for drawn in numbers.values())
            contenders = tuple(badge for badge in contenders if numbers[badge][0] == highest)
            turn += 1
        return (), contenders[0] if contenders else None

    def game(self, house: House) -> NewGame:
        """The game that was set up."""
        return NewGame(
            self.agreement or house.edition,
            tuple(house.name(badge) for badge in self.badges),
            None if self.dealer is None else house.name(self.dealer),
            labels=None if house.labels == USUAL_LABELS else house.labels,
        )


def draws_as(card: Card) -> int:
    """What a card counts in the draw for the deal; actions and wilds count nothing."""
    return int(card.value) if card.is_number else 0


class Step(Enum):
    """What a scan did to the set-up, for the voice."""

    SEATED = auto()
    SEATED_BEFORE = auto()  # the badge was scanned again: it draws for the deal, or by mistake
    AGREED = auto()
    DREW = auto()
    TAKEN_BACK = auto()
    ASKS = auto()  # a game is being played: is it to be set aside?
    OPENED = auto()  # it is
    GOES_ON = auto()  # it is not
    STANDS = auto()  # somebody asked how things stand


@dataclass(frozen=True, slots=True)
class SetUpNote:
    """A step, and what has been set up with it. ``players`` are named in the order of their seats.

    ``player`` is whom the step is about, ``number`` the seat or the number drawn; ``drawers`` still have to draw,
    again where ``tied``; ``dealer`` has won the draw.
    """

    step: Step
    players: tuple[str, ...] = ()
    agreement: str = ""
    player: str | None = None
    number: int | None = None
    drawing: bool = False
    first_draw: bool = False
    drawers: tuple[str, ...] = ()
    tied: bool = False
    dealer: str | None = None


def note(step: Step, set_up: SetUp, house: House, player: str | None = None, number: int | None = None) -> SetUpNote:
    """What there is to say about one step."""
    return SetUpNote(
        step,
        tuple(house.name(badge) for badge in set_up.badges),
        set_up.agreement or house.edition,
        player,
        number,
        bool(set_up.drawn),
        len(set_up.drawn) == 1,
        tuple(house.name(badge) for badge in set_up.awaits_draws_of),
        set_up.tied,
        None if set_up.dealer is None else house.name(set_up.dealer),
    )


def unfinished(state: State) -> bool:
    """True while a game is being played that a new one would set aside."""
    return bool(state.seats) and state.champion is None
