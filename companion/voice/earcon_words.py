"""What earcons are called: as text for whoever does not hear them, aloud for whoever learns them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.voice.earcons import Earcon
from companion.voice.lexicon import language_of
from companion.voice.lines import Phrase, say
from companion.voice.phrases import LANGUAGES, SOURCE_LANGUAGE, Phrases

NAMES: Mapping[Earcon, Phrase] = {
    Earcon.ACCEPTED: say("accepted"),
    Earcon.REFUSED: say("refused"),
    Earcon.QUESTION: say("a question"),
    Earcon.UNO: say("UNO call"),
    Earcon.CARDS: say("cards come"),
    Earcon.NO_CARD: say("no card"),
    Earcon.ROUND_WON: say("round won"),
    Earcon.UNDONE: say("undone"),
    Earcon.TROUBLE: say("trouble"),
    Earcon.READY: say("ready"),
}


@cache
def earcon_text(earcon: Earcon, locale: str) -> str:
    """The earcon as the page shows it, in a language of the table; in English where there are no words for it.

    >>> earcon_text(Earcon.REFUSED, "en"), earcon_text(Earcon.REFUSED, "fr-CA")
    ('♪ refused', '♪ refus')
    """
    language = language_of(locale)
    return f"♪ {Phrases(language if language in LANGUAGES else SOURCE_LANGUAGE).text(NAMES[earcon])}"
