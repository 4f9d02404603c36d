"""Sentences that are kept, and those that are not."""

from __future__ import annotations

from array import array

from companion.voice.speech.clip import Clip
from companion.voice.speech.phrase_cache import PhraseCache, Sentence

BEN, CLEO, ANN = (Sentence(f"{name} to play.", "en", 170) for name in ("Ben", "Cleo", "Ann"))


def clip(samples: int) -> Clip:
    return Clip(array("h", [1] * samples), 22_050)


def test_a_sentence_is_known_again_by_text_voice_rate_and_engine() -> None:
    kept = PhraseCache()
    kept.keep(BEN, "pyttsx3", clip(10))
    assert kept.find(Sentence("Ben to play.", "en", 170), "pyttsx3") == clip(10)
    for other in (Sentence("Ben to play", "en", 170), Sentence("Ben to play.", "en-us", 170)):
        assert kept.find(other, "pyttsx3") is None
    assert kept.find(Sentence("Ben to play.", "en", 200), "pyttsx3") is None
    assert kept.find(BEN, "piper") is None


def test_what_was_not_heard_for_the_longest_time_makes_room() -> None:
    kept = PhraseCache(room=25)
    kept.keep(BEN, "espeak", clip(10))
    kept.keep(CLEO, "espeak", clip(10))
    assert kept.find(BEN, "espeak") is not None
    kept.keep(ANN, "espeak", clip(10))
    assert [kept.find(each, "espeak") is not None for each in (BEN, CLEO, ANN)] == [True, False, True]
    kept.keep(CLEO, "espeak", clip(30))  # larger than all the room
    assert [kept.find(each, "espeak") for each in (BEN, CLEO, ANN)] == [None, None, None]
