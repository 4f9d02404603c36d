"""What is said while a game is set up by cards: who sits where, what is played, who deals, what is next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.options import resolve_preset
from companion.set_up import FEWEST_BADGES, SetUpNote, Step
from companion.voice.lines import (
    EditionName,
    Line,
    Phrase,
    Verbosity,
    answer,
    awaited,
    followed,
    happened,
    question,
    say,
    together,
)


def set_up(note: SetUpNote, verbosity: Verbosity) -> list[Line]:
    """What one card did, and unless it is to be brief what may follow."""
    done = together(_done(note))
    match note.step:
        case Step.STANDS if done is not None:
            return [answer(followed(done, next_step(note)))]
        case Step.ASKS if done is not None:
            return [question(done, "set-up")]
    told = [] if done is None else [happened(done, "")]
    tells_next = note.step not in {Step.GOES_ON, Step.SEATED_BEFORE} and not note.tied
    return [*told, awaited(next_step(note), "")] if tells_next and verbosity is not Verbosity.BRIEF else told


def goes_on(note: SetUpNote) -> list[Line]:
    """The game was taken back, and is being set up again."""
    done = together(_done(note))
    return [*([] if done is None else [happened(done, "")]), awaited(next_step(note), "")]


def _done(note: SetUpNote) -> Iterator[Phrase]:  # noqa: C901 - one case a step
    player, number = note.player or "", note.number or 0
    match note.step:
        case Step.SEATED:
            yield say("{player}: seat {n}.", player=player, n=number)
        case Step.SEATED_BEFORE if note.drawing and player in note.drawers:
            yield say("{player}, scan the card you drew.", player=player)
        case Step.SEATED_BEFORE if note.dealer is None and not note.drawing:
            yield say("{player} has seat {n}. A card scanned now is drawn for the deal.", player=player, n=number)
        case Step.SEATED_BEFORE:
            yield say("{player} has seat {n} already.", player=player, n=number)
        case Step.AGREED:
            yield _game(note.agreement)
        case Step.DREW:
            yield from _draw(note)
        case Step.TAKEN_BACK if note.player is not None:
            yield say("Taken back: the badge of {player}.", player=player)
        case Step.TAKEN_BACK:
            yield say("Taken back.")
            yield from _standing(note)
        case Step.ASKS:
            yield say("A game is being played. YES sets it aside for a new one, NO goes on with it.")
        case Step.OPENED:
            yield say("A new game.")
        case Step.GOES_ON:
            yield say("No new game: the old one goes on.")
        case Step.STANDS:
            yield say("A game is being set up.")
            yield from _standing(note)


def _standing(note: SetUpNote) -> Iterator[Phrase]:
    yield _game(note.agreement)
    if note.players:
        yield say("Seats: {players}.", players=note.players)
    if note.dealer is not None:
        yield say("{player} deals.", player=note.dealer)


def _draw(note: SetUpNote) -> Iterator[Phrase]:
    if note.first_draw:
        yield say("The highest number deals.")
    yield say("{player} draws: {n}.", player=note.player or "", n=note.number or 0)
    if note.tied:
        yield say("A tie: {players} draw again.", players=note.drawers)
    elif note.dealer is not None:
        yield say("{player} deals. The drawn cards go back: shuffle.", player=note.dealer)


def next_step(note: SetUpNote) -> Phrase:
    """What is to be scanned next."""
    missing = FEWEST_BADGES - len(note.players)
    if missing > 0:
        return badges_missing(len(note.players))
    if note.drawers:
        return say("Still to draw, badge first: {players}.", players=note.drawers)
    if note.dealer is not None:
        return say("START begins.")
    return say("More badges, a drawn card for the deal, or START.")


def badges_missing(number: int) -> Phrase:
    """Too few badges for a game."""
    if number == 0:
        return say("Scan the players' badges in seat order, at least two.")
    return say("Scan the next player's badge.")


def _game(agreement: str) -> Phrase:
    edition, options = resolve_preset(agreement, {})
    name = EditionName(edition)
    return say("{edition}, one round only.", edition=name) if options else say("Game: {edition}.", edition=name)


def not_yet(awaited: str, player: str | None, number: int) -> Phrase | None:
    """Why a card cannot have its effect while a game is set up; None where that is not the reason."""
    match awaited:
        case "badges" if number:
            return say("Not now: one badge is too few. Scan the next player's badge.")
        case "badges":
            return say("Not now: no badge was scanned. Scan the players' badges in seat order, at least two.")
        case "start":
            return say("Not now: a game is being set up. Scan more badges, or START; UNDO takes the last one back.")
        case "badge":
            return say("First the badge of the player.")
        case "draws" if player is not None:
            return say("Not yet: {player} still has to draw for the deal.", player=player)
        case "drawn" if player is not None:
            return say("{player} has drawn already.", player=player)
    return None
