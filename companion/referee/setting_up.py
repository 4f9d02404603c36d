"""Before the first play: starting a game, telling hands, turning the top card, the next round, leaving."""

from __future__ import annotations

from companion.referee import events as ev
from companion.referee.challenges import verdict_by_hand
from companion.referee.commands import Hold, Leave, NewGame, NextRound, Reload, Top
from companion.referee.debts import draw_what_waited, pass_turn, when_paid
from companion.referee.decks import Effect, load_deck
from companion.referee.effects import TWO_PLAYERS, first_effect, settle
from companion.referee.events import Phase
from companion.referee.options import parse_options, resolve_preset
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.ruling import RefusedError, Ruling
from companion.referee.scoring import end_round, finisher
from companion.referee.state import State, folded

FEWEST_PLAYERS = 2
MOST_PLAYERS = 10
_NEEDS_COLOUR = frozenset({Effect.WILD, Effect.EXTREME_HIT, Effect.ALL_HIT, Effect.HIT_FIRE})


def new_game(ruling: Ruling, command: NewGame) -> None:
    """A game is started; whatever was played before is set aside."""
    edition, written = resolve_preset(command.edition, command.options)
    deck = load_deck(edition)
    options = parse_options(deck, written)
    names = [folded(name) for name in command.players]
    number = len(names)
    for at, name in enumerate(names):
        if name in names[:at]:
            earlier = command.players[names.index(name)]
            raise RefusedError(Refusal(RefusalCode.BAD_GAME, player=earlier, by=command.players[at], number=number))
    if not all(names) or not FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        raise RefusedError(Refusal(RefusalCode.BAD_GAME, number=number))
    if number * options.hand_size >= deck.total:
        raise RefusedError(Refusal(RefusalCode.BAD_GAME, number=number * options.hand_size, limit=deck.total))
    dealer = command.players[-1]
    if command.dealer is not None:
        if folded(command.dealer) not in names:
            raise RefusedError(Refusal(RefusalCode.UNKNOWN_PLAYER, player=command.dealer))
        dealer = command.players[names.index(folded(command.dealer))]
    ruling.emit(
        ev.GameStarted(deck.edition, command.players, dealer, dict(written), command.labels, deck.text or None)
    )


def hold(ruling: Ruling, command: Hold) -> None:
    """A hand is told: its cards, or only how many."""
    index = ruling.player(command.player)
    ruling.not_over()
    for card in command.cards:
        ruling.face(card)
    if ruling.state.phase is Phase.VERDICT and command.cards:
        verdict_by_hand(ruling, index, command.cards)
        return
    ruling.phase(Phase.SETUP, Phase.TOP)
    if ruling.state.turn is not None:
        raise RefusedError(ruling.not_now())
    ruling.in_the_match(index)
    told = ruling.state.with_seat(index, cards=command.cards)
    for card in command.cards:
        copies = ruling.face(card).copies
        if told.copies_placed(card) > copies:
            raise RefusedError(Refusal(RefusalCode.NOT_IN_DECK, card=card, number=copies))
    number = len(command.cards) if command.number is None else command.number
    check_count(ruling, index, number)
    known = command.cards if command.number is None else None
    ruling.emit(ev.HandTold(ruling.state.name(index), number, known))


def most_cards(state: State, index: int) -> int:
    """How many cards of the deck this hand can hold, with the other hands and the discard as they are."""
    others = sum(seat.count for i, seat in enumerate(state.seats) if i != index)
    return state.deck.total - others - max(1, state.discard_size)


def check_count(ruling: Ruling, index: int, number: int) -> None:
    """Refuses a number of cards that the deck cannot give this hand; one card always lies face up."""
    state = ruling.state
    limit = most_cards(state, index)
    if not 1 <= number <= limit:
        raise RefusedError(Refusal(RefusalCode.WRONG_COUNT, player=state.name(index), number=number, limit=limit))


def top(ruling: Ruling, command: Top) -> None:
    """The first card is turned up: it may go back, wait for a colour, or act on who would start."""
    ruling.not_over()
    if ruling.state.phase is Phase.NONE:
        raise RefusedError(ruling.not_now())
    face = ruling.face(command.card)
    ruling.phase(Phase.SETUP, Phase.TOP)
    state = ruling.state
    if state.turn is not None and state.then is not None:
        _after_flip(ruling, command, state.then)
        return
    redraw = state.options.first_card == "redraw" and not command.card.is_number
    if redraw or not face.may_be_first:
        ruling.emit(ev.TopTurned(command.card, sent_back=True, tag=command.tag))
        return
    ruling.emit(ev.TopTurned(command.card, tag=command.tag))
    starter = state.next_seat(state.dealer)
    if face.effect in _NEEDS_COLOUR:
        ruling.emit(ev.Awaits(Phase.COLOUR, state.name(starter)))
    else:
        first_effect(ruling, starter)


def _after_flip(ruling: Ruling, command: Top, turn: int) -> None:
    """The other side's card now on top: it is shown only; of a wild the player in turn names the colour."""
    ruling.emit(ev.TopTurned(command.card, tag=command.tag))
    if command.card.is_wild:
        ruling.emit(ev.Awaits(Phase.COLOUR, ruling.state.name(turn)))
    else:
        pass_turn(ruling, turn)


def next_round(ruling: Ruling, _: NextRound) -> None:
    """The deal passes to the left and a new round is set up."""
    state = ruling.state
    if state.phase is Phase.GAME_OVER:
        raise RefusedError(Refusal(RefusalCode.GAME_OVER))
    ruling.phase(Phase.ROUND_OVER)
    dealer = next(state.around(state.dealer, ev.Direction.CLOCKWISE))
    ruling.emit(ev.RoundStarted(state.round + 1, state.name(dealer)))


def reload(ruling: Ruling, _: Reload) -> None:
    """The discard, its top card aside, went back into the supply; owed cards that waited for it are drawn."""
    ruling.running()
    ruling.emit(ev.Reloaded())
    draw_what_waited(ruling)


def leave(ruling: Ruling, command: Leave) -> None:
    """A player stops: the hand is set aside, what is open with that player lapses."""
    index = ruling.player(command.player)
    before = ruling.state
    if before.phase is Phase.GAME_OVER:
        raise RefusedError(Refusal(RefusalCode.GAME_OVER))
    ruling.emit(ev.PlayerLeft(before.name(index)))
    remaining = ruling.state.playing()
    if before.phase is Phase.COUNTING:
        return
    if len(remaining) == 1:
        if before.phase is Phase.ROUND_OVER:
            ruling.emit(ev.GameOver(before.name(remaining[0])))
        else:
            end_round(ruling, remaining[0])
        return
    if before.phase in {Phase.SETUP, Phase.TOP, Phase.ROUND_OVER}:
        return
    _turn_after_leaving(ruling, before, index)


def _turn_after_leaving(ruling: Ruling, before: State, index: int) -> None:
    winner = finisher(ruling.state)
    if winner is not None and not ruling.state.debts:
        end_round(ruling, winner)
    elif before.turn is None or before.turn == index:
        pass_turn(ruling, before.next_seat(index))
    elif any(debt.by == index for debt in before.debts):
        pass_turn(ruling, before.turn)  # whose payment lapsed keeps the turn
    elif before.debts and not ruling.state.debts:
        when_paid(ruling, ruling.state.then)
    elif before.phase is Phase.TARGET and len(ruling.state.playing()) == TWO_PLAYERS:
        settle(ruling, before.turn)
