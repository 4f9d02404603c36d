"""The table as other programs read it: state and events as JSON, never a hand's contents.

Forms: ``interfaces.md``, *HTTP* and *Events*.
"""

from __future__ import annotations

from typing import Any

from companion.deal import Progress
from companion.open_press import OpenPress
from companion.public import HIDDEN_SCAN, public_events, public_statement, round_runs
from companion.referee import events as ev
from companion.referee.knowledge import contradictions, fewest_cards
from companion.referee.notation import write
from companion.referee.state import Debt, State, Uno
from companion.updates import Update


def state_view(state: State, version: int, game: int | None, interrupted: OpenPress | None = None) -> dict[str, Any]:
    """What everybody at the table may know. ``game`` is the journal's number, or None outside a journal."""
    if not state.seats:
        return {"version": version, "game": None, "phase": state.phase, "players": [], "owes": []}
    winner = state.winner if state.champion is None else state.champion
    return {
        "version": version,
        "game": game,
        "edition": state.edition,
        "phase": state.phase,
        "turn": None if state.turn is None else state.name(state.turn),
        "colour": state.colour,
        "top": None if state.top is None else str(state.top),
        "side": state.side,
        "direction": state.direction,
        "dealer": state.name(state.dealer),
        "round": state.round,
        "owes": [_debt_view(state, debt) for debt in state.debts],
        "players": [
            {
                "name": seat.name,
                "seat": index + 1,
                "count": seat.count,
                "fewest": fewest_cards(state, index),
                "score": seat.score,
                "uno": seat.uno is Uno.CALLED,
                "out": seat.out,
                "left": seat.gone,
            }
            for index, seat in enumerate(state.seats)
        ],
        "supply": state.supply,
        "winner": None if winner is None else state.name(winner),
        "interrupted": None
        if interrupted is None
        else {
            "player": interrupted.player,
            "counted": interrupted.counted,
            "of": interrupted.drawn if interrupted.goes_on else None,
            "finding": interrupted.finding,
        },
        "flags": list(contradictions(state)),
    }


def deal_view(progress: Progress | None) -> dict[str, Any] | None:
    """How far the dispenser's deal has come; ``player`` is None while a card is to be turned up."""
    if progress is None:
        return None
    return {
        "player": progress.player,
        "counted": progress.counted,
        "of": progress.of,
        "coming": progress.coming,
        "in_doubt": progress.in_doubt,
    }


def _debt_view(state: State, debt: Debt) -> dict[str, Any]:
    return {
        "player": state.name(debt.player),
        "kind": debt.unit,
        "number": debt.number,
        "to": state.name(debt.to),
        "cause": debt.cause,
    }


def events_view(events: tuple[ev.Event, ...]) -> list[dict[str, Any]]:
    """Events as JSON, in full."""
    return [ev.to_json(event) for event in events]


def update_view(update: Update, *, full: bool = False) -> dict[str, Any]:
    """One statement and its outcome; in public form while the round runs, unless ``full``."""
    hide = not full and round_runs(update.after)
    shown = public_events(update.events) if hide else update.events
    return {
        "version": update.version,
        "statement": _shown_statement(update) if hide else update.statement,
        "accepted": update.accepted,
        "code": None if update.refusal is None else update.refusal.code,
        "events": events_view(shown),
        "says": list(update.says),
    }


def _shown_statement(update: Update) -> str:
    """The statement in public form; a card that was scanned and refused went back into a hand."""
    if update.query is not None and update.query.shows_card:
        return HIDDEN_SCAN
    scanned = update.statement != write(update.command)
    if scanned and not update.accepted:
        return HIDDEN_SCAN
    shown = public_statement(update.command)
    return update.statement if shown == write(update.command) or update.query else shown
