"""How the table speaks from now on, said as it will speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.voice.lines import Line, Phrase, Verbosity, followed, in_passing, say

LANGUAGES: Mapping[str, Phrase] = {
    "en": say("English"),
    "fr": say("French"),
    "nl": say("Dutch"),
    "de": say("German"),
    "es": say("Spanish"),
}
_VERBOSITIES: Mapping[Verbosity, Phrase] = {
    Verbosity.BRIEF: say("Brief: only what must be known."),
    Verbosity.NORMAL: say("Normal: what happens, and what comes of it."),
    Verbosity.FULL: say("Full: with every detail."),
}


def speed(words_a_minute: int, *, faster: bool, changed: bool) -> list[Line]:
    """Faster or slower; or the limit is reached."""
    n = words_a_minute
    if not changed:
        return [in_passing(say("This is the limit: {n} words a minute.", n=n))]
    said = say("Faster: {n} words a minute.", n=n) if faster else say("Slower: {n} words a minute.", n=n)
    return [in_passing(said)]


def loudness(per_cent: int, *, louder: bool, changed: bool) -> list[Line]:
    """Louder or softer; or the limit is reached."""
    n = per_cent
    if not changed:
        return [in_passing(say("This is the limit: {n} per cent.", n=n))]
    return [in_passing(say("Louder: {n} per cent.", n=n) if louder else say("Softer: {n} per cent.", n=n))]


def verbosity(wanted: Verbosity) -> list[Line]:
    """How much is told."""
    return [in_passing(_VERBOSITIES[wanted])]


def languages(spoken: Sequence[str], *, changed: bool) -> list[Line]:
    """Which languages are spoken, one after the other."""
    said = say("Language: {languages}.", languages=tuple(LANGUAGES[locale] for locale in spoken))
    more = None if changed else say("For others, add them to locales in the settings.")
    return [in_passing(followed(said, more))]
