"""``replay --hardware``: the same files through button, gate and scanner, with the same outcome."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.answers import Query
from companion.errands.replaying import replay_files
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decks import editions, read_deck, shelved
from companion.referee.notation import read, write
from companion.referee.notation_words import NotationError
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.replay import rig
from companion.rulings import rulings
from companion.scans.meaning import Interpreter
from companion.tags import CardTag, CommandWord, badge_tag, card_tag, command_tag, read_tag
from firmware_bridge.beeper import load_earcons
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.simulator import simulated_time
from firmware_bridge.simulator.card_path import FULL_HOPPER
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.serial_line import SerialLine
from tests.referee.games import NAMES, VALUES
from tests.referee.sayings import SAYINGS, Chosen, Words, sensible
from tests.soak import SOAK
from tests.test_own_decks import flip

HERE = Path(__file__).parent
SCENARIOS = sorted((HERE / "scenarios").glob("*.table"))
BY_HAND = sorted((HERE / "by_hand").glob("*.table"))  # where hands could make a difference
ALL = sorted(HERE.glob("*/*.table"))
SOUPS = range(400 if SOAK else 12)
GAME = "game extreme players=Ann,Ben,Cleo\ntop red-5\n"


class Run:
    """One run of some files: its exit code, what failed, and a JSON object a statement."""

    def __init__(self, paths: list[Path], capsys: pytest.CaptureFixture[str], *, hardware: bool) -> None:
        capsys.readouterr()
        self.code = replay_files(paths, json=True, locale="en", data=None, hardware=hardware)
        said = capsys.readouterr()
        self.failed = said.err
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in said.out.splitlines()]


def _without_tags(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All that must be equal: a card that was scanned has the tag of its copy, and one that was told has none."""
    played = [event for line in lines for event in line["events"] if event["kind"] == "played"]
    for event in played:
        event.pop("tag", None)
    return lines


Both = Callable[[list[Path] | str], Run]


@pytest.fixture
def both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Both:
    """Runs files or a text straight and through the hardware, finds them equal, and gives the latter."""

    def run(files: list[Path] | str) -> Run:
        if isinstance(files, str):
            path = tmp_path / "game.table"
            path.write_text(files, encoding="utf-8")
            files = [path]
        straight = Run(files, capsys, hardware=False)
        by_hand = Run(files, capsys, hardware=True)
        assert straight.lines
        assert _without_tags(by_hand.lines) == _without_tags(straight.lines)
        assert (by_hand.code, by_hand.failed) == (straight.code, straight.failed)
        return by_hand

    return run


class Wires:
    """What the pin log says of a run, and the texts that went over the terminal."""

    def __init__(self, pin_log: Path) -> None:
        self._pin_log = pin_log
        self.scanned: list[str] = []

    def rises(self, name: str) -> int:
        return sum(line["state"] for line in self._log() if line["name"] == name)

    def dings(self) -> int:
        """Instants at which the tone of an accepted press began."""
        (ding,) = load_earcons()["ding"]
        return len({line["t_ns"] for line in self._log() if line.get("hz") == ding.hz})

    def span_s(self) -> float:
        times: list[int] = [line["t_ns"] for line in self._log()]
        return (times[-1] - times[0]) / 1e9

    def _log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._pin_log.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def wires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wires:
    """Taps pins and terminal of the runs that follow."""
    wires = Wires(tmp_path / "pins.jsonl")
    monkeypatch.setattr(rig, "BridgeSettings", partial(BridgeSettings, pin_log=tmp_path / "pins.jsonl"))
    send = SerialLine.send

    def tapped(line: SerialLine, text: str, end: bytes = b"\r") -> None:
        wires.scanned.append(text)
        send(line, text, end)

    monkeypatch.setattr(SerialLine, "send", tapped)
    return wires


def _cards(texts: list[str]) -> list[str]:
    readings = [read_tag(text) for text in texts]
    return [str(reading.card) for reading in readings if isinstance(reading, CardTag)]


# The same outcome


def test_there_are_scenarios_and_games_in_which_hands_could_make_a_difference() -> None:
    assert len(SCENARIOS) == 19
    assert {path.stem for path in BY_HAND} == {"presses", "cards", "scans", "editions"}


@pytest.mark.parametrize("path", [*SCENARIOS, *BY_HAND], ids=lambda path: path.stem)
def test_the_file_replays_the_same_by_hand(path: Path, both: Both) -> None:
    run = both([path])
    assert run.code == 0, run.failed


def test_every_game_that_any_test_plays_is_the_same_by_hand(both: Both) -> None:
    run = both(ALL)
    assert run.code == 0, run.failed
    assert run.failed.startswith(f"{len(ALL)} files, ")
    assert set(SCENARIOS) < set(ALL)


@pytest.mark.parametrize("seed", SOUPS)
def test_whatever_is_said_the_hardware_makes_no_difference(seed: int, both: Both) -> None:
    both(_soup(Random(seed)))


OWN_DECK_GAME = """game our-flip players=Ann,Ben
top blue-5
Ann plays red-5
Ben plays red-5
Ann plays red-5
expect refused not-in-deck
Ann plays red-7
Ben plays red-flip
top pink-4
Ann plays pink-5
Ben plays pink-6
undo
Ben plays pink-flip
top red-9
Ann presses 3
expect refused not-now
Ann plays red-1
"""


def test_an_own_deck_plays_with_its_own_labels(both: Both, wires: Wires) -> None:
    with shelved(read_deck(flip(), "our-flip.toml")):
        run = both(OWN_DECK_GAME)
    assert run.code == 0, run.failed
    labels = [text for text in wires.scanned if not text.startswith("TP")]
    assert len(set(labels)) == len(labels) == 8  # there is no third red 5 to show
    assert all(label.startswith("TUF1") for label in labels)


# Through the hardware


def test_the_motor_turns_once_a_card_and_the_gate_sees_every_card(both: Both, wires: Wires) -> None:
    both(GAME + "Ann presses 0\nBen presses 3\nCleo presses 0\nAnn presses 1\nBen presses 12\nCleo presses 0\n")
    assert wires.dings() == 6
    assert wires.rises("motor_forward") == 3 + 1 + 12
    assert wires.rises("gate") == 3 + 1 + 12


def test_what_the_button_would_not_mean_moves_no_pin(both: Both, wires: Wires) -> None:
    both(GAME + "Ben presses 3\nAnn plays wild\nAnn presses 3\n")
    assert wires.rises("button") == 0
    assert wires.rises("motor_forward") == 0


def test_a_whole_deck_comes_out_one_by_one(both: Both, wires: Wires) -> None:
    run = both(GAME + "Ann presses 112\n")
    assert run.lines[-1]["events"][0] == {"kind": "pressed", "player": "Ann", "to": "Ann", "cards": 112}
    assert wires.rises("gate") == 112 == FULL_HOPPER


def test_no_more_cards_than_the_deck_has_come_out(both: Both, wires: Wires) -> None:
    run = both(GAME + "Ann presses 113\n")
    assert run.lines[-1]["code"] == "wrong-count"
    assert wires.rises("gate") == 0


def test_cards_go_over_the_terminal_with_a_badge_when_out_of_turn(both: Both, wires: Wires) -> None:
    both(GAME + "Ann plays red-7\nBen plays red-7\nAnn plays red-1\nCleo plays wild as blue\nAnn plays wild\n")
    assert _cards(wires.scanned) == ["red-7", "red-7", "red-1", "wild"]
    assert wires.scanned.index(badge_tag(1)) == 2
    assert len(set(wires.scanned)) == len(wires.scanned) == 5


def test_scans_of_the_file_go_over_the_terminal_as_they_stand(both: Both, wires: Wires) -> None:
    texts = [badge_tag(2), command_tag(CommandWord.STATUS), card_tag("X", "K1", 1), "r7", "nonsense"]
    both(GAME + "".join(f'scan "{text}"\n' for text in texts))
    assert wires.scanned == texts


def test_a_tag_that_the_file_scans_itself_is_no_other_card(both: Both, wires: Wires) -> None:
    usual = card_tag("X", "01", 1)
    run = both(GAME + f'Ann plays red-1\nscan "{usual}"\n')
    assert wires.scanned[0] != usual
    assert _cards(wires.scanned) == ["red-1", "red-1"]
    assert run.lines[-1]["accepted"]


def test_more_time_passes_on_the_wires_than_at_the_table(both: Both, wires: Wires) -> None:
    began_s = time.monotonic()
    both(GAME + "Ann presses 8\nBen presses 8\nCleo presses 8\n" * 10)
    assert wires.span_s() > 120
    assert time.monotonic() - began_s < wires.span_s()


# Nothing hangs


def _run(tmp_path: Path, text: str) -> int:
    """Runs a file, after which no thread is there that was not there before."""
    path = tmp_path / "game.table"
    path.write_text(GAME + text, encoding="utf-8")
    before = set(threading.enumerate())
    code = replay_files([path], json=False, locale="en", data=None, hardware=True)
    assert {thread.name for thread in set(threading.enumerate()) - before} == set()
    return code


def test_a_refusal_in_the_middle_fails_its_line_and_the_rest_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tmp_path, "Ann presses 2\nBen plays blue-1\nBen presses 3\nexpect count Ben 10\n") == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path}/game.table:4: Ben plays blue-1: expected accepted, found refused no-match",
        "1 files, 5 statements, 1 failed",
    ]


def test_hardware_that_fails_is_told_in_one_sentence_and_everything_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    press = SimulatedDispenser.press

    def jammed(dispenser: SimulatedDispenser, hold_ms: int = 80) -> None:
        dispenser.fault("jam")
        press(dispenser, hold_ms)

    monkeypatch.setattr(SimulatedDispenser, "press", jammed)
    assert _run(tmp_path, "Ann presses 2\nBen presses 1\n") == 1
    assert capsys.readouterr().err == "--hardware: the dispenser stopped after 0 cards: stuck-at-exit\n"


def test_a_push_that_nobody_notices_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulatedDispenser, "press", lambda *_: None)
    assert _run(tmp_path, "Ann presses 2\n") == 1
    assert capsys.readouterr().err.startswith("--hardware: everybody waits")


def test_a_tag_that_is_lost_on_the_way_is_not_waited_for_without_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated_time, "OUTSIDE_S", 0.5)
    monkeypatch.setattr(SerialLine, "send", lambda *_: None)
    assert _run(tmp_path, "Ann plays red-1\n") == 1
    assert "has not answered" in capsys.readouterr().err


# Anything anybody could say


def _soup(chance: Random, said: int = 40) -> str:
    """A file of statements that fit more or less, refused ones, scans of any kind and many presses among them."""
    now_ms = 0.0
    interpreter = Interpreter(lambda: now_ms)
    state = EMPTY
    lines: list[str] = []
    while len(lines) < said:
        now_ms += 2000
        try:
            line = write(_anything(chance, state))
            command = read(line)
        except NotationError:
            continue
        lines.append(line)
        meaning = interpreter.meaning(command.text, state) if isinstance(command, cmd.Scan) else command
        if isinstance(meaning, Query | Refusal):
            continue
        outcome = rulings(interpreter, meaning, state)
        if not isinstance(outcome, Refusal):
            state = outcome.steps[-1][1].after
    return "\n".join(lines) + "\n"


def _anything(chance: Random, state: State) -> Command:
    if not state.seats:
        return _any_game(chance)
    presser = state.presser()
    who, other, card, number = (chance.randint(0, 150) for _ in range(4))
    words = Words(state, Chosen(who, other, card, number, chance.random() < 0.5))
    kinds: dict[Callable[[], Command], float] = {
        lambda: _any_scan(chance, state): 15,
        lambda: cmd.Press(state.name(presser or 0), chance.choice((0, 0, 0, 1, 2, 9))): 15,
        lambda: chance.choice(SAYINGS)(words): 10,
        lambda: chance.choice(sensible(state, words) or [_any_game(chance)]): 60,
    }
    return chance.choices(list(kinds), list(kinds.values()))[0]()


def _any_game(chance: Random) -> Command:
    """Any edition, two to four players, a few options; the soups of the referee know more."""
    agreed = {name: chance.choice(VALUES[name]) for name in chance.sample(sorted(VALUES), chance.randint(0, 8))}
    return cmd.NewGame(chance.choice(editions()), NAMES[: chance.randint(2, 4)], options=agreed)


def _any_scan(chance: Random, state: State) -> cmd.Scan:
    deck = state.deck
    side = chance.choice((1, 2)) if deck.dark_cards else 1
    card = card_tag(deck.letter, chance.choice(("K1", f"0{side}")), chance.randint(1, deck.total), side)
    word = command_tag(chance.choice(list(CommandWord)))
    odd = chance.choice(("r9", "⠃⠊", "]C1TXK10011F", " TCUNDOA", "\u0000", "TXK10011A", "é"))
    return cmd.Scan(chance.choices((badge_tag(chance.randint(1, 5)), word, card, odd), (40, 30, 25, 5))[0])
