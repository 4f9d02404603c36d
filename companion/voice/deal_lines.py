"""What is said while hands are dealt, by hand or by the dispenser, until the first card lies open."""

from __future__ import annotations

from companion.referee.state import State
from companion.voice.draw_lines import came
from companion.voice.lines import Line, Phrase, Verbosity, awaited, count, followed, line, say
from companion.voice.prompts import number_wanted, prompt
from companion.voice.utterance import Priority


def hand_deal(state: State, verbosity: Verbosity, *, offered: bool) -> list[Line]:
    """A round begins: how hands are dealt, and whether the dispenser could do it."""
    offer = say("Or scan YES, and the dispenser deals.") if offered else None
    if verbosity is Verbosity.BRIEF:
        return [awaited(followed(_first_card(), offer), state.edition)]
    shuffle = count("Shuffle. {n} card each.", "Shuffle. {n} cards each.", state.options.hand_size)
    return [awaited(followed(shuffle, _first_card(), offer), state.edition)]


def begun() -> list[Line]:
    """The dispenser deals: for that it needs all the cards."""
    said = say("The dispenser deals: shuffle, put all the cards in and close the lid.")
    return [line(said, Priority.ACTION, key="deal")]


def goes_on() -> list[Line]:
    """After a restart, or a change of mind, the deal goes on where it stood."""
    return [line(say("The deal goes on."), Priority.ACTION, key="deal")]


def press_for(player: str, missing: int, *, again: bool) -> list[Line]:
    """Whose cards come next; ``again``: it has some of them already."""
    if again:
        said = count(
            "Press again: {n} more card for {player}.",
            "Press again: {n} more cards for {player}.",
            missing,
            player=player,
        )
    else:
        said = count(
            "Press the button: {n} card for {player}.",
            "Press the button: {n} cards for {player}.",
            missing,
            player=player,
        )
    return [awaited(said, "")]


def dealt(player: str, cards: int) -> list[Line]:
    """A hand is complete."""
    return [line(came(player, cards), Priority.ACTION)]


def press_for_first_card() -> list[Line]:
    """Every hand is complete: one more card comes, to be turned up."""
    return [awaited(say("All hands are dealt. Press once more, turn that card up and scan it."), "")]


def first_card_came() -> list[Line]:
    """The card to be turned up lies on the table."""
    return [awaited(say("Turn that card up and scan it."), "")]


def how_many(player: str, counted: int, *, interrupted: bool = False) -> list[Line]:
    """Nobody but the table knows how many cards a player has got; ``interrupted``: the power went meanwhile."""
    wanted = number_wanted(player, counted)
    said = followed(say("The deal was interrupted."), wanted) if interrupted else wanted
    return [line(said, Priority.URGENT, key="interrupted")]


def too_many(player: str, surplus: int) -> list[Line]:
    """More cards came out than the hand is to have: nobody has looked at them yet."""
    said = count(
        "{n} card too many for {player}: put it back into the dispenser.",
        "{n} cards too many for {player}: put them back into the dispenser.",
        surplus,
        player=player,
    )
    return [line(said, Priority.URGENT, key="too-many")]


def by_hand(state: State, *, begun: bool) -> list[Line]:
    """The table deals itself: from the beginning, or the rest."""
    if begun:
        how = say("The dispenser deals no more: deal the rest by hand.")
    else:
        how = count("Deal {n} card each.", "Deal {n} cards each.", state.options.hand_size)
    return [awaited(followed(how, _first_card()), state.edition)]


def fill(state: State, verbosity: Verbosity) -> list[Line]:
    """A hand deal is over: what is left belongs into the dispenser, before whoever begins."""
    said = say("Put all the other cards into the dispenser and close the lid.")
    return [awaited(followed(said, prompt(state, verbosity)), state.edition)]


def filled(state: State, verbosity: Verbosity) -> list[Line]:
    """The dispenser has its cards, and the lid is closed: who begins."""
    return [awaited(followed(say("Ready."), prompt(state, verbosity)), state.edition)]


def _first_card() -> Phrase:
    return say("Turn up the first card and scan it.")
