"""What was written cannot be read: a sentence with blanks, so that it can be shown in another language."""

from __future__ import annotations

import unicodedata

TURNS_TEXT = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NOT_PRINTED = frozenset({"Cc", "Cs", "Zl", "Zp"})


class UnreadableError(ValueError):
    """The sentence says what is wrong and what would be right.

    ``sentence`` is the English one with its blanks, ``%(word)s``, and ``blanks`` what stands in them.
    """

    def __init__(self, sentence: str, **blanks: object) -> None:
        self.sentence = sentence
        self.blanks = {name: in_print(str(value)) for name, value in blanks.items()}
        super().__init__(sentence % self.blanks if blanks else sentence)


def is_control(character: str) -> bool:
    """Whether it has no sign of its own, but does something to what stands around it."""
    return unicodedata.category(character) in _NOT_PRINTED or character in TURNS_TEXT


def in_print(text: str) -> str:
    """The text with every control character as its number, so that it does nothing where it is shown.

    >>> in_print("C\\u202eD")
    'C\\\\u202eD'
    """
    return "".join(f"\\u{ord(character):04x}" if is_control(character) else character for character in text)
