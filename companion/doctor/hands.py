"""The hands of somebody who has no dispenser: what is asked is done to the simulated one."""

from __future__ import annotations

from companion.doctor.steps import Ask, Do
from companion.tags import CommandWord, command_tag
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.faults import UnknownFault
from firmware_bridge.simulator.serial_line import SerialLine

_FAULTS = {
    Do.OPEN_LID: "lid-open",
    Do.CLOSE_LID: "lid-closed",
    Do.EMPTY: "hopper:0",
    Do.FILL: f"hopper:{FULL_HOPPER}",
}


class Hands:
    """One simulated pair of hands."""

    def __init__(self, dispenser: SimulatedDispenser, scan_line: SerialLine | None) -> None:
        self._dispenser = dispenser
        self._scan_line = scan_line

    def do(self, ask: Ask) -> None:
        """Does what was asked; a question is not for hands."""
        match ask.hand:
            case Do.PRESS:
                self._dispenser.press(button=ask.button)
            case Do.CARD_IN | Do.CARD_OUT:
                self._dispenser.hold_card(ask.hand is Do.CARD_IN)
            case Do.SCAN if self._scan_line is not None:
                self._scan_line.send(command_tag(CommandWord.YES))
            case hand if hand in _FAULTS:
                self._dispenser.fault(_FAULTS[hand])

    def strike(self, fault: str) -> bool:
        """Brings a fault of the bench about; False where there is none of that name."""
        try:
            self._dispenser.fault(fault)
        except UnknownFault:
            return False
        return True
