"""The dispenser's deal on the page, in words."""

from __future__ import annotations

from companion.deal import Progress
from companion.web.language import Words


def now_dealing(deal: Progress, words: Words) -> str:
    """One line: whose cards come, and how many have come."""
    _ = words.gettext
    if deal.player is None:
        return _("Now: turn up the first card")
    return _("Now: %(player)s’s cards, %(counted)d of %(of)d") % {
        "player": words.called(deal.player),
        "counted": deal.counted,
        "of": deal.of,
    }


def what_to_do(deal: Progress | None, words: Words) -> str:
    """What the deal waits for; empty without one."""
    _ = words.gettext
    if deal is None:
        return ""
    who = {"player": words.called(deal.player or ""), "n": deal.counted}
    if deal.in_doubt:
        return (
            words.ngettext(
                "%(n)d card was counted for %(player)s, which may be wrong. How many does %(player)s have?",
                "%(n)d cards were counted for %(player)s, which may be wrong. How many does %(player)s have?",
                deal.counted,
            )
            % who
        )
    if deal.player is not None:
        return _("The dispenser deals: press its button for %(player)s’s cards.") % who
    if deal.counted:
        return _("All hands are dealt. Turn up the card that came, and show it.")
    return _("All hands are dealt. Press the button once more and turn that card up.")
