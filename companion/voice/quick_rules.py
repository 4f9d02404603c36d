"""A deck's rules in a few sentences, as its file has them: for a sheet beside the table, in print or Braille.

Source: ``rules.md`` sections 2 to 5. House rules are not among them: they are agreed on at each table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.referee.cards import Card
from companion.referee.decks import DRAW_WILDS, Deck, Effect, Face, Supply
from companion.referee.options import MatchMode
from companion.voice.lines import EditionName, Phrase, count, say


def quick_rules(deck: Deck) -> tuple[Phrase, ...]:
    """One phrase a paragraph, the first of them the heading."""
    return (
        say("Quick rules: {edition}.", edition=EditionName(deck.edition)),
        say("Everybody gets 7 cards. Who has no card left wins the round."),
        say(
            "In turn, lay a card of the same colour, number or kind as the one on top, or {wild:one}.",
            wild=Card("wild"),
        ),
        _otherwise(deck),
        *_cards(deck),
        *_draw_wilds(deck),
        _uno(deck),
        *_scores(deck),
    )


def _otherwise(deck: Deck) -> Phrase:
    """What happens where nothing is laid."""
    if deck.supply is Supply.LAUNCHER:
        return say(
            "If you cannot or will not lay one, press the dispenser once and take what comes out."
            " That ends your turn."
        )
    match deck.drawn_card:
        case "must":
            return say("If you cannot or will not lay one, draw a card; if it fits, lay it.")
        case "never":
            return say("If you cannot or will not lay one, draw a card. That ends your turn.")
        case _:
            return say("If you cannot or will not lay one, draw a card; if it fits, you may lay it at once.")


def _cards(deck: Deck) -> Iterator[Phrase]:
    """What each action card and wild does, once for all its colours."""
    told: set[str] = set()
    for card, face in deck.faces.items():
        if face.effect is not Effect.NONE and card.value not in told:
            told.add(card.value)
            yield does(Card(card.value), face, presses=deck.supply is Supply.LAUNCHER)


def does(card: Card, face: Face, *, presses: bool) -> Phrase:
    """What a card does, in one sentence; ``presses``: cards come out of the launcher."""
    match face.effect:
        case Effect.DRAW | Effect.HIT if not presses:
            return count(
                "{card:capital}: the next player draws {n} card and loses the turn.",
                "{card:capital}: the next player draws {n} cards and loses the turn.",
                face.number,
                card=card,
            )
        case Effect.DRAW | Effect.HIT:
            return count(
                "{card:capital}: the next player presses {n} time and loses the turn.",
                "{card:capital}: the next player presses {n} times and loses the turn.",
                face.number,
                card=card,
            )
        case Effect.DRAW_WILD | Effect.HIT_FIRE if not presses:
            return count(
                "{card:capital}: name the colour; the next player draws {n} card and loses the turn.",
                "{card:capital}: name the colour; the next player draws {n} cards and loses the turn.",
                face.number or 1,  # without a launcher nothing fires: it is one card
                card=card,
            )
        case Effect.DRAW_WILD:
            return count(
                "{card:capital}: name the colour; the next player presses {n} time and loses the turn.",
                "{card:capital}: name the colour; the next player presses {n} times and loses the turn.",
                face.number,
                card=card,
            )
        case Effect.DOWNPOUR | Effect.ALL_HIT if not presses:
            return count(
                "{card:capital}: name the colour; everybody else draws {n} card.",
                "{card:capital}: name the colour; everybody else draws {n} cards.",
                face.number,
                card=card,
            )
        case Effect.DOWNPOUR | Effect.ALL_HIT:
            return count(
                "{card:capital}: name the colour; everybody else presses {n} time.",
                "{card:capital}: name the colour; everybody else presses {n} times.",
                face.number,
                card=card,
            )
        case Effect.EXTREME_HIT if not presses:
            return count(
                "{card:capital}: name the colour and a player, who takes {n} card.",
                "{card:capital}: name the colour and a player, who takes {n} cards.",
                face.number,
                card=card,
            )
        case Effect.EXTREME_HIT:
            return count(
                "{card:capital}: name the colour and a player, turn the dispenser there and press {n} time;"
                " that player takes the cards.",
                "{card:capital}: name the colour and a player, turn the dispenser there and press {n} times;"
                " that player takes the cards.",
                face.number,
                card=card,
            )
        case _:
            return replace(_SENTENCES[face.effect], params={"card": card})


#: Effects that have no number.
_SENTENCES = {
    Effect.REVERSE: say("{card:capital}: the direction changes; of two players, the same plays again."),
    Effect.SKIP: say("{card:capital}: the next player loses the turn."),
    Effect.SKIP_EVERYONE: say("{card:capital}: everybody else is skipped, and you play again."),
    Effect.FLIP: say("{card:capital}: hands, discard and the cards to draw turn over to the other side."),
    Effect.DISCARD_ALL: say("{card:capital}: lay all your cards of its colour with it; it lies on top."),
    Effect.TRADE_HANDS: say("{card:capital}: swap hands with somebody. It cannot be your last card."),
    Effect.WILD: say("{card:capital}: name the colour."),
    Effect.DRAW_UNTIL_COLOUR: say(
        "{card:capital}: name a colour; the next player draws until it comes, and loses the turn."
    ),
    Effect.SHUFFLE_HANDS: say("{card:capital}: name the colour; all hands are shuffled and dealt again."),
    Effect.HIT_FIRE: say(
        "{card:capital}: name the colour; the next player presses until cards come, and loses the turn."
    ),
    Effect.CUSTOM: say("{card:capital}: name the colour; the table agrees on what else it does."),
}


def _draw_wilds(deck: Deck) -> Iterator[Phrase]:
    """When a draw wild is legal, and what becomes of a bluff."""
    wilds = tuple(card for card, face in deck.faces.items() if face.effect in DRAW_WILDS)
    if not wilds:
        return
    match deck.plus4_rule:
        case "colour":
            yield say("Only without a card of the colour in play: {cards}.", cards=wilds)
        case "none-playable":
            yield say("Only where no other card fits: {cards}.", cards=wilds)
        case _:
            yield say("At any time: {cards}.", cards=wilds)
    if deck.challenge:
        yield say(
            "Before drawing you may challenge: if it was a bluff, its player draws for you; if not, you draw 2 more."
        )


def _uno(deck: Deck) -> Phrase:
    if deck.supply is Supply.LAUNCHER:
        return say("With one card left, say UNO. If somebody notices that you forgot, press twice.")
    return say("With one card left, say UNO. If somebody notices that you forgot, draw 2.")


def _scores(deck: Deck) -> Iterator[Phrase]:
    mode = MatchMode(deck.match_mode)
    match mode:
        case MatchMode.WINNER_TAKES:
            yield say(
                "Who wins a round scores what the others hold; {target} points win the match.", target=deck.target
            )
        case MatchMode.LOWEST:
            yield say(
                "You score what you still hold; once somebody has {target} points, the fewest win.",
                target=deck.target,
            )
        case MatchMode.ELIMINATION:
            yield say("You score what you still hold; with {target} points you are out.", target=deck.target)
        case MatchMode.HANDS_WON | MatchMode.ROUNDS:
            yield say("The match goes to whoever wins {target} rounds.", target=deck.target)
        case MatchMode.SINGLE_ROUND:
            yield say("One round is the match.")
    if mode.counts_points:
        yield say("Numbers count what they say.")
        yield from _points(deck)


def _points(deck: Deck) -> Iterator[Phrase]:
    """What the other cards count, the cheapest first; one name for all colours."""
    by_points: dict[int, dict[Card, None]] = {}
    for card, face in deck.faces.items():
        if not card.is_number:
            by_points.setdefault(face.points, {})[Card(card.value)] = None
    for points, cards in sorted(by_points.items()):
        yield count("{n} point: {cards:every}.", "{n} points: {cards:every}.", points, cards=tuple(cards))
