"""What is wrong with a setting, in a sentence that says what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from shutil import which
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import ValidationError

from companion.settings.model import KEYS, PINS, SECTIONS, DispenserSettings, OneOf, Settings, Spelled, listed
from companion.settings.sources import Override
from companion.settings.toml_text import shown
from firmware_bridge.fire_profiles import Profiles
from firmware_bridge.pin_map import Bus


def check(override: Override) -> str:
    """What is wrong with one value, or nothing."""
    key, value = override.key, override.value
    if key not in KEYS:
        return _unknown(key, value)
    section, _, name = key.partition(".")
    if key == "pins.reserved":
        buses = listed(value)
        known = get_args(Bus)
        if isinstance(buses, tuple) and all(bus in known for bus in buses):
            return ""
        return f"{key} is {shown(value)}; allowed: a list, each one of {', '.join(known)}"
    if section == "pins":
        may_lack = PINS[name]
        if type(value) is int or (may_lack and value == "none"):
            return ""
        return f"{key} is {shown(value)}; allowed: a BCM number{' or none' if may_lack else ''}"
    model = SECTIONS[section]
    try:
        model.model_validate({name: value})
    except ValidationError:
        field = model.model_fields[name]
        return f"{key} is {shown(value)}; allowed: {_allowed(field.annotation, field.metadata)}"
    return ""


def _unknown(key: str, value: object) -> str:
    section, dot, name = key.partition(".")
    sections = [*SECTIONS, "pins"]
    if not dot and section in sections:
        return f"{key} is {shown(value)}; allowed: a section, [{key}] on a line of its own"
    own = [known for known in KEYS if known.startswith(f"{section}.")]
    near = (
        get_close_matches(key, own, 1, 0.8)
        or get_close_matches(key, KEYS, 1, 0.75)
        or [known for known in KEYS if known.partition(".")[2] == (name or section)]
    )
    if isinstance(value, dict) and not dot:
        near = get_close_matches(section, sections, 1)
        return f"[{key}] is no section; " + (
            f"the nearest is [{near[0]}]" if near else f"allowed: {', '.join(sections)}"
        )
    if near:
        return f"{key} is no setting; the nearest is {near[0]}"
    return f"{key} is no setting; allowed: {', '.join(own or [f'{name}.…' for name in sections])}"


def not_there(dispenser: DispenserSettings, profiles: Profiles, places: Mapping[str, str]) -> Iterator[str]:
    """Which of the chosen profiles nobody knows."""
    for name, known in (("fire_profile", profiles.fire), ("count_profile", profiles.counts)):
        chosen, key = getattr(dispenser, name), f"dispenser.{name}"
        if chosen not in known:
            yield f"{places[key]}: {key} is {shown(chosen)}; allowed: one of {', '.join(known)}"


def doubtful(settings: Settings) -> Iterator[str]:
    """What may be right on another machine, and is not on this one."""
    key, command = "server.shutdown_command", settings.server.shutdown_command
    if command and which(command[0]) is None:
        yield (
            f"{settings.origin(key)}: {key} runs {shown(command[0])}, and this machine has no such command; "
            "right where the table's own has it"
        )


def _allowed(annotation: Any, metadata: Sequence[object]) -> str:
    """What a setting may be, in words, from its type."""
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
    if get_origin(annotation) in {Union, UnionType}:
        return " or ".join(_allowed(part, ()) for part in get_args(annotation))
    if get_origin(annotation) is Literal:
        names = get_args(annotation)
        return names[0] if len(names) == 1 else f"one of {', '.join(map(str, names))}"
    if get_origin(annotation) is tuple:
        return f"a list, each {_allowed(get_args(annotation)[0], ())}"
    for mark in metadata:
        if isinstance(mark, OneOf):
            return f"one of {', '.join(mark.names())}"
        if isinstance(mark, Spelled):
            return mark.words
    if annotation is bool:
        return "true or false"
    if annotation is int:
        low = next(mark.ge for mark in metadata if isinstance(mark, Ge))
        high = next(mark.le for mark in metadata if isinstance(mark, Le))
        return f"a whole number from {low} to {high}"
    return "a text in quotes"
