"""Every language of the table, synthesised for real: by its own voice, and by no other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.locales import LOCALES
from companion.referee.cards import Card, Colour
from companion.voice.lexicon import spoken_form, voices_for
from companion.voice.lines import answer, say
from companion.voice.phrases import utterances
from companion.voice.speech.synthesis import choose_synthesiser
from tests.sound import RIGHT, Samples, heard, samples_of, synthesised

pytestmark = pytest.mark.alone

NEAR = 0.03  # what the nearest other voice, Dutch beside German, is at least behind
REFUSAL = say(
    "Not possible: {card}. {colour:capital} or {wild:one}.",
    card=Card("7", Colour.BLUE),
    colour=Colour.GREEN,
    wild=Card("wild"),
)


@pytest.mark.parametrize("engine", ["pyttsx3", "espeak"])
@pytest.mark.parametrize("locale", LOCALES)
def test_each_language_is_spoken_by_its_own_voice(locale: str, engine: str, tmp_path: Path) -> None:
    (utterance,) = utterances([answer(REFUSAL)], [locale])
    sent = spoken_form(utterance.texts[locale], locale)
    said = _said(engine, locale, sent, tmp_path)
    likeness = {other: heard(said, synthesised(sent, voices_for(other)[0], tmp_path)) for other in LOCALES}
    own = likeness.pop(locale)
    assert own > RIGHT
    assert max(likeness.values()) < own - NEAR, "another language's voice"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_has_no_words_in_a_language_is_spoken_by_the_english_voice(locale: str, tmp_path: Path) -> None:
    (utterance,) = utterances([answer(say("A sentence that nobody translates."))], [locale])
    ((reader, text),) = utterance.in_locales((locale,))
    said = _said("espeak", reader, text, tmp_path)
    assert heard(said, synthesised(text, "gmw/en", tmp_path)) > RIGHT


def _said(engine: str, locale: str, sent: str, folder: Path) -> Samples:
    async def table() -> None:
        voice = await choose_synthesiser(engine, [locale], folder)
        try:
            await voice.synthesise(sent, locale, 170, folder / "said.wav")
            assert not voice.lacking
        finally:
            await voice.close()

    asyncio.run(table())
    return samples_of(folder / "said.wav")
