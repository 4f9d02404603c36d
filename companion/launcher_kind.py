"""What a table's launcher is set to do, out of the bridge's profiles, in the form that the page may know."""

from __future__ import annotations

from companion.fairness import FireFigures, LauncherKind, published
from firmware_bridge.fire_profiles import ListProfile, Profiles

_PUBLISHED = "historic_fixed"


def launcher_kind(profiles: Profiles, fire: str, count: str) -> LauncherKind:
    """The launcher of these two profiles; raises ProfileError where there is none of the name."""
    firing, counting = profiles.fire_profile(fire), profiles.count_profile(count)
    return LauncherKind(
        fire=firing.name,
        fire_about=firing.about,
        count=counting.name,
        count_about=counting.about,
        pattern=published_pattern(profiles),
        cards=counting.weights,
        predictable=isinstance(firing, ListProfile),
    )


def published_pattern(profiles: Profiles) -> FireFigures:
    """The figures of the published list."""
    listed = profiles.fire_profile(_PUBLISHED)
    assert isinstance(listed, ListProfile)  # noqa: S101 - the profile file says so, and a test looks
    return published(listed.presses, listed.length)
