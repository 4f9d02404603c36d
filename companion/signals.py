"""What the table tells without words: its lamps, where the dispenser points, how fast the suspense beats. Pure."""

from __future__ import annotations

from companion.referee.events import Cause, Phase, Unit
from companion.referee.state import State
from firmware_bridge.light import Light
from firmware_bridge.pin_map import COLOUR_PLACES

FEWEST_PULSES, MOST_PULSES = 3, 7
DING_MS = 200  # the first beep waits until the ding has been heard
CLOSEST_MS = 100  # from beep to beep, so that each is heard as one

_AT_REST = frozenset({Phase.NONE, Phase.ROUND_OVER, Phase.GAME_OVER})  # nothing is awaited
_NO_COLOUR = _AT_REST | {Phase.SETUP, Phase.TOP, Phase.COUNTING, Phase.COLOUR}  # none is in force


def lights(state: State, *, busy: bool, interrupted: bool, lent: bool = False) -> dict[str, Light]:
    """What each lamp shows, by its name on the pin map.

    The turn lamp is lit while a press of the button counts, whoever is to press, a deal's (``lent``) too; it flashes
    while the table waits for something else (a card, a colour, a target, a number), and is dark while cards come
    (``busy``) and between rounds, so that the beats of the suspense are seen. One colour lamp shows the colour in
    force, on the dark side of Flip the dark colour of the same place; none while a colour is being named. The alarm
    lamp is lit while a press that was cut short (``interrupted``) waits for its number; the bridge lights it too
    while a fault stands.
    """
    place = _colour_place(state)
    shown = {name: Light.ON if place == number else Light.OFF for number, name in enumerate(COLOUR_PLACES)}
    turn = Light.OFF if busy else _turn(state, interrupted=interrupted, lent=lent)
    return {"turn": turn, **shown, "alarm": Light.ON if interrupted else Light.OFF}


def _turn(state: State, *, interrupted: bool, lent: bool) -> Light:
    if interrupted:
        return Light.FLASHING
    if lent or state.presser() is not None:
        return Light.ON
    return Light.OFF if state.phase in _AT_REST else Light.FLASHING


def _colour_place(state: State) -> int | None:
    """Where the colour in force stands among the four of its side; None while there is none."""
    if state.colour is None or state.phase in _NO_COLOUR:
        return None
    return state.deck.colours[state.side].index(state.colour)


def aimed_at(state: State) -> int | None:
    """The seat that the dispenser should point at: the target of an extreme hit, until its presses are over."""
    payer = state.next_payer() if state.phase is Phase.PAYING else None
    debt = None if payer is None else state.debt_of(payer)
    if debt is None or debt.unit is not Unit.PRESSES or debt.cause is not Cause.CARD:
        return None
    target = None if state.open_card is None else state.open_card.target
    return debt.to if debt.to == target or debt.to != debt.player else None


def pulses(misses: int, suspense_ms: int) -> tuple[float, ...]:
    """When the suspense beats, in milliseconds from its beginning: faster the more presses brought nothing.

    The suspense is as long whatever the misses, and whatever the press will bring (``launcher.md`` section 2).
    """
    rest_ms = max(0, suspense_ms - DING_MS)
    number = min(FEWEST_PULSES + misses, MOST_PULSES, rest_ms // CLOSEST_MS)
    return tuple(DING_MS + rest_ms * beat / number for beat in range(number))
