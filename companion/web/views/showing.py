"""Which parts of the page are of use now: by the phase, by where cards are drawn from, by what was agreed."""

from __future__ import annotations

from companion.deal import Progress
from companion.open_press import OpenPress
from companion.referee.cards import Colour
from companion.referee.debts import card_debt
from companion.referee.decks import Supply
from companion.referee.effects import may_stack
from companion.referee.events import Phase, Unit
from companion.referee.scoring import counted, uncounted
from companion.referee.state import State, Uno, folded

#: Phases in which the round goes on and somebody may say UNO.
ROUND_IS_ON = frozenset(
    {
        Phase.PLAYING,
        Phase.COLOUR,
        Phase.TARGET,
        Phase.CHALLENGE,
        Phase.VERDICT,
        Phase.PAYING,
        Phase.DISCARDING,
    }
)

#: Phases in which one player decides something, and nobody else may.
DECIDING = frozenset({Phase.COLOUR, Phase.TARGET, Phase.CHALLENGE, Phase.DISCARDING})


def shown(
    state: State,
    interrupted: OpenPress | None,
    deal: Progress | None = None,
    me: str | None = None,
    *,
    speaks_for_all: bool = True,
) -> dict[str, bool]:
    """Each part of the page that comes and goes, and whether it is of use now.

    While a press waits for its number, that is asked, of ``me`` where it is mine, and little else would be taken.
    Whoever does not speak for all gets nothing of what only somebody else may say.
    """
    theirs = frozenset() if speaks_for_all or me is None else _for_somebody_else(state, me)
    parts = {part: wanted and part not in theirs for part, wanted in _parts(state, deal).items()}
    parts["part-decides"] = bool(theirs) and state.phase in DECIDING
    if interrupted is None:
        return parts | dict.fromkeys(_OF_AN_OPEN_PRESS, False)
    waiting = {part: wanted and part not in _REFUSED_MEANWHILE for part, wanted in parts.items()}
    mine = me is not None and folded(me) == folded(interrupted.player)
    goes_on = {"part-press": interrupted.goes_on, "part-reload": interrupted.goes_on}
    return waiting | goes_on | {"part-interrupted": True, "part-number": True, "part-my-number": mine}


def _for_somebody_else(state: State, me: str) -> frozenset[str]:
    """The parts that would only be refused from this seat."""
    index = state.find(me)
    if index is None or index == state.turn:
        return frozenset()
    if state.phase not in DECIDING:
        return frozenset({"part-pass"})
    draws_or_presses = frozenset() if index == state.next_payer() else frozenset({"part-draw", "part-press"})
    return _DECISIONS | draws_or_presses


_OF_AN_OPEN_PRESS = ("part-interrupted", "part-number", "part-my-number")
#: What is decided by the one whose turn it is.
_DECISIONS = frozenset(
    {"part-colour", "part-target", "part-challenge", "part-discard", "part-play", "part-pass", "part-done"}
)
#: What the table refuses until it is told how many cards came (``companion.open_press.may_come_before``).
_REFUSED_MEANWHILE = frozenset(
    f"part-{act}"
    for act in (
        *(
            "top",
            "hold",
            "colour",
            "target",
            "challenge",
            "verdict",
            "play",
            "draw",
            "press",
            "pass",
            "discard",
            "done",
        ),
        *("uno", "count", "round", "undo", "reload"),
    )
)


def _parts(state: State, deal: Progress | None) -> dict[str, bool]:
    phase = state.phase
    return {
        "part-start": phase in {Phase.NONE, Phase.GAME_OVER},
        "part-won": phase in {Phase.ROUND_OVER, Phase.GAME_OVER},
        "part-rematch": phase is Phase.GAME_OVER,
        "part-table": bool(state.seats),
        "part-card": state.top is not None,
        "part-line": bool(state.seats),
        "part-side": bool(state.seats) and state.deck.two_sided,
        "part-owes": bool(state.debts),
        "part-dealing": deal is not None,
        "part-deal-number": deal is not None and deal.in_doubt,
        "part-deal-end": deal is not None and not deal.in_doubt and deal.player is not None,
        "part-top": phase in {Phase.SETUP, Phase.TOP},
        "part-hold": phase in {Phase.SETUP, Phase.TOP} and not turned_over(state),
        "part-colour": phase is Phase.COLOUR,
        "part-target": phase is Phase.TARGET,
        "part-challenge": phase is Phase.CHALLENGE,
        "part-verdict": phase is Phase.VERDICT,
        "part-play": phase is Phase.PLAYING or may_answer_with_a_card(state),
        "part-draw": draws(state),
        "part-press": _presses(state),
        "part-pass": phase is Phase.PLAYING and state.drawn is not None,
        "part-discard": phase is Phase.DISCARDING,
        "part-done": phase is Phase.PAYING and _until_colour(state) and not _by_hand(state),
        "part-uno": phase in ROUND_IS_ON or turned_over(state),
        **{f"part-catch-{index}": may_be_caught(state, index) for index in range(len(state.seats))},
        "part-count": phase is Phase.COUNTING,
        "part-count-whose": phase is Phase.COUNTING and last_uncounted(state) is None,
        "part-counted": bool(counted(state)),
        **{f"waits-{index}": to_be_counted(state, seat.name) for index, seat in enumerate(state.seats)},
        "part-round": phase is Phase.ROUND_OVER,
        "part-put-right": bool(state.seats),
        "part-undo": bool(state.seats),
        "part-reload": bool(state.seats),
    }


def in_turn(state: State) -> int | None:
    """Whose turn it is; nobody's before a round begins and once its last card lies, while hands are counted too."""
    return state.turn if state.phase in ROUND_IS_ON or turned_over(state) else None


def colour_in_force(state: State) -> Colour | None:
    """The colour that a card has to match; none while a wild's own is chosen."""
    return None if state.phase is Phase.COLOUR else state.colour


def turned_over(state: State) -> bool:
    """True where a flip was played, and the card that now lies on top is awaited."""
    return state.phase is Phase.TOP and state.turn is not None


def to_be_counted(state: State, name: str) -> bool:
    """True while this hand is awaited at the end of a round."""
    return state.phase is Phase.COUNTING and name in uncounted(state)


def last_uncounted(state: State) -> str | None:
    """The one player whose hand is still awaited at the end of a round; None while there are several, or none."""
    waiting = uncounted(state) if state.phase is Phase.COUNTING else ()
    return waiting[0] if len(waiting) == 1 else None


def may_be_caught(state: State, index: int) -> bool:
    """True where somebody plays with one card, and no call of UNO stands."""
    seat = state.seats[index]
    return seat.plays and seat.count == 1 and seat.uno is not Uno.CALLED


def _by_hand(state: State) -> bool:
    return state.options.draw_from is Supply.PILE


def _until_colour(state: State) -> bool:
    return any(debt.unit is Unit.CARDS and debt.number is None for debt in state.debts)


def _own_draw_is_due(state: State) -> bool:
    """True where who has the turn may still draw or press. Told cards are secret: what they are is not asked."""
    if state.phase is not Phase.PLAYING:
        return False
    drawn = state.drawn
    return drawn is None or (state.options.draw_until_playable and not drawn.launched)


def draws(state: State) -> bool:
    """True where cards are drawn by hand; one until a colour always is, since somebody has to see the colour."""
    if state.phase is Phase.PAYING:
        return _by_hand(state) or _until_colour(state)
    return _own_draw_is_due(state) and _by_hand(state)


def _presses(state: State) -> bool:
    due = state.phase in {Phase.PAYING, Phase.CHALLENGE} or _own_draw_is_due(state)
    return due and not _by_hand(state)


def may_answer_with_a_card(state: State) -> bool:
    """True where the payer may pass the sum on."""
    if state.phase not in {Phase.PAYING, Phase.CHALLENGE} or state.turn is None:
        return False
    first_of_all = state.debt_of(state.turn) == card_debt(state, state.turn)
    return first_of_all and any(may_stack(state, state.turn, card) for card in state.deck.faces)
