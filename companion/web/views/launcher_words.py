"""Every profile of ours in plain words, for the page; a table's own profile speaks for itself."""

from __future__ import annotations

from companion.fairness import LauncherKind
from companion.web.language import Words


def fire_words(kind: LauncherKind, words: Words) -> str:
    """When the launcher fires."""
    _ = words.gettext
    return {
        "historic_fixed": _(
            "It goes down the list that was published for an old launcher, from the top after each closed lid."
        ),
        "historic_shuffled": _(
            "It fires as often, and after as many misses, as the published list of an old launcher, in an order"
            " that nobody can know."
        ),
        "modern_rising": _("Every miss makes the next press likelier to fire; the tenth always does."),
        "coin": _("One press in three fires, whatever came before."),
        "never_twice": _("Like the published list, but never two fires in a row."),
        "test_always": _("Every press fires, to try the machine."),
        "test_never": _("No press fires, to try the sounds."),
    }.get(kind.fire, kind.fire_about)


def count_words(kind: LauncherKind, words: Words) -> str:
    """How many cards one fire throws."""
    _ = words.gettext
    return {
        "extreme_1_8": _("One to eight cards a fire, more often few."),
        "attack_3_8": _("Three to eight cards a fire, more often few."),
        "gentle_1_5": _("One to five cards a fire, more often few."),
        "wild_1_12": _("One to twelve cards a fire, more often few."),
        "one": _("One card a fire."),
    }.get(kind.count, kind.count_about)
