"""The table's settings: what each may be, where each comes from, and what is wrong with them.

Flags win over the environment, that over ``settings.toml``, that over the defaults; every key has a default. All
findings are collected before the start is refused, so that a file is put right in one go.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from companion.referee.decks import editions
from companion.referee.toml_lines import Place, line_at, lines_of
from firmware_bridge.fire_profiles import (
    USUAL_COUNTS,
    USUAL_FIRE,
    ProfileError,
    Profiles,
    our_profiles,
    read_profiles,
)
from firmware_bridge.pin_map import LINES, Bus, PinMap, PinMapError

FILE_NAME = "settings.toml"
ENVIRONMENT_PREFIX = "UNO_COMPANION_"
FLAGS: Mapping[str, str] = {
    "--host": "server.host",
    "--port": "server.port",
    "--scanner": "scanner.url",
    "--speech": "voice.engine",
    "--locale": "table.locales",
}

Locale = Literal["en", "fr"]
Labels = Literal["mattel", "uk", "own-en", "own-fr", "own-nl", "own-de", "own-es"]
Engine = Literal["auto", "pyttsx3", "espeak", "piper", "none"]
Verbosity = Literal["brief", "normal", "full"]
BeeperKind = Literal["passive", "active"]
Baud = Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200]


class SettingsError(ValueError):
    """Settings that cannot be used; ``findings`` holds one line for each thing to put right."""

    def __init__(self, findings: Sequence[str]) -> None:
        self.findings = tuple(" ".join(finding.splitlines()) for finding in findings)
        super().__init__("\n".join(self.findings))


@dataclass(frozen=True, slots=True)
class _OneOf:
    """Marks a text that must be one of the names the data files have."""

    names: Callable[[], tuple[str, ...]]

    def check(self, value: str) -> str:
        if value not in self.names():
            raise ValueError(value)
        return value


def _listed(value: object) -> object:
    """A list as a tuple; one text, as a shell passes it, is a list with commas."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    return tuple(value) if isinstance(value, list) else value


def _language(value: object) -> object:
    """The language of a locale as the system writes it: ``fr_CA.UTF-8`` is ``fr``."""
    return re.split(r"[_.@-]", value)[0].lower() if isinstance(value, str) else value


_EDITION = _OneOf(editions)
_Text = Annotated[str, Field(min_length=1)]
_Texts = Annotated[tuple[_Text, ...], BeforeValidator(_listed)]
_Locales = Annotated[
    tuple[Annotated[Locale, BeforeValidator(_language)], ...],
    BeforeValidator(_listed),
    Field(min_length=1),
]


_Angles = Annotated[tuple[Annotated[int, Ge(-90), Le(90)], ...], BeforeValidator(_listed)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ServerSettings(_Section):
    """Where the page is served. ``hosts`` are further names by which phones may ask for it.

    ``shutdown_command``: what the shutdown button runs once everything is closed, such as
    ``["systemctl", "poweroff"]``; empty: the service ends and the machine stays on.
    """

    host: _Text = "0.0.0.0"  # noqa: S104 - phones in the house open the page; who may do what is decided there
    port: int = Field(8080, ge=0, le=65535)
    hosts: _Texts = ()
    shutdown_command: _Texts = ()


class TableSettings(_Section):
    """Who plays what. ``locales`` are spoken one after the other; ``names`` belong to the badges 1, 2 …"""

    locales: _Locales = ("en",)
    names: _Texts = ()
    edition: Annotated[str, AfterValidator(_EDITION.check), _EDITION] = "extreme"
    labels: Labels = "mattel"


class DispenserSettings(_Section):
    """How the dispenser fires and how long its motor may take. ``guard_ms``: no press counts so soon after a turn.

    ``pause_ms``: the motor rests so long between two cards, so that they come apart; 0 lets it run.
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
    """Which scanner is read: a device path or any pyserial URL; empty for none."""

    url: str = ""
    baud: Baud = 9600
    repeat_window_ms: int = Field(1000, ge=0, le=10_000)


class VoiceSettings(_Section):
    """How the table speaks. ``volume`` in per cent; ``lead_in_ms``: silence for sinks that swallow the first word."""

    engine: Engine = "auto"
    rate_wpm: int = Field(170, ge=100, le=400)
    volume: int = Field(70, ge=0, le=100)
    verbosity: Verbosity = "normal"
    lead_in_ms: int = Field(0, ge=0, le=2000)


_SECTIONS: Mapping[str, type[_Section]] = {
    "server": ServerSettings,
    "table": TableSettings,
    "dispenser": DispenserSettings,
    "aim": AimSettings,
    "scanner": ScannerSettings,
    "voice": VoiceSettings,
}
#: Each wire, and whether it may be left out.
_PINS = {field.name: "None" in str(field.type) for field in fields(PinMap) if field.name in LINES}
_PROFILE_TABLES = ("fire", "counts")
_KEYS = {
    **{f"{section}.{key}": section for section, model in _SECTIONS.items() for key in model.model_fields},
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
        if key not in _KEYS:
            raise KeyError(key)
        return self.origins.get(key, "default")


@dataclass(frozen=True, slots=True)
class Override:
    """One value given for ``key`` ("section.key"), and what gave it, as it is shown to the reader."""

    key: str
    value: object
    origin: str


def flag(name: str, value: object) -> Override:
    """The value of one of the flags in ``FLAGS``."""
    return Override(FLAGS[name], value, name)


def set_flag(text: str) -> Override:
    """The value of ``--set section.key=value``; raises SettingsError when there is no ``=`` in it."""
    key, equals, value = text.partition("=")
    if not equals:
        raise SettingsError([f"--set {text}: write it as --set section.key=value"])
    return Override(key.strip(), _plain(value.strip()), f"--set {key.strip()}")


def data_dir(flag: Path | None, environ: Mapping[str, str]) -> Path:
    """Where the table keeps its data: ``--data``, else what systemd gives, else the user's own folder."""
    if flag is not None:
        return flag
    if state := environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])  # systemd joins several by colons
    return Path(environ.get("HOME") or Path.home()) / ".local" / "share" / "uno-companion"


def load(
    data_dir: Path,
    config_file: Path | None,
    environ: Mapping[str, str],
    overrides: Sequence[Override] = (),
) -> Settings:
    """The effective settings. ``config_file`` is by default ``settings.toml`` in ``data_dir``, which may be absent.

    Of several overrides of one key the last wins. Raises SettingsError with every finding of every source.
    """
    findings: list[str] = []
    given: dict[str, Override] = {}
    places: dict[str, str] = {}  # as origins, but with the file's whole path
    file = _read_file(config_file or data_dir / FILE_NAME, config_file is not None, findings)
    for where, override in (
        *_from_language(environ),
        *_from_file(file),
        *_from_environment(environ),
        *((override.origin, override) for override in overrides),
    ):
        finding = _check(override)
        if finding:
            findings.append(f"{where}: {finding}")
        else:
            given[override.key] = override
            places[override.key] = where
    pins = _pins(given)
    try:
        pins.check()
    except PinMapError as error:
        named = [f"pins.{name}" for name in re.findall(r"pins\.(\w+)", str(error))]
        findings.append(f"{next(places[key] for key in named if key in places)}: {error}")
    profiles = _with_own(file, findings)
    dispenser = DispenserSettings(**_values(given, "dispenser"))
    if profiles is not None:
        findings += _not_there(dispenser, profiles, places)
    if findings or profiles is None:
        raise SettingsError(findings)
    return Settings(
        ServerSettings(**_values(given, "server")),
        TableSettings(**_values(given, "table")),
        dispenser,
        AimSettings(**_values(given, "aim")),
        ScannerSettings(**_values(given, "scanner")),
        VoiceSettings(**_values(given, "voice")),
        pins,
        {key: override.origin for key, override in given.items()},
        profiles,
        {kind: file.found.get(kind, {}) for kind in _PROFILE_TABLES},
    )


def describe(settings: Settings) -> list[str]:
    """Every setting with its origin, a line each; the lines together are a valid settings file."""
    lines = [f"{key} = {_shown(value)}  # {settings.origin(key)}" for key, value in values(settings).items()]
    own = settings.own_profiles.items()
    return lines + [f"{kind}.{name} = {_in_toml(body)}" for kind, table in own for name, body in table.items()]


def values(settings: Settings) -> dict[str, object]:
    """Every setting's value by its key, as a settings file would have it."""
    sections = {
        **{name: getattr(settings, name).model_dump() for name in _SECTIONS},
        "pins": {name: "none" if number is None else number for name, number in asdict(settings.pins).items()},
    }
    return {key: sections[section][key.partition(".")[2]] for key, section in _KEYS.items()}


def _from_language(environ: Mapping[str, str]) -> Iterator[tuple[str, Override]]:
    language = _language(environ.get("LANG", ""))
    if language in get_args(Locale):
        yield "environment LANG", Override("table.locales", language, "environment LANG")


def spoken_by_default(environ: Mapping[str, str]) -> Locale:
    """The language of a table of which nothing is known but the machine."""
    language = _language(environ.get("LANG", ""))
    return next((locale for locale in get_args(Locale) if locale == language), "en")


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Override]]:
    for name, text in sorted(environ.items()):
        if name.startswith(ENVIRONMENT_PREFIX):
            key = name.removeprefix(ENVIRONMENT_PREFIX).lower().replace("__", ".", 1)
            origin = f"environment {name}"
            yield origin, Override(key, _plain(text), origin)


@dataclass(frozen=True, slots=True)
class _File:
    """A settings file as it was read; nothing is found in one that is absent or wrong."""

    path: Path
    found: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[Place, int] = field(default_factory=dict)

    def line(self, *place: str) -> int:
        """Where a key or section stands in the file."""
        return line_at(self.lines, place)


def _read_file(path: Path, must_exist: bool, findings: list[str]) -> _File:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        if must_exist:
            findings.append(f"{path}: there is no such file; name an existing one with --config")
        return _File(path)
    except OSError as error:
        findings.append(f"{path}: it cannot be read ({error.strerror}); let this user read it, or name another")
        return _File(path)
    try:
        text = raw.decode("utf-8-sig")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        findings.append(f"{path}:{line}: a character here is not UTF-8; save the file as UTF-8")
        return _File(path)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        findings.append(f"{path}:{line}: this is not TOML ({error}); write [section] and below it key = value")
        return _File(path)
    return _File(path, found, lines_of(text))


def _from_file(file: _File) -> Iterator[tuple[str, Override]]:
    path = file.path
    for section, content in file.found.items():
        if section in _PROFILE_TABLES:
            continue
        known = section in {*_SECTIONS, "pins"}
        keys = content if isinstance(content, dict) and known else {None: content}
        for key, value in keys.items():
            name = section if key is None else f"{section}.{key}"
            line = file.line(section) if key is None else file.line(section, key)
            yield f"{path}:{line}", Override(name, value, f"{path.name}:{line}")


def _not_there(dispenser: DispenserSettings, profiles: Profiles, places: Mapping[str, str]) -> Iterator[str]:
    """Which of the chosen profiles nobody knows."""
    for name, known in (("fire_profile", profiles.fire), ("count_profile", profiles.counts)):
        chosen, key = getattr(dispenser, name), f"dispenser.{name}"
        if chosen not in known:
            yield f"{places[key]}: {key} is {_shown(chosen)}; allowed: one of {', '.join(known)}"


def _with_own(file: _File, findings: list[str]) -> Profiles | None:
    """Our profiles and those of the settings file; None, and a finding, where those are wrong."""
    try:
        return our_profiles().joined(read_profiles({key: file.found.get(key, {}) for key in _PROFILE_TABLES}))
    except ProfileError as error:
        findings.append(f"{file.path}:{file.line(*error.place.split('.'))}: {error}")
        return None


def _check(override: Override) -> str:
    """What is wrong with one value, or nothing."""
    key, value = override.key, override.value
    if key not in _KEYS:
        return _unknown(key, value)
    section, _, name = key.partition(".")
    if key == "pins.reserved":
        buses = _listed(value)
        known = get_args(Bus)
        if isinstance(buses, tuple) and all(bus in known for bus in buses):
            return ""
        return f"{key} is {_shown(value)}; allowed: a list, each one of {', '.join(known)}"
    if section == "pins":
        may_lack = _PINS[name]
        if type(value) is int or (may_lack and value == "none"):
            return ""
        return f"{key} is {_shown(value)}; allowed: a BCM number{' or none' if may_lack else ''}"
    model = _SECTIONS[section]
    try:
        model.model_validate({name: value})
    except ValidationError:
        field = model.model_fields[name]
        return f"{key} is {_shown(value)}; allowed: {_allowed(field.annotation, field.metadata)}"
    return ""


def _unknown(key: str, value: object) -> str:
    section, dot, name = key.partition(".")
    sections = [*_SECTIONS, "pins"]
    if not dot and section in sections:
        return f"{key} is {_shown(value)}; allowed: a section, [{key}] on a line of its own"
    own = [known for known in _KEYS if known.startswith(f"{section}.")]
    near = (
        get_close_matches(key, own, 1, 0.8)
        or get_close_matches(key, _KEYS, 1, 0.75)
        or [known for known in _KEYS if known.partition(".")[2] == (name or section)]
    )
    if isinstance(value, dict) and not dot:
        near = get_close_matches(section, sections, 1)
        return f"[{key}] is no section; " + (
            f"the nearest is [{near[0]}]" if near else f"allowed: {', '.join(sections)}"
        )
    if near:
        return f"{key} is no setting; the nearest is {near[0]}"
    return f"{key} is no setting; allowed: {', '.join(own or [f'{name}.…' for name in sections])}"


def _values(given: Mapping[str, Override], section: str) -> dict[str, Any]:
    return {key.partition(".")[2]: override.value for key, override in given.items() if _KEYS[key] == section}


def _pins(given: Mapping[str, Override]) -> PinMap:
    values = _values(given, "pins")
    lines: dict[str, Any] = {name: None if value == "none" else _listed(value) for name, value in values.items()}
    return PinMap(**lines)


def _allowed(annotation: Any, metadata: Sequence[object]) -> str:
    """What a setting may be, in words, from its type."""
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
    if get_origin(annotation) is Literal:
        return f"one of {', '.join(map(str, get_args(annotation)))}"
    if get_origin(annotation) is tuple:
        return f"a list, each {_allowed(get_args(annotation)[0], ())}"
    for mark in metadata:
        if isinstance(mark, _OneOf):
            return f"one of {', '.join(mark.names())}"
    if annotation is bool:
        return "true or false"
    if annotation is int:
        low = next(mark.ge for mark in metadata if isinstance(mark, Ge))
        high = next(mark.le for mark in metadata if isinstance(mark, Le))
        return f"a whole number from {low} to {high}"
    return "a text in quotes"


def _plain(text: str) -> object:
    """A value as a shell or the environment gives it: a TOML value if it is one, else the text as it stands."""
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    value = found.pop("value")
    return value if not found and isinstance(value, str | int | float | bool | list) else text


def _in_toml(value: object) -> str:
    """A value as a line of a settings file has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_in_toml(part)}" for key, part in value.items()) + " }"
    return _shown(value)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
