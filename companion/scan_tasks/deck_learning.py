"""Learning a physical deck: one read after the other in, the deck's file out. Pure.

A read is a printed tag, a Braille label, a card's word as typed (``red-7``), or DONE or UNDO: as a command card, or
typed in any language of the table. Of a two-sided card the light side is read first, then its dark side.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.braille import read_label
from companion.referee.cards import Card, Side
from companion.referee.deck_cards import FEWEST_CARDS, MOST_CARDS, can_begin
from companion.referee.deck_notes import card_of
from companion.referee.decks import OWN_LETTER, Deck
from companion.referee.refusals import RefusalCode, TagHint
from companion.tags import Badge, CardTag, CommandCard, CommandWord, Unreadable, read_tag
from companion.typed import typed_word
from companion.voice.errands import deck_lines as said
from companion.voice.game.refusal_lines import french_layout
from companion.voice.lines import Phrase, followed

_COMMANDS = {"done": CommandWord.DONE, "undo": CommandWord.UNDO}


class KeptError(ValueError):
    """What was kept of an earlier run cannot be gone on with."""


@dataclass(frozen=True, slots=True)
class Read:
    """One face that was scanned, with the tag of its physical card where it has one."""

    card: Card
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """What is known so far: the reads in their order, of a two-sided deck light and dark in turn."""

    like: Deck
    labels: str
    reads: tuple[Read, ...] = ()

    @property
    def sides(self) -> int:
        """Reads that one card takes."""
        return len(self.like.colours)

    @property
    def cards(self) -> int:
        """Cards that were read on all their sides."""
        return len(self.reads) // self.sides

    @property
    def awaited(self) -> Side:
        """The side that is read next."""
        return Side.DARK if len(self.reads) % self.sides else Side.LIGHT


@dataclass(frozen=True, slots=True)
class Step:
    """What one read led to, and what is said about it; ``closed``: the deck is whole."""

    learned: Learned
    phrase: Phrase
    closed: bool = False


def hear(learned: Learned, text: str) -> Step:
    """Takes one read in; an empty one is what could not be read. One that changes nothing says why."""
    if not text:
        return Step(learned, said.bad_tag())
    match _meaning(learned, text.strip()):
        case CommandWord.DONE:
            return _done(learned)
        case CommandWord.UNDO:
            return _undo(learned)
        case Read() as read:
            return _count(learned, read)
        case Phrase() as why_not:
            return Step(learned, why_not)
        case _:
            return Step(learned, said.no_card())


def beginning(learned: Learned) -> Phrase:
    """What to do, before the first read."""
    return followed(said.first_card(two_sided=learned.sides > 1, kept=learned.cards), _half(learned))


def _meaning(learned: Learned, text: str) -> Read | CommandWord | Phrase | None:
    if (command := _COMMANDS.get(typed_word(text) or "")) is not None:
        return command
    match read_tag(text):
        case CardTag(card, tag):
            return Read(card, tag)
        case CommandCard(command):
            return command
        case Badge() | Unreadable(RefusalCode.NOT_IN_DECK):
            return None
        case Unreadable(hint=TagHint.FRENCH_LAYOUT):
            return french_layout()
        case Unreadable(RefusalCode.BAD_TAG):
            return said.bad_tag()
    named = card_of(text) or read_label(text, learned.labels, learned.like)
    return said.unknown_code(text) if named is None else Read(named)


def _count(learned: Learned, read: Read) -> Step:
    face = learned.like.face(read.card)
    if face is None:
        return Step(learned, said.not_like(read.card, learned.like.edition))
    if read.tag is not None and read.tag in {earlier.tag for earlier in learned.reads}:
        return Step(learned, said.counted_already(read.card))
    if face.side is not learned.awaited:
        return Step(learned, followed(said.other_side(learned.awaited), _half(learned)))
    if learned.cards >= MOST_CARDS:
        return Step(learned, said.too_many())
    after = replace(learned, reads=(*learned.reads, read))
    if after.awaited is Side.DARK:
        return Step(after, said.light_side(learned.cards + 1, read.card))
    return Step(after, said.counted(after.cards, read.card))


def _undo(learned: Learned) -> Step:
    if not learned.reads:
        return Step(learned, said.nothing_to_take_back())
    after = replace(learned, reads=learned.reads[:-1])
    return Step(after, followed(said.taken_back(learned.reads[-1].card, after.cards), _half(after)))


def _half(learned: Learned) -> Phrase | None:
    """Reminds of the card whose dark side is awaited, where there is one."""
    return said.dark_side_awaited(learned.reads[-1].card) if learned.awaited is Side.DARK else None


def _done(learned: Learned) -> Step:
    if learned.awaited is Side.DARK:
        return Step(learned, said.dark_side_missing(learned.reads[-1].card))
    if learned.cards < FEWEST_CARDS:
        return Step(learned, said.too_few())
    if not can_begin(learned.like.faces[read.card] for read in learned.reads):
        return Step(learned, said.no_number_card(two_sided=learned.sides > 1))
    unlike = [phrase for side in learned.like.colours for phrase in _unlike(learned, side)]
    return Step(learned, said.closed(learned.cards, learned.like.edition, unlike), closed=True)


def _unlike(learned: Learned, side: Side) -> Iterator[Phrase]:
    """How one side's cards differ from those of the printed deck."""
    had = Counter(read.card for read in learned.reads if learned.like.faces[read.card].side is side)
    printed = Counter(learned.like.side_cards(side))
    missing, extra = [*(printed - had).elements()], [*(had - printed).elements()]
    if learned.sides > 1 and (missing or extra):
        yield said.side_named(side)
    if missing:
        yield said.fewer(learned.like.edition, missing)
    if extra:
        yield said.more(learned.like.edition, extra)


def file_text(learned: Learned, name: str, serial: str) -> str:
    """The deck's file."""
    words = [str(read.card) for read in learned.reads]
    cards = [" / ".join(words[at : at + learned.sides]) for at in range(0, len(words), learned.sides)]
    entries = "".join(f'  "{card}",\n' for card in cards)
    return (
        "# Learned card by card. The order of the cards is that of their tags: it never changes.\n"
        f'edition = "{name}"\nletter = "{OWN_LETTER}"\nserial = "{serial}"\n'
        f'like = "{learned.like.edition}"\ntotal = {len(cards)}\ncards = [\n{entries}]\n'
    )


# What is kept between two runs


def kept_text(learned: Learned) -> str:
    """What was read so far, to go on with later."""
    reads = [[str(read.card), read.tag] for read in learned.reads]
    return json.dumps({"like": learned.like.edition, "reads": reads}, indent=0) + "\n"


def go_on(learned: Learned, kept: str) -> Learned:
    """The same with what was kept; raises KeptError when it belongs to another deck or cannot be read."""
    try:
        data: Any = json.loads(kept)
        like = data["like"]
        reads = tuple(Read(Card.from_word(word), None if tag is None else str(tag)) for word, tag in data["reads"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise KeptError("it is not what an earlier 'deck learn' kept; delete it to begin again") from None
    if like != learned.like.edition:
        raise KeptError(f"it was begun with --like {like}; go on with that, or delete it to begin again")
    for read in reads:
        if (step := _count(learned, read)).learned is learned:
            raise KeptError(f"{read.card} cannot stand there; delete it to begin again")
        learned = step.learned
    return learned
