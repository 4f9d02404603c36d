"""Which earcon goes before what: one for what is rare and matters, none for the ordinary play."""

from __future__ import annotations

import pytest

from companion.referee.decide import decide
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY
from companion.voice.between_plays import announcements as said
from companion.voice.earcon_words import earcon_text
from companion.voice.earcons import Earcon
from companion.voice.game.narrator import narrate
from companion.voice.lines import Line, Verbosity
from companion.voice.phrases import LANGUAGES, SOURCE_LANGUAGE, utterances
from companion.voice.speech.legend import legend
from companion.voice.utterance import Priority

GAME = ("game extreme players=Ann,Ben", "top red-5")
SHORT = ("game extreme players=Ann,Ben hand_size=3", "top red-5", "Ann plays red-1", "Ben plays red-2")


def told(*statements: str, verbosity: Verbosity = Verbosity.NORMAL) -> list[Line]:
    """What is said of the last of these statements."""
    state, lines = EMPTY, []
    for statement in statements:
        command = read(statement)
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal), (statement, ruling)
        after = accept(state, command, ruling)
        state, lines = after, narrate(state, ruling, after, verbosity)
    return lines


def earcons(lines: list[Line]) -> list[Earcon]:
    return [line.earcon for line in lines if line.earcon is not None]


@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (GAME, []),
        ((*GAME, "Ann plays red-7"), []),
        ((*GAME, "Ann presses 0"), [Earcon.NO_CARD]),
        ((*GAME, "Ann presses 3"), [Earcon.CARDS]),
        ((*GAME, "Ann plays wild"), [Earcon.QUESTION]),
        ((*GAME, "Ann plays wild", "Ann picks blue"), []),
        ((*GAME, "Ann plays wild", "Ann picks blue", "undo"), [Earcon.UNDONE, Earcon.QUESTION]),
        ((*GAME, "Ann plays red-7", "undo"), [Earcon.UNDONE]),
        ((*SHORT, "Ann plays red-3", "Ann says uno"), [Earcon.UNO]),
        (
            (
                *SHORT,
                "Ann plays red-3",
                "Ann says uno",
                "Ben plays red-4",
                "Ben says uno",
                "Ann plays red-6",
                "Ben left red-8",
            ),
            [Earcon.ROUND_WON],
        ),
    ],
)
def test_a_statement_has_the_earcon_of_what_matters_most(
    statements: tuple[str, ...], expected: list[Earcon], verbosity: Verbosity
) -> None:
    lines = told(*statements, verbosity=verbosity)
    assert earcons(lines) == expected
    assert [lines[0].earcon] == expected[:1] or expected in ([], [Earcon.QUESTION])


def test_a_question_sounds_when_it_is_asked_first_and_before_the_line_that_asks() -> None:
    asks = told(*GAME, "Ann plays wild")[-1]
    assert (asks.earcon, asks.priority) == (Earcon.QUESTION, Priority.TURN)
    assert earcons(said.reloaded()) == [Earcon.QUESTION]


def test_a_line_in_two_languages_sounds_once_and_the_page_has_its_words() -> None:
    (told_once,) = utterances([told(*GAME, "Ann presses 0")[0]], ("en", "fr"))
    assert (told_once.earcon, set(told_once.texts)) == (Earcon.NO_CARD, {"en", "fr"})


def test_the_legend_has_every_earcon_once_each_before_its_name() -> None:
    assert earcons(legend()) == [*Earcon]
    (line,) = legend([Earcon.UNO])
    assert (line.message, line.earcon) == ("UNO call", Earcon.UNO)


@pytest.mark.parametrize("earcon", list(Earcon))
def test_every_earcon_has_its_own_name_in_every_language_of_the_table(earcon: Earcon) -> None:
    others = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
    english = earcon_text(earcon, SOURCE_LANGUAGE)
    assert english.startswith("♪ ")
    assert all(earcon_text(earcon, language) != english for language in others)
