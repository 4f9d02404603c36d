"""A shape for every colour, so that colour is never alone."""

from __future__ import annotations

from companion.referee.cards import Colour

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
