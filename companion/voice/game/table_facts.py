"""Sentences about the table as it stands: counts, scores, top card, direction. Never what a hand holds."""

from __future__ import annotations

from companion.referee.decks import Supply
from companion.referee.events import Phase
from companion.referee.knowledge import Contradiction, contradictions
from companion.referee.options import MatchMode
from companion.referee.state import State
from companion.voice.lines import Phrase, count, say


def top_card(state: State, *, brief: bool = False) -> list[Phrase]:
    """The top card, and the colour where the card does not show it; ``brief``: without saying which is which."""
    top = state.top
    if top is None:
        return []
    if state.colour is None or state.colour is top.colour or state.phase is Phase.COLOUR:
        return [say("{card:capital}.", card=top) if brief else say("Top card: {card}.", card=top)]
    if brief:
        return [say("{card:capital}, {colour}.", card=top, colour=state.colour)]
    return [say("Top card: {card}.", card=top), say("Colour: {colour}.", colour=state.colour)]


def direction(state: State, *, brief: bool = False) -> Phrase:
    """The way play goes round."""
    if brief:
        return say("{direction:capital}.", direction=state.direction)
    return say("Direction: {direction}.", direction=state.direction)


def card_counts(state: State) -> Phrase:
    """How many cards everybody holds, in seat order."""
    held = tuple(say("{player}: {n}", player=seat.name, n=seat.count) for seat in state.seats if seat.plays)
    return say("Cards: {counts}.", counts=held)


def cards_to_draw(state: State) -> Phrase | None:
    """How many cards are left to draw; None where the counts cannot be right, so that nobody knows."""
    if contradictions(state):
        return None
    if state.options.draw_from is Supply.PILE:
        return say("Draw pile: {n}.", n=state.supply)
    return say("Dispenser: {n}.", n=state.supply)


def match_scores(state: State) -> Phrase | None:
    """What everybody has scored, in seat order; None where one round is the match, or nobody is left."""
    mode = state.options.match_mode
    scored = tuple(say("{player}: {n}", player=seat.name, n=seat.score) for seat in state.seats if not seat.gone)
    if mode is MatchMode.SINGLE_ROUND or not scored:
        return None
    if mode.counts_rounds:
        return say("Rounds won: {scores}.", scores=scored)
    return say("Scores: {scores}.", scores=scored)


def doubts(state: State) -> dict[Contradiction, Phrase]:
    """What cannot be right as it was told, and what helps; no card is named, since it might be in a hand."""
    found = contradictions(state)
    if not found:
        return {}
    phrases = {
        Contradiction.CARDS: count(
            "The counts cannot be right: they come to {n} card more than the deck has. Count the hands again.",
            "The counts cannot be right: they come to {n} cards more than the deck has. Count the hands again.",
            -state.unaccounted,
        ),
        Contradiction.COPIES: say(
            "Something cannot be right: more copies of a card were told than the deck has. Look through the discard."
        ),
    }
    return {each: phrases[each] for each in found}


def holds(player: str, number: int) -> Phrase:
    """How many cards a player holds."""
    return count("{player}: {n} card.", "{player}: {n} cards.", number, player=player)
