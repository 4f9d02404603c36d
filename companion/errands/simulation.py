"""The command ``simulate``: matches played at full speed, told as a table or JSON."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress

from companion.columns import Columns
from companion.outcome import DONE, FAILED, complain, show
from companion.referee.decks import DeckFileError, load_deck
from companion.referee.options import UnknownOptionError, parse_options, resolve_preset
from companion.simulate import Setting, StuckError, Tally, run


def simulate_games(
    edition: str, players: int, *, games: int, seed: int, jobs: int, options: Sequence[str], json: bool
) -> int:
    """Plays and tells; a progress bar runs on a terminal."""
    written = dict(option.partition("=")[::2] for option in options)
    base, agreed = resolve_preset(edition, written)
    try:
        deck = load_deck(base)
        size = parse_options(deck, agreed).hand_size
    except DeckFileError as error:
        return complain(f"--edition {edition}: {error}")
    except UnknownOptionError as error:
        return complain(f"--option: {error}")
    if players * size >= deck.total:
        return complain(f"{players} players with {size} cards each need more than the {deck.total} cards of {base}")
    setting = Setting(edition, players, seed, written)
    try:
        with Progress(console=Console(stderr=True), disable=json or not sys.stderr.isatty()) as bar:
            task = bar.add_task("games", total=games)
            tally, seconds = run(setting, games, jobs, lambda done: bar.advance(task, done))
    except StuckError as error:
        return complain(str(error), FAILED)
    result = tally.as_json(seconds)
    if json:
        show(json_text.dumps(result))
    else:
        _tell(edition, players, tally, result)
    return DONE


def _tell(edition: str, players: int, tally: Tally, result: dict[str, object]) -> None:
    rows = [(name.replace("_", " "), _shown(value)) for name, value in result.items()]
    Columns().table(rows, title=f"{edition}, {players} players, {tally.games} matches")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    return str(value)
