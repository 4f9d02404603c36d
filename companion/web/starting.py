"""Starting a game from the page: who plays, who deals, by which edition or preset, and what was agreed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee import commands as cmd
from companion.referee.decks import editions, load_deck, own_decks
from companion.referee.notation_words import NotationError, quote, unquote_name
from companion.referee.options import OPTIONS, PRESETS, UnknownOptionError, parse_options, resolve_preset
from companion.web.forms import FormError
from companion.web.language import Words
from companion.web.unreadable import in_words


def games_to_play(words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """What can be played, in groups of ``(value, name)``: the editions as printed, the presets, the own decks."""
    _ = words.gettext
    known = {
        "classic": _("classic UNO"),
        "classic-112": _("classic UNO, 112 cards"),
        "braille": _("Braille UNO"),
        "extreme": _("UNO Extreme"),
        "attack": _("UNO Attack, 1998 deck"),
        "flip": _("UNO Flip"),
        "h2o": _("UNO H2O"),
        "classic-2022": _("classic UNO by the sheet of 2022: the first card is a number"),
        "family": _("classic UNO, a single round"),
        "h2o-classic": _("UNO H2O by the classic rules, for points"),
    }
    groups = [
        (_("Editions"), [(name, known.get(name, name)) for name in editions()]),
        (_("Ready-made agreements"), [(name, known.get(name, name)) for name in PRESETS]),
        (_("Own decks"), [(deck.edition, deck.edition) for deck in own_decks()]),
    ]
    return [(heading, games) for heading, games in groups if games]


def new_game(fields: Mapping[str, str], words: Words) -> cmd.NewGame:
    """The ``game`` statement of the start page's fields. Raises FormError."""
    _ = words.gettext
    chosen = fields.get("edition", "")
    if chosen not in {*editions(), *PRESETS, *(deck.edition for deck in own_decks())}:
        raise FormError(_("Choose an edition."))
    players = tuple(
        _name(part, words) for part in fields.get("players", "").replace(",", "\n").splitlines() if part.strip()
    )
    if not players:
        raise FormError(_("Write who plays, one name a line."))
    dealer = fields.get("dealer", "").strip()
    options = _options(fields)
    edition, written = resolve_preset(chosen, options)
    try:
        parse_options(load_deck(edition), written)
    except UnknownOptionError as error:
        raise FormError(in_words(error, words)) from error
    return cmd.NewGame(chosen, players, _name(dealer, words) if dealer else None, options)


def _options(fields: Mapping[str, str]) -> dict[str, str]:
    """The options that were filled in; several lines are the parts of one text."""
    lines = {name: [line.strip() for line in fields.get(name, "").splitlines() if line.strip()] for name in OPTIONS}
    return {name: "|".join(parts) for name, parts in lines.items() if parts}


def _name(called: str, words: Words) -> str:
    try:
        return unquote_name(quote(words.player(called.strip())))
    except NotationError as error:
        raise FormError(in_words(error, words)) from error
