"""Agreements that a table has made of its own, kept by name: the edition, and every option that was settled.

``presets.json`` in the data folder holds them; the page of hosts offers them whenever a game is started.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.referee.unreadable import is_control
from companion.storage.wish_file import WishFile

FILE_NAME = "presets.json"
LONGEST = 40


@dataclass(frozen=True, slots=True)
class OwnPreset:
    """One agreement. ``edition`` may be a ready-made one's name; ``options`` are as they were written."""

    name: str
    edition: str
    options: Mapping[str, str] = field(default_factory=dict)


class PresetNameError(ValueError):
    """No agreement can be called so: the name is empty, too long, has signs that cannot be seen, or another has it.

    ``taken``: another has it.
    """

    def __init__(self, *, taken: bool = False) -> None:
        super().__init__()
        self.taken = taken


class OwnPresets:
    """The agreements in the order they were first kept. Names that differ in case alone are one name."""

    def __init__(self, folder: Path) -> None:
        self._file = WishFile(folder / FILE_NAME, "the table's own agreements are not offered")
        self._kept: dict[str, OwnPreset] = self._file.read(_presets_of, {})

    def all(self) -> tuple[OwnPreset, ...]:
        """Every agreement."""
        return tuple(self._kept.values())

    def get(self, name: str) -> OwnPreset | None:
        """The agreement of this name."""
        return self._kept.get(_key(name))

    def keep(self, preset: OwnPreset) -> bool:
        """From now on this is what its name stands for; true where it stood for another. Raises PresetNameError."""
        preset = replace(preset, name=_checked(preset.name))
        known = self.get(preset.name) is not None
        self._kept[_key(preset.name)] = preset
        self._write()
        return known

    def rename(self, old: str, new: str) -> bool:
        """An agreement is called otherwise; false where there is none such. Raises PresetNameError."""
        preset, name = self.get(old), _checked(new)
        if preset is None:
            return False
        if _key(name) != _key(old) and _key(name) in self._kept:
            raise PresetNameError(taken=True)
        renamed = (replace(each, name=name) if each is preset else each for each in self._kept.values())
        self._kept = {_key(each.name): each for each in renamed}
        self._write()
        return True

    def delete(self, name: str) -> bool:
        """An agreement is forgotten; false where there is none such."""
        found = self._kept.pop(_key(name), None) is not None
        if found:
            self._write()
        return found

    def _write(self) -> None:
        self._file.write([asdict(preset) for preset in self._kept.values()])


def _presets_of(rows: list[dict[str, Any]]) -> dict[str, OwnPreset]:
    found = [
        OwnPreset(
            str(row["name"]), str(row["edition"]), {str(key): str(value) for key, value in row["options"].items()}
        )
        for row in rows
    ]
    return {_key(preset.name): preset for preset in found}


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def _checked(name: str) -> str:
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy or len(tidy) > LONGEST or any(map(is_control, tidy)):
        raise PresetNameError
    return tidy
