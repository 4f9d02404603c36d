"""Every option of ``rules.md`` section 6 in plain words, in the groups of the start page."""

from __future__ import annotations

from dataclasses import dataclass

from companion.web.language import Words


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its words, what it settles, and the words of its values.

    Without values it takes a number from ``low`` to ``high``, or with ``lines`` that many lines of text.
    """

    name: str
    label: str
    values: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    low: int = 0
    high: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together, under one heading."""

    title: str
    choices: tuple[Choice, ...]


def option_groups(words: Words) -> list[Group]:
    """Every option of the start page, in the order it shows them; those of other editions are allowed too."""
    _ = words.gettext
    return [
        Group(_("How cards are drawn"), _drawing(words)),
        Group(_("House rules"), _house_rules(words)),
        Group(_("How the game is won"), _winning(words)),
        Group(_("Details"), _details(words)),
    ]


def _yes_no(words: Words) -> tuple[tuple[str, str], ...]:
    return ("on", words.gettext("yes")), ("off", words.gettext("no"))


def _drawing(words: Words) -> tuple[Choice, ...]:
    _, yes_no = words.gettext, _yes_no(words)
    return (
        Choice(
            "draw_from",
            _("Cards come"),
            (
                ("pile", _("by hand, from the draw pile")),
                ("dispenser", _("counted out by the dispenser")),
                ("launcher", _("fired by the launcher")),
            ),
            _("Counted out: one press for all that is owed. Fired: a press for each card owed, whatever comes."),
        ),
        Choice(
            "may_decline",
            _("Who could play may draw or press instead"),
            yes_no,
            _("With no, whoever is known to hold a card that fits must play it."),
        ),
        Choice(
            "drawn_card",
            _("A drawn card that fits"),
            (
                ("may", _("may be played at once")),
                ("must", _("must be played at once")),
                ("never", _("is kept, the turn is over")),
            ),
        ),
        Choice(
            "draw_until_playable",
            _("Draw until a card can be played"),
            yes_no,
            _("With the launcher: press until it fires."),
        ),
        Choice("play_after_launch", _("After a press that fired, a card may be played"), yes_no),
        Choice(
            "auto_draw",
            _("Cards owed from the draw pile"),
            (("on", _("are taken as drawn")), ("off", _("count once somebody says they were drawn"))),
        ),
    )


def _house_rules(words: Words) -> tuple[Choice, ...]:
    _, yes_no = words.gettext, _yes_no(words)
    return (
        Choice(
            "stacking",
            _("A draw card may be answered with a draw card"),
            (
                ("off", _("no")),
                ("same-kind", _("with the same kind")),
                ("plus4-on-plus2", _("with the same kind, and +4 on +2")),
                ("any", _("with any draw card")),
            ),
            _("The sum moves on to the next player."),
        ),
        Choice("seven_zero", _("A 7 swaps two hands, a 0 passes all hands on"), yes_no),
        Choice(
            "jump_in",
            _("The same number in the same colour may be played out of turn"),
            yes_no,
            _("Play goes on from whoever jumped in."),
        ),
        Choice("no_finish_on_action", _("The last card must be a number"), yes_no),
        Choice(
            "challenge",
            _("A wild that makes others draw may be challenged"),
            yes_no,
            _("A bluff: its player draws. No bluff: the challenger draws, and 2 more."),
        ),
        Choice(
            "plus4_rule",
            _("A wild that makes others draw may be played"),
            (
                ("colour", _("without a card of the colour in force")),
                ("none-playable", _("without any card that fits")),
                ("free", _("at any time")),
            ),
        ),
        Choice("uno_penalty", _("Cards or presses for a missed UNO"), low=0, high=10),
        Choice(
            "uno_window",
            _("A missed UNO can be caught"),
            (("next-turn", _("until another player acts")), ("any-time", _("for as long as one card is left"))),
        ),
    )


def _winning(words: Words) -> tuple[Choice, ...]:
    _ = words.gettext
    return (
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
        Choice(
            "flip_score_side",
            _("In Flip, points are counted on"),
            (("ended", _("the side the round ended on")), ("light", _("the light side"))),
        ),
    )


def _details(words: Words) -> tuple[Choice, ...]:
    _, yes_no = words.gettext, _yes_no(words)
    return (
        Choice("hand_size", _("Cards dealt to each player"), low=1, high=20),
        Choice(
            "first_card",
            _("An action card turned up first"),
            (("apply", _("counts")), ("redraw", _("goes back, another is turned up"))),
        ),
        Choice(
            "two_player_reverse",
            _("With two players a reverse"),
            (("play-again", _("gives another turn")), ("no-effect", _("only turns the direction"))),
        ),
        Choice("last_card_draws", _("What a last card demands is still drawn or pressed"), yes_no),
        Choice(
            "discard_all",
            _("A discard all takes"),
            (("all", _("every card of the colour")), ("some", _("the cards its player wants"))),
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
            "custom_text",
            _("What stands on the customizable wilds"),
            hint=_("One text a line, three at most. It is spoken when the card is played."),
            lines=3,
        ),
        Choice(
            "sides_may_be_announced",
            _("In Flip, the voice may name the side of a card that is turned away"),
            yes_no,
        ),
    )
