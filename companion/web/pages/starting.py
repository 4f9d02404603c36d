"""Starting a game from the page: who plays, who deals, by which edition or preset, and what was agreed."""

from __future__ import annotations

from companion.referee import commands as cmd
from companion.referee.decks import editions, own_decks
from companion.referee.notation_words import NotationError, quote, unquote_name
from companion.referee.options import OPTIONS, PRESETS, UnknownOptionError, resolve_preset
from companion.referee.state import Agreement, folded
from companion.web.language import Words
from companion.web.pages.draft import FEWEST, MOST, Draft
from companion.web.unreadable import unusable_name
from companion.web.views.option_words import Choice, option_groups


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


def faults(draft: Draft, words: Words) -> dict[str, str]:
    """What cannot be used as it was typed: a sentence by the field's id, in the order of the page."""
    _ = words.gettext
    found = _names(draft, words)
    seated = draft.seated()
    if not FEWEST <= len(seated) <= MOST:
        found["players"] = _("2 to 10 people play: write a name in a row for each.")
    if draft.dealer is not None and not draft.name(draft.dealer):
        found[f"player-{draft.dealer}"] = _("Write the name of who deals, or mark another.")
    if not _is_known(draft.edition):
        found["edition"] = _("Choose an edition.")
    for group in option_groups(words):
        found |= {
            f"option-{choice.name}": told for choice in group.choices if (told := _fault_of(choice, draft, words))
        }
    if not found:
        options = _table_of(draft).options
        if len(seated) * options.hand_size >= _table_of(draft).deck.total:
            found["option-hand_size"] = _("The deck has too few cards for that: write a smaller number.")
    return found


def game_of(draft: Draft, words: Words) -> cmd.NewGame:
    """The ``game`` statement of a draft without faults."""
    players = [_name(draft, row, words) for row in draft.seated()]
    dealer = None if draft.dealer is None else _name(draft, draft.dealer, words)
    return cmd.NewGame(draft.edition, tuple(players), dealer, _options(draft))


def _names(draft: Draft, words: Words) -> dict[str, str]:
    _ = words.gettext
    found: dict[str, str] = {}
    before: set[str] = set()
    for row in draft.seated():
        try:
            name = folded(_name(draft, row, words))
        except NotationError:
            found[f"player-{row}"] = unusable_name(draft.name(row), words)
            continue
        if name in before:
            found[f"player-{row}"] = _("This name is there already: write another, to tell the two apart.")
        before.add(name)
    return found


def _fault_of(choice: Choice, draft: Draft, words: Words) -> str | None:
    written = _options(draft).get(choice.name)
    try:
        if written is not None:
            OPTIONS[choice.name](choice.name, written)
    except UnknownOptionError:
        if choice.lines:
            return words.gettext("Write one to three texts, one a line, of 80 signs at most.")
        if choice.values:
            return words.gettext("Choose one of these.")
        return words.gettext("Write a whole number from %(low)d to %(high)d.") % {
            "low": choice.low,
            "high": choice.high,
        }
    return None


def _table_of(draft: Draft) -> Agreement:
    edition, written = resolve_preset(draft.edition, _options(draft))
    return Agreement(edition, options_written=tuple(written.items()))


def _is_known(edition: str) -> bool:
    return edition in {*editions(), *PRESETS, *(deck.edition for deck in own_decks())}


def _options(draft: Draft) -> dict[str, str]:
    """The options that were filled in; several lines are the parts of one text."""
    lines = {
        name: [line.strip() for line in text.splitlines() if line.strip()] for name, text in draft.agreed.items()
    }
    return {name: "|".join(parts) for name, parts in lines.items() if parts}


def _name(draft: Draft, row: int, words: Words) -> str:
    return unquote_name(quote(words.player(draft.name(row))))
