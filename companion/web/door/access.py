"""Who has joined: the PIN, the phones with their seats and roles, and the cookies they are known by.

Three small files in the data directory, readable by the service's user only: ``pin``, ``cookie-secret`` and
``phones.json``. Each is replaced whole and synced, so that a pulled plug leaves the old or the new one. Where the
disk cannot be written the table goes on and knows its phones until the restart.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from companion.referee.state import folded
from companion.storage.whole_files import write_whole
from companion.web.door.rights import Role
from companion.web.door.sightings import Sightings
from companion.web.door.throttle import WrongPins

log = logging.getLogger(__name__)

PIN_FILE = "pin"
SECRET_FILE = "cookie-secret"  # noqa: S105 - a file's name
PHONES_FILE = "phones.json"
PIN_DIGITS = 6
COOKIE = "uno_phone"
COOKIE_LIFE_S = 400 * 24 * 3600  # the longest that browsers keep one
NOTE_LIFE_S = 60
ALOUD_EVERY_S = 30.0  # strangers may have the PIN said so often, all together
_MOST_PHONES = 500  # the phone that joined longest ago is forgotten first, hosts last


@dataclass(frozen=True, slots=True)
class Phone:
    """One browser that joined. ``name`` is the seat it plays, if any."""

    id: str
    name: str | None
    role: Role


class WrongPinError(Exception):
    """Not the PIN of this table; ``digits`` is how many were typed."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self.digits = digits


class LastHostError(Exception):
    """The only host would go while other phones are there."""


class TooManyPinsError(Exception):
    """This address guessed too often; ``wait_s`` seconds to go."""

    def __init__(self, wait_s: float) -> None:
        super().__init__()
        self.wait_s = wait_s


def read_pin(directory: Path) -> str | None:
    """The PIN kept in a data directory, or None where there is none yet. Raises OSError where it may not be read."""
    try:
        text = (directory / PIN_FILE).read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    return text if len(text) == PIN_DIGITS and text.isdigit() else None


class Access:
    """The phones of one table. ``clock`` is monotonic, in seconds, and times the throttle.

    ``observers`` hear of each phone, by its id, that has another seat or role, or None when it was removed.
    """

    def __init__(self, directory: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._directory = directory
        self._wrong_pins = WrongPins(clock)
        self._clock = clock
        self._aloud_from_s = 0.0
        self.sightings = Sightings(clock)
        self._phones = self._read_phones()
        self.observers: list[Callable[[str, Phone | None], None]] = []
        pin = None
        with suppress(OSError):
            pin = read_pin(directory)
        self._pin = pin or self.renew_pin()
        secret = self._secret()
        self._kept_secret = secret
        self._cookies = URLSafeSerializer(secret, salt="phone")
        self._notes = URLSafeTimedSerializer(secret, salt="note")

    # The PIN

    @property
    def pin(self) -> str:
        """Six digits; who types them has joined."""
        return self._pin

    def say_pin(self) -> str:
        """The PIN, for somebody at the table who wants to join: guesses from elsewhere do not hold that up."""
        self._wrong_pins.open()
        return self._pin

    def renew_pin(self) -> str:
        """A new PIN; phones that have joined stay."""
        self._wrong_pins.open()
        self._pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        self._write(PIN_FILE, self._pin + "\n")
        return self._pin

    def join(self, pin: str, name: str | None, address: str, known: Phone | None = None) -> Phone:
        """A phone joins, or one that has takes another seat. The first while the table has no host hosts.

        The PIN may be pasted as people write it, in groups with spaces or strokes between them.

        Raises TooManyPinsError, WrongPinError; a phone that has joined never waits.
        """
        if known is None and (wait_s := self._wrong_pins.wait_s(address)):
            raise TooManyPinsError(wait_s)
        typed = _digits(pin)
        if not hmac.compare_digest(typed.encode(), self._pin.encode()):
            if known is None:
                self._wrong_pins.wrong(address)
            raise WrongPinError(sum(map(str.isdigit, typed)))
        self._wrong_pins.right(address)
        return self._seat(known or Phone(secrets.token_urlsafe(16), None, Role.PLAYER), name)

    def said_aloud(self) -> None:
        """A stranger has the PIN said at the table, where only those hear it who are in the room.

        Raises TooManyPinsError while it was said a moment ago for one.
        """
        if (wait_s := self._aloud_from_s - self._clock()) > 0:
            raise TooManyPinsError(wait_s)
        self._aloud_from_s = self._clock() + ALOUD_EVERY_S

    # Phones

    def take_seat(self, phone: Phone, name: str | None) -> Phone:
        """A phone that has joined plays this seat from now on."""
        return self._seat(phone, name)

    def _seat(self, phone: Phone, name: str | None) -> Phone:
        role = phone.role if self._has_host() else Role.HOST
        return self._keep(replace(phone, name=phone.name if name is None else name, role=role))

    def phones(self) -> tuple[Phone, ...]:
        """All that have joined, in the order they did."""
        return tuple(self._phones.values())

    def others_of_the_seat(self, phone: Phone) -> bool:
        """True where another phone plays the seat of this one too."""
        return any(
            other.id != phone.id and other.name and phone.name and folded(other.name) == folded(phone.name)
            for other in self.phones()
        )

    def make_host(self, phone_id: str) -> bool:
        """This phone hosts from now on; false where there is none such."""
        phone = self._phones.get(phone_id)
        if phone is not None:
            self._keep(replace(phone, role=Role.HOST))
        return phone is not None

    def make_seat_hosts(self, name: str) -> int:
        """All phones of a seat host from now on; how many they are."""
        seated = [phone for phone in self.phones() if phone.name and folded(phone.name) == folded(name)]
        for phone in seated:
            self._keep(replace(phone, role=Role.HOST))
        return len(seated)

    def lay_down(self, phone_id: str) -> bool:
        """This phone only plays from now on; false where there is none such. Raises LastHostError."""
        phone = self._phones.get(phone_id)
        if phone is not None:
            self._needs_another_host(phone)
            self._keep(replace(phone, role=Role.PLAYER))
        return phone is not None

    def remove(self, phone_id: str) -> bool:
        """This phone must join again; false where there is none such. Raises LastHostError."""
        phone = self._phones.get(phone_id)
        if phone is not None:
            self._needs_another_host(phone)
            del self._phones[phone_id]
            self._write_phones()
            self._tell(phone_id, None)
        return phone is not None

    def _has_host(self) -> bool:
        return bool(self.hosts())

    def hosts(self) -> tuple[Phone, ...]:
        """Those that host."""
        return tuple(phone for phone in self._phones.values() if phone.role is Role.HOST)

    def _needs_another_host(self, going: Phone) -> None:
        if self.hosts() == (going,) and len(self._phones) > 1:
            raise LastHostError

    def _keep(self, phone: Phone) -> Phone:
        self._phones[phone.id] = phone
        while len(self._phones) > _MOST_PHONES:
            players = (old.id for old in self._phones.values() if old.role is Role.PLAYER)
            longest_here = next(players, next(iter(self._phones)))
            del self._phones[longest_here]
            self._tell(longest_here, None)
        self._write_phones()
        self._tell(phone.id, phone)
        return phone

    def _tell(self, phone_id: str, phone: Phone | None) -> None:
        if phone is None:
            self.sightings.forget(phone_id)
        for observer in self.observers:
            observer(phone_id, phone)

    # Cookies

    def cookie_of(self, phone: Phone) -> str:
        """What the phone shows from now on, signed."""
        return str(self._cookies.dumps(phone.id))

    def phone(self, cookie: str | None) -> Phone | None:
        """Whose cookie this is; None for strangers and phones that were removed."""
        try:
            return self._phones.get(str(self._cookies.loads(cookie or "")))
        except BadData:
            return None

    def was_removed(self, cookie: str | None) -> bool:
        """Whether this cookie is of a phone that had joined, and is known no more."""
        try:
            return str(self._cookies.loads(cookie or "")) not in self._phones
        except BadData:
            return False

    def sign_note(self, note: dict[str, Any]) -> str:
        """A note from one page to the next, signed, good for a minute."""
        return str(self._notes.dumps(note))

    def read_note(self, text: str | None) -> dict[str, Any] | None:
        """The note that a page left, or None."""
        try:
            note = self._notes.loads(text or "", max_age=NOTE_LIFE_S)
        except BadData:
            return None
        return note if isinstance(note, dict) else None

    # Files

    def keep_again(self) -> None:
        """The disk that took nothing does again: PIN, phones and their cookies outlast a restart after all."""
        self._write(PIN_FILE, self._pin + "\n")
        self._write(SECRET_FILE, self._kept_secret + "\n")
        self._write_phones()

    def _secret(self) -> str:
        with suppress(OSError, UnicodeDecodeError):
            kept = (self._directory / SECRET_FILE).read_text(encoding="ascii").strip()
            if len(kept) >= 32:  # noqa: PLR2004 - half of what is written: a damaged file is replaced
                return kept
        secret = secrets.token_hex(32)
        self._write(SECRET_FILE, secret + "\n")
        return secret

    def _read_phones(self) -> dict[str, Phone]:
        path = self._directory / PHONES_FILE
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))
            return {row["id"]: Phone(row["id"], row["name"], Role(row["role"])) for row in rows}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("%s cannot be read (%s); every phone must join again", path, error)
            return {}

    def _write_phones(self) -> None:
        rows = [{"id": phone.id, "name": phone.name, "role": phone.role} for phone in self.phones()]
        self._write(PHONES_FILE, json.dumps(rows, ensure_ascii=False, indent=1))

    def _write(self, name: str, text: str) -> None:
        path = self._directory / name
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            write_whole(path, text, mode=0o600)
        except OSError as error:
            log.warning("%s cannot be written (%s); free some space or give this user the right to", path, error)


def _digits(pin: str) -> str:
    """A PIN as it was typed or pasted, without what people put between its digits.

    >>> _digits(" 123-456 "), _digits("12 34 56"), _digits("no")
    ('123456', '123456', 'no')
    """
    return "".join(sign for sign in pin if not sign.isspace() and sign not in "-–.,")
