"""What the table waits for now, said to whom it concerns; and how a game is begun when there is none."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.effects import swaps_hands
from companion.referee.events import Cause, Phase
from companion.referee.refusals import Awaited, Refusal
from companion.referee.scoring import uncounted
from companion.referee.state import Debt, State
from companion.voice.game.debt_lines import can_stack, owed_now
from companion.voice.lines import Line, Phrase, Verbosity, answer, count, say


def how_to_begin(address: str | None = None) -> Line:
    """With no game the answer to everything: how to start one. ``address`` is the page's, where it is known."""
    return replace(answer(begin_phrase(address)), key="begin")


def begin_phrase(address: str | None = None) -> Phrase:
    """How to start a game, as a phrase."""
    if address is None:
        return say("No game yet. Scan the players' badges in seat order, or start one on the phone page.")
    return say(
        "No game yet. Scan the players' badges in seat order, or start one on the phone page, at {address}.",
        address=spoken_address(address),
    )


def spoken_address(address: str) -> str:
    """A URL without what nobody types.

    >>> spoken_address("http://192.168.1.5:8080/")
    '192.168.1.5:8080'
    """
    return address.removeprefix("http://").rstrip("/").removesuffix(":80")


def _interruption(player: str, counted: int) -> Phrase:
    """A press was cut short: whose, what was counted, and what is wanted now."""
    return count(
        "{player}'s press was interrupted, {n} card counted. Is that right? Scan YES, or the number and DONE.",
        "{player}'s press was interrupted, {n} cards counted. Is that right? Scan YES, or the number and DONE.",
        counted,
        player=player,
    )


def number_wanted(player: str, counted: int) -> Phrase:
    """The dispenser stopped, and the gate cannot vouch for the number: what it counted, and who knows better."""
    return count(
        "{n} card was counted for {player}. Is that right? Scan YES, or the number and DONE.",
        "{n} cards were counted for {player}. Is that right? Scan YES, or the number and DONE.",
        counted,
        player=player,
    )


def open_press(waits: Refusal) -> Phrase:
    """A press is no statement yet: the number is in doubt, the power went meanwhile, or cards are missing."""
    player, counted = waits.player or "", waits.number or 0
    match waits.awaited:
        case Awaited.REST:
            return _rest_wanted(player, counted, waits.limit or 0)
        case Awaited.INTERRUPTED:
            return _interruption(player, counted)
    return number_wanted(player, counted)


def _rest_wanted(player: str, counted: int, drawn: int) -> Phrase:
    """The dispenser stopped early and the number is certain: another press throws the rest."""
    return count(
        "{counted} of {n} card for {player}: press again. Or scan YES if that is all, or the number and DONE.",
        "{counted} of {n} cards for {player}: press again for the rest."
        " Or scan YES if that is all, or the number and DONE.",
        drawn,
        player=player,
        counted=counted,
    )


def shuffle_and_deal(state: State) -> Phrase:
    """How many cards everybody gets of a round that begins."""
    return count("Shuffle. {n} card each.", "Shuffle. {n} cards each.", state.options.hand_size)


def prompt(  # noqa: C901, PLR0912 - one case a phase
    state: State, verbosity: Verbosity, *, again: bool = False, more: bool = False, address: str | None = None
) -> Phrase | None:
    """Whose move it is and which; None when nothing is awaited.

    ``again``: a card gives the turn back. ``more``: the payer has just paid a part and goes on.
    """
    if verbosity is Verbosity.BRIEF and (brief := _in_brief(state, again=again, more=more)) is not None:
        return brief
    name = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.NONE:
            return begin_phrase(address)
        case Phase.SETUP:
            return say("Turn up the first card and scan it.")
        case Phase.TOP if state.turn is not None:  # the other side of the discard
            return say("Scan the top card.")
        case Phase.TOP:
            return say("Turn up another card and scan it.")
        case Phase.COLOUR:
            return say("{player}, name a colour.", player=name)
        case Phase.TARGET if swaps_hands(state):
            return say("{player}, swap hands with whom?", player=name)
        case Phase.TARGET:
            return say("{player}, choose a player.", player=name)
        case Phase.CHALLENGE:
            return _accept_or_challenge(state, name)
        case Phase.VERDICT:
            return _verdict(state, verbosity)
        case Phase.DISCARDING if state.colour is not None:
            return say("Lay further {colour} cards, {player}, then done.", colour=state.colour, player=name)
        case Phase.PAYING:
            return owed_now(state, more=more)
        case Phase.COUNTING:
            return _count_cards(state, verbosity)
        case Phase.ROUND_OVER:
            return None if verbosity is Verbosity.BRIEF else say("Next round when you are ready.")
        case Phase.PLAYING if state.drawn is not None:
            return _has_drawn(state, name)
        case Phase.PLAYING if again:
            return say("{player} plays again.", player=name)
        case Phase.PLAYING:
            return say("Your turn, {player}.", player=name)
    return None


def _in_brief(state: State, *, again: bool, more: bool) -> Phrase | None:
    """The same in fewer words, as far as who hears them knows the game; None where it cannot be shorter."""
    name = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.TOP if state.turn is not None:
            return say("Scan the top.")
        case Phase.TARGET if swaps_hands(state):
            return say("{player}, swap with whom?", player=name)
        case Phase.CHALLENGE if (sum_of_all := _sum_of_all(state)) is not None:
            return say("{player}: {n}, challenge?", player=name, n=sum_of_all)
        case Phase.CHALLENGE:
            return say("{player}: challenge?", player=name)
        case Phase.DISCARDING if state.colour is not None:
            return say("More cards, {player}?", player=name)
        case Phase.PAYING:
            return owed_now(state, more=more, brief=True)
        case Phase.PLAYING if state.drawn is None:
            return say("Again: {player}.", player=name) if again else say("{player}.", player=name)
    return None


def _count_cards(state: State, verbosity: Verbosity) -> Phrase:
    """Whose cards are still to be counted; no names where it is everybody's, of more than one or in few words."""
    players = uncounted(state)
    others = len(state.playing()) - 1
    few_words = verbosity is Verbosity.BRIEF or (verbosity is Verbosity.NORMAL and others > 1)
    if few_words and len(players) == others:
        return say("Count your cards.")
    return say("Count your cards, {players}.", players=players)


def _accept_or_challenge(state: State, name: str) -> Phrase:
    debt = contested(state)
    if debt is None or not can_stack(state, debt):
        return say("{player}: accept or challenge?", player=name)
    if (sum_of_all := _sum_of_all(state)) is not None:
        return say("{player}: accept {n}, challenge or stack?", player=name, n=sum_of_all)
    return say("{player}: accept, challenge or stack?", player=name)


def _sum_of_all(state: State) -> int | None:
    """What a draw wild that was stacked demands together with what lies under it; None of one that was not."""
    debt, opened = contested(state), state.open_card
    return None if debt is None or opened is None or not opened.passed_on else debt.number


def _verdict(state: State, verbosity: Verbosity) -> Phrase:
    debt = contested(state)
    if verbosity is Verbosity.FULL and debt is not None and debt.by is not None:
        return say("Bluff or no bluff? Or {player} scans the hand, then done.", player=state.name(debt.by))
    return say("Bluff or no bluff?")


def contested(state: State) -> Debt | None:
    """What the draw wild that may be challenged demands."""
    return next((debt for debt in state.debts if debt.player == state.turn and debt.cause is Cause.CARD), None)


def _has_drawn(state: State, name: str) -> Phrase:
    """What may be done with what was drawn; the same words whatever card it is, known or not."""
    options = state.options
    if state.drawn is not None and state.drawn.launched:
        return say("{player}: play one card or pass.", player=name)
    if options.draw_until_playable:
        return say("{player}: play it, draw again or pass.", player=name)
    if options.drawn_card == "must":
        return say("{player}: play it if it fits, else pass.", player=name)
    return say("{player}: play it or pass.", player=name)
