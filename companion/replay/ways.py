"""Which statements of a file the hardware of a table can say, and how (``notation.md``, *Running*).

Button and scanner name no player and no colour. So a press goes through the button where the button would mean that
player, and a card through the scanner where its tag would mean exactly that play. All else the hardware would turn
into another statement, and it goes straight to the referee.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.referee import commands as cmd
from companion.referee.cards import Card, Side
from companion.referee.commands import Command
from companion.referee.deck_file import CROCKFORD
from companion.referee.state import State, folded
from companion.table import Table
from companion.tags import CardTag, badge_tag, card_tag, read_tag
from firmware_bridge.framing import Framer

_PACKS = sorted(CROCKFORD)


@dataclass(frozen=True, slots=True)
class Push:
    """The button is pushed, and so many cards come out."""

    cards: int


@dataclass(frozen=True, slots=True)
class Show:
    """These texts are scanned one after the other; the last of them is the statement."""

    texts: tuple[str, ...]


def way(command: Command, table: Table, taken: Collection[str]) -> Push | Show | None:
    """How the hardware says this statement at this table now; None where it cannot.

    ``taken`` are labels that the file scans itself: they belong to other physical cards than those shown here.
    """
    match command:
        case cmd.Press(player, int(cards)) if _button_means(player, table):
            return Push(cards)
        case cmd.Scan(text) if _arrives(text):
            return Show((text,))
        case cmd.Play(_, (_,), None, None, anyway=False):
            return _shown(command, table, taken)
    return None


def _button_means(player: str, table: Table) -> bool:
    """True where a push of the button would be this player's press."""
    presser = table.state.presser()
    if presser is None or table.interrupted is not None:
        return False
    return folded(table.interpreter.badge or table.state.name(presser)) == folded(player)


def _arrives(text: str) -> bool:
    """True for a text that the scanner's line passes on as it is; some it cleans, some it drops."""
    return list(Framer().feed(text.encode(errors="replace") + b"\r")) == [text]


def _shown(play: cmd.Play, table: Table, taken: Collection[str]) -> Show | None:
    """The card's tag, after the player's badge where the tag alone would be another's card."""
    seat = table.state.find(play.player)
    if seat is None or table.interpreter.badge or table.interpreter.accuser:
        return None  # a badge laid before is for the file's own next scan
    label = next((label for label in _labels(play.cards[0], table.state) if label not in taken), None)
    if label is None:
        return None
    meant = cmd.Play(table.state.name(seat), play.cards, tag=_tag(label, table.state))
    if table.preview(cmd.Scan(label)) == meant:
        return Show((label,))
    badge = badge_tag(table.interpreter.badge_of(seat))
    return Show((badge, label)) if table.preview(cmd.Scan(label), after=(badge,)) == meant else None


def _tag(label: str, state: State) -> str | None:
    """The identity of the physical card that has this label."""
    reading = read_tag(label, state.deck)
    return reading.tag if isinstance(reading, CardTag) else None


def _labels(card: Card, state: State) -> Iterator[str]:
    """Labels of this face on cards that do not lie on the discard: the copies of one pack, then of further packs.

    Once all copies lie there, only another pack has one to try with; of an own deck there is no other. The sides of
    Flip have packs of their own, so that nothing seems to be known of which faces share a card.
    """
    deck, face = state.deck, state.deck.face(card)
    if face is None:
        return
    side = 1 if face.side is Side.LIGHT else 2
    for serial in (deck.serial,) if deck.serial else (f"{pack}{side}" for pack in _PACKS):
        for ordinal, other in enumerate(deck.side_cards(face.side), 1):
            label = card_tag(deck.letter, serial, ordinal, side)
            if other == card and not state.lies_on_discard(_tag(label, state) or ""):
                yield label
