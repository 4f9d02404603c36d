"""Writes all transcripts anew: ``python -m tests.narration.heard``. Then read the difference aloud.

What is said at the table stays as it is written; only what is heard is written anew.
"""

from __future__ import annotations

from tests.narration.transcripts import (
    LANGUAGE_GAMES,
    ROUNDS,
    TRANSCRIPTS,
    language_game_anew,
    round_transcripts,
    written_anew,
)

if __name__ == "__main__":
    for path in TRANSCRIPTS:
        path.write_text(written_anew(path), encoding="utf-8")
    for table in ROUNDS:
        for path, text in round_transcripts(table):
            path.write_text(text, encoding="utf-8")
    for path in LANGUAGE_GAMES:
        path.write_text(language_game_anew(path), encoding="utf-8")
