"""What is heard at a table, statement by statement, as text: for the files in ``heard``, which are read aloud.

``heard/NAME.VERBOSITY.heard`` are short games in both languages at once. ``heard/rounds/EDITION.table`` are whole
rounds, in which every kind of card of the edition is laid; beside them is what each gives to hear, a file a language
and verbosity. ``languages/game.LANGUAGE.VERBOSITY.heard`` are one game in each of the languages without a page.
``python -m tests.narration.heard`` writes them all anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.referee.decide import decide
from companion.referee.events import Event
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import Line, narrate, narrate_refusal, utterances
from companion.voice.lines import Verbosity

HEARD = Path(__file__).parent / "heard"
TRANSCRIPTS = sorted(HEARD.glob("*.heard"))
ROUNDS = sorted((HEARD / "rounds").glob("*.table"))
LANGUAGE_GAMES = sorted((Path(__file__).parent / "languages").glob("*.heard"))
LOCALES = ("en", "fr")


def tell(state: State, statement: str, verbosity: Verbosity) -> tuple[State, tuple[Event, ...], list[Line]]:
    """One statement told to the table: the table afterwards, what happened, what is to be said."""
    command = read(statement)
    ruling = decide(state, command)
    if isinstance(ruling, Refusal):
        return state, (), narrate_refusal(state, command, ruling, verbosity)
    after = accept(state, command, ruling)
    return after, ruling, narrate(state, ruling, after, verbosity)


def words(line: Line, locale: str) -> str:
    """A line as a table of one language hears it, spaces folded: in English where that has no words for it."""
    (utterance,) = utterances([line], [locale])
    ((_, text),) = utterance.in_locales((locale,))
    return " ".join(text.split())


def verbosity_of(path: Path) -> Verbosity:
    """How much is told in this transcript, by its name."""
    return Verbosity(path.stem.split(".")[-1])


def statements(text: str) -> list[str]:
    """What is said at the table in a transcript, a ``.table`` file included."""
    return [row for row in text.splitlines() if row and not row.startswith((" ", "#"))]


def written_anew(path: Path) -> str:
    """A transcript in both languages with what is heard now."""
    state, rows = EMPTY, list[str]()
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith(" "):
            continue
        rows.append(row)
        if row and not row.startswith("#"):
            state, _, lines = tell(state, row, verbosity_of(path))
            rows += [f"    {locale}  {words(line, locale)}" for locale in LOCALES for line in lines]
    return "\n".join(rows) + "\n"


def round_transcripts(table: Path) -> Iterator[tuple[Path, str]]:
    """What a whole round gives to hear, by the file it is kept in."""
    text = table.read_text(encoding="utf-8")
    for locale in LOCALES:
        for verbosity in Verbosity:
            yield table.with_suffix(f".{locale}.{verbosity}.heard"), _heard(text, locale, verbosity)


def language_game_anew(path: Path) -> str:
    """A transcript in one language with what is heard now."""
    _, language, verbosity = path.stem.split(".")
    return _heard(path.read_text(encoding="utf-8"), language, Verbosity(verbosity))


def _heard(text: str, locale: str, verbosity: Verbosity) -> str:
    state, rows = EMPTY, list[str]()
    for row in text.splitlines():
        if row.startswith(" "):
            continue
        rows.append(row)
        if row and not row.startswith("#"):
            state, _, lines = tell(state, row, verbosity)
            rows += [f"    {words(line, locale)}" for line in lines]
    return "\n".join(rows) + "\n"
