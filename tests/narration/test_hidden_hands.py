"""However a round goes, the voice names only cards that everybody has seen."""

from __future__ import annotations

import random
import re

from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour, Side
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import editions, load_deck
from companion.referee.events import Discarded, Phase, Played, TopTurned
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import narrate, narrate_refusal
from companion.voice.lines import Line, Phrase, Verbosity, line, say
from companion.voice.phrases import Phrases
from companion.voice.utterance import Priority

NAMES = ("Ann", "Ben", "Cleo")
PHRASES = {language: Phrases(language) for language in ("en", "fr")}
ROUND_RUNS = set(Phase) - {Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER}
NO_SHRINKING = (Stage.explicit, Stage.reuse, Stage.generate)  # a whole round takes minutes to shrink
RESTS_ON_THE_HAND = {RefusalCode.NOT_IN_HAND, RefusalCode.MUST_PLAY, RefusalCode.HAS_COLOUR}
AGREED = (
    *("", "may_decline=off drawn_card=must", "stacking=any", "seven_zero=on jump_in=on", "challenge=off"),
    *("draw_from=launcher play_after_launch=on", "draw_from=dispenser", "auto_draw=off draw_until_playable=on"),
)


def card_name(card: Card, edition: str, language: str) -> str:
    phrase = say("Undone: {player}, {card}.", player="", card=card)
    spoken = PHRASES[language].text(line(phrase, Priority.ACTION, edition=edition))
    return spoken.partition(", ")[2].rstrip(".")


#: Plain wilds are named among what would match: they are no card of anybody's.
NAMES_OF_CARDS = {
    (edition, language): {
        card_name(card, edition, language): card
        for card in load_deck(edition).faces
        if card.value not in {"wild", "dark-wild"}
    }
    for edition in editions()
    for language in PHRASES
}


def cards_named(line_: Line, edition: str, language: str) -> set[Card]:
    """Every card whose name is heard."""
    text = PHRASES[language].text(line_)
    names = NAMES_OF_CARDS[edition, language]
    return {
        card
        for name, card in names.items()
        if name.casefold() in text.casefold()
        and re.search(rf"(?<![\w+]){re.escape(name)}(?! ?[\w+])", text, re.IGNORECASE)
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
    deck, colours = state.deck, state.deck.colours[state.side]
    actor = state.turn if state.turn is not None and chance.random() < 0.8 else chance.randrange(len(NAMES))
    seat = state.seats[actor]
    held = seat.cards
    some = chance.choice(deck.dark_cards if state.side is Side.DARK else deck.cards)
    own = chance.choice(held) if held and chance.random() < 0.8 else some
    payer = state.name(state.next_payer() or 0)
    usual: Command | None = None
    match state.phase:
        case Phase.SETUP | Phase.TOP:
            usual = cmd.Top(some)
        case Phase.COLOUR:
            usual = cmd.Pick(seat.name, chance.choice(colours))
        case Phase.TARGET:
            usual = cmd.Target(seat.name, chance.choice(NAMES))
        case Phase.CHALLENGE:
            usual = chance.choice((cmd.Accept(seat.name), cmd.Challenge(seat.name)))
        case Phase.VERDICT:
            told = chance.choice(NAMES)
            shown = tuple(chance.choices(deck.cards, k=state.seats[state.seat(told)].count))
            usual = chance.choice((cmd.Verdict(chance.random() < 0.5), cmd.Hold(told, shown)))
        case Phase.PAYING:
            usual = chance.choice((cmd.Press(payer, chance.choice((0, 0, 1))), cmd.Draw(payer, 1), cmd.Draw(payer)))
        case Phase.DISCARDING:
            usual = chance.choice((cmd.Discard(seat.name, (own,)), cmd.Done(seat.name)))
    if usual is not None and chance.random() < 0.8:
        return usual
    colour = chance.choice((None, *colours))
    return chance.choices(
        (
            cmd.Play(seat.name, (own,), colour, chance.choice((None, *NAMES)), anyway=chance.random() < 0.1),
            cmd.Press(seat.name, chance.choice((0, 0, 3))),
            cmd.Draw(seat.name, cards=(some,)),
            cmd.CallUno(seat.name),
            cmd.Catch(chance.choice(NAMES), seat.name),
            cmd.Undo(),
            cmd.Hold(seat.name, (own, own, own)),
            cmd.Correct(cmd.Correctable.COUNT, 5, seat.name),
            cmd.Pass(seat.name),
        ),
        weights=(12, 2, 3, 2, 1, 1, 1, 1, 2),
    )[0]


def seen_by_all(before: State, command: Command, result: tuple[object, ...] | Refusal, after: State) -> set[Card]:
    """Cards that lie or lay open: on the discard, in this statement, in the one taken back."""
    seen = {*before.discard, *after.discard}
    if isinstance(result, Refusal):
        if result.code is RefusalCode.CANNOT_STACK:  # what would stack is read off the deck
            seen |= {card for card in before.deck.faces if card.is_wild}
        if isinstance(command, cmd.Top):
            seen.add(command.card)
        laid = isinstance(command, cmd.Play | cmd.Discard) and result.code not in RESTS_ON_THE_HAND
        return seen | (set(command.cards) if laid and isinstance(command, cmd.Play | cmd.Discard) else set())
    for event in (*result, *before.events):
        if isinstance(event, Played | Discarded):
            seen |= set(event.cards)
        if isinstance(event, TopTurned):
            seen.add(event.card)
    return seen


@settings(max_examples=60, phases=NO_SHRINKING)
@given(st.randoms(use_true_random=False), st.sampled_from(editions()), st.sampled_from(AGREED))
def test_the_voice_names_only_what_everybody_has_seen(chance: random.Random, edition: str, agreed: str) -> None:
    deck = list(load_deck(edition).cards)
    chance.shuffle(deck)
    opening: list[Command] = [cmd.Hold(name, tuple(deck.pop() for _ in range(5))) for name in NAMES]
    opening.append(cmd.Top(deck.pop()))
    game = read(f"game {edition} players={','.join(NAMES)} {agreed}")
    started = decide(EMPTY, game)
    assert not isinstance(started, Refusal)
    state, verbosity = accept(EMPTY, game, started), chance.choice(list(Verbosity))
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
                assert cards_named(told, edition, language) <= seen, (command, phrases.text(told))
            assert colours_named(told) <= open_colours, (command, PHRASES["en"].text(told))
            secret = isinstance(command, cmd.Hold) and state.phase is not Phase.VERDICT
            if secret or (isinstance(result, Refusal) and result.code in RESTS_ON_THE_HAND):
                # "Lay further green cards" repeats the colour of the discard all that lies there.
                asked_for = {state.colour} if state.phase is Phase.DISCARDING else set()
                assert colours_named(told) <= asked_for
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
            assert not cards_named(told, "extreme", language)
            assert not re.search(r"green|blue|red|vert|bleu|rouge|\d", phrases.text(told))
