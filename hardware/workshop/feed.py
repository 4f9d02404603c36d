"""Whether the dispenser feeds one card at a time, by calculation: forces, margins, speed, torque, the gate.

The friction coefficients are assumptions from similar surfaces (hardware facts, section 1); nobody has measured
these cards. So every result is a margin: what is there, divided by what is needed; 1.2 is what we want, 1.0 the edge.
Lengths in mm, forces in N, angles in degrees.

The bottom card lies with its front on the roller and with its back on the floor, so the roller carries only a share
of the weight; the bar in the follower lies near the roller for that reason. The floor leans, so the stack also leans
on the throat plate, whose friction holds some of the weight up: each case is judged with none of it and with all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

GRAVITY = 9.81
SCATTER = 0.2  # between the friction above and under the second card
WANTED = 1.2


@dataclass(frozen=True, slots=True)
class Deck:
    """One kind of card in one kind of weather: grams a card, friction of card on card, on the floor, on the pad."""

    grams: float
    card_card: float
    floor: float
    pad: float = 0.6


#: Dry and humid, paper, plastic and Braille; the Braille card's lane is flat, its dots raise card-card friction.
DECKS: Mapping[str, Deck] = {
    "paper, dry": Deck(1.46, 0.30, 0.25),
    "paper, humid": Deck(1.46, 0.45, 0.30),
    "plastic, dry": Deck(2.15, 0.40, 0.25),
    "Braille, dry": Deck(1.46, 0.35, 0.25),
}
NEW, WORN = 0.9, 0.7  # roller on card; clean it where it is less


@dataclass(frozen=True, slots=True)
class Feeder:
    """What presses and where. Masses in g; ``bar_x`` and the like from the stack's front edge backwards.

    ``pad`` is the force that the pad's screw is set to.
    """

    slope: float = 35.0
    card: float = 56.0
    roller: float = 30.0
    roller_x: float = 2.0
    bar_grams: float = 150.0
    bar_x: float = 12.0
    follower_grams: float = 24.0
    wall: float = 0.2  # friction of card edges on the throat plate, with smooth tape on it
    pad: float = 1.2

    def share(self, from_front: float) -> float:
        """How much of a weight that lies so far behind the front edge the roller carries; the floor has the rest.

        >>> round(Feeder().share(28), 2), round(Feeder().share(12), 2)
        (0.52, 0.81)
        """
        return (self.card - from_front) / (self.card - self.roller_x)

    def weights(self, deck: Deck, cards: int, *, held_up: bool) -> tuple[float, float]:
        """What presses on the roller, and what on the floor. ``held_up``: the throat plate bears all it can."""
        stack, body, bar = (
            grams / 1000 * GRAVITY for grams in (cards * deck.grams, self.follower_grams, self.bar_grams)
        )
        along = sin(radians(self.slope)) * (stack + body + bar)
        down = cos(radians(self.slope))
        front = down * (
            stack * self.share(self.card / 2) + body * self.share(self.card / 2) + bar * self.share(self.bar_x)
        )
        lifted = self.wall * along if held_up else 0.0
        return front - lifted, down * (stack + body + bar) - front

    def feed_margin(self, deck: Deck, cards: int, roller: float, *, held_up: bool) -> float:
        """Whether the bottom card comes: the roller's pull over pad, cards above and floor.

        The last card has the follower on it, whose face is smooth tape.
        """
        front, back = self.weights(deck, cards, held_up=held_up)
        above = deck.card_card if cards > 1 else self.wall
        pull = roller * (front + self.pad)
        return pull / (deck.pad * self.pad + above * (front + back) + deck.floor * back)

    def separation_margin(self, deck: Deck, cards: int, *, held_up: bool) -> float:
        """Whether the second card stays: the pad's hold over the first card's pull and the scatter in the stack."""
        front, back = self.weights(deck, cards, held_up=held_up)
        pulled = deck.card_card * self.pad + SCATTER * deck.card_card * (front + back)
        return deck.pad * self.pad / pulled

    def running_force(self, deck: Deck, cards: int) -> float:
        """What the roller pulls with while a card goes out."""
        front, back = self.weights(deck, cards, held_up=False)
        return deck.pad * self.pad + deck.card_card * (front + back) + deck.floor * back

    def slip_force(self, deck: Deck, cards: int, roller: float) -> float:
        """At which the roller slips on a card that is stuck; no finger and no card is pulled harder."""
        return roller * (self.weights(deck, cards, held_up=False)[0] + self.pad)


@dataclass(frozen=True, slots=True)
class Motor:
    """A gear motor at its voltage: turns a minute without load, stall torque in N mm, stall current in mA."""

    rpm: float
    stall_torque: float
    stall_ma: float

    def at(self, torque: float) -> float:
        """Turns a minute under a load."""
        return self.rpm * (1 - torque / self.stall_torque)

    def torque(self, milliamps: float) -> float:
        """What it gives at a current."""
        return self.stall_torque * milliamps / self.stall_ma

    def at_volts(self, share: float) -> Motor:
        """The same motor with a part of its voltage."""
        return Motor(self.rpm * share, self.stall_torque * share, self.stall_ma * share)


KG_CM = 98.1  # in N mm
#: 25 mm 20:1 low power, 6 V; agrees with the maker's 172:1 of the same motor (35 rpm, 14 kg cm) scaled by the gears.
FEED_MOTOR = Motor(285, 2.0 * KG_CM, 2000)


def card_speed(feeder: Feeder, motor: Motor, deck: Deck, cards: int) -> float:
    """How fast a card goes, in mm/s."""
    torque = feeder.running_force(deck, cards) * feeder.roller / 2
    return motor.at(torque) / 60 * 3.1416 * feeder.roller


def gap_at_gate(feeder: Feeder, deck: Deck, speed: float, way: float) -> float:
    """How far the next card is behind when a card's end has slid ``way`` from roller to gate, in mm.

    The roller lets go of a card's end, and that slides on by its weight, while the next card comes at ``speed``. The
    worst case: the next card starts at once.
    """
    slide = GRAVITY * 1000 * (sin(radians(feeder.slope)) - deck.floor * cos(radians(feeder.slope)))
    seconds = (sqrt(speed**2 + 2 * slide * way) - speed) / slide
    return way - speed * seconds


def spring_force(compressed: float, rate: float, hinge_x: float, spring_x: float, pad_x: float) -> float:
    """The pad's force from its spring, by the lengths of the lever."""
    return rate * compressed * (hinge_x - spring_x) / (hinge_x - pad_x)
