"""What a card does, told beside the first plays of it in a game, where every detail is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.referee import events as ev
from companion.referee.cards import Card
from companion.referee.decks import Effect
from companion.referee.events import Event
from companion.referee.state import State
from companion.voice.lines import Phrase, followed
from companion.voice.rules.house_rule_lines import instead
from companion.voice.rules.rule_lines import does

_OFTEN = 3  # by then the table knows it
_SAID_ANYWAY = frozenset({Effect.NONE, Effect.WILD})  # that a colour is to be named, the next line asks for


def hints(before: State, events: Sequence[Event]) -> Iterator[Phrase]:
    """The rule of the card that was laid or turned up, unless this game has shown it three times already.

    ``before`` is the table before the statement, with all that went before: what was undone was not shown.
    """
    for event in events:
        card = _shown(event, before)
        face = None if card is None else before.deck.face(card)
        if card is None or face is None or face.effect in _SAID_ANYWAY:
            continue
        earlier = (other for other in _all_shown(before) if other == card.value)
        if len(list(islice(earlier, _OFTEN))) < _OFTEN:
            answered = instead(before.deck, before.options, face) if isinstance(event, ev.Played) else None
            yield followed(does(Card(card.value), face, before.options), answered)


def _all_shown(state: State) -> Iterator[str]:
    while state.before is not None:
        for event in state.events:
            card = _shown(event, state.before)
            if card is not None:
                yield card.value
        state = state.before


def _shown(event: Event, before: State) -> Card | None:
    """The card whose effect the event brings about; one turned up after a flip has none."""
    match event:
        case ev.Played(cards=(card, *_)):
            return card
        case ev.TopTurned(card, sent_back=False) if before.turn is None:
            return card
    return None
