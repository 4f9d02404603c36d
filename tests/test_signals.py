"""What lamps, servo and suspense tell of the table, and what they must not."""

from __future__ import annotations

import pytest

from companion.referee.decide import decide
from companion.referee.evolve import evolve
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.signals import CLOSEST_MS, DING_MS, MOST_PULSES, aimed_at, lights, pulses
from firmware_bridge.beeper import Kind, load_earcons
from firmware_bridge.light import Light
from firmware_bridge.pin_map import LAMPS

KINDS: tuple[Kind, ...] = ("passive", "active")
EXTREME = "game extreme players=Ann,Ben,Cid\ntop red-5"


def table(*statements: str) -> State:
    state = EMPTY
    for text in statements:
        for statement in text.split("\n"):
            ruled = decide(state, read(statement))
            assert not isinstance(ruled, Refusal), (statement, ruled)
            for event in ruled:
                state = evolve(state, event)
    return state


def shown(state: State, *, busy: bool = False, interrupted: bool = False) -> dict[str, Light]:
    lit = lights(state, busy=busy, interrupted=interrupted)
    assert set(lit) == set(LAMPS)
    return lit


def on(state: State) -> set[str]:
    return {name for name, light in shown(state).items() if light is Light.ON}


def test_without_a_game_every_lamp_is_dark() -> None:
    assert set(shown(EMPTY).values()) == {Light.OFF}


def test_the_turn_lamp_is_lit_while_a_press_counts_and_the_colour_in_force_beside_it() -> None:
    assert on(table(EXTREME)) == {"turn", "red"}
    assert on(table(EXTREME, "Ann plays red-hit-two")) == {"turn", "red"}
    assert on(table(EXTREME, "Ann plays blue-5")) == {"turn", "blue"}


def test_the_turn_lamp_flashes_while_a_colour_is_awaited_and_no_colour_is_in_force() -> None:
    state = table(EXTREME, "Ann plays wild")
    assert shown(state)["turn"] is Light.FLASHING
    assert on(state) == set()
    assert on(table(EXTREME, "Ann plays wild", "Ann picks green")) == {"turn", "green"}


def test_while_cards_come_the_turn_lamp_is_dark_so_that_the_suspense_is_seen_on_it() -> None:
    assert shown(table(EXTREME), busy=True)["turn"] is Light.OFF


def test_a_press_that_was_cut_short_alarms_until_its_number_is_told() -> None:
    lit = shown(table(EXTREME), interrupted=True)
    assert (lit["alarm"], lit["turn"]) == (Light.ON, Light.FLASHING)


def test_on_the_dark_side_the_lamps_mean_the_dark_colours_in_the_same_places() -> None:
    flip = table("game flip players=Ann,Ben\ntop red-5")
    assert on(flip) >= {"red"}
    dark = table("game flip players=Ann,Ben\ntop red-5", "Ann plays red-flip", "top teal-3")
    assert dark.colour == "teal"
    assert on(dark) >= {"yellow"}


def test_after_the_round_the_lamps_are_dark() -> None:
    state = table(
        "game extreme players=Ann,Ben\ntop red-5",
        "set count Ann 1",
        "Ann says uno",
        "Ann plays red-7",
        "Ben left 3 points",
    )
    assert set(shown(state).values()) == {Light.OFF}


def test_an_extreme_hit_points_the_dispenser_at_its_target_until_the_presses_are_over() -> None:
    assert aimed_at(table(EXTREME)) is None
    hit = (EXTREME, "Ann plays wild-extreme-hit", "Ann picks red")
    assert aimed_at(table(*hit)) is None
    assert aimed_at(table(*hit, "Ann targets Cid")) == 2
    presses = ["Ann presses 0"] * 4
    seats = [aimed_at(table(*hit, "Ann targets Cid", *presses[:number])) for number in range(3)]
    assert seats[0] == 2
    assert seats[-1] is None


def test_where_the_target_presses_the_dispenser_points_at_the_target_all_the_same() -> None:
    game = "game extreme players=Ann,Ben,Cid extreme_hit_presser=target\ntop red-5"
    assert aimed_at(table(game, "Ann plays wild-extreme-hit", "Ann picks red", "Ann targets Cid")) == 2


def test_an_ordinary_hit_does_not_turn_the_dispenser() -> None:
    assert aimed_at(table(EXTREME, "Ann plays red-hit-two")) is None


def test_the_suspense_beats_faster_with_every_miss_within_the_same_time() -> None:
    beats = [pulses(misses, 900) for misses in range(10)]
    numbers = [len(beat) for beat in beats]
    assert numbers == [3, 4, 5, 6, 7, 7, 7, 7, 7, 7]
    assert [*map(round, beats[0])] == [200, 433, 667]
    assert all(beat[0] == DING_MS and beat[-1] <= 800 for beat in beats)


def test_the_ding_is_over_before_the_first_beep() -> None:
    assert sum(note.ms for note in load_earcons()["ding"]) <= DING_MS
    assert all(sum(note.ms for note in load_earcons(kind=kind)["pulse"]) < CLOSEST_MS for kind in KINDS)


@pytest.mark.parametrize(("suspense_ms", "number"), [(0, 0), (299, 0), (300, 1), (450, 2), (5000, MOST_PULSES)])
def test_beeps_never_run_into_each_other_however_short_the_suspense_is(suspense_ms: int, number: int) -> None:
    assert len(pulses(9, suspense_ms)) == number
