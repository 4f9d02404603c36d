"""What a keyboard-type scanner's keys spell: key codes in, bytes out, as if they had come over a cable. Pure.

Key codes are places on the keyboard, and the scanner means American ones; so it makes no difference which layout this
machine has. Sources: the kernel's input-event-codes.h for the codes.
"""

from __future__ import annotations

from enum import IntEnum

_ROWS = {
    2: ("1234567890-=", "!@#$%^&*()_+"),
    16: ("qwertyuiop[]", "QWERTYUIOP{}"),
    30: ("asdfghjkl;'`", 'ASDFGHJKL:"~'),
    43: ("\\zxcvbnm,./", "|ZXCVBNM<>?"),
    57: (" ", " "),
}
_KEYPAD = {71: "7", 72: "8", 73: "9", 74: "-", 75: "4", 76: "5", 77: "6", 78: "+", 79: "1", 80: "2", 81: "3"} | {
    82: "0",
    83: ".",
    55: "*",
    98: "/",
}
_SIGNS = {
    code + place: pair
    for code, (plain, shifted) in _ROWS.items()
    for place, pair in enumerate(zip(plain, shifted, strict=True))
} | {code: (sign, sign) for code, sign in _KEYPAD.items()}

_END_KEYS = frozenset({28, 96, 15})  # Enter, the keypad's Enter; Tab, which scanners can be set to send instead
_SHIFT = frozenset({42, 54})
_CONTROL = frozenset({29, 97})
_ALT = frozenset({56, 100})
_CAPITALS_LOCK = 58
_MODIFIERS = _SHIFT | _CONTROL | _ALT | {_CAPITALS_LOCK, 69}  # 69 is Num Lock
_KEYPAD_DIGITS = {code: sign for code, sign in _KEYPAD.items() if sign.isdigit()}

END = b"\r"
SPOILT = b"\x1a"  # a control character: the framer drops the whole read, and counts it


class Move(IntEnum):
    """What a key does."""

    UP = 0
    DOWN = 1
    HELD = 2  # the kernel's own repeating


class Keystrokes:
    """Remembers which modifiers are down. A key that spells nothing makes its read one that cannot be trusted."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._capitals = False
        self._number = ""  # typed on the keypad with Alt down: a character by its number

    def take(self, code: int, move: int) -> bytes:
        """What this key adds to the text: nothing, a character or an end mark."""
        if code in _MODIFIERS:
            return self._modifier(code, move)
        if move != Move.DOWN:
            return b""
        if self._down & _ALT:
            self._number += _KEYPAD_DIGITS.get(code, "?")
            return b""
        if code in _END_KEYS:
            return END
        sign = self._sign(code)
        if sign is None:
            return SPOILT
        return bytes([ord(sign) & 0x1F]) if self._down & _CONTROL else sign.encode()

    def _modifier(self, code: int, move: int) -> bytes:
        if code == _CAPITALS_LOCK and move == Move.DOWN:
            self._capitals = not self._capitals
        if move == Move.UP:
            self._down.discard(code)
        else:
            self._down.add(code)
        if not self._number or self._down & _ALT:
            return b""
        number, self._number = self._number, ""
        return bytes([int(number)]) if number.isdecimal() and int(number) in range(0x20, 0x7F) else SPOILT

    def _sign(self, code: int) -> str | None:
        pair = _SIGNS.get(code)
        if pair is None:
            return None
        capital = bool(self._down & _SHIFT) ^ (self._capitals and pair[0].isalpha())
        return pair[capital]
