"""Answers to scans that are no statements: whose badge it was, what must follow it, digits, what a card is."""

from __future__ import annotations

from dataclasses import replace

from companion.answers import Asks, Begun, CardNamed, Ended, HandSoFar, Named
from companion.voice.lines import Line, Phrase, PrintedWord, answer, count, followed, line, say, together
from companion.voice.utterance import Priority

_TURN_OVER = say("That side is turned away: turn the card over.")


def badge(player: str) -> list[Line]:
    """Whose badge it was: the next scan, or push of the button, is that player's."""
    return [_at_once(say("Badge: {player}.", player=player))]


def digits(so_far: str, *, back: bool = False) -> list[Line]:
    """The number as it stands; DONE ends it. ``back``: its last digit was taken back."""
    number = _number(so_far)
    return [_at_once(followed(say("Taken back."), number) if back else number)]


def _number(so_far: str) -> Phrase:
    return say("Number: {digits}.", digits=so_far)


def hand_so_far(note: HandSoFar, player: str) -> list[Line]:
    """One card more of a hand that is shown, or one less, or one that was shown before: how many they are."""
    if note.back:
        return [_at_once(followed(say("Taken back."), _shown(player, note.cards)))]
    if note.goes_on:
        return [_at_once(followed(_shown(player, note.cards), say("Scan the other cards, then DONE.")))]
    so_far = count("{n} card.", "{n} cards.", note.cards)
    return [_at_once(followed(say("Shown already."), so_far) if note.again else so_far)]


def _shown(player: str, cards: int) -> Phrase:
    return count("{player}: {n} card.", "{player}: {n} cards.", cards, player=player)


def begun(note: Begun) -> list[Line]:
    """What cards have begun and waits for more: hands by their cards, a number, a command."""
    told = [_so_far(player, cards) if cards else _asked(Asks.HAND, player) for player, cards in note.hands]
    if note.digits:
        told.append(_number(note.digits))
    if note.asks is not None:
        told.append(_asked(note.asks, note.player))
    said = together(told)
    return [] if said is None else [_at_once(said)]


def _so_far(player: str, cards: int) -> Phrase:
    return count("{player}: {n} card so far.", "{player}: {n} cards so far.", cards, player=player)


def ended(note: Ended) -> Line:
    """What cards had begun has ended without its effect."""
    return replace(answer(_ended(note)), key="ended")


def _ended(note: Ended) -> Phrase:
    match note.asks:
        case Asks.ACCUSED:
            return say("The catch ends: nobody is caught.")
        case Asks.HAND:
            return say("The hand of {player} is not counted for now.", player=note.player or "")
        case Asks.WHOSE_HAND:
            return say("No hand is counted for now.")
        case Asks.WHOSE_PHONES:
            return say("No phone is made a host.")
        case Asks.CARD_TO_NAME:
            return say("The question for a card ends: none is named.")
        case Asks.LEAVE_AGAIN:
            return say("Nobody leaves the table.")
    return say("The number {digits} is dropped.", digits=note.digits)


def asks(what: Asks, player: str | None) -> list[Line]:
    """What must be scanned next."""
    return [_at_once(_asked(what, player))]


def _asked(what: Asks, player: str | None) -> Phrase:
    match what:
        case Asks.ACCUSED:
            said = say("{player} catches. Now the badge of the player who did not say UNO.", player=player or "")
        case Asks.HAND:
            said = say("{player}: scan the cards, or the points in digits, then DONE.", player=player or "")
        case Asks.WHOSE_HAND:
            said = say("Whose hand? Scan the badge.")
        case Asks.WHOSE_PHONES:
            said = say("Whose phone hosts? Scan the badge.")
        case Asks.CARD_TO_NAME:
            said = say("Scan the card that you want to know: it is not played.")
        case Asks.LEAVE_AGAIN:
            said = say(
                "Badge: {player}. To leave the game, now scan {leave}.",
                player=player or "",
                leave=PrintedWord("LEAVE"),
            )
        case Asks.OTHER_HAND:
            said = say("{player} has nothing more to count: scan another badge.", player=player or "")
    return said


def hosts(player: str, phones: int) -> list[Line]:
    """The phones of a seat host from now on, if there are any."""
    if not phones:
        said = say("No phone has joined as {player}: join first, then scan HOST and the badge.", player=player)
    else:
        said = count("{player}: {n} phone hosts now.", "{player}: {n} phones host now.", phones, player=player)
    return [_at_once(said)]


def card_named(note: CardNamed, *, headphones: bool) -> list[Line]:
    """What is said aloud about a card that somebody wants to know: its name only where all can see it."""
    match note.how:
        case Named.ALOUD:
            return [answer(say("{card:capital}, on the discard.", card=note.card), note.edition)]
        case Named.NOT_THIS_SIDE:
            return [answer(_TURN_OVER)]
        case Named.PRIVATELY if headphones:
            return []
    said = say("Not aloud: it may be in a hand. For headphones, name their output as private_device in the settings.")
    return [answer(said)]


def in_private(note: CardNamed | None) -> list[Line]:
    """What a card is, for one pair of ears; None where it was no card."""
    if note is None:
        return [_at_once(say("Unknown label."))]
    if note.how is Named.NOT_THIS_SIDE:
        return [_at_once(_TURN_OVER)]
    return [replace(_at_once(say("{card:capital}.", card=note.card)), edition=note.edition)]


def headphones_silent() -> list[Line]:
    """What was to be named in private cannot be heard."""
    said = say("The headphones cannot be heard: check that they are plugged in.")
    return [line(said, Priority.URGENT, key="private")]


def _at_once(phrase: Phrase) -> Line:
    return replace(answer(phrase), key="scan")
