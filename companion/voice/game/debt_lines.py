"""What is owed, by whom, and what would pay it: presses at a launcher, cards where they are drawn or counted out."""

from __future__ import annotations

from companion.referee.cards import Colour
from companion.referee.decks import Supply
from companion.referee.effects import may_stack
from companion.referee.events import Cause, Phase, Unit
from companion.referee.scoring import finisher
from companion.referee.state import Debt, State
from companion.voice.lines import Phrase, count, followed, say


def owed_now(state: State, *, more: bool = False, brief: bool = False) -> Phrase | None:
    """What is paid next and by whom; None when nothing is owed. ``more``: the payer has paid a part of it.

    ``brief``: only who and how much, not what else could be done.
    """
    payer = state.next_payer()
    debt = None if payer is None else state.debt_of(payer)
    if debt is None:
        return None
    if more and debt.number is not None and debt.unit is Unit.PRESSES:
        return count("One more press.", "{n} more presses.", debt.number)
    if more and debt.number is not None:
        player = state.name(debt.player)
        return count("{player} draws {n} more card.", "{player} draws {n} more cards.", debt.number, player=player)
    return _owed_in_brief(state, debt) if brief else owed(state, debt, first=finisher(state) is not None)


def _owed_in_brief(state: State, debt: Debt) -> Phrase:
    player, to, number = state.name(debt.player), state.name(debt.to), debt.number
    if number is None:
        return _until_in_brief(state, debt)
    if debt.unit is Unit.PRESSES and debt.to != debt.player:
        return count("{n} press for {to}.", "{n} presses for {to}.", number, to=to)
    if debt.unit is Unit.PRESSES:
        return count("{player}: {n} press.", "{player}: {n} presses.", number, player=player)
    if debt.to != debt.player:
        return count("Draw {n} for {to}.", "Draw {n} for {to}.", number, to=to)
    return count("{n} for {player}.", "{n} for {player}.", number, player=player)


def _until_in_brief(state: State, debt: Debt) -> Phrase:
    player = state.name(debt.player)
    if debt.unit is Unit.PRESSES or state.colour is None:
        return say("{player}: until cards come.", player=player)
    how_many = say("How many?") if state.options.draw_from is Supply.PILE else None
    if _challenged_in_vain(state, debt):
        return followed(say("{player}: until {colour}, then 2 more.", player=player, colour=state.colour), how_many)
    return followed(say("{player}: until {colour}.", player=player, colour=state.colour), how_many)


def owed(state: State, debt: Debt, *, first: bool = False) -> Phrase:
    """What somebody must press or draw; ``first`` where something else waits for it."""
    if debt.number is None:
        return _until(state, debt, first=first)
    if can_stack(state, debt):
        return _owed_or_stacked(state, debt, debt.number, first=first)
    if debt.unit is Unit.CARDS:
        return _cards(state, debt, debt.number, first=first)
    player, to, number = state.name(debt.player), state.name(debt.to), debt.number
    if first:
        return count("First {player}: {n} press.", "First {player}: {n} presses.", number, player=player)
    if debt.to == debt.player:
        return count("{player}: {n} press.", "{player}: {n} presses.", number, player=player)
    return count("{player}: {n} press for {to}.", "{player}: {n} presses for {to}.", number, player=player, to=to)


def can_stack(state: State, debt: Debt) -> bool:
    """True where the payer may pass the sum on, with whatever card it would take."""
    if debt.cause is not Cause.CARD or state.phase not in {Phase.PAYING, Phase.CHALLENGE}:
        return False
    faces = state.deck.faces.values()
    return any(may_stack(state, debt.player, face.card) for face in faces if face.side is state.side)


def sum_passed_on(player: str, unit: Unit, number: int) -> Phrase:
    """A card was answered by its like: what has come together, and who faces it now."""
    if unit is Unit.PRESSES:
        return count(
            "The sum is now {n} press, for {player}.",
            "The sum is now {n} presses, for {player}.",
            number,
            player=player,
        )
    return count(
        "The sum is now {n} card, for {player}.", "The sum is now {n} cards, for {player}.", number, player=player
    )


def _until(state: State, debt: Debt, *, first: bool) -> Phrase:
    """A debt with an open end: until it fires, or until a card of the colour named comes, and how that is told."""
    player = state.name(debt.player)
    if debt.unit is Unit.PRESSES or state.colour is None:
        if first:
            return say("First {player} presses until cards come.", player=player)
        return say("{player} presses until cards come.", player=player)
    draws = _until_colour(state, player, state.colour, more=_challenged_in_vain(state, debt), first=first)
    return draws if state.options.draw_from is not Supply.PILE else followed(draws, say("Scan the total, then done."))


def _until_colour(state: State, player: str, colour: Colour, *, more: bool, first: bool) -> Phrase:
    match state.options.draw_from is not Supply.PILE, more, first:
        case True, True, False:
            return say(
                "{player} presses until {colour:one} card comes, then for 2 more, then done.",
                player=player,
                colour=colour,
            )
        case True, True, True:
            return say(
                "First {player} presses until {colour:one} card comes, then for 2 more, then done.",
                player=player,
                colour=colour,
            )
        case True, False, False:
            return say("{player} presses until {colour:one} card comes, then done.", player=player, colour=colour)
        case True, False, True:
            return say(
                "First {player} presses until {colour:one} card comes, then done.", player=player, colour=colour
            )
        case False, True, False:
            return say("{player} draws until {colour:one} card comes, then 2 more.", player=player, colour=colour)
        case False, True, True:
            return say(
                "First {player} draws until {colour:one} card comes, then 2 more.", player=player, colour=colour
            )
        case False, False, True:
            return say("First {player} draws until {colour:one} card comes.", player=player, colour=colour)
    return say("{player} draws until {colour:one} card comes.", player=player, colour=colour)


def _challenged_in_vain(state: State, debt: Debt) -> bool:
    return debt.by is None and debt.player == state.turn


def _owed_or_stacked(state: State, debt: Debt, number: int, *, first: bool) -> Phrase:
    player = state.name(debt.player)
    match debt.unit, first:
        case Unit.PRESSES, False:
            return count("{player}: {n} press, or stack.", "{player}: {n} presses, or stack.", number, player=player)
        case Unit.PRESSES, True:
            return count(
                "First {player}: {n} press, or stack.",
                "First {player}: {n} presses, or stack.",
                number,
                player=player,
            )
        case _, False:
            return count(
                "{player} draws {n} card or stacks.", "{player} draws {n} cards or stacks.", number, player=player
            )
    return count(
        "First {player} draws {n} card or stacks.",
        "First {player} draws {n} cards or stacks.",
        number,
        player=player,
    )


def _cards(state: State, debt: Debt, number: int, *, first: bool) -> Phrase:
    player, to = state.name(debt.player), state.name(debt.to)
    if debt.to != debt.player and first:
        return count(
            "First {player} draws {n} card for {to}.",
            "First {player} draws {n} cards for {to}.",
            number,
            player=player,
            to=to,
        )
    if debt.to != debt.player:
        return count(
            "{player} draws {n} card for {to}.", "{player} draws {n} cards for {to}.", number, player=player, to=to
        )
    if first:
        return count("First {player} draws {n} card.", "First {player} draws {n} cards.", number, player=player)
    return count("{player} draws {n} card.", "{player} draws {n} cards.", number, player=player)
