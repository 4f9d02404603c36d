"""The 40 pins of the Pi's header: what each is, and how a finger finds it. The same on Pi 3, 4, 5 and Zero 2."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.pin_map import PULLED_UP_AT_BOOT

#: BCM number of each pin by its place on the header; the rest are supplies and ground.
BCM: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
RAILS: Mapping[int, str] = {
    1: "3V3", 2: "5V", 4: "5V", 6: "GND", 9: "GND", 14: "GND", 17: "3V3", 20: "GND", 25: "GND", 30: "GND", 34: "GND",
    39: "GND",
}  # fmt: skip
PINS = range(1, 41)
PIN_OF = {number: pin for pin, number in BCM.items()}
#: What the I2S bus uses of its lines for sound that goes out.
I2S: Mapping[str, int] = {"i2s-clock": 18, "i2s-frame": 19, "i2s-data": 21}


def place(pin: int) -> str:
    """Where a pin is, for a finger that counts from the end with pin 1, where the memory card is.

    >>> place(11), place(36)
    ('inner row, 6th', 'outer row, 18th')
    """
    row = "inner" if pin % 2 else "outer"
    number = (pin + 1) // 2
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
    return f"{row} row, {number}{ending}"


def boot_pull(number: int) -> str:
    """What a BCM line does while the Pi starts and no program has set it."""
    return "up" if number <= max(PULLED_UP_AT_BOOT) else "down"
