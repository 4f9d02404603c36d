"""The launcher behaves like the published list, and profile files are checked."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.fire_profiles import (
    PROFILE_FILE,
    ChanceProfile,
    GapProfile,
    Launcher,
    ListProfile,
    ProfileError,
    load_profiles,
)

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
    with pytest.raises(ProfileError, match='no fire profile "historic"; known are coin, historic_fixed'):
        PROFILES.fire_profile("historic")
    with pytest.raises(ProfileError, match='no count profile "ten"; known are attack_3_8, extreme_1_8'):
        PROFILES.count_profile("ten")


# Every profile against its own definition


def expected_gaps(name: str) -> dict[int, float]:
    """How often each gap should come, by the profile's own numbers."""
    match PROFILES.fire_profile(name):
        case ListProfile() as listed:
            return {gap: number / len(listed.gaps) for gap, number in Counter(listed.gaps).items()}
        case GapProfile(after=after, usual=usual):
            share = dict.fromkeys(usual, 1 / len(usual))
            for _ in range(200):  # until the shares stand still
                tables = {gap: after.get(gap, usual) for gap in share}
                share = {
                    gap: sum(share[last] * table.get(gap, 0) / sum(table.values()) for last, table in tables.items())
                    for gap in usual
                }
            return share
        case ChanceProfile(fires=fires, of=of):
            share, left = {}, 1.0
            for gap in range(1, 60):
                chance = fires[min(gap, len(fires)) - 1] / of
                share[gap], left = left * chance, left * (1 - chance)
            return {gap: part for gap, part in share.items() if part > 1e-6}


FIRING = sorted(name for name in PROFILES.fire if name != "test_never")
MANY = 100_000


@pytest.mark.parametrize("name", FIRING)
def test_a_hundred_thousand_presses_have_the_gaps_that_the_profile_says(name: str) -> None:
    toy = Launcher(PROFILES.fire_profile(name), PROFILES.count_profile("one"), Random(11))
    fired = [press for press in range(1, MANY + 1) if toy.draw()]
    gaps = Counter(later - earlier for earlier, later in pairwise(fired))
    expected = expected_gaps(name)
    assert sum(expected.values()) == pytest.approx(1, abs=1e-4)
    for gap in expected | gaps:
        share = expected.get(gap, 0)
        spread = 5 * (share * (1 - share) / gaps.total()) ** 0.5 + 2 / gaps.total()
        assert gaps[gap] / gaps.total() == pytest.approx(share, abs=spread), f"gap {gap}"


@pytest.mark.parametrize(
    ("name", "rate"),
    [("historic_fixed", 34 / 96), ("historic_shuffled", 0.354), ("modern_rising", 0.30), ("coin", 1 / 3),
     ("never_twice", 0.303), ("test_always", 1.0)],
)  # fmt: skip
def test_the_menu_tells_the_rate_of_every_profile(name: str, rate: float) -> None:
    expected = expected_gaps(name)
    assert 1 / sum(gap * share for gap, share in expected.items()) == pytest.approx(rate, abs=0.005)


def test_the_fixed_list_fires_on_the_published_presses_and_begins_again_after_a_reset() -> None:
    toy = Launcher(PROFILES.fire_profile("historic_fixed"), PROFILES.count_profile("one"), Random(1))
    listed = PROFILES.fire_profile("historic_fixed")
    assert isinstance(listed, ListProfile)
    assert len(listed.presses) == 34
    assert Counter(listed.gaps) == {1: 7, 2: 3, 3: 13, 4: 11}
    for _ in range(2):
        fired = [press for press in range(1, 193) if toy.draw()]
        assert fired == [*listed.presses, *(96 + press for press in listed.presses)]
        toy.draw()
        toy.reset()


def test_the_tenth_press_without_a_fire_always_fires_when_the_chance_rises() -> None:
    toy = Launcher(PROFILES.fire_profile("modern_rising"), PROFILES.count_profile("one"), Random(2))
    assert max(toy.misses for _ in range(MANY) if not toy.draw()) <= 9


def test_no_press_fires_when_the_sounds_are_tried() -> None:
    toy = Launcher(PROFILES.fire_profile("test_never"), PROFILES.count_profile("one"), Random(2))
    assert not any(toy.draw() for _ in range(1000))


@pytest.mark.parametrize("name", sorted(PROFILES.counts))
def test_a_hundred_thousand_fires_throw_as_many_cards_as_the_profile_says(name: str) -> None:
    profile = PROFILES.count_profile(name)
    toy = Launcher(PROFILES.fire_profile("test_always"), profile, Random(4))
    thrown = Counter(toy.draw() for _ in range(MANY))
    assert set(thrown) == set(profile.weights)
    for cards, weight in profile.weights.items():
        share = weight / sum(profile.weights.values())
        assert thrown[cards] / MANY == pytest.approx(share, abs=5 * (share * (1 - share) / MANY) ** 0.5 + 1 / MANY)


@pytest.mark.parametrize(
    ("name", "mean"),
    [("extreme_1_8", 3.4), ("attack_3_8", 5.1), ("gentle_1_5", 2.4), ("wild_1_12", 4.8), ("one", 1.0)],
)
def test_the_menu_tells_the_mean_of_every_count(name: str, mean: float) -> None:
    assert PROFILES.count_profile(name).mean == pytest.approx(mean, abs=0.05)


GOOD = PROFILE_FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{ 1 = 18,", "{ 1 = -1,", "counts.extreme_1_8.weights.1 is -1; write a whole number from 1"),
        ("{ 1 = 18,", "{ 1 = true,", "counts.extreme_1_8.weights.1 is true"),
        (
            "{ 1 = 18,",
            "{ none = 18,",
            "counts.extreme_1_8.weights has the key none; write whole numbers from 1 to 99",
        ),
        (
            '\nkind = "gaps"',
            '\nkind = "dice"',
            'fire.historic_shuffled.kind is "dice"; write "list", "gaps" or "chance"',
        ),
        ("after.1 =", "after.0 =", "fire.historic_shuffled.after has the key 0; write whole"),
        ("usual =", "normal =", "fire.historic_shuffled.normal is no key of it; write one of about, after"),
        (
            "usual = { 1 = 189, 2 = 60, 3 = 260, 4 = 220 }",
            "usual = {}",
            "fire.historic_shuffled.usual is {}; write numbers with their weights",
        ),
        ("presses = [", "presses = [0,", "fire.historic_fixed.presses has 0; write a list of whole numbers from 1"),
        ("presses = [", "presses = [7,", "fire.historic_fixed.presses must rise"),
        ("length = 96", "length = 95", "fire.historic_fixed.length is 95; write a whole number from 96"),
        (
            "fires = [20,",
            "fires = [120,",
            "fire.modern_rising.fires has 120; write a list of whole numbers from 0 to 100",
        ),
        ("fires = [20,", 'fires = ["often",', 'fire.modern_rising.fires has "often"'),
        ("of = 100", "of = 0", "fire.modern_rising.of is 0"),
        ("[counts.extreme_1_8]", "[count.extreme_1_8]", "unknown table count; known are fire and counts"),
        ("[fire.historic_shuffled]", "[fire.historic_shuffled", "is not readable TOML"),
        (
            'about = "One to eight cards, 3.4 on average."',
            "",
            "counts.extreme_1_8.about is missing; write one sentence",
        ),
        (
            "weights = {",
            "weights = 3 # {",
            "counts.extreme_1_8.weights is 3; write numbers with their weights, such as { 1 = 3, 2 = 1 }",
        ),
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


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("{ 1 = 18,", "{ 1 = -1,", "counts.extreme_1_8.weights.1"),
        ("{ 1 = 18,", "{ none = 18,", "counts.extreme_1_8.weights"),
        ('\nkind = "gaps"', '\nkind = "dice"', "fire.historic_shuffled.kind"),
        ("usual =", "normal =", "fire.historic_shuffled.normal"),
        ("presses = [", "presses = [7,", "fire.historic_fixed.presses"),
        ("of = 100", "of = 0", "fire.modern_rising.of"),
        ('about = "One to eight cards, 3.4 on average."', "", "counts.extreme_1_8.about"),
        ("weights = {", "weights = 3 # {", "counts.extreme_1_8.weights"),
        ("[counts.extreme_1_8]", "[count.extreme_1_8]", ""),
    ],
)
def test_a_bad_profile_file_tells_the_way_to_what_is_wrong_so_that_its_line_can_be_named(
    tmp_path: Path, old: str, new: str, place: str
) -> None:
    file = tmp_path / "profiles.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load_profiles(file)
    assert caught.value.place == place


def test_a_missing_profile_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profiles(tmp_path / "none.toml")
