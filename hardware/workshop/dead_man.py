"""How long the one-shot keeps the motor enabled after the last pulse, for the parts as they may turn out.

tW = K R C for capacitors above 10 nF. K by maker: 0.45 to 0.55 with today's makers of the 74HC123 (between their
values for 2 and 5 V), 1.0 for parts of the older HC123A and HC423A kind (hardware facts, section 4).
"""

from __future__ import annotations

from hardware.workshop.circuit import Circuit

TODAY, OLDER = (0.45, 0.55), (1.0, 1.0)  # K
OFF_WITHIN_MS = 150.0
K_SPREAD, R_SPREAD, C_SPREAD = 0.06, 0.01, 0.10
OLDER_OHMS = 120_000.0  # in place of the resistor of the parts list, for parts of the older kind


def hold_ms(ohms: float, farads: float, factor: tuple[float, float]) -> tuple[float, float]:
    """The shortest and the longest time that the motor may stay enabled after the last rising edge."""
    usual_ms = ohms * farads * 1000
    spread = (1 + K_SPREAD) * (1 + R_SPREAD) * (1 + C_SPREAD)
    least = (1 - K_SPREAD) * (1 - R_SPREAD) * (1 - C_SPREAD)
    return usual_ms * factor[0] * least, usual_ms * factor[1] * spread


def timing_parts(circuit: Circuit) -> tuple[float, float]:
    """The resistor in ohms and the capacitor in farads that set the time."""
    return circuit.between("3V3", "time-rc")[0], circuit.between("time-c", "time-rc", "F")[0]
