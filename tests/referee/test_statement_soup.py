"""Anything anybody could say at any time, at tables of every edition and with any options.

Nothing crashes, a refusal changes nothing and names no card of a hand, every card stays in one place, undo is exact,
and whatever has happened the table can be brought on. ``UNO_SOAK=1`` plays long.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.cards import Card, Colour, Side
from companion.referee.commands import Command, Correctable
from companion.referee.decide import Ruled, decide, rule
from companion.referee.decks import Supply, editions
from companion.referee.events import Direction, Event, Phase
from companion.referee.evolve import accept, evolve, rebuild
from companion.referee.matching import matches
from companion.referee.notation import read, write
from companion.referee.options import MatchMode
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State

SOAK = bool(os.environ.get("UNO_SOAK"))
PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
MOST_SAID = 60
STRANGERS = [Card("0", Colour.RED), Card("wild-draw-four"), Card("4", Colour.PINK), Card("discard-all", Colour.BLUE)]
_soup = settings(
    max_examples=4000 if SOAK else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not SOAK,
)
#: Reasons that chance alone seldom finds; tags are read before the referee hears of them.
SELDOM = {
    RefusalCode.BAD_TAG,
    RefusalCode.DUPLICATE_TAG,
    RefusalCode.HAS_COLOUR,
    RefusalCode.CANNOT_FINISH,
    RefusalCode.NOTHING_TO_UNDO,
}
chances = st.randoms(use_true_random=True)

OPTIONS: dict[str, tuple[str, ...]] = {
    "draw_from": tuple(Supply),
    "match_mode": tuple(MatchMode),
    "target": ("1", "20", "200"),
    "hand_size": ("1", "2", "3", "7", "20"),
    "first_card": ("apply", "redraw"),
    "drawn_card": ("may", "must", "never"),
    "plus4_rule": ("colour", "none-playable", "free"),
    "two_player_reverse": ("play-again", "no-effect"),
    "uno_penalty": ("0", "2", "10"),
    "uno_window": ("next-turn", "any-time"),
    "flip_score_side": ("ended", "light"),
    "extreme_hit_presser": ("player", "target"),
    "extreme_hit_next": ("next", "second"),
    "discard_all": ("all", "some"),
    "stacking": ("off", "same-kind", "plus4-on-plus2", "any"),
    "custom_text": ("Sing a song|Swap seats",),
    **dict.fromkeys(
        ["may_decline", "play_after_launch", "auto_draw", "challenge", "last_card_draws", "draw_until_playable",
         "seven_zero", "jump_in", "no_finish_on_action", "sides_may_be_announced"],
        ("on", "off"),
    ),
}  # fmt: skip
VERBS: tuple[Callable[[str], Command], ...] = (cmd.CallUno, cmd.Done, cmd.Pass, cmd.Challenge, cmd.Accept, cmd.Leave)
TABLES_OWN = (cmd.Reload(), cmd.NextRound(), cmd.Undo(), cmd.Scan("TXK10011"), cmd.Scan(""))


def any_game(chance: Random) -> cmd.NewGame:
    """A game of any edition with any number of players and a few options."""
    agreed = {name: chance.choice(OPTIONS[name]) for name in chance.sample(sorted(OPTIONS), chance.randint(0, 8))}
    return cmd.NewGame(
        chance.choice(editions()), PLAYERS[: chance.choices((1, 2, 3, 4), (1, 6, 8, 6))[0]], options=agreed
    )


def anything(chance: Random, state: State) -> Command:
    """What anybody could say, whether it makes sense or not."""
    faces = [*state.deck.faces, *STRANGERS] if state.edition else STRANGERS
    names = (*(seat.name for seat in state.seats), "Zoe")
    name, other, number = chance.choice(names), chance.choice(names), chance.randint(0, 12)
    cards = tuple(chance.choices(faces, k=chance.randint(1, 4)))
    colour, tag = chance.choice(list(Colour)), chance.choice((None, "TXK10011", "TXK10021"))
    told = chance.random() < 0.5
    return chance.choice(
        (
            cmd.Play(name, cards[:1], colour if told else None, other, anyway=chance.random() < 0.3, tag=tag),
            cmd.Play(name, cards, anyway=told),
            cmd.Press(name, number if told else None),
            cmd.Draw(name, cards=cards) if told else cmd.Draw(name, number),
            cmd.Pick(name, colour),
            cmd.Target(name, other),
            cmd.Catch(name, other),
            cmd.Discard(name, cards, tag),
            cmd.Verdict(guilty=told),
            cmd.CountLeft(name, cards) if told else cmd.CountLeft(name, points=number),
            cmd.Hold(name, cards) if told else cmd.Hold(name, number=number),
            cmd.Top(cards[0], tag),
            any_correction(chance, name, cards[0]),
            chance.choice(VERBS)(name),
            chance.choice(TABLES_OWN),
            any_game(chance),
        )
    )


def any_correction(chance: Random, name: str, card: Card) -> Command:
    return chance.choice(
        (
            cmd.Correct(Correctable.TURN, name),
            cmd.Correct(Correctable.COLOUR, chance.choice(list(Colour))),
            cmd.Correct(Correctable.DIRECTION, chance.choice(list(Direction))),
            cmd.Correct(Correctable.TOP, card),
            cmd.Correct(Correctable.COUNT, chance.choice((0, 1, 2, 40, 90, 99, 999)), name),
            cmd.Correct(Correctable.SCORE, chance.randint(0, 600), name),
        )
    )


def sensible(chance: Random, state: State) -> Command:
    """What somebody at this table would say just now: mostly a card that fits."""
    if state.phase in {Phase.SETUP, Phase.TOP} and chance.random() < 0.9:
        faces = showing(state)
        seat = chance.choice(state.seats).name
        told = cmd.Hold(seat, tuple(chance.choices(faces, k=chance.randint(1, 4))))
        return told if chance.random() < 0.4 else cmd.Top(chance.choice(faces))
    if state.phase is Phase.DISCARDING and chance.random() < 0.6:
        return cmd.Discard(state.name(state.turn or 0), (Card(chance.choice("1234"), state.colour),))
    if state.phase not in {Phase.PLAYING, Phase.PAYING, Phase.CHALLENGE}:
        return chance.choice(list(helpful(state)))
    return chance.choices((a_play, a_word, an_empty_pile), (6, 4, 0.3))[0](chance, state)


def a_play(chance: Random, state: State) -> Command:
    """A card that fits, mostly of the player in turn; while something is owed one that could be stacked."""
    index = state.turn if chance.random() < 0.9 and state.turn is not None else chance.choice(state.playing())
    seat = state.seats[index]
    faces = [card for card in seat.cards or showing(state) if matches(state, card)]
    if state.debts:
        faces = [card for card in showing(state) if "draw" in card.value or "hit" in card.value]
    if not faces:
        return a_word(chance, state)
    colour = chance.choice((None, chance.choice(state.deck.colours[state.side])))
    target = chance.choice((None, chance.choice(state.seats).name))
    return cmd.Play(seat.name, (chance.choice(faces),), colour, target)


def a_word(chance: Random, state: State) -> Command:
    """Drawing, pressing, passing; answering a draw wild; UNO, and catching who forgot it."""
    name = state.name(state.turn or 0)
    silent = next((seat.name for seat in state.seats if seat.count == 1), name)
    return chance.choice(
        (
            *islice(helpful(state), 8),
            cmd.Challenge(name),
            cmd.CallUno(name),
            cmd.Catch(chance.choice(state.seats).name, silent),
            cmd.Draw(name, cards=(chance.choice(showing(state)),)),
        )
    )


def an_empty_pile(chance: Random, state: State) -> Command:
    """Somebody turns out to hold nearly all that was left."""
    seat = chance.choice(state.seats)
    held = max(0, seat.count + state.supply - chance.randint(0, 2))
    return cmd.Correct(Correctable.COUNT, held, seat.name)


def showing(state: State) -> list[Card]:
    """Every face of the side in play."""
    return [face.card for face in state.deck.faces.values() if face.side is state.side]


def helpful(state: State) -> Iterator[Command]:
    """What brings this table on: at a table that hangs none of it is accepted."""
    turn = "" if state.turn is None else state.name(state.turn)
    match state.phase:
        case Phase.SETUP | Phase.TOP:
            yield cmd.Top(Card("4", Colour.BLUE if state.side is Side.LIGHT else Colour.TEAL))
        case Phase.PLAYING | Phase.PAYING | Phase.CHALLENGE:
            yield from _paying_or_drawing(state)
        case Phase.VERDICT:
            yield cmd.Verdict(guilty=True)
        case Phase.COLOUR:
            yield cmd.Pick(turn, state.deck.colours[state.side][0])
        case Phase.TARGET:
            yield from (cmd.Target(turn, state.name(index)) for index in state.playing())
        case Phase.DISCARDING:
            yield cmd.Done(turn)
        case Phase.COUNTING:
            yield from (cmd.CountLeft(seat.name, points=3) for seat in state.seats)
        case _:
            yield from (cmd.NextRound(), cmd.NewGame("classic", PLAYERS))


def _paying_or_drawing(state: State) -> Iterator[Command]:
    presser = state.presser()
    assert presser is not None, "nobody may press or draw"
    name = state.name(presser)
    yield from (cmd.Accept(name), cmd.Done(name), cmd.Draw(name), cmd.Draw(name, 3), cmd.Press(name, 1))
    yield from (cmd.Press(name, 0), cmd.Pass(name), cmd.Reload())
    yield from (cmd.Play(name, (card,)) for card in showing(state))


def accepted(state: State, command: Command) -> tuple[Event, ...] | None:
    outcome = decide(state, command)
    return None if isinstance(outcome, Refusal) else outcome


def assert_sound(state: State) -> None:
    """What must be true of any table, however it came about."""
    assert all(seat.count >= 0 for seat in state.seats)
    assert all(len(seat.cards) <= seat.count for seat in state.seats)
    assert all(debt.number is None or debt.number > 0 for debt in state.debts)
    assert all(not state.seats[debt.player].gone and not state.seats[debt.to].gone for debt in state.debts)
    assert (state.phase is Phase.PAYING) <= bool(state.debts)
    assert (state.phase in {Phase.CHALLENGE, Phase.VERDICT}) <= bool(state.debts)
    assert not (state.phase in {Phase.PLAYING, Phase.COUNTING, Phase.ROUND_OVER} and state.debts)
    assert state.buried >= 0
    assert len(state.tags) == len(state.discard)
    running = {Phase.PLAYING, Phase.PAYING, Phase.COLOUR, Phase.TARGET, Phase.DISCARDING, Phase.CHALLENGE,
               Phase.VERDICT}  # fmt: skip
    if state.phase in running:
        assert state.turn is not None
        assert state.seats[state.turn].plays
        assert state.top is not None
        assert len(state.playing()) > 1
        assert all(state.deck.faces[card].side is state.side for card in state.discard)


def assert_ruled_alike(ruled: Ruled | Refusal, after: State) -> None:
    """The table that came of ruling is the one that its events make, with the same memory."""
    assert not isinstance(ruled, Refusal)
    again = ruled.after
    assert again == after
    assert (again.before, again.statement, again.events) == (after.before, after.statement, after.events)


def assert_no_card_is_lost(state: State, events: tuple[Event, ...]) -> None:
    """Cards leave the supply by draws and presses only, and come back to it by a reload only."""
    for event in events:
        was, state = state, evolve(state, event)
        match event:
            case ev.Pressed(_, _, number) | ev.Drew(_, number):
                moved = -number
            case ev.Reloaded():
                moved = max(0, was.discard_size - 1) + sum(seat.count for seat in was.seats if seat.gone)
            case ev.TopTurned(_, sent_back=False) if was.turn is None:
                moved = -1
            case (
                ev.GameStarted() | ev.RoundStarted() | ev.HandTold() | ev.Corrected() | ev.Undone() | ev.LeftCounted()
            ):
                continue
            case _:
                moved = 0
        if was.edition:
            assert state.unaccounted - was.unaccounted == moved, event


def assert_no_hand_is_told(state: State, command: Command, refusal: Refusal) -> None:
    """A refusal shows the card that was named or lies on top, if any; of a draw not even that."""
    if isinstance(command, cmd.Draw) and refusal.number:
        assert refusal.card is None
    if refusal.card is not None:
        named = getattr(command, "cards", (getattr(command, "card", None) or getattr(command, "value", None),))
        assert refusal.card in named or refusal.card == state.top


def assert_taken_back(state: State, before: State) -> None:
    undone = accepted(state, cmd.Undo())
    assert undone is not None
    assert accept(state, cmd.Undo(), undone) == before


def soup(chance: Random) -> Iterator[tuple[State, Command]]:
    """A table as it changes, and the next thing that is said there."""
    state, command = EMPTY, cast(Command, any_game(chance))
    for _ in range(MOST_SAID):
        yield state, command
        outcome = accepted(state, command)
        if outcome is not None:
            state = accept(state, command, outcome)
        wild = state.phase in {Phase.NONE, Phase.GAME_OVER} or chance.random() < 0.3
        command = anything(chance, state) if wild else sensible(chance, state)


@given(chances)
@_soup
def test_whatever_is_said_the_table_stays_sound_and_refusals_cost_nothing(chance: Random) -> None:
    entries: list[tuple[Command, tuple[Event, ...]]] = []
    after = EMPTY
    for state, command in soup(chance):
        told = repr(state)
        outcome = decide(state, command)
        assert repr(state) == told, "the table was changed by asking"
        if isinstance(outcome, Refusal):
            assert_no_hand_is_told(state, command, outcome)
            continue
        after = accept(state, command, outcome)
        assert_ruled_alike(rule(state, command), after)
        entries.append((command, outcome))
        assert_sound(after)
        assert_no_card_is_lost(state, outcome)
        for event in outcome:
            assert ev.from_json(json.loads(json.dumps(ev.to_json(event)))) == event
        if not isinstance(command, cmd.Undo | cmd.NewGame):
            assert_taken_back(after, state)
    assert rebuild(entries) == after


@given(chances)
@_soup
def test_the_game_never_hangs(chance: Random) -> None:
    state = EMPTY
    for state, _ in soup(chance):
        assert any(accepted(state, statement) is not None for statement in helpful(state)), state.phase
    # Whatever is open or owed comes to an end: somebody's turn, or the end of the round.
    for _ in range(600):
        if state.phase in {Phase.PLAYING, Phase.ROUND_OVER, Phase.GAME_OVER}:
            return
        statement = next(it for it in helpful(state) if accepted(state, it) is not None)
        state = accept(state, statement, accepted(state, statement) or ())
    raise AssertionError(f"no end of phase {state.phase}: {state.debts}")


@given(chances)
@_soup
def test_every_statement_is_read_back_as_it_was_written(chance: Random) -> None:
    for _, command in soup(chance):
        text = write(command)
        assert write(read(text)) == text


def test_the_soup_meets_every_phase_and_nearly_every_event_and_reason() -> None:
    phases: set[Phase] = set()
    kinds: set[str] = set()
    codes: set[RefusalCode] = set()
    for seed in range(300):
        for state, command in soup(Random(seed)):
            phases.add(state.phase)
            outcome = decide(state, command)
            if isinstance(outcome, Refusal):
                codes.add(outcome.code)
            else:
                kinds |= {event.kind for event in outcome}
    assert phases == set(Phase)
    assert set(ev.KINDS) - kinds <= {"out", "caught"}
    assert set(RefusalCode) - codes <= SELDOM
