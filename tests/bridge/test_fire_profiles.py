"""The launcher behaves like the published list, and profile files are checked."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.fire_profiles import PROFILE_FILE, Launcher, ProfileError, load_profiles

PROFILES = load_profiles()
PRESSES = 60_000


def launcher(seed: int) -> Launcher:
    return Launcher(PROFILES.fire_profile("historic_shuffled"), PROFILES.count_profile("extreme_1_8"), Random(seed))


@pytest.fixture(scope="module")
def draws() -> list[int]:
    toy = launcher(1)
    return [toy.draw() for _ in range(PRESSES)]


def test_it_fires_on_35_4_percent_of_presses(draws: list[int]) -> None:
    assert sum(1 for cards in draws if cards) / PRESSES == pytest.approx(0.354, abs=0.006)


def test_the_gaps_between_fires_are_those_of_the_published_list(draws: list[int]) -> None:
    fired = [number for number, cards in enumerate(draws) if cards]
    gaps = Counter(later - earlier for earlier, later in pairwise(fired))
    share = {gap: number / gaps.total() for gap, number in sorted(gaps.items())}
    assert share == pytest.approx({1: 0.206, 2: 0.088, 3: 0.382, 4: 0.324}, abs=0.012)


def test_it_never_fires_three_times_in_a_row(draws: list[int]) -> None:
    runs = {fires: max(len(list(run)) for _, run in groups) for fires, groups in _runs(draws).items()}
    assert runs == {True: 2, False: 3}


def _runs(draws: list[int]) -> dict[bool, list[tuple[bool, list[int]]]]:
    runs: dict[bool, list[tuple[bool, list[int]]]] = {True: [], False: []}
    for fires, run in groupby(draws, key=bool):
        runs[fires].append((fires, list(run)))
    return runs


def test_a_fire_throws_one_to_eight_cards_as_weighted(draws: list[int]) -> None:
    fires = Counter(cards for cards in draws if cards)
    weights = PROFILES.count_profile("extreme_1_8").weights
    wanted = {cards: weight / sum(weights.values()) for cards, weight in weights.items()}
    assert {cards: fires[cards] / fires.total() for cards in sorted(fires)} == pytest.approx(wanted, abs=0.012)


def test_the_default_fire_throws_3_4_cards_on_average() -> None:
    assert PROFILES.count_profile("extreme_1_8").mean == pytest.approx(3.4, abs=0.05)


def test_the_first_press_after_a_reset_never_fires() -> None:
    toy = launcher(3)
    for _ in range(300):
        toy.reset()
        assert toy.draw() == 0
        toy.draw()


def test_the_same_chance_gives_the_same_game() -> None:
    one, two, other = launcher(7), launcher(7), launcher(8)
    first = [one.draw() for _ in range(200)]
    assert first == [two.draw() for _ in range(200)]
    assert first != [other.draw() for _ in range(200)]


def test_misses_count_the_presses_since_the_last_fire() -> None:
    toy = launcher(5)
    misses = 0
    for _ in range(200):
        misses = 0 if toy.draw() else misses + 1
        assert toy.misses == misses
    toy.reset()
    assert toy.misses == 0


def test_an_unknown_profile_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ProfileError, match="no fire profile 'historic'; known are historic_shuffled"):
        PROFILES.fire_profile("historic")
    with pytest.raises(ProfileError, match="no count profile 'ten'; known are extreme_1_8"):
        PROFILES.count_profile("ten")


GOOD = PROFILE_FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{ 1 = 18,", "{ 1 = -1,", "counts.extreme_1_8.weights.1 is -1; a weight is a whole number"),
        ("{ 1 = 18,", "{ 1 = true,", "counts.extreme_1_8.weights.1 is True"),
        ("{ 1 = 18,", "{ none = 18,", "counts.extreme_1_8.weights has the key 'none'"),
        ('\nkind = "gaps"', '\nkind = "dice"', "fire.historic_shuffled.kind is 'dice'; known kinds"),
        ("after.1 =", "after.0 =", "fire.historic_shuffled.after has the key '0'"),
        ("usual =", "normal =", "unknown key fire.historic_shuffled.normal; known are"),
        ("usual = { 1 = 189, 2 = 60, 3 = 260, 4 = 220 }", "usual = {}", "fire.historic_shuffled.usual is empty"),
        ("[counts.extreme_1_8]", "[count.extreme_1_8]", "unknown table count; known are fire and counts"),
        ("[fire.historic_shuffled]", "[fire.historic_shuffled", "is not readable TOML"),
        ('about = "One to eight cards, 3.4 on average."', "", "counts.extreme_1_8.about is None"),
        ("weights = {", "weights = 3 # {", "counts.extreme_1_8.weights is 3; it must be a table"),
    ],
)
def test_a_bad_profile_file_is_told_by_file_and_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    file = tmp_path / "profiles.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load_profiles(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


def test_a_missing_profile_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profiles(tmp_path / "none.toml")
