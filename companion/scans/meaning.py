"""What a scan means at the table just now: one command, several, a query, or a refusal.

Remembered from scan to scan is only what a next scan may belong to: what was laid before, such as the badge that
names the owner of the next scan (``notation.md`` details 13 and 17), hands that are shown, a game that is being set
up, a scan that was forgotten. What was begun and is not done is UNDO's before anything of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from companion.answers import (
    Asks,
    Begun,
    CanScan,
    CardNamed,
    Digits,
    Ended,
    Meaning,
    Note,
    Query,
    Series,
    UnreadCard,
)
from companion.braille import other_set, read_label
from companion.enrolled import Codes
from companion.forgotten import Booked, Forgotten, follow, whose
from companion.open_press import OpenPress, may_come_before
from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.referee.decide import rule
from companion.referee.events import Phase
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import Agreement, State, folded
from companion.scans import naming
from companion.scans.command_cards import name_of, no_game, not_now, over, said_by, stranger
from companion.scans.hand_cards import HandCards
from companion.scans.laid_before import Laid, LaidBefore
from companion.scans.mending import ended, missed, missed_before
from companion.scans.numbers import ABOUT_A_NUMBER, DealAsks, of_a_draw, of_a_hand, of_a_press, of_the_deal
from companion.scans.scan_help import about_a_press, can_scan
from companion.scans.set_up_cards import SetUpCards
from companion.set_up import House, SetUpNote
from companion.tags import (
    DIGITS,
    QUERIES,
    VOICE_WISHES,
    Badge,
    CardTag,
    CommandCard,
    CommandWord,
    Reading,
    Unreadable,
    badge_tag,
    command_tag,
    read_tag,
)

HELP_LAPSES_MS = 180_000  # from the last question on: time to hear the longest topic out, slowly, in two languages
#: Cards that are about how the help is heard, and so no end of it.
_ABOUT_THE_VOICE = VOICE_WISHES | {CommandWord.HELP, CommandWord.STOP, CommandWord.REPEAT}
#: What cards ask for that are taken at any time.
_ASKS = {CommandWord.WHATIS: Asks.CARD_TO_NAME, CommandWord.HOST: Asks.WHOSE_PHONES}
#: Cards that take a number, or a digit of it back.
_ENDS_A_NUMBER = frozenset({CommandWord.DONE, CommandWord.YES, CommandWord.UNDO})


@dataclass(frozen=True, slots=True)
class _Helped:
    """HELP was asked ``again`` times after the first; when last."""

    again: int
    at_ms: float


@dataclass(frozen=True, slots=True)
class _Scan:
    """One scan at the table as it stands. ``interrupted`` is an open press; ``digits`` and LEAVE lay before it."""

    text: str
    reading: Reading
    state: State
    interrupted: OpenPress | None
    digits: str = ""
    leave: Laid | None = None

    @property
    def word(self) -> CommandWord | None:
        return self.reading.word if isinstance(self.reading, CommandCard) else None


def _first(meaning: Command | Series, press: OpenPress) -> bool:
    """True for what may be done before an open press has its number."""
    return not isinstance(meaning, Series) and may_come_before(meaning, press)


def is_query(text: str) -> bool:
    """True where a scan asks or quietens, so that it need not wait for a press in flight."""
    reading = read_tag(text)
    return isinstance(reading, CommandCard) and reading.word in QUERIES


class Interpreter:
    """Turns scans into meanings; knows the badge shown last, the play refused last, and what is under way by cards.

    ``clock_ms`` is monotonic: an unused badge lapses after 15 s. ``house`` is what games are set up with.
    ``reload_asked``: the voice has asked whether the discard was shuffled and put back, so YES says that it was.
    ``deal``: what it asks about the deal, if anything; ``undoes_the_deal``: UNDO goes back in it, and takes no
    statement back. ``forgotten``: the unread card that is being made good for.
    ``codes`` gives the codes that are enrolled now.
    """

    def __init__(
        self,
        clock_ms: Callable[[], float],
        house: House | None = None,
        codes: Callable[[], Codes] = Codes,
    ) -> None:
        self.house = house or House()
        self._codes = codes
        self._clock_ms = clock_ms
        self._before = LaidBefore(clock_ms)
        self._refused: cmd.Play | None = None
        self._hands = HandCards()
        self._helped: _Helped | None = None
        self._set_up = SetUpCards(self.house)
        self.forgotten: Forgotten | None = None
        self.reload_asked = False
        self.deal: DealAsks | None = None
        self.undoes_the_deal = False

    # What was laid before

    @property
    def badge(self) -> str | None:
        """Whose badge was shown just before: the next scan or push of the button is that player's."""
        return self._before.badge

    @property
    def accuser(self) -> str | None:
        """Who laid the badge before CATCH; the next badge is the accused, any other scan ends it."""
        waiting = self._before.waiting
        return waiting.who if waiting is not None and waiting.asks is Asks.ACCUSED else None

    def take_badge(self) -> str | None:
        """Whose badge was shown just before; it counts once."""
        return self._before.take_badge()

    def take_ended(self) -> Ended | None:
        """What was begun before the last scan, and ended by it without its effect; to be said once."""
        return self._before.take_ended()

    # What became of it

    def note(self, command: Command, *, refused: bool) -> None:
        """Remembers a refused play for the ANYWAY card, until anything else happens.

        A press that was told uses its player's badge up, as one of the button does.
        """
        self._refused = command if refused and isinstance(command, cmd.Play) else None
        self.end_help()
        if isinstance(command, cmd.Reload | cmd.NewGame) and not refused:
            self.reload_asked = False
        if not refused:
            self._hands.follow(command)
        if isinstance(command, cmd.Press) and self.badge and folded(self.badge) == folded(command.player):
            self.take_badge()

    def start_over(self) -> None:
        """The table is another than cards have begun something at: nothing of that is under way any more."""
        self.note(cmd.Undo(), refused=False)
        self.forgotten = None

    def end_help(self) -> None:
        """Something else has happened: whoever asks for help now is told first what can be scanned."""
        self._helped = None

    def follow(self, command: Command, before: State, after: State) -> Booked:
        """What is booked by itself after an accepted statement, since a scan had been forgotten."""
        self._set_up.follow(command, to_nothing=after.phase is Phase.NONE)
        if self.forgotten is None:
            return Booked()
        booked = follow(self.forgotten, command, before, after)
        self.forgotten = booked.waiting
        first = next(iter(booked.left), None)
        if isinstance(first, cmd.Play):
            self._refused = first  # for the ANYWAY card
        return booked

    @property
    def set_up_standing(self) -> SetUpNote | None:
        """How far the game has come that is being set up by cards, if one is."""
        return self._set_up.standing

    # What a scan means

    def as_tag(self, text: str, state: State) -> str:
        """An enrolled code as the tag of the card that it is stuck on; everything else as it is.

        Our own tags and the Braille labels of this table go before (``tags.md``).
        """
        reading = read_tag(text, state.deck if state.seats else None)
        if not isinstance(reading, Unreadable) or reading.code is not RefusalCode.UNKNOWN_TAG:
            return text
        return text if self._card_on(text, state) is not None else self._codes().tag_of(text) or text

    def meaning(self, text: str, state: State, interrupted: OpenPress | None = None) -> Meaning:
        """What this scan means. ``interrupted`` is a press that waits for its number, or for another."""
        self._hands.look(state)
        self._before.end(None)
        scan = _Scan(text, read_tag(text, state.deck if state.seats else None), state, interrupted)
        if scan.word not in _ABOUT_THE_VOICE:
            self.end_help()
        if scan.word in QUERIES:
            return self._query(scan)
        if isinstance(scan.reading, Unreadable) and self._card_on(text, state) is None:  # ends nothing: once more
            return self._setting_up(scan) or self._label(text, scan.reading, state)
        scan = replace(scan, digits=self._before.take_digits(), leave=self._before.take_leave())
        meaning = (
            self._taken_back(scan)
            or self._for_what_waits(scan)
            or self._of_a_press(scan)
            or self._setting_up(scan)
            or self._of_the_deal(scan)
            or self._of_a_hand(scan)
            or self._spelled(of_a_draw(scan.word, scan.digits, self.badge, scan.state))
            or self._in_the_game(scan)
        )
        if scan.digits and not self._before.digits and scan.word not in _ENDS_A_NUMBER:
            self._before.end(Ended(digits=scan.digits))
        return self.reminded(meaning, state) if isinstance(meaning, Refusal) else meaning

    def reminded(self, refusal: Refusal, state: State) -> Refusal:
        """While the unread card is awaited, *not now* asks for that one."""
        if refusal.code is not RefusalCode.NOT_NOW or self.forgotten is None or self.forgotten.given:
            return refusal
        return replace(refusal, awaited=Awaited.UNREAD, player=name_of(state, whose(state)))

    def _in_the_game(self, scan: _Scan) -> Meaning:
        match scan.reading:
            case Unreadable() as unreadable:
                return self._label(scan.text, unreadable, scan.state)
            case Badge(number):
                return self._badge_shown(number, scan.state, after_leave=scan.leave is not None)
            case CardTag(card, tag):
                return self._card(card, tag, scan.state)
            case CommandCard(word):
                return self._command(word, scan.state)

    def preview(
        self, text: str, state: State, interrupted: OpenPress | None = None, *, after: Sequence[str] = ()
    ) -> Meaning:
        """The meaning, without using up the badge; ``after``: if these were scanned just before."""
        ahead = copy(self)
        ahead._set_up = copy(self._set_up)
        ahead._before = copy(self._before)
        ahead._hands = copy(self._hands)
        for earlier in after:
            ahead.meaning(earlier, state, interrupted)
        return ahead.meaning(text, state, interrupted)

    def _query(self, scan: _Scan) -> Query:
        if scan.word is CommandWord.HELP:
            return Query(scan.word, note=self._helps(scan))
        if scan.word is not CommandWord.STATUS:
            return Query(scan.word)
        return Query(scan.word, note=self._under_way(scan.state))

    def _helps(self, scan: _Scan) -> CanScan:
        """What can be scanned now; how often that was asked in a row tells the topic that is wanted."""
        now, last = self._clock_ms(), self._helped
        again = last.again + 1 if last is not None and now - last.at_ms <= HELP_LAPSES_MS else 0
        self._helped = _Helped(again, now)
        found = self._can_scan(scan.state, scan.interrupted)
        return replace(found, again=again, agreed=self.agreed(scan.state), players=self.players(scan.state))

    def agreed(self, state: State) -> Agreement:
        """What is played by; while no game is, what would be, as it is being set up or as the house has it."""
        if state.seats and not self._set_up.open:
            return state.agreed
        return self._set_up.agreed

    def players(self, state: State) -> int:
        """How many play; 0 while no game is played, or another is being set up."""
        return 0 if self._set_up.open else len(state.playing())

    def _can_scan(self, state: State, interrupted: OpenPress | None) -> CanScan:
        badge = badge_tag(self.badge_of(state.turn or 0) if state.seats else 1)

        def is_taken(word: CommandWord, *, after_badge: bool = False) -> bool:
            meaning = self.preview(command_tag(word), state, interrupted, after=(badge,) if after_badge else ())
            if isinstance(meaning, Query):
                return True
            if isinstance(meaning, Refusal) or (interrupted is not None and not _first(meaning, interrupted)):
                return False
            return isinstance(meaning, Series) or not isinstance(rule(state, meaning), Refusal)

        if interrupted is not None:
            return about_a_press(is_taken, ABOUT_A_NUMBER, goes_on=interrupted.goes_on)
        mends = self.forgotten is not None and not self.forgotten.given
        sets_up, draws = self._set_up.open, self._set_up.draws
        deals = self.deal is not None and self.deal.numbers
        return can_scan(is_taken, state, sets_up=sets_up, draws=draws, mends=mends, deals=deals)

    def _under_way(self, state: State) -> Note | None:
        """What is going on by cards, beside the game."""
        if self.set_up_standing is not None:
            return self.set_up_standing
        if self.forgotten is not None and not self.forgotten.given:
            return UnreadCard(name_of(state, whose(state)), standing=True)
        begun, hands = self._before.begun or Begun(), self._hands.so_far
        return replace(begun, hands=hands) if begun != Begun() or hands else None

    def _taken_back(self, scan: _Scan) -> Query | None:
        """UNDO ends what was begun with cards and is not done, or takes its last card back, before any statement."""
        if scan.word is not CommandWord.UNDO:
            return None
        return self._before.taken_back(scan.digits, scan.leave) or self._hands.taken_back(scan.state)

    def _for_what_waits(self, scan: _Scan) -> Meaning | None:
        """A command that needs a badge or a card, or what it waits for; any other scan ends the wait."""
        waiting, word = self._before.take_waiting(), scan.word
        meaning = None if waiting is None else self._waited_for(waiting, scan)
        if meaning is not None:
            return meaning
        again = word is not None and waiting is not None and waiting.asks is _ASKS.get(word)
        if waiting is not None and waiting.asks is not Asks.WHOSE_HAND and not again:  # a badge alone counts a hand
            self._before.end(Ended(waiting.asks, waiting.who))
        if word is CommandWord.WHATIS:
            return self._before.wait_for(_ASKS[word])
        if word is CommandWord.HOST:
            owner = self.take_badge()
            return Query(word, owner) if owner else self._before.wait_for(_ASKS[word])
        return None

    def _waited_for(self, waiting: Laid, scan: _Scan) -> Meaning | None:
        """What a command waited for; a badge of nobody here does not end the wait."""
        match waiting.asks, scan.reading:
            case Asks.WHOSE_PHONES | Asks.ACCUSED as asks, Badge(number):
                hosts = asks is Asks.WHOSE_PHONES
                named = scan.state.seats or not hosts
                owner = self._owner(number, scan.state) if named else self.house.name(number)
                if owner is None:
                    self._before.wait_for(asks, waiting.who)
                    return stranger(number)
                return Query(CommandWord.HOST, owner) if hosts else cmd.Catch(waiting.who or owner, owner)
            case Asks.CARD_TO_NAME, CardTag(card, tag):
                return self._named(card, tag, scan.state)
            case Asks.CARD_TO_NAME, Unreadable(RefusalCode.UNKNOWN_TAG):
                found = self._card_on(scan.text, scan.state)
                return None if found is None else self._named(found, None, scan.state)
        return None

    def _named(self, card: Card, tag: str | None, state: State) -> Query:
        return Query(CommandWord.WHATIS, shows_card=True, note=self._card_named(card, tag, state))

    def _card_named(self, card: Card, tag: str | None, state: State) -> CardNamed:
        return CardNamed(naming.how(state, card, tag), card, state.edition or self.house.edition)

    def named(self, text: str, state: State) -> CardNamed | None:
        """What a private reader has read, for one pair of ears; None where it is no card. Nothing is remembered."""
        text = self.as_tag(text, state)
        match read_tag(text, state.deck if state.seats else None):
            case CardTag(card, tag):
                return self._card_named(card, tag, state)
            case Unreadable(RefusalCode.UNKNOWN_TAG) if (found := self._card_on(text, state)) is not None:
                return self._card_named(found, None, state)
        return None

    # Numbers

    def _spelled(self, meaning: Meaning | None) -> Meaning | None:
        """Remembers the digits so far; a number that was told uses the badge up."""
        match meaning:
            case Query(note=Digits(digits)):
                self._before.digits = digits
            case Query(number=int()) | cmd.Draw():
                self.take_badge()
        return meaning

    def _of_a_press(self, scan: _Scan) -> Meaning | None:
        if scan.interrupted is None:
            return None
        if self.reload_asked and scan.interrupted.goes_on and scan.word in {CommandWord.YES, CommandWord.NO}:
            return self._reloaded(scan.state, yes=scan.word is CommandWord.YES)
        return self._spelled(of_a_press(scan.word, scan.digits, scan.interrupted, scan.state))

    def _of_the_deal(self, scan: _Scan) -> Meaning | None:
        if self.undoes_the_deal and scan.word is CommandWord.UNDO:
            return self.undo_in_the_deal()
        if self.deal is None:
            return None
        return self._spelled(of_the_deal(scan.word, scan.digits, self.deal, self.badge, scan.state))

    def undo_in_the_deal(self) -> Query:
        """The deal goes back by one hand; a badge that was shown for its number is used up."""
        self.take_badge()
        return Query(CommandWord.UNDO)

    def _of_a_hand(self, scan: _Scan) -> Meaning | None:
        hand = self._hands.shown(scan.state)
        if hand is None or scan.state.phase is not Phase.COUNTING:
            return None
        if hand.cards:
            mixed = Refusal(RefusalCode.NOT_NOW, player=hand.player, awaited=Awaited.CARDS)
            return mixed if scan.word in DIGITS else None
        return self._spelled(of_a_hand(scan.word, scan.digits, hand.player))

    # Badges, cards and commands

    def _setting_up(self, scan: _Scan) -> Meaning | None:
        """What a scan is to a game that is being set up; a badge is also the owner of the card drawn next."""
        meaning = self._set_up.meaning(
            scan.reading, scan.state, self.badge, lambda: self._card_on(scan.text, scan.state)
        )
        if meaning is not None:
            self.take_badge()
        if isinstance(meaning, Query) and isinstance(scan.reading, Badge):
            self._before.lay_badge(meaning.player)
        return meaning

    def _owner(self, number: int, state: State) -> str | None:
        """Whose badge this is in the game that is played."""
        badges = self._set_up.badges or range(1, len(state.seats) + 1)
        return next((state.name(seat) for seat, badge in enumerate(badges) if badge == number), None)

    def badge_of(self, seat: int) -> int:
        """The number on the badge of a seat, 0 up."""
        badges = self._set_up.badges
        return seat + 1 if badges is None else badges[seat]

    def seated_by_badges(self, players: Sequence[str]) -> None:
        """The game that was found was set up by cards: its seats have the badges of their players."""
        self._set_up.badges = self.house.badges_of(players)

    def _badge_shown(self, number: int, state: State, *, after_leave: bool) -> Meaning:
        if not state.seats:
            return no_game()
        name = self._owner(number, state)
        if name is None:
            return stranger(number)
        if state.phase is Phase.TARGET and state.turn is not None:
            return cmd.Target(state.name(state.turn), name)
        asks = Asks.LEAVE_AGAIN if after_leave and state.phase is not Phase.COUNTING else None
        self._before.lay_badge(name, asks)
        return self._hands.badge(name, state) if state.phase is Phase.COUNTING else Query(None, name, note=asks)

    def _card_on(self, text: str, state: State) -> Card | None:
        """The card with a Braille label that is no tag of ours; None where there is none such."""
        if state.seats and not self._set_up.open:
            return read_label(text, state.agreed.labels, state.deck)
        return read_label(text, self.house.labels, self._set_up.deck)

    def _label(self, text: str, unreadable: Unreadable, state: State) -> Meaning:
        """A Braille label, where it is no tag of ours."""
        code = unreadable.code
        refusal = Refusal(code, hint=unreadable.hint)
        if not state.seats or code is not RefusalCode.UNKNOWN_TAG:
            return refusal
        card = self._card_on(text, state)
        if card is None:
            return replace(refusal, labels=other_set(text, state.agreed.labels, state.deck))
        return self._card(card, None, state)

    def _card(self, card: Card, tag: str | None, state: State) -> Meaning:
        badge = self.take_badge()
        if not state.seats:
            return no_game()
        if state.phase in {Phase.SETUP, Phase.TOP}:
            return cmd.Top(card, tag)
        shown = self._hands.show(card, tag, state)
        if shown is not None:
            return shown
        if state.phase is Phase.COUNTING:
            return Refusal(RefusalCode.NOT_NOW, awaited=Awaited.BADGE)
        actor = badge or name_of(state, state.turn)
        if actor is None:
            return over(state)
        if state.phase is Phase.DISCARDING:
            return cmd.Discard(actor, (card,), tag)
        return cmd.Play(actor, (card,), tag=tag)

    def _command(self, word: CommandWord, state: State) -> Meaning:
        badge = self.take_badge()
        match word:
            case CommandWord.UNDO:
                return self._undo()
            case _ if not state.seats:
                return no_game()
            case CommandWord.ANYWAY:
                return self._anyway(state)
            case CommandWord.MISSED:
                return self._missed(state)
            case CommandWord.YES | CommandWord.NO:
                return self._reloaded(state, yes=word is CommandWord.YES)
            case CommandWord.LEAVE:
                self._before.lay_leave(badge)
                return cmd.Leave(badge) if badge else Refusal(RefusalCode.NOT_NOW, awaited=Awaited.BADGE)
            case CommandWord.LEFT:
                return self._hands.left(badge, state) or self._before.wait_for(Asks.WHOSE_HAND)
            case CommandWord.CATCH if badge is not None:
                return self._before.wait_for(Asks.ACCUSED, badge)
            case CommandWord.DONE if (told := self._hands.done(state)) is not None:
                return told
        return said_by(word, badge, state)

    def _reloaded(self, state: State, *, yes: bool) -> Meaning:
        """The answer to the question whether the discard was put back."""
        if not self.reload_asked:
            return not_now(state)
        if yes:
            return cmd.Reload()
        self.reload_asked = False
        return Query(None)

    def _anyway(self, state: State) -> Meaning:
        play, self._refused = self._refused, None
        if play is None:
            return not_now(state)
        return cmd.Play(play.player, play.cards, play.colour, play.target, anyway=True, tag=play.tag)

    # A scan that was forgotten

    def _missed(self, state: State) -> Meaning:
        """The last move is taken back, or the play that was refused just now waits; again: the move before."""
        refused, self._refused = self._refused, None
        if self.forgotten is not None or refused is None:
            return missed(self.forgotten, state)
        query, self.forgotten = missed_before(refused, state)
        return query

    def _undo(self) -> Meaning:
        """Takes the last statement back; while an unread card is awaited, nothing was missed after all."""
        if self.forgotten is None or self.forgotten.given:
            return cmd.Undo()
        meaning = ended(self.forgotten)
        if isinstance(meaning, Query):
            self.forgotten = None
        return meaning
