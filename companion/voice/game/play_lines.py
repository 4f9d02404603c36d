"""Cards laid on the discard: which, by whom, what the table wrote on them, and how few are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.referee import events as ev
from companion.referee.decks import Deck, Effect
from companion.referee.events import Event, Phase
from companion.referee.state import Seat, State, Uno
from companion.voice.game.table_facts import holds
from companion.voice.lines import Phrase, Verbosity, count, say

_WORTH_SAYING = 2  # cards in hand: from here on the number is told unasked
_CALL_WAS_SAID = 2  # a call with two cards in hand was heard when it was made
_ORDINAL = slice(4, 7)  # where a card's tag has the card's place in its deck


def played(event: ev.Played, now: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """Who laid what, with the colour named for it; out of turn as such."""
    full, under = verbosity is Verbosity.FULL, len(event.cards) > 1
    yield _laid(event, verbosity)
    if event.overruled and verbosity is not Verbosity.BRIEF:
        yield say("The table decides.")
    if under and verbosity is not Verbosity.BRIEF:
        yield lays(event.player, len(event.cards))
    text = written_on(event, now)
    if text is not None and verbosity is Verbosity.BRIEF:
        yield say("{text}.", text=text)
    elif text is not None:
        yield say("The card says: {text}.", text=text)
    if event.colour is not None and full:
        yield say("Colour: {colour}.", colour=event.colour)


def _laid(event: ev.Played, verbosity: Verbosity) -> Phrase:
    player, card, colour = event.player, event.cards[0], event.colour
    if event.jumped and verbosity is Verbosity.BRIEF:
        return say("Jump-in, {player}: {card}.", player=player, card=card)
    if event.jumped:
        return say("{player} jumps in: {card}.", player=player, card=card)
    if colour is not None and verbosity is not Verbosity.FULL:
        return say("{player}: {card}, {colour}.", player=player, card=card, colour=colour)
    if len(event.cards) > 1 and verbosity is Verbosity.BRIEF:
        number = len(event.cards)
        return count("{player}: {card}, {n} card.", "{player}: {card}, {n} cards.", number, player=player, card=card)
    return say("{player}: {card}.", player=player, card=card)


def written_on(event: ev.Played, state: State) -> str | None:
    """What the table wrote on the customizable wild that was laid: its own text where the card is known, else the
    first; None on other cards, and where the table agreed on no text."""
    face = state.deck.face(event.cards[0])
    if face is None or face.effect is not Effect.CUSTOM or not state.options.custom_text:
        return None
    texts = [text.strip() for text in state.options.custom_text.split("|")]
    which = _which_customizable(event.tag, state.deck)
    return (texts[which] if which < len(texts) else texts[0]).rstrip(".")


def _which_customizable(tag: str | None, deck: Deck) -> int:
    """How many customizable wilds stand before this one in the deck, by its tag; 0 where it has none."""
    ordinal = "" if tag is None else tag[_ORDINAL]
    before = deck.cards[: int(ordinal) - 1] if ordinal.isdigit() else ()
    return sum(deck.faces[card].effect is Effect.CUSTOM for card in before)


def lays(player: str, number: int) -> Phrase:
    """Several cards at once."""
    return count("{player} lays {n} card.", "{player} lays {n} cards.", number, player=player)


def few_cards(was: State, player: str, events: Sequence[Event], now: State, verbosity: Verbosity) -> Iterator[Phrase]:
    """No card, one card and UNO, or two cards left: what everybody may know and has to."""
    earlier, seat = was.seats[was.seat(player)], now.seats[now.seat(player)]
    if not seat.count:
        if verbosity is not Verbosity.BRIEF and not _tells_who_won(events):
            yield _no_card_left(player, verbosity)
    elif seat.uno is Uno.CALLED:
        if earlier.count != _CALL_WAS_SAID or was.phase is Phase.DISCARDING:
            yield say("{player}: UNO!", player=player)
    elif seat.count <= _WORTH_SAYING and verbosity is Verbosity.FULL:
        yield count("{n} card left.", "{n} cards left.", seat.count)
    elif seat.count <= _WORTH_SAYING and verbosity is Verbosity.NORMAL and not _given_away(events):
        yield count("{n} left.", "{n} left.", seat.count)


def _tells_who_won(events: Sequence[Event]) -> bool:
    counting = any(isinstance(event, ev.Awaits) and event.phase is Phase.COUNTING for event in events)
    return counting or any(isinstance(event, ev.RoundOver) for event in events)


def _no_card_left(player: str, verbosity: Verbosity) -> Phrase:
    if verbosity is Verbosity.NORMAL:
        return say("No card left.")
    return say("{player} has no card left.", player=player)


def _given_away(events: Sequence[Event]) -> bool:
    """The hand is somebody else's in the same breath: how many cards it had helps nobody."""
    return any(isinstance(event, ev.HandsMoved) for event in events)


def left_after_all(seat: Seat, verbosity: Verbosity) -> Iterator[Phrase]:
    """Done: what lies under the discard-all was told card by card, what is left was not."""
    if seat.uno is Uno.CALLED:
        yield say("{player}: UNO!", player=seat.name)
    elif seat.count <= _WORTH_SAYING and verbosity is not Verbosity.BRIEF:
        yield holds(seat.name, seat.count)
