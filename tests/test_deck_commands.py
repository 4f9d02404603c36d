"""Own decks on the command line: checked, given with --deck, found in the data folder, played at the live table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import pytest

import companion as companion_package
from companion.errands.deck_errands import check
from companion.own_decks import FOLDER
from companion.referee.decks import load_deck, read_deck, shelved
from companion.tags import card_tag
from tests.live_table import LiveTable

OURS = 'edition = "our-attack"\nletter = "U"\nserial = "K7"\nlike = "attack"\ntotal = 110\n'
SHUFFLE = """[[faces]]
values = ["wild-shuffle-hands"]
copies = 2
points = 40
effect = "shuffle-hands"
first = "back"
"""
WITHOUT = "[copies]\ntrade-hands = 0\nred-7 = 4\n"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(OURS + WITHOUT, encoding="utf-8")
    return path


def companion(*words: str, data: Path, env: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """The command, as typed; its exit code and what it printed."""
    ran = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "STATE_DIRECTORY": str(data), "LANG": "C.UTF-8", **(env or {})},
        timeout=100,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


# deck check


def test_checking_shows_what_the_deck_is(ours: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(ours) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == [f"{ours}: no errors", "name: our-attack (letter U, serial K7)", "cards: 110"]
    assert out[3].startswith("  red: 27 (1 ×2, 2 ×2, 3 ×2, 4 ×2, 5 ×2, 6 ×2, 7 ×4, ")
    assert out[7] == "  wild: 8 (wild ×4, wild-all-hit ×2, wild-hit-fire ×2)"
    assert out[8] == (
        "unlike attack: red-trade-hands ×1, yellow-trade-hands ×1, green-trade-hands ×1, blue-trade-hands ×1 fewer; "
        "red-7 ×2 more"
    )
    assert f"--deck {ours}" in out[9]
    assert out[10].endswith("game our-attack players=Ann,Ben")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", "unlike attack: nothing"),
        (
            'challenge = true\nmatch_mode = "rounds"\n',
            "unlike attack: match_mode = rounds; target = 3; challenge = true",
        ),
        (
            '[copies]\nwild = 2\n[[faces]]\nvalues = ["wild-hit-fire"]\ncopies = 4\n',
            "unlike attack: wild ×2 fewer; wild-hit-fire ×2 more",
        ),
        (
            f"[copies]\nwild = 2\n{SHUFFLE}",
            "unlike attack: wild ×2 fewer; wild-shuffle-hands ×2 more",
        ),
        ('[[faces]]\nvalues = ["wild"]\npoints = 40\n', "unlike attack: points or effect of wild"),
    ],
)
def test_checking_shows_what_differs_from_the_printed_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str, told: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(OURS.replace("110", "112") + more, encoding="utf-8")
    assert check(path) == 0
    assert told in capsys.readouterr().out.splitlines()


def test_checking_tells_that_a_printed_edition_s_file_is_no_own_deck_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "attack.toml"
    path.write_text(
        (resources.files("companion.referee") / "deck_files" / "attack.toml").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    assert check(path) == 0
    assert 'give it a name of its own, letter = "U" and a serial' in capsys.readouterr().out


def test_checking_a_two_sided_deck_tells_whether_its_backs_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    flip = OURS.replace("attack", "flip")
    path.write_text(flip.replace("110", "112"), encoding="utf-8")
    assert check(path) == 0
    out = capsys.readouterr().out
    assert "backs: not known\n" in out
    assert "  dark side, teal: 26 (1 ×2, " in out
    path.write_text(flip.replace("110", "2") + 'cards = ["red-1 / teal-1", "wild / dark-wild"]\n', encoding="utf-8")
    assert check(path) == 0
    assert "backs: known\n" in capsys.readouterr().out


def test_checking_a_wrong_file_tells_every_error_and_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(OURS.replace('"K7"', '"O"') + "[copies]\nskipp = 2\n", encoding="utf-8")
    assert check(path) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.partition(": ")[0] for line in told.err.splitlines()] == [f"{path}:3", f"{path}:7"]


# --deck and the data folder


def test_a_named_deck_is_what_simulate_plays(tmp_path: Path, ours: Path) -> None:
    code, out, err = companion("simulate", "--deck", str(ours), "--games", "1", "--players", "2", data=tmp_path)
    assert (code, err) == (0, "")
    assert "our-attack, 2 players" in out


@pytest.mark.parametrize("command", ["demo", "simulate"])
def test_of_two_named_decks_one_must_be_asked_for(tmp_path: Path, ours: Path, command: str) -> None:
    other = tmp_path / "other.toml"
    other.write_text(ours.read_text(encoding="utf-8").replace("our-attack", "other").replace("K7", "K8"), "utf-8")
    code, out, err = companion(command, "--deck", str(ours), "--deck", str(other), data=tmp_path)
    assert (code, out) == (2, "")
    assert err == "--deck names our-attack and other: say with --edition which of them is played\n"


def test_a_deck_named_twice_is_one_deck(tmp_path: Path, ours: Path) -> None:
    twice = ("--deck", str(ours), "--deck", str(ours))
    code, out, err = companion("simulate", *twice, "--games", "1", "--players", "2", data=tmp_path)
    assert (code, err) == (0, "")
    assert "our-attack, 2 players" in out


def test_a_deck_of_the_data_folder_is_played_by_its_name_and_a_bad_one_beside_it_told(
    tmp_path: Path, ours: Path
) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    ours.rename(folder / "ours.toml")
    (folder / "worse.toml").write_text("edition = 3\n", encoding="utf-8")
    words = ("simulate", "--edition", "our-attack", "--games", "1", "--players", "2", "--json")
    code, out, err = companion(*words, data=tmp_path)
    assert code == 0
    assert json.loads(out)["games"] == 1
    assert err.startswith(f"{folder / 'worse.toml'}:1: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", [("run", "--simulate", "--port", "0"), ("demo",), ("simulate",), ("replay", "x")])
def test_a_named_deck_that_is_wrong_ends_with_2_and_its_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(OURS + WITHOUT.replace("4", "3"), encoding="utf-8")
    code, out, err = companion(*command, "--deck", str(path), data=tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}:5: the cards sum to 109, total says 110; correct one")


def test_a_file_of_the_notation_is_replayed_with_an_own_deck(tmp_path: Path, ours: Path) -> None:
    table = tmp_path / "game.table"
    tag = card_tag("U", "K7", 28)
    table.write_text(
        'game our-attack players=Ann,Ben\nexpect says "our-attack"\n'
        "Ann holds red-7 red-7 red-7 red-7 red-1 red-2 wild\n"
        f'scan "{tag}"\nexpect phase playing\nAnn plays blue-trade-hands\nexpect refused not-in-deck\n',
        encoding="utf-8",
    )
    assert companion("replay", str(table), "--deck", str(ours), data=tmp_path)[:2] == (
        0,
        "1 files, 4 statements, 0 failed\n",
    )
    code, _, err = companion("replay", str(table), data=tmp_path)
    assert code == 2
    assert "the edition our-attack is not known; there are: attack, " in err


def test_a_deck_that_is_too_small_for_the_robots_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(OURS.replace("110", "3") + 'cards = ["red-1", "red-2", "wild"]\n', encoding="utf-8")
    code, _, err = companion("demo", "--deck", str(path), "--speech", "none", data=tmp_path)
    assert (code, err) == (2, "4 players are dealt 28 cards, and our-attack has 3; seat fewer\n")


# At the live table


def test_a_game_begun_with_an_own_deck_goes_on_after_its_file_is_lost(tmp_path: Path, ours: Path) -> None:
    data = tmp_path / "data"
    with LiveTable(data, "--deck", str(ours)) as table:
        table.join("Ann")
        assert '<option value="our-attack"' in table.http.get("/start").text
        table.accepted("game our-attack players=Ann,Ben", "top red-1", "Ann presses 2")
        table.kill()
    ours.unlink()
    (data / FOLDER).mkdir()
    (data / FOLDER / "bad.toml").write_text("edition =\n", encoding="utf-8")
    with LiveTable(data) as table:
        assert table.state()["phase"] == "playing"
        table.write_tag(card_tag("U", "K7", 2))
        state = table.until(lambda state: state["turn"] == "Ann")
        assert {each["name"]: each["count"] for each in state["players"]} == {"Ann": 9, "Ben": 6}
    code, out, err = companion("export", "--data", str(data), data=data)
    assert (code, err) == (0, ""), "a deck file that the game does not use is nothing to an export"
    assert out.splitlines()[0] == "game our-attack players=Ann,Ben"


def test_the_live_table_starts_although_a_deck_file_is_wrong(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    bad = tmp_path / FOLDER / "bad.toml"
    bad.write_text("edition =\n", encoding="utf-8")
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        table.accepted("game attack players=Ann,Ben")
    assert any(f"{bad}:1: this is not TOML" in line for line in table.errors)


# The guide


def _examples() -> list[str]:
    guide = Path(companion_package.__file__).parent / "guides" / "decks.md"
    return re.findall(r"```toml\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_has_examples() -> None:
    assert len(_examples()) == 4


@pytest.mark.parametrize("text", _examples())
def test_every_example_of_the_guide_is_a_deck(text: str) -> None:
    deck = read_deck(text, "decks.md")
    with shelved(deck):
        assert load_deck(deck.edition) is deck
