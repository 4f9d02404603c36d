"""The parts on the pins: dispenser, fittings, panel and hopper sensor, opened together and closed together.

The same code runs on a Pi and without one; only the pin factory and the thing behind the pins differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.clock import Clock
from firmware_bridge.debounce import DebounceTimes
from firmware_bridge.dispenser import Dispenser, Surroundings
from firmware_bridge.fittings import Fittings
from firmware_bridge.panel import Panel, PanelCalls
from firmware_bridge.part_status import Mode, PartStatus
from firmware_bridge.pin_map import PinMap, PinsUnavailable, cannot_be_opened, mock_factory, real_factory
from firmware_bridge.reports import HopperLow, Report, WireChanged
from firmware_bridge.rest import note_outputs
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.pin_log import PinLog
from firmware_bridge.wires import Guard, InputWire


class Parts:
    """Opened when made, with every output at rest; they live from :meth:`start` until :meth:`close`.

    ``hopper`` is how many cards lie in a simulated hopper, ``angle`` where the dispenser points. ``steady`` is called
    when the dispenser has come to rest. Reports and calls come on edge threads or the parts' own. Where one cannot be
    opened, that raises and nothing is left open.
    """

    def __init__(
        self,
        settings: BridgeSettings,
        report: Callable[[Report], None],
        panel: PanelCalls,
        steady: Callable[[], None],
        clock: Clock,
        *,
        hopper: int,
        angle: float,
        pin_log: PinLog | None = None,
    ) -> None:
        self.pins = settings.wired()
        self._settings = settings
        self._report = report
        self._clock = clock
        self.simulator: SimulatedDispenser | None = None
        guard = Guard(report, clock, self._motor_off)
        if settings.edges:
            guard.witness = lambda name, active, t_ns: report(WireChanged(t_ns, name, active))
        with ExitStack() as opened:
            factory = (
                mock_factory() if settings.simulate else real_factory(settings.runtime_dir or settings.state_dir)
            )
            opened.callback(factory.close)
            self._factory = factory
            wiring: dict[str, Any] = {"factory": factory, "guard": guard, "clock": clock}
            if settings.simulate:
                self.simulator = SimulatedDispenser(
                    factory,
                    self.pins,
                    speed=settings.speed,
                    pin_log=pin_log,
                    clock=clock,
                    cards=hopper,
                    faults=settings.faults,
                    seed=settings.seed,
                )
                opened.callback(self.simulator.close)
            elif settings.runtime_dir is not None:
                note_outputs(self.pins, settings.runtime_dir)
            # The motor first: from here on its lines are driven low.
            surroundings = Surroundings(lambda: self.panel.lid_open, lambda: self.panel.hopper_empty)
            self.dispenser = Dispenser(
                self.pins, settings.limits(), surroundings, report, speed=settings.speed, **wiring
            )
            opened.callback(self.dispenser.close)
            self.fittings = Fittings(
                self.pins, settings.fittings, report, steady=steady, speed=settings.speed, angle=angle, **wiring
            )
            opened.callback(self.fittings.close)
            self.panel = Panel(self.pins, DebounceTimes().at_speed(settings.speed), panel, **wiring)
            opened.callback(self.panel.close)
            self._level = (
                None if self.pins.hopper_low is None else InputWire("hopper_low", self.pins.hopper_low, **wiring)
            )
            if self._level is not None:
                opened.callback(self._level.close)
            self._opened = opened.pop_all()

    def start(self) -> None:
        """Begin to watch the wires."""
        if self._level is not None:
            self._level.watch(lambda low, t_ns: self._report(HopperLow(t_ns, low)))
            self._report(HopperLow(self._clock.now_ns(), self._level.active))
        self.panel.start()
        self.dispenser.start()
        if self.simulator is not None:
            self.simulator.start()

    @property
    def notes(self) -> list[str]:
        """A sentence for each part that is in the map and cannot be used."""
        notes = [*self.fittings.notes, *self.panel.notes]
        if self.fittings.uncalibrated and self.simulator is None:
            notes.append("The aiming servo has no angles yet: set aim.angles, one for each seat.")
        return notes

    @property
    def status(self) -> PartStatus:
        """Real or simulated, what is not fitted, and the notes."""
        mode: Mode = "real"
        found = "the pins are open through lgpio"
        if self.simulator is not None:
            mode = "simulated"
            found = "no real pin is driven; for the wired table: start without --simulate on the Pi"
        not_fitted = [f"not fitted: {', '.join(self.fittings.not_fitted)}"] if self.fittings.not_fitted else []
        return PartStatus(mode, "; ".join([found, *not_fitted, *self.notes]))

    @property
    def reported_ns(self) -> int:
        """When the slower of control loop and panel last took its turn; 0 where edges no longer arrive at all."""
        hears = getattr(self._factory, "hears_edges", True)  # simulated pins have no thread that could end
        return min(self.dispenser.turned_ns, self.panel.turned_ns) if hears else 0

    def ask(self) -> None:
        """Have both show that they still take turns; returns at once."""
        self.dispenser.ask()
        self.panel.ask()

    def hopper(self, *, empty: bool) -> str:
        """How full the hopper is, for ``/api/health``, as far as a sensor can tell."""
        if self.pins.hopper is not None and empty:
            return "empty"
        if self._level is not None and self._level.active:
            return "low"
        return "unknown" if self.pins.hopper is None and self._level is None else "ok"

    def _motor_off(self) -> None:
        self.dispenser.motor_off()

    def close(self) -> None:
        """All outputs to rest, the motor's before all others, and all wires let go. May be called twice."""
        self.dispenser.close()
        self._opened.close()


@contextmanager
def remedied(pins: PinMap) -> Iterator[None]:
    """Whatever goes wrong with a pin in here is told with what to do about it: raises ``PinsUnavailable``."""
    try:
        yield
    except PinsUnavailable:
        raise
    except Exception as error:
        raise PinsUnavailable(cannot_be_opened(error, pins)) from error
