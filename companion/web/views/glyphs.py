"""A shape for every colour, so that colour is never alone; and a sign for what a card does, beside its words."""

from __future__ import annotations

from companion.referee.cards import WILD_VALUES, Colour

#: The first four are those of decks for the colour-blind.
GLYPHS = {
    Colour.RED: "●",
    Colour.YELLOW: "★",
    Colour.GREEN: "▲",
    Colour.BLUE: "■",
    Colour.PINK: "♥",
    Colour.TEAL: "⬟",
    Colour.ORANGE: "◆",
    Colour.PURPLE: "✚",
}
WILD_GLYPH = "✱"
_SIGNS = {
    "reverse": "⇄",
    "skip": "⊘",
    "skip-everyone": "⊘",
    "flip": "↻",
    "draw-one": "+1",
    "draw-two": "+2",
    "draw-five": "+5",
    "hit-two": "↯2",
    "discard-all": "⇊",
    "trade-hands": "⇆",
    "wild-draw-two": "+2",
    "wild-draw-four": "+4",
    "wild-draw-colour": "+?",
    "wild-downpour-1": "+1",
    "wild-downpour-2": "+2",
    "wild-extreme-hit": "↯",
    "wild-all-hit": "↯",
    "wild-hit-fire": "↯",
}


def sign(value: str) -> str:
    """What stands large on a card: its number, or a sign for what it does.

    >>> sign("7"), sign("reverse"), sign("wild")
    ('7', '⇄', '✱')
    """
    return _SIGNS.get(value, WILD_GLYPH if value in WILD_VALUES else value)
