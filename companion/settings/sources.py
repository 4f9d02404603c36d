"""Where settings come from: the command line, the environment, the machine's language, the settings file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from companion.referee.toml_lines import Place, line_at, lines_of
from companion.settings.model import PROFILE_TABLES, SECTIONS, Locale, SettingsError, language_of
from companion.settings.toml_text import plain
from firmware_bridge.fire_profiles import ProfileError, Profiles, our_profiles, read_profiles

FILE_NAME = "settings.toml"
ENVIRONMENT_PREFIX = "UNO_COMPANION_"
FLAGS: Mapping[str, str] = {
    "--host": "server.host",
    "--port": "server.port",
    "--scanner": "scanner.url",
    "--speech": "voice.engine",
    "--locale": "table.locales",
    "--labels": "table.labels",
}


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
    return Override(key.strip(), plain(value.strip()), f"--set {key.strip()}")


def from_language(environ: Mapping[str, str]) -> Iterator[tuple[str, Override]]:
    """What the machine speaks, if the table can."""
    if _of_machine(environ):
        yield "environment LANG", Override("table.locales", environ["LANG"], "environment LANG")


def spoken_by_default(environ: Mapping[str, str]) -> Locale:
    """The language of a table of which nothing is known but the machine."""
    return _of_machine(environ) or "en"


def _of_machine(environ: Mapping[str, str]) -> Locale | None:
    language = language_of(environ.get("LANG", ""))
    return next((locale for locale in get_args(Locale) if locale == language), None)


def from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Override]]:
    """``UNO_COMPANION_SECTION__KEY``."""
    for name, text in sorted(environ.items()):
        if name.startswith(ENVIRONMENT_PREFIX):
            key = name.removeprefix(ENVIRONMENT_PREFIX).lower().replace("__", ".", 1)
            origin = f"environment {name}"
            yield origin, Override(key, plain(text), origin)


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A settings file as it was read; nothing is found in one that is absent or wrong."""

    path: Path
    found: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[Place, int] = field(default_factory=dict)

    def line(self, *place: str) -> int:
        """Where a key or section stands in the file."""
        return line_at(self.lines, place)


def read_file(path: Path, must_exist: bool, findings: list[str]) -> SettingsFile:
    """The file, and a finding where it cannot be read."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        if must_exist:
            findings.append(f"{path}: there is no such file; name an existing one with --config")
        return SettingsFile(path)
    except OSError as error:
        findings.append(f"{path}: it cannot be read ({error.strerror}); let this user read it, or name another")
        return SettingsFile(path)
    try:
        text = raw.decode("utf-8-sig")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        findings.append(f"{path}:{line}: a character here is not UTF-8; save the file as UTF-8")
        return SettingsFile(path)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        findings.append(f"{path}:{line}: this is not TOML ({error}); write [section] and below it key = value")
        return SettingsFile(path)
    return SettingsFile(path, found, lines_of(text))


def from_file(file: SettingsFile) -> Iterator[tuple[str, Override]]:
    """Every key of the file, each with its line; the profiles aside."""
    path = file.path
    for section, content in file.found.items():
        if section in PROFILE_TABLES:
            continue
        known = section in {*SECTIONS, "pins"}
        keys = content if isinstance(content, dict) and known else {None: content}
        for key, value in keys.items():
            name = section if key is None else f"{section}.{key}"
            line = file.line(section) if key is None else file.line(section, key)
            yield f"{path}:{line}", Override(name, value, f"{path.name}:{line}")


def with_own(file: SettingsFile, findings: list[str]) -> Profiles | None:
    """Our profiles and those of the settings file; None, and a finding, where those are wrong."""
    try:
        return our_profiles().joined(read_profiles({key: file.found.get(key, {}) for key in PROFILE_TABLES}))
    except ProfileError as error:
        findings.append(f"{file.path}:{file.line(*error.place.split('.'))}: {error}")
        return None
