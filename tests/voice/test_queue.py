"""What the table hears when more happens than can be said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.cards import Card, Colour
from companion.voice.lines import answer as answer_line
from companion.voice.lines import say
from companion.voice.phrases import utterances
from companion.voice.speech.queue import BACKLOG, NS_PER_MS, REMEMBERED, SpeechQueue
from companion.voice.utterance import Outcome, Priority, Until, Utterance
from tests.voice.hand_voice import HandVoice as Table


def line(
    text: str,
    priority: Priority = Priority.ACTION,
    *,
    key: str | None = None,
    expires_ms: int | None = None,
    repeatable: bool = True,
    until: Until = Until.HEARD,
) -> Utterance:
    return Utterance({"en": text}, priority, key, expires_ms, repeatable, until=until)


def turn(text: str) -> Utterance:
    return line(text, Priority.TURN)


def urgent(text: str) -> Utterance:
    return line(text, Priority.URGENT)


def answer(text: str) -> Utterance:
    return line(text, Priority.URGENT, key="answer", until=Until.ASKED)


def question(text: str) -> Utterance:
    return line(text, Priority.URGENT, until=Until.MOVED)


def test_what_happened_is_told_in_order_and_the_turn_last() -> None:
    table = Table()
    table.tell(line("Ann: red skip."), line("Ben is skipped."), turn("Cleo to play."))
    assert table.hear_out() == ["Ann: red skip.", "Ben is skipped.", "Cleo to play."]


def test_an_urgent_line_interrupts_and_what_it_interrupted_is_said_again_whole() -> None:
    table = Table()
    table.tell(turn("Ben to play."))
    table.begin()
    table.tell(urgent("The dispenser is jammed."))
    assert table.queue.current is None
    assert table.hear_out() == ["The dispenser is jammed.", "Ben to play."]
    assert table.outcome("Ben to play.") == [Outcome.CUT, Outcome.SPOKEN]


def test_an_urgent_line_goes_before_what_waits_but_after_other_urgent_ones() -> None:
    table = Table()
    table.tell(line("Ann: red 7."))
    table.tell(urgent("Jam."))
    table.tell(urgent("The lid is open."))
    assert table.hear_out() == ["Jam.", "The lid is open.", "Ann: red 7."]


def test_an_urgent_line_does_not_interrupt_an_urgent_line() -> None:
    table = Table()
    table.tell(urgent("Jam."))
    table.begin()
    table.tell(urgent("The lid is open."))
    assert table.queue.current is not None
    table.end()
    assert table.hear_out() == ["The lid is open."]


def test_a_line_that_is_only_being_synthesised_gives_way_and_is_not_called_cut() -> None:
    table = Table()
    table.tell(line("Ann: red 7."))
    table.queue.take()
    table.tell(urgent("Jam."))
    assert table.hear_out() == ["Jam.", "Ann: red 7."]
    assert table.outcome("Ann: red 7.") == [Outcome.SPOKEN]


def test_an_interrupted_turn_is_not_said_again_when_the_turn_has_changed_meanwhile() -> None:
    table = Table()
    table.tell(turn("Ben to play."))
    table.begin()
    table.tell(turn("Cleo to play."), urgent("Jam."))
    assert table.hear_out() == ["Jam.", "Cleo to play."]


def test_a_newer_turn_replaces_an_unspoken_older_one() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.begin()
    table.tell(line("Ben: red 2."), turn("Cleo to play."))
    table.end()
    assert table.hear_out() == ["Ben: red 2.", "Cleo to play."]
    assert table.outcome("Ben to play.") == [Outcome.COALESCED]


def test_a_detail_is_only_said_into_silence() -> None:
    table = Table()
    table.tell(line("Ann: red 7."))
    table.tell(line("Ann 3, Ben 5.", Priority.DETAIL))
    assert table.hear_out() == ["Ann: red 7."]
    assert table.outcome("Ann 3, Ben 5.") == [Outcome.DROPPED]
    table.tell(line("Ann 3, Ben 5.", Priority.DETAIL))
    assert table.hear_out() == ["Ann 3, Ben 5."]


def test_a_line_that_waited_too_long_is_dropped() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), line("One more press.", expires_ms=1000))
    table.begin()
    table.now_ms += 1000
    table.end()
    assert table.hear_out() == []
    assert table.outcome("One more press.") == [Outcome.DROPPED]


def test_a_newer_line_with_the_same_key_replaces_the_unspoken_one() -> None:
    table = Table()
    table.tell(line("Ann: red 7."))
    table.begin()
    table.tell(line("1 card.", key="count"))
    table.tell(line("2 cards.", key="count"))
    table.end()
    assert table.hear_out() == ["2 cards."]
    assert table.outcome("1 card.") == [Outcome.COALESCED]


def test_the_same_sentence_about_two_events_is_said_twice() -> None:
    table = Table()
    table.tell(line("No card."))
    table.tell(line("No card."))
    assert table.hear_out() == ["No card.", "No card."]


def test_when_the_table_goes_on_what_was_awaited_is_cut_and_what_happened_is_told() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), line("Ann 3, Ben 5.", until=Until.MOVED), turn("Ben to play."))
    table.begin()
    assert table.cut_tail()
    assert table.outcome("Ann 3, Ben 5.") == table.outcome("Ben to play.") == [Outcome.DROPPED]
    table.tell(line("Ben: red 8."), turn("Cleo to play."))
    table.end()
    assert table.hear_out() == ["Ben: red 8.", "Cleo to play."]
    assert not table.cut_tail()


@pytest.mark.parametrize("asked", [turn("Ben: 2 presses."), question("2 cards for Ben. Is that right?")])
def test_what_is_awaited_no_more_falls_silent_in_the_middle_of_its_words(asked: Utterance) -> None:
    table = Table()
    table.tell(asked)
    table.begin()
    assert table.cut_tail()
    assert table.queue.current is None
    table.tell(line("2 cards for Ben."), turn("Cleo to play."))
    assert table.hear_out() == ["2 cards for Ben.", "Cleo to play."]


def test_a_fault_is_told_although_the_table_goes_on() -> None:
    table = Table()
    table.tell(urgent("Jam."))
    table.begin()
    table.tell(urgent("The lid is open."))
    table.cut_tail()
    assert table.queue.current is not None
    table.end()
    assert table.hear_out() == ["The lid is open."]


def test_a_scan_loses_nothing_but_the_answer_that_is_being_given() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.begin()
    table.tell(answer("Top card: red 7."))
    assert table.begin() == "Top card: red 7."
    table.hush()
    table.tell(answer("Ann 3, Ben 5."))
    assert table.hear_out() == ["Ann 3, Ben 5.", "Ann: red 7.", "Ben to play."]
    assert table.outcome("Top card: red 7.") == [Outcome.CUT]


def test_a_play_cuts_the_answer_and_is_told_at_once() -> None:
    table = Table()
    table.tell(answer("Top card: red 7. Ann to play."))
    table.begin()
    table.cut_tail()
    table.tell(line("Ann: red 8."), turn("Ben to play."))
    assert table.hear_out() == ["Ann: red 8.", "Ben to play."]


@pytest.mark.parametrize("begun", [True, False])
def test_the_newest_answer_replaces_an_older_one_heard_or_not(begun: bool) -> None:
    table = Table()
    table.tell(answer("Top card: red 7."))
    if begun:
        table.begin()
    table.tell(line("Not possible.", Priority.URGENT, key="refusal", expires_ms=5000, until=Until.ASKED))
    assert table.hear_out() == ["Not possible."]
    assert table.outcome("Top card: red 7.") == [Outcome.CUT if begun else Outcome.DROPPED]


def test_an_answer_in_several_lines_is_given_whole() -> None:
    table = Table()
    table.tell(answer("Ann lacks 2 cards."), answer("Top card: red 7."), line("Ready.", until=Until.ASKED))
    assert table.hear_out() == ["Ann lacks 2 cards.", "Top card: red 7.", "Ready."]


def test_a_fault_interrupts_an_answer_which_is_given_afterwards_unless_somebody_went_on() -> None:
    for goes_on in (False, True):
        table = Table()
        table.tell(answer("Top card: red 7."))
        table.begin()
        table.tell(urgent("Jam."))
        if goes_on:
            table.hush()
        assert table.hear_out() == ["Jam.", *([] if goes_on else ["Top card: red 7."])]


def test_a_question_to_the_table_comes_back_after_an_answer() -> None:
    table = Table()
    table.tell(question("2 cards for Ben. Is that right?"))
    table.begin()
    table.hush()
    assert table.queue.current is not None
    table.tell(answer("Ann 3, Ben 5."))
    assert table.hear_out() == ["Ann 3, Ben 5.", "2 cards for Ben. Is that right?"]


def test_a_new_turn_answers_the_question_that_waits() -> None:
    table = Table()
    table.tell(urgent("Jam."))
    table.begin()
    table.tell(question("2 cards for Ben. Is that right?"))
    table.tell(line("2 cards for Ben."), turn("Cleo to play."))
    table.end()
    assert table.hear_out() == ["2 cards for Ben.", "Cleo to play."]


def test_repeat_brings_what_stop_has_cut_and_what_it_kept_from_being_heard() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.begin()
    table.stop()
    table.repeat()
    assert table.hear_out() == ["Ben to play."]
    table.repeat()
    assert table.hear_out() == ["Ann: red 7."]


def test_repeat_begins_an_answer_anew_and_is_cut_by_the_next_scan() -> None:
    table = Table()
    table.tell(turn("Ben to play."))
    table.hear_out()
    table.tell(answer("Top card: red 7."))
    table.begin()
    table.repeat()
    assert table.begin() == "Top card: red 7."
    table.repeat()
    assert table.begin() == "Ben to play."
    table.hush()
    assert table.hear_out() == []


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_was_awaited_until_a_press_is_not_said_again_after_the_question_that_interrupts_it(
    *, goes_on: bool
) -> None:
    table = Table(locales=("en",))
    table.tell(turn("Fill the dispenser. Your turn, Ann."))
    table.begin()
    if goes_on:
        table.queue.cut_tail()
    table.tell(urgent("How many cards came?"))
    again = [] if goes_on else ["Fill the dispenser. Your turn, Ann."]
    assert table.hear_out() == ["How many cards came?", *again]


def test_stop_leaves_nothing() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), urgent("Jam."), turn("Ben to play."))
    table.begin()
    table.queue.stop()
    assert table.queue.current is None
    assert table.hear_out() == []
    assert table.outcome("Jam.") == [Outcome.CUT]
    assert table.outcome("Ann: red 7.") == table.outcome("Ben to play.") == [Outcome.DROPPED]


def test_repeat_says_the_last_line_and_asked_again_the_one_before() -> None:
    """A6-03: repeat, and once more for the one before."""
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.hear_out()
    table.queue.repeat()
    assert table.hear_out() == ["Ben to play."]
    table.queue.repeat()
    assert table.hear_out() == ["Ann: red 7."]
    table.queue.repeat()
    assert table.hear_out() == ["Ann: red 7."]


def test_repeat_starts_anew_once_something_new_was_said() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.hear_out()
    table.queue.repeat()
    table.hear_out()
    table.tell(turn("Cleo to play."))
    table.hear_out()
    table.queue.repeat()
    assert table.hear_out() == ["Cleo to play."]


def repeated(table: Table, times: int) -> list[str]:
    """What REPEAT brings, scanned so many times, each after the one before was heard."""
    said: list[str] = []
    for _ in range(times):
        table.hush()
        table.repeat()
        said += table.hear_out()
    return said


def test_repeat_goes_back_ten_lines_and_skips_what_is_of_no_use_later() -> None:
    """A6-03: the last ten are kept."""
    table = Table()
    for number in range(REMEMBERED + 2):
        table.tell(line(f"Line {number}."))
        table.hear_out()
    table.tell(line("Faster: 180 words a minute.", Priority.URGENT, repeatable=False))
    table.hear_out()
    said = repeated(table, REMEMBERED + 1)
    assert said == [f"Line {number}." for number in range(REMEMBERED + 1, 1, -1)] + ["Line 2."]


@pytest.mark.parametrize("heard", ["whole", "cut", "overtaken"])
def test_repeat_brings_a_refusal_or_an_answer_however_much_of_it_was_heard(heard: str) -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    table.hear_out()
    table.tell(answer("Not possible: red or 7."))
    match heard:
        case "whole":
            table.hear_out()
        case "cut":
            table.begin()
            table.hush()
        case _:
            table.hush()
    table.tell(answer("Ann 3, Ben 5."))
    table.hear_out()
    assert repeated(table, 4) == ["Ann 3, Ben 5.", "Not possible: red or 7.", "Ben to play.", "Ann: red 7."]


@pytest.mark.parametrize("cut", [True, False])
@pytest.mark.parametrize("plays", [5, 9])
def test_repeat_brings_the_plays_of_a_flood_in_their_order_and_no_turn_that_nobody_heard(
    *, cut: bool, plays: int
) -> None:
    table = Table()
    for number in range(1, plays + 1):
        if cut:
            table.cut_tail()
        table.tell(line(f"Play {number}."), turn(f"Turn {number}."))
        table.pass_ms(200)
    table.pass_ms(20_000)
    brought = repeated(table, plays + 1)
    assert brought == [f"Turn {plays}.", *(f"Play {number}." for number in range(plays, 0, -1))]


def test_repeat_brings_the_plays_that_a_hanging_voice_had_no_time_for() -> None:
    table = Table()
    table.tell(line("Play 1."))
    table.queue.take()
    for number in range(2, 8):
        table.now_ms += 3000
        table.tell(line(f"Play {number}."))
    table.queue.started(table.now_ms * NS_PER_MS)
    table.hear_out()
    assert repeated(table, 7) == [f"Play {number}." for number in range(7, 0, -1)]


def test_repeat_brings_what_nobody_could_hear_once_there_is_sound_again() -> None:
    table = Table()
    table.tell(line("Ann: red 7."), turn("Ben to play."))
    while table.queue.take() is not None:
        table.queue.finished(Outcome.FAILED, table.now_ms * NS_PER_MS)
    table.tell(urgent("Speech is back."))
    table.hear_out()
    assert repeated(table, 3) == ["Speech is back.", "Ben to play.", "Ann: red 7."]


def test_repeat_speaks_the_languages_of_now_in_their_order() -> None:
    table = Table(("en", "fr"))
    (red_7,) = utterances([answer_line(say("Top card: {card}.", card=Card("7", Colour.RED)))], ("en", "fr"))
    table.tell(red_7)
    assert table.hear_out() == ["Top card: red 7.", "Sur la défausse\xa0: 7 rouge."]
    for locales in (("fr",), ("fr", "en"), ("en",)):
        table.queue.locales = locales
        expected = {"en": "Top card: red 7.", "fr": "Sur la défausse\xa0: 7 rouge."}
        assert repeated(table, 1) == [expected[locale] for locale in locales]


def test_repeat_waits_for_nothing_and_is_not_said_twice() -> None:
    table = Table(("en", "fr"))
    table.tell(Utterance({"en": "Ben to play.", "fr": "C'est à Ben."}, Priority.TURN), line("Ann: red 7."))
    table.begin()
    table.queue.repeat()
    table.queue.repeat()
    assert table.hear_out() == ["Ben to play.", "C'est à Ben.", "Ann: red 7."]


def test_repeat_before_anything_was_said_is_nothing() -> None:
    assert Table().queue.repeat() == []


def test_every_language_of_the_table_is_spoken_in_its_order() -> None:
    table = Table(("fr", "en"))
    table.tell(Utterance({"en": "Ben to play.", "fr": "C'est à Ben."}, Priority.TURN))
    assert table.hear_out() == ["C'est à Ben.", "Ben to play."]
    assert [entry.locale for entry in table.log.values()] == ["fr", "en"]


def test_a_text_in_no_language_of_the_table_is_still_said() -> None:
    table = Table(("de",))
    table.tell(line("Ann: red 7."))
    assert table.hear_out() == ["Ann: red 7."]


def test_twenty_events_in_two_seconds_become_three_sentences_and_the_last_is_true() -> None:
    table = Table()
    for number in range(1, 21):
        table.tell(line(f"Ann: red {number}."), turn(f"Player {number} to play."))
        table.pass_ms(100)
    table.pass_ms(20_000)
    said = [entry.text for entry in table.log.values() if entry.state is Outcome.SPOKEN]
    assert said == ["Ann: red 1.", "Ann: red 20.", "Player 20 to play."]


def test_faults_in_quick_succession_do_not_push_out_what_was_played() -> None:
    table = Table()
    table.tell(line("Ann: red 7."))
    for fault in ("Jam.", "The lid is open.", "The hopper is empty.", "The scanner is gone."):
        table.tell(urgent(fault))
    assert table.hear_out()[-1] == "Ann: red 7."


def test_at_the_pace_of_a_table_nothing_is_left_out() -> None:
    table = Table()
    for number in range(1, 6):
        table.tell(line(f"Ann: red {number}."), turn(f"Player {number} to play."))
        table.pass_ms(3500)
    assert {entry.state for entry in table.log.values()} == {Outcome.SPOKEN}


def test_twenty_urgent_lines_at_once_do_not_hold_the_table_up() -> None:
    table = Table()
    for number in range(20):
        table.tell(urgent(f"Refused {number}."))
        table.pass_ms(50)
    table.pass_ms(10_000)
    said = [entry.text for entry in table.log.values() if entry.state is Outcome.SPOKEN]
    assert len(said) == 5
    assert said[-1] == "Refused 19."


@pytest.mark.parametrize("speed", [1, 20])
def test_a_demonstration_forgets_as_much_faster_as_it_runs(speed: int) -> None:
    table = Table()
    table.queue = SpeechQueue(lambda: table.now_ms * NS_PER_MS, ("en",), table.note, speed)
    table.tell(line("One more press.", expires_ms=1000))
    table.now_ms += 100
    assert table.hear_out() == (["One more press."] if speed == 1 else [])


@pytest.mark.parametrize("cut", [True, False])
def test_of_five_plays_within_a_second_the_last_is_told_and_whose_turn_it_is(cut: bool) -> None:
    table = Table()
    table.tell(line("Ann: wild, blue."), turn("Ben to play."))
    table.pass_ms(100)
    for number in range(1, 6):
        if cut:
            table.cut_tail()
        table.tell(line(f"Play {number}."), turn(f"Turn {number}."))
        table.pass_ms(200)
    table.pass_ms(20_000)
    assert [announcement.text for announcement in table.whole] == ["Ann: wild, blue.", "Play 5.", "Turn 5."]


@pytest.mark.parametrize("cut", [True, False])
def test_of_three_plays_faster_than_they_are_told_none_is_lost(cut: bool) -> None:
    table = Table()
    table.tell(line("Ann: wild, blue."), turn("Ben to play."))
    table.pass_ms(100)
    for number in range(1, 4):
        table.pass_ms(700)
        if cut:
            table.cut_tail()
        table.tell(line(f"Play {number}."), turn(f"Turn {number}."))
    table.pass_ms(20_000)
    told = [announcement.text for announcement in table.whole]
    assert told == ["Ann: wild, blue.", "Play 1.", "Play 2.", "Play 3.", "Turn 3."]


def test_turn_lines_that_follow_one_another_make_no_flood_of_what_happened() -> None:
    table = Table()
    for happened in ("New game.", "Top card: red 5."):
        table.cut_tail()
        table.tell(line(happened), turn("Scan the first card."))
        table.tell(turn("Shuffle."))
        table.tell(turn("Fill the dispenser."))
    assert table.hear_out() == ["New game.", "Top card: red 5.", "Fill the dispenser."]


MOVES = st.one_of(
    st.tuples(
        st.just("say"),
        st.lists(
            st.tuples(st.sampled_from(Priority), st.sampled_from([None, "a", "b"]), st.sampled_from(Until)),
            min_size=1,
            max_size=4,
        ),
    ),
    st.tuples(st.sampled_from(["take", "start", "end", "scan", "tail", "stop", "repeat", "wait"]), st.none()),
)
Told = list[tuple[Priority, str | None, Until]]


@given(st.lists(st.tuples(MOVES, st.booleans()), max_size=40), st.sampled_from([("en",), ("en", "fr")]))
def test_every_announcement_ends_once_and_the_newest_turn_is_heard_unless_the_table_cut_it(
    moves: list[tuple[tuple[str, Told | None], bool]], locales: tuple[str, ...]
) -> None:
    table = Table(locales)
    newest_turn: str | None = None
    for count, ((move, told), at_once) in enumerate(moves):
        if told is None:
            make_move(table, move)
            newest_turn = None if move in ("tail", "stop") else newest_turn
        utterances = []
        for place, (priority, key, until) in enumerate(told or []):
            name = f"{count}.{place}"
            texts = {"en": f"en {name}", "fr": f"fr {name}"}
            is_turn = priority is Priority.TURN
            lasts = Until.MOVED if is_turn else until
            utterances.append(Utterance(texts, priority, None if is_turn else key, until=lasts))
            newest_turn = f"{locales[-1]} {name}" if is_turn else newest_turn
        for happening in [utterances] if at_once else [[one] for one in utterances]:
            table.say(happening)
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
        case ("scan", _):
            table.hush()
        case ("tail", _):
            table.cut_tail()
        case ("stop", _):
            table.stop()
        case ("repeat", _):
            table.repeat()
        case ("wait", _):
            table.now_ms += 700


@given(st.lists(st.lists(st.tuples(st.sampled_from(Priority), st.sampled_from(Until)), max_size=3), max_size=60))
def test_however_much_is_told_while_the_voice_hangs_only_so_much_waits(
    evening: list[list[tuple[Priority, Until]]],
) -> None:
    table = Table()
    for number, told in enumerate(evening):
        table.now_ms += 300
        table.say([Utterance({"en": f"line {number}"}, priority, until=until) for priority, until in told])
        assert len(table.queue.waiting) <= 3 * MOST_HAPPENINGS


#: Three older ones and the newest, of what happened and of what is urgent; an answer, and what was told into silence.
MOST_HAPPENINGS = 2 * (BACKLOG + 1) + 2
ASKS = ("answer", "refusal", "repeat")
EVENING = st.lists(
    st.sampled_from(["play", *ASKS, "fault", "question", "take", "start", "end", "end", "wait"]), max_size=40
)


@given(EVENING)
def test_whatever_is_asked_meanwhile_no_play_is_lost_no_answer_outlives_the_next_and_the_last_word_is_true(
    evening: list[str],
) -> None:
    table = Table()
    plays = faults = 0
    newest: dict[str, str] = {}  # what must have been heard to its end when all is silent
    for count, move in enumerate(evening):
        name = f"{move} {count}"
        if move in ASKS:
            table.hush()
            assert not [entry for entry in table.log.values() if given_up(entry.text) and not entry.state.final]
            newest.pop("answer", None)
        match move:
            case "play" if plays <= BACKLOG:  # more at once are a flood, or more than can be said
                plays += 1
                table.now_ms += 700
                table.cut_tail()
                table.tell(line(name), turn(f"turn {count}"))
                newest.pop("answer", None)
                newest.pop("question", None)
                newest |= {name: name, "turn": f"turn {count}"}
            case "answer" | "refusal":
                table.tell(answer(name))
                newest["answer"] = name
            case "repeat":
                table.repeat()
            case "fault" | "question" if faults <= BACKLOG:
                faults += 1
                table.tell(urgent(name) if move == "fault" else question(name))
                newest[name if move == "fault" else "question"] = name
            case _:
                make_move(table, move)
    make_move(table, "start")
    table.hear_out()
    whole = [entry.text for entry in table.whole]
    assert set(newest.values()) <= set(whole)
    told = [entry.text for entry in table.whole if entry.priority in (Priority.ACTION, Priority.TURN)]
    assert told == sorted(told, key=lambda text: int(text.split()[1]) * 2 + text.startswith("turn"))
    assert "turn" not in newest or told[-1] == newest["turn"]


def given_up(text: str) -> bool:
    """An answer of any kind."""
    return text.startswith(("answer", "refusal"))
