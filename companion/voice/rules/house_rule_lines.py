"""House rules in force, each explained beside its name: ``agreed_rules`` names them when a game starts. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.cards import Card, Side
from companion.referee.debts import STACKABLE
from companion.referee.decks import Deck, Face, Supply
from companion.referee.effects import PLUS_FOUR, PLUS_TWO, stacks_on
from companion.referee.options import Options
from companion.referee.state import State
from companion.voice.lines import Phrase, followed, say
from companion.voice.rules.agreed_rules import has_zeros, house_rules, house_rules_in_force, stacks_four_on_two


def house_rules_explained(table: State) -> Iterator[Phrase]:
    """Each house rule in force: its name, then what it lets or makes a player do."""
    for name, phrase in zip(house_rules_in_force(table), house_rules(table), strict=True):
        yield followed(say("{topic:capital}.", topic=(phrase,)), *_explained(table, name))


def _explained(table: State, name: str) -> Iterator[Phrase]:
    deck, options = table.deck, table.options
    match name:
        case "stacking":
            yield _stacking(table)
        case "draw_until_playable" if options.draw_from is Supply.LAUNCHER:
            yield say("Who lays nothing presses until cards come, not just once.")
        case "draw_until_playable":
            yield say("Who lays nothing draws until a card fits, not just one.")
        case "seven_zero":
            yield from sevens_and_zeros(deck)
        case "jump_in":
            yield say(
                "The same number in the same colour as the top card may be laid out of turn: first the badge, then"
                " the card."
            )
            yield say("Play goes on from there.")
        case "no_finish_on_action":
            yield say("The last card of a hand must be a number.")


def _stacking(table: State) -> Phrase:
    """Which cards answer which; the colours never matter."""
    deck, options = table.deck, table.options
    cards = stackable(deck)
    if options.stacking == "any" and len(cards) > 1:
        return say("On {cards:one} any of them may be laid; the sum passes on to the next player.", cards=cards)
    if stacks_four_on_two(table):
        return say(
            "On {cards:one} one of its kind may be laid, of any colour, and {four:one} on {two:one};"
            " the sum passes on to the next player.",
            cards=cards,
            two=Card(PLUS_TWO),
            four=Card(PLUS_FOUR),
        )
    return say(
        "On {cards:one} one of its kind may be laid, of any colour; the sum passes on to the next player.",
        cards=cards,
    )


def sevens_and_zeros(deck: Deck) -> Iterator[Phrase]:
    """What numbers do where seven-zero is agreed on. As a last card they do nothing: no hand, nothing to swap."""
    yield say("A 7: swap hands with whom you choose.")
    if has_zeros(deck):
        yield say("A 0: all hands pass on to the next player, in the direction of play.")


def stackable(deck: Deck, side: Side | None = None) -> tuple[Card, ...]:
    """The cards that stacking is about, once for all their colours; of one side, if that is given."""
    faces = (face for face in deck.faces.values() if side in {None, face.side})
    return tuple(dict.fromkeys(Card(face.card.value) for face in faces if face.card.value in STACKABLE))


def instead(deck: Deck, options: Options, face: Face) -> Phrase | None:
    """With what a card can be answered by whom it makes draw or press; None where it cannot be answered."""
    answers = tuple(card for card in stackable(deck, face.side) if stacks_on(options, card, face.card))
    return say("Instead, {cards:one} may be laid on it.", cards=answers) if answers else None
