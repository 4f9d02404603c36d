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


def notch_heading() -> Phrase:
    """What the sheet is that shows where labels go."""
    return say("Where the label and the notch go.")


def strip_stays_free() -> Phrase:
    """On the strip of a card that the dispenser's roller runs on."""
    return say("The dispenser runs here: leave it free.")


def label_goes_here() -> Phrase:
    return say("Label")


def notch_steps() -> tuple[Phrase, ...]:
    """How the sheet is used, step by step."""
    return (
        say("Glue the sheet on cardboard; cut out the cards, their notches and the places for labels."),
        say("Lay one on a card, face up. Stick the label through its place."),
        say("Cut the notch with scissors; it is in the right edge, near the top."),
        say("A thumb on the notch at the upper right: so the card goes under the scanner."),
        say("Do the same with every card, or nobody can tell by the notch."),
    )


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
