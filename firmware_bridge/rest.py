"""Every output to rest, whatever left it as it is: what the unit runs before the service starts and after it ended.

It imports little, because a motor may be running.
"""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.pin_map import LINES, PinMap, PinsUnavailable, mock_factory, real_factory

MOTORS = ("motor_forward", "motor_backward", "holdback_forward", "holdback_backward", "heartbeat")


def rest_outputs(pins: PinMap, state_dir: Path, *, simulate: bool = False) -> None:
    """Drive every output to rest and let go, the motors first; one that fails does not stop the others.

    ``PinsUnavailable`` says which could not be taken.
    """
    from gpiozero import OutputDevice  # noqa: PLC0415 - the command's only use of it

    pins.check()
    wired = pins.numbers()
    outputs = [name for name in wired if LINES[name].output]
    outputs.sort(key=lambda name: name not in MOTORS)
    factory = mock_factory() if simulate else real_factory(state_dir)
    failed: dict[str, Exception] = {}
    try:
        for name in outputs:
            try:
                OutputDevice(wired[name], initial_value=False, pin_factory=factory).close()
            except Exception as error:
                failed[name] = error
    finally:
        factory.close()
    if failed:
        raise PinsUnavailable(
            f"An output cannot be taken ({', '.join(failed)}: {next(iter(failed.values()))}); the service may hold "
            "it: stop it first, which also rests it."
        )
