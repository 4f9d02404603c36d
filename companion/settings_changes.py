"""A settings file that is read again while the table runs: what can change at once, and what needs a restart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.settings import Settings, values

#: In force as soon as the file is read again: all that the bridge opens, and what is asked for anew each time.
_LIVE_SECTIONS = frozenset({"pins", "aim", "scanner"})
_LIVE_DISPENSER = ("card_ms", "limit_ms", "pause_ms", "quiet", "beeper", "beeper_volume", "remote_press", "deals")
_LIVE_VOICE = ("earcons", "say_like")
_LIVE_KEYS = frozenset((*(f"dispenser.{key}" for key in _LIVE_DISPENSER), *(f"voice.{key}" for key in _LIVE_VOICE)))


@dataclass(frozen=True, slots=True)
class Changes:
    """What a settings file that was read again changes: ``settings`` are in force, and by which keys they differ.

    ``later``: keys that need a restart, and keep their old values until then; so does an own profile that is played.
    """

    settings: Settings
    now: tuple[str, ...]
    later: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of the settings file when it was last read: why it was ``refused``, which keys come ``later``."""

    refused: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The settings' part of ``/api/health``: ``in-force``, ``refused`` or ``restart``, and what must be known."""
        state = "refused" if self.refused else "restart" if self.later else "in-force"
        return {"state": state, "findings": list(map(_without_folder, self.refused)), "later": list(self.later)}

    @property
    def to_look_at(self) -> tuple[str, ...]:
        """The settings for which the file was refused, as they stand in it; none where it is no settings file."""
        return tuple(dict.fromkeys(key for finding in self.refused for key in _KEY.findall(finding)[:1]))


#: The setting that a finding is about: its first word, behind where it stands (``settings.toml:3: ``).
_KEY = re.compile(r"(?:^|: )\[?([a-z][\w-]*(?:\.[\w-]+)+)")
_FOLDER = re.compile(r"^/\S*/(?=[^/\s]+:)")


def _without_folder(finding: str) -> str:
    """Everybody in the house may read the page; where the file lies is nobody's business."""
    return _FOLDER.sub("", finding)


def refusal(findings: Iterable[str]) -> Standing:
    """The file was wrong, and nothing of it is in force."""
    return Standing(refused=tuple(findings))


def changes(old: Settings, new: Settings) -> Changes:
    """What can change while the table runs, and what cannot."""
    before, after = values(old), values(new)
    differ = [key for key, value in before.items() if value != after[key]]
    now = tuple(key for key in differ if key.partition(".")[0] in _LIVE_SECTIONS or key in _LIVE_KEYS)
    dispenser = old.dispenser.model_copy(update={key: getattr(new.dispenser, key) for key in _LIVE_DISPENSER})
    voice = old.voice.model_copy(update={key: getattr(new.voice, key) for key in _LIVE_VOICE})
    settings = replace(
        old,
        dispenser=dispenser,
        voice=voice,
        aim=new.aim,
        scanner=new.scanner,
        pins=new.pins,
        origins=new.origins,
    )
    return Changes(settings, now, (*(key for key in differ if key not in now), *_rewritten(old, new)))


def _rewritten(old: Settings, new: Settings) -> Iterator[str]:
    """The profiles that the launcher throws by, where the file has other contents for them now."""
    for kind, name in (("fire", old.dispenser.fire_profile), ("counts", old.dispenser.count_profile)):
        if name in new.own_profiles[kind] and new.own_profiles[kind][name] != old.own_profiles[kind].get(name):
            yield f"{kind}.{name}"
