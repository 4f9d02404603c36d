"""Prose in Braille by liblouis' program ``lou_translate``, from Debian: each language has its own code.

Cards need no liblouis: their labels are letters. Prose has figures, accents and punctuation, which every country's
Braille writes in its own way (``accessibility.md`` section 2.1).
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from companion.labels.cells import is_six_dot
from companion.labels.errors import LabelError

#: Uncontracted and contracted; Dutch is written uncontracted only.
TABLES = {
    "en": {1: "en-ueb-g1.ctb", 2: "en-ueb-g2.ctb"},
    "fr": {1: "fr-bfu-comp6.utb", 2: "fr-bfu-g2.ctb"},
    "nl": {1: "nl-NL-g0.utb", 2: "nl-NL-g0.utb"},
    "de": {1: "de-g0.utb", 2: "de-g2.ctb"},
    "es": {1: "es-g1.ctb", 2: "es-g2.ctb"},
}
_LIMIT_S = 30


def in_braille(texts: Sequence[str], language: str, grade: int) -> list[str]:
    """Each text in cells; raises LabelError with the remedy where liblouis is missing or fails."""
    program = shutil.which("lou_translate")
    if program is None:
        raise LabelError("Braille prose needs liblouis, which is not installed: sudo apt install liblouis-bin")
    try:
        ran = subprocess.run(
            [program, "--forward", f"unicode.dis,{TABLES[language][grade]}"],
            input="".join(f"{text}\n" for text in texts),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_LIMIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise LabelError(f"liblouis failed ({error}): sudo apt install --reinstall liblouis-bin") from None
    translated = ran.stdout.splitlines()
    if len(translated) != len(texts) or not all(is_six_dot(cells) for cells in translated):
        raise LabelError(
            f"liblouis has no whole table {TABLES[language][grade]}: sudo apt install --reinstall liblouis-data"
        )
    return translated
