"""A whole deck is scanned once, in any order, before a game or when it is packed away: what is missing, what was
scanned twice, what is of another deck, which labels nobody can tell apart. Pure.

A card is known by its tag or its enrolled code, which are one physical card's; or by its Braille label, of which
there may be as many as the deck has cards of that face. Of two-sided cards the light side is scanned, unless the
deck's file tells which faces share a card. Of two decks of one edition the one that most tags are of is meant.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.braille import labelled
from companion.enrolled import Codes, code_of
from companion.referee.cards import Card, Side
from companion.referee.deck_notes import card_of
from companion.referee.decks import Deck
from companion.referee.refusals import RefusalCode, TagHint
from companion.scan_tasks.enrolment import command
from companion.tags import Badge, CardTag, CommandCard, CommandWord, Unreadable, read_tag, tag_in, with_check
from companion.things import Thing, thing_with
from companion.voice.errands import count_lines as said
from companion.voice.errands import deck_lines, enrol_lines
from companion.voice.game.refusal_lines import french_layout
from companion.voice.lines import Phrase, followed


class KeptError(ValueError):
    """What was kept of an earlier check cannot be gone on with."""


@dataclass(frozen=True, slots=True)
class Read:
    """One read that counts: a card of the edition (``card``, ``tag`` where it has one), or what is none of it.

    ``code`` is what was read: a tag, or a sticker's code as it is. ``cards``: a label that several cards have.
    ``thing``: a card of another edition. None of these: a code nobody knows.
    """

    code: str
    card: Card | None = None
    tag: str | None = None
    cards: tuple[Card, ...] = ()
    thing: Thing | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """What was scanned so far of one deck.

    ``serial`` is that of the deck's tags; empty: that of the first one that is scanned. ``labels`` is its set of
    Braille labels.
    """

    deck: Deck
    labels: str
    serial: str = ""
    reads: tuple[Read, ...] = ()

    @property
    def there(self) -> int:
        """Cards of the deck that were scanned."""
        return self.deck.total - len(self.missing)

    @property
    def missing(self) -> list[Card]:
        """The faces of the cards that were not scanned."""
        return [*(Counter(self.deck.cards) - self._found).elements()]

    @property
    def doubled(self) -> list[Card]:
        """The faces of those that were scanned once too often."""
        found = self._found & Counter(self.deck.cards)
        return [*(Counter(read.card for read in self._ours if read.card is not None) - found).elements()]

    @property
    def strangers(self) -> list[Thing]:
        """The cards of other decks that were scanned, each once."""
        serial = self.agreed_serial
        others = [read for read in self.reads if not _is_of(read, serial)]
        return [*dict.fromkeys(read.thing or thing_with(with_check(read.tag or "")) for read in others)]

    @property
    def agreed_serial(self) -> str:
        """The serial of the deck that is scanned; empty until a tag has told it."""
        often = Counter(read.tag[2:4] for read in self.reads if read.tag is not None)
        return self.serial or next((serial for serial, _ in often.most_common(1)), "")

    @property
    def _ours(self) -> list[Read]:
        """The reads that are of no other deck."""
        serial = self.agreed_serial
        return [read for read in self.reads if _is_of(read, serial)]

    @property
    def _found(self) -> Counter[Card]:
        """How many of each face were scanned, tagged cards once each."""
        cards = [(read.card, read.tag) for read in self._ours if read.card is not None]
        return Counter([*(card for card, tag in cards if tag is None), *{t: c for c, t in cards if t}.values()])


def _is_of(read: Read, serial: str) -> bool:
    """True for a read of the deck with this serial, or of none."""
    return read.thing is None and (read.tag is None or read.tag[2:4] == serial)


@dataclass(frozen=True, slots=True)
class Step:
    """What one read led to; ``closed``: the check is over. ``taken``: it did its work, and nothing is wrong."""

    count: Count
    phrase: Phrase
    closed: bool = False
    taken: bool = False


def beginning(count: Count) -> Phrase:
    """What to do, before the first read."""
    return said.begin(count.deck.edition, count.deck.total, count.there if count.reads else None)


def stopped(count: Count) -> Phrase:
    """It ends before its end."""
    return said.stopped(count.there)


def hear(count: Count, codes: Codes, text: str) -> Step:
    """Takes one read in; an empty one is what could not be read."""
    text = code_of(text)
    if not text:
        return Step(count, deck_lines.bad_tag())
    if (asked := command(text, codes)) is not None:
        return _asked(count, asked)
    enrolled = codes.tag_of(text)
    tag = enrolled or tag_in(text) or text
    match read_tag(tag, count.deck):
        case CardTag() as found:
            return _tagged(count, tag, found, tag if enrolled is None else text)
        case Badge() | CommandCard():
            return Step(count, enrol_lines.not_enrolled_here())
        case Unreadable(hint=TagHint.FRENCH_LAYOUT):
            return Step(count, french_layout())
        case Unreadable(RefusalCode.BAD_TAG):
            return Step(count, deck_lines.bad_tag())
        case Unreadable(RefusalCode.NOT_IN_DECK):
            return Step(count, said.in_the_box())
    return _labelled(count, text)


def _tagged(count: Count, tag: str, found: CardTag, code: str) -> Step:
    """A card by its ``tag``, or by the ``code`` that stands for it."""
    deck = count.deck
    if tag[1] != deck.letter or (deck.serial and tag[2:4] != deck.serial):
        thing = thing_with(tag)
        return _with(count, Read(code, thing=thing), said.foreign(thing))
    light = deck.card_at(int(tag[4:7])) if deck.backs else found.card
    if light is None or deck.faces[light].side is not Side.LIGHT:
        return Step(count, deck_lines.other_side(Side.LIGHT))
    read = Read(code, light, found.tag)
    if known_by := {earlier.code for earlier in count.reads if earlier.tag == found.tag}:
        return _with(count, read, said.again(light) if code in known_by else said.again_otherwise(light))
    if count.agreed_serial not in {"", tag[2:4]}:
        return _with(count, read, said.foreign(thing_with(tag)))
    return _counted(count, read)


def _labelled(count: Count, text: str) -> Step:
    """A Braille label, a card's word that somebody types for a card without a code, or a code nobody knows."""
    named = card_of(text)
    cards = labelled(text, count.labels, count.deck) if named is None else [named]
    if len(cards) > 1:
        return _with(count, Read(text, cards=tuple(cards)), said.ambiguous(cards))
    if not cards:
        return _with(count, Read(text), said.unknown(text))
    face = count.deck.face(cards[0])
    if face is None:
        return Step(count, enrol_lines.no_such_card(cards[0], count.deck.edition))
    if face.side is not Side.LIGHT:
        return Step(count, deck_lines.other_side(Side.LIGHT))
    read = Read(text, face.card)
    after = replace(count, reads=(*count.reads, read))
    if after.doubled.count(face.card) > count.doubled.count(face.card):
        return _with(count, read, said.one_too_many(face.card))
    return _counted(count, read)


def _with(count: Count, read: Read, phrase: Phrase) -> Step:
    """Something that the end of the check has to tell."""
    return Step(replace(count, reads=(*count.reads, read)), phrase)


def _counted(count: Count, read: Read) -> Step:
    after = replace(count, reads=(*count.reads, read))
    if not after.missing:
        return Step(after, report(after), closed=True, taken=True)
    return Step(after, said.counted(after.there), taken=True)


def _asked(count: Count, word: CommandWord) -> Step:
    match word:
        case CommandWord.DONE:
            return Step(count, report(count), closed=True)
        case CommandWord.STATUS:
            return Step(count, report(count))
        case CommandWord.HELP:
            return Step(count, said.can_scan())
        case CommandWord.UNDO if count.reads:
            after = replace(count, reads=count.reads[:-1])
            return Step(after, said.taken_back(after.there), taken=True)
        case CommandWord.UNDO:
            return Step(count, said.nothing_to_take_back())
    return Step(count, enrol_lines.not_enrolled_here())


def report(count: Count) -> Phrase:
    """All there is to say about the deck as it was scanned so far."""
    deck = count.deck
    first = said.so_far(count.there, deck.total) if count.missing else said.whole(deck.total)
    return followed(first, *_troubles(count))


def is_whole(count: Count) -> bool:
    """True where every card is there once, and nothing else."""
    return not count.missing and not [*_troubles(count)]


def _troubles(count: Count) -> Iterator[Phrase]:
    missing, doubled = count.missing, count.doubled
    if missing:
        yield said.missing(missing)
    if doubled:
        yield said.doubled([*dict.fromkeys(doubled)])
    twins = [*dict.fromkeys(card for card in doubled if card in missing)]
    if 0 < len(twins) <= said.MOST_NAMED:
        yield said.perhaps_one_label(twins)
    if strangers := count.strangers:
        yield said.strangers(strangers)
    if unclear := Counter(read.cards for read in count.reads if read.cards):
        yield said.unclear([said.either(cards, often) for cards, often in unclear.items()])
    if unknown := unknown_codes(count):
        yield said.unknown_codes(unknown)


def unknown_codes(count: Count) -> list[str]:
    """The codes that no card has, each once."""
    unknown = (read for read in count.reads if read.card is None and read.thing is None and not read.cards)
    return [*dict.fromkeys(read.code for read in unknown)]


# What is kept between two runs


def kept_text(count: Count) -> str:
    """What was scanned so far, to go on with later."""
    reads = [read.code for read in count.reads]
    return json.dumps({"deck": count.deck.edition, "serial": count.serial, "reads": reads}, indent=0) + "\n"


def go_on(count: Count, codes: Codes, kept: str) -> Count:
    """The same with what was kept; raises KeptError when it belongs to another deck or cannot be read."""
    try:
        data: Any = json.loads(kept)
        edition, serial, reads = data["deck"], data["serial"], [str(text) for text in data["reads"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise KeptError("it is not what an earlier check kept; delete it to begin again") from None
    if (edition, serial) != (count.deck.edition, count.serial):
        raise KeptError(f"it was begun with {edition} {serial}; go on with that, or delete it to begin again")
    for text in reads:
        count = hear(count, codes, text).count
    return count
