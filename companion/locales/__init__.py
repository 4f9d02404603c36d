"""Languages: catalogues of sentences (``NAME.LANGUAGE.po``) and of names (``LANGUAGE.toml``). Imports babel only.

A catalogue is read when its language is first used and compiled in memory: no compiled copy can go stale. French has
every sentence of the voice and of the page. The other languages have those of the game and no page; which sentences
and which cards' names they leave to English is listed in ``english.LANGUAGE.txt``, and tests look that the list is
true.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from importlib import resources

FILES = resources.files("companion") / "locales"
#: The languages the table speaks, the source language first: its sentences are written in the code.
LOCALES = ("en", "fr", "nl", "de", "es")
#: It stands in where another has no words.
SOURCE = LOCALES[0]
#: Those that the page is written in.
PAGE_LOCALES = ("en", "fr")


class UntranslatedError(LookupError):
    """A language has no words for a sentence of the voice."""


@cache
def page_catalogue(language: str) -> gettext.NullTranslations:
    """The page's sentences; English ones are their own keys and need no file."""
    return _read("page", language)


@cache
def voice_catalogue(language: str) -> gettext.NullTranslations:
    """The voice's sentences. Asked for one that it lacks it raises UntranslatedError: nobody reads English aloud in
    another language's voice.
    """
    sentences = _read("voice", language)
    if language != SOURCE:
        sentences.add_fallback(_Untranslated())
    return sentences


class _Untranslated(gettext.NullTranslations):
    """What is asked last, for what a catalogue lacks."""

    def gettext(self, message: str) -> str:
        raise UntranslatedError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002 - as gettext calls it
        raise UntranslatedError(msgid1)


def _read(name: str, language: str) -> gettext.NullTranslations:
    if language == SOURCE:
        return gettext.NullTranslations()
    # Babel costs more than the file it reads, and an English table needs neither.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO((FILES / f"{name}.{language}.po").read_bytes())))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
