"""An own deck in which two cards have one Braille label."""

#: Two cards that printed decks part have one label here: draw two and hit two.
TWINS = """edition = "both"
letter = "U"
serial = "Q1"
like = "classic"
total = 116
[[faces]]
values = ["hit-two"]
copies = 2
points = 20
effect = "hit"
number = 2
"""
