"""However a round goes, the voice names only cards that everybody has seen."""

from __future__ import annotations

import random
import re

from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import load_deck
from companion.referee.events import Discarded, Phase, Played, TopTurned
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.voice.lines import Line, Phrase, Verbosity, line, say
from companion.voice.narrator import narrate, narrate_refusal
from companion.voice.phrases import Phrases
from companion.voice.utterance import Priority

DECK = load_deck("extreme")
NAMES = ("Ann", "Ben", "Cleo")
PHRASES = {language: Phrases(language) for language in ("en", "fr")}
ROUND_RUNS = set(Phase) - {Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER}
NO_SHRINKING = (Stage.explicit, Stage.reuse, Stage.generate)  # a whole round takes minutes to shrink
RESTS_ON_THE_HAND = {RefusalCode.NOT_IN_HAND, RefusalCode.MUST_PLAY, RefusalCode.HAS_COLOUR}


def card_name(card: Card, language: str) -> str:
    phrase = say("Undone: {player}, {card}.", player="", card=card)
    spoken = PHRASES[language].text(line(phrase, Priority.ACTION, edition="extreme"))
    return spoken.partition(", ")[2].rstrip(".")


CARD_NAMES = {
    language: {card_name(card, language): card for card in DECK.faces if not card.is_wild} for language in PHRASES
}
WILD_NAMES = {"en": {"extreme hit": Card("wild-extreme-hit")}, "fr": {"Coup Extrême": Card("wild-extreme-hit")}}


def cards_named(line_: Line, language: str) -> set[Card]:
    """Every card whose name is heard; a wild among what would match is no card of anybody's."""
    text = PHRASES[language].text(line_)
    names = CARD_NAMES[language] | WILD_NAMES[language]
    return {
        card for name, card in names.items() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    }


def colours_named(phrase: Phrase) -> set[Colour]:
    """Every colour a sentence is given, alone or as a card's."""
    found = {value for value in phrase.params.values() if isinstance(value, Colour)}
    found |= {value.colour for value in phrase.params.values() if isinstance(value, Card) and value.colour}
    for value in phrase.params.values():
        parts = value if isinstance(value, tuple) else ()
        found |= {colour for part in parts if isinstance(part, Phrase) for colour in colours_named(part)}
    return found | {colour for more in phrase.then for colour in colours_named(more)}


def something_to_say(state: State, chance: random.Random) -> Command:
    """A statement that somebody at the table might make next, right or wrong."""
    actor = state.turn if state.turn is not None and chance.random() < 0.8 else chance.randrange(len(NAMES))
    seat = state.seats[actor]
    held = seat.cards or ()
    own = chance.choice(held) if held and chance.random() < 0.8 else chance.choice(DECK.cards)
    match state.phase:
        case Phase.COLOUR if chance.random() < 0.8:
            return cmd.Pick(seat.name, chance.choice(DECK.colours[state.side]))
        case Phase.TARGET if chance.random() < 0.8:
            return cmd.Target(seat.name, chance.choice(NAMES))
        case Phase.PAYING if chance.random() < 0.7 and state.next_payer() is not None:
            return cmd.Press(state.name(state.next_payer() or 0), chance.choice((0, 0, 1)))
        case Phase.DISCARDING if chance.random() < 0.8:
            return chance.choice((cmd.Discard(seat.name, (own,)), cmd.Done(seat.name)))
    colour = chance.choice((None, *DECK.colours[state.side]))
    return chance.choices(
        (
            cmd.Play(seat.name, (own,), colour, chance.choice((None, *NAMES)), anyway=chance.random() < 0.1),
            cmd.Press(seat.name, chance.choice((0, 0, 3))),
            cmd.CallUno(seat.name),
            cmd.Catch(chance.choice(NAMES), seat.name),
            cmd.Undo(),
            cmd.Hold(seat.name, (own, own, own)),
            cmd.Correct(cmd.Correctable.COUNT, 5, seat.name),
            cmd.Pass(seat.name),
        ),
        weights=(12, 2, 2, 1, 1, 1, 1, 1),
    )[0]


def seen_by_all(before: State, command: Command, result: tuple[object, ...] | Refusal, after: State) -> set[Card]:
    """Cards that lie or lay open: on the discard, in this statement, in the one taken back."""
    seen = {lying.card for lying in (*before.discard, *after.discard)}
    if isinstance(result, Refusal):
        laid = isinstance(command, cmd.Play | cmd.Discard) and result.code not in RESTS_ON_THE_HAND
        return seen | (set(command.cards) if laid and isinstance(command, cmd.Play | cmd.Discard) else set())
    for event in (*result, *before.events):
        if isinstance(event, Played | Discarded):
            seen |= set(event.cards)
        if isinstance(event, TopTurned):
            seen.add(event.card)
    return seen


@settings(max_examples=40, deadline=None, phases=NO_SHRINKING)
@given(st.randoms(use_true_random=False), st.booleans())
def test_the_voice_names_only_what_everybody_has_seen(chance: random.Random, may_decline: bool) -> None:
    deck = list(DECK.cards)
    chance.shuffle(deck)
    options = "" if may_decline else " may_decline=off"
    opening: list[Command] = [read(f"game extreme players={','.join(NAMES)}{options}")]
    opening += [cmd.Hold(name, tuple(deck.pop() for _ in range(5))) for name in NAMES]
    opening.append(cmd.Top(deck.pop()))
    state, verbosity = EMPTY, chance.choice(list(Verbosity))
    for step in range(70):
        command = opening[step] if step < len(opening) else something_to_say(state, chance)
        result = decide(state, command)
        if isinstance(result, Refusal):
            after, lines = state, narrate_refusal(state, command, result, verbosity)
        else:
            after = accept(state, command, result)
            lines = narrate(state, result, after, verbosity)
        if after.phase not in ROUND_RUNS or not after.seats:
            return
        seen = seen_by_all(state, command, result, after)
        open_colours = {card.colour for card in seen} | {state.colour, after.colour}
        open_colours |= {command.colour} if isinstance(command, cmd.Pick | cmd.Play) else set()
        undone = state.statement if isinstance(command, cmd.Undo) else None
        open_colours |= {undone.colour} if isinstance(undone, cmd.Pick | cmd.Play) else set()
        for told in lines:
            for language, phrases in PHRASES.items():
                assert cards_named(told, language) <= seen, (command, phrases.text(told))
            assert colours_named(told) <= open_colours, (command, PHRASES["en"].text(told))
            if isinstance(command, cmd.Hold) or (isinstance(result, Refusal) and result.code in RESTS_ON_THE_HAND):
                assert not colours_named(told)
        state = after


def test_a_refusal_that_rests_on_a_known_hand_names_no_card_and_no_colour() -> None:
    state = EMPTY
    for statement in ("game extreme players=Ann,Ben may_decline=off", "Ann holds blue-1 red-2", "top blue-7"):
        command = read(statement)
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal)
        state = accept(state, command, ruling)
    for statement in ("Ann plays green-7", "Ann presses 1"):
        command = read(statement)
        refusal = decide(state, command)
        assert isinstance(refusal, Refusal)
        (told,) = narrate_refusal(state, command, refusal, Verbosity.FULL)
        for language, phrases in PHRASES.items():
            assert not cards_named(told, language)
            assert not re.search(r"green|blue|red|vert|bleu|rouge|\d", phrases.text(told))
