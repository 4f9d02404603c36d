"""``make bench``: how fast and how frugal the running service is, beside what the bare machine needs.

No figure is a test: the table says which aim is met, and ``build/bench.json`` keeps the numbers.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.bench import (
    command_to_page,
    fan_out,
    figures,
    gate_to_motor_off,
    idle,
    press_to_ding,
    referee,
    say_to_sound,
    slow_phone,
    speaking,
    start,
    tag_to_page,
    tag_to_sound,
    wire,
)
from tests.chromium import CHROMIUM
from tests.sound import missing_programs

APT = "espeak-ng alsa-utils pulseaudio pulseaudio-utils libasound2-plugins chromium-headless-shell"
OUT = Path(__file__).parents[2] / "build" / "bench.json"
PARTS = {
    "press to ding": press_to_ding.measure,
    "gate to motor off": gate_to_motor_off.measure,
    "wire": wire.measure,
    "tag to sound": tag_to_sound.measure,
    "said to sound": say_to_sound.measure,
    "speaking": speaking.measure,
    "tag to page": tag_to_page.measure,
    "command to page": command_to_page.measure,
    "fan-out": fan_out.measure,
    "slow phone": slow_phone.measure,
    "start to listening": start.measure,
    "idle": idle.measure,
    "referee": referee.measure,
}


def main() -> int:
    """Measures everything, one after the other; 1 where a part broke off, 2 when a program is missing."""
    missing = [*missing_programs(), *(name for name in ("espeak-ng", CHROMIUM) if not shutil.which(name))]
    if missing:
        print(f"missing: {', '.join(missing)}; install with: apt install {APT}", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed service has its modules compiled
    load = os.getloadavg()[0]
    measured: list[figures.Figure] = []
    failed: list[str] = []
    for name, measure in PARTS.items():
        began = time.monotonic()
        try:
            with tempfile.TemporaryDirectory(prefix="uno-companion-bench-") as folder:
                measured += measure(Path(folder))
        except Exception:  # the other figures have taken their time, and are as good as ever
            traceback.print_exc()
            failed.append(name)
            continue
        print(f"measured: {name}, in {time.monotonic() - began:.0f} s", file=sys.stderr)
    figures.write(measured, OUT)
    print(figures.table(measured))
    print(f"{os.cpu_count()} cores, load {load:.1f} before: other work slows both sides, and ours more.")
    print(f"written: {OUT}", file=sys.stderr)
    if failed:
        print(f"not measured, see above: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
