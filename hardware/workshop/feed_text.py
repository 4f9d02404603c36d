"""The feed calculation in words, with every margin, and what to do where it is thin. Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.workshop.feed import (
    DECKS,
    FEED_MOTOR,
    NEW,
    WANTED,
    WORN,
    Deck,
    Feeder,
    card_speed,
    gap_at_gate,
)

GATE_WAY = 40.0
COUNTS = (60, 30, 5, 1)
GRIPPIER = Deck(1.46, 0.45, 0.30, pad=0.75)


def feed_text() -> str:
    """All decks, full and nearly empty, with a new and a worn roller."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    feeder = Feeder()
    yield "# Will it feed? The sums"
    yield ""
    yield (
        "Made by `make hardware` from `workshop/feed.py`; do not edit. **By calculation, with friction coefficients "
        "that are assumed; nobody has built or measured this.** A margin is what is there divided by what is needed: "
        f"{WANTED} is good, 1.0 the edge. Each is the worse of two cases: the throat plate holds up none of the "
        "stack's weight, or all it can."
    )
    yield ""
    yield (
        f"The pad presses with {feeder.pad} N, the bar weighs {feeder.bar_grams:g} g, the feeder leans "
        f"{feeder.slope:g}°, the roller's diameter is {feeder.roller:g} mm; its friction is {NEW} when new and "
        f"clean, {WORN} when worn."
    )
    yield ""
    yield "| deck | cards | comes, roller new | comes, roller worn | second card stays |"
    yield "|---|---|---|---|---|"
    for name, deck in (*DECKS.items(), ("paper, humid, pad of grip 0.75", GRIPPIER)):
        for cards in COUNTS:
            comes = [worst_feed(feeder, deck, cards, grip) for grip in (NEW, WORN)]
            cells = (*comes, worst_separation(feeder, deck, cards))
            yield f"| {name} | {cards} | {' | '.join(f'{cell:.2f}' for cell in cells)} |"
    yield ""
    yield "| deck | speed, m/s | a card blocks the gate, ms | gap to the next there, mm | roller slips at, N |"
    yield "|---|---|---|---|---|"
    for name, deck in DECKS.items():
        speed = card_speed(feeder, FEED_MOTOR, deck, COUNTS[0])
        gap = gap_at_gate(feeder, deck, speed, GATE_WAY)
        slip = feeder.slip_force(deck, COUNTS[0], NEW)
        yield f"| {name} | {speed / 1000:.2f} | {feeder.card / speed * 1000:.0f} | {gap:.0f} | {slip:.1f} |"
    yield from ("", "What follows from it:", "")
    yield from (f"- {lesson}" for lesson in _LESSONS)


_LESSONS = (
    "Dry paper and Braille: 60 cards, pad at 1.2 N.",
    "Humid weather and clear plastic are thin: at most 30 cards, a clean roller, a pad of polyurethane.",
    "The hold-back roller of the full build turns the second card back and does not rely on friction alone.",
    "A worn or dusty roller is the first thing to fail: clean it with alcohol when cards begin to come late.",
    "Two cards that lie exactly on each other look like one to any light gate. The count is checked by the hands.",
)


def worst_feed(feeder: Feeder, deck: Deck, cards: int, grip: float) -> float:
    """The feed margin, whatever the throat plate bears."""
    return min(feeder.feed_margin(deck, cards, grip, held_up=held_up) for held_up in (False, True))


def worst_separation(feeder: Feeder, deck: Deck, cards: int) -> float:
    """The separation margin, whatever the throat plate bears."""
    return min(feeder.separation_margin(deck, cards, held_up=held_up) for held_up in (False, True))
