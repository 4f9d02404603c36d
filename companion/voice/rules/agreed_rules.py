"""The options a game is played by, said when it starts: how the match is won and what the first card does, and of
the others those that differ from the edition's own.

Options never contradict one another; one that can change nothing at this table is accepted and said as such.
"""

from __future__ import annotations

from collections.abc import Container

from companion.referee.cards import Card, Side
from companion.referee.decks import DRAW_WILDS, Deck, Effect, Supply
from companion.referee.effects import PLUS_FOUR, PLUS_TWO
from companion.referee.options import OPTIONS, MatchMode, Options, parse_options
from companion.referee.state import State
from companion.voice.lines import Phrase, count, say

#: Options that no maker's sheet knows, in the order of ``rules.md`` section 6.
_HOUSE_RULES = ("stacking", "draw_until_playable", "seven_zero", "jump_in", "no_finish_on_action")
#: Read out before the others, with the target of the match beside its mode.
_ALWAYS = ("match_mode", "first_card")
_FIRST = (*_ALWAYS, "hand_size", "uno_penalty")


def agreed_rules(state: State, *, brief: bool = False) -> tuple[Phrase, ...]:
    """How the match is won, what the first card does, and one phrase for each other option that is not as the edition
    has it, house rules aside; ``brief``: the first two in fewer words."""
    names = [*_FIRST, *(name for name in OPTIONS if name not in {*_FIRST, *_HOUSE_RULES, "target"})]
    told = {*_ALWAYS, *_in_force(state)}
    return tuple(_told(state, name, brief=brief) for name in names if name in told)


def house_rules(state: State) -> tuple[Phrase, ...]:
    """The house rules in force, by their names."""
    return tuple(_phrase(state, name) for name in house_rules_in_force(state))


def house_rules_in_force(state: State) -> tuple[str, ...]:
    """The house rules in force, as options."""
    in_force = _in_force(state)
    return tuple(name for name in _HOUSE_RULES if name in in_force)


def has_zeros(deck: Deck) -> bool:
    """False for a deck that begins with the ones."""
    return Card("0", deck.colours[Side.LIGHT][0]) in deck.faces


def stacks_four_on_two(state: State) -> bool:
    """True where it was agreed on and the deck has both kinds."""
    values = {card.value for card in state.deck.faces}
    return state.options.stacking == "plus4-on-plus2" and {PLUS_TWO, PLUS_FOUR} <= values


def agreed_about(state: State, names: Container[str]) -> tuple[Phrase, ...]:
    """One phrase for each of these options that is not as the edition has it, and matters here."""
    in_force = _in_force(state)
    return tuple(_told(state, name) for name in OPTIONS if name in names and name in in_force)


def idle_rules(state: State) -> tuple[Phrase, ...]:
    """Options agreed on that can change nothing with this deck and this supply."""
    written = {name for name, _ in state.agreed.options_written}  # a target comes with its mode, agreed on or not
    names = _agreed(state) & _without_effect(state) - ({"target"} - written)
    return tuple(_phrase(state, name) for name in OPTIONS if name in names)


def _agreed(state: State) -> set[str]:
    usual, ours = parse_options(state.deck, {}), state.options
    return {name for name in OPTIONS if getattr(ours, name) != getattr(usual, name)}


def _in_force(state: State) -> set[str]:
    return _agreed(state) - _without_effect(state)


def _without_effect(state: State) -> set[str]:
    """Options that nothing at this table can make matter."""
    ours = state.options
    effects = {face.effect for face in state.deck.faces.values()}
    launcher, pile = ours.draw_from is Supply.LAUNCHER, ours.draw_from is Supply.PILE
    idle = {
        "target": ours.match_mode is MatchMode.SINGLE_ROUND,
        "drawn_card": launcher or (ours.draw_until_playable and ours.drawn_card == "never"),
        "play_after_launch": not launcher,
        "plus4_rule": not effects & DRAW_WILDS,
        "auto_draw": not pile,
        "custom_text": Effect.CUSTOM not in effects,
        "challenge": not effects & DRAW_WILDS,
        "flip_score_side": Side.DARK not in state.deck.colours or not ours.match_mode.counts_points,
        "extreme_hit_presser": Effect.EXTREME_HIT not in effects or (pile and ours.auto_draw),
        "extreme_hit_next": Effect.EXTREME_HIT not in effects,
        "discard_all": Effect.DISCARD_ALL not in effects,
        "sides_may_be_announced": Side.DARK not in state.deck.colours,
    }
    return {name for name, useless in idle.items() if useless}


def _told(state: State, name: str, *, brief: bool = False) -> Phrase:
    return _always(state.options, name, brief=brief) if name in _ALWAYS else _phrase(state, name)


def _always(options: Options, name: str, *, brief: bool) -> Phrase:
    if name == "match_mode":
        return _match(options, brief=brief)
    if options.first_card == "redraw":
        return say("first card a number") if brief else say("cards are turned up until a number comes")
    return say("first card counts") if brief else say("a first action card counts")


def _phrase(state: State, name: str) -> Phrase:
    ours = state.options
    match name:
        case "target":  # of no effect: else it is told with the mode
            return _to_points(ours.target)
        case "hand_size":
            return count("{n} card each", "{n} cards each", ours.hand_size)
        case "uno_penalty":
            return _penalty(ours)
        case "custom_text":
            texts = tuple(text.strip().rstrip(".") for text in ours.custom_text.split("|"))
            return say("customizable wilds say {texts}", texts=texts)
        case "plus4_rule":
            return _plus4(state)
        case "seven_zero" if not has_zeros(state.deck):
            return say("seven-zero with sevens only")
        case "stacking" if ours.stacking == "plus4-on-plus2" and not stacks_four_on_two(state):
            return _SAID["stacking", "same-kind"]
        case "last_card_draws" if ours.draw_from is Supply.LAUNCHER:
            return say("the last card makes nobody press")
        case "draw_until_playable" if ours.draw_from is Supply.LAUNCHER:
            return say("press until cards come")
    return _SAID[name, str(getattr(ours, name))]


#: What a value that is not the edition's own means at the table.
_SAID: dict[tuple[str, str], Phrase] = {
    ("draw_from", "pile"): say("cards are drawn from the pile by hand"),
    ("draw_from", "dispenser"): say("the dispenser counts the cards out"),
    ("draw_from", "launcher"): say("each card owed is one press"),
    ("may_decline", "False"): say("whoever can play must play"),
    ("drawn_card", "may"): say("a drawn card may be kept"),
    ("drawn_card", "must"): say("a drawn card that fits must be played"),
    ("drawn_card", "never"): say("a drawn card is kept"),
    ("play_after_launch", "True"): say("after a press that brings cards one may be played"),
    ("auto_draw", "False"): say("cards owed wait until somebody says they are drawn"),
    ("challenge", "True"): say("challenges are allowed"),
    ("challenge", "False"): say("no challenges"),
    ("two_player_reverse", "no-effect"): say("with two players reverse does nothing"),
    ("uno_window", "any-time"): say("a missed UNO may be caught at any time"),
    ("flip_score_side", "light"): say("the light side counts at the end of a round"),
    ("extreme_hit_presser", "target"): say("after extreme hit the target presses"),
    ("extreme_hit_next", "second"): say("after extreme hit the next player is skipped"),
    ("discard_all", "some"): say("with discard all cards may be kept"),
    ("last_card_draws", "False"): say("the last card makes nobody draw"),
    ("stacking", "same-kind"): say("stacking of equal cards"),
    ("stacking", "plus4-on-plus2"): say("stacking of equal cards, and of draw four on draw two"),
    ("stacking", "any"): say("stacking of all draw cards"),
    ("draw_until_playable", "True"): say("draw until you can play"),
    ("seven_zero", "True"): say("seven-zero"),
    ("jump_in", "True"): say("jump-in"),
    ("no_finish_on_action", "True"): say("no finishing on an action card"),
    ("sides_may_be_announced", "True"): say("a side turned away may be named"),
}


def _match(options: Options, *, brief: bool) -> Phrase:
    target = options.target
    match options.match_mode:
        case MatchMode.SINGLE_ROUND:
            return say("one round only")
        case MatchMode.HANDS_WON | MatchMode.ROUNDS:
            return count("first to {n} round", "first to {n} rounds", target)
        case MatchMode.WINNER_TAKES if brief:
            return _to_points(target)
        case MatchMode.WINNER_TAKES:
            return say("the winner takes the points, first to {n}", n=target)
        case MatchMode.LOWEST if brief:
            return say("fewest points win at {n}", n=target)
        case MatchMode.LOWEST:
            return say("the fewest points win once somebody has {n}", n=target)
        case MatchMode.ELIMINATION:
            return count("out at {n} point", "out at {n} points", target)


def _to_points(target: int) -> Phrase:
    return count("first to {n} point", "first to {n} points", target)


def _penalty(options: Options) -> Phrase:
    number = options.uno_penalty
    if not number:
        return say("no penalty for a missed UNO")
    if options.draw_from is Supply.LAUNCHER:
        return count("{n} press for a missed UNO", "{n} presses for a missed UNO", number)
    return count("{n} card for a missed UNO", "{n} cards for a missed UNO", number)


def _plus4(state: State) -> Phrase:
    """The rule for the draw wilds, by what this deck calls them; one that has none is told by the classic's."""
    faces = state.deck.faces.values()
    cards = tuple(face.card for face in faces if face.effect in DRAW_WILDS) or (Card("wild-draw-four"),)
    match state.options.plus4_rule:
        case "free":
            return say("{cards} at any time", cards=cards)
        case "none-playable":
            return say("{cards} only where nothing else fits", cards=cards)
        case _:
            return say("{cards} only without the colour in hand", cards=cards)
