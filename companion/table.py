"""The table: the single writer. Decide, commit, evolve, publish, one statement after the other.

What was answered is on the disk. Listeners hear of a statement through bounded queues; one that is too slow
loses its own place and nobody else's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.answers import Meaning, Query, Series, TakenIn
from companion.author import OUT_OF_A_FILE, Author
from companion.course import Course
from companion.enrolled import Codes
from companion.in_one_go import InOneGo, RuledInOneGo, rule_in_one_go
from companion.open_press import OpenPress, may_come_before, settles, told, what_it_waits_for
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.notation import write
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import State
from companion.rulings import Rulings, rulings
from companion.scans.meaning import Interpreter, is_query
from companion.set_up import House
from companion.storage.journal import Entry, Imported, Journal, Launch
from companion.storage.journal_writer import JournalWriter
from companion.taking_back import undo_of
from companion.updates import BY_SCAN, QUEUE_SIZE, Narrate, Subscription, Update
from companion.voice.utterance import Priority, Utterance

log = logging.getLogger(__name__)

#: Refusals that say what the table waits for; with an open press that is what this waits for.
_WOULD_WAIT = {RefusalCode.NOT_NOW, RefusalCode.NOTHING_TO_UNDO}

_AT_ONCE = 200  # entries that are read in one go
_CHANGES = 64  # so many of the last accepted statements can be told anew, to whoever missed them


class StaleVersionError(Exception):
    """Somebody else changed the table first."""


class KeyReusedError(Exception):
    """The one-time key stands for another statement."""


class HereAlreadyError(Exception):
    """Whatever a file holds is among the games already, the last of it under the number ``game``."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


def _in_one_go(updates: Sequence[Update], *, silent: bool) -> tuple[Utterance, ...]:
    """What several statements give to say: whose turn it is once, at the end; of ``silent`` steps the last alone."""
    *earlier, last = updates
    if silent:
        return last.utterances
    before = [told for update in earlier for told in update.utterances if told.priority is not Priority.TURN]
    return (*before, *last.utterances)


async def _whole(commit: Coroutine[Any, Any, Update]) -> Update:
    """Whoever asked may go away meanwhile (a phone that closes): what is on the disk must be the table's too."""
    committing = asyncio.ensure_future(commit)
    try:
        return await asyncio.shield(committing)
    except asyncio.CancelledError:
        await committing
        raise


def _monotonic_ms() -> float:
    return time.monotonic_ns() / 1e6


class Table:
    """The game being played, its journal and its listeners. Lives on one event loop."""

    def __init__(
        self,
        journal: Journal,
        narrate: Narrate = lambda _: (),
        clock_ms: Callable[[], float] = _monotonic_ms,
        house: House | None = None,
        codes: Callable[[], Codes] = Codes,
        *,
        recovered: bool = False,
    ) -> None:
        self.narrate = narrate
        self.interpreter = Interpreter(clock_ms, house, codes)
        self.on_waiting: Callable[[Command], None] = lambda _: None
        self.observers: list[Callable[[Update], None]] = []
        self.journal = JournalWriter(journal, recovered=recovered)
        self._lock = asyncio.Lock()
        self._turnstile = asyncio.Lock()
        self._no_press = asyncio.Event()
        self._no_press.set()
        self._settled = asyncio.Event()  # no press is in flight, nor any number awaited
        self._settled.set()
        self._subscriptions: set[Subscription] = set()
        self.version = journal.version()
        self.game = journal.last_game()
        self.newest_game = journal.newest_game()  # or one that came out of a file after it
        entries = journal.entries(self.game) if self.game else []
        self._resume(entries)
        self._press: OpenPress | None = journal.press_in_flight()
        self._pressed_by: Author | None = None
        self._changes: deque[Update] = deque(maxlen=_CHANGES)
        self.deal_found = journal.last_deal()

    @property
    def state(self) -> State:
        """The table as it is, after the last statement of its game."""
        return self.course.state

    def _resume(self, entries: list[Entry]) -> None:
        """The game of these statements is on the table."""
        self.course = Course(entries)
        if entries and entries[0].statement.startswith(BY_SCAN):  # of the START card
            self.interpreter.seated_by_badges([seat.name for seat in self.state.seats])

    # Saying things

    async def submit(
        self,
        command: Command,
        *,
        statement: str | None = None,
        key: str | None = None,
        version: int | None = None,
        author: Author | None = None,
        from_press: bool = False,
    ) -> Update:
        """One statement is decided and, when accepted, on the disk before this returns.

        ``statement`` is what was said where that differs from the command. ``version`` refuses to act on a table
        that has moved on; ``key`` makes a repeat the same statement; ``author`` is the phone it comes from.
        Statements wait, in order, while a press is in flight; queries, the press itself (``from_press``) and what
        settles it do not. Those that already waited go on waiting while it stays open. Raises StaleVersionError,
        KeyReusedError.

        An enrolled code is said as the tag of its card, so that what is written down means the same for ever.
        """
        command = self._as_tag(command)
        text = statement or write(command)
        if from_press or self._is_urgent(command):
            async with self._lock:
                return await self._submit(command, text, key, version, author)
        waits = self.press_in_flight
        if waits:
            self.on_waiting(command)
        async with self._in_turn(lambda: waits and not self._is_urgent(command)):
            return await self._submit(command, text, key, version, author)

    @asynccontextmanager
    async def _in_turn(self, waits_for_numbers: Callable[[], bool] = lambda: False) -> AsyncIterator[None]:
        """While no press is in flight; whoever came first goes first when it ends, and alone."""
        async with self._turnstile:
            while True:
                await self._no_press.wait()
                if waits_for_numbers():
                    await self._settled.wait()
                async with self._lock:
                    if not self.press_in_flight:
                        yield
                        return

    async def _said_before(self, key: str | None, version: int | None, text: str | None = None) -> Update | None:
        """The answer to the same tap before, if there was one. Raises StaleVersionError, KeyReusedError."""
        if key is not None and (earlier := await self.answered(key, text)) is not None:
            return earlier
        if version is not None and version != self.version:
            raise StaleVersionError
        return None

    def _is_urgent(self, command: Command) -> bool:
        """What need not wait behind others: a question, and the answer to the question how many cards came."""
        if isinstance(command, cmd.Scan) and is_query(command.text):
            return True
        press = self.interrupted
        if press is None:
            return False
        meaning = self.preview(command)
        if isinstance(meaning, Query):
            return True
        return not isinstance(meaning, Refusal | Series) and settles(meaning, press)

    async def _submit(
        self, command: Command, text: str, key: str | None, version: int | None, author: Author | None
    ) -> Update:
        if (earlier := await self._said_before(key, version, text)) is not None:
            return earlier
        meaning = self._meaning(command)
        if isinstance(meaning, Query) and (press := self._told(meaning)) is not None:
            return await self._leave_open(press)
        press, question = self.interrupted, self.open_question
        if isinstance(meaning, Refusal) and question is not None and meaning.code in _WOULD_WAIT:
            meaning = question
        if isinstance(meaning, Query | Refusal):
            return self._answer(command, text, meaning, author)
        first = meaning.commands[0] if isinstance(meaning, Series) else meaning
        if press is not None and question is not None and not may_come_before(first, press):
            return self._answer(first, text, question, author)
        if isinstance(first, cmd.Undo) and not isinstance(meaning, Series) and (wanted := undo_of(self.course, text)):
            return await self._happen_in_one_go(wanted, key, author)
        ruled = rulings(self.interpreter, meaning, self.state)
        if isinstance(ruled, Refusal):
            return self._answer(first, text, ruled, author)
        return await self._accept(text, key, ruled, author)

    def _meaning(self, command: Command) -> Meaning:
        match command:
            case cmd.Scan(text):
                return self.interpreter.meaning(text, *self._standing)
            case cmd.Undo() if self.interpreter.undoes_the_deal:
                return self.interpreter.undo_in_the_deal()
        return command

    def _as_tag(self, command: Command) -> Command:
        return (
            cmd.Scan(self.interpreter.as_tag(command.text, self.state)) if isinstance(command, cmd.Scan) else command
        )

    def preview(self, command: Command, *, after: Sequence[str] = ()) -> Meaning:
        """What a statement would mean if it were said now, ``after`` these scans; nothing of it happens."""
        command = self._as_tag(command)
        if not isinstance(command, cmd.Scan):
            return command
        return self.interpreter.preview(command.text, *self._standing, after=after)

    @property
    def _standing(self) -> tuple[State, OpenPress | None]:
        return self.state, self.interrupted

    def _answer(self, command: Command, text: str, answer: Query | Refusal, author: Author | None = None) -> Update:
        """A query is answered or a statement refused: the table stays as it is."""
        refusal = answer if isinstance(answer, Refusal) else None
        query = answer if isinstance(answer, Query) else None
        ended = self.interpreter.take_ended()
        update = Update(self.version, text, command, (), refusal, self.state, self.state, query=query, ended=ended)
        return self._publish(self._narrated(replace(update, author=author)))

    async def _accept(self, text: str, key: str | None, rulings: Rulings, author: Author | None) -> Update:
        """One scan may come to several statements: they are told in one go, with the last of them."""
        updates, state = [], self.state
        for number, (command, ruled) in enumerate(rulings.steps, 1):
            said = text if number == 1 else write(command)
            note = rulings.note if number == len(rulings.steps) else None
            update = Update(self.version + number, said, command, ruled.events, None, state, ruled.after, note=note)
            updates.append(replace(update, author=author))
            state = ruled.after
        if isinstance(updates[0].command, cmd.Undo) and len(updates) == 1:
            updates = [replace(updates[0], reopened=await self._reopened())]
        updates[-1] = replace(updates[-1], ended=self.interpreter.take_ended())
        told = [self._narrated(update) for update in updates]
        last = replace(told[-1], utterances=_in_one_go(told, silent=rulings.silent))
        steps = [*(replace(update, utterances=()) for update in told[:-1]), last]

        async def commit() -> Update:
            for update in steps:
                published = await self._commit(update, key if update is steps[0] else None)
            return published

        return await _whole(commit())

    async def _commit(self, update: Update, key: str | None) -> Update:
        command = update.command
        game = self.newest_game + 1 if isinstance(command, cmd.NewGame) else self.game
        settled = self._press if self._press is not None and settles(command, self._press) else None
        if settled is not None and isinstance(command, cmd.Press) and not self.press_in_flight:
            settled = replace(settled, by_hand=True)
        if settled is not None and key is None and isinstance(command, cmd.Press):
            key = settled.key  # the phone that pressed asked for nothing else
        entry = Entry(update.version, game, update.statement, command, update.events, update.says, key)
        entry = replace(entry, author=update.author)
        saved = await self.journal.save(entry, settled, update.reopened)
        if game != self.game:
            self.course = Course()
        self.course.take(entry, update.after)
        self.version, self.game = update.version, game
        self.newest_game = max(self.newest_game, game)
        if settled is not None:
            self._press = None
            self._settled.set()
        if update.reopened is not None:
            self._settled.clear()
            self._press = update.reopened
        return self._publish(replace(update, saved=saved))

    async def submit_in_one_go(
        self, wanted: InOneGo, *, version: int | None, key: str | None = None, author: Author | None = None
    ) -> Update:
        """Several statements happen together or not at all: one commit, one update for whoever listens.

        They wait while a press is in flight; while one is open they are refused with its question, unless they may
        come before its answer. Parameters and errors are those of ``submit``.
        """
        if self.press_in_flight:
            self.on_waiting(wanted.about.command)
        async with self._in_turn():
            if (earlier := await self._said_before(key, version, wanted.statements[0].text)) is not None:
                return earlier
            press, question = self.interrupted, self.open_question
            first = not all(press is None or may_come_before(said.command, press) for said in wanted.statements)
            if question is not None and first:
                return self._answer(wanted.about.command, wanted.about.text, question, author)
            return await self._happen_in_one_go(wanted, key, author)

    async def _happen_in_one_go(self, wanted: InOneGo, key: str | None, author: Author | None) -> Update:
        ruled = rule_in_one_go(self.state, wanted.statements)
        if isinstance(ruled, Refusal):
            return self._answer(wanted.about.command, wanted.about.text, ruled, author)
        return await _whole(self._commit_in_one_go(wanted, ruled, key, author))

    async def _commit_in_one_go(
        self, wanted: InOneGo, ruled: RuledInOneGo, key: str | None, author: Author | None
    ) -> Update:
        last, about = self.version + len(ruled.steps), wanted.about
        update = self._narrated(
            Update(
                last, about.text, about.command, ruled.events, None, self.state, ruled.after,
                note=wanted.note, author=author,
            )
        )  # fmt: skip
        entries = [
            Entry(number, self.game, said.text, said.command, step.events, author=said.said_by(author))
            for number, (said, step) in enumerate(zip(wanted.statements, ruled.steps, strict=True), self.version + 1)
        ]
        together = wanted.together
        entries[0] = replace(entries[0], says=update.says, key=key, together=together, author=author)
        press = self._press
        settling = next((entry for entry in entries if press is not None and settles(entry.command, press)), None)
        settled = None if press is None or settling is None else (press, settling.number)
        saved = await self.journal.save_together(entries, settled)
        for entry, step in zip(entries, ruled.steps, strict=True):
            self.course.take(entry, step.after)
        self.version = last
        if settled is not None:
            self._press = None
            self._settled.set()
        if any(isinstance(entry.command, cmd.Undo) for entry in entries):
            self.interpreter.start_over()
        else:
            for entry in entries:
                self.interpreter.note(entry.command, refused=False)
        return self._publish(replace(update, saved=saved))

    async def take_in(
        self,
        games: Sequence[Sequence[Entry]],
        file: str,
        *,
        live: bool,
        version: int | None = None,
        key: str | None = None,
        author: Author | None = None,
    ) -> tuple[Update, int]:
        """Games that the referee has checked become games of the journal, all or none; and the last one's number.

        ``live``: the last goes on at this table, and what was played there is set aside; else all are only kept. They
        wait while a press is in flight; while one is open it is asked for first. A game that is here already is not
        taken in again, unless it was set aside and is to go on. Raises StaleVersionError, KeyReusedError,
        HereAlreadyError.
        """
        async with self._in_turn():
            last = games[-1][-1]
            asked = last.statement if key is None else await self._last_of(games, key)
            if (earlier := await self._said_before(key, version, asked)) is not None:
                entry = None if key is None else await self.journal.entry_with_key(key)
                return earlier, self.newest_game if entry is None else entry.game
            if live and (question := self.open_question) is not None:
                return self._answer(last.command, last.statement, question, author), 0
            found = [await self.journal.same_game(game) for game in games]
            if live and found[-1] != self.game:
                found[-1] = None
            new = [game for game, known in zip(games, found, strict=True) if known is None]
            if not new or (live and found[-1] is not None):
                raise HereAlreadyError(next(game for game in reversed(found) if game is not None))
            note = TakenIn(self.newest_game + len(new), live, here=len(games) - len(new))
            return await _whole(self._take_in(new, file, note, key, author)), self.newest_game

    async def _last_of(self, games: Sequence[Sequence[Entry]], key: str) -> str:
        """With what the games of a file end that were taken in with this key; the last were perhaps here before."""
        known = await self.journal.entry_with_key(key)
        ends = [game[-1].statement for game in games]
        return known.statement if known is not None and known.statement in ends else ends[-1]

    async def _take_in(
        self, games: Sequence[Sequence[Entry]], file: str, note: TakenIn, key: str | None, author: Author | None
    ) -> Update:
        entries: list[Entry] = []
        game = self.newest_game
        for statements in games:
            game += 1
            came = Imported(file, history=not (note.live and statements is games[-1]))
            entries += [
                replace(entry, number=self.version + len(entries) + place, game=game, author=OUT_OF_A_FILE)
                for place, entry in enumerate(statements, 1)
            ]
            first = len(entries) - len(statements)
            entries[first] = replace(entries[first], imported=came)
        before, last = self.state, entries[-1]
        entries[-1] = replace(last, key=key)
        saved = await self.journal.save_together(entries)
        self.version, self.newest_game = last.number, game
        if note.live:
            self.game = game
            self._resume([entry for entry in entries if entry.game == game])
            self.interpreter.start_over()
        update = Update(
            self.version, last.statement, last.command, (), None, before, self.state,
            note=note, saved=saved, author=author,
        )  # fmt: skip
        return self._publish(self._narrated(update))

    async def _reopened(self) -> OpenPress | None:
        """The press whose number is taken back: its cards are out, so that another is told, not pressed for.

        The launcher drew for it once.
        """
        press = await self.journal.press_told(self.course.changes[-1].number) if self.course.changes else None
        return press and replace(press, at=datetime.now(UTC), misses=None, key=None, by_hand=False)

    async def answered(self, key: str, text: str | None = None) -> Update | None:
        """The answer given before to the statement with this one-time key, or None.

        Raises KeyReusedError when ``text`` is another statement.
        """
        entry = await self.journal.entry_with_key(key)
        if entry is None:
            return None
        # The button's own statement has no number until the cards are counted.
        asked = write(replace(entry.command, cards=None)) if isinstance(entry.command, cmd.Press) else None
        if text is not None and text not in {entry.statement, asked}:
            raise KeyReusedError
        saved = entry not in self.journal.unsaved
        if (update := next((told for told in self._changes if told.version == entry.number), None)) is not None:
            return replace(update, saved=saved)
        return Update(
            version=entry.last_number,
            statement=entry.statement,
            command=entry.command,
            events=entry.events,
            refusal=None,
            before=self.state,
            after=self.state,
            utterances=tuple(Utterance({"": line}, Priority.ACTION) for line in entry.says),
            saved=saved,
            words_only=True,
            author=entry.author,
        )

    def _narrated(self, update: Update) -> Update:
        try:
            return replace(update, utterances=tuple(self.narrate(update)))
        except Exception:
            log.exception("no words were found for a statement of the kind %s", type(update.command).__name__)
            return update

    def since(self, version: int) -> tuple[Update, ...]:
        """What was accepted after a version of this run, the oldest first; of a long time only the latest."""
        return tuple(update for update in self._changes if update.version > version)

    def _publish(self, update: Update) -> Update:
        if update.accepted and update.query is None:
            self._changes.append(update)
        for observer in self.observers:
            try:
                observer(update)
            except Exception:
                log.exception("a listener failed on a statement of the kind %s", type(update.command).__name__)
        for subscription in self._subscriptions:
            subscription.offer(update)
        return update

    def subscribe(self, size: int = QUEUE_SIZE) -> Subscription:
        """A place among the listeners, from the next statement on."""
        subscription = Subscription(size)
        self._subscriptions.add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Gives the place up."""
        self._subscriptions.discard(subscription)

    # A press in flight

    @property
    def press_in_flight(self) -> bool:
        """True while cards of a press are coming out."""
        return not self._no_press.is_set()

    @property
    def interrupted(self) -> OpenPress | None:
        """A press that waits for the number of its cards, or for another press that throws the rest."""
        return None if self.press_in_flight else self._press

    @property
    def in_doubt(self) -> bool:
        """True while the table is asked how many cards an open press brought; nobody presses before the answer."""
        return self.interrupted is not None and not self.interrupted.goes_on

    @property
    def open_question(self) -> Refusal | None:
        """What an open press waits for, as whatever else is said is answered; None where none is open."""
        return None if self.interrupted is None else what_it_waits_for(self.interrupted, self.state)

    async def begin_press(
        self,
        player: str,
        drawn: int,
        key: str | None = None,
        *,
        misses: int | None = None,
        author: Author | None = None,
    ) -> None:
        """A press was accepted: it is on the disk before the motor starts, and statements wait for its end.

        ``misses`` before it, where the launcher decided; ``author`` is the phone that pressed.
        """
        async with self._lock:
            self._pressed_by = author
            await self._in_flight(OpenPress(player, drawn, 0, key=key, misses=misses))

    async def resume_press(self, press: OpenPress) -> None:
        """Another press throws what is missing of an open one; that is on the disk before the motor starts."""
        async with self._lock:
            await self._in_flight(replace(press, goes_on=False))

    async def _in_flight(self, press: OpenPress) -> None:
        self._no_press.clear()
        self._settled.clear()
        await self._note_press(press)

    async def count_card(self, counted: int) -> None:
        """So many cards of the press in flight have come out by now."""
        if self._press is not None and self._press.counted != counted:
            await self._note_press(replace(self._press, counted=counted))

    async def find_press(self, finding: str) -> None:
        """The dispenser found something out about the press in flight; it is kept with it."""
        if self._press is not None:
            await self._note_press(replace(self._press, finding=finding))

    async def _note_press(self, press: OpenPress) -> None:
        self._press = press
        await self.journal.note_press(press)

    async def end_press(self, cards: int) -> Update | None:
        """The last card is counted: the press becomes one statement and those waiting go on."""
        if self._press is None:
            return None
        try:
            pressed = cmd.Press(self._press.player, cards)
            return await self.submit(pressed, author=self._pressed_by, from_press=True)
        finally:
            self._no_press.set()
            self._settled.set()

    async def ask_press(self, *, goes_on: bool = False) -> Update | None:
        """The press stays open: until the table has told the number that is in doubt, or until it ``goes_on``.

        What waited goes on waiting; what is said from now on is refused with the question.
        """
        async with self._lock:
            if self._press is None:
                return None
            self._no_press.set()
            return await self._leave_open(replace(self._press, goes_on=goes_on))

    async def late_card(self) -> Update | None:
        """One more card is out of the gate: an open press has one more, and asks again; None where none is open."""
        async with self._lock:
            press = self.interrupted
            if press is None:
                return None
            more = replace(press, counted=press.counted + 1)
            return await self._leave_open(replace(more, goes_on=more.goes_on and more.missing > 0))

    async def _leave_open(self, press: OpenPress) -> Update:
        """The press stays open like this, and says what it waits for."""
        await self._note_press(press)
        pressed = cmd.Press(press.player)
        return self._answer(pressed, write(pressed), what_it_waits_for(press, self.state))

    def _told(self, query: Query) -> OpenPress | None:
        """The open press as it goes on after the table has told how many of its cards have come."""
        press = self.interrupted
        return (
            told(press, query.number) if press is not None and query.of_press and query.number is not None else None
        )

    def abandon_press(self) -> None:
        """The press was cut short: it stays on the disk, and the table goes on without its number."""
        self._no_press.set()
        self._settled.set()

    # The games that were played

    async def entries(self, game: int) -> list[Entry]:
        """All accepted statements of one game, those not yet on the disk included."""
        return await self.journal.entries(game)

    async def entries_after(self, game: int, number: int) -> list[Entry]:
        """The next accepted statements of one game after that of a number; ask again after the last until none is
        left, so that no press waits long for the journal."""
        return await self.journal.entries(game, number, _AT_ONCE)

    async def launches(self, after: int = 0) -> list[Launch]:
        """What the launcher decided in all games, in order, after the press of a number.

        Not all at once, so that no press waits for the journal: ask again after the last one until there are none.
        """
        return await self.journal.launches(after)

    async def imported(self) -> dict[int, str]:
        """The games that came out of files, and the files' names."""
        return await self.journal.imported()

    async def games(self) -> list[int]:
        """Numbers of all games, oldest first."""
        return await self.journal.games()

    def close(self) -> None:
        """Ends the journal's thread after what it has begun, and closes the journal."""
        self.journal.close()
