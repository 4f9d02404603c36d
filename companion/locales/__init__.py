"""Languages: catalogues of sentences (``NAME.LANGUAGE.po``) and of names (``LANGUAGE.toml``). Imports babel only.

A catalogue is read when its language is first used and compiled in memory: no compiled copy can go stale.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from importlib import resources

FILES = resources.files("companion") / "locales"
#: The languages the table speaks, the source language first: its sentences are written in the code.
LOCALES = ("en", "fr")


@cache
def catalogue(language: str, name: str) -> gettext.NullTranslations:
    """The sentences of one catalogue (``voice`` or ``page``); English ones are their own keys and need no file."""
    if language == LOCALES[0]:
        return gettext.NullTranslations()
    # Babel costs more than the file it reads, and an English table needs neither.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO((FILES / f"{name}.{language}.po").read_bytes())))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
