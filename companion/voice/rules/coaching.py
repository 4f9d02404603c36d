"""Tips and common mistakes: what is worth knowing, by the deck and what was agreed on. Never from a hand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.cards import Card
from companion.referee.decks import DRAW_WILDS, Deck, Effect, Supply
from companion.referee.options import Options
from companion.voice.lines import Phrase, say
from companion.voice.rules.house_rule_lines import stackable
from companion.voice.rules.rule_lines import draw_wilds

_PLAIN = frozenset({Effect.DRAW, Effect.HIT})  # coloured cards that make the next player draw
_STRIKES = _PLAIN | DRAW_WILDS | {Effect.EXTREME_HIT, Effect.HIT_FIRE}
_AFTER_THE_LAST = _PLAIN | DRAW_WILDS | {Effect.HIT_FIRE}


def tips(deck: Deck, options: Options) -> Iterator[Phrase]:
    """How to play well."""
    launched = options.draw_from is Supply.LAUNCHER
    yield say("Keep {wild:one} in reserve: it fits on everything.", wild=Card("wild"))
    if options.no_finish_on_action:
        yield say("Keep a number for the end: your last card must be one.")
    if launched:
        yield say("Notice at which colours your neighbours press, and name those.")
    else:
        yield say("Notice at which colours your neighbours draw, and name those.")
    if options.match_mode.counts_points:
        yield say("Get rid of high numbers early: points count at the end.")
    answers = () if options.stacking == "off" else stackable(deck)
    if strikes := tuple(card for card in with_effect(deck, _STRIKES) if card not in answers):
        yield say("Keep {cards:one} for whoever says UNO.", cards=strikes)
    if answers:
        yield say("Keep {cards:one}, to pass the sum on.", cards=answers)
    if options.challenge and options.plus4_rule != "free" and draw_wilds(deck):
        yield say("Bluff seldom: who is caught takes the cards.")
    yield say("Sort your hand by colour or by value: then you find each card by touch.")


def mistakes(deck: Deck, options: Options) -> Iterator[Phrase]:
    """What often goes wrong, and is no mistake where the table agreed otherwise."""
    yield from _of_draw_wilds(deck, options)
    yield from _of_draws(options)
    yield from _of_uno(options)
    launched = options.draw_from is Supply.LAUNCHER
    plain = with_effect(deck, _PLAIN)
    if plain and options.stacking == "off":
        if launched:
            yield say(
                "Laying {cards:one} on another does not pass it on: press, and your turn is over.", cards=plain[:1]
            )
        else:
            yield say(
                "Laying {cards:one} on another does not pass it on: draw, and your turn is over.", cards=plain[:1]
            )
    last = with_effect(deck, _AFTER_THE_LAST)
    if last and options.last_card_draws and not options.no_finish_on_action:
        if launched:
            yield say("After {cards:one} as last card, the presses owed are still made before you count.", cards=last)
        else:
            yield say("After {cards:one} as last card, the cards owed are still drawn before you count.", cards=last)


def _of_draw_wilds(deck: Deck, options: Options) -> Iterator[Phrase]:
    wilds = draw_wilds(deck)
    if not wilds:
        return
    match options.plus4_rule:
        case "colour":
            yield say("Do not lay {cards:one} while you hold the colour in play.", cards=wilds)
        case "none-playable":
            yield say("Do not lay {cards:one} while another card fits.", cards=wilds)


def _of_draws(options: Options) -> Iterator[Phrase]:
    if options.draw_from is Supply.LAUNCHER:
        if not options.draw_until_playable:
            yield say("Press only once a turn, unless a card demands more.")
        if not options.play_after_launch:
            yield say("After your press, lay no card: your turn is over.")
        return
    if not options.draw_until_playable:
        yield say("Draw only one card a turn, unless a card demands more.")
    if options.drawn_card == "never" and not options.draw_until_playable:
        yield say("After drawing, lay no card: your turn is over.")
    else:
        yield say("After drawing, lay the card just drawn or none: no other.")


def _of_uno(options: Options) -> Iterator[Phrase]:
    if not options.uno_penalty:
        return
    yield say("Do not say UNO too late: somebody may notice first.")
    if options.uno_window == "next-turn":
        yield say("A missed UNO is too late to catch once the next player has begun.")


def with_effect(deck: Deck, effects: frozenset[Effect]) -> tuple[Card, ...]:
    """The cards that do any of it, once for all their colours."""
    found = (Card(card.value) for card, face in deck.faces.items() if face.effect in effects)
    return tuple(dict.fromkeys(found))
