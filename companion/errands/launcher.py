"""The command ``launcher``: what a fire profile does, beside the pattern published for the real toy."""

from __future__ import annotations

import json as json_text
import random
from collections.abc import Mapping

from companion.columns import Columns
from companion.fairness import FireFigures, Verdict, as_json, compare, figures
from companion.launcher_kind import published_pattern
from companion.outcome import DONE, complain, show
from firmware_bridge.fire_profiles import Launcher, ProfileError, Profiles

_WIDEST_BAR = 24


def show_launcher(profiles: Profiles, fire: str, count: str, *, presses: int, seed: int, json: bool) -> int:
    """Presses so often and tells what came of it, as tables with bars or as JSON."""
    try:
        chance = random.Random(seed)  # noqa: S311 - a game's chance, no secret
        launcher = Launcher(profiles.fire_profile(fire), profiles.count_profile(count), chance)
    except ProfileError as error:
        return complain(str(error))
    found = figures(launcher.draw() for _ in range(presses))
    pattern = published_pattern(profiles)
    verdict = compare(found, pattern)
    if json:
        show(json_text.dumps(as_json(fire, found, verdict)))
    else:
        columns = Columns()
        columns.line(f"{fire}: {profiles.fire_profile(fire).about}")
        columns.line(f"{count}: {profiles.count_profile(count).about}")
        _side_by_side(found, pattern, columns)
        _bars("presses from one fire to the next", found.gaps, pattern.gaps, columns)
        _bars("cards of a fire", found.cards, {}, columns)
        columns.line(f"\n{_in_words(verdict)}")
    return DONE


def _side_by_side(found: FireFigures, pattern: FireFigures, columns: Columns) -> None:
    rows = [
        ("presses", str(found.presses), str(pattern.presses)),
        ("fires", f"{found.fires} ({found.fire_rate:.1%})", f"{pattern.fires} ({pattern.fire_rate:.1%})"),
        ("longest run without a fire", str(found.longest_dry_run), str(pattern.longest_dry_run)),
        ("longest run of fires", str(found.longest_fire_run), str(pattern.longest_fire_run)),
        ("cards a press", f"{found.cards_per_press:.2f}", "not published"),
    ]
    columns.table(rows, ("", "this profile", "published list"))


def _bars(title: str, mine: Mapping[int, int], theirs: Mapping[int, int], columns: Columns) -> None:
    """A histogram in text: the share in per cent, a bar, and the published share where there is one."""
    most = max(mine.values(), default=1)
    rows = []
    for value in sorted(mine.keys() | theirs.keys()):
        number = mine.get(value, 0)
        bar = columns.bar * round(_WIDEST_BAR * number / most)
        row = (str(value), f"{number / max(1, sum(mine.values())):.1%}", bar)
        rows.append((*row, f"{theirs.get(value, 0) / sum(theirs.values()):.1%}") if theirs else row)
    columns.table(rows, (title, "share", "", "published") if theirs else (title, "share", ""))


def _in_words(verdict: Verdict | None) -> str:
    if verdict is None:
        return "Nothing fired, so there is nothing to compare."
    figure = f"chi-square {verdict.chi_square:.2f} with 3 degrees of freedom, p {verdict.p:.3f}"
    few = "" if verdict.enough else " Too few fires to say much: press more often."
    return f"Against the published gaps: {figure}.{few}"
