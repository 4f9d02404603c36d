"""Answers to scans wait in order and are never late; their text comes with what is said of the scan."""

from __future__ import annotations

from dataclasses import replace

from companion.voice.earcon_words import earcon_text
from companion.voice.earcons import Earcon
from companion.voice.speech.cues import LATE_NS, Cues
from companion.voice.utterance import Outcome, Priority, Utterance
from tests.voice.hand_voice import HandVoice

PLAY = Utterance({"en": "Ann: red 7."}, Priority.ACTION)
TURN = Utterance({"en": "Your turn, Ben."}, Priority.TURN, key="turn")
WON = Utterance({"en": "Ann wins the round."}, Priority.ACTION, key="won", earcon=Earcon.ROUND_WON)


def in_french_too(utterance: Utterance, french: str) -> Utterance:
    """As at a table of both languages."""
    return replace(utterance, texts={**utterance.texts, "fr": french})


def earcons(voice: HandVoice) -> list[tuple[str, list[str]]]:
    """Every announcement's text with its earcons."""
    return [(said.text, [earcon.value for earcon in said.earcons]) for said in voice.log.values()]


def test_scans_are_answered_in_their_order_and_not_when_it_is_too_late() -> None:
    now = [0]
    cues = Cues(lambda: now[0])
    cues.add(Earcon.ACCEPTED)
    now[0] = LATE_NS // 2
    cues.add(Earcon.REFUSED)
    cues.add(Earcon.ACCEPTED)
    assert cues.take() is Earcon.ACCEPTED
    now[0] = LATE_NS
    assert [cues.take(), cues.take(), cues.take()] == [Earcon.REFUSED, Earcon.ACCEPTED, None]
    cues.add(Earcon.ACCEPTED)
    now[0] += LATE_NS
    assert cues.take() is None
    assert not cues


def test_after_stop_no_scan_is_answered_any_more() -> None:
    cues = Cues(lambda: 0)
    cues.add(Earcon.ACCEPTED)
    cues.clear()
    assert cues.take() is None


def test_the_text_of_an_answer_comes_once_with_the_first_line_in_the_first_language() -> None:
    voice = HandVoice(("en", "fr"))
    voice.acknowledge(Earcon.ACCEPTED)
    voice.tell(in_french_too(WON, "Ann gagne."), TURN)
    assert earcons(voice) == [
        ("Ann wins the round.", ["accepted", "round-won"]),
        ("Ann gagne.", []),
        ("Your turn, Ben.", []),
    ]


def test_an_answer_to_which_nothing_is_said_is_listed_by_itself_as_heard() -> None:
    voice = HandVoice(("fr", "en"))
    voice.acknowledge(Earcon.ACCEPTED)
    voice.queue.show_answers(lambda earcon: earcon_text(earcon, "fr"))
    voice.queue.show_answers(lambda earcon: earcon_text(earcon, "fr"))
    (listed,) = voice.log.values()
    assert (listed.text, listed.locale, listed.state) == ("♪ accepté", "fr", Outcome.SPOKEN)
    voice.tell(in_french_too(PLAY, "Ann : 7 rouge."))
    assert earcons(voice)[1:] == [("Ann : 7 rouge.", []), ("Ann: red 7.", [])]


def test_an_answer_cuts_what_is_heard_which_is_told_whole_afterwards_and_answered_no_more() -> None:
    voice = HandVoice()
    voice.acknowledge(Earcon.ACCEPTED)
    voice.tell(WON)
    voice.begin()
    voice.acknowledge(Earcon.REFUSED)
    assert voice.queue.current is None
    assert voice.outcome("Ann wins the round.") == [Outcome.CUT, Outcome.QUEUED]
    assert voice.hear_out() == ["Ann wins the round."]
    assert [names for _, names in earcons(voice)] == [["accepted", "round-won"], ["round-won"]]


def test_a_line_that_is_dropped_takes_its_earcon_with_it() -> None:
    voice = HandVoice()
    voice.tell(PLAY)
    voice.begin()
    voice.tell(WON)
    voice.tell(Utterance({"en": "Ben wins the round."}, Priority.ACTION, key="won", earcon=Earcon.ROUND_WON))
    voice.end()
    line = voice.queue.take()
    assert line is not None
    assert (line.announcement.text, line.earcon) == ("Ben wins the round.", Earcon.ROUND_WON)
    assert voice.outcome("Ann wins the round.") == [Outcome.COALESCED]


def test_what_repeat_brings_is_words_alone() -> None:
    voice = HandVoice()
    voice.tell(WON)
    voice.hear_out()
    voice.repeat()
    line = voice.queue.take()
    assert line is not None
    assert line.earcon is None


def test_the_speech_log_names_earcons_where_there_are_some() -> None:
    voice = HandVoice()
    voice.tell(WON, TURN)
    won, turn = voice.log.values()
    assert won.for_log()["earcons"] == ["round-won"]
    assert "earcons" not in turn.for_log()
