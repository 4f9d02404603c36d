"""What each label says: a card's, a command card's, a badge's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.braille import label_cells, label_of, label_set, labelled_alike, without_label
from companion.labels.cells import spelled
from companion.labels.errors import LabelError
from companion.labels.fonts import is_printable
from companion.labels.shapes import BLACK, INKS, SHAPES, WILD_SHAPE
from companion.referee.cards import Card, Colour, Side
from companion.referee.decks import Deck
from companion.referee.notation import LABEL_SETS
from companion.tags import BADGES, CommandWord, badge_tag, card_tag, command_tag
from companion.voice.phrases import Phrases

#: What Braille fits across a card of 56 mm.
MOST_CELLS = 8
_NARROW_SPACE, _SPACE = "\u202f", "\u00a0"  # the typeface has but the wider one


@dataclass(frozen=True, slots=True)
class Label:
    """One label.

    ``number``: the card's ordinal, the badge's number, or the command card's place in the list; ``subject``: the card
    in the words of the notation, or the command's word; ``braille``: the Braille in print letters, ``cells`` in
    cells; ``figure``: the largest print, in the table's first language; ``caption``: lines below it, the colour in
    words and the whole name in every other language.
    """

    number: int
    tag: str
    subject: str
    braille: str
    cells: str
    figure: str
    caption: tuple[str, ...] = ()
    shape: str = ""
    ink: str = BLACK
    experimental: bool = False

    @property
    def name(self) -> str:
        """The label in one line of print."""
        return " · ".join([self.figure, *self.caption])


def card_labels(
    deck: Deck, serial: str, set_name: str, languages: Sequence[Phrases], sides: Sequence[Side]
) -> list[Label]:
    """A label for every physical card, in the order of the ordinals, the light sides before the dark ones.

    Raises LabelError where the set cannot tell the deck's cards apart.
    """
    _check(deck, set_name)
    labels: list[Label] = []
    for side in sides:
        for ordinal, card in enumerate(deck.side_cards(side), 1):
            tag = card_tag(deck.letter, serial, ordinal, 1 if side is Side.LIGHT else 2)
            labels.append(_card_label(card, tag, ordinal, set_name, languages, edition=deck.edition))
    return labels


def _card_label(
    card: Card, tag: str, ordinal: int, set_name: str, languages: Sequence[Phrases], *, edition: str
) -> Label:
    braille = label_of(card, set_name)
    assert braille is not None  # noqa: S101 - checked for the whole deck
    first, *others = languages
    colour = () if card.colour is None else (first.name(card.colour),)
    return Label(
        ordinal,
        tag,
        str(card),
        braille,
        label_cells(braille),
        figure=card.value if card.is_number else first.name(Card(card.value), edition),
        caption=_lines([*colour, *(language.name(card, edition) for language in others)]),
        shape=WILD_SHAPE if card.colour is None else SHAPES[card.colour],
        ink=BLACK if card.colour is None else INKS[card.colour],
        experimental=label_set(set_name).is_experimental(card),
    )


def _check(deck: Deck, set_name: str) -> None:
    if missing := without_label(deck, set_name):
        others = [name for name in LABEL_SETS if can_label(deck, name)]
        told = f"take --set {' or '.join(others)}" if others else "no set has labels for all its cards"
        raise LabelError(
            f"the label set {set_name} has nothing for {_kinds(missing, set_name)} of {deck.edition}; {told}"
        )
    if alike := labelled_alike(deck, set_name):
        raise LabelError(
            f"the label set {set_name} has one label for {_kinds(alike, set_name)}, and {deck.edition} has them all;"
            " nobody could tell them apart: leave one of them out of the deck"
        )


def _kinds(cards: Sequence[Card], set_name: str) -> str:
    """The values of cards, or their colours where the set has no letter for them."""
    letters = label_set(set_name).colours
    strange = (card.colour for card in cards if card.colour is not None and card.colour not in letters)
    values = (card.value for card in cards if card.colour is None or card.colour in letters)
    return ", ".join(dict.fromkeys([*strange, *values]))


def can_label(deck: Deck, set_name: str) -> bool:
    """True where the set has a label of its own for every card of the deck."""
    return not without_label(deck, set_name) and not labelled_alike(deck, set_name)


def command_labels(languages: Sequence[Phrases]) -> list[Label]:
    """A label for every command card, its word in each language; its Braille in the first."""
    return [_command_label(number, word, languages) for number, word in enumerate(CommandWord, 1)]


def _command_label(number: int, word: CommandWord, languages: Sequence[Phrases]) -> Label:
    figure, *others = _lines(language.command_card(word)[0] for language in languages)
    braille = languages[0].command_card(word)[1]
    cells = spelled(braille, languages[0].language)
    assert cells is not None  # noqa: S101 - the words are ours; a test spells each
    label = Label(
        number,
        command_tag(word),
        word,
        braille.casefold(),
        cells,
        figure,
        tuple(others),
    )
    if word.casefold() not in frozenset(Colour):
        return label
    colour = Colour(word.casefold())
    return replace(label, shape=SHAPES[colour], ink=INKS[colour])


def badge_labels(languages: Sequence[Phrases], names: Sequence[str]) -> tuple[list[Label], list[str]]:
    """The badges 1 to 10, with the names of those players that have one, and a sentence on each that cannot be shown.

    Names are spelled in Braille where they are short enough and spelled like no other; else, and without a name, a
    badge says p and its number in letters, as numbers are on cards: ``pc`` is player 3.
    """
    spellings = [spelled(name, languages[0].language) or "" for name in names]
    often = Counter(spellings)
    labels: list[Label] = []
    notes: list[str] = []
    for number in range(1, BADGES + 1):
        badge = _lines(language.badge(number) for language in languages)
        label = Label(
            number, badge_tag(number), f"badge {number}", f"p{number}", label_cells(f"p{number}"), badge[0], badge[1:]
        )
        if number <= len(names):
            name, cells = names[number - 1], spellings[number - 1]
            if is_printable(name):
                label = replace(label, figure=name, caption=badge)
            else:
                notes.append(f"badge {number}: the typeface has not all the letters of {name}; it says {badge[0]}")
            if 0 < len(cells) <= MOST_CELLS and often[cells] == 1:
                label = replace(label, braille=name.casefold(), cells=cells)
            else:
                notes.append(f"badge {number}: its Braille says p{number}; {name} is too long for it, or not spelled")
        labels.append(label)
    return labels, notes


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    """What is different among texts, in their order, as it is printed."""
    return tuple(dict.fromkeys(map(as_printed, texts)))


def as_printed(text: str) -> str:
    """A text with the spaces that the typeface has."""
    return text.replace(_NARROW_SPACE, _SPACE)
