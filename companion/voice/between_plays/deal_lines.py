"""What is said while hands are dealt, by hand or by the dispenser, until the first card lies open."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deal import Progress
from companion.referee.state import State
from companion.voice.between_plays.announcements import turn_to
from companion.voice.game.draw_lines import came
from companion.voice.game.prompts import number_wanted, prompt, shuffle_and_deal
from companion.voice.game.undone_lines import number_taken_back
from companion.voice.lines import Line, Phrase, Verbosity, answer, asked, awaited, count, followed, line, say
from companion.voice.utterance import Priority


def hand_deal(state: State, verbosity: Verbosity, *, offered: bool) -> list[Line]:
    """A round begins: how hands are dealt, and whether the dispenser could do it."""
    offer = say("Or scan YES, and the dispenser deals.") if offered else None
    if verbosity is Verbosity.BRIEF:
        return [awaited(followed(_first_card(), offer), state.edition)]
    return [awaited(followed(shuffle_and_deal(state), _first_card(), offer), state.edition)]


def begun() -> list[Line]:
    """The dispenser deals: for that it needs all the cards."""
    said = say("The dispenser deals: shuffle, put all the cards in and close the lid.")
    return [line(said, Priority.ACTION, key="deal")]


def goes_on() -> list[Line]:
    """After a restart, or a change of mind, the deal goes on where it stood."""
    return [line(say("The deal goes on."), Priority.ACTION, key="deal")]


def status(deal: Progress) -> Line:
    """Where are we, in the midst of a deal: what it waits for."""
    return answer(followed(say("The dispenser deals."), _step(deal)))


def step(deal: Progress) -> list[Line]:
    """What the deal waits for: a press for whose cards, a number, a card to be turned up."""
    if deal.in_doubt:
        return [asked(_step(deal))]
    return [awaited(_step(deal), "")]


def interrupted(deal: Progress) -> list[Line]:
    """The power went in the midst of a hand: nobody but the table knows how many cards are out."""
    return [asked(followed(say("The deal was interrupted."), _step(deal)))]


def number_undone(deal: Progress) -> list[Line]:
    """The number of a hand was settled, and taken back: its cards are out, so the table is asked again."""
    return number_taken_back(deal.player or "", _step(deal))


def not_yet(deal: Progress) -> Line:
    """Something is wanted while cards are on their way: what is told before it can be done."""
    return answer(_step(deal))


def _step(deal: Progress) -> Phrase:
    if deal.coming:
        return say("One moment, cards are coming.")
    if deal.player is None and deal.counted:
        return say("Turn that card up and scan it.")
    if deal.player is None:
        return say("All hands are dealt. Press once more, turn that card up and scan it.")
    if deal.in_doubt:
        return number_wanted(deal.player, deal.counted)
    # In one line with the press: whatever else is dropped or overtaken, no cards go to the wrong player.
    return followed(turn_to(deal.player), _press(deal, deal.player)) if deal.turn else _press(deal, deal.player)


def _press(deal: Progress, player: str) -> Phrase:
    if deal.counted:
        return count(
            "Press again: {n} more card for {player}.",
            "Press again: {n} more cards for {player}.",
            deal.of - deal.counted,
            player=player,
        )
    return count(
        "Press the button: {n} card for {player}.",
        "Press the button: {n} cards for {player}.",
        deal.of,
        player=player,
    )


def dealt(player: str, cards: int) -> list[Line]:
    """A hand is complete."""
    return [line(came(player, cards), Priority.ACTION)]


def too_many(player: str, surplus: int) -> list[Line]:
    """More cards came out than the hand is to have: nobody has looked at them yet."""
    said = count(
        "{n} card too many for {player}: put it back into the dispenser.",
        "{n} cards too many for {player}: put them back into the dispenser.",
        surplus,
        player=player,
    )
    return [line(said, Priority.URGENT, key="too-many")]


def one_more(player: str | None) -> list[Line]:
    """A card was pulled from the gate after the motor had stopped: it counts."""
    said = say("One more card came.") if player is None else say("One more card for {player}.", player=player)
    return [line(said, Priority.ACTION)]


def put_back() -> list[Line]:
    """A second card came where one was to be turned up."""
    return [line(say("One card too many: put it back into the dispenser."), Priority.URGENT, key="too-many")]


def only_one() -> list[Line]:
    """The gate cannot vouch for it that one card came where one was to be turned up: the table sees how many."""
    said = say("One card is to be turned up: if more came, put the others back into the dispenser.")
    return [line(said, Priority.URGENT, key="too-many")]


def by_hand(state: State, lacking: Mapping[str, int] | None) -> list[Line]:
    """The table deals itself: from the beginning, or the rest, where it is known who lacks how many."""
    if lacking is None:
        how = count("Deal {n} card each.", "Deal {n} cards each.", state.options.hand_size)
    elif lacking:
        how = followed(say("The dispenser deals no more: deal the rest by hand."), *_lacking(lacking))
    else:
        how = say("The dispenser deals no more.")
    return [awaited(followed(how, _first_card()), state.edition)]


def lack(lacking: Mapping[str, int]) -> list[Line]:
    """The first card lies before every hand was complete: the table deals what is missing."""
    return [line(followed(*_lacking(lacking), say("Deal them by hand.")), Priority.URGENT, key="lacking")]


def left_to_hands(lacking: Mapping[str, int]) -> list[Line]:
    """Where are we, after the dispenser was stopped in the midst of a deal: who lacks how many."""
    return [answer(followed(*_lacking(lacking)))] if lacking else []


def _lacking(lacking: Mapping[str, int]) -> list[Phrase]:
    return [
        count("{player} lacks {n} card.", "{player} lacks {n} cards.", cards, player=player)
        for player, cards in lacking.items()
    ]


def fill(state: State, verbosity: Verbosity) -> list[Line]:
    """A hand deal is over: what is left belongs into the dispenser, before whoever begins."""
    said = say("Put all the other cards into the dispenser and close the lid.")
    return [awaited(followed(said, prompt(state, verbosity)), state.edition)]


def filled(state: State, verbosity: Verbosity) -> list[Line]:
    """The dispenser has its cards, and the lid is closed: who begins."""
    return [awaited(followed(say("Ready."), prompt(state, verbosity)), state.edition)]


def _first_card() -> Phrase:
    return say("Turn up the first card and scan it.")
