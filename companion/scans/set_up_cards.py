"""The cards that set up a game: badges, editions, the draw for the deal, START (``tags.md`` section 2).

They do so while no game is played. A game that is being played is set aside only when the voice has asked.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.answers import Meaning, Query
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.decks import Deck
from companion.referee.options import resolve_preset
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import Agreement, State
from companion.set_up import FEWEST_BADGES, House, SetUp, SetUpNote, Step, draws_as, note, unfinished
from companion.tags import AGREEMENTS, Badge, CardTag, CommandCard, CommandWord, Reading, Unreadable


class SetUpCards:
    """What has been set up so far by cards, and what the next card does to it.

    ``badges`` are those of the seats of the game that is played, where cards set it up.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.badges: tuple[int, ...] | None = None
        self._set_up: SetUp | None = None
        self._made_by: SetUp | None = None  # the game, so that whoever takes it back need not begin anew
        self._asks_whether_new = False

    @property
    def open(self) -> bool:
        """True while scans set up a game."""
        return self._set_up is not None

    @property
    def draws(self) -> bool:
        """True where a card may be drawn for the deal."""
        return self._set_up is not None and bool(self._set_up.badges) and self._set_up.dealer is None

    @property
    def standing(self) -> SetUpNote | None:
        """How far it has come."""
        return None if self._set_up is None else note(Step.STANDS, self._set_up, self.house)

    @property
    def agreed(self) -> Agreement:
        """By what the game will be played."""
        chosen = None if self._set_up is None else self._set_up.agreement
        edition, options = resolve_preset(chosen or self.house.edition, {})
        return Agreement(edition, options_written=tuple(options.items()), labels=self.house.labels)

    @property
    def deck(self) -> Deck:
        """The deck that the game will be played with."""
        return self.agreed.deck

    def follow(self, command: Command, *, to_nothing: bool) -> None:
        """A statement was accepted; ``to_nothing``: there is no game after it."""
        match command:
            case cmd.NewGame():
                made_here = self._set_up is not None and command == self._set_up.game(self.house)
                self._made_by, self._set_up = (self._set_up if made_here else None), None
                self.badges = None if self._made_by is None else self._made_by.badges
            case cmd.Undo() if to_nothing:
                self._set_up, self._made_by = self._made_by, None

    def meaning(
        self, reading: Reading, state: State, badge: str | None, label: Callable[[], Card | None]
    ) -> Meaning | None:
        """What a scan is to the game that is set up; None where it has nothing to do with one.

        ``badge`` is whose lay there just before; ``label`` reads a Braille label.
        """
        asked, self._asks_whether_new = self._asks_whether_new, False
        word = reading.word if isinstance(reading, CommandCard) else None
        if asked and word in {CommandWord.YES, CommandWord.NO, CommandWord.UNDO}:
            self._set_up = SetUp() if word is CommandWord.YES else None
            return self._noted(Step.OPENED if word is CommandWord.YES else Step.GOES_ON)
        if self._set_up is None and unfinished(state):
            self._asks_whether_new = word is CommandWord.START
            return self._noted(Step.ASKS) if self._asks_whether_new else None
        if self._set_up is None and not (
            isinstance(reading, Badge) or word in AGREEMENTS or word is CommandWord.START
        ):
            return None
        return self._taken(self._set_up or SetUp(), reading, state, badge, label)

    def _taken(
        self, set_up: SetUp, reading: Reading, state: State, badge: str | None, label: Callable[[], Card | None]
    ) -> Meaning:
        match reading:
            case Badge(number):
                return self._seat(set_up, number)
            case CardTag(card):
                return self._draw(set_up, card, badge)
            case Unreadable(code):
                card_on_label = label() if code is RefusalCode.UNKNOWN_TAG else None
                return (
                    Refusal(code, awaited=Awaited.START)
                    if card_on_label is None
                    else self._draw(set_up, card_on_label, badge)
                )
            case CommandCard(CommandWord.START):
                return self._start(set_up)
            case CommandCard(CommandWord.UNDO | CommandWord.NO as word):
                return self._step_back(set_up, state, word)
            case CommandCard(word) if word in AGREEMENTS:
                self._set_up = set_up.agree(AGREEMENTS[word])
                return self._noted(Step.AGREED)
        return _not_yet(set_up)

    def _seat(self, set_up: SetUp, badge: int) -> Query:
        """A badge takes the next seat; one that has a seat draws for the deal."""
        name = self.house.name(badge)
        seated_before = badge in set_up.badges
        self._set_up = set_up if seated_before else set_up.seat(badge)
        number = self._set_up.badges.index(badge) + 1
        return self._noted(Step.SEATED_BEFORE if seated_before else Step.SEATED, name, number)

    def _draw(self, set_up: SetUp, card: Card, owner: str | None) -> Meaning:
        """A card drawn for the deal by whoever laid the badge; it goes back."""
        badge = next((badge for badge in set_up.badges if self.house.name(badge) == owner), None)
        if badge is None or owner is None:
            return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.BADGE)
        if set_up.drawn and badge not in set_up.awaits_draws_of:
            return Refusal(RefusalCode.NOT_NOW, player=owner, awaited=Awaited.DRAWN)
        number = draws_as(card)
        self._set_up = set_up.draw(badge, number)
        return self._noted(Step.DREW, owner, number)

    def _start(self, set_up: SetUp) -> Meaning:
        if len(set_up.badges) < FEWEST_BADGES:
            return _not_yet(set_up)
        if set_up.awaits_draws_of:
            waiting = self.house.name(set_up.awaits_draws_of[0])
            return Refusal(RefusalCode.NOT_NOW, player=waiting, awaited=Awaited.DRAWS)
        return set_up.game(self.house)

    def _step_back(self, set_up: SetUp, state: State, word: CommandWord) -> Meaning:
        """The last badge, edition or drawn card is taken back; with none left the old game goes on."""
        if set_up.before is not None:
            gone = [badge for badge in set_up.badges if badge not in set_up.before.badges]
            self._set_up = set_up.before
            return self._noted(Step.TAKEN_BACK, self.house.name(gone[0]) if gone else None)
        self._set_up = None
        if unfinished(state):
            return self._noted(Step.GOES_ON)
        return cmd.Undo() if word is CommandWord.UNDO else _not_yet(set_up)

    def _noted(self, step: Step, player: str | None = None, number: int | None = None) -> Query:
        return Query(None, player, note=note(step, self._set_up or SetUp(), self.house, player, number))


def _not_yet(set_up: SetUp) -> Refusal:
    """What is missing to begin."""
    enough = len(set_up.badges) >= FEWEST_BADGES
    return Refusal(
        RefusalCode.NOT_NOW, number=len(set_up.badges), awaited=Awaited.START if enough else Awaited.BADGES
    )
