"""What the table waits for now, said to whom it concerns; and how a game is begun when there is none."""

from __future__ import annotations

from companion.referee.events import Phase, Unit
from companion.referee.scoring import finisher
from companion.referee.state import Debt, State
from companion.voice.lines import Line, Phrase, Verbosity, count, line, say
from companion.voice.utterance import Priority


def how_to_begin(address: str | None = None) -> Line:
    """With no game the answer to everything: how to start one. ``address`` is the page's, where it is known."""
    return line(begin_phrase(address), Priority.URGENT, key="begin")


def begin_phrase(address: str | None = None) -> Phrase:
    """How to start a game, as a phrase."""
    if address is None:
        return say("No game yet. Start one on the phone page.")
    return say("No game yet. Start one on the phone page, at {address}.", address=spoken_address(address))


def spoken_address(address: str) -> str:
    """A URL without what nobody types.

    >>> spoken_address("http://192.168.1.5:8080/")
    '192.168.1.5:8080'
    """
    return address.removeprefix("http://").rstrip("/").removesuffix(":80")


def interruption(player: str, counted: int) -> Phrase:
    """A press was cut short: whose, what was counted, and what is wanted now."""
    return count(
        "{player}'s press was interrupted, {n} card counted. How many came out? Enter it on the page, or scan YES.",
        "{player}'s press was interrupted, {n} cards counted. How many came out? Enter it on the page, or scan YES.",
        counted,
        player=player,
    )


def prompt(  # noqa: C901 - one case a phase
    state: State, verbosity: Verbosity, *, again: bool = False, more: bool = False, address: str | None = None
) -> Phrase | None:
    """Whose move it is and which; None when nothing is awaited.

    ``again``: a card gives the turn back. ``more``: the payer has just pressed and goes on.
    """
    name = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.NONE:
            return begin_phrase(address)
        case Phase.SETUP:
            return say("Turn up the first card and scan it.")
        case Phase.TOP:
            return say("Turn up another card and scan it.")
        case Phase.COLOUR:
            return say("{player}, name a colour.", player=name)
        case Phase.TARGET:
            return say("{player}, choose a player.", player=name)
        case Phase.DISCARDING if state.colour is not None:
            return say("Lay further {colour} cards, {player}, then done.", colour=state.colour, player=name)
        case Phase.PAYING:
            return owed_now(state, verbosity, more=more)
        case Phase.COUNTING:
            return say("Count your cards, {players}.", players=uncounted(state))
        case Phase.ROUND_OVER:
            return None if verbosity is Verbosity.BRIEF else say("Next round when you are ready.")
        case Phase.PLAYING if again:
            return say("{player} plays again.", player=name)
        case Phase.PLAYING:
            return say("Your turn, {player}.", player=name)
    return None


def uncounted(state: State) -> tuple[str, ...]:
    """Whose hands are still to be counted, in seat order."""
    return tuple(
        seat.name for index, seat in enumerate(state.seats) if index != state.turn and seat.left_points is None
    )


def owed_now(state: State, verbosity: Verbosity, *, more: bool = False) -> Phrase | None:
    """What is paid next and by whom; None when nothing is owed."""
    payer = state.next_payer()
    debt = None if payer is None else state.debt_of(payer)
    if debt is None:
        return None
    if more and debt.number is not None and debt.unit is Unit.PRESSES:
        return count("One more press.", "{n} more presses.", debt.number)
    return owed(state, debt, verbosity, first=finisher(state) is not None)


def owed(state: State, debt: Debt, verbosity: Verbosity, *, first: bool = False) -> Phrase:
    """What somebody must press or draw; ``first`` where something else waits for it."""
    player, to, number = state.name(debt.player), state.name(debt.to), debt.number
    if number is None:
        return say("{player} presses until cards come.", player=player)
    if debt.unit is Unit.CARDS:
        return count("{player} draws {n} card.", "{player} draws {n} cards.", number, player=player)
    if first:
        return count("First {player}: {n} press.", "First {player}: {n} presses.", number, player=player)
    if debt.to == debt.player:
        return count("{player}: {n} press.", "{player}: {n} presses.", number, player=player)
    if verbosity is Verbosity.BRIEF:
        return count("{player}: {n} press for {to}.", "{player}: {n} presses for {to}.", number, player=player, to=to)
    return count(
        "{player}: {n} press. Turn the dispenser to {to}.",
        "{player}: {n} presses. Turn the dispenser to {to}.",
        number,
        player=player,
        to=to,
    )
