"""The rules in single sentences, as a deck has them and as the table has agreed on them.

For the sheet beside the table, in print or Braille, and for whoever asks for help. Source: ``rules.md`` sections 2 to
6. House rules are explained by ``house_rule_lines``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.referee.cards import Card
from companion.referee.decks import DRAW_WILDS, Deck, Effect, Face, Supply
from companion.referee.options import MatchMode, Options
from companion.voice.lines import Phrase, count, followed, say
from companion.voice.rules.house_rule_lines import instead, sevens_and_zeros


def to_win(options: Options) -> Phrase:
    """How a round begins and ends."""
    return count(
        "Everybody gets {n} card. Who has no card left wins the round.",
        "Everybody gets {n} cards. Who has no card left wins the round.",
        options.hand_size,
    )


def what_fits() -> Phrase:
    """What may be laid on the discard."""
    return say(
        "In turn, lay a card of the same colour, number or kind as the one on top, or {wild:one}.", wild=Card("wild")
    )


def otherwise(options: Options) -> Phrase:
    """What happens where nothing is laid."""
    when = (say("If you cannot or will not lay one,") if options.may_decline else say("If you cannot lay one,"),)
    if options.draw_from is Supply.LAUNCHER:
        return _press(options, when)
    if options.draw_until_playable:
        if options.drawn_card == "must":
            return say("{when} draw until a card fits, and lay it.", when=when)
        return say("{when} draw until a card fits; you may lay it at once.", when=when)
    match options.drawn_card:
        case "must":
            return say("{when} draw a card; if it fits, lay it.", when=when)
        case "never":
            return say("{when} draw a card. That ends your turn.", when=when)
        case _:
            return say("{when} draw a card; if it fits, you may lay it at once.", when=when)


def _press(options: Options, when: tuple[Phrase, ...]) -> Phrase:
    match options.draw_until_playable, options.play_after_launch:
        case True, True:
            return say("{when} press the dispenser until cards come; then you may lay one.", when=when)
        case True, False:
            return say("{when} press the dispenser until cards come. That ends your turn.", when=when)
        case False, True:
            return say("{when} press the dispenser once; if cards come, you may lay one.", when=when)
    return say(
        "{when} press the dispenser once and take what comes out. That ends your turn.",
        when=when,
    )


def card_effects(deck: Deck, options: Options) -> Iterator[Phrase]:
    """What each action card and wild does, once for all its colours, and numbers where they do anything."""
    told: set[str] = set()
    for card, face in deck.faces.items():
        if face.effect is not Effect.NONE and card.value not in told:
            told.add(card.value)
            yield followed(does(Card(card.value), face, options), instead(deck, options, face))
    if options.seven_zero:
        yield from sevens_and_zeros(deck)


def does(card: Card, face: Face, options: Options) -> Phrase:
    """What a card does, in one sentence."""
    presses = options.draw_from is Supply.LAUNCHER
    match face.effect:
        case Effect.REVERSE if options.two_player_reverse == "play-again":
            return say("{card:capital}: the direction changes; of two players, the same plays again.", card=card)
        case Effect.DRAW | Effect.HIT if not presses:
            return count(
                "{card:capital}: the next player draws {n} card and loses the turn.",
                "{card:capital}: the next player draws {n} cards and loses the turn.",
                face.number,
                card=card,
            )
        case Effect.DRAW | Effect.HIT:
            return say(
                "{card:capital}: the next player presses {times} and loses the turn.",
                card=card,
                times=times(face.number),
            )
        case Effect.DRAW_WILD | Effect.HIT_FIRE if not presses:
            return count(
                "{card:capital}: name the colour; the next player draws {n} card and loses the turn.",
                "{card:capital}: name the colour; the next player draws {n} cards and loses the turn.",
                face.number or 1,  # without a launcher nothing fires: it is one card
                card=card,
            )
        case Effect.DRAW_WILD:
            return say(
                "{card:capital}: name the colour; the next player presses {times} and loses the turn.",
                card=card,
                times=times(face.number),
            )
        case Effect.DOWNPOUR | Effect.ALL_HIT if not presses:
            return count(
                "{card:capital}: name the colour; everybody else draws {n} card.",
                "{card:capital}: name the colour; everybody else draws {n} cards.",
                face.number,
                card=card,
            )
        case Effect.DOWNPOUR | Effect.ALL_HIT:
            return say(
                "{card:capital}: name the colour; everybody else presses {times}.",
                card=card,
                times=times(face.number),
            )
        case Effect.EXTREME_HIT if not presses:
            return count(
                "{card:capital}: name the colour and a player, who takes {n} card.",
                "{card:capital}: name the colour and a player, who takes {n} cards.",
                face.number,
                card=card,
            )
        case Effect.EXTREME_HIT:
            return say(
                "{card:capital}: name the colour and a player, turn the dispenser there and press {times};"
                " that player takes the cards.",
                card=card,
                times=times(face.number),
            )
        case _:
            return replace(_SENTENCES[face.effect], params={"card": card})


def times(number: int) -> tuple[Phrase, ...]:
    """How often, as it is said in the middle of a sentence."""
    words = {1: say("once"), 2: say("twice")}
    return (words.get(number) or count("{n} time", "{n} times", number),)


#: Effects that have no number.
_SENTENCES = {
    Effect.REVERSE: say("{card:capital}: the direction changes."),
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


def draw_wilds(deck: Deck) -> tuple[Card, ...]:
    """The wilds that a bluff can be laid with."""
    return tuple(card for card, face in deck.faces.items() if face.effect in DRAW_WILDS)


def bluffs(deck: Deck, options: Options) -> Iterator[Phrase]:
    """When a draw wild is legal, and what becomes of a bluff."""
    wilds = draw_wilds(deck)
    if not wilds:
        return
    match options.plus4_rule:
        case "colour":
            yield say("Only without a card of the colour in play: {cards}.", cards=wilds)
        case "none-playable":
            yield say("Only where no other card fits: {cards}.", cards=wilds)
        case _:
            yield say("At any time: {cards}.", cards=wilds)
            return  # nothing is a bluff
    if not options.challenge:
        return
    if options.draw_from is Supply.LAUNCHER:
        yield say(
            "Before pressing you may challenge: if it was a bluff, its player presses for you; if not, you press"
            " twice more."
        )
    else:
        yield say(
            "Before drawing you may challenge: if it was a bluff, its player draws for you; if not, you draw 2 more."
        )


def saying_uno(options: Options) -> Phrase:
    """When it is due, and what it costs to forget it."""
    number = options.uno_penalty
    if not number:
        return say("With one card left, say UNO.")
    if options.draw_from is Supply.LAUNCHER:
        return say(
            "With one card left, say UNO. If somebody notices that you forgot, press {times}.", times=times(number)
        )
    return count(
        "With one card left, say UNO. If somebody notices that you forgot, draw {n} card.",
        "With one card left, say UNO. If somebody notices that you forgot, draw {n} cards.",
        number,
    )


def winning(options: Options) -> Phrase:
    """How the match is won."""
    target = options.target
    match options.match_mode:
        case MatchMode.WINNER_TAKES:
            return say("Who wins a round scores what the others hold; {target} points win the match.", target=target)
        case MatchMode.LOWEST:
            return say(
                "You score what you still hold; once somebody has {target} points, the fewest win.", target=target
            )
        case MatchMode.ELIMINATION:
            return say("You score what you still hold; with {target} points you are out.", target=target)
        case MatchMode.HANDS_WON | MatchMode.ROUNDS:
            return say("The match goes to whoever wins {target} rounds.", target=target)
        case MatchMode.SINGLE_ROUND:
            return say("One round is the match.")


def points(deck: Deck, options: Options) -> Iterator[Phrase]:
    """What each card counts, where points are counted."""
    if options.match_mode.counts_points:
        yield say("Numbers count what they say.")
        yield from _points(deck)


def _points(deck: Deck) -> Iterator[Phrase]:
    """What the other cards count, the cheapest first; one name for all colours."""
    by_points: dict[int, dict[Card, None]] = {}
    for card, face in deck.faces.items():
        if not card.is_number:
            by_points.setdefault(face.points, {})[Card(card.value)] = None
    for points, cards in sorted(by_points.items()):
        yield count("{n} point: {cards:kinds}.", "{n} points: {cards:kinds}.", points, cards=tuple(cards))
