"""What is printed around labels, and on the key that tells what Braille labels mean."""

from __future__ import annotations

from companion.referee.cards import Colour
from companion.voice.lines import EditionName, Phrase, say


def print_note(sheet: int, sheets: int) -> Phrase:
    """Beside the line on every sheet, which is measured with a ruler."""
    return say("Sheet {sheet} of {sheets}. Printed at 100 %, this line is 50 mm long.", sheet=sheet, sheets=sheets)


def command_cards() -> Phrase:
    """What the labels on a sheet are for."""
    return say("Command cards.")


def badges() -> Phrase:
    return say("Players' badges.")


def key_heading(edition: str) -> Phrase:
    """Above the key to the labels of a deck."""
    return say("Key to the labels: {edition}.", edition=EditionName(edition))


def colours_come_first() -> Phrase:
    return say("The colour comes before everything else:")


def numbers_are_letters() -> Phrase:
    """Before a label with a number on it, as an example."""
    return say("Numbers are the letters a to j, without a sign: a is 1, i is 9, j is 0. An example:")


def action_cards(colour: Colour) -> Phrase:
    """Before the labels of the action cards in one colour."""
    return say("Action cards, here in {colour}:", colour=colour)


def wild_cards() -> Phrase:
    return say("Wild cards:")


def experimental_labels() -> Phrase:
    """Where no reader has tried a set's labels yet."""
    return say("These labels are an experiment; readers have not tried them yet.")
