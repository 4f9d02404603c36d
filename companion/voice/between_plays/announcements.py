"""What the table says when nobody played: it is ready, how things stand, what is wrong and what helps.

Findings and reasons are words (``lid-open``), as they come from the bridge and the press; nothing here rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.address import PageAddress
from companion.referee.events import Cause, Phase
from companion.referee.refusals import Refusal
from companion.referee.scoring import scoring_side
from companion.referee.state import State
from companion.voice.between_plays.page_lines import page_at
from companion.voice.game.debt_lines import owed
from companion.voice.game.hand_lines import side_in_play, side_that_counts
from companion.voice.game.prompts import begin_phrase, how_to_begin, open_press, prompt
from companion.voice.game.table_facts import card_counts, direction, doubts, match_scores, top_card
from companion.voice.lines import (
    Line,
    Phrase,
    Verbosity,
    answer,
    asked,
    awaited,
    count,
    followed,
    in_passing,
    line,
    question,
    say,
    together,
)
from companion.voice.utterance import Priority, Until

_KEYS_SAID = 3  # nobody remembers more
_LIFE_MS = 5000  # answers to a press or a scan, and notes that soon say nothing new


def ready(simulated: bool | None, page: PageAddress, pin_hint: bool) -> list[Line]:
    """The table is switched on: is its dispenser real, simulated or (None) missing, and where is the page?

    ``pin_hint``: say how the PIN is heard.
    """
    if simulated is None:
        dispenser = say("No dispenser found: check its cable, or type on the page how many cards came out.")
    else:
        dispenser = say("The dispenser is simulated.") if simulated else say("The dispenser is ready.")
    pin_help = say("To hear the PIN, scan the PIN card or ask on the page.") if pin_hint else None
    told = followed(say("The table is ready."), dispenser, page_at(page), pin_help)
    return [line(told, Priority.ACTION, until=Until.ASKED)]


def dispenser_found() -> list[Line]:
    """Its pins could not be had when the table was switched on, and can now."""
    return [line(say("The dispenser is there now."), Priority.ACTION, key="dispenser")]


def begin() -> list[Line]:
    """Nobody has begun yet: how to, as the last thing heard when the table is switched on."""
    return [line(begin_phrase(), Priority.TURN, key="begin")]


def status(state: State, address: str | None = None, verbosity: Verbosity = Verbosity.NORMAL) -> list[Line]:
    """Where are we: top card, colour, whose move, direction, what others owe, cards in seat order."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    around = _around(state, brief=verbosity is Verbosity.BRIEF)
    said = together([*around.before, *_awaited(state), *around.after])
    return [] if said is None else [answer(said, state.edition)]


def game_resumed(state: State) -> list[Line]:
    """After a restart an unfinished game goes on where it stood; whose move it is comes last."""
    around, now = _around(state), together(_awaited(state))
    stood = followed(say("The game goes on."), *around.before, *around.after)
    told = [line(stood, Priority.ACTION, edition=state.edition, until=Until.ASKED)]
    return told if now is None else [*told, awaited(now, state.edition)]


def _awaited(state: State) -> list[Phrase]:
    if state.phase is Phase.GAME_OVER and state.champion is not None:
        return [say("{player} wins the match.", player=state.name(state.champion))]
    # Whoever asks whose cards are still to be counted wants names.
    wanted = prompt(state, Verbosity.FULL if state.phase is Phase.COUNTING else Verbosity.NORMAL)
    return [] if wanted is None else [wanted]


class _Around(NamedTuple):
    """What is said of the table before and after whose move it is."""

    before: Sequence[Phrase] = ()
    after: Sequence[Phrase] = ()


def _around(state: State, *, brief: bool = False) -> _Around:
    two_sided = state.deck.two_sided
    if state.phase is Phase.COUNTING and state.turn is not None:
        won = say("{player} wins the round.", player=state.name(state.turn))
        return _Around([won, side_that_counts(scoring_side(state))] if two_sided else [won])
    if state.phase in _NOT_PLAYED or (state.phase is Phase.TOP and state.turn is None):
        return _Around()
    shown_by_colour = brief and state.colour is not None  # each side has colours of its own
    side = [side_in_play(state.side)] if two_sided and not shown_by_colour else []
    way_round = direction(state, brief=brief)
    return _Around(
        [*side, *top_card(state, brief=brief)],
        [way_round, *_others_owe(state), card_counts(state), *doubts(state).values()],
    )


_NOT_PLAYED = frozenset({Phase.SETUP, Phase.COUNTING, Phase.ROUND_OVER, Phase.GAME_OVER})


def _others_owe(state: State) -> list[Phrase]:
    """What is owed beside what the prompt asks for."""
    payer = state.next_payer()
    asked_for = state.debt_of(payer) if payer is not None and state.phase is Phase.PAYING else None
    open_wild = state.phase in {Phase.CHALLENGE, Phase.VERDICT}
    others = [debt for debt in state.debts if debt != asked_for and not (open_wild and debt.cause is Cause.CARD)]
    return [owed(state, debt) for debt in others]


def counts(state: State, address: str | None = None) -> list[Line]:
    """How many cards everybody holds."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    return [answer(card_counts(state), state.edition)]


def scores(state: State, address: str | None = None) -> list[Line]:
    """What everybody has scored."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    return [answer(match_scores(state) or say("One round is the whole match: there are no points."), state.edition)]


def motor_off() -> list[Line]:
    """The MOTOR card was scanned: whatever ran, it rests."""
    return [answer(say("The motor is off."))]


#: What the dispenser found wrong, with what the table can do about it.
FAULTS: dict[str, Phrase] = {
    "no-feed": say("No card came: press the cards down, or wipe the roller."),
    "stuck-at-exit": say("A card is stuck at the exit: pull it out."),
    "double-feed": say("Two cards may have come at once: count them."),
    "hopper-low": say("Few cards are left: fill the dispenser soon."),
    "hopper-empty": say("The dispenser is empty: fill it and close the lid."),
    "lid-open": say("The lid is open: close it."),
    "motor-stall": say("The motor seems blocked, by its driver's word: switch off, open the lid, free the roller."),
    "sensor-disturbed": say("The card sensor is disturbed: keep sunlight and hands away from the exit."),
    "button-stuck": say("The button is stuck: let go, or free it."),
    "stopped": say("The motor was stopped."),
    "callback-failed": say("A part of the dispenser has failed: switch the table off and on."),
    "aim-obstructed": say("The dispenser does not turn: free its way, or turn it by hand."),
    "gate-dead": say("The card sensor sees nothing: clean it, check its cable, then open and close the lid."),
}


#: Further buttons that are held down, by the part that reports it.
STUCK_BUTTONS: dict[str, Phrase] = {
    "button_status": say("The status button is stuck: let go, or free it."),
    "button_repeat": say("The repeat button is stuck: let go, or free it."),
    "button_help": say("The help button is stuck: let go, or free it."),
    "button_stop": say("The stop button is stuck: let go, or free it."),
    "button_undo": say("The undo button is stuck: let go, or free it."),
    "button_uno": say("The UNO button is stuck: let go, or free it."),
    "button_shutdown": say("The shutdown button is stuck: let go, or free it."),
    "button_red": say("The red button is stuck: let go, or free it."),
    "button_yellow": say("The yellow button is stuck: let go, or free it."),
    "button_green": say("The green button is stuck: let go, or free it."),
    "button_blue": say("The blue button is stuck: let go, or free it."),
}


def fault(finding: str, part: str = "dispenser") -> list[Line]:
    """Something is wrong with a part of the dispenser: what, and what helps."""
    said = FAULTS.get(finding) or say("The dispenser needs help: look at the page.")
    if finding == "button-stuck":
        said = STUCK_BUTTONS.get(part, said)
    return [line(said, Priority.URGENT, key=f"fault-{part}-{finding}")]


def turn_dispenser(player: str) -> list[Line]:
    """The dispenser must face the target of an extreme hit, and cannot turn by itself."""
    return [line(turn_to(player), Priority.ACTION, key="turn-dispenser")]


def turn_to(player: str) -> Phrase:
    """Where the dispenser must face that cannot turn by itself, as a phrase."""
    return say("Turn the dispenser to {player}.", player=player)


def hold_to_switch_off() -> list[Line]:
    """The shutdown button was pressed: only a long hold counts, lest somebody brush against it."""
    return [_in_passing(say("To switch the table off, hold the button for three seconds."), "hold")]


def shutting_down(*, machine_too: bool) -> list[Line]:
    """The shutdown button was held: the table ends, with the machine or without."""
    if machine_too:
        said = say("Goodbye: the table switches itself off, and keeps the game.")
    else:
        said = say("Goodbye: the table has ended, and keeps the game. The machine is still on.")
    return [line(said, Priority.URGENT, key="goodbye")]


def settings_taken(later: Sequence[str] = (), *, now: bool = True) -> list[Line]:
    """The settings file was read again, and the table is as it says ``now``, but for what a restart brings."""
    taken = say("The new settings are in force.") if now else None
    waits = say("After a restart only: {keys}.", keys=_keys(later)) if later else None
    return [line(followed(*filter(None, (taken, waits))), Priority.ACTION, key="settings")]


def settings_refused(keys: Sequence[str] = ()) -> list[Line]:
    """The settings file was read again, and is wrong; the page tells the whole reason."""
    refused = say("The new settings cannot be used: the old ones stay.")
    look = say("Look at {keys}: the page says why.", keys=_keys(keys)) if keys else say("The page says why.")
    return [line(followed(refused, look), Priority.URGENT, key="settings")]


def _keys(keys: Sequence[str]) -> tuple[str | Phrase, ...]:
    """Settings by their keys, as they stand in the file; of many the first few."""
    shown, rest = keys[:_KEYS_SAID], len(keys) - _KEYS_SAID
    return (*shown, count("{n} more", "{n} more", rest)) if rest > 0 else tuple(shown)


def count_doubtful(player: str, counted: int) -> list[Line]:
    """The gate saw nothing more move, in a deal: what was counted stands until the table says better."""
    said = count(
        "{n} card was counted for {player}. If another number came out, scan it and DONE.",
        "{n} cards were counted for {player}. If another number came out, scan it and DONE.",
        counted,
        player=player,
    )
    return [line(said, Priority.ACTION)]


def clean_roller() -> list[Line]:
    """No card came three times in a row: the maker's advice, which every leaflet of the launcher gives."""
    said = say("Cards are slipping: clean the roller with a damp cloth or alcohol.")
    return [line(said, Priority.URGENT, key="advice")]


def fan_deck() -> list[Line]:
    """Too often two cards came at once."""
    said = say("Cards stick together: fan the deck, and take out damp or bent cards.")
    return [line(said, Priority.URGENT, key="advice")]


def nothing_older() -> list[Line]:
    """REPEAT was asked for once more after the oldest that it brings."""
    return [in_passing(say("Nothing before that."))]


def hopper_low() -> list[Line]:
    """Fewer than five cards are left; said before a turn begins."""
    return [line(FAULTS["hopper-low"], Priority.ACTION, key="hopper-low")]


def reloaded() -> list[Line]:
    """The hopper was filled after it had run empty: the referee must know whether with the discard."""
    said = say("Was the discard put back? Scan YES or RELOAD, or just press.")
    return [question(said, "reloaded")]


def power_weak() -> list[Line]:
    """The voltage has dropped: parts of the machine may fail, and games may be damaged."""
    return [
        line(
            say("The power supply is too weak: use the one made for this computer, with a short cable."),
            Priority.ACTION,
        )
    ]


#: Why a press was answered with the buzz.
DENIALS: dict[str, Phrase] = {
    "nobody-may-press": say("No press now."),
    "busy": say("One moment, cards are coming."),
    "guard": say("Too soon: press again."),
    "lid-open": say("Close the lid first."),
}


def press_denied(reason: str, state: State, address: str | None = None) -> list[Line]:
    """The button was pressed and nothing will come: why; with no game, how to begin one."""
    if state.phase is Phase.NONE:
        return [how_to_begin(address)]
    said = DENIALS.get(reason, DENIALS["nobody-may-press"])
    if said is DENIALS["nobody-may-press"]:
        said = followed(said, prompt(state, Verbosity.NORMAL))
    return [_in_passing(said, "denied", state.edition)]


def remote_press(player: str) -> list[Line]:
    """A press comes from a phone: nobody at the dispenser may be surprised by its cards."""
    return [line(say("{player} presses from a phone: hands off the dispenser.", player=player), Priority.URGENT)]


def press_waiting() -> list[Line]:
    """A scan came while cards were still coming out; it is taken when they are counted."""
    said = say("One moment, the cards are being counted.")
    return [replace(_in_passing(said, "waiting"), repeatable=False)]


def _in_passing(phrase: Phrase, key: str, edition: str = "") -> Line:
    return replace(answer(phrase, edition), key=key, expires_ms=_LIFE_MS)


def interrupted_press(waits: Refusal) -> list[Line]:
    """A press waits for its number, or for another that throws the rest."""
    return [asked(open_press(waits))]


def speech_back() -> list[Line]:
    """There was silence for a while: that comes before whatever else is said now."""
    return [line(say("Speech is back."), Priority.URGENT, key="speech")]


def journal_recovered(games: int) -> list[Line]:
    """The journal was damaged, and so many games could be read of it: where the game stands wants a look."""
    if not games:
        told = say("The saved games are damaged, and none could be read. They are set aside, and we begin anew.")
    else:
        told = say("The saved games were damaged. What could be read is kept: check how the game stands.")
    return [line(told, Priority.URGENT, key="journal")]


def journal_gone() -> list[Line]:
    """Somebody played here before, and nothing is left of it."""
    told = say("The saved games are gone: their file was empty or missing. We begin anew.")
    return [line(told, Priority.URGENT, key="journal")]


def restored() -> list[Line]:
    """A host has restored a backup: the table is silent for a moment."""
    return [line(say("A backup is restored. The table starts again."), Priority.URGENT)]


def saved_again() -> list[Line]:
    """The disk takes what only memory held."""
    return [line(say("The disk saves again."), Priority.URGENT, key="journal")]


def saved_in_memory() -> list[Line]:
    """The disk takes nothing: the game goes on, but a power cut would lose it."""
    return [
        line(say("The disk does not save: the game goes on, but keep the power on."), Priority.URGENT, key="journal")
    ]
