"""The physical cards of a deck file: how many of each face, in which order, and which faces are one card's two sides.

Counted by copies (``[copies]`` overrides those of the faces) or listed one by one in ``cards``; the backs of a
two-sided deck are known from that list or from ``[[pairs]]``, else not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.referee.cards import Card, Side
from companion.referee.deck import Deck, Face
from companion.referee.deck_faces import MOST_COPIES, Colours
from companion.referee.deck_notes import Notes, card_of, nearest, shown
from companion.referee.toml_lines import Place

FEWEST_CARDS, MOST_CARDS = 2, 999  # a tag's ordinal has three digits
_PAIR_KEYS = ("light", "dark", "copies")
_ONE_WAY = "the copies are counted from the list 'cards'; leave one of the two out"

Listed = dict[Side, list[Card]]


@dataclass(frozen=True, slots=True)
class Cards:
    """The faces with their copies, each side's cards by ordinal, and the backs where they are known."""

    faces: Mapping[Card, Face]
    listed: Listed
    backs: Mapping[Card, tuple[Card, ...]] = field(default_factory=dict)


def read_cards(notes: Notes, faces: Mapping[Card, Face], colours: Colours, like: Deck | None, begun: int) -> Cards:
    """The cards; raises WrongTextError where they cannot be counted.

    ``begun``: how many findings there were before the faces, which have nothing to do with any count.
    """
    return _Counting(notes, faces, colours, like).cards(begun)


class _Counting:
    def __init__(self, notes: Notes, faces: Mapping[Card, Face], colours: Colours, like: Deck | None) -> None:
        self._notes = notes
        self._faces = faces
        self._sides = tuple(colours)
        self._here = "in this deck" if like is None else f"in {like.edition}"

    def cards(self, begun: int) -> Cards:
        notes = self._notes
        listed = self._by_list() if "cards" in notes.data else self._by_copies()
        if notes.number_of_findings > begun:
            notes.give_up()  # a card that cannot be read would be missed in every sum below
        counts = Counter(card for cards in listed.values() for card in cards)
        faces = {card: replace(face, copies=counts[card]) for card, face in self._faces.items() if counts[card]}
        self._check_total(listed)
        if not can_begin(faces.values()):
            notes.tell((), "without a number card on the light side no round can begin; add one")
        if "pairs" not in notes.data:
            known = len(listed) > 1 and "cards" in notes.data and notes.number_of_findings == begun
            return Cards(faces, listed, _backs(listed) if known else {})
        if notes.number_of_findings > begun:
            notes.give_up()
        listed = self._paired(faces, listed)
        return Cards(faces, listed, _backs(listed))

    # By copies

    def _by_copies(self) -> Listed:
        faces = self._counted()
        return {
            side: [card for card, face in faces.items() if face.side is side for _ in range(face.copies)]
            for side in self._sides
        }

    def _counted(self) -> Mapping[Card, Face]:
        """The faces with the counts of ``[copies]``: a count for one card goes before one for its value."""
        table = self._notes.data.get("copies", {})
        if not isinstance(table, dict):
            self._notes.tell(("copies",), "copies will not do; write [copies], and below it lines like skip = 1")
            return {}
        of_values: dict[Card, int] = {}
        of_cards: dict[Card, int] = {}
        for key, copies in table.items():
            place = ("copies", key)
            number = self._notes.number(place, copies, 0, MOST_COPIES)
            card = card_of(key)
            single = card is not None and card.colour is not None
            value = key if card is None else card.value
            alike = [face for face in self._faces if (face == card if single else face.value == value)]
            counted = of_cards if single else of_values
            if counted.keys() & alike:
                self._notes.tell(place, f"'{key}' stands twice, in other letters; write it once")
            elif alike:
                counted |= dict.fromkeys(alike, number or 0)
            else:
                known = [*dict.fromkeys(face.value for face in self._faces), *map(str, self._faces)]
                self._notes.tell(place, f"there is no card '{key}' {self._here}; {nearest(key, known)}")
        counts = of_values | of_cards
        return {card: replace(face, copies=counts.get(card, face.copies)) for card, face in self._faces.items()}

    # One by one

    def _by_list(self) -> Listed:
        notes, listed = self._notes, Listed({side: [] for side in self._sides})
        if "copies" in notes.data:
            notes.tell(("copies",), _ONE_WAY)
        if "pairs" in notes.data:
            notes.tell(("pairs",), "the list 'cards' says the pairs already; leave [[pairs]] out")
        form = '"red-1 / teal-3", the light face first' if len(listed) > 1 else '"red-1"'
        entries = notes.data["cards"]
        if not isinstance(entries, list):
            notes.tell(("cards",), f"cards will not do; write a list, each card as {form}")
            return listed
        for index, entry in enumerate(entries):
            words = [word.strip() for word in entry.split("/")] if isinstance(entry, str) else []
            if len(words) != len(listed):
                notes.tell(("cards", index), f"{shown(entry)} is no card of this deck; write each as {form}")
                continue
            for side, word in zip(listed, words, strict=True):
                card = self._on_side(("cards", index), word, side)
                if card is not None:
                    listed[side].append(card)
        return listed

    def _on_side(self, place: Place, word: str, side: Side) -> Card | None:
        """The card of this side that a word names."""
        card = card_of(word)
        if card is not None and card in self._faces:
            if self._faces[card].side is side:
                return card
            self._notes.tell(place, f"'{word}' is not on the {side} side; name the face of that side")
            return None
        known = [str(face) for face in self._faces if self._faces[face].side is side]
        more = "" if card is None else "; if the deck really has it, describe it in a block [[faces]]"
        self._notes.tell(place, f"there is no card '{word}' {self._here}; {nearest(word, known)}{more}")
        return None

    def _check_total(self, listed: Listed) -> None:
        notes = self._notes
        sums = {side: len(cards) for side, cards in listed.items()}
        if "total" not in notes.data:
            notes.missing((), "total", str(sums[Side.LIGHT]))
            return
        total = notes.number(("total",), notes.data["total"], FEWEST_CARDS, MOST_CARDS)
        for side, number in sums.items():
            if total is not None and number != total:
                which = f"the cards of the {side} side" if len(sums) > 1 else "the cards"
                most = Counter(card.value for card in listed[side]).most_common()
                counts = ", ".join(f"{value} ×{count}" for value, count in most)
                notes.tell(("total",), f"{which} sum to {number}, total says {total}; correct one ({counts})")

    # Pairs

    def _paired(self, faces: Mapping[Card, Face], listed: Listed) -> Listed:
        """The dark cards put in the order of the light ones that they are the backs of."""
        notes = self._notes
        if Side.DARK not in listed:
            notes.tell(("pairs",), "a deck of one side has no pairs; leave them out")
            notes.give_up()
        backs: dict[Card, list[Card]] = {}
        first_at: dict[Card, Place] = {}
        begun = notes.number_of_findings
        for place, block in notes.tables("pairs"):
            notes.known_keys(block, _PAIR_KEYS, place)
            copies = notes.number((*place, "copies"), block.get("copies", 1), 1, MOST_COPIES)
            light, dark = (self._half(place, block, side) for side in (Side.LIGHT, Side.DARK))
            if light is not None and dark is not None:
                backs.setdefault(light, []).extend([dark] * (copies or 0))
                first_at = {light: place, dark: place} | first_at
        if notes.number_of_findings > begun:
            notes.give_up()
        named = Counter({light: len(dark) for light, dark in backs.items()})
        named.update(card for dark in backs.values() for card in dark)
        without = [str(card) for card in faces if not named[card]]
        if without:
            notes.tell(("pairs",), f"these cards are in no pair: {', '.join(without)}; add [[pairs]] for them")
        for card, place in first_at.items():
            copies = faces[card].copies if card in faces else 0
            if named[card] != copies:
                notes.tell(
                    place, f"the deck has {card} ×{copies}, its pairs name it ×{named[card]}; correct one of them"
                )
        notes.give_up()
        waiting = {light: iter(dark) for light, dark in backs.items()}
        return {**listed, Side.DARK: [next(waiting[light]) for light in listed[Side.LIGHT]]}

    def _half(self, place: Place, block: Mapping[str, Any], side: Side) -> Card | None:
        word = block.get(side)
        if isinstance(word, str):
            return self._on_side((*place, side), word, side)
        self._notes.missing(place, side, '"red-1"' if side is Side.LIGHT else '"teal-3"')
        return None


def can_begin(faces: Iterable[Face]) -> bool:
    """True where some card can be the first of a round, whatever is agreed about first cards."""
    return any(face.card.is_number and face.may_be_first and face.side is Side.LIGHT for face in faces)


def _backs(listed: Listed) -> dict[Card, tuple[Card, ...]]:
    backs: dict[Card, list[Card]] = {}
    for light, dark in zip(listed[Side.LIGHT], listed[Side.DARK], strict=True):
        backs.setdefault(light, []).append(dark)
        backs.setdefault(dark, []).append(light)
    return {card: tuple(sorted(others, key=str)) for card, others in backs.items()}
