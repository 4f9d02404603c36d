"""Every output to rest, whatever left it as it is: what the unit runs before the service starts and after it ended.

It imports little, because a motor may be running. For the same reason the bridge notes in the service's runtime
folder which outputs it drives: whoever rests them after a crash needs no settings, and rests just those, also where
the settings were changed or spoilt meanwhile. A reboot, which rests the pins too, empties that folder.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_bridge.pin_map import LINES, PinMap, PinsUnavailable, mock_factory, real_factory

MOTORS = ("motor_forward", "motor_backward", "holdback_forward", "holdback_backward", "heartbeat")
NOTE = "outputs"  # a line for each: its name and its BCM number, the motors first


def runtime_folder(environ: Mapping[str, str]) -> Path | None:
    """The folder that systemd gives the service for as long as it runs; None elsewhere."""
    given = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]  # systemd joins several by colons
    return Path(given) if given else None


def rest_outputs(pins: PinMap, state_dir: Path, *, simulate: bool = False) -> None:
    """Drive every output to rest and let go, the motors first; one that fails does not stop the others.

    ``PinsUnavailable`` says which could not be taken.
    """
    pins.check()
    _rest(_outputs(pins), mock_factory() if simulate else real_factory(state_dir))


def note_outputs(pins: PinMap, folder: Path) -> None:
    """Keeps in mind which outputs are about to be driven; where that cannot be written, the settings have to tell."""
    with suppress(OSError):
        text = "".join(f"{name} {number}\n" for name, number in _outputs(pins))
        (folder / NOTE).write_text(text, encoding="ascii")


def rest_noted(folder: Path | None) -> int | None:
    """The same for the outputs that were noted; gives the command's exit code, or None where none were."""
    if folder is None or not (outputs := _noted(folder)):
        return None
    try:
        _rest(outputs, real_factory(folder))
    except PinsUnavailable as error:
        print(error, file=sys.stderr)  # noqa: T201 - the command's answer, without what else commands import
        return 1
    print("every output is at rest")  # noqa: T201
    return 0


def _outputs(pins: PinMap) -> list[tuple[str, int]]:
    outputs = [(name, number) for name, number in pins.numbers().items() if LINES[name].output]
    return sorted(outputs, key=lambda output: output[0] not in MOTORS)


def _noted(folder: Path) -> list[tuple[str, int]]:
    try:
        lines = [line.split(" ") for line in (folder / NOTE).read_text(encoding="ascii").splitlines()]
        return [(name, int(number)) for name, number in lines]
    except (OSError, ValueError):
        return []


def _rest(outputs: Sequence[tuple[str, int]], factory: Any) -> None:
    from gpiozero import OutputDevice  # noqa: PLC0415 - the command's only use of it

    failed: dict[str, Exception] = {}
    try:
        for name, number in outputs:
            try:
                OutputDevice(number, initial_value=False, pin_factory=factory).close()
            except Exception as error:
                failed[name] = error
    finally:
        factory.close()
    if failed:
        raise PinsUnavailable(
            f"An output cannot be taken ({', '.join(failed)}: {next(iter(failed.values()))}); the service may hold "
            "it: stop it first, which also rests it."
        )
