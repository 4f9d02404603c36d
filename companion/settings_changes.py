"""A settings file that is read again while the table runs: what can change at once, and what needs a restart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.settings import Settings, values

#: In force as soon as the file is read again: all that the bridge opens, and what is asked for anew each time.
_LIVE_SECTIONS = frozenset({"pins", "aim", "scanner"})
_LIVE_KEYS = frozenset(
    f"dispenser.{key}"
    for key in ("card_ms", "limit_ms", "pause_ms", "quiet", "beeper", "beeper_volume", "remote_press", "deals")
)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a settings file that was read again changes: ``settings`` are in force, and by which keys they differ.

    ``later``: keys that need a restart, and keep their old values until then; so does an own profile that is played.
    """

    settings: Settings
    now: tuple[str, ...]
    later: tuple[str, ...]


def changes(old: Settings, new: Settings) -> Changes:
    """What can change while the table runs, and what cannot."""
    before, after = values(old), values(new)
    differ = [key for key, value in before.items() if value != after[key]]
    now = tuple(key for key in differ if key.partition(".")[0] in _LIVE_SECTIONS or key in _LIVE_KEYS)
    live = {key.partition(".")[2]: getattr(new.dispenser, key.partition(".")[2]) for key in _LIVE_KEYS}
    dispenser = old.dispenser.model_copy(update=live)
    settings = replace(old, dispenser=dispenser, aim=new.aim, scanner=new.scanner, pins=new.pins, origins=new.origins)
    return Changes(settings, now, (*(key for key in differ if key not in now), *_rewritten(old, new)))


def _rewritten(old: Settings, new: Settings) -> Iterator[str]:
    """The profiles that the launcher throws by, where the file has other contents for them now."""
    for kind, name in (("fire", old.dispenser.fire_profile), ("counts", old.dispenser.count_profile)):
        if name in new.own_profiles[kind] and new.own_profiles[kind][name] != old.own_profiles[kind].get(name):
            yield f"{kind}.{name}"
