"""Why the referee says no, in one sentence: the card, the reason, and what would do.

A refusal that rests on a known hand names neither card nor colour; nor does one about a hand that was told or drawn.
"""

from __future__ import annotations

from companion.referee.challenges import more_than_contested
from companion.referee.commands import Command, Draw, Hold, NewGame, Pass, Press
from companion.referee.decks import Supply
from companion.referee.events import Phase
from companion.referee.refusals import OF_AN_OPEN_PRESS, Awaited, Refusal, RefusalCode, TagHint
from companion.referee.scoring import uncounted
from companion.referee.state import State
from companion.voice.game.brief_refusals import in_brief
from companion.voice.game.card_refusals import (
    cannot_finish,
    cannot_jump_in,
    cannot_stack,
    no_match,
    not_in_deck,
    would_stack,
    wrong_side,
)
from companion.voice.game.debt_lines import can_stack, owed, owed_now
from companion.voice.game.forgotten_lines import wanted
from companion.voice.game.prompts import contested, how_to_begin, open_press, prompt
from companion.voice.game.set_up_lines import not_yet
from companion.voice.game.table_facts import top_card
from companion.voice.lines import (
    Line,
    Phrase,
    Verbosity,
    answer,
    asked,
    count,
    followed,
    in_detail,
    refused,
    say,
    together,
)


def narrate_refusal(
    state: State,
    command: Command,
    refusal: Refusal,
    verbosity: Verbosity,
    *,
    address: str | None = None,
    by_scan: bool = False,
) -> list[Line]:
    """What a refused statement gives to say. With no game it is how to begin one, whatever was tried;
    whoever begins one in words knows how, and hears the reason alone.

    ``state`` is the table as it stays, ``address`` the phone page's; ``by_scan``: cards said it, as a game that they
    have set up, and that stays set up.
    """
    missing = None if refusal.awaited is None else not_yet(refusal.awaited, refusal.player, refusal.number or 0)
    if missing is not None and refusal.code is RefusalCode.NOT_NOW:
        return [refused(missing, state.edition)]
    if by_scan and isinstance(command, NewGame):
        kept = say("All that was set up is kept: UNDO takes the last step back.")
        return [refused(followed(_reason(state, command, refusal), kept), "")]
    if state.phase is Phase.NONE and missing is None:
        begins = isinstance(command, NewGame)
        tried = [refused(_reason(state, command, refusal), "")] if begins or refusal.hint is not None else []
        return tried if begins else [*tried, how_to_begin(address)]
    if refusal.awaited in OF_AN_OPEN_PRESS:
        return [asked(open_press(refusal))]
    brief = in_brief(state, command, refusal) if verbosity is Verbosity.BRIEF else None
    lines = [refused(brief or _reason(state, command, refusal), state.edition)]
    if verbosity is Verbosity.FULL and refusal.code is RefusalCode.NO_MATCH:
        lies = together(top_card(state))
        lines += [answer(lies, state.edition)] if lies else []
    return in_detail(lines, verbosity)


def _reason(state: State, command: Command, refusal: Refusal) -> Phrase:  # noqa: C901, PLR0912 - one a code
    player, card = refusal.player, refusal.card
    match refusal.code:
        case RefusalCode.NO_MATCH:
            return no_match(state, command, refusal)
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
            return _must_pay(state, command, refusal)
        case RefusalCode.MUST_DRAW:
            return _must_draw(state)
        case RefusalCode.MUST_PLAY:
            return _must_play(state, command)
        case RefusalCode.NOT_IN_HAND if player is not None:
            return say("{player} does not hold that card.", player=player)
        case RefusalCode.NOT_IN_HAND:
            return say("Not in this hand.")
        case RefusalCode.ALREADY_DRAWN:
            return _already_drawn(state, command)
        case RefusalCode.NOT_IN_DECK:
            return not_in_deck(state, command, refusal)
        case RefusalCode.DUPLICATE_TAG if card is not None:
            return say("{card:capital}: that very card is on the discard.", card=card)
        case RefusalCode.DUPLICATE_TAG:
            return say("That very card is on the discard.")
        case RefusalCode.UNKNOWN_TAG | RefusalCode.BAD_TAG if refusal.hint is TagHint.FRENCH_LAYOUT:
            return french_layout()
        case RefusalCode.UNKNOWN_TAG if refusal.labels is not None:
            return say(
                "Unknown label; the set {labels} has it. If the cards carry that set, begin the game with it.",
                labels=refusal.labels,
            )
        case RefusalCode.UNKNOWN_TAG:
            return say("Unknown label.")
        case RefusalCode.BAD_TAG:
            return say("Unreadable, once more.")
        case RefusalCode.WRONG_SIDE:
            return wrong_side(state, command, refusal)
        case RefusalCode.HAS_COLOUR:
            return _has_colour(state)
        case RefusalCode.NOTHING_TO_CATCH:
            return say("Nothing to catch.")
        case RefusalCode.TOO_LATE:
            return say("Too late: the next turn has begun.")
        case RefusalCode.NO_CHALLENGE:
            return say("Nothing to challenge.")
        case RefusalCode.CANNOT_FINISH if card is not None:
            return cannot_finish(state, card)
        case RefusalCode.CANNOT_FINISH:
            return say("Not as the last card.")
        case RefusalCode.CANNOT_STACK:
            return cannot_stack(state, command, refusal)
        case RefusalCode.CANNOT_JUMP_IN:
            return cannot_jump_in(command, refusal)
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
        case RefusalCode.NOTHING_TO_UNDO if refusal.awaited is Awaited.UNREAD:
            return say("Nobody has moved since: just scan the card.")
        case RefusalCode.NOTHING_TO_UNDO:
            return say("Nothing to undo.")
        case RefusalCode.NO_SUPPLY:
            return say("Nothing left to draw: shuffle the discard, keep its top card.")
        case RefusalCode.WRONG_COUNT:
            return _wrong_count(state, command, refusal)
        case RefusalCode.BAD_GAME:
            return _bad_game(refusal)
        case RefusalCode.NOT_NOW:
            return _not_now(state, command, refusal)


def french_layout() -> Phrase:
    """A scanner types, and its keyboard layout is not the machine's."""
    return say("The scanner's keyboard layout looks French: set it to serial mode.")


def _must_pay(state: State, command: Command, refusal: Refusal) -> Phrase:
    reason = _pay_first(state, refusal)
    return followed(reason, say("No stacking here.")) if would_stack(state, command) else reason


def _pay_first(state: State, refusal: Refusal) -> Phrase:
    payer = None if refusal.player is None else state.find(refusal.player)
    debt = None if payer is None else state.debt_of(payer)
    if debt is None:
        return say("First pay what is owed.")
    if state.phase is Phase.CHALLENGE and debt == contested(state):
        player = state.name(debt.player)
        if can_stack(state, debt):
            return say("First {player} accepts, challenges or stacks.", player=player)
        return say("First {player} accepts or challenges.", player=player)
    return owed(state, debt, first=True)


def _must_draw(state: State) -> Phrase:
    if state.drawn is not None:
        return say("No passing: draw again first.")
    if state.options.draw_from is Supply.PILE:
        return say("No passing: draw first.")
    return say("No passing: press first.")


def _must_play(state: State, command: Command) -> Phrase:
    if isinstance(command, Pass):
        return say("Passing is not allowed now: play the drawn card.")
    if state.options.draw_from is Supply.PILE:
        return say("Drawing is not allowed now: play a card.")
    return say("Pressing is not allowed now: play a card.")


def _has_colour(state: State) -> Phrase:
    if state.options.draw_from is Supply.PILE:
        return say("Not allowed now: another card, or draw.")
    return say("Not allowed now: another card, or press.")


def _already_drawn(state: State, command: Command) -> Phrase:
    launched = state.drawn is not None and state.drawn.launched
    if isinstance(command, Press | Draw) and launched:
        return say("One press a turn: play one card or pass.")
    if isinstance(command, Draw) and state.options.draw_until_playable and _named(command) > 1:
        return say("Draw one card at a time.")
    if isinstance(command, Press | Draw) and state.options.draw_until_playable and state.drawn is not None:
        return say("No more drawing: play the drawn card or pass.")
    return say("One draw a turn; only the drawn card may be played.")


def _wrong_count(state: State, command: Command, refusal: Refusal) -> Phrase:
    player, limit = refusal.player, refusal.limit
    drawing = _drawing_until_colour(state, command, refusal)
    if drawing is not None:
        return drawing
    if player is None or limit is None:
        return say("The number cannot be right.")
    if refusal.number is None:
        return count("{player} has only {n} card.", "{player} has only {n} cards.", limit, player=player)
    if isinstance(command, Hold) and state.phase is Phase.VERDICT:
        return count(
            "{player} holds {n} card, not {number}: all of them, once more.",
            "{player} holds {n} cards, not {number}: all of them, once more.",
            limit,
            player=player,
            number=refusal.number,
        )
    if isinstance(command, Press):
        return say("The whole deck has {limit} cards: tell the number again.", limit=limit)
    return count("{player}: just {n} card.", "{player}: from 1 to {n} cards.", limit, player=player)


def _named(command: Draw) -> int:
    return len(command.cards) or command.number or 0


def _drawing_until_colour(state: State, command: Command, refusal: Refusal) -> Phrase | None:
    """Why a number of cards cannot be what it took until a colour came; None where nobody draws like that."""
    index = None if refusal.player is None else state.find(refusal.player)
    debt = None if index is None else state.debt_of(index)
    if not isinstance(command, Draw) or debt is None or debt.number is not None or state.colour is None:
        return None
    if command.cards:
        return say("The first {colour} card ends the draw.", colour=state.colour)
    least = 1 + more_than_contested(state, debt)
    return say(
        "How many cards until {colour} came? At least {n}: scan the digits, then done.", colour=state.colour, n=least
    )


def _bad_game(refusal: Refusal) -> Phrase:
    number, limit = refusal.number or 0, refusal.limit
    if refusal.by is not None:
        return say(
            "{player} and {other} count as one name: give one of them another.",
            player=refusal.player or "",
            other=refusal.by,
        )
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


def _not_now(state: State, command: Command, refusal: Refusal) -> Phrase:
    if isinstance(command, Press) and state.options.draw_from is Supply.PILE and refusal.awaited is Awaited.PLAY:
        return say("Nobody presses here: draw from the pile.")
    match refusal.awaited:
        case Awaited.BUTTON:
            return say("Press the button itself.")
        case Awaited.CORRECTION:
            return say("Not now: one card at a time.")
        case Awaited.HAND if refusal.player is not None:
            return say(
                "Not yet, {player}: first the cards, or the points in digits, ZERO for none, then DONE.",
                player=refusal.player,
            )
        case Awaited.CARDS:
            return say(
                "Not now: the hand of {player} is counted by cards, and points do not mix with them."
                " More cards, or DONE.",
                player=refusal.player or "",
            )
        case Awaited.UNREAD:
            return followed(say("Not now."), wanted(refusal.player), say("UNDO ends it."))
        case Awaited.PRESSES if not state.debts:
            return say("Nobody draws here: press the button.")
        case Awaited.PRESSES:
            waiting = owed_now(state)
        case _:
            waiting = prompt(state, Verbosity.NORMAL)
    return followed(say("Not now."), waiting)
