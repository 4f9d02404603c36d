"""The guided check: each step with each thing that can go wrong, through pins, in simulated time.

After every one of them the pins are at rest, by the record of their changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.hand_steps import (
    beeper,
    exit_gate,
    further_buttons,
    hopper,
    lamps,
    lid_switch,
    main_button,
    scanner,
)
from companion.doctor.moving_steps import motor, servo
from companion.doctor.steps import AllowPress, Ask, Do, Heard, Over, Step, Table, Throw, until
from companion.tags import CommandWord, command_tag
from companion.voice.errands.doctor_prompts import CARD_INTO_GATE, PRESS_AND_LET_GO
from firmware_bridge.bridge import Bridge
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.pin_map import PinMap
from firmware_bridge.reports import Denial, DispenseEnded, PressAccepted, PressDenied, Reader, TagRead
from firmware_bridge.simulator.fault_plan import read_script
from tests.doctor.led import END, HEARD_OUT, NOTHING, Reaction, led

ALL = PinMap(hopper_low=6)
COMPLETE: dict[str, Any] = {"pins": ALL, "complete_without": frozenset()}
TWO_SEATS = COMPLETE | {"fittings": FittingSettings(angles=(-45, 45)), "seats": 2}


def fault(name: str) -> Callable[[Bridge], object]:
    """A fault comes about, and nothing is done."""
    return lambda bridge: bridge.simulator.fault(name) if bridge.simulator else None


def drive(wire: str, *steps: tuple[int, int]) -> Callable[[Bridge], object]:
    """A wire goes through these levels, for so many milliseconds each."""
    return lambda bridge: bridge.simulator.drive(wire, [list(step) for step in steps]) if bridge.simulator else None


def press_wrong(button: str) -> Callable[[Bridge], object]:
    return lambda bridge: bridge.simulator.press(button=button) if bridge.simulator else None


def test_everything_is_gone_through_with_nothing_but_enter(tmp_path: Path) -> None:
    done = led(tmp_path, **TWO_SEATS)
    states = {found.part: found.state.value for found in done.findings}
    assert states == dict.fromkeys(
        ["button", "buttons", "gate", "lid", "hopper", "hopper-low", "beeper", "lamps", "servo", "motor"], "ok"
    )
    assert done.text["button"] == "It was pressed for 84 milliseconds, with 2 bounces."
    assert done.text["motor"].startswith("6 cards came out and were counted. A card is in the gate for 1")
    assert done.cards_out == 6
    assert done.at_rest
    assert not done.ended


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_check_in_each_language_says_no_word_of_the_other(tmp_path: Path, language: str) -> None:
    done = led(tmp_path, language=language, **TWO_SEATS)
    whole = " ".join(done.told)
    assert ("Press the main button" in whole) == (language == "en")
    assert ("Appuyez sur le bouton principal" in whole) == (language == "fr")
    assert not any(word in whole.split() for word in (["the", "and"] if language == "fr" else ["le", "et"]))


# Each step: what the person does, what is found


STEPS: list[tuple[str, Callable[[Table], Step], list[str], Mapping[str, Reaction], str, str]] = [
    ("pressed", main_button, [], {}, "ok", "pressed for"),
    ("bouncing", main_button, ["button-bounce"], {}, "ok", "with 5 bounces"),
    ("never pressed", main_button, [], {"Press": NOTHING}, "failing", "to BCM 5 and to ground"),
    ("skipped", main_button, [], {"Press": "s"}, "unknown", "skipped"),
    ("stuck from the start", main_button, ["button-stuck"], {}, "failing", "stays pressed"),
    (
        "held for too long and let go",
        main_button,
        [],
        {"Press": drive("button", (1, 3000), (0, 50)), "Let the button go": NOTHING},
        "ok",
        "3000 milliseconds",
    ),
    (
        "twice for once",
        main_button,
        [],
        {"Press": drive("button", (1, 50), (0, 50), (1, 50), (0, 50))},
        "failing",
        "came as several",
    ),
    ("all pressed", further_buttons, [], {}, "ok", "All 11 answer."),
    ("one silent", further_buttons, [], {"red button": NOTHING}, "failing", "red button. Check their wires"),
    ("one skipped", further_buttons, [], {"undo": "s"}, "unknown", "skipped"),
    ("skipped after a silent one", further_buttons, [], {"repeat": NOTHING, "undo": "s"}, "failing", "repeat button"),
    ("sees", exit_gate, [], {}, "ok", "come and go"),
    ("blind", exit_gate, ["gate-dead"], {}, "failing", "Wipe the sensor, then check its cable to BCM 17"),
    ("card left in", exit_gate, [], {"Take the card": NOTHING}, "failing", "stays blocked"),
    ("sunlight", exit_gate, ["sunlight"], {}, "failing", "from the sun"),
    (
        "a flickering card",
        exit_gate,
        [],
        {"Hold a card": drive("gate", *[(1, 40), (0, 4)] * 5, (1, 400), (0, 0))},
        "failing",
        "times for one card",
    ),
    ("gate skipped", exit_gate, [], {"Take the card": "s"}, "unknown", "skipped"),
    ("both ways", lid_switch, [], {}, "ok", "open and close"),
    ("open at first", lid_switch, ["lid-open"], {}, "ok", "open and close"),
    ("never opens", lid_switch, [], {"Open": NOTHING}, "failing", "lid open. Check the switch"),
    ("never closes", lid_switch, [], {"Close": NOTHING}, "failing", "lid close. Check the switch"),
    ("emptied and filled", hopper, [], {}, "ok", "empty and filled"),
    ("empty at first", hopper, ["hopper:0"], {}, "ok", "empty and filled"),
    ("never empty", hopper, [], {"Take all": NOTHING}, "failing", "hopper empty. Wipe"),
    ("never filled", hopper, [], {"Put ten": NOTHING}, "failing", "hopper filled. Wipe"),
    ("hopper skipped", hopper, [], {"Take all": "s"}, "unknown", "skipped"),
    ("heard", beeper, [], {"Did you": "yes"}, "ok", "heard"),
    ("not heard", beeper, [], {"Did you": "n"}, "failing", "active or passive"),
    ("no answer", beeper, [], {"Did you": NOTHING}, "unknown", "skipped"),
    ("seen", lamps, [], {}, "ok", "All 6 were seen."),
    ("two dark", lamps, [], {"red": "no", "alarm": "non"}, "failing", "red lamp, alarm lamp. Check lamp"),
    ("nobody sees", lamps, [], {"turn": "s"}, "unknown", "skipped"),
    ("skipped after a dark one", lamps, [], {"turn": "n", "red": "s"}, "failing", "turn lamp"),
    (
        "scanned",
        scanner,
        [],
        {"Scan": lambda bridge: bridge._report(TagRead(0, "red-7", repeated=False))},
        "ok",
        "It read a tag.",
    ),
    (
        "a tag that only goes on lying there",
        scanner,
        [],
        {"Scan": lambda bridge: bridge._report(TagRead(0, "red-7", repeated=True))},
        "failing",
        "Nothing was read.",
    ),
    (
        "scanned by the private reader only",
        scanner,
        [],
        {"Scan": lambda bridge: bridge._report(TagRead(0, "red-7", repeated=False, reader=Reader.PRIVATE))},
        "failing",
        "Nothing was read.",
    ),
    ("nothing scanned", scanner, [], {"Scan": NOTHING}, "failing", "9600 baud, and Enter"),
]


@pytest.mark.parametrize(
    ("step", "faults", "reactions", "state", "told"), [case[1:] for case in STEPS], ids=[case[0] for case in STEPS]
)
def test_each_step_finds_what_is_there(  # noqa: PLR0917 - the columns of the table
    tmp_path: Path,
    step: Callable[[Table], Step],
    faults: list[str],
    reactions: Mapping[str, Reaction],
    state: str,
    told: str,
) -> None:
    done = led(tmp_path, reactions, steps=[step], faults_first=faults, complete_without=frozenset())
    (found,) = done.findings
    assert found.state.value == state
    assert told in done.text[found.part]
    assert done.at_rest
    assert done.motor_ms == 0
    assert done.cards_out == 0


def test_a_button_that_is_wired_as_another_is_named_and_the_right_one_still_awaited(tmp_path: Path) -> None:
    pins = PinMap(button_red=6, button_blue=7)
    done = led(tmp_path, {"red": press_wrong("blue"), "That was": NOTHING}, steps=[further_buttons], pins=pins)
    assert "That was the blue button." in done.told
    assert done.text["buttons"].startswith("No press was seen: red button. Check their wires, to ground and to BCM 6")


@pytest.mark.parametrize(
    ("reactions", "states"),
    [
        ({}, ("ok", "ok")),
        ({"Take all": fault("hopper:3")}, ("failing", "ok")),
        ({"Put ten": fault("hopper:2")}, ("ok", "failing")),
        ({"Put ten": "s"}, ("unknown", "unknown")),
    ],
)
def test_both_sensors_of_the_hopper_are_looked_at_together(
    tmp_path: Path, reactions: Mapping[str, Reaction], states: tuple[str, str]
) -> None:
    done = led(tmp_path, reactions, steps=[hopper], pins=PinMap(hopper_low=6))
    assert (done.state("hopper"), done.state("hopper-low")) == states


# What moves


@pytest.mark.parametrize(
    ("reactions", "state", "told"),
    [
        ({}, "ok", "It turned to 2 seats and back."),
        ({"turns to seat 1": NOTHING}, "unknown", "Nobody pressed"),
        ({"turns to seat 2": "s"}, "unknown", "skipped"),
        ({"point at seat 2": "n"}, "failing", "beside seat 2"),
        ({"turns to seat 1": "aim-obstructed\n"}, "failing", "check the servo, its supply"),
        ({"point at seat 1": "s"}, "unknown", "skipped"),
        ({"turns to seat 1": "lid-open\n", "Close it": "lid-closed"}, "ok", "2 seats"),
    ],
)
def test_the_servo_turns_after_a_press_of_its_own_for_each_seat(
    tmp_path: Path, reactions: Mapping[str, Reaction], state: str, told: str
) -> None:
    done = led(tmp_path, reactions, steps=[servo], **TWO_SEATS)
    assert (done.state("servo"), told in done.text["servo"]) == (state, True), done.text
    assert done.at_rest
    assert done.cards_out == 0


ONE, FIVE = "one card comes out", "five come out"
MOTOR: list[tuple[str, Mapping[str, Reaction], Mapping[str, str], str, int]] = [
    ("well", {}, {"motor": "ok"}, "6 cards came out", 6),
    ("never pressed", {ONE: NOTHING}, {"motor": "unknown"}, "Nobody pressed", 0),
    ("skipped", {ONE: "s"}, {"motor": "unknown"}, "skipped", 0),
    ("pressed once only", {FIVE: NOTHING}, {"motor": "unknown"}, "Nobody pressed", 1),
    ("jam", {ONE: "jam\n"}, {"motor": "failing"}, "Pull it out", 0),
    ("no feed", {ONE: "no-feed\n"}, {"motor": "failing"}, "wipe the roller", 0),
    ("stall", {ONE: "motor-stall\n"}, {"motor": "failing"}, "free the roller", 0),
    ("double", {FIVE: "double-feed\n"}, {"motor": "failing"}, "Fan the cards", 3),
    ("gate dies", {ONE: "hopper:3\ngate-dead\n"}, {"gate": "failing", "motor": "unknown"}, "could not be judged", 3),
    ("sunlight", {FIVE: "sunlight\n"}, {"gate": "failing", "motor": "unknown"}, "could not be judged", 6),
    ("too few", {FIVE: "hopper:2\n", "Fill it": "hopper:9\n"}, {"motor": "ok"}, "6 cards came out", 6),
    (
        "never filled",
        {FIVE: "hopper:0\n", "Fill it": NOTHING},
        {"motor": "unknown"},
        "Nobody pressed",
        1,
    ),
    ("lid open", {ONE: "lid-open\n", "Close it": "lid-closed"}, {"motor": "ok"}, "6 cards came out", 6),
    ("miscounted", {"Are there": "no"}, {"motor": "failing"}, "that is wrong", 6),
    ("nobody counts", {"Are there": "s"}, {"motor": "ok"}, "6 cards came out", 6),
]


@pytest.mark.parametrize(
    ("reactions", "states", "told", "out"), [case[1:] for case in MOTOR], ids=[case[0] for case in MOTOR]
)
def test_the_motor_throws_one_card_and_then_five_and_every_fault_has_its_remedy(
    tmp_path: Path, reactions: Mapping[str, Reaction], states: Mapping[str, str], told: str, out: int
) -> None:
    done = led(tmp_path, reactions, steps=[motor])
    assert {found.part: found.state.value for found in done.findings} == states
    assert told in done.text["motor"]
    assert done.cards_out == out
    assert done.at_rest


@pytest.mark.parametrize(("speed", "state"), [(5.0, "failing"), (3.0, "ok"), (0.5, "ok"), (0.3, "failing")])
def test_cards_that_pass_much_faster_or_slower_than_they_should_are_told(
    tmp_path: Path, speed: float, state: str
) -> None:
    done = led(tmp_path, steps=[motor], speed=speed)
    assert (done.state("motor"), done.cards_out) == (state, 6)
    assert ("Check the motor's voltage" in done.text["motor"]) == (state == "failing")


def test_the_beeper_sounds_when_it_was_said_that_it_will(tmp_path: Path) -> None:
    told = led(tmp_path, steps=[beeper]).told
    at = told.index("Listen to the beeper.")
    assert told[at + 1 : at + 3] == [HEARD_OUT, "Did you hear the beeper? Yes or no?"]


@pytest.mark.parametrize("word", ["s", "skip", command_tag(CommandWord.MOTOR)])
def test_the_motor_stops_at_once_when_somebody_wants_it(tmp_path: Path, word: str) -> None:
    """The request is heard, the button pressed, and half a second later a word typed."""
    whole = led(tmp_path, steps=[motor]).motor_ms

    def press_and_stop(bridge: Bridge) -> None:
        assert bridge.simulator is not None
        bridge.simulator.press()
        bridge._loop.call_later(0.5, bridge._deliver, _typed(word))

    done = led(tmp_path, {FIVE: press_and_stop}, steps=[motor])
    assert done.state("motor") == "unknown"
    assert "stopped by hand" in done.text["motor"]
    assert done.cards_out < 6
    assert done.motor_ms < whole - 200
    assert done.at_rest


def _typed(word: str | None) -> Any:
    from companion.doctor.guide import Typed  # noqa: PLC0415

    return Typed(word)


def test_when_nothing_can_be_typed_any_more_the_motor_is_off_and_the_check_is_over(tmp_path: Path) -> None:
    def press_and_leave(bridge: Bridge) -> None:
        assert bridge.simulator is not None
        bridge.simulator.press()
        bridge._loop.call_later(0.5, bridge._deliver, _typed(None))

    done = led(tmp_path, {FIVE: press_and_leave}, steps=[motor, beeper])
    assert done.ended
    assert done.findings == []
    assert done.cards_out < 6
    assert done.at_rest
    assert "beeper" not in " ".join(done.told)


def test_the_motor_is_not_moved_where_the_gate_was_found_to_fail(tmp_path: Path) -> None:
    done = led(tmp_path, {"Hold a card": "gate-dead"}, steps=[exit_gate, motor])
    assert done.text["motor"].startswith("It was not moved: without the exit gate")
    assert done.motor_ms == 0


def test_a_press_outside_its_time_moves_nothing(tmp_path: Path) -> None:
    """Whoever plays with the button while something else is asked hears the buzz, and no motor."""
    presses: list[Heard] = []

    def card_asked_for(_: Table) -> Step:
        heard = yield (Ask(CARD_INTO_GATE, Do.CARD_IN),)
        while not isinstance(heard, Over):
            presses.extend([heard] if isinstance(heard, PressAccepted | PressDenied) else [])
            heard = yield ()
        return []

    reactions: dict[str, Reaction] = {"Press": "s", "Hold a card": press_wrong(""), "Take the card": press_wrong("")}
    done = led(tmp_path, reactions, steps=[main_button, card_asked_for, exit_gate])
    (denied,) = presses
    assert isinstance(denied, PressDenied)
    assert denied.reason is Denial.NOBODY_MAY_PRESS
    assert done.motor_ms == 0
    assert done.at_rest


def accepted(heard: Heard) -> bool:
    return isinstance(heard, PressAccepted)


def hasty(_: Table) -> Step:
    """Nobody is asked."""
    yield (Throw(1),)
    return []


def greedy(_: Table) -> Step:
    """Two moves for one press."""
    yield from until(AllowPress(), Ask(PRESS_AND_LET_GO, Do.PRESS), that=accepted)
    yield from until(Throw(1), that=lambda heard: isinstance(heard, DispenseEnded))
    yield (Throw(1),)
    return []


def late(_: Table) -> Step:
    """A press that was made for what was asked before."""
    yield from until(AllowPress(), Ask(PRESS_AND_LET_GO, Do.PRESS), that=accepted)
    yield (AllowPress(), Throw(1))
    return []


@pytest.mark.parametrize(
    ("steps", "cards"),
    [([hasty], 0), ([main_button, hasty], 0), ([late], 0), ([greedy], 1)],
    ids=["never pressed", "pressed for the step before", "pressed for something else", "pressed once for two"],
)
def test_a_step_that_would_move_something_unasked_is_refused(
    tmp_path: Path, steps: list[Callable[[Table], Step]], cards: int
) -> None:
    with pytest.raises(RuntimeError, match="for which nobody pressed"):
        led(tmp_path, steps=steps)
    log = [json.loads(line) for line in (tmp_path / "pins.jsonl").read_text(encoding="utf-8").splitlines()]
    motor_on = [change for change in log if change["name"] == "motor_forward" and change["state"]]
    assert len(motor_on) == cards


def test_what_is_not_understood_is_answered_with_what_can_be_typed_and_the_request_once_more(tmp_path: Path) -> None:
    done = led(tmp_path, {"Open the lid": "bananas"}, steps=[lid_switch])
    assert any(text.startswith("Enter does what is asked") and text.endswith("Open the lid.") for text in done.told)
    assert done.state("lid") == "ok"


def test_yes_and_no_may_be_scanned(tmp_path: Path) -> None:
    def scan(word: CommandWord) -> Callable[[Bridge], object]:
        return lambda bridge: bridge._report(TagRead(0, command_tag(word), repeated=False))

    pins = PinMap(lamp_red=9, lamp_blue=10)
    reactions = {"red lamp": scan(CommandWord.YES), "blue lamp": scan(CommandWord.NO)}
    assert led(tmp_path, reactions, steps=[lamps], pins=pins).text["lamps"].startswith("Not seen: blue lamp.")


def test_a_scanner_that_types_answers_too(tmp_path: Path) -> None:
    assert led(tmp_path, {"Did you": command_tag(CommandWord.NO)}, steps=[beeper]).state("beeper") == "failing"


def test_a_fault_script_strikes_at_the_presses_that_are_asked_for(tmp_path: Path) -> None:
    faults = read_script('[[fault]]\npress = 2\nfault = "motor-stall"\n', "script")
    done = led(tmp_path, steps=[main_button, motor], faults=faults)
    assert (done.state("button"), done.state("motor")) == ("ok", "failing")
    assert "so it seems blocked." in done.text["motor"]


def test_what_was_typed_before_a_request_is_no_answer_to_it_where_somebody_types(tmp_path: Path) -> None:
    hasty = {"Press the main button": "s\ns\n\ns"}  # four lines at once: only the first is an answer
    at_a_terminal = led(
        tmp_path, {**hasty, "Hold a card": "s"}, steps=[main_button, exit_gate, lid_switch], live=True
    )
    assert [found.state.value for found in at_a_terminal.findings] == ["unknown", "unknown", "ok"]
    from_a_file = led(tmp_path, {**hasty, "Hold a card": NOTHING}, steps=[main_button, exit_gate, lid_switch])
    assert from_a_file.state("gate") == from_a_file.state("lid") == "unknown"


def test_the_end_of_what_can_be_typed_ends_the_check_though_it_came_before_a_request(tmp_path: Path) -> None:
    reactions = {"Press the main button": f"s\n{END}", "Hold a card": NOTHING}
    assert led(tmp_path, reactions, steps=[main_button, exit_gate], live=True).ended


def test_a_typed_fault_is_answered_and_the_request_said_again(tmp_path: Path) -> None:
    done = led(tmp_path, {"Press the main button": "lid-open\ns"}, steps=[main_button])
    (answer,) = [told for told in done.told if told.startswith("Done: lid-open.")]
    assert answer.endswith("Press the main button, and let it go.")
