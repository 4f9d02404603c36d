"""Why the referee says no, in one sentence: the card, the reason, and what would do.

A refusal that rests on a known hand names neither card nor colour; nor does one about a hand that was told.
"""

from __future__ import annotations

from companion.referee.cards import Card
from companion.referee.commands import Command, Hold, NewGame
from companion.referee.events import Phase
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State
from companion.voice.lines import Line, Phrase, Verbosity, answer, count, followed, refused, say, together
from companion.voice.prompts import how_to_begin, interruption, owed, owed_now, prompt, uncounted
from companion.voice.table_facts import top_card


def narrate_refusal(
    state: State,
    command: Command,
    refusal: Refusal,
    verbosity: Verbosity,
    *,
    address: str | None = None,
) -> list[Line]:
    """What a refused statement gives to say. With no game it is how to begin one, whatever was tried.

    ``state`` is the table as it stays, ``address`` the phone page's.
    """
    if state.phase is Phase.NONE:
        tried = [refused(_reason(state, command, refusal), "")] if isinstance(command, NewGame) else []
        return [*tried, how_to_begin(address)]
    lines = [refused(_reason(state, command, refusal), state.edition)]
    if verbosity is Verbosity.FULL and refusal.code is RefusalCode.NO_MATCH:
        lies = together(top_card(state))
        lines += [answer(lies, state.edition)] if lies else []
    return lines


def _reason(state: State, command: Command, refusal: Refusal) -> Phrase:  # noqa: C901, PLR0912 - one a code
    player, card = refusal.player, refusal.card
    match refusal.code:
        case RefusalCode.NO_MATCH:
            return _no_match(refusal)
        case RefusalCode.NOT_YOUR_TURN if player is not None and refusal.by is not None:
            return say("Not {player}'s turn: it is {by}'s.", player=player, by=refusal.by)
        case RefusalCode.NOT_YOUR_TURN:
            return say("It is somebody else's turn.")
        case RefusalCode.COLOUR_NEEDED if player is not None:
            return say("First a colour, {player}.", player=player)
        case RefusalCode.COLOUR_NEEDED:
            return say("First a colour.")
        case RefusalCode.TARGET_NEEDED if player is not None:
            return say("First choose a player, {player}.", player=player)
        case RefusalCode.TARGET_NEEDED:
            return say("First a player.")
        case RefusalCode.MUST_PAY:
            return _must_pay(state, refusal)
        case RefusalCode.MUST_DRAW:
            return say("No passing: press first.")
        case RefusalCode.MUST_PLAY:
            return say("Pressing is not allowed now: play a card.")
        case RefusalCode.NOT_IN_HAND if player is not None:
            return say("{player} does not hold that card.", player=player)
        case RefusalCode.NOT_IN_HAND:
            return say("Not in this hand.")
        case RefusalCode.ALREADY_DRAWN:
            return say("One draw a turn; only the drawn card may be played.")
        case RefusalCode.NOT_IN_DECK:
            return _not_in_deck(state, command, refusal)
        case RefusalCode.DUPLICATE_TAG if card is not None:
            return say("{card:capital}: that very card is on the discard.", card=card)
        case RefusalCode.DUPLICATE_TAG:
            return say("That very card is on the discard.")
        case RefusalCode.UNKNOWN_TAG:
            return say("Unknown label.")
        case RefusalCode.BAD_TAG:
            return say("Unreadable, once more.")
        case RefusalCode.WRONG_SIDE:
            return say("That side is turned away.")
        case RefusalCode.HAS_COLOUR:
            return say("Not allowed now.")
        case RefusalCode.NOTHING_TO_CATCH:
            return say("Nothing to catch.")
        case RefusalCode.TOO_LATE:
            return say("Too late: the next turn has begun.")
        case RefusalCode.NO_CHALLENGE:
            return say("Nothing to challenge.")
        case RefusalCode.CANNOT_FINISH if card is not None:
            return say("{card:capital}: not as the last card.", card=card)
        case RefusalCode.CANNOT_FINISH:
            return say("Not as the last card.")
        case RefusalCode.CANNOT_STACK:
            return say("Cannot be put on top.")
        case RefusalCode.CANNOT_JUMP_IN:
            return say("Not the same card.")
        case RefusalCode.UNKNOWN_PLAYER if player is not None:
            return say("Not at this table: {player}.", player=player)
        case RefusalCode.UNKNOWN_PLAYER:
            return say("Nobody of that name plays here.")
        case RefusalCode.BAD_TARGET:
            return say("Choose another player.")
        case RefusalCode.ROUND_OVER if refusal.awaited is Awaited.COUNTING:
            return say("The round is over. Count your cards, {players}.", players=uncounted(state))
        case RefusalCode.ROUND_OVER:
            return say("The round is over: begin the next one.")
        case RefusalCode.GAME_OVER:
            return say("The match is over: begin a new game.")
        case RefusalCode.NOTHING_TO_UNDO:
            return say("Nothing to undo.")
        case RefusalCode.NO_SUPPLY:
            return say("Nothing left to draw: shuffle the discard, keep its top card.")
        case RefusalCode.WRONG_COUNT:
            return _wrong_count(refusal)
        case RefusalCode.BAD_GAME:
            return _bad_game(refusal)
        case RefusalCode.NOT_NOW:
            return _not_now(state, refusal)


def _no_match(refusal: Refusal) -> Phrase:
    card, colour, top = refusal.card, refusal.colour, refusal.top
    if card is None or colour is None:
        return say("Not possible: it does not match.")
    if refusal.awaited is Awaited.DISCARDS:
        return say("Not possible: {card}. Only {colour} goes along.", card=card, colour=colour)
    wild = Card("wild")
    if top is None or top.is_wild:
        return say("Not possible: {card}. {colour:capital} or {wild:one}.", card=card, colour=colour, wild=wild)
    return say(
        "Not possible: {card}. {colour:capital}, {top:one} or {wild:one}.",
        card=card,
        colour=colour,
        top=top,
        wild=wild,
    )


def _must_pay(state: State, refusal: Refusal) -> Phrase:
    payer = None if refusal.player is None else state.find(refusal.player)
    debt = None if payer is None else state.debt_of(payer)
    if debt is None:
        return say("First pay what is owed.")
    return owed(state, debt, Verbosity.BRIEF, first=True)


def _not_in_deck(state: State, command: Command, refusal: Refusal) -> Phrase:
    card, copies = refusal.card, refusal.number
    if isinstance(command, Hold):
        return say("Too many of one card for this deck.") if copies else say("No such card in this deck.")
    if refusal.colour is not None:
        return say("{colour:capital}: no such colour in this deck.", colour=refusal.colour)
    if card is None:
        return say("No such card in this deck.")
    if not copies:
        return say("{card:capital}: no such card in this deck.", card=card)
    if state.copies_seen(card) >= copies:
        return count(
            "{card:capital}: the only one is on the discard.",
            "{card:capital}: all {n} are on the discard.",
            copies,
            card=card,
        )
    return count(
        "{card:capital}: there is only {n} in this deck.",
        "{card:capital}: there are only {n} in this deck.",
        copies,
        card=card,
    )


def _wrong_count(refusal: Refusal) -> Phrase:
    player, limit = refusal.player, refusal.limit
    if player is None or limit is None:
        return say("The number cannot be right.")
    if refusal.number is None:
        return count("{player} has only {n} card.", "{player} has only {n} cards.", limit, player=player)
    return say("{player}: from 1 to {limit} cards.", player=player, limit=limit)


def _bad_game(refusal: Refusal) -> Phrase:
    number, limit = refusal.number or 0, refusal.limit
    if limit is None:
        return count(
            "{n} player named: 2 to 10 can play, each with a name of their own.",
            "{n} players named: 2 to 10 can play, each with a name of their own.",
            number,
        )
    return count(
        "{n} card to deal, and the deck has {limit}: fewer players or smaller hands.",
        "{n} cards to deal, and the deck has {limit}: fewer players or smaller hands.",
        number,
        limit=limit,
    )


def _not_now(state: State, refusal: Refusal) -> Phrase:
    match refusal.awaited:
        case Awaited.INTERRUPTED:
            return interruption(refusal.player or "", refusal.number or 0)
        case Awaited.BUTTON:
            return say("Press the button itself.")
        case Awaited.CORRECTION:
            return say("Not now: one card at a time.")
        case Awaited.PRESSES if not state.debts:
            return say("Nobody draws here: press the button.")
        case Awaited.PRESSES:
            waiting = owed_now(state, Verbosity.BRIEF)
        case _:
            waiting = prompt(state, Verbosity.NORMAL)
    return followed(say("Not now."), waiting)
