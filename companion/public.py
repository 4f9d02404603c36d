"""The public form: what may leave the machine while a round runs.

Cards that are or entered in a hand are shown as their number; the scan of a card that was refused hides its
text. Once the round is over the full text may be read (``interfaces.md``, *Public form*).
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.commands import Command
from companion.referee.events import Event, Phase
from companion.referee.notation import read, write
from companion.referee.notation_words import NotationError, quote_name
from companion.referee.state import State
from companion.storage.journal import Entry

HIDDEN_SCAN = 'scan "…"'
_OVER = frozenset({Phase.NONE, Phase.ROUND_OVER, Phase.GAME_OVER})


def round_runs(state: State) -> bool:
    """True while hands are secret: from the deal until the round is over."""
    return state.phase not in _OVER


def public_statement(command: Command) -> str:
    """A statement with the cards of a hand as their number."""
    match command:
        case cmd.Hold(player, cards) if cards:
            return f"{quote_name(player)} holds {len(cards)}"
        case cmd.Draw(player, _, cards) if cards:
            return f"{quote_name(player)} draws {len(cards)}"
        case cmd.CountLeft(player, cards, _) if cards:
            return f"{quote_name(player)} left {len(cards)}"
        case cmd.Scan():
            return HIDDEN_SCAN
    return write(command)


def public_events(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events with the cards of a hand left out."""
    return tuple(_public_event(event) for event in events)


def _public_event(event: Event) -> Event:
    match event:
        case ev.HandTold():
            return replace(event, cards=None)
        case ev.Drew():
            return replace(event, faces=None)
        case ev.Undone(statement):
            try:
                return ev.Undone(public_statement(read(statement)))
            except NotationError:  # an older version's words: better nothing than a hand
                return ev.Undone("…")
    return event


def public_entries(entries: list[Entry], *, runs: bool) -> list[Entry]:
    """A game's entries as anybody may read them; ``runs`` says whether its last round is still being played."""
    if not runs:
        return entries
    first_hidden = _start_of_round(entries)
    return [_public_entry(entry) if entry.number >= first_hidden else entry for entry in entries]


def _public_entry(entry: Entry) -> Entry:
    secret = public_statement(entry.command) != write(entry.command)
    statement = public_statement(entry.command) if secret else entry.statement
    return replace(entry, statement=statement, events=public_events(entry.events))


def _start_of_round(entries: list[Entry]) -> int:
    """Number of the entry that began the round being played, those taken back aside."""
    standing: list[Entry] = []
    for entry in entries:
        if isinstance(entry.command, cmd.Undo):
            if standing:
                standing.pop()
        else:
            standing.append(entry)
    begun = [entry.number for entry in standing if isinstance(entry.command, cmd.NewGame | cmd.NextRound)]
    return begun[-1] if begun else 0
