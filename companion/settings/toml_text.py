"""A setting's value as text: as a shell gives it, as a settings file has it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping


def plain(text: str) -> object:
    """A value as a shell or the environment gives it: a TOML value if it is one, else the text as it stands."""
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    value = found.pop("value")
    return value if not found and isinstance(value, str | int | float | bool | list) else text


def in_toml(value: object) -> str:
    """A value as a line of a settings file has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {in_toml(part)}" for key, part in value.items()) + " }"
    return shown(value)


def shown(value: object) -> str:
    """A value as it is shown where it is told of."""
    return json.dumps(value, ensure_ascii=False, default=str)
