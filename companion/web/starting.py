"""Starting a game from the page: who plays, who deals, and the options in plain words (``rules.md`` section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee import commands as cmd
from companion.referee.decks import editions, load_deck
from companion.referee.notation_words import NotationError, quote, unquote_name
from companion.referee.options import OPTIONS, UnknownOptionError, parse_options
from companion.web.forms import FormError
from companion.web.language import Words


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its words and those of its values; without values it takes a number from ``low`` to ``high``."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0


def choices(words: Words) -> list[Choice]:
    """Every option of the start page, in the order it shows them."""
    _ = words.gettext
    yes_no = (("on", _("yes")), ("off", _("no")))
    return [
        Choice(
            "match_mode",
            _("The game is won by"),
            (
                ("winner-takes", _("points: the winner of a round scores the other hands")),
                ("lowest", _("fewest points, each scoring the own hand")),
                ("hands-won", _("rounds won")),
                ("single-round", _("one round")),
                ("elimination", _("staying in: who reaches the target is out")),
            ),
        ),
        Choice("target", _("Target (points, or rounds won)"), low=1, high=100_000),
        Choice("hand_size", _("Cards dealt to each player"), low=1, high=20),
        Choice(
            "first_card",
            _("An action card turned up first"),
            (("apply", _("counts")), ("redraw", _("goes back, another is turned up"))),
        ),
        Choice("may_decline", _("A player who could play may press instead"), yes_no),
        Choice(
            "two_player_reverse",
            _("With two players a reverse"),
            (("play-again", _("gives another turn")), ("no-effect", _("only turns the direction"))),
        ),
        Choice("uno_penalty", _("Presses for a missed UNO"), low=0, high=10),
        Choice(
            "uno_window",
            _("A missed UNO can be caught"),
            (("next-turn", _("until another player acts")), ("any-time", _("for as long as one card is left"))),
        ),
        Choice(
            "extreme_hit_presser",
            _("After an extreme hit the button is pressed by"),
            (("player", _("who played the card")), ("target", _("who is hit"))),
        ),
        Choice(
            "extreme_hit_next",
            _("After an extreme hit play goes to"),
            (("next", _("the next player")), ("second", _("the one after the next"))),
        ),
        Choice(
            "discard_all",
            _("A discard all takes"),
            (("all", _("every card of the colour")), ("some", _("the cards its player wants"))),
        ),
        Choice("last_card_draws", _("What a last card demands is still pressed"), yes_no),
    ]


def edition_names(words: Words) -> list[tuple[str, str]]:
    """The editions that can be played, with their names."""
    _ = words.gettext
    known = {
        "classic": _("classic UNO"),
        "classic-112": _("classic UNO, 112 cards"),
        "braille": _("Braille UNO"),
        "extreme": _("UNO Extreme"),
        "attack": _("UNO Attack, 1998 deck"),
        "flip": _("UNO Flip"),
        "h2o": _("UNO H2O"),
    }
    return [(edition, known.get(edition, edition)) for edition in editions()]


def new_game(fields: Mapping[str, str], words: Words) -> cmd.NewGame:
    """The ``game`` statement of the start page's fields. Raises FormError."""
    _ = words.gettext
    edition = fields.get("edition", "")
    if edition not in editions():
        raise FormError(_("Choose an edition."))
    players = tuple(_name(part) for part in fields.get("players", "").replace(",", "\n").splitlines() if part.strip())
    if not players:
        raise FormError(_("Write who plays, one name a line."))
    dealer = fields.get("dealer", "").strip()
    options = {name: fields[name].strip() for name in OPTIONS if fields.get(name, "").strip()}
    try:
        parse_options(load_deck(edition), options)
    except UnknownOptionError as error:
        raise FormError(str(error)) from error
    return cmd.NewGame(edition, players, _name(dealer) if dealer else None, options)


def _name(text: str) -> str:
    try:
        return unquote_name(quote(text.strip()))
    except NotationError as error:
        raise FormError(str(error)) from error
