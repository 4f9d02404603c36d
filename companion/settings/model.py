"""What each setting may be, and what it is unless somebody says otherwise: every key has a default."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from ipaddress import ip_address
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from companion.referee.decks import editions
from companion.referee.notation_words import LONGEST_NAME
from companion.settings.toml_text import in_toml, shown
from firmware_bridge.fire_profiles import USUAL_COUNTS, USUAL_FIRE, Profiles
from firmware_bridge.pin_map import LINES, PinMap
from firmware_bridge.scanner_address import is_address

Locale = Literal["en", "fr", "nl", "de", "es"]
#: Of these languages, the regions with a voice of their own.
Region = Literal["en-gb", "en-us", "en-gb-scotland", "en-029", "fr-fr", "fr-be", "fr-ch", "es-es", "es-419"]
Labels = Literal["mattel", "uk", "own-en", "own-fr", "own-nl", "own-de", "own-es"]
Engine = Literal["auto", "pyttsx3", "espeak", "piper", "none"]
Verbosity = Literal["brief", "normal", "full"]
BeeperKind = Literal["passive", "active"]
Deals = Literal["ask", "never", "always"]
Baud = Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200]


class SettingsError(ValueError):
    """Settings that cannot be used; ``findings`` holds one line for each thing to put right."""

    def __init__(self, findings: Sequence[str]) -> None:
        self.findings = tuple(" ".join(finding.splitlines()) for finding in findings)
        super().__init__("\n".join(self.findings))


@dataclass(frozen=True, slots=True)
class OneOf:
    """Marks a text that must be one of the names the data files have."""

    names: Callable[[], tuple[str, ...]]

    def check(self, value: str) -> str:
        if value not in self.names():
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True)
class Spelled:
    """Marks a text that must be written in a certain way, with the words for it."""

    rightly: Callable[[str], bool]
    words: str

    def check(self, value: str) -> str:
        if not self.rightly(value):
            raise ValueError(value)
        return value


def listed(value: object) -> object:
    """A list as a tuple; one text, as a shell passes it, is a list with commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    return tuple(value) if isinstance(value, list) else value


def words_of(value: object) -> object:
    """A command as a list of its words; one text, as a shell takes it, is taken apart as a shell does."""
    return listed(shlex.split(value) if isinstance(value, str) else value)


def language_of(value: object) -> object:
    """The language of a locale as the system writes it: ``fr_CA.UTF-8`` is ``fr``."""
    return re.split(r"[_.@-]", value)[0].lower() if isinstance(value, str) else value


def tag_of(value: object) -> object:
    """The language and region of a locale as the system writes it: ``fr_CA.UTF-8`` is ``fr-ca``."""
    return re.split(r"[.@]", value)[0].replace("_", "-").lower() if isinstance(value, str) else value


def _is_said_like(text: str) -> bool:
    parts = [part.strip() for part in text.split("=")]
    return len(parts) == len(("name", "sound")) and all(0 < len(part) <= LONGEST_NAME for part in parts)


def _is_host(text: str) -> bool:
    """An address, or a name that one may have; who else may be reached under it is not asked."""
    with suppress(ValueError):
        return bool(ip_address(text))
    labels = text.removesuffix(".").split(".")
    return len(text) <= _LONGEST_HOST and all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit()


_LONGEST_HOST = 253
_LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")
_HOST = Spelled(_is_host, "an address such as 0.0.0.0, or a host name")
_NAMED = Spelled(_is_host, "a host name such as cards.example, without scheme and port")
_EDITION = OneOf(editions)
_SAID_LIKE = Spelled(
    _is_said_like, f'a name and how it sounds, like "Siobhán = Shivawn", of at most {LONGEST_NAME} characters'
)
_ADDRESS = Spelled(
    is_address, "auto, none, usb:VID:PID[:SERIAL][@SOCKET], evdev:NAME or PATH, a device path or a pyserial URL"
)
_Text = Annotated[str, Field(min_length=1)]
_Texts = Annotated[tuple[_Text, ...], BeforeValidator(listed)]
_Locales = Annotated[
    tuple[Annotated[Locale, BeforeValidator(language_of)], ...],
    BeforeValidator(listed),
    Field(min_length=1),
]
_Regions = Annotated[tuple[Annotated[Region, BeforeValidator(tag_of)], ...], BeforeValidator(listed)]
_SaidLike = Annotated[
    tuple[Annotated[str, AfterValidator(_SAID_LIKE.check), _SAID_LIKE], ...], BeforeValidator(listed)
]
_Angles = Annotated[tuple[Annotated[int, Ge(-90), Le(90)], ...], BeforeValidator(listed)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ServerSettings(_Section):
    """Where the page is served. ``hosts`` are further names by which phones may ask for it.

    ``shutdown_command``: what the shutdown button runs once everything is closed, such as
    ``["systemctl", "poweroff"]``; empty: the service ends and the machine stays on.
    """

    host: Annotated[str, AfterValidator(_HOST.check), _HOST] = "0.0.0.0"  # noqa: S104 - phones in the house open the page; who may do what is decided there
    port: int = Field(8080, ge=0, le=65535)
    hosts: Annotated[tuple[Annotated[str, AfterValidator(_NAMED.check), _NAMED], ...], BeforeValidator(listed)] = ()
    shutdown_command: Annotated[tuple[_Text, ...], BeforeValidator(words_of)] = ()


class TableSettings(_Section):
    """Who plays what. ``names`` belong to the badges 1, 2 …

    ``locales`` are spoken one after the other: en and fr whole; nl, de and es with an English line here and there,
    read by an English voice, and with the page in English or French. ``keep_games``: so many games are kept, and
    older ones deleted whenever a game begins, never that on the table; 0 keeps all.
    """

    locales: _Locales = ("en",)
    names: _Texts = ()
    edition: Annotated[str, AfterValidator(_EDITION.check), _EDITION] = "extreme"
    labels: Labels = "mattel"
    keep_games: int = Field(0, ge=0, le=1_000_000)


class DispenserSettings(_Section):
    """How the dispenser fires and how long its motor may take. ``guard_ms``: no press counts so soon after a turn.

    ``pause_ms``: the motor rests so long between two cards, so that they come apart; 0 lets it run.
    ``deals``: whether the dispenser deals where a game draws from it: if asked to before a round, never, or always.
    ``quiet``: no suspense beeps; the lamps go on. ``beeper``: a passive one plays tones, an active one only rhythms;
    ``beeper_volume`` in per cent, for a passive one.
    """

    fire_profile: str = USUAL_FIRE
    count_profile: str = USUAL_COUNTS
    card_ms: int = Field(800, ge=200, le=2000)
    limit_ms: int = Field(15_000, ge=2000, le=60_000)
    pause_ms: int = Field(100, ge=0, le=1000)
    guard_ms: int = Field(700, ge=0, le=5000)
    suspense_ms: int = Field(900, ge=0, le=5000)
    remote_press: bool = False
    deals: Deals = "ask"
    quiet: bool = False
    beeper: BeeperKind = "passive"
    beeper_volume: int = Field(100, ge=1, le=100)


class AimSettings(_Section):
    """Where the aiming servo points. ``angles``: degrees from home for seat 1, 2 …, as they were calibrated.

    ``settle_ms``: the dispenser has come to rest so long after its last step.
    """

    angles: _Angles = ()
    settle_ms: int = Field(300, ge=0, le=3000)


class ScannerSettings(_Section):
    """Which scanner is read, and which further one that reads for one player alone.

    ``url``: a device path, any pyserial URL, ``usb:VID:PID[:SERIAL][@SOCKET]``, ``evdev:NAME`` for one that types as
    a keyboard, or ``none``; empty or ``auto``: the only USB device that can be the scanner, at a simulated table a
    simulated one. ``private_url``: the same, ``simulated`` for a simulated one; empty: there is none.
    """

    url: Annotated[str, AfterValidator(_ADDRESS.check), _ADDRESS] = ""
    baud: Baud = 9600
    private_url: Annotated[str, AfterValidator(_ADDRESS.check), _ADDRESS] = ""
    private_baud: Baud = 9600
    repeat_window_ms: int = Field(1000, ge=0, le=10_000)


class VoiceSettings(_Section):
    """How the table speaks. ``volume`` in per cent. ``earcons``: short sounds before words, and one for each scan.

    ``say_like``: names that are said like something else, such as ``Siobhán = Shivawn``, in every language.
    ``regions``: whose voice reads a language, such as ``fr-be``; those named in ``table.locales``, unless they are
    given here. ``lead_in_ms``: silence for outputs that swallow the first word while they wake up; ``auto``: as long
    as the kind of output that is found needs. ``private_device``: where headphones are plugged in, an output as
    ``aplay -L`` lists it; what the WHATIS card asks about is said there. It must not be the loudspeaker's.
    """

    engine: Engine = "auto"
    rate_wpm: int = Field(170, ge=100, le=400)
    volume: int = Field(70, ge=0, le=100)
    verbosity: Verbosity = "normal"
    regions: _Regions = ()
    lead_in_ms: Literal["auto"] | Annotated[int, Ge(0), Le(2000)] = "auto"
    earcons: bool = True
    say_like: _SaidLike = ()
    private_device: str = ""

    @property
    def lead_in(self) -> int | None:
        """In milliseconds; None: as the output needs it."""
        return None if self.lead_in_ms == "auto" else self.lead_in_ms


SECTIONS: Mapping[str, type[_Section]] = {
    "server": ServerSettings,
    "table": TableSettings,
    "dispenser": DispenserSettings,
    "aim": AimSettings,
    "scanner": ScannerSettings,
    "voice": VoiceSettings,
}
#: Each wire, and whether it may be left out.
PINS = {field.name: "None" in str(field.type) for field in fields(PinMap) if field.name in LINES}
PROFILE_TABLES = ("fire", "counts")
KEYS = {
    **{f"{section}.{key}": section for section, model in SECTIONS.items() for key in model.model_fields},
    **{f"pins.{field.name}": "pins" for field in fields(PinMap)},
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective settings, section by section; ``origins`` holds where each that is no plain default came from.

    ``profiles`` are ours and those that the file adds in its tables ``[fire.NAME]`` and ``[counts.NAME]``, which
    stand in ``own_profiles`` as they were written.
    """

    server: ServerSettings
    table: TableSettings
    dispenser: DispenserSettings
    aim: AimSettings
    scanner: ScannerSettings
    voice: VoiceSettings
    pins: PinMap
    origins: Mapping[str, str]
    profiles: Profiles
    own_profiles: Mapping[str, Mapping[str, Any]]

    def origin(self, key: str) -> str:
        """Where ``section.key`` came from: "default", "settings.toml:12", "environment UNO_…", "--port"."""
        if key not in KEYS:
            raise KeyError(key)
        return self.origins.get(key, "default")


def describe(settings: Settings) -> list[str]:
    """Every setting with its origin, a line each; the lines together are a valid settings file."""
    lines = [f"{key} = {shown(value)}  # {settings.origin(key)}" for key, value in values(settings).items()]
    own = settings.own_profiles.items()
    return lines + [f"{kind}.{name} = {in_toml(body)}" for kind, table in own for name, body in table.items()]


def values(settings: Settings) -> dict[str, object]:
    """Every setting's value by its key, as a settings file would have it."""
    sections = {
        **{name: getattr(settings, name).model_dump() for name in SECTIONS},
        "pins": {name: "none" if number is None else number for name, number in asdict(settings.pins).items()},
    }
    return {key: sections[section][key.partition(".")[2]] for key, section in KEYS.items()}
