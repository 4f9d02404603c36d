"""Is it fair? What the launcher drew at this table, beside the published pattern, in words and rows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.fairness import FireFigures, LauncherKind, Verdict, compare, fires_wanted, tally
from companion.storage.journal import Launch
from companion.web.language import Words

LATEST = 20  # miscounts that are shown one by one
_COMMON = 0.05  # honest luck strays so far once in twenty games: nothing to wonder at
_RARE = 0.01


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a chart: shares as texts, and bars from 0 to 100 drawn to one scale."""

    value: int
    number: int
    share: str
    length: float
    other_share: str
    other_length: float


@dataclass(frozen=True, slots=True)
class Miscount:
    """A press of which the gate counted another number than was drawn; ``press`` is its place in the game."""

    game: int
    press: int
    drawn: int
    counted: int


@dataclass(frozen=True, slots=True)
class Record:
    """What the launcher decided in one game, or in all where ``game`` is None. ``games`` are those it decided in."""

    game: int | None
    found: FireFigures
    verdict: Verdict | None
    miscounts: tuple[Miscount, ...]
    games: tuple[int, ...]


def record(launches: Sequence[Launch], game: int | None, pattern: FireFigures) -> Record:
    """The figures of one game, or of all."""
    chosen = [launch for launch in launches if game is None or launch.game == game]
    found = tally((launch.misses, launch.drawn) for launch in chosen)
    return Record(
        game,
        found,
        compare(found, pattern),
        tuple(_miscounts(chosen)),
        tuple(dict.fromkeys(launch.game for launch in launches)),
    )


def _miscounts(launches: Sequence[Launch]) -> list[Miscount]:
    places: dict[int, int] = {}
    found = []
    for launch in launches:
        place = places[launch.game] = places.get(launch.game, 0) + 1
        if launch.counted != launch.drawn:
            found.append(Miscount(launch.game, place, launch.drawn, launch.counted))
    return found


def in_words(told: Record, kind: LauncherKind, words: Words) -> list[str]:
    """The answer for everybody at the table, sentence by sentence."""
    _ = words.gettext
    verdict = told.verdict
    if verdict is None:
        return [_("Nothing has fired yet, so there is nothing to compare.")]
    if not verdict.enough:
        wanted = fires_wanted(kind.pattern)
        few = _("Too few fires to say much: so far %(fires)d, and about %(wanted)d are needed.")
        return [few % {"fires": told.found.fires, "wanted": wanted}]
    if kind.predictable:
        return [_("Here a list decides when it fires, not luck: it is the same for everybody, and can be learned.")]
    return [_how_often(verdict.p, words), _judged(verdict.p, words)]


def _how_often(p: float, words: Words) -> str:
    _ = words.gettext
    times = round(100 * p)
    if not times:
        return _("Honest luck strays this far from the published pattern in fewer than 1 of 100 games.")
    return _("Honest luck strays this far from the published pattern in %(times)d of 100 games.") % {"times": times}


def _judged(p: float, words: Words) -> str:
    _ = words.gettext
    if p >= _COMMON:
        return _("So there is nothing to wonder at.")
    if p >= _RARE:
        return _("That is rare, but it happens: look again after more presses.")
    return _(
        "Luck alone hardly explains that: it fires otherwise than the published list. Its profile, below, says"
        " whether it is meant to."
    )


def overview(told: Record, kind: LauncherKind, words: Words) -> list[tuple[str, str, str]]:
    """What is counted, here, and in the published list."""
    _ = words.gettext
    found, pattern = told.found, kind.pattern
    unknown = _("unknown")
    a_fire = words.decimal(found.cards_per_press / found.fire_rate, 1) if found.fires else "–"
    return [
        (_("Presses"), str(found.presses), str(pattern.presses)),
        (_("Fires"), str(found.fires), str(pattern.fires)),
        (_("Presses that fired"), words.percent(found.fire_rate), words.percent(pattern.fire_rate)),
        (_("Longest run without a fire"), str(found.longest_dry_run), str(pattern.longest_dry_run)),
        (_("Longest run of fires"), str(found.longest_fire_run), str(pattern.longest_fire_run)),
        (_("Cards a fire"), a_fire, unknown),
        (_("Cards a press"), words.decimal(found.cards_per_press, 1), unknown),
    ]


def bars(mine: Mapping[int, int], other: Mapping[int, int], words: Words) -> list[Bar]:
    """A chart: what was found, beside what it is held against; the longest bar is the greatest share of both."""
    values = sorted(mine.keys() | other.keys())
    shares, others = ({value: _share(found, value) for value in values} for found in (mine, other))
    longest = max((*shares.values(), *others.values()), default=0) or 1
    return [
        Bar(
            value,
            mine.get(value, 0),
            words.percent(shares[value]),
            round(100 * shares[value] / longest, 1),
            words.percent(others[value]),
            round(100 * others[value] / longest, 1),
        )
        for value in values
    ]


def _share(found: Mapping[int, int], value: int) -> float:
    return found.get(value, 0) / max(1, sum(found.values()))
