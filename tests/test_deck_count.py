"""A whole deck is scanned once: what is missing, there twice, of another deck, or cannot be told apart."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.enrolled import Codes
from companion.referee.decks import load_deck, read_deck, shelved
from companion.scan_tasks.deck_count import (
    Count,
    KeptError,
    Step,
    beginning,
    go_on,
    hear,
    is_whole,
    kept_text,
    report,
    stopped,
)
from companion.tags import CommandWord, badge_tag, card_tag, command_tag
from companion.voice.lines import Phrase, answer
from companion.voice.phrases import Phrases
from tests.twin_deck import TWINS


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def tags(edition: str = "extreme", serial: str = "K1") -> list[str]:
    deck = load_deck(edition)
    return [card_tag(deck.letter, serial, number) for number in range(1, deck.total + 1)]


def nothing(edition: str = "extreme", labels: str = "mattel", serial: str = "") -> Count:
    return Count(load_deck(edition), labels, serial)


def after(count: Count, *texts: str, codes: Codes | None = None) -> Step:
    """The last of these reads."""
    *before, last = texts
    for text in before:
        count = hear(count, codes or Codes(), text).count
    return hear(count, codes or Codes(), last)


def said(phrase: Phrase, language: str = "en", edition: str = "extreme") -> str:
    return Phrases(language).text(answer(phrase, edition))


def test_a_whole_deck_in_any_order_is_acknowledged_card_by_card_and_closes_by_itself() -> None:
    cards = tags()
    random.Random(7).shuffle(cards)
    first = after(nothing(), cards[0])
    assert (said(first.phrase), first.taken, first.closed) == ("1 card.", True, False)
    last = after(nothing(), *cards)
    assert (said(last.phrase), last.closed, is_whole(last.count)) == ("All 112 cards are there.", True, True)
    assert said(last.phrase, "fr") == "Les 112 cartes sont là."


def test_no_card_is_named_aloud_while_all_is_well() -> None:
    count = nothing()
    for tag in tags()[:-1]:
        step = hear(count, Codes(), tag)
        count = step.count
        assert said(step.phrase).split()[1:] in (["card."], ["cards."])


def test_what_is_missing_is_named() -> None:
    cards = [tag for tag in tags() if tag not in {tags()[0], tags()[48], tags()[49]}]
    step = after(nothing(), *cards, "done")
    assert said(step.phrase) == "109 of 112 cards are there. 3 are missing: red 1, 2 × red 7."
    assert said(step.phrase, "fr") == "109 cartes sur 112 sont là. Il manque 3 cartes\u00a0: 1 rouge, 2 × 7 rouge."
    assert step.closed
    assert not is_whole(step.count)


def test_status_tells_the_same_and_the_check_goes_on() -> None:
    step = after(nothing(), *tags()[1:], command_tag(CommandWord.STATUS))
    assert said(step.phrase) == "111 of 112 cards are there. 1 is missing: red 1."
    assert not step.closed
    assert after(step.count, tags()[0]).closed


def test_a_long_list_is_not_read_aloud() -> None:
    assert said(after(nothing(), tags()[0], "status").phrase) == "1 of 112 cards is there. 111 are missing."


def test_a_card_scanned_twice_is_said_at_once_and_at_the_end() -> None:
    step = after(nothing(), tags()[0], tags()[0].lower())
    assert said(step.phrase) == "Red 1: this code was scanned before."
    assert not step.taken
    whole = after(step.count, *tags()[1:])
    assert said(whole.phrase) == "All 112 cards are there. Scanned more than once: red 1."
    assert not is_whole(whole.count)


def test_a_long_list_of_cards_scanned_twice_is_not_read_aloud() -> None:
    some = [tags()[number] for number in range(0, 60, 2)]
    step = after(nothing(), *some, *some, "done")
    assert "30 were scanned more than once." in said(step.phrase)
    assert "Perhaps" not in said(step.phrase)


def test_two_cards_with_one_code_are_suspected_where_the_other_copy_is_missing() -> None:
    step = after(nothing(), tags()[0], *tags()[2:], tags()[0], "done")
    assert said(step.phrase) == (
        "111 of 112 cards are there. 1 is missing: red 1. Scanned more than once: red 1. "
        "Perhaps two cards have one code: red 1."
    )


def test_a_card_of_another_edition_is_named_at_once_and_at_the_end() -> None:
    stranger = card_tag("C", "K1", 1)
    step = after(nothing(), *tags()[:3], stranger)
    assert said(step.phrase) == "Not of this deck: the card red 0 of classic UNO, K1."
    end = after(step.count, stranger, *tags()[3:])
    assert said(end.phrase) == ("All 112 cards are there. 1 card of another deck: the card red 0 of classic UNO, K1.")


@pytest.mark.parametrize("stray_at", [0, 5])
def test_of_two_decks_of_one_edition_most_cards_say_which_is_meant(stray_at: int) -> None:
    cards = tags()
    cards.insert(stray_at, card_tag("X", "K2", 1))
    step = after(nothing(), *cards, "done")
    assert said(report(step.count)) == (
        "All 112 cards are there. 1 card of another deck: red 1, first copy of UNO Extreme, K2."
    )


def test_the_serial_that_was_named_is_the_deck() -> None:
    step = after(nothing(serial="K2"), card_tag("X", "K1", 1))
    assert said(step.phrase) == "Not of this deck: red 1, first copy of UNO Extreme, K1."


def test_enrolled_codes_count_as_their_cards() -> None:
    codes = Codes({f"sticker {number}": tag for number, tag in enumerate(tags())})
    assert said(after(nothing(), *codes.tags, codes=codes).phrase) == "All 112 cards are there."


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("sticker", "sticker"), "Red 1: this code was scanned before."),
        (("sticker", tags()[0]), "Red 1: this card was scanned before, by another code."),
        ((tags()[0], "sticker"), "Red 1: this card was scanned before, by another code."),
        (("sticker", "second"), "Red 1: this card was scanned before, by another code."),
        (("sticker", tags()[0], tags()[0].lower()), "Red 1: this code was scanned before."),
    ],
)
def test_a_card_once_more_is_told_apart_from_a_code_once_more(texts: tuple[str, ...], told: str) -> None:
    codes = Codes({"sticker": tags()[0], "second": tags()[0]})
    step = after(nothing(), *texts, codes=codes)
    assert said(step.phrase) == told
    assert (step.count.there, step.taken) == (1, False)
    again = go_on(nothing(), codes, kept_text(step.count))
    assert again == step.count, "also after a stop it is known by which code it was"


def test_a_code_that_nobody_knows_is_said_and_offered_to_be_enrolled() -> None:
    """A6-07: an unknown mark can be taught."""
    step = after(nothing(), "4006381333931", "4006381333931")
    assert said(step.phrase) == "No card has the code 4006381333931: it can be enrolled."
    assert said(after(step.count, "done").phrase) == (
        "0 of 112 cards are there. 112 are missing. 1 unknown code: 4006381333931."
    )


def test_braille_labels_count_as_often_as_the_deck_has_the_card() -> None:
    step = after(nothing("braille"), "r7", "⠗⠛", "r7")
    assert said(step.phrase, edition="braille") == "Red 7: more often than the deck has it."
    assert step.count.there == 2
    assert step.count.doubled == [step.count.reads[0].card]


def test_a_deck_with_braille_labels_alone_is_checked_whole() -> None:
    words = [str(card) for card in load_deck("braille").cards]
    assert said(after(nothing("braille"), *words).phrase, edition="braille") == "All 108 cards are there."


def test_a_label_that_several_cards_have_is_said_at_once_and_at_the_end_by_name() -> None:
    """A6-07: marks that mean more than one card are told."""
    with shelved(deck := read_deck(TWINS, "both.toml")):
        step = after(Count(deck, "own-en"), "r7", "wi", "rp2", "rp2")
        assert said(step.phrase, edition="both") == (
            "This label may be red draw two or red hit two: they cannot be told apart."
        )
        assert said(after(step.count, "done").phrase, edition="both") == (
            "2 of 116 cards are there. 114 are missing. "
            "Labels that several cards have: red draw two or red hit two, 2 times."
        )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Not read rightly: scan it again."),
        ("TXK100119", "Not read rightly: scan it again."),
        (command_tag(CommandWord.RED), "That card does nothing here."),
        (badge_tag(1), "That card does nothing here."),
        (card_tag("B", "K1", 109), "This card is not played: put it aside."),
        ("red-draw-two", "Red draw two: UNO Extreme has no such card."),
        ('\'àà-"_&"""ç"&', "The scanner's keyboard layout looks French: set it to serial mode."),
        ("undo", "There is nothing to take back."),
    ],
)
def test_what_is_no_card_of_a_deck_changes_nothing_and_says_why(text: str, told: str) -> None:
    step = after(nothing(), text)
    assert (said(step.phrase), step.count, step.taken) == (told, nothing(), False)


def test_undo_takes_the_last_scan_back() -> None:
    step = after(nothing(), *tags()[:3], command_tag(CommandWord.UNDO))
    assert said(step.phrase) == "The last scan is taken back. 2 cards."
    assert (step.count.there, step.taken) == (2, True)


@pytest.mark.parametrize("last", [card_tag("C", "K1", 1), card_tag("X", "K2", 3), "99", tags()[0], "red-7"])
@pytest.mark.parametrize("before", [True, False])
def test_undo_takes_back_the_last_scan_and_no_other_also_where_it_was_told_once_before(
    last: str, before: bool
) -> None:
    reads = [last, *tags()[:3]] if before else tags()[:3]
    stood = after(nothing(), *reads).count
    step = after(stood, last, "undo")
    assert step.count == stood
    assert step.taken


def test_of_a_two_sided_card_the_light_side_is_scanned() -> None:
    assert (
        said(after(nothing("flip"), card_tag("F", "K1", 1, 2)).phrase) == "That is a dark side: turn the card over."
    )
    step = after(nothing("flip"), *tags("flip"))
    assert said(step.phrase, edition="flip") == "All 112 cards are there."


def test_of_an_own_two_sided_deck_either_side_is_the_card() -> None:
    pairs = ["red-1 / teal-3", "blue-2 / pink-4", "wild / dark-wild"]
    text = f'edition = "ours"\nletter = "U"\nserial = "F1"\nlike = "flip"\ncards = {pairs!r}\ntotal = 3\n'.replace(
        "'", '"'
    )
    with shelved(deck := read_deck(text, "ours.toml")):
        dark, light = card_tag("U", "F1", 1, 2), card_tag("U", "F1", 1)
        step = after(Count(deck, "mattel"), dark, light)
        assert said(step.phrase, edition="ours") == "Red 1: this card was scanned before, by another code."
        assert after(step.count, card_tag("U", "F1", 2, 2), card_tag("U", "F1", 3)).closed


def test_the_beginning_says_what_to_do_and_what_is_kept() -> None:
    assert said(beginning(nothing())) == ("Scan all 112 cards of UNO Extreme once, in any order, then done.")
    kept = after(nothing(), *tags()[:3]).count
    assert said(beginning(kept)) == "3 cards. Scan all 112 cards of UNO Extreme once, in any order, then done."
    stranger = after(nothing(), card_tag("C", "K1", 1)).count
    assert said(beginning(stranger)).startswith("0 cards. Scan all")


# What is kept


_SOME = st.lists(
    st.sampled_from([*tags()[:6], card_tag("C", "K1", 1), card_tag("X", "K2", 3), "99", "r5", "wi", "red-7"])
)


@given(_SOME)
def test_whatever_was_scanned_is_gone_on_with(texts: list[str]) -> None:
    count = nothing()
    for text in texts:
        count = hear(count, Codes(), text).count
    assert go_on(nothing(), Codes(), kept_text(count)) == count


@given(_SOME)
def test_whoever_asks_hears_one_number_of_cards_whatever_else_was_scanned(texts: list[str]) -> None:
    """After a stop, at the next start, in the report and after a scan that is taken back."""
    count = nothing()
    for text in texts:
        count = hear(count, Codes(), text).count
    resumed = go_on(nothing(), Codes(), kept_text(count))
    told = [stopped(count), report(resumed), hear(resumed, Codes(), "status").phrase]
    if texts:
        told += [beginning(resumed), hear(hear(resumed, Codes(), "99").count, Codes(), "undo").phrase]
    numbers = [re.findall(r"\d+", said(phrase).removeprefix("The last scan is taken back. "))[0] for phrase in told]
    assert set(numbers) == {str(count.there)}


@given(_SOME)
def test_there_missing_and_doubled_always_add_up(texts: list[str]) -> None:
    count = nothing()
    for text in texts:
        count = hear(count, Codes(), text).count
    assert count.there + len(count.missing) == count.deck.total
    cards = sum(read.card is not None for read in count.reads)
    strays = sum(read.card is not None and read.tag is not None and read.tag[2:4] != count.agreed_serial
                 for read in count.reads)  # fmt: skip
    assert cards == count.there + len(count.doubled) + strays


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("", "it is not what an earlier check kept; delete it"),
        ("[]", "it is not what"),
        ("[" * 100_000, "it is not what"),
        ('{"deck": "extreme", "serial": ""}', "it is not what"),
        ('{"deck": "flip", "serial": "", "reads": []}', "it was begun with flip"),
    ],
)
def test_what_was_kept_and_is_damaged_is_told(kept: str, told: str) -> None:
    with pytest.raises(KeptError, match=told):
        go_on(nothing(), Codes(), kept)
