"""Which chip is the header, on a kernel that really has several, and what is said where none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.pin_map import PinsUnavailable, real_factory
from tests.gpio_kernel.sim_header import SimHeader


def test_the_header_is_found_by_its_label_and_not_by_its_number(tmp_path: Path) -> None:
    others = [SimHeader("expander", "raspberrypi-exp-gpio"), SimHeader("power", "brcmstb-gpio")]
    header = SimHeader()
    try:
        factory = real_factory(tmp_path)
        assert f"gpiochip{factory.chip}" == header.device.name
        factory.close()
    finally:
        for chip in (*others, header):
            chip.close()


def test_without_a_header_it_is_said_that_this_is_no_pi(tmp_path: Path) -> None:
    other = SimHeader("expander", "raspberrypi-exp-gpio")
    try:
        with pytest.raises(PinsUnavailable, match=r"not a Raspberry Pi .*--simulate"):
            real_factory(tmp_path)
    finally:
        other.close()
    with pytest.raises(PinsUnavailable, match=r"not a Raspberry Pi .*--simulate"):
        real_factory(tmp_path)
