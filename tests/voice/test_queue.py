"""What the table hears when more happens than can be said."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.voice.queue import NS_PER_MS, REMEMBERED, SpeechQueue
from companion.voice.utterance import Announcement, Outcome, Priority, Utterance

SENTENCE_MS = 1500


@dataclass
class Table:
    """A queue with a clock by hand, and a voice that says each line in 1.5 s."""

    locales: tuple[str, ...] = ("en",)
    now_ms: int = 10_000
    log: dict[int, Announcement] = field(default_factory=dict)
    began_ms: int = 0

    def __post_init__(self) -> None:
        self.queue = SpeechQueue(lambda: self.now_ms * NS_PER_MS, self.locales, self.note)

    def note(self, announcement: Announcement) -> None:
        before = self.log.get(announcement.number)
        assert before is None or not before.state.final, f"{before} was already over"
        self.log[announcement.number] = announcement

    def say(self, *utterances: Utterance) -> list[int]:
        return self.queue.add(utterances)

    def begin(self) -> str | None:
        """Starts the next line, if there is one."""
        line = self.queue.take()
        if line is None:
            return None
        self.queue.started(self.now_ms * NS_PER_MS)
        self.began_ms = self.now_ms
        return line.announcement.text

    def end(self) -> None:
        self.queue.finished(Outcome.SPOKEN, self.now_ms * NS_PER_MS)

    def pass_ms(self, length_ms: int) -> None:
        """Lets time go by, 50 ms at a time, while the voice works."""
        for _ in range(length_ms // 50):
            self.now_ms += 50
            if self.queue.current is None:
                self.begin()
            elif self.now_ms - self.began_ms >= SENTENCE_MS:
                self.end()
                self.begin()

    def hear_out(self) -> list[str]:
        """Everything that is said from here to silence."""
        said = []
        while self.queue.current is not None or self.queue.waiting:
            if self.queue.current is None:
                text = self.begin()
                if text is None:
                    self.now_ms += 50
                    continue
                said.append(text)
            self.end()
        return said

    def outcome(self, text: str) -> list[Outcome]:
        return [entry.state for entry in self.log.values() if entry.text == text]


def line(
    text: str,
    priority: Priority = Priority.ACTION,
    *,
    key: str | None = None,
    expires_ms: int | None = None,
    repeatable: bool = True,
) -> Utterance:
    return Utterance({"en": text}, priority, key, expires_ms, repeatable)


def turn(text: str) -> Utterance:
    return line(text, Priority.TURN)


def urgent(text: str) -> Utterance:
    return line(text, Priority.URGENT)


def test_what_happened_is_told_in_order_and_the_turn_last() -> None:
    table = Table()
    table.say(line("Ann: red skip."), line("Ben is skipped."), turn("Cleo to play."))
    assert table.hear_out() == ["Ann: red skip.", "Ben is skipped.", "Cleo to play."]


def test_an_urgent_line_interrupts_and_what_it_interrupted_is_said_again_whole() -> None:
    table = Table()
    table.say(turn("Ben to play."))
    table.begin()
    table.say(urgent("The dispenser is jammed."))
    assert table.queue.current is None
    assert table.hear_out() == ["The dispenser is jammed.", "Ben to play."]
    assert table.outcome("Ben to play.") == [Outcome.CUT, Outcome.SPOKEN]


def test_an_urgent_line_goes_before_what_waits_but_after_other_urgent_ones() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    table.say(urgent("Jam."))
    table.say(urgent("The lid is open."))
    assert table.hear_out() == ["Jam.", "The lid is open.", "Ann: red 7."]


def test_an_urgent_line_does_not_interrupt_an_urgent_line() -> None:
    table = Table()
    table.say(urgent("Jam."))
    table.begin()
    table.say(urgent("The lid is open."))
    assert table.queue.current is not None
    table.end()
    assert table.hear_out() == ["The lid is open."]


def test_a_line_that_is_only_being_synthesised_gives_way_and_is_not_called_cut() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    table.queue.take()
    table.say(urgent("Jam."))
    assert table.hear_out() == ["Jam.", "Ann: red 7."]
    assert table.outcome("Ann: red 7.") == [Outcome.SPOKEN]


def test_an_interrupted_turn_is_not_said_again_when_the_turn_has_changed_meanwhile() -> None:
    table = Table()
    table.say(turn("Ben to play."))
    table.begin()
    table.say(turn("Cleo to play."), urgent("Jam."))
    assert table.hear_out() == ["Jam.", "Cleo to play."]


def test_a_newer_turn_replaces_an_unspoken_older_one() -> None:
    table = Table()
    table.say(line("Ann: red 7."), turn("Ben to play."))
    table.begin()
    table.say(line("Ben: red 2."), turn("Cleo to play."))
    table.end()
    assert table.hear_out() == ["Ben: red 2.", "Cleo to play."]
    assert table.outcome("Ben to play.") == [Outcome.COALESCED]


def test_a_detail_is_only_said_into_silence() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    table.say(line("Ann 3, Ben 5.", Priority.DETAIL))
    assert table.hear_out() == ["Ann: red 7."]
    assert table.outcome("Ann 3, Ben 5.") == [Outcome.DROPPED]
    table.say(line("Ann 3, Ben 5.", Priority.DETAIL))
    assert table.hear_out() == ["Ann 3, Ben 5."]


def test_a_line_that_waited_too_long_is_dropped() -> None:
    table = Table()
    table.say(line("Ann: red 7."), line("One more press.", expires_ms=1000))
    table.begin()
    table.now_ms += 1000
    table.end()
    assert table.hear_out() == []
    assert table.outcome("One more press.") == [Outcome.DROPPED]


def test_a_newer_line_with_the_same_key_replaces_the_unspoken_one() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    table.begin()
    table.say(line("1 card.", key="count"))
    table.say(line("2 cards.", key="count"))
    table.end()
    assert table.hear_out() == ["2 cards."]
    assert table.outcome("1 card.") == [Outcome.COALESCED]


def test_the_same_sentence_about_two_events_is_said_twice() -> None:
    table = Table()
    table.say(line("No card."))
    table.say(line("No card."))
    assert table.hear_out() == ["No card.", "No card."]


def test_a_scan_drops_what_was_not_begun_but_keeps_urgent_lines_and_the_one_being_heard() -> None:
    table = Table()
    table.say(line("Ann: red 7."), line("Ben draws 2."), turn("Cleo to play."))
    table.begin()
    table.queue.cut_tail()
    assert table.queue.current is not None
    assert table.outcome("Ben draws 2.") == table.outcome("Cleo to play.") == [Outcome.DROPPED]
    table.end()
    table.say(urgent("Jam."), line("Ann: red 8."))
    table.queue.cut_tail()
    assert table.hear_out() == ["Jam."]


def test_a_scan_may_also_cut_the_line_being_heard_unless_it_is_urgent() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    table.begin()
    table.queue.cut_tail(speaking=True)
    assert table.outcome("Ann: red 7.") == [Outcome.CUT]
    table.say(urgent("Jam."))
    table.begin()
    table.queue.cut_tail(speaking=True)
    assert table.queue.current is not None


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_was_awaited_until_a_press_is_not_said_again_after_the_question_that_interrupts_it(
    *, goes_on: bool
) -> None:
    table = Table(locales=("en",))
    table.say(turn("Fill the dispenser. Your turn, Ann."))
    table.begin()
    if goes_on:
        table.queue.cut_tail()
    table.say(urgent("How many cards came?"))
    again = [] if goes_on else ["Fill the dispenser. Your turn, Ann."]
    assert table.hear_out() == ["How many cards came?", *again]


def test_stop_leaves_nothing() -> None:
    table = Table()
    table.say(line("Ann: red 7."), urgent("Jam."), turn("Ben to play."))
    table.begin()
    table.queue.stop()
    assert table.queue.current is None
    assert table.hear_out() == []
    assert table.outcome("Jam.") == [Outcome.CUT]
    assert table.outcome("Ann: red 7.") == table.outcome("Ben to play.") == [Outcome.DROPPED]


def test_repeat_says_the_last_line_and_asked_again_the_one_before() -> None:
    table = Table()
    table.say(line("Ann: red 7."), turn("Ben to play."))
    table.hear_out()
    table.queue.repeat()
    assert table.hear_out() == ["Ben to play."]
    table.queue.repeat()
    assert table.hear_out() == ["Ann: red 7."]
    table.queue.repeat()
    assert table.hear_out() == ["Ann: red 7."]


def test_repeat_starts_anew_once_something_new_was_said() -> None:
    table = Table()
    table.say(line("Ann: red 7."), turn("Ben to play."))
    table.hear_out()
    table.queue.repeat()
    table.hear_out()
    table.say(turn("Cleo to play."))
    table.hear_out()
    table.queue.repeat()
    assert table.hear_out() == ["Cleo to play."]


def test_repeat_goes_back_ten_lines_and_skips_refusals() -> None:
    table = Table()
    for number in range(REMEMBERED + 2):
        table.say(line(f"Line {number}."))
        table.hear_out()
    table.say(line("Not possible.", Priority.URGENT, repeatable=False))
    table.hear_out()
    said = []
    for _ in range(REMEMBERED + 1):
        table.queue.repeat()
        said += table.hear_out()
    assert said == [f"Line {number}." for number in range(REMEMBERED + 1, 1, -1)] + ["Line 2."]


def test_repeat_waits_for_nothing_and_is_not_said_twice() -> None:
    table = Table(("en", "fr"))
    table.say(Utterance({"en": "Ben to play.", "fr": "C'est à Ben."}, Priority.TURN), line("Ann: red 7."))
    table.begin()
    table.queue.repeat()
    table.queue.repeat()
    assert table.hear_out() == ["Ben to play.", "C'est à Ben.", "Ann: red 7."]


def test_repeat_before_anything_was_said_is_nothing() -> None:
    assert Table().queue.repeat() == []


def test_every_language_of_the_table_is_spoken_in_its_order() -> None:
    table = Table(("fr", "en"))
    table.say(Utterance({"en": "Ben to play.", "fr": "C'est à Ben."}, Priority.TURN))
    assert table.hear_out() == ["C'est à Ben.", "Ben to play."]
    assert [entry.locale for entry in table.log.values()] == ["fr", "en"]


def test_a_text_in_no_language_of_the_table_is_still_said() -> None:
    table = Table(("de",))
    table.say(line("Ann: red 7."))
    assert table.hear_out() == ["Ann: red 7."]


def test_twenty_events_in_two_seconds_become_three_sentences_and_the_last_is_true() -> None:
    table = Table()
    for number in range(1, 21):
        table.say(line(f"Ann: red {number}."), turn(f"Player {number} to play."))
        table.pass_ms(100)
    table.pass_ms(20_000)
    said = [entry.text for entry in table.log.values() if entry.state is Outcome.SPOKEN]
    assert said == ["Ann: red 1.", "Ann: red 20.", "Player 20 to play."]


def test_faults_in_quick_succession_do_not_push_out_what_was_played() -> None:
    table = Table()
    table.say(line("Ann: red 7."))
    for fault in ("Jam.", "The lid is open.", "The hopper is empty.", "The scanner is gone."):
        table.say(urgent(fault))
    assert table.hear_out()[-1] == "Ann: red 7."


def test_at_the_pace_of_a_table_nothing_is_left_out() -> None:
    table = Table()
    for number in range(1, 6):
        table.say(line(f"Ann: red {number}."), turn(f"Player {number} to play."))
        table.pass_ms(3500)
    assert {entry.state for entry in table.log.values()} == {Outcome.SPOKEN}


def test_twenty_urgent_lines_at_once_do_not_hold_the_table_up() -> None:
    table = Table()
    for number in range(20):
        table.say(urgent(f"Refused {number}."))
        table.pass_ms(50)
    table.pass_ms(10_000)
    said = [entry.text for entry in table.log.values() if entry.state is Outcome.SPOKEN]
    assert len(said) == 5
    assert said[-1] == "Refused 19."


@pytest.mark.parametrize("speed", [1, 20])
def test_a_demonstration_forgets_as_much_faster_as_it_runs(speed: int) -> None:
    table = Table()
    table.queue = SpeechQueue(lambda: table.now_ms * NS_PER_MS, ("en",), table.note, speed)
    table.say(line("One more press.", expires_ms=1000))
    table.now_ms += 100
    assert table.hear_out() == (["One more press."] if speed == 1 else [])


MOVES = st.one_of(
    st.tuples(
        st.just("say"),
        st.lists(st.tuples(st.sampled_from(Priority), st.sampled_from([None, "a", "b"])), min_size=1, max_size=4),
    ),
    st.tuples(st.sampled_from(["take", "start", "end", "tail", "stop", "repeat", "wait"]), st.none()),
)


@given(st.lists(MOVES, max_size=40), st.sampled_from([("en",), ("en", "fr")]))
def test_every_announcement_ends_once_and_the_newest_turn_is_heard_unless_the_table_cut_it(
    moves: list[tuple[str, list[tuple[Priority, str | None]] | None]], locales: tuple[str, ...]
) -> None:
    table = Table(locales)
    newest_turn: str | None = None
    for count, (move, told) in enumerate(moves):
        if told is None:
            make_move(table, move)
            newest_turn = None if move in ("tail", "stop") else newest_turn
        for place, (priority, key) in enumerate(told or []):
            name = f"{count}.{place}"
            texts = {"en": f"en {name}", "fr": f"fr {name}"}
            is_turn = priority is Priority.TURN
            table.say(Utterance(texts, priority, None if is_turn else key))
            newest_turn = f"{locales[-1]} {name}" if is_turn else newest_turn
        speaking = [entry for entry in table.log.values() if entry.state is Outcome.SPEAKING]
        assert len(speaking) <= 1
    make_move(table, "start")
    table.hear_out()
    assert all(entry.state.final for entry in table.log.values())
    assert list(table.log) == list(range(1, len(table.log) + 1))
    assert newest_turn is None or Outcome.SPOKEN in table.outcome(newest_turn)


def make_move(table: Table, move: str) -> None:
    """One thing that happens beside the saying; impossible ones do nothing."""
    state = table.queue.current and table.queue.current.announcement.state
    match (move, state):
        case ("take", _):
            table.queue.take()
        case ("start", Outcome.QUEUED):
            table.queue.started(table.now_ms * NS_PER_MS)
        case ("end", Outcome.SPEAKING):
            table.end()
        case ("tail", _):
            table.queue.cut_tail()
        case ("stop", _):
            table.queue.stop()
        case ("repeat", _):
            table.queue.repeat()
        case ("wait", _):
            table.now_ms += 700
