"""What a scan means at the table just now: one command, a query, or a refusal.

The only thing remembered from scan to scan is the badge laid before, which names the owner of the next scan
(``notation.md`` details 13 and 17).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.braille import read_label
from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour
from companion.referee.challenges import accused
from companion.referee.commands import Command
from companion.referee.events import Phase
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State, Uno, folded
from companion.referee.uno import open_call
from companion.tags import DIGITS, QUERIES, Badge, CardTag, CommandCard, CommandWord, Unreadable, read_tag

BADGE_LAPSES_MS = 15_000
MOST_DIGITS = 3  # of a number of cards: no hopper holds a thousand


@dataclass(frozen=True, slots=True)
class Query:
    """Something is asked, a badge was shown, the voice was answered: it changes nothing of the game.

    ``number``: so many cards were dealt to ``player``.
    """

    word: CommandWord | None  # None for a badge, a number, and for a card that is shown
    player: str | None = None
    shows_card: bool = False  # of a hand, to the referee alone
    number: int | None = None


@dataclass(frozen=True, slots=True)
class DealAsks:
    """What YES, NO and the digits answer before the first card: whether the dispenser deals, or how its deal stands.

    ``numbers``: digits say how many cards somebody has, ``player`` where no badge was shown, who has got ``counted``.
    ``in_doubt``: only the table knows whether that is right.
    """

    numbers: bool = False
    player: str | None = None
    counted: int = 0
    in_doubt: bool = False


Meaning = Command | Query | Refusal


def is_query(text: str) -> bool:
    """True where a scan asks or quietens, so that it need not wait for a press in flight."""
    reading = read_tag(text)
    return isinstance(reading, CommandCard) and reading.word in QUERIES


class Interpreter:
    """Turns scans into meanings; knows the badge shown last, the play refused last, and no more.

    ``clock_ms`` is monotonic: an unused badge lapses after 15 s. ``reload_asked``: the voice has asked whether the
    discard was shuffled and put back, so YES says that it was. ``deal``: what it asks about the deal, if anything.
    """

    def __init__(self, clock_ms: Callable[[], float]) -> None:
        self._clock_ms = clock_ms
        self._badge: str | None = None
        self._badge_ms = 0.0
        self._accuser: str | None = None
        self._accuser_ms = 0.0
        self._refused: cmd.Play | None = None
        self._hand: tuple[str, tuple[Card, ...]] | None = None  # being shown card by card
        self._digits = ""  # of a number that is being said card by card
        self.reload_asked = False
        self.deal: DealAsks | None = None

    @property
    def badge(self) -> str | None:
        """Whose badge was shown just before: the next scan or push of the button is that player's."""
        return self._badge if self._clock_ms() - self._badge_ms <= BADGE_LAPSES_MS else None

    @property
    def accuser(self) -> str | None:
        """Who laid the badge before CATCH; the next badge is the accused, any other scan ends it."""
        return self._accuser if self._clock_ms() - self._accuser_ms <= BADGE_LAPSES_MS else None

    def take_badge(self) -> str | None:
        """Whose badge was shown just before; it counts once."""
        badge, self._badge = self.badge, None
        return badge

    def _take_accuser(self) -> str | None:
        accuser, self._accuser = self.accuser, None
        return accuser

    def note(self, command: Command, *, refused: bool) -> None:
        """Remembers a refused play for the ANYWAY card, until anything else happens.

        A press that was told uses its player's badge up, as one of the button does.
        """
        self._refused = command if refused and isinstance(command, cmd.Play) else None
        if isinstance(command, cmd.Reload | cmd.NewGame) and not refused:
            self.reload_asked = False
        if isinstance(command, cmd.Press) and self._badge and folded(self._badge) == folded(command.player):
            self._badge = None

    def meaning(self, text: str, state: State, interrupted: tuple[str, int] | None = None) -> Meaning:
        """What this scan means. ``interrupted`` is a press that waits for its number: who and how many."""
        if state.phase not in {Phase.COUNTING, Phase.VERDICT}:
            self._hand = None
        reading = read_tag(text, state.deck if state.seats else None)
        digits, self._digits = self._digits, ""  # another scan before DONE, and the number is none
        match reading:
            case CommandCard(word) if interrupted is not None and (word in DIGITS or word in _ABOUT_A_NUMBER):
                told = self._number(word, digits, *interrupted)
                return cmd.Press(interrupted[0], told) if isinstance(told, int) else told
            case CommandCard(word) if self.deal is not None and (word in DIGITS or word in _ABOUT_A_NUMBER):
                return self._about_the_deal(word, digits, self.deal, state)
            case Unreadable() as unreadable:
                return self._label(text, unreadable, state)
            case Badge(number):
                return self._badge_shown(number, state)
            case CardTag(card, tag):
                return self._card(card, tag, state)
            case CommandCard(word):
                return self._command(word, state)

    def preview(
        self, text: str, state: State, interrupted: tuple[str, int] | None = None, *, after: Sequence[str] = ()
    ) -> Meaning:
        """The meaning, without using up the badge; ``after``: if these were scanned just before."""
        kept = dict(vars(self))
        try:
            for earlier in after:
                self.meaning(earlier, state, interrupted)
            return self.meaning(text, state, interrupted)
        finally:
            vars(self).update(kept)

    def _number(self, word: CommandWord, digits: str, player: str, counted: int) -> int | Query | Refusal:
        """How many cards came for a player: YES for what was counted, or digits and DONE; a digit alone is noted."""
        if word is CommandWord.YES:
            return counted
        if word is CommandWord.DONE and digits:
            return int(digits)
        if word in DIGITS and len(digits) < MOST_DIGITS:
            self._digits = f"{digits}{DIGITS[word]}"
            return Query(None, player)
        return Refusal(RefusalCode.NOT_NOW, player=player, number=counted, awaited=Awaited.NUMBER)

    def _about_the_deal(self, word: CommandWord, digits: str, asks: DealAsks, state: State) -> Meaning:
        """YES: the dispenser deals; NO: it does not, or no more. While a number is in doubt both are about that.

        Digits and DONE say how many cards the player who is dealt to has, or the one whose badge was shown.
        """
        if word in {CommandWord.YES, CommandWord.NO} and not asks.in_doubt:
            return Query(word)
        player = asks.player if word is CommandWord.YES else self.badge or asks.player
        if not asks.numbers or player is None:
            return _over(state)
        told = self._number(word, digits, asks.player or player, asks.counted)
        if isinstance(told, Refusal) and not asks.in_doubt:
            return _over(state)
        if not isinstance(told, int):
            return told
        self.take_badge()
        return Query(None, player, number=told)

    def _badge_shown(self, number: int, state: State) -> Meaning:
        if not state.seats:
            return _no_game()
        if number > len(state.seats):
            return Refusal(RefusalCode.UNKNOWN_PLAYER, player=str(number))
        name = state.name(number - 1)
        if state.phase is Phase.TARGET and state.turn is not None:
            return cmd.Target(state.name(state.turn), name)
        if (accuser := self._take_accuser()) is not None:
            return cmd.Catch(accuser, name)
        if state.phase is Phase.COUNTING:
            self._hand = (name, ())
        self._badge, self._badge_ms = name, self._clock_ms()
        return Query(None, name)

    def _shown_by(self, state: State) -> tuple[str, tuple[Card, ...]] | None:
        """Whose hand is being shown card by card: after a badge while counting, the accused's for a verdict."""
        if state.phase is Phase.VERDICT and self._hand is None:
            index = accused(state)
            return None if index is None else (state.name(index), ())
        return self._hand

    def _label(self, text: str, unreadable: Unreadable, state: State) -> Meaning:
        """A Braille label, where it is no tag of ours."""
        code = unreadable.code
        refusal = Refusal(code, hint=unreadable.hint)
        if not state.seats:
            return refusal
        card = read_label(text, state.agreed.labels, state.deck) if code is RefusalCode.UNKNOWN_TAG else None
        return refusal if card is None else self._card(card, None, state)

    def _card(self, card: Card, tag: str | None, state: State) -> Meaning:
        badge = self.take_badge()
        self._accuser = None
        if not state.seats:
            return _no_game()
        if state.phase in {Phase.SETUP, Phase.TOP}:
            return cmd.Top(card, tag)
        shown = self._shown_by(state)
        if shown is not None:
            self._hand = (shown[0], (*shown[1], card))
            return Query(None, shown[0], shows_card=True)
        actor = badge or _turn(state)
        if actor is None:
            return _over(state)
        if state.phase is Phase.DISCARDING:
            return cmd.Discard(actor, (card,), tag)
        return cmd.Play(actor, (card,), tag=tag)

    def _command(self, word: CommandWord, state: State) -> Meaning:  # noqa: C901 - one case a group of cards
        if word in QUERIES:
            return Query(word)
        badge = self.take_badge()
        self._accuser = None
        if word is CommandWord.UNDO:
            return cmd.Undo()
        if not state.seats:
            return _no_game()
        if word is CommandWord.ANYWAY:
            return self._anyway(state)
        if word in {CommandWord.YES, CommandWord.NO}:
            return self._reloaded(state, yes=word is CommandWord.YES)
        if word in DIGITS:
            return _not_now(state)
        if word in _TABLE_COMMANDS:
            return _TABLE_COMMANDS[word]
        if word is CommandWord.LEAVE:
            return cmd.Leave(badge) if badge else _not_now(state)
        if word is CommandWord.CATCH and badge is not None:
            self._accuser, self._accuser_ms = badge, self._clock_ms()
            return Query(None, badge)
        if word is CommandWord.DONE and self._hand is not None:
            return self._hand_shown(state)
        turn = _turn(state)
        return _over(state) if turn is None else self._turn_command(word, turn, badge, state)

    def _reloaded(self, state: State, *, yes: bool) -> Meaning:
        """The answer to the question whether the discard was put back."""
        if not self.reload_asked:
            return _not_now(state)
        if yes:
            return cmd.Reload()
        self.reload_asked = False
        return Query(None)

    def _hand_shown(self, state: State) -> Meaning:
        shown, self._hand = self._hand, None
        if shown is None or not shown[1]:
            return _not_now(state)
        name, cards = shown
        return cmd.Hold(name, cards) if state.phase is Phase.VERDICT else cmd.CountLeft(name, cards)

    def _turn_command(self, word: CommandWord, turn: str, badge: str | None, state: State) -> Meaning:
        if word is CommandWord.CATCH:
            return _catch(state)
        if word is CommandWord.UNO:
            return cmd.CallUno(badge or _owes_call(state) or turn)
        if word.lower() in frozenset(Colour):
            return cmd.Pick(badge or turn, Colour(word.lower()))
        payer = state.next_payer() if state.phase in {Phase.PAYING, Phase.CHALLENGE} else None
        return _TURN_COMMANDS[word](badge or (turn if payer is None else state.name(payer)))

    def _anyway(self, state: State) -> Meaning:
        play, self._refused = self._refused, None
        if play is None:
            return _not_now(state)
        return cmd.Play(play.player, play.cards, play.colour, play.target, anyway=True, tag=play.tag)


_ABOUT_A_NUMBER = frozenset({CommandWord.YES, CommandWord.NO, CommandWord.DONE})
_TABLE_COMMANDS: dict[CommandWord, Command] = {
    CommandWord.RELOAD: cmd.Reload(),
    CommandWord.ROUND: cmd.NextRound(),
    CommandWord.GUILTY: cmd.Verdict(guilty=True),
    CommandWord.INNOCENT: cmd.Verdict(guilty=False),
}
_TURN_COMMANDS: dict[CommandWord, Callable[[str], Command]] = {
    CommandWord.PASS: cmd.Pass,
    CommandWord.DRAW: cmd.Draw,
    CommandWord.DONE: cmd.Done,
    CommandWord.CHALLENGE: cmd.Challenge,
    CommandWord.ACCEPT: cmd.Accept,
}


def _turn(state: State) -> str | None:
    return None if state.turn is None else state.name(state.turn)


def _owes_call(state: State) -> str | None:
    """The name of the player whose call is open."""
    index = open_call(state)
    return None if index is None else state.name(index)


def _catch(state: State) -> Command:
    """Without a badge: whose call is open is caught, in the name of the player in turn."""
    missed = next((seat.name for seat in state.seats if seat.uno is Uno.MISSED), None)
    turn = state.turn or 0
    other = state.name(state.next_seat(turn))
    caught = _owes_call(state) or missed or other
    accuser = state.name(turn)
    return cmd.Catch(other if accuser == caught else accuser, caught)


def _no_game() -> Refusal:
    return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.GAME)


def _over(state: State) -> Refusal:
    if state.phase in {Phase.SETUP, Phase.TOP}:
        return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.TOP)
    return Refusal(RefusalCode.GAME_OVER if state.phase is Phase.GAME_OVER else RefusalCode.ROUND_OVER)


def _not_now(state: State) -> Refusal:
    return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.PLAY, by=_turn(state))
