"""A deck's rules in a few sentences, as its file has them: for a sheet beside the table, in print or Braille."""

from __future__ import annotations

from companion.referee.decks import Deck
from companion.referee.options import parse_options
from companion.voice.lines import EditionName, Phrase, say
from companion.voice.rules import rule_lines as rules


def quick_rules(deck: Deck) -> tuple[Phrase, ...]:
    """One phrase a paragraph, the first of them the heading. House rules are agreed on at each table."""
    printed = parse_options(deck, {})
    return (
        say("Quick rules: {edition}.", edition=EditionName(deck.edition)),
        rules.to_win(printed),
        rules.what_fits(),
        rules.otherwise(printed),
        *rules.card_effects(deck, printed),
        *rules.bluffs(deck, printed),
        rules.saying_uno(printed),
        rules.winning(printed),
        *rules.points(deck, printed),
    )
