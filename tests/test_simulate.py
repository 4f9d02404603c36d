"""Robots play whole matches of every edition through the referee; the same seed plays the same games."""

from __future__ import annotations

import json

import pytest

from companion.errands.simulation import simulate_games
from companion.referee.decks import editions
from companion.simulate import Setting, run

HOUSE_RULES = {"stacking": "any", "seven_zero": "on", "jump_in": "on", "draw_until_playable": "on"}


def _ignored(_: int) -> None:
    return


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("options", [{}, {"draw_from": "launcher"}, {"draw_from": "dispenser"}, HOUSE_RULES], ids=str)
def test_a_match_of_every_edition_and_supply_comes_to_its_end(edition: str, options: dict[str, str]) -> None:
    tally, _ = run(Setting(edition, 3, 11, options), 1, 1, _ignored)
    assert tally.games == 1
    assert sum(tally.wins.values()) == 1
    assert tally.refused == 0, tally.refusals


def test_a_draw_until_a_colour_that_the_pile_has_not_waits_for_the_reload() -> None:
    tally, _ = run(Setting("flip", 3, 1, HOUSE_RULES), 2, 1, _ignored)
    assert (tally.games, tally.refused) == (2, 0)


def test_a_discard_all_stops_before_the_last_card_where_no_action_card_may_finish() -> None:
    tally, _ = run(Setting("attack", 6, 7, {"no_finish_on_action": "on"}), 1, 1, _ignored)
    assert (tally.games, tally.refused) == (1, 0)


def test_the_same_seed_plays_the_same_games_whatever_the_jobs() -> None:
    setting = Setting("extreme", 4, 5)
    alone, _ = run(setting, 6, 1, _ignored)
    together, _ = run(setting, 6, 2, _ignored)
    assert alone == together
    other, _ = run(Setting("extreme", 4, 6), 6, 1, _ignored)
    assert other != alone


def test_the_command_tells_rates_and_sums_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate_games("family", 3, games=2, seed=1, jobs=1, options=["jump_in=on"], json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert {"rounds", "rounds_per_s", "decisions_per_s", "presses", "points"} <= set(result)
    assert result["games"] == result["rounds"] == 2
    assert simulate_games("extreme", 2, games=1, seed=1, jobs=1, options=[], json=False) == 0
    assert "rounds per s" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("edition", "players", "options", "complaint"),
    [
        ("poker", 3, [], "--edition poker"),
        ("classic", 3, ["stacking=maybe"], "--option"),
        ("classic", 3, ["stackings=any"], "--option"),
        ("classic", 10, ["hand_size=12"], "need more than the 108 cards"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(
    edition: str, players: int, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate_games(edition, players, games=1, seed=1, jobs=1, options=options, json=True) == 2
    assert complaint in capsys.readouterr().err
