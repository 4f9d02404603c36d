"""Languages: catalogues of sentences (``.po``) and of names (``.toml``), and what loads them. Imports babel only.

A catalogue is read when it is needed and compiled in memory, so that no compiled copy can go stale.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

#: The languages the table speaks, the source language first.
LOCALES = ("en", "fr")


@cache
def catalogue(locale: str, name: str = "voice") -> NullTranslations:
    """The sentences of one catalogue (``voice`` or ``page``); English is written in the code itself."""
    if locale == LOCALES[0]:
        return NullTranslations()
    source = resources.files(__package__) / f"{name}.{locale}.po"
    with source.open("rb") as file:
        compiled = io.BytesIO()
        write_mo(compiled, read_po(file, locale=locale))
    compiled.seek(0)
    return Translations(compiled)
