"""The lamps: steady or flashing, and a blip for each beep of the suspense; never more than three flashes a second.

Three flashes in any second is the limit below which light is taken to be safe for people with photosensitive
epilepsy (WCAG 2.3.1; hardware facts, section 9). It holds here, at the wires, for all lamps together and whatever
is asked: a lamp that may not light yet lights as soon as it may, a blip that comes too soon is left out.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

from gpiozero import DigitalOutputDevice

from firmware_bridge.clock import MONOTONIC, MS, Clock
from firmware_bridge.light import Light
from firmware_bridge.wires import Guard

FLASHES_A_SECOND = 3
SECOND_NS = 1010 * MS  # a little more, so that no second as anybody measures it holds a fourth
FLASH_NS = 500 * MS  # on for so long, then off for so long
BLIP_NS = 60 * MS  # as long as the beep it goes with


class Lamps:
    """Lights lamps by name. Callable from any thread; a lamp that fails is told once and disturbs nobody.

    ``missing`` are the lamps that cannot be used, with the reason.
    """

    def __init__(
        self, numbers: Mapping[str, int], *, factory: Any, guard: Guard, speed: float = 1.0, clock: Clock = MONOTONIC
    ) -> None:
        self._guard = guard
        self._clock = clock
        self._second_ns = round(SECOND_NS / speed)
        self._flash_ns = round(FLASH_NS / speed)
        self._blip_ns = round(BLIP_NS / speed)
        self._lamps: dict[str, Any] = {}
        self.missing: dict[str, Exception] = {}
        for name, number in numbers.items():
            try:
                self._lamps[name] = DigitalOutputDevice(number, pin_factory=factory)
            except Exception as error:
                self.missing[name] = error
        self._shown = dict.fromkeys(self._lamps, Light.OFF)
        self._since_ns = dict.fromkeys(self._lamps, 0)  # when a lamp began to show what it shows
        self._blip_until_ns: dict[str, int] = {}
        self._lit_ns: deque[int] = deque(maxlen=FLASHES_A_SECOND)  # when any lamp went on, the last few times
        self._lock = threading.RLock()
        self._closed = False
        self._ticker = clock.ticker("lamps", self._turn)
        self._ticker.start()

    def show(self, shown: Mapping[str, Light]) -> None:
        """From now on each lamp named shows this; lamps that are not fitted are passed over."""
        with self._lock:
            now_ns = self._clock.now_ns()
            for name, light in shown.items():
                if name in self._lamps and self._shown[name] is not light:
                    self._shown[name], self._since_ns[name] = light, now_ns
            self._light(now_ns)
            self._ticker.wake()

    def blip(self, name: str) -> None:
        """A lamp that is dark lights for a moment; it has lit when this returns, or it may not so soon."""
        with self._lock:
            now_ns = self._clock.now_ns()
            if name in self._lamps and self._may_light_ns() <= now_ns:
                self._blip_until_ns[name] = now_ns + self._blip_ns
                self._light(now_ns)
                self._ticker.wake()

    def close(self) -> None:
        """All dark, the wires let go, no turns any more. May be called twice."""
        with self._lock:
            self._closed = True
        self._ticker.close()
        for lamp in self._lamps.values():
            lamp.close()

    def _turn(self, now_ns: int) -> int | None:
        with self._lock:
            self._light(now_ns)
            return self._next_ns(now_ns)

    def _light(self, now_ns: int) -> None:
        """Bring every lamp to what it should show now, as far as the limit allows."""
        for name, lamp in self._lamps.items():
            if not self._closed:
                self._guard.run(f"lamp_{name}", self._switch, lamp, self._wanted(name, now_ns), now_ns)

    def _switch(self, lamp: Any, wanted: bool, now_ns: int) -> None:
        if wanted and not lamp.value and self._may_light_ns() <= now_ns:
            self._lit_ns.append(now_ns)
            lamp.on()
        elif not wanted and lamp.value:
            lamp.off()

    def _wanted(self, name: str, now_ns: int) -> bool:
        if now_ns < self._blip_until_ns.get(name, 0):
            return True
        match self._shown[name]:
            case Light.FLASHING:
                return (now_ns - self._since_ns[name]) // self._flash_ns % 2 == 0
            case light:
                return light is Light.ON

    def _may_light_ns(self) -> int:
        """From when on one more lamp may go on."""
        return self._lit_ns[0] + self._second_ns if len(self._lit_ns) == FLASHES_A_SECOND else 0

    def _next_ns(self, now_ns: int) -> int | None:
        """When a lamp changes by itself."""
        if self._closed:
            return None
        changes = [until_ns for until_ns in self._blip_until_ns.values() if until_ns > now_ns]
        for name, lamp in self._lamps.items():
            if self._shown[name] is Light.FLASHING:
                phase_ns = (now_ns - self._since_ns[name]) % self._flash_ns
                changes.append(now_ns + self._flash_ns - phase_ns)
            if self._wanted(name, now_ns) and not lamp.value:
                changes.append(self._may_light_ns())
        return min((ns for ns in changes if ns > now_ns), default=None)
