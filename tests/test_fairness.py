"""What presses look like in numbers, and how far they stray from the published pattern."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.errands.launcher import show_launcher
from companion.fairness import as_json, chance_of_more, compare, exact_chance_of_more, figures, fires_wanted
from companion.launcher_kind import published_pattern
from firmware_bridge.fire_profiles import Launcher, load_profiles

PROFILES = load_profiles()
PUBLISHED = published_pattern(PROFILES)


def test_the_published_list_has_the_published_figures() -> None:
    assert (PUBLISHED.presses, PUBLISHED.fires) == (96, 34)
    assert PUBLISHED.fire_rate == pytest.approx(0.354, abs=0.0005)
    assert PUBLISHED.gaps == {1: 7, 2: 3, 3: 13, 4: 11}
    assert (PUBLISHED.longest_dry_run, PUBLISHED.longest_fire_run) == (3, 2)


def test_presses_are_counted_as_they_came() -> None:
    found = figures([0, 3, 0, 0, 1, 2, 0])
    assert (found.presses, found.fires) == (7, 3)
    assert found.gaps == {1: 1, 2: 1, 3: 1}
    assert found.cards == {1: 1, 2: 1, 3: 1}
    assert (found.longest_dry_run, found.longest_fire_run) == (2, 2)
    assert found.cards_per_press == pytest.approx(6 / 7)


def test_without_a_press_or_a_fire_there_is_nothing_to_judge() -> None:
    assert compare(figures([]), PUBLISHED) is None
    assert compare(figures([0, 0, 0]), PUBLISHED) is None
    assert (figures([]).fire_rate, figures([]).cards_per_press) == (0, 0)


def test_the_list_against_itself_strays_by_nothing() -> None:
    verdict = compare(PUBLISHED, PUBLISHED)
    assert verdict is not None
    assert (verdict.chi_square, verdict.p) == (0, 1)
    assert not verdict.enough  # three gaps of two presses are few


@pytest.mark.parametrize(("chi_square", "p"), [(0.352, 0.950), (2.366, 0.500), (7.815, 0.050), (16.266, 0.001)])
def test_the_chance_is_that_of_three_degrees_of_freedom(chi_square: float, p: float) -> None:
    assert chance_of_more(chi_square) == pytest.approx(p, abs=0.0005)


@pytest.mark.parametrize(
    ("fires", "chi_square", "p"),
    [
        (1, 0.0, 1.0),  # whatever came strays as far
        (1, 34 / 3 - 1, 3 / 34),  # a gap of two, the rarest
        (2, 2 * 34 / 3 - 2, (3 / 34) ** 2),  # twice
    ],
)
def test_the_chance_of_few_fires_is_added_up_over_all_that_could_have_come(
    fires: int, chi_square: float, p: float
) -> None:
    shares = tuple(number / PUBLISHED.fires for number in PUBLISHED.gaps.values())
    assert exact_chance_of_more(chi_square, fires, shares) == pytest.approx(p)


def test_where_the_two_ways_to_the_chance_meet_they_agree() -> None:
    shares = tuple(number / PUBLISHED.fires for number in PUBLISHED.gaps.values())
    for chi_square in (1.0, 3.0, 6.0, 9.0):
        exact = exact_chance_of_more(chi_square, fires_wanted(PUBLISHED), shares)
        assert exact == pytest.approx(chance_of_more(chi_square), abs=0.03)


@pytest.mark.parametrize(("presses", "enough"), [(1, False), (3, False), (4, True), (21, True), (60, True)])
def test_a_launcher_that_fires_every_time_is_found_out_with_few_fires(presses: int, enough: bool) -> None:
    verdict = compare(figures([1] * presses), PUBLISHED)
    assert verdict is not None
    assert (verdict.enough, verdict.p < 0.01) == (enough, enough)


def test_honest_luck_with_few_fires_is_hardly_ever_called_telling() -> None:
    profile, cards = PROFILES.fire_profile("historic_shuffled"), PROFILES.count_profile("one")
    telling = 0
    for seed in range(200):
        launcher = Launcher(profile, cards, random.Random(seed))
        verdict = compare(figures(launcher.draw() for _ in range(40)), PUBLISHED)
        telling += verdict is not None and verdict.enough
    assert telling < 6


def shown(capsys: pytest.CaptureFixture[str], fire: str, presses: int, *, as_table: bool = False) -> str:
    assert show_launcher(PROFILES, fire, "extreme_1_8", presses=presses, seed=3, json=not as_table) == 0
    return capsys.readouterr().out


def test_the_shuffled_pattern_fits_the_published_one_a_coin_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shuffled, coin = (json.loads(shown(capsys, name, 20_000)) for name in ("historic_shuffled", "coin"))
    assert shuffled["p"] > 0.001
    assert coin["p"] < 1e-6
    assert shuffled["longest_dry_run"] == 3
    assert coin["longest_dry_run"] > 9


def test_the_json_has_the_fields_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(shown(capsys, "test_never", 10))
    assert told == {
        "profile": "test_never", "presses": 10, "fires": 0, "fire_rate": 0.0, "gaps": {}, "longest_dry_run": 10,
        "longest_fire_run": 0, "cards_per_fire": {}, "cards_per_press": 0.0, "chi_square": None, "p": None,
    }  # fmt: skip
    assert as_json("x", figures([0, 2]), None)["cards_per_fire"] == {"2": 1}


def test_the_table_shows_bars_beside_the_published_shares(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "historic_shuffled", 5000, as_table=True)
    for wanted in ("published list", "35.4%", "####", "chi-square", "38.2%"):
        assert wanted in text


def test_few_presses_are_said_to_be_few(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Too few fires" in shown(capsys, "historic_shuffled", 40, as_table=True)
    assert "Nothing fired" in shown(capsys, "test_never", 40, as_table=True)


def test_the_launchers_help_names_every_profile_of_ours() -> None:
    helped = " ".join(CliRunner().invoke(app, ["launcher", "--help"]).stdout.split())
    assert f"When a press fires: {', '.join(PROFILES.fire)}, or one of yours." in helped
    assert f"How many cards a fire throws: {', '.join(PROFILES.counts)}, or one of yours." in helped


def test_an_unknown_profile_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_launcher(PROFILES, "dice", "one", presses=1, seed=1, json=True) == 2
    assert "known are coin" in capsys.readouterr().err
