"""Binding codes to cards, one card after the other: a read in, what is bound and said out. Pure.

The card whose code comes next is named; its code is scanned. What the table can read already is no code: our own
labels, Braille labels and card words choose the card instead, so that a deck need not be sorted first. Words that are
typed, or command cards, skip (PASS), go back (MISSED), take the last code off (UNDO), tell how far it is (STATUS) and
end (DONE).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.braille import labelled
from companion.enrolled import Change, Codes, code_of, is_code
from companion.referee.cards import Card, Side
from companion.referee.deck_notes import card_of
from companion.referee.decks import Deck, editions, load_deck, own_decks
from companion.referee.notation import LABEL_SETS
from companion.referee.refusals import RefusalCode, TagHint
from companion.tags import (
    Badge,
    CardTag,
    CommandCard,
    CommandWord,
    Unreadable,
    badge_tag,
    command_tag,
    read_tag,
    tag_in,
)
from companion.things import Thing, badges, command_cards, deck_cards, thing_with
from companion.typed import typed_thing, typed_word
from companion.voice.errands import deck_lines
from companion.voice.errands import enrol_lines as said
from companion.voice.game.refusal_lines import french_layout
from companion.voice.lines import Phrase, followed

#: What ends, skips and so on: the words that people type, and the cards that say the same.
WORDS = {
    "done": CommandWord.DONE,
    "undo": CommandWord.UNDO,
    "skip": CommandWord.PASS,
    "back": CommandWord.MISSED,
    "status": CommandWord.STATUS,
    "help": CommandWord.HELP,
}


@dataclass(frozen=True, slots=True)
class Bound:
    """One code that was bound, with those that it replaced."""

    code: str
    tag: str
    instead_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Enrolment:
    """How far the binding of codes to ``things`` has come. ``key`` names it, to go on with after a stop.

    ``at`` is the place of the thing whose code comes next. ``chosen``: only certain things are asked for, also those
    that have a code. ``also``: a new code leaves the old one as it is. ``labels`` is the set of Braille labels by
    which cards are chosen; ``edition`` is empty for command cards and badges. ``skipped`` are places that are not
    asked for again, ``bound`` what was bound since it began, for UNDO.
    """

    key: str
    things: tuple[Thing, ...]
    labels: str
    edition: str = ""
    chosen: bool = False
    also: bool = False
    at: int = 0
    skipped: frozenset[int] = frozenset()
    bound: tuple[Bound, ...] = ()

    @property
    def awaited(self) -> Thing:
        """The thing whose code comes next."""
        return self.things[self.at]


@dataclass(frozen=True, slots=True)
class Step:
    """What one read led to: the change to be kept before ``phrase`` is said; ``closed``: it is over."""

    enrolment: Enrolment
    phrase: Phrase
    change: Change | None = None
    closed: bool = False

    @property
    def taken(self) -> bool:
        """True where it moved something on."""
        return self.change is not None


def of_deck(deck: Deck, serial: str, sides: Sequence[Side], labels: str, *, also: bool = False) -> Enrolment:
    """The cards of a deck."""
    side = f" {sides[0]}" if deck.two_sided and len(sides) == 1 else ""
    things = deck_cards(deck, serial, sides)
    return Enrolment(f"{deck.edition} {serial}{side}", things, labels, deck.edition, also=also)


def of_command_cards(labels: str, *, also: bool = False) -> Enrolment:
    """The command cards."""
    return Enrolment("commands", command_cards(), labels, also=also)


def of_badges(labels: str, *, also: bool = False) -> Enrolment:
    """The players' badges."""
    return Enrolment("players", badges(), labels, also=also)


def only(enrolment: Enrolment, places: Sequence[int]) -> Enrolment:
    """The same for some of the things alone, by their places, 0 up: one place at least."""
    return replace(enrolment, things=tuple(enrolment.things[place] for place in places), chosen=True)


def begun(enrolment: Enrolment, codes: Codes) -> Enrolment:
    """Where it begins: where it was left, else at the first thing without a code.

    Where everything has one, with the first thing, to give it a new one.
    """
    if enrolment.chosen:
        return enrolment
    left_at = codes.places.get(enrolment.key)
    place = next((number for number, thing in enumerate(enrolment.things) if thing.tag == left_at), None)
    if place is None or codes.codes_of(enrolment.things[place].tag):
        place = _next(enrolment, codes, -1 if place is None else place)
    return replace(enrolment, at=place or 0)


def beginning(enrolment: Enrolment, codes: Codes) -> Phrase:
    """What to do, before the first read."""
    return followed(said.begin(_done_so_far(enrolment, codes), len(enrolment.things)), asks(enrolment, codes))


def asks(enrolment: Enrolment, codes: Codes) -> Phrase:
    """Which code comes next."""
    thing = enrolment.awaited
    return said.scan(thing, again=bool(codes.codes_of(thing.tag)) and not enrolment.also)


def stopped(enrolment: Enrolment, codes: Codes) -> Phrase:
    """It ends before its end."""
    return said.stopped(_done_so_far(enrolment, codes), len(enrolment.things))


def without_code(enrolment: Enrolment, codes: Codes) -> list[Thing]:
    """What has no code yet."""
    have = set(codes.tags.values())
    return [thing for thing in enrolment.things if thing.tag not in have]


def _done_so_far(enrolment: Enrolment, codes: Codes) -> int:
    return len(enrolment.things) - len(without_code(enrolment, codes))


def command(text: str, codes: Codes) -> CommandWord | None:
    """What is asked for by a word that somebody typed, or by a command card with our label or an enrolled one."""
    reading = read_tag(codes.tag_of(text) or text)
    if isinstance(reading, CommandCard):
        return reading.word
    return WORDS.get(typed_word(text) or "")


def hear(enrolment: Enrolment, codes: Codes, text: str) -> Step:
    """Takes one read in; an empty one is what could not be read. One that changes nothing says why."""
    text = code_of(text)
    tag, asked = codes.tag_of(text), command(text, codes)
    # While command cards are enrolled their stickers are stickers; our own cards go on saying what they say.
    if asked is not None and (tag is None or enrolment.edition):
        return _asked(enrolment, codes, asked)
    if tag is not None:
        return _known(enrolment, codes, tag)
    if isinstance(read_tag(text), CardTag | Badge):
        return _labelled(enrolment, codes, text)
    if (step := _by_word(enrolment, codes, text)) is not None:
        return step
    why_not = why_no_code(text, codes, enrolment.labels)
    if why_not is not None:
        return Step(enrolment, followed(why_not, asks(enrolment, codes)))
    return _bind(enrolment, codes, text)


def why_no_code(text: str, codes: Codes, labels: str) -> Phrase | None:
    """Why a text cannot be bound to a card: it is one's code already, or the table reads something else in it.

    ``labels`` is the table's set of Braille labels.
    """
    if (tag := codes.tag_of(text)) is not None:
        return said.taken(thing_with(tag), elsewhere=True)
    match read_tag(text):
        case CardTag() | Badge() | CommandCard():
            return said.own_tag(thing_with(tag_in(text) or text))
        case Unreadable(hint=TagHint.FRENCH_LAYOUT):
            return french_layout()
        case Unreadable(RefusalCode.BAD_TAG):
            return deck_lines.bad_tag()
        case Unreadable(RefusalCode.NOT_IN_DECK):
            return said.not_enrolled_here()
    if not text:
        return deck_lines.bad_tag()
    if (found := _label(text, labels)) is not None:
        card, label_set = found
        return said.reads_as_label(card, label_set, chosen=label_set == labels)
    if card_of(text) is not None or typed_word(text) is not None or typed_thing(text) is not None:
        return said.a_word()
    return None if is_code(text) else said.no_code()


def _known(enrolment: Enrolment, codes: Codes, tag: str) -> Step:
    """A code that is bound already."""
    if enrolment.awaited.tag == tag:
        return Step(enrolment, followed(said.its_own(enrolment.awaited), asks(enrolment, codes)))
    known = thing_with(tag)
    elsewhere = known.edition != enrolment.edition or known.serial != _serial(enrolment)
    return Step(enrolment, followed(said.taken(known, elsewhere=elsewhere), asks(enrolment, codes)))


def _serial(enrolment: Enrolment) -> str:
    return enrolment.things[0].serial


# Choosing


def choose(enrolment: Enrolment, codes: Codes, tag: str) -> Step:
    """The code of the thing with this tag comes next, where it is among those that are enrolled."""
    place = next((number for number, thing in enumerate(enrolment.things) if thing.tag == tag), None)
    if place is None:
        return _left_out(enrolment, codes, thing_with(tag))
    return _choose(enrolment, codes, place, said.chosen(enrolment.things[place]))


def _left_out(enrolment: Enrolment, codes: Codes, thing: Thing) -> Step:
    """A thing that gets no code now: of another kind, of another deck, or not among those that were chosen."""
    first = enrolment.awaited
    kinds = ((one.card is not None, one.word is not None, one.badge is not None) for one in (first, thing))
    if len(set(kinds)) > 1:
        why_not = said.not_among(first)
    elif (thing.edition, thing.serial) != (first.edition, first.serial):
        why_not = said.foreign(thing)
    else:
        why_not = said.not_chosen(thing)
    return Step(enrolment, followed(why_not, asks(enrolment, codes)))


def _labelled(enrolment: Enrolment, codes: Codes, text: str) -> Step:
    """A label of ours chooses its thing, where that is among those that are enrolled."""
    thing = thing_with(tag_in(text) or text)
    place = next((number for number, other in enumerate(enrolment.things) if other.tag == thing.tag), None)
    if place is None:
        return _left_out(enrolment, codes, thing)
    return _choose(enrolment, codes, place, said.own_tag(thing))


def _by_word(enrolment: Enrolment, codes: Codes, text: str) -> Step | None:
    """A card's word or Braille label chooses the next card of that face which has no code; None for other texts.

    Among command cards and badges it is the word that they carry.
    """
    if not enrolment.edition and (thing := typed_thing(text)) is not None:
        return choose(enrolment, codes, command_tag(thing) if isinstance(thing, CommandWord) else badge_tag(thing))
    card = card_of(text)
    if card is None and enrolment.edition:
        cards = labelled(text, enrolment.labels, load_deck(enrolment.edition))
        if len(cards) > 1:
            return Step(enrolment, followed(said.label_of_several(cards), asks(enrolment, codes)))
        card = cards[0] if cards else None
    if card is None:
        return None
    places = [number for number, thing in enumerate(enrolment.things) if thing.card == card]
    if not places:
        return Step(enrolment, followed(_no_place_for(card, enrolment), asks(enrolment, codes)))
    place = next((at for at in places if not codes.codes_of(enrolment.things[at].tag)), places[0])
    return _choose(enrolment, codes, place, said.chosen(enrolment.things[place]))


def _no_place_for(card: Card, enrolment: Enrolment) -> Phrase:
    """Why no card of this face gets a code now."""
    if not enrolment.edition:
        return said.not_among(enrolment.awaited)
    if load_deck(enrolment.edition).face(card) is None:
        return said.no_such_card(card, enrolment.edition)
    return said.not_chosen(card)


def _label(text: str, labels: str) -> tuple[Card, str] | None:
    """The card whose Braille label the text is in some set and deck: it must never be a code as well.

    Of several sets that have it the table's own, ``labels``, is told.
    """
    decks = [*(load_deck(edition) for edition in editions()), *own_decks()]
    sets = sorted(LABEL_SETS, key=lambda name: name != labels)
    found = ((cards[0], name) for name in sets for deck in decks if (cards := labelled(text, name, deck)))
    return next(found, None)


def _choose(enrolment: Enrolment, codes: Codes, place: int, why: Phrase) -> Step:
    after = replace(enrolment, at=place, skipped=enrolment.skipped - {place})
    return Step(after, followed(why, asks(after, codes)), _place(after))


# Binding


def _bind(enrolment: Enrolment, codes: Codes, code: str) -> Step:
    thing = enrolment.awaited
    old = () if enrolment.also else codes.codes_of(thing.tag)
    change = Change({code: thing.tag}, frozenset(old))
    bound = replace(enrolment, bound=(*enrolment.bound, Bound(code, thing.tag, old)))
    return _onward(bound, codes.changed(change), said.bound(thing, replaced=bool(old)), change)


def _onward(enrolment: Enrolment, codes: Codes, told: Phrase, change: Change | None = None) -> Step:
    """To the next thing, or to the end."""
    kept, next_at = change or Change(), _next(enrolment, codes, enrolment.at)
    if next_at is not None:
        after = replace(enrolment, at=next_at)
        placed = replace(kept, place=_place(after).place)
        return Step(after, followed(told, asks(after, codes)), placed)
    missing = without_code(enrolment, codes)
    rest = said.without(missing) if missing else said.finished(len(enrolment.things))
    return Step(enrolment, followed(told, rest), replace(kept, place=(enrolment.key, None)), closed=True)


def _next(enrolment: Enrolment, codes: Codes, at: int) -> int | None:
    """The next thing that is asked for: of chosen ones the next, else the next without a code, round and round."""
    if enrolment.chosen:
        return at + 1 if at + 1 < len(enrolment.things) else None
    have = set(codes.tags.values())
    total = len(enrolment.things)
    round_from_here = [*range(at + 1, total), *range(at + 1)]
    free = (
        place
        for place in round_from_here
        if enrolment.things[place].tag not in have and place not in enrolment.skipped
    )
    return next(free, None)


def _place(enrolment: Enrolment) -> Change:
    """Where it goes on; of chosen things nothing is kept."""
    if enrolment.chosen:
        return Change()
    return Change(place=(enrolment.key, enrolment.awaited.tag))


# What is asked for


def _asked(enrolment: Enrolment, codes: Codes, word: CommandWord) -> Step:
    match word:
        case CommandWord.DONE:
            return Step(enrolment, stopped(enrolment, codes), closed=True)
        case CommandWord.PASS:
            return _skip(enrolment, codes)
        case CommandWord.MISSED:
            return _back(enrolment, codes)
        case CommandWord.UNDO:
            return _undo(enrolment, codes)
        case CommandWord.STATUS:
            so_far = said.progress(_done_so_far(enrolment, codes), len(enrolment.things))
            return Step(enrolment, followed(so_far, asks(enrolment, codes)))
        case CommandWord.HELP:
            return Step(enrolment, followed(said.can_scan(), asks(enrolment, codes)))
    return _labelled(enrolment, codes, command_tag(word))


def _skip(enrolment: Enrolment, codes: Codes) -> Step:
    thing = enrolment.awaited
    return _onward(replace(enrolment, skipped=enrolment.skipped | {enrolment.at}), codes, said.skipped(thing))


def _back(enrolment: Enrolment, codes: Codes) -> Step:
    if enrolment.at == 0:
        return Step(enrolment, followed(said.nothing_before(), asks(enrolment, codes)))
    before = enrolment.at - 1
    after = replace(enrolment, at=before, skipped=enrolment.skipped - {before})
    return Step(after, asks(after, codes), _place(after))


def _undo(enrolment: Enrolment, codes: Codes) -> Step:
    """The last code that still stands is taken off, and what it replaced is put back."""
    if not enrolment.bound:
        return Step(enrolment, followed(said.nothing_to_take_back(), asks(enrolment, codes)))
    *before, last = enrolment.bound
    place = next(number for number, thing in enumerate(enrolment.things) if thing.tag == last.tag)
    after = replace(enrolment, bound=tuple(before), at=place, skipped=enrolment.skipped - {place})
    still_free = {code: last.tag for code in last.instead_of if code not in codes.tags}
    drop = frozenset({last.code} if codes.tags.get(last.code) == last.tag else ())
    change = Change(still_free, drop, _place(after).place)
    told = followed(said.taken_back(thing_with(last.tag)), asks(after, codes.changed(change)))
    return Step(after, told, change)
