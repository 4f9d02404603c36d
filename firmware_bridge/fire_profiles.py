"""Whether a press fires and how many cards it throws: data from ``profiles.toml``, drawn with the chance passed in.

A fire profile is one of three kinds: a fixed list of firing presses, gaps drawn from tables, or a chance that depends
on the misses so far. Players may add profiles of their own to the table's settings, in the same form.

The profiles and where their numbers come from are described in launcher.md, sections 3 and 4.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise, repeat
from pathlib import Path
from random import Random
from typing import Any, TypeVar

MOST = 1000  # a press, or a share of a chance, that somebody could mean
_MOST_CARDS = 99  # of one fire; no hopper holds more
_MOST_WEIGHT = 1_000_000
#: What a launcher does unless somebody chose otherwise.
USUAL_FIRE, USUAL_COUNTS = "historic_shuffled", "extreme_1_8"
PROFILE_FILE = Path(__file__).with_name("profiles.toml")

Weights = Mapping[int, int]
_Profile = TypeVar("_Profile")


class ProfileError(ValueError):
    """A profile file or a profile name that cannot be used; the sentence names the place and the remedy.

    ``place`` is the way to what is wrong, as ``counts.mine.weights.1``; empty where it is the whole file or a name.
    """

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(sentence)
        self.place = place


@dataclass(frozen=True, slots=True)
class ListProfile:
    """Fires on the presses of a list, counted from the last reset; after ``length`` presses the list begins again."""

    name: str
    about: str
    presses: tuple[int, ...]
    length: int

    def pattern(self, _: Random) -> Iterator[bool]:
        """Fire or not, press by press from a reset on, for ever."""
        firing = frozenset(self.presses)
        return cycle(press in firing for press in range(1, self.length + 1))

    @property
    def gaps(self) -> tuple[int, ...]:
        """The presses from each fire to the next, the first counted from the reset."""
        return tuple(fire - before for before, fire in pairwise((0, *self.presses)))


@dataclass(frozen=True, slots=True)
class GapProfile:
    """Fires after a drawn number of presses; the table to draw from depends on the gap before."""

    name: str
    about: str
    first: Weights
    after: Mapping[int, Weights]
    usual: Weights

    def pattern(self, random: Random) -> Iterator[bool]:
        """Fire or not, press by press from a reset on, for ever."""
        gap = _draw(self.first, random)
        while True:
            yield from repeat(False, gap - 1)
            following = _draw(self.after.get(gap, self.usual), random)
            yield True
            gap = following


@dataclass(frozen=True, slots=True)
class ChanceProfile:
    """Fires by chance: ``fires[n]`` times in ``of`` after n misses, the last one standing for more misses too."""

    name: str
    about: str
    fires: tuple[int, ...]
    of: int

    def pattern(self, random: Random) -> Iterator[bool]:
        """Fire or not, press by press from a reset on, for ever."""
        misses = 0
        while True:
            fired = random.randrange(self.of) < self.fires[min(misses, len(self.fires) - 1)]
            misses = 0 if fired else misses + 1
            yield fired


FireProfile = ListProfile | GapProfile | ChanceProfile


@dataclass(frozen=True, slots=True)
class CountProfile:
    """How many cards one fire throws."""

    name: str
    about: str
    weights: Weights

    @property
    def mean(self) -> float:
        """The cards of an average fire."""
        return sum(cards * weight for cards, weight in self.weights.items()) / sum(self.weights.values())


@dataclass(frozen=True, slots=True)
class Profiles:
    """Every profile of one file, by name."""

    fire: Mapping[str, FireProfile]
    counts: Mapping[str, CountProfile]

    def joined(self, own: Profiles) -> Profiles:
        """These and a table's own; :class:`ProfileError` where one takes a name that is ours."""
        for kind, known, added in (("fire", self.fire, own.fire), ("counts", self.counts, own.counts)):
            for name in added:
                if name in known:
                    sentence = f"{kind}.{name} is a profile of ours; give your own another name."
                    raise ProfileError(sentence, f"{kind}.{name}")
        return Profiles({**self.fire, **own.fire}, {**self.counts, **own.counts})

    def fire_profile(self, name: str) -> FireProfile:
        """The fire profile of that name, or :class:`ProfileError` with the known ones."""
        return _named(self.fire, name, "fire profile")

    def count_profile(self, name: str) -> CountProfile:
        """The count profile of that name, or :class:`ProfileError` with the known ones."""
        return _named(self.counts, name, "count profile")


class Launcher:
    """Decides each press like the toy: nothing, or a burst of cards. The same chance gives the same game."""

    def __init__(self, fire: FireProfile, counts: CountProfile, random: Random) -> None:
        self._fire = fire
        self._counts = counts
        self._random = random
        self.reset()

    def reset(self) -> None:
        """Power was switched on, the lid was closed, or the hopper was refilled: the pattern starts again."""
        self._misses = 0
        self._pattern = self._fire.pattern(self._random)

    @property
    def misses(self) -> int:
        """Presses since the last fire or reset; the suspense may pulse faster with it."""
        return self._misses

    @property
    def fewest(self) -> int:
        """The fewest cards that the next press can bring: nobody knows before the draw whether it fires."""
        return 0

    def throw(self, asked: int | None) -> int:
        """What a press brings: as many cards as are asked for, or by chance where that is None."""
        return self.draw() if asked is None else asked

    def draw(self) -> int:
        """One press: how many cards come out, 0 if it does not fire."""
        if not next(self._pattern):
            self._misses += 1
            return 0
        self._misses = 0
        return _draw(self._counts.weights, self._random)


def load_profiles(path: Path = PROFILE_FILE) -> Profiles:
    """Read and check a profile file; :class:`ProfileError` names the file, the key and what to put there."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read ({error.strerror}); put the profile file back.") from error
    except ValueError as error:
        raise ProfileError(f"{path}: is not readable TOML ({error}); correct that place.") from error
    for key in data:
        if key not in ("fire", "counts"):
            raise ProfileError(f"{path}: unknown table {key}; known are fire and counts.")
    try:
        return read_profiles(data)
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}", error.place) from error


@cache
def our_profiles() -> Profiles:
    """The profiles that come with the program."""
    return load_profiles()


def usual_launcher(random: Random) -> Launcher:
    """A launcher as it is unless somebody chose otherwise."""
    profiles = our_profiles()
    return Launcher(profiles.fire_profile(USUAL_FIRE), profiles.count_profile(USUAL_COUNTS), random)


def read_profiles(data: Mapping[str, Any]) -> Profiles:
    """The profiles of the tables ``fire`` and ``counts``; :class:`ProfileError` names the place."""
    tables = {kind: _table(kind, data.get(kind, {}), f"{kind}.NAME") for kind in ("fire", "counts")}
    fire = {name: _fire(name, body) for name, body in tables["fire"].items()}
    counts = {name: _counts(name, body) for name, body in tables["counts"].items()}
    return Profiles(fire, counts)


def _fire(name: str, body: Any) -> FireProfile:
    place = f"fire.{name}"
    table = _table(place, body)
    match table.get("kind"):
        case "list":
            _only(place, table, {"kind", "about", "source", "presses", "length"})
            return ListProfile(name, _about(place, table), *_presses(place, table))
        case "chance":
            _only(place, table, {"kind", "about", "source", "fires", "of"})
            return ChanceProfile(name, _about(place, table), *_chances(place, table))
        case "gaps":
            _only(place, table, {"kind", "about", "source", "first", "after", "usual"})
            after = {
                _number(f"{place}.after", gap, MOST): _weights(f"{place}.after.{gap}", weights, MOST)
                for gap, weights in _table(f"{place}.after", table.get("after", {})).items()
            }
            return GapProfile(
                name,
                _about(place, table),
                _weights(f"{place}.first", table.get("first"), MOST),
                after,
                _weights(f"{place}.usual", table.get("usual"), MOST),
            )
        case kind:
            raise _wrong(f"{place}.kind", kind, 'write "list", "gaps" or "chance"')


def _counts(name: str, body: Any) -> CountProfile:
    place = f"counts.{name}"
    table = _table(place, body)
    _only(place, table, {"about", "source", "weights"})
    return CountProfile(name, _about(place, table), _weights(f"{place}.weights", table.get("weights"), _MOST_CARDS))


def _table(place: str, value: Any, heading: str = "") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(place, value, f"write [{heading or place}] on a line of its own, and its keys below")
    return value


def _wrong(place: str, value: Any, remedy: str) -> ProfileError:
    """What stands at a place, as the file has it, or that nothing does; and what to write there."""
    found = "is missing" if value is None else f"is {_shown(value)}"
    return ProfileError(f"{place} {found}; {remedy}.", place)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _only(place: str, table: dict[str, Any], known: set[str]) -> None:
    for key in table:
        if key not in known:
            names = ", ".join(sorted(known))
            raise ProfileError(f"{place}.{key} is no key of it; write one of {names}.", f"{place}.{key}")


def _about(place: str, table: dict[str, Any]) -> str:
    about = table.get("about")
    if not isinstance(about, str) or not about:
        raise _wrong(f"{place}.about", about, "write one sentence in quotes, which the page shows")
    return about


def _number(place: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ProfileError(f"{place} has the key {text}; write whole numbers from 1 to {most}.", place)
    return int(text)


def _presses(place: str, table: dict[str, Any]) -> tuple[tuple[int, ...], int]:
    presses = _whole_numbers(f"{place}.presses", table.get("presses"), 1)
    if sorted(set(presses)) != list(presses):
        sentence = f"{place}.presses must rise, each press once; put them in order."
        raise ProfileError(sentence, f"{place}.presses")
    length = _whole_number(f"{place}.length", table.get("length", presses[-1]), presses[-1])
    return presses, length


def _chances(place: str, table: dict[str, Any]) -> tuple[tuple[int, ...], int]:
    of = _whole_number(f"{place}.of", table.get("of"), 1)
    return _whole_numbers(f"{place}.fires", table.get("fires"), 0, of), of


def _whole_numbers(place: str, value: Any, least: int, most: int = MOST) -> tuple[int, ...]:
    """A list of them; one alone may stand without its brackets."""
    numbers = value if isinstance(value, list) else [value]
    wrong = [number for number in numbers if type(number) is not int or not least <= number <= most]
    remedy = f"write a list of whole numbers from {least} to {most}"
    if value is None or not numbers:
        raise _wrong(place, value, remedy)
    if wrong:
        raise ProfileError(f"{place} has {_shown(wrong[0])}; {remedy}.", place)
    return tuple(numbers)


def _whole_number(place: str, value: Any, least: int, most: int = MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _wrong(place, value, f"write a whole number from {least} to {most}")
    return value


def _weights(place: str, value: Any, most: int) -> Weights:
    """Numbers up to ``most``, and how heavy each is."""
    if not isinstance(value, dict) or not value:
        raise _wrong(place, value, "write numbers with their weights, such as { 1 = 3, 2 = 1 }")
    weights: dict[int, int] = {}
    for text, weight in value.items():
        number = _number(place, text, most)
        weights[number] = _whole_number(f"{place}.{text}", weight, 1, _MOST_WEIGHT)
    return weights


def _named(known: Mapping[str, _Profile], name: str, what: str) -> _Profile:
    if name not in known:
        raise ProfileError(f"There is no {what} {_shown(name)}; known are {', '.join(sorted(known))}.")
    return known[name]


def _draw(weights: Weights, random: Random) -> int:
    return random.choices(tuple(weights), tuple(weights.values()))[0]
