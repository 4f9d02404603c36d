"""The words of a statement: splitting a line, names in quotes, cards, colours and numbers.

A name is one plain word, or stands in double quotes with JSON's escapes; ``#`` outside quotes begins a comment.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.referee.cards import Card, Colour, UnreadableCardError
from companion.referee.events import Direction
from companion.referee.unreadable import UnreadableError, is_control


class NotationError(UnreadableError):
    """The text is no statement; the sentence says what is wrong and what would be right."""


KEYWORDS = frozenset({"game", "top", "hand", "set", "undo", "round", "reload", "scan", "expect"})
_MARKS = frozenset({"as", "at", "anyway"})  # what may follow the cards of a play
LONGEST_NAME = 40
_MOST = 999  # a number of cards or presses that somebody could mean
MOST_POINTS = 99_999

_TOKEN = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^\s"#])+')
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\]))|\\')
_PLAIN_NAME = re.compile(r'[^\s"#,=\\]+')


def strip_comment(line: str) -> str:
    """The line without its comment; ``#`` inside double quotes is no comment."""
    position = 0 if "#" in line else len(line)
    while position < len(line):
        if line[position] == "#":
            return line[:position].strip()
        quoted = _QUOTED.match(line, position)
        position = quoted.end() if quoted else position + 1
    return line.strip()


def tokens(line: str) -> list[str]:
    """The words of a line, quoted parts with their quotes."""
    text = strip_comment(line)
    found = _TOKEN.findall(text)
    if re.sub(r"\s", "", "".join(found)) != re.sub(r"\s", "", text):
        raise NotationError('a double quote is not closed; put " on both sides of a name or text')
    return found


def unquote(word: str) -> str:
    """A word without its quotes; inside them ``\\"``, ``\\\\`` and ``\\uXXXX`` stand for a character."""

    def plain(match: re.Match[str]) -> str:
        code, char = match.groups()
        if code is None and char is None:
            raise NotationError('a backslash in quotes stands before ", \\ or uXXXX only; write it twice')
        return chr(int(code, 16)) if code else str(char)

    def piece(match: re.Match[str]) -> str:
        return _ESCAPE.sub(plain, match[0][1:-1])

    text = _QUOTED.sub(piece, word)
    # Two escapes may be the halves of one character beyond the basic plane.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def unquote_name(word: str) -> str:
    """A player's name; raises NotationError for one that nobody could be called by."""
    name = unicodedata.normalize("NFC", unquote(word)).strip()
    if not name or len(name) > LONGEST_NAME:
        raise NotationError(
            "a name has 1 to %(most)s characters; %(name)s has %(number)s",
            most=LONGEST_NAME,
            name=word[:60],
            number=len(name),
        )
    if any(map(is_control, name)):
        raise NotationError("the name %(name)s holds signs that cannot be seen; leave them out", name=word[:60])
    if word == name and not _PLAIN_NAME.fullmatch(name):
        raise NotationError('the name %(name)s stands in double quotes, since it has one of , = " \\', name=name)
    return name


def quote(text: str) -> str:
    """Any text in double quotes, as ``unquote`` reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    unsafe = {char for char in escaped if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}}
    for char in unsafe:
        escaped = escaped.replace(char, f"\\u{ord(char):04x}")
    return f'"{escaped}"'


def quote_name(name: str) -> str:
    """A name as a statement writes it: in quotes where it is more than one plain word."""
    return name if _PLAIN_NAME.fullmatch(name) and name.casefold() not in KEYWORDS | _MARKS else quote(name)


def quote_value(text: str) -> str:
    """An option's value as a statement writes it."""
    return text if _PLAIN_NAME.fullmatch(text) else quote(text)


def is_quoted(word: str) -> bool:
    """True where the whole word stands in double quotes."""
    return bool(_QUOTED.fullmatch(word))


def split_commas(text: str) -> list[str]:
    """The parts of a list; commas inside double quotes do not part it."""
    parts: list[str] = re.findall(r'(?:"(?:\\.|[^"\\])*"|[^",])+', text)
    if ",".join(parts) != text:
        raise NotationError(
            "nobody is named beside a comma of %(text)s; write names with one comma between them", text=text[:60]
        )
    return parts


def read_card(word: str) -> Card:
    """One card word."""
    try:
        return Card.from_word(word)
    except UnreadableCardError as error:
        raise NotationError("'%(word)s' is no card; write it like red-7, blue-skip or wild", word=word) from error


def read_colour(word: str) -> Colour:
    """One colour word."""
    try:
        return Colour(word.casefold())
    except ValueError as error:
        raise NotationError(
            "'%(word)s' is no colour; there are: %(allowed)s", word=word, allowed=", ".join(Colour)
        ) from error


def read_number(word: str, most: int = _MOST) -> int:
    """A whole number of cards, presses or points."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most):
        raise NotationError("'%(word)s' is no number from 0 to %(most)s", word=word, most=most)
    return int(word)


def expect_words(words: Sequence[str], number: int, form: str) -> None:
    """Raises NotationError, showing the form, unless there are so many words."""
    if len(words) != number:
        raise NotationError("write it as: %(form)s", form=form)


def read_direction(word: str) -> Direction:
    """One direction word."""
    try:
        return Direction(word.casefold())
    except ValueError as error:
        raise NotationError("'%(word)s' is no direction; write clockwise or counter-clockwise", word=word) from error
