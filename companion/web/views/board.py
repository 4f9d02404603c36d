"""The table as the page shows it: texts by the id of the element they stand in, and which parts are of use now.

The first page and every live change are made of the same texts, so a change is a change of text and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.deal import Progress
from companion.open_press import OpenPress, who_gets_them
from companion.referee.cards import Side
from companion.referee.challenges import accused
from companion.referee.decks import Supply
from companion.referee.effects import swaps_hands
from companion.referee.events import Direction, Phase, Unit
from companion.referee.scoring import counted, scoring_side, uncounted
from companion.referee.state import Seat, State, Uno, folded
from companion.web.language import Words
from companion.web.views.deal_words import now_dealing, what_to_do
from companion.web.views.glyphs import GLYPHS, WILD_GLYPH, sign
from companion.web.views.owed import owed, owed_by
from companion.web.views.showing import colour_in_force, in_turn, last_uncounted, shown, turned_over
from companion.web.views.status_line import status_line
from companion.web.views.winner import won

_WAYS = {Direction.CLOCKWISE: "↻", Direction.COUNTER_CLOCKWISE: "↺"}


@dataclass(frozen=True, slots=True)
class Board:
    """``texts`` by element id; ``shown`` tells of the parts that come and go; ``colour`` is the one in force.

    ``alert`` is what the phone's own player must do now, empty when it is somebody else's turn.
    """

    texts: Mapping[str, str]
    shown: Mapping[str, bool]
    colour: str
    alert: str


def board(
    state: State,
    words: Words,
    *,
    me: str | None = None,
    interrupted: OpenPress | None = None,
    deal: Progress | None = None,
    speaks_for_all: bool = True,
) -> Board:
    """The table in words; ``me`` is the seat of the phone that shows it, ``deal`` the dispenser's that goes on.

    ``speaks_for_all``: what others have to say may be said from this phone too, as from a host's.
    """
    texts = {
        "line": status_line(state),
        "now": _headline(state, interrupted, deal, words),
        "dealing": what_to_do(deal, words),
        "owes": owed(state, words),
        "won": won(state, words),
        "counted": _counted(state, words),
        "interrupted": _interrupted(state, interrupted, words),
        **_top(state, words),
        **_questions(state, words),
    }
    for index, seat in enumerate(state.seats):
        texts |= _seat(state, index, seat, words)
    texts["banner"] = _banner(state, texts["now"], words)
    due = alert(state, me, words)
    if interrupted is not None:
        due = texts["interrupted"] if me is not None and folded(me) == folded(interrupted.player) else ""
    parts = shown(state, interrupted, deal, me, speaks_for_all=speaks_for_all)
    parts["part-headline"] = texts["banner"] != texts["now"]
    return Board(texts, parts, colour_in_force(state) or "", due)


def _headline(state: State, press: OpenPress | None, deal: Progress | None, words: Words) -> str:
    """What comes next: an open press before the deal, that before the game."""
    if press is None:
        return now(state, words) if deal is None else now_dealing(deal, words)
    if press.goes_on:
        return words.gettext("Now: %(player)s presses for the rest") % {"player": words.called(press.player)}
    return words.gettext("Now: how many cards came for %(player)s?") % {
        "player": words.called(who_gets_them(press, state))
    }


def _banner(state: State, headline: str, words: Words) -> str:
    """What the whole room wants to know: whose turn it is; where it is nobody's, what comes next or who has won."""
    if in_turn(state) is not None:
        return _in_turn(state, words)
    if state.phase is Phase.COUNTING:
        return words.gettext("The round goes to %(player)s") % {"player": words.called(_went_out(state))}
    return headline


def now(state: State, words: Words) -> str:
    """One line that says it all: the card, and who does what next."""
    _ = words.gettext
    match state.phase:
        case Phase.NONE:
            return _("No game yet")
        case Phase.SETUP:
            return _("Now: turn up the first card")
        case Phase.TOP if turned_over(state):
            return _("Now: %(side)s, show the card that lies on top") % {"side": _side(state.side, words)}
        case Phase.TOP:
            return _("Now: turn up another first card")
        case Phase.COUNTING:
            return _counting(state, words)
        case Phase.ROUND_OVER:
            return _("The round goes to %(player)s") % {"player": words.called(_winner(state))}
        case Phase.GAME_OVER:
            return _("The game goes to %(player)s") % {"player": words.called(_winner(state))}
    return _in_play(state, words)


def _in_play(state: State, words: Words) -> str:
    _ = words.gettext
    who = {"card": _pile(state, words), "player": _in_turn(state, words)}
    match state.phase:
        case Phase.COLOUR:  # the old colour is about to go
            card = "" if state.top is None else words.name(state.top, state.edition)
            return _("Now: %(card)s, %(player)s names the colour") % {**who, "card": card}
        case Phase.TARGET if swaps_hands(state):
            return _("Now: %(card)s, %(player)s names who swaps hands") % who
        case Phase.TARGET:
            return _("Now: %(card)s, %(player)s names who is hit") % who
        case Phase.DISCARDING:
            return _("Now: %(card)s, %(player)s lays more of the colour, or is done") % who
        case Phase.CHALLENGE:
            return _("Now: %(card)s, %(player)s accepts or challenges") % who
        case Phase.VERDICT:
            return _("Now: %(card)s, %(player)s challenges %(accused)s") % {
                **who,
                "accused": words.called(_accused(state)),
            }
        case Phase.PAYING:
            payer = state.next_payer()
            return _("Now: %(card)s, %(debt)s") % {
                **who,
                "debt": "" if payer is None else owed_by(state, payer, words),
            }
    return _playing(state, words) % who


def _in_turn(state: State, words: Words) -> str:
    """Whose turn it is; nothing where it is nobody's."""
    index = in_turn(state)
    return "" if index is None else words.called(state.name(index))


def _playing(state: State, words: Words) -> str:
    """Whose turn it is; a drawn card is never named, though the referee may know it."""
    _ = words.gettext
    if state.drawn is None:
        return _("Now: %(card)s, %(player)s to play")
    if state.drawn.launched:
        return _("Now: %(card)s, %(player)s plays a card or passes")
    if state.options.draw_until_playable:
        return _("Now: %(card)s, %(player)s has drawn: plays it, draws on or passes")
    return _("Now: %(card)s, %(player)s has drawn: plays it or passes")


def _counting(state: State, words: Words) -> str:
    players = ", ".join(map(words.called, uncounted(state)))
    if not state.deck.two_sided:
        return words.gettext("The round is over. Count: %(players)s") % {"players": players}
    return words.gettext("The round is over, the %(side)s counts. Count: %(players)s") % {
        "side": _side(scoring_side(state), words),
        "players": players,
    }


def _counted(state: State, words: Words) -> str:
    """What is counted already, and how a wrong count is put right while the round is not closed."""
    hands = ", ".join(f"{words.called(name)} {points}" for name, points in counted(state).items())
    told = words.gettext("Counted: %(hands)s. Is the last one wrong? Undo takes it back, and it is counted again.")
    return told % {"hands": hands} if hands else ""


def _side(side: Side, words: Words) -> str:
    return words.gettext("light side") if side is Side.LIGHT else words.gettext("dark side")


def _accused(state: State) -> str:
    index = accused(state)
    return "" if index is None else state.name(index)


def _questions(state: State, words: Words) -> dict[str, str]:
    """What the forms ask, where it is not always the same."""
    _ = words.gettext
    return {
        "top-question": _("The card that lies on top now") if turned_over(state) else _("First card"),
        "target-question": _("Swap hands with whom?") if swaps_hands(state) else _("Who is hit?"),
        "count-question": whose_count(state, words),
        "decides": _("%(player)s decides.") % {"player": _in_turn(state, words)},
        "verdict-question": _bluff(state, words) if state.phase is Phase.VERDICT else "",
    }


def whose_count(state: State, words: Words) -> str:
    """What the forms that count a hand ask; where one is left to be counted, that one is named."""
    last = last_uncounted(state)
    if last is None:
        return words.gettext("Count a hand")
    return words.gettext("Count the hand of %(player)s") % {"player": words.called(last)}


def _bluff(state: State, words: Words) -> str:
    """Who looks at the hand, and for what."""
    _ = words.gettext
    looks = _("%(player)s alone looks at the hand of %(accused)s.") % {
        "player": _in_turn(state, words),
        "accused": words.called(_accused(state)),
    }
    if state.options.plus4_rule == "none-playable":
        rule = _("It is a bluff where a card is there that fitted, plain wilds aside.")
    else:
        colour = None if state.open_card is None else state.open_card.colour_before
        rule = _("It is a bluff where a card of this colour is there: %(colour)s.") % {
            "colour": "" if colour is None else words.name(colour)
        }
    return f"{looks} {rule}"


def _went_out(state: State) -> str:
    """Whose last card ended the round that is being counted: the turn stays there."""
    return "" if state.turn is None else state.name(state.turn)


def _winner(state: State) -> str:
    index = state.winner if state.champion is None else state.champion
    return "" if index is None else state.name(index)


def _pile(state: State, words: Words) -> str:
    """The top card, and the colour where the card does not show it."""
    if state.top is None:
        return ""
    card = words.name(state.top, state.edition)
    if state.colour is None or state.colour is state.top.colour:
        return card
    return f"{card}, {words.name(state.colour)}"


def _top(state: State, words: Words) -> dict[str, str]:
    _ = words.gettext
    nothing = "–"
    colour = colour_in_force(state)
    way = direction = nothing
    if state.seats:
        way = f"{_WAYS[state.direction]} {words.name(state.direction)}"
        order = [words.called(seat.name) for seat in state.seats if seat.plays]
        if state.direction is Direction.COUNTER_CLOCKWISE:
            order.reverse()
        direction = _("%(direction)s: %(players)s") % {
            "direction": words.name(state.direction),
            "players": ", ".join(order),
        }
    return {
        "top": words.name(state.top, state.edition) if state.top else _("no card yet"),
        "face": sign(state.top.value) if state.top else "",
        "glyph": GLYPHS[colour] if colour else WILD_GLYPH,
        "colour": _colour(state, words),
        "turn": _in_turn(state, words) or nothing,
        "direction": direction,
        "way": way,
        "dealer": words.called(state.name(state.dealer)) if state.seats else nothing,
        "round": str(state.round),
        "side": _side(state.side, words) if state.seats else nothing,
        "supply": str(state.supply) if state.seats else nothing,
    }


def _colour(state: State, words: Words) -> str:
    """The colour in force; the one before a wild is so no more while its own is chosen."""
    colour = colour_in_force(state)
    if colour is not None:
        return words.name(colour)
    return words.gettext("being chosen") if state.phase is Phase.COLOUR else words.gettext("no colour")


def _seat(state: State, index: int, seat: Seat, words: Words) -> dict[str, str]:
    return {
        f"count-{index}": str(seat.count),
        f"score-{index}": str(seat.score),
        f"mark-{index}": _mark(state, index, seat, words),
    }


def _mark(state: State, index: int, seat: Seat, words: Words) -> str:
    _ = words.gettext
    if seat.gone:
        return _("left the game")
    if seat.out:
        return _("out")
    doing = _doing(state, index, words)
    marks = [doing] if doing else []
    if seat.uno is Uno.CALLED:
        marks.append("UNO")
    return ", ".join(marks)


def _doing(state: State, index: int, words: Words) -> str:
    """What the table waits for from this seat."""
    _ = words.gettext
    my_turn = index == in_turn(state) and not turned_over(state)
    debt = state.debt_of(index)
    if my_turn and state.phase is Phase.CHALLENGE:
        return _("accepts or challenges")
    if my_turn and state.phase is Phase.VERDICT:
        return _("challenges")
    if index == accused(state):
        return _("shows the hand")
    if debt is not None and (
        state.options.draw_from is Supply.PILE or (debt.unit is Unit.CARDS and debt.number is None)
    ):
        return _("draws")
    if debt is not None:
        return _("presses")
    return _("to play") if my_turn else ""


def _interrupted(state: State, press: OpenPress | None, words: Words) -> str:
    if press is None:
        return ""
    numbers = {"player": words.called(who_gets_them(press, state)), "n": press.counted}
    if press.goes_on:
        return words.ngettext(
            "%(counted)d of %(n)d card came for %(player)s. Press again, or write how many came in all.",
            "%(counted)d of %(n)d cards came for %(player)s. Press for the rest, or write how many came in all.",
            press.drawn,
        ) % {"player": numbers["player"], "n": press.drawn, "counted": press.counted}
    if press.finding is not None:
        return (
            words.ngettext(
                "%(n)d card was counted for %(player)s, which may be wrong. How many came out?",
                "%(n)d cards were counted for %(player)s, which may be wrong. How many came out?",
                press.counted,
            )
            % numbers
        )
    numbers["player"] = words.called(press.player)
    return (
        words.ngettext(
            "%(player)s’s press was interrupted, %(n)d card counted. How many came out?",
            "%(player)s’s press was interrupted, %(n)d cards counted. How many came out?",
            press.counted,
        )
        % numbers
    )


def alert(state: State, me: str | None, words: Words) -> str:
    """What the player of this phone must do now, or nothing."""
    index = None if me is None else state.find(me)
    if index is None:
        return ""
    if state.phase is Phase.PAYING:
        return f"{owed_by(state, index, words)}." if index == state.next_payer() else ""
    if index in {in_turn(state), accused(state)}:
        return f"{now(state, words)}."
    return ""
