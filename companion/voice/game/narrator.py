"""What the table hears about what it did: events in, lines without a language out.

The order is always the same: what changed on the pile, the colour where it is not obvious, what that does to a
named player; and last, in a line of its own, who plays now. Pure: the same events are told the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from companion.referee import events as ev
from companion.referee.commands import Correctable
from companion.referee.events import Event, Phase
from companion.referee.knowledge import excesses
from companion.referee.state import State
from companion.voice.earcons import Earcon
from companion.voice.game.earcon_choice import of_what_happened, of_what_is_awaited
from companion.voice.game.event_lines import Told, Topic, facts
from companion.voice.game.prompts import begin_phrase, how_to_begin, prompt, shuffle_and_deal
from companion.voice.game.refusal_lines import narrate_refusal
from companion.voice.game.rule_hints import hints
from companion.voice.game.table_facts import card_counts, cards_to_draw, direction, doubts
from companion.voice.lines import (
    Line,
    Phrase,
    Verbosity,
    agreed,
    awaited,
    followed,
    happened,
    in_detail,
    line,
    sounded,
    together,
)
from companion.voice.phrases import utterances
from companion.voice.utterance import Priority, Until

__all__ = ["Line", "Verbosity", "how_to_begin", "narrate", "narrate_refusal", "utterances"]

#: Events that change nobody's turn: who plays now is said again only where it has become somebody else.
_LEAVE_THE_TURN = (ev.UnoCalled, ev.HandTold, ev.Reloaded, ev.LeftCounted, ev.Discarded, ev.Corrected)
_BEGINS = (ev.GameStarted, ev.RoundStarted)

_ROUND_IS_OVER = frozenset({Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER})
_KEYS = {Topic.SUPPLY: "supply", Topic.ROUND: "round"}


def narrate(
    before: State,
    events: Sequence[Event],
    after: State,
    verbosity: Verbosity,
    *,
    address: str | None = None,
) -> list[Line]:
    """What one accepted statement gives to say: a line about what happened, a line about what is awaited.

    ``before`` and ``after`` are the table around the statement, ``address`` is the phone page's, for *how to begin*.
    A statement that led to nothing (an UNO nobody needed) gives nothing.
    """
    if not events:
        return []
    edition = after.edition or before.edition
    lines = list(_by_topic(facts(before, events, after, verbosity), edition, of_what_happened(events)))
    if found := doubts(after):
        known, worse = excesses(before), excesses(after)
        worsened = [doubt for kind, doubt in found.items() if worse[kind] > known.get(kind, 0)]
        lines += [line(doubt, Priority.ACTION, key="doubt", edition=edition) for doubt in worsened]
    if after.phase is Phase.NONE:
        return [*lines, awaited(begin_phrase(address), "")]
    asked = _asked(before, events, after, verbosity)
    if asked is not None:
        if verbosity is Verbosity.FULL and after.phase not in _ROUND_IS_OVER:
            after_the_card = sum(line.key is None for line in lines)
            lines[after_the_card:after_the_card] = [
                _in_passing(hint, "hint", edition) for hint in hints(before, events)
            ]
        if verbosity is Verbosity.FULL and after.phase is Phase.PLAYING:
            lines.append(_in_passing(_circumstances(events, after), "counts", edition))
        lines += sounded([awaited(asked, edition)], of_what_is_awaited(before.phase, after.phase))
    return in_detail(lines, verbosity)


def _by_topic(told: Iterable[Told], edition: str, earcon: Earcon | None) -> Iterator[Line]:
    """What was done in one line; what it means for the supply, and for the round, in lines of their own."""
    of_the_round = earcon is Earcon.ROUND_WON
    for place, (topic, sentences) in enumerate(groupby(told, key=lambda one: one[0])):
        said = together(sentence for _, sentence in sentences)
        if said is not None:
            sounds = topic is Topic.ROUND if of_the_round else not place
            told_so = agreed(said, edition) if topic is Topic.AGREED else happened(said, edition)
            yield replace(told_so, key=_KEYS.get(topic), earcon=earcon if sounds else None)


def _in_passing(phrase: Phrase, key: str, edition: str) -> Line:
    return line(phrase, Priority.ACTION, key=key, edition=edition, until=Until.MOVED)


def _asked(before: State, events: Sequence[Event], after: State, verbosity: Verbosity) -> Phrase | None:
    again = any(isinstance(event, ev.TurnPassed) and event.again for event in events)
    asked = prompt(after, verbosity, again=again, more=_goes_on_paying(before, events, after))
    moved = any(not isinstance(event, _LEAVE_THE_TURN) for event in events)
    turn_set = any(isinstance(event, ev.Corrected) and event.what is Correctable.TURN for event in events)
    waits_for_the_pile = after.phase is Phase.PAYING and any(isinstance(event, ev.Reloaded) for event in events)
    if verbosity is not Verbosity.BRIEF and any(isinstance(event, _BEGINS) for event in events):
        return followed(shuffle_and_deal(after), asked)
    again_said = moved or turn_set or waits_for_the_pile
    return asked if again_said or asked != prompt(before, verbosity) else None


def _goes_on_paying(before: State, events: Sequence[Event], after: State) -> bool:
    """The one who has just pressed or drawn owes the rest of the same debt."""
    payer = after.next_payer()
    new = None if payer is None else after.debt_of(payer)
    if payer is None or new is None or new.number is None:
        return False
    name, old = after.name(payer), before.debt_of(payer)
    paid = [event for event in events if isinstance(event, ev.Pressed | ev.Drew) and event.player == name]
    if any(isinstance(event, ev.Drew) and event.assumed for event in paid):
        return True  # the pile did not have them all
    return (
        bool(paid)
        and old is not None
        and old.number is not None
        and old.cause is new.cause
        and (old.number > new.number)
    )


def _circumstances(events: Sequence[Event], after: State) -> Phrase:
    """With every detail wanted: the way round, where it was not just said, the cards in hands and those to draw."""
    turned = any(isinstance(event, ev.DirectionTurned) for event in events)
    held = followed(card_counts(after), cards_to_draw(after))
    return held if turned else followed(direction(after), held)
