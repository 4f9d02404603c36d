"""What the table says when nobody played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.address import PageAddress
from companion.referee.commands import Scan
from companion.referee.decide import decide
from companion.referee.events import Phase
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import OF_AN_OPEN_PRESS, Awaited, Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays import page_lines
from companion.voice.errands.reader_lines import reader_back, reader_hint, reader_lost
from companion.voice.game.narrator import narrate_refusal
from companion.voice.lines import Line, Verbosity
from companion.voice.phrases import utterances
from companion.voice.utterance import Priority
from firmware_bridge.reports import LineHint, Reader

TESTS = Path(__file__).parent.parent
GAME = "game extreme players=Ann,Ben,Cleo"
LOCALES = ("en", "fr")
FINDINGS = (
    *("no-feed", "stuck-at-exit", "double-feed", "hopper-low", "hopper-empty", "lid-open"),
    *("motor-stall", "sensor-disturbed", "button-stuck", "gate-dead"),
)


def table(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        command = read(statement)
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal), (statement, ruling)
        state = accept(state, command, ruling)
    return state


def heard(lines: list[Line], locale: str = "en") -> str:
    return " ".join(" ".join(line.texts[locale].split()) for line in utterances(lines, [locale]))


def test_a_table_that_is_ready_says_what_its_dispenser_is_and_where_its_page_is() -> None:
    assert heard(said.ready(False, PageAddress("http://192.168.1.5:8080/"), pin_hint=True)) == (
        "The table is ready. The dispenser is ready. The page is at 192.168.1.5:8080. "
        "To hear the PIN, scan the PIN card or ask on the page."
    )
    assert "The dispenser is simulated." in heard(
        said.ready(True, PageAddress("http://uno.local:80/"), pin_hint=False)
    )
    missing = heard(said.ready(None, PageAddress("http://uno.local:80/"), pin_hint=False))
    assert "No dispenser found: check its cable" in missing
    assert missing.endswith("The page is at uno.local.")


def test_where_are_we_tells_top_turn_direction_and_counts_in_seat_order() -> None:
    """A6-02: all that is asked for in one go, by the same words at any time."""
    state = table(GAME, "top blue-7", "Ann plays blue-reverse")
    assert heard(said.status(state)) == (
        "Top card: blue reverse. Your turn, Cleo. Direction: counter-clockwise. Cards: Ann: 6, Ben: 7, Cleo: 7."
    )
    assert heard(said.status(state), "fr") == (
        "Sur la défausse : Inversion bleue. C'est à Cleo. On joue dans le sens antihoraire. "
        "Cartes en main. Ann : 6, Ben : 7, Cleo : 7."
    )


def test_where_are_we_tells_the_colour_of_a_wild_but_not_while_it_is_awaited() -> None:
    assert heard(said.status(table(GAME, "top blue-7", "Ann plays wild as red"))).startswith(
        "Top card: wild. Colour: red. Your turn, Ben."
    )
    assert heard(said.status(table(GAME, "top blue-7", "Ann plays wild"))).startswith(
        "Top card: wild. Ann, name a colour."
    )


def test_where_are_we_tells_everything_that_is_owed() -> None:
    state = table(GAME, "Ann holds 2", "top blue-7", "Ann plays blue-hit-two", "Cleo catches Ann")
    assert "Ann: 2 presses. Direction: clockwise. Ben: 2 presses. Cards: " in heard(said.status(state))


FLIP = "game flip players=Ann,Ben"
CONTESTED = ("game classic players=Ann,Ben,Cleo", "top blue-7", "Ann plays wild-draw-four as red")
AT_THE_PILE = " Direction: clockwise. Cards: Ann: 6, Ben: 7, Cleo: 7."


@pytest.mark.parametrize(
    ("statements", "english"),
    [
        ((FLIP, "top red-4", "Ann plays red-flip"),
         "Dark side. Scan the top card. Direction: clockwise. Cards: Ann: 6, Ben: 7."),
        ((FLIP, "top red-4", "Ann plays red-flip", "top pink-6"),
         "Dark side. Top card: pink 6. Your turn, Ben. Direction: clockwise. Cards: Ann: 6, Ben: 7."),
        ((f"{FLIP} flip_score_side=light", "Ann holds red-flip", "top red-4", "Ann plays red-flip"),
         "Ann wins the round. The light side counts. Count your cards, Ben."),
        (CONTESTED, "Top card: wild draw four. Colour: red. Ben: accept or challenge?" + AT_THE_PILE),
        ((*CONTESTED, "Ben challenges"),
         "Top card: wild draw four. Colour: red. Bluff or no bluff?" + AT_THE_PILE),
        ((CONTESTED[0] + " auto_draw=off", "Ann holds 2", *CONTESTED[1:], "Cleo catches Ann"),
         ("Top card: wild draw four. Colour: red. Ben: accept or challenge? Direction: clockwise. "
         "Ann draws 2 cards. Cards: Ann: 1, Ben: 7, Cleo: 7.")),
        (("game classic players=Ann,Ben,Cleo", "top blue-7", "Ann draws"),
         "Top card: blue 7. Ann: play it or pass. Direction: clockwise. Cards: Ann: 8, Ben: 7, Cleo: 7."),
    ],
)  # fmt: skip
def test_where_are_we_tells_side_challenge_and_drawn_card(statements: tuple[str, ...], english: str) -> None:
    assert heard(said.status(table(*statements))) == english


@pytest.mark.parametrize(
    ("statements", "english"),
    [
        ((GAME,), "Turn up the first card and scan it."),
        ((GAME, "Ann holds 1", "top blue-7", "Ann plays blue-1"), "Ann wins the round. Count your cards, Ben, Cleo."),
        (("game extreme players=Ann,Ben match_mode=single-round", "top blue-7", "Ben leaves"), "Ann wins the match."),
    ],
)
def test_where_are_we_between_rounds_tells_what_is_awaited(statements: tuple[str, ...], english: str) -> None:
    assert heard(said.status(table(*statements))) == english


def test_where_are_we_in_brief_leaves_out_what_is_clear_without_it() -> None:
    wild = table(GAME, "top blue-7", "Ann plays wild as red")
    told = said.status(wild, verbosity=Verbosity.BRIEF)
    assert heard(told) == "Wild, red. Your turn, Ben. Clockwise. Cards: Ann: 6, Ben: 7, Cleo: 7."
    assert heard(told, "fr") == (
        "Joker, rouge. C'est à Ben. Sens horaire. Cartes en main. Ann : 6, Ben : 7, Cleo : 7."
    )
    dark = table(FLIP, "top red-4", "Ann plays red-flip", "top pink-6")
    assert heard(said.status(dark, verbosity=Verbosity.BRIEF)).startswith("Pink 6. Your turn, Ben. Clockwise.")


ROUTINE = frozenset({Phase.PLAYING, Phase.COLOUR, Phase.TARGET, Phase.CHALLENGE})
GAMES = sorted(file for folder in ("scenarios", "options") for file in (TESTS / folder).rglob("*.table"))


@pytest.mark.parametrize("locale", LOCALES)
def test_where_are_we_in_brief_takes_at_most_twelve_words_before_the_counts(locale: str) -> None:
    longest: dict[bool, int] = {True: 0, False: 0}  # in routine, where nothing else is owed; else
    for state in (state for file in GAMES for state in states(file)):
        text = heard(said.status(state, verbosity=Verbosity.BRIEF), locale)
        words = [word for word in text.partition("Car")[0].split() if any(char.isalnum() for char in word)]
        routine = state.phase in ROUTINE and state.drawn is None and not state.debts
        longest[routine] = max(longest[routine], len(words))
    assert longest[True] <= 12
    assert longest[False] <= {"en": 18, "fr": 20}[locale]  # "Bob draws until an orange card comes, then 2 more."


def states(file: Path) -> Iterator[State]:
    """The table after each accepted statement of a game."""
    state = EMPTY
    for row in file.read_text(encoding="utf-8").splitlines():
        statement = row.partition("#")[0].strip()
        if not statement or statement.startswith("expect"):
            continue
        command = read(statement)
        if isinstance(command, Scan):
            continue
        ruling = decide(state, command)
        if not isinstance(ruling, Refusal):
            state = accept(state, command, ruling)
        if state.phase is not Phase.NONE:
            yield state


def test_counts_and_scores_are_told_on_request() -> None:
    state = table(GAME, "top blue-7", "Ann presses 3", "set score Ben 40")
    assert heard(said.counts(state)) == "Cards: Ann: 10, Ben: 7, Cleo: 7."
    assert heard(said.scores(state)) == "Scores: Ann: 0, Ben: 40, Cleo: 0."
    assert heard(said.scores(table(f"{GAME} match_mode=rounds")), "fr") == (
        "Manches gagnées. Ann : 0, Ben : 0, Cleo : 0."
    )
    assert heard(said.scores(table(f"{GAME} match_mode=single-round"))).startswith("One round is the whole match")


@pytest.mark.parametrize("locale", LOCALES)
def test_with_no_game_every_question_and_every_press_is_answered_by_how_to_begin(locale: str) -> None:
    answers = {
        heard(lines, locale)
        for lines in (
            said.status(EMPTY, "http://10.0.0.5:8080"),
            said.counts(EMPTY, "http://10.0.0.5:8080"),
            said.scores(EMPTY, "http://10.0.0.5:8080"),
            *(said.press_denied(reason, EMPTY, "http://10.0.0.5:8080") for reason in said.DENIALS),
        )
    }
    (answer,) = answers
    assert "10.0.0.5:8080" in answer


def test_the_pin_is_spelled_by_the_loudspeaker_only_and_not_repeated() -> None:
    (spoken,) = utterances(page_lines.pin("040206"), LOCALES)
    assert spoken.heard == {"en": "PIN: 0, 4, 0, 2, 0, 6.", "fr": "Code\u00a0: 0, 4, 0, 2, 0, 6."}
    assert not any(char.isdigit() for text in spoken.texts.values() for char in text)
    assert not spoken.repeatable
    (joining,) = utterances(page_lines.pin("040206", PageAddress("http://192.168.1.5:8080/")), ["en"])
    assert joining.texts["en"] == "The page is at 192.168.1.5:8080. The PIN was said aloud."
    assert joining.heard == {"en": "The page is at 192.168.1.5:8080. PIN: 0, 4, 0, 2, 0, 6."}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_finding_has_a_remedy_of_its_own(locale: str) -> None:
    sentences = {finding: heard(said.fault(finding), locale) for finding in FINDINGS}
    assert len(set(sentences.values())) == len(FINDINGS)
    assert all(":" in sentence for sentence in sentences.values()), "a finding and, after the colon, what helps"
    assert heard(said.fault("smoke"), locale) not in sentences.values()


def test_a_fault_is_said_at_once() -> None:
    assert {said.fault(finding)[0].priority for finding in FINDINGS} == {Priority.URGENT}


def open_press(counted: int, awaited: Awaited) -> list[Line]:
    return said.interrupted_press(
        Refusal(RefusalCode.NOT_NOW, player="Ben", number=counted, limit=5, awaited=awaited)
    )


def test_an_interrupted_press_tells_whose_and_what_was_counted() -> None:
    asked = open_press(2, Awaited.INTERRUPTED)
    assert heard(asked).startswith("Ben's press was interrupted, 2 cards counted.")
    assert heard(open_press(0, Awaited.INTERRUPTED), "fr").startswith("Ben : appui interrompu, 0 carte comptée.")


def test_a_press_whose_count_is_in_doubt_asks_whether_it_was_that_many() -> None:
    asked = open_press(2, Awaited.NUMBER)
    assert heard(asked).startswith("2 cards were counted for Ben. Is that right?")
    assert heard(asked, "fr").startswith("2 cartes comptées pour Ben. Est-ce juste ?")


@pytest.mark.parametrize("awaited", sorted(OF_AN_OPEN_PRESS))
def test_what_an_open_press_waits_for_does_not_lapse_unheard_and_can_be_heard_again(awaited: Awaited) -> None:
    waits = Refusal(RefusalCode.NOT_NOW, player="Ben", number=2, limit=5, awaited=awaited)
    refused = narrate_refusal(table(GAME), read("undo"), waits, Verbosity.BRIEF)
    for asked in (*refused, *said.interrupted_press(waits)):
        assert (asked.priority, asked.expires_ms, asked.repeatable) == (Priority.URGENT, None, True)


def test_a_press_whose_cards_are_missing_asks_for_another_push_of_the_button() -> None:
    asked = open_press(2, Awaited.REST)
    assert heard(asked).startswith("2 of 5 cards for Ben: press again for the rest.")
    assert heard(asked, "fr").startswith("2 sur 5 cartes pour Ben : appuyez encore pour le reste.")


def test_a_press_that_is_denied_is_told_why() -> None:
    state = table(GAME, "top blue-7", "Ann plays wild")
    assert heard(said.press_denied("lid-open", state)) == "Close the lid first."
    assert heard(said.press_denied("guard", state)) == "Too soon: press again."
    assert heard(said.press_denied("busy", state)) == "One moment, cards are coming."
    assert heard(said.press_denied("nobody-may-press", state)) == "No press now. Ann, name a colour."
    assert heard(said.press_denied("of-late", state)) == "No press now. Ann, name a colour."


def test_a_game_goes_on_with_where_it_stood_and_whose_move_it_is_comes_last() -> None:
    stood, now = utterances(said.game_resumed(table(GAME, "top blue-7", "Ann presses 0")), ["en"])
    assert stood.texts["en"] == (
        "The game goes on. Top card: blue 7. Direction: clockwise. Cards: Ann: 7, Ben: 7, Cleo: 7."
    )
    assert (now.texts["en"], now.priority) == ("Your turn, Ben.", Priority.TURN)


def test_that_speech_is_back_goes_before_what_waits() -> None:
    (back,) = said.speech_back()
    assert back.priority is Priority.URGENT


@pytest.mark.parametrize("locale", LOCALES)
def test_short_notes_say_what_each_is_about(locale: str) -> None:
    notes = [
        *(reader_lost(reader) for reader in Reader),
        *(reader_back(reader, was_lost=lost) for reader in Reader for lost in (True, False)),
        *(reader_hint(hint, reader) for reader in Reader for hint in LineHint),
        said.speech_back(),
        said.saved_in_memory(),
        said.saved_again(),
        said.restored(),
        said.journal_gone(),
        said.journal_recovered(0),
        said.journal_recovered(2),
        said.press_waiting(),
    ]
    assert len({heard(note, locale) for note in notes}) == len(notes)
