"""A game from the journal as text: notation, CSV or JSON, in full or in public form as its caller chooses."""

from __future__ import annotations

import json

from companion import spreadsheet
from companion.answers import Query, Series
from companion.referee.commands import Scan
from companion.referee.evolve import accept
from companion.referee.notation import read, write
from companion.referee.notation_words import NotationError
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.referee.state_text import write_state
from companion.scans.meaning import Interpreter
from companion.storage.journal import Entry, state_after
from companion.views import events_view


def as_table(entries: list[Entry]) -> str:
    """The game in the notation; replaying it gives the same game."""
    return "".join(f"{statement}\n" for statement in statements(entries))


def statements(entries: list[Entry]) -> list[str]:
    """What was said, each so that it can be said again: a scan that means it only after others is written as what it
    meant."""
    state, lines = EMPTY, []
    for entry in entries:
        lines.append(entry.statement if _means_the_same(entry, state) else write(entry.command))
        state = accept(state, entry.command, entry.events)
    return lines


def _means_the_same(entry: Entry, state: State) -> bool:
    """False for a scan that means something else without badges and cards before it, which have no statement."""
    try:
        said = read(entry.statement)
    except NotationError:  # public form
        return True
    if not isinstance(said, Scan):
        return True
    meaning = Interpreter(lambda: 0).meaning(said.text, state)
    return not isinstance(meaning, Query | Refusal | Series) and write(meaning) == write(entry.command)


def as_state(entries: list[Entry]) -> str:
    """The table as it stood after the last statement, whole, for a bug report: hands that were told stand in it."""
    return write_state(state_after(entries), entries[-1].number if entries else None) + "\n"


def as_csv(entries: list[Entry]) -> str:
    """One line a statement: number, time, statement, what was said."""
    rows = (
        (entry.number, entry.at.isoformat(timespec="seconds"), statement, " ".join(entry.says))
        for entry, statement in zip(entries, statements(entries), strict=True)
    )
    return spreadsheet.as_csv(("number", "time", "statement", "says"), rows)


def as_json(game: int, entries: list[Entry]) -> str:
    """The game with what every statement led to."""
    told = [
        {
            "version": entry.number,
            "at": entry.at.isoformat(timespec="seconds"),
            "statement": statement,
            "events": events_view(entry.events),
            "says": list(entry.says),
        }
        for entry, statement in zip(entries, statements(entries), strict=True)
    ]
    return json.dumps({"game": game, "statements": told}, ensure_ascii=False, indent=1) + "\n"
