"""A game from the journal as text: notation, CSV or JSON, in full or in public form as its caller chooses."""

from __future__ import annotations

import csv
import io
import json

from companion.journal import Entry
from companion.views import events_view


def as_table(entries: list[Entry]) -> str:
    """The game in the notation; replaying it gives the same game."""
    return "".join(f"{entry.statement}\n" for entry in entries)


def as_csv(entries: list[Entry]) -> str:
    """One line a statement: number, time, statement, what was said."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["number", "time", "statement", "says"])
    writer.writerows(
        [
            entry.number,
            entry.at.isoformat(timespec="seconds"),
            _harmless(entry.statement),
            _harmless(" ".join(entry.says)),
        ]
        for entry in entries
    )
    return text.getvalue()


def _harmless(text: str) -> str:
    """A cell that a spreadsheet will not take for a formula, whatever a player is called."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def as_json(game: int, entries: list[Entry]) -> str:
    """The game with what every statement led to."""
    statements = [
        {
            "version": entry.number,
            "at": entry.at.isoformat(timespec="seconds"),
            "statement": entry.statement,
            "events": events_view(entry.events),
            "says": list(entry.says),
        }
        for entry in entries
    ]
    return json.dumps({"game": game, "statements": statements}, ensure_ascii=False, indent=1) + "\n"
