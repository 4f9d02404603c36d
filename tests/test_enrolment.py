"""Codes are bound to cards one after the other: what is scanned, what is said, what is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.enrolled import Change, Codes
from companion.locales import LOCALES
from companion.referee.cards import Side
from companion.referee.decks import load_deck, read_deck, shelved
from companion.scan_tasks.enrolment import (
    Enrolment,
    Step,
    beginning,
    begun,
    hear,
    of_badges,
    of_command_cards,
    of_deck,
    only,
    stopped,
)
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.things import deck_cards
from companion.voice.lines import Phrase, answer
from companion.voice.phrases import Phrases
from tests.twin_deck import TWINS

AZERTY = str.maketrans("1234567890AQZWM", "&é\"'(-è_çàQAWZ?")


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def extreme(*, also: bool = False) -> Enrolment:
    return of_deck(load_deck("extreme"), "K1", [Side.LIGHT], "mattel", also=also)


def light_sides() -> Enrolment:
    return of_deck(load_deck("flip"), "K1", [Side.LIGHT], "mattel")


class Session:
    """``Session(enrolment).scan("4006", "skip")``; ``said`` is what was heard last."""

    def __init__(self, wanted: Enrolment, codes: Codes | None = None, language: str = "en") -> None:
        self.codes = codes or Codes()
        self.enrolment = begun(wanted, self.codes)
        self.step: Step | None = None
        self._language = language

    def scan(self, *texts: str) -> str:
        for text in texts:
            self.step = hear(self.enrolment, self.codes, text)
            self.codes = self.codes.changed(self.step.change or Change())
            self.enrolment = self.step.enrolment
        return self.said

    @property
    def said(self) -> str:
        assert self.step is not None
        return self.text(self.step.phrase)

    def text(self, phrase: Phrase) -> str:
        return Phrases(self._language).text(answer(phrase, self.enrolment.edition))

    @property
    def closed(self) -> bool:
        return self.step is not None and self.step.closed

    @property
    def bound(self) -> dict[str, str]:
        return dict(self.codes.tags)


def test_each_card_is_named_and_its_code_scanned() -> None:
    at = Session(extreme())
    assert at.text(beginning(at.enrolment, at.codes)) == (
        "Scan the code of each card that is named; help tells more. Now the code of red 1, first copy."
    )
    assert at.scan("4006381333931") == "Red 1, first copy: taken. Now the code of red 1, second copy."
    assert at.bound == {"4006381333931": "TXK10011E"}


def test_the_guide_speaks_french_and_agrees_with_nobody() -> None:
    at = Session(extreme(), language="fr")
    assert at.scan("1") == "1 rouge, exemplaire 1\u00a0: c'est noté. Maintenant le code\u00a0: 1 rouge, exemplaire 2."
    assert at.scan("1") == (
        "Ce code sert déjà\u00a0: 1 rouge, exemplaire 1. Un code ne peut pas servir à deux cartes. "
        "Maintenant le code\u00a0: 1 rouge, exemplaire 2."
    )


@pytest.mark.parametrize(
    "code",
    [
        "4006381333931",
        "0123456789",
        "4A00A1B2C3",
        "https://sticker.example/x?y=1",
        "N° 17",
        "(01)04012345",
        "-",
        "aB/1",
    ],
)
def test_any_printed_text_or_rfid_number_may_be_a_code(code: str) -> None:
    at = Session(extreme())
    at.scan(code)
    assert at.bound == {code: "TXK10011E"}


def test_every_card_of_a_deck_gets_a_code_and_then_it_is_over() -> None:
    at = Session(extreme())
    total = load_deck("extreme").total
    at.scan(*(f"sticker {number}" for number in range(total)))
    assert at.closed
    assert at.said.endswith(f"taken. All {total} have their codes.")
    assert sorted(at.bound.values()) == sorted(thing.tag for thing in extreme().things)


# What is refused


def test_a_code_bound_twice_is_refused_by_the_name_of_the_card_that_has_it() -> None:
    at = Session(extreme())
    at.scan("1", "2")
    assert at.scan("1") == (
        "This is the code of red 1, first copy already. Two cards cannot have one code. "
        "Now the code of yellow 1, first copy."
    )
    assert at.bound == {"1": "TXK10011E", "2": "TXK10021A"}


def test_the_bar_code_of_the_box_on_every_card_is_taken_once_and_refused_ever_after() -> None:
    at = Session(extreme())
    for _ in range(10):
        at.scan("0027084068321")
    assert at.bound == {"0027084068321": "TXK10011E"}
    assert "Two cards cannot have one code." in at.said


def test_a_code_of_another_deck_is_refused_with_that_decks_name() -> None:
    codes = Codes({"1": card_tag("C", "K2", 1)})
    at = Session(extreme(), codes)
    assert at.scan("1").startswith("This is the code of the card red 0 of classic UNO, K2 already.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Not read rightly: scan it again."),
        ("TXK100119", "Not read rightly: scan it again."),
        (card_tag("C", "K1", 1), "That is the card red 0 of classic UNO, K1: another deck."),
        (card_tag("X", "K2", 1), "That is red 1, first copy of UNO Extreme, K2: another deck."),
        (card_tag("X", "K1", 2), "Our own label of red 1, second copy: it works without enrolling."),
        (command_tag(CommandWord.RED), "Only cards of UNO Extreme get their codes now."),
        (badge_tag(3), "Only cards of UNO Extreme get their codes now."),
        (card_tag("B", "K1", 109), "That card does nothing here."),
        ("red-draw-two", "Red draw two: UNO Extreme has no such card."),
        ("rrv", "Red reverse, first copy chosen."),
        ("vp2", "That reads as the Braille label of green hit two in the set own-fr. If the cards have such labels,"),
        ("rd2", "That reads as the Braille label of red draw two in the set uk. If the cards have such labels,"),
        ("r+2", "That reads as the Braille label of red draw two: take another sticker."),
        ("⠗⠎⠅", "Red skip, first copy chosen."),
        ("9" * 65, "That cannot be a code: 1 to 64 printed characters."),
        ("yes", "That is a word, not the code of a sticker."),
        ("start", "That is a word, not the code of a sticker."),
        ("Où", "That is a word, not the code of a sticker."),
        ("place 2", "That is a word, not the code of a sticker."),
        ("à\u0007", "That cannot be a code: 1 to 64 printed characters."),
        ('\'àà-"_&"""ç"&', "The scanner's keyboard layout looks French: set it to serial mode."),
    ],
)
def test_what_the_table_reads_as_something_else_never_becomes_a_code(text: str, told: str) -> None:
    at = Session(extreme())
    assert at.scan(text).startswith(told)
    assert at.bound == {}


@pytest.mark.parametrize(
    ("wanted", "text", "told"),
    [
        (only(extreme(), [48]), "b1", "Blue 1: not among those that get their codes now."),
        (only(extreme(), [48]), "blue-1", "Blue 1: not among those that get their codes now."),
        (only(extreme(), [48]), "TXK10071N", "Blue 1, first copy: not among those that get their codes now."),
        (only(extreme(), [48]), card_tag("X", "K1", 50), "Red 7, second copy: not among those"),
        (only(extreme(), [48]), "blue-draw-two", "Blue draw two: UNO Extreme has no such card."),
        (only(extreme(), [48]), card_tag("X", "K2", 49), "That is red 7, first copy of UNO Extreme, K2: another"),
        (only(extreme(), [48]), badge_tag(3), "Only cards of UNO Extreme get their codes now."),
        (only(of_badges("mattel"), [2]), badge_tag(5), "Badge 5: not among those that get their codes now."),
        (only(of_badges("mattel"), [2]), "place 5", "Badge 5: not among those that get their codes now."),
        (only(of_badges("mattel"), [2]), "red-7", "Only badges get their codes now."),
        (only(of_command_cards("mattel"), [0]), command_tag(CommandWord.BLUE), "Command card blue: not among those"),
        (only(of_command_cards("mattel"), [0]), badge_tag(1), "Only command cards get their codes now."),
        (light_sides(), "pink-1", "Pink 1: not among those that get their codes now."),
        (light_sides(), card_tag("F", "K1", 1, 2), "Pink 1, first copy: not among those that get their codes now."),
    ],
)
def test_what_is_left_out_is_told_as_left_out_and_not_as_of_another_deck(
    wanted: Enrolment, text: str, told: str
) -> None:
    at = Session(wanted)
    assert at.scan(text).startswith(told)
    assert at.bound == {}
    assert at.enrolment == wanted, "the same card is asked for on"


def test_a_label_that_two_cards_of_an_own_deck_have_chooses_none() -> None:
    with shelved(deck := read_deck(TWINS, "both.toml")):
        at = Session(of_deck(deck, "Q1", [Side.LIGHT], "own-en"))
        assert at.scan("rp2").startswith("This label stands for red draw two or red hit two: it tells nobody which.")
        assert at.bound == {}


def test_a_label_typed_through_a_french_keyboard_chooses_its_card() -> None:
    at = Session(extreme())
    assert at.scan(card_tag("X", "K1", 50).translate(AZERTY)).startswith("Our own label of red 7, second copy")
    assert at.enrolment.awaited.tag == card_tag("X", "K1", 50)


# Skipping, going back, taking back


@pytest.mark.parametrize("skip", ["skip", "Passer", command_tag(CommandWord.PASS)])
def test_a_card_is_skipped_and_asked_for_again_another_time(skip: str) -> None:
    at = Session(extreme())
    assert at.scan(skip) == "Skipped: red 1, first copy. Now the code of red 1, second copy."
    at.scan("1")
    assert at.bound == {"1": "TXK10021A"}
    again = Session(extreme(), Codes(at.codes.tags))
    assert again.enrolment.awaited.tag == "TXK10011E"


def test_what_was_skipped_is_named_at_the_end() -> None:
    at = Session(only(of_badges("mattel"), range(10)))
    at.scan("skip", *"12345678", "skip")
    assert at.closed
    assert at.said == "Skipped: badge 10. 2 are without a code: badge 1, badge 10."


@pytest.mark.parametrize("back", ["back", "retour", command_tag(CommandWord.MISSED)])
def test_the_card_before_gets_another_code(back: str) -> None:
    at = Session(extreme())
    at.scan("1")
    assert at.scan(back) == "Now a new code for red 1, first copy."
    assert at.scan("2") == (
        "Red 1, first copy: new code, the old one is forgotten. Now the code of red 1, second copy."
    )
    assert at.bound == {"2": "TXK10011E"}
    assert at.scan("back", "back") == "This is where the list begins. Now a new code for red 1, first copy."


@pytest.mark.parametrize("undo", ["undo", "annuler", command_tag(CommandWord.UNDO)])
def test_undo_takes_the_last_code_off_and_puts_back_what_it_replaced(undo: str) -> None:
    at = Session(extreme())
    at.scan("1", "back", "2")
    assert at.scan(undo) == "Taken back: the code of red 1, first copy. Now a new code for red 1, first copy."
    assert at.bound == {"1": "TXK10011E"}
    assert at.scan(undo) == "Taken back: the code of red 1, first copy. Now the code of red 1, first copy."
    assert at.bound == {}
    assert at.scan(undo).startswith("There is nothing to take back.")


def test_undo_gives_no_code_back_that_another_card_has_meanwhile() -> None:
    at = Session(extreme())
    at.scan("1", "back", "2", "1")
    assert at.bound == {"2": "TXK10011E", "1": "TXK10021A"}
    at.scan("undo", "undo")
    assert at.bound == {"1": "TXK10011E"}


def test_a_further_sticker_leaves_the_first_as_it_is() -> None:
    at = Session(only(extreme(also=True), [0]), Codes({"1": "TXK10011E"}))
    assert at.scan("2") == "Red 1, first copy: taken. It has its code."
    assert at.bound == {"1": "TXK10011E", "2": "TXK10011E"}


def test_a_lost_sticker_is_replaced_without_going_through_the_deck() -> None:
    have = {f"old {number}": thing.tag for number, thing in enumerate(extreme().things)}
    at = Session(only(extreme(), [48, 49]), Codes(have))
    assert at.text(beginning(at.enrolment, at.codes)).endswith("Now a new code for red 7, first copy.")
    at.scan("skip", "new")
    assert at.closed
    assert at.bound == {code: tag for code, tag in have.items() if code != "old 49"} | {
        "new": card_tag("X", "K1", 50)
    }
    assert at.codes.places == {}, "some cards are no place to go on from"


# Choosing


@pytest.mark.parametrize("chosen", ["red-7", "r7", "⠗⠛", card_tag("X", "K1", 49)])
def test_a_card_is_chosen_by_its_word_its_braille_or_our_own_label(chosen: str) -> None:
    at = Session(extreme())
    at.scan(chosen, "1")
    assert at.bound == {"1": card_tag("X", "K1", 49)}


def test_whoever_chooses_each_card_need_not_sort_the_deck() -> None:
    at = Session(extreme())
    assert at.scan("red-7", "1", "blue-2", "2", "red-7", "3") == (
        "Red 7, second copy: taken. Now the code of yellow 7, first copy."
    )
    assert at.bound == {"1": card_tag("X", "K1", 49), "2": card_tag("X", "K1", 15), "3": card_tag("X", "K1", 50)}


def test_after_the_last_card_it_goes_round_to_those_before() -> None:
    at = Session(extreme())
    last = extreme().things[-1]
    assert at.scan(last.tag, "1").endswith("Now the code of red 1, first copy.")


# Interrupted and gone on with


@pytest.mark.parametrize("texts", [("1",), ("1", "skip"), ("1", "back"), ("red-7",), ("1", "2", "undo")])
def test_the_next_run_goes_on_with_the_card_that_was_asked_for(texts: tuple[str, ...]) -> None:
    at = Session(extreme())
    at.scan(*texts)
    again = Session(extreme(), at.codes)
    if at.codes.codes_of(at.enrolment.awaited.tag):
        assert again.enrolment.at == at.enrolment.at + 1, "it has its code: nobody is asked for another"
    else:
        assert again.enrolment.at == at.enrolment.at


def test_two_decks_of_one_edition_go_on_each_from_its_own_place() -> None:
    first = Session(extreme())
    first.scan("1")
    second = Session(of_deck(load_deck("extreme"), "K2", [Side.LIGHT], "mattel"), first.codes)
    assert second.enrolment.at == 0
    second.scan("2", "3")
    assert Session(extreme(), second.codes).enrolment.at == 1


def test_a_deck_with_all_its_codes_begins_with_its_first_card() -> None:
    have = Codes({str(number): thing.tag for number, thing in enumerate(extreme().things)})
    at = Session(extreme(), have)
    assert at.text(beginning(at.enrolment, at.codes)).startswith("112 of 112 have their codes.")
    assert at.enrolment.awaited.tag == "TXK10011E"


@pytest.mark.parametrize("done", ["done", "terminé", command_tag(CommandWord.DONE)])
def test_done_ends_it_and_says_how_far_it_is(done: str) -> None:
    at = Session(extreme())
    assert at.scan("1", done) == "1 of 112 has its code. Enrolling goes on from here another time."
    assert at.closed
    assert at.said == at.text(stopped(at.enrolment, at.codes))


@pytest.mark.parametrize("asked", ["status", command_tag(CommandWord.STATUS)])
def test_status_says_how_many_have_their_codes_and_which_comes_next(asked: str) -> None:
    at = Session(extreme())
    assert at.scan("1", "2", asked) == "2 of 112 have their codes. Now the code of yellow 1, first copy."


@pytest.mark.parametrize("language", LOCALES)
def test_the_word_that_the_prompt_names_is_one_that_works(language: str) -> None:
    at = Session(extreme(), language=language)
    said = at.text(beginning(at.enrolment, at.codes))
    word = {"en": "help", "fr": "aide", "nl": "hulp", "de": "Hilfe", "es": "ayuda"}[language]
    assert word in said
    cards = [Phrases(language).command_card(card)[0] for card in ("PASS", "MISSED", "UNDO", "DONE")]
    assert all(card in at.scan(word) for card in cards)


# Command cards, badges, two sides


def test_command_cards_get_codes_and_then_say_what_they_are() -> None:
    at = Session(of_command_cards("mattel"))
    assert at.scan("1") == "Command card red: taken. Now the code of command card yellow."
    assert at.scan(command_tag(CommandWord.CATCH), "2") == (
        "Command card catch: taken. Now the code of command card pass."
    )
    assert at.bound == {"1": command_tag(CommandWord.RED), "2": command_tag(CommandWord.CATCH)}


def test_the_sticker_of_a_command_card_commands_while_cards_are_enrolled_and_is_a_sticker_among_its_like() -> None:
    codes = Codes({"7": command_tag(CommandWord.PASS)})
    cards, commands = Session(extreme(), codes), Session(of_command_cards("mattel"), codes)
    assert cards.scan("7").startswith("Skipped: red 1, first copy.")
    assert commands.scan("7").startswith("This is the code of command card pass already.")


def test_badges_get_codes() -> None:
    at = Session(of_badges("mattel"))
    at.scan("1", badge_tag(7), "2")
    assert at.bound == {"1": badge_tag(1), "2": badge_tag(7)}
    assert at.scan("red-7") == "Only badges get their codes now. Now the code of badge 8."


@pytest.mark.parametrize("labels", ["mattel", "uk", "own-fr"])
def test_a_code_that_reads_as_a_label_is_refused_by_the_set_that_the_table_has(labels: str) -> None:
    at = Session(of_command_cards(labels))
    assert at.scan("B1").startswith(
        "That reads as the Braille label of blue 1: take another sticker."
        if labels != "uk"
        else "That reads as the Braille label of blue 1 in the set mattel. If the cards have such labels,"
    )
    assert at.bound == {}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("catch", "Command card catch chosen. Now the code of command card catch."),
        ("Forgotten scan", "Command card forgotten scan chosen."),
        ("quoi", "Command card what is this card chosen."),
        ("un", "Command card 1 chosen."),
        ("verbosity", "Command card more or less talk chosen."),
        ("red-7", "Only command cards get their codes now."),
        (badge_tag(2), "Only command cards get their codes now."),
        ("badge 2", "Only command cards get their codes now."),
        ("oui", "Command card yes chosen."),
    ],
)
def test_a_command_cards_word_chooses_it_and_other_words_are_told_apart_from_codes(typed: str, told: str) -> None:
    at = Session(of_command_cards("mattel"))
    assert at.scan(typed).startswith(told)
    assert at.bound == {}


@pytest.mark.parametrize("typed", ["badge 7", "player 7", "Place 7"])
def test_a_badges_word_chooses_it(typed: str) -> None:
    assert Session(of_badges("mattel")).scan(typed) == "Badge 7 chosen. Now the code of badge 7."


@pytest.mark.parametrize("wanted", [of_command_cards("mattel"), of_badges("mattel"), extreme()])
def test_no_word_that_a_card_carries_in_any_language_ever_becomes_a_code(wanted: Enrolment) -> None:
    for language in LOCALES:
        phrases = Phrases(language)
        words = [text for word in CommandWord for text in (word, *phrases.command_card(word))]
        for word in [*words, *(phrases.badge(number) for number in range(1, 11))]:
            at = Session(wanted)
            at.scan(word)
            assert word.isdigit() or at.bound == {}, word


def test_of_a_two_sided_deck_both_sides_get_codes_the_light_ones_first() -> None:
    deck = load_deck("flip")
    at = Session(of_deck(deck, "K1", [*deck.colours], "mattel"))
    at.scan(*map(str, range(deck.total + 1)))
    assert at.bound[str(deck.total)] == deck_cards(deck, "K1", [Side.DARK])[0].tag
    dark = Session(of_deck(deck, "K1", [Side.DARK], "mattel"))
    assert dark.enrolment.key == "flip K1 dark"
    assert len(dark.enrolment.things) == deck.total
