"""What a guided check of the parts asks for, and what it finds when that is done."""

from __future__ import annotations

from collections.abc import Mapping

from companion.voice.errands.doctor_looks import Told
from companion.voice.lines import Phrase, count, followed, say

# How it goes

BEGIN = say("One part after the other is checked. Enter skips a part, Ctrl-C ends it all.")
BEGIN_SIMULATED = say(
    "The dispenser is simulated. Enter does what is asked, s skips a part, and the name of a fault, such as jam, "
    "brings it about."
)
ENDED = say("The check was broken off: what it did not come to is not checked. The motor is off.")
NO_PINS = say("Without pins nothing more can be checked.")
SKIPPED: Told = say("It was skipped."), say("Run doctor again to check it.")

HELP = say("Enter or s skips this part; y and n answer a question.")
HELP_SIMULATED = say(
    "Enter does what is asked, s skips this part, y and n answer a question, the name of a fault brings it about."
)


def struck(fault: str) -> Phrase:
    """What was typed has come about at the simulated dispenser."""
    return say("Done: {fault}.", fault=fault)


def with_yes_or_no(question: Phrase) -> Phrase:
    """A question, and how it is answered."""
    return followed(question, say("Yes or no?"))


# The main button

PRESS_AND_LET_GO = say("Press the main button, and let it go.")
LET_GO = say("Let the button go.")


def pressed(lasted_ms: int, bounces: int) -> Phrase:
    """One press, as its contacts made it."""
    if not bounces:
        return say("It was pressed for {ms} milliseconds, without bouncing.", ms=lasted_ms)
    return count(
        "It was pressed for {ms} milliseconds, with {n} bounce.",
        "It was pressed for {ms} milliseconds, with {n} bounces.",
        bounces,
        ms=lasted_ms,
    )


def no_press(pin: int) -> Told:
    """The wire never moved."""
    return say("No press was seen."), say("Check the button's wires, to BCM {pin} and to ground.", pin=pin)


STAYS_PRESSED: Told = say("It stays pressed."), say("Free the button, and check that its wire does not touch ground.")
SEVERAL_PRESSES: Told = say("One press came as several."), say("Replace the button: its contacts chatter.")

# Further buttons


def press(button: Phrase) -> Phrase:
    """A further button is asked for."""
    return say("Press the {button}.", button=(button,))


def that_was(button: Phrase) -> Phrase:
    """Another one answered than was asked for."""
    return say("That was the {button}.", button=(button,))


def buttons_answer(number: int) -> Phrase:
    """All of them were pressed."""
    return count("It answers.", "All {n} answer.", number)


def buttons_silent(buttons: tuple[Phrase, ...], pins: str) -> Told:
    """Some were asked for and never came."""
    return (
        say("No press was seen: {buttons}.", buttons=buttons),
        say("Check their wires, to ground and to BCM {pins}.", pins=pins),
    )


# Exit gate

CLEAR_GATE = say("Something is in the exit gate. Take it out.")
CARD_INTO_GATE = say("Hold a card in the exit gate.")
CARD_OUT_OF_GATE = say("Take the card out again.")
GATE_SEES = say("It saw the card come and go.")


def gate_blind(pin: int) -> Told:
    """A card is held in it and nothing changes."""
    return say("It does not see a card."), say("Wipe the sensor, then check its cable to BCM {pin}.", pin=pin)


GATE_STAYS: Told = (
    say("It stays blocked although nothing is in it."),
    say("Wipe the sensor, then check its cable: a cut wire reads as blocked."),
)


def gate_flickers(times: int) -> Told:
    """One card came as many."""
    return (
        count("It changed {n} time for one card.", "It changed {n} times for one card.", times),
        say("Shade the dispenser's mouth from the sun, and wipe the sensor."),
    )


# Lid and hopper

OPEN_LID = say("Open the lid.")
CLOSE_LID = say("Close the lid.")
LID_SEEN = say("It saw the lid open and close.")
EMPTY_HOPPER = say("Take all cards out of the hopper.")
FILL_HOPPER = say("Put ten cards or more into the hopper.")
HOPPER_SEEN = say("It saw the hopper empty and filled.")
LEVEL_SEEN = say("It saw few cards and enough.")


def lid_unseen(pin: int, *, opened: bool) -> Told:
    """The lid was moved and its switch did not."""
    remedy = say("Check the switch and its cable to BCM {pin}.", pin=pin)
    return (say("It did not see the lid open.") if opened else say("It did not see the lid close.")), remedy


def hopper_unseen(pin: int, *, emptied: bool) -> Told:
    """The hopper was emptied or filled and its sensor did not change."""
    remedy = say("Wipe the sensor, then check its cable to BCM {pin}.", pin=pin)
    return (say("It did not see the hopper empty.") if emptied else say("It did not see the hopper filled.")), remedy


# Beeper and lamps

LISTEN = say("Listen to the beeper.")
HEARD_IT = say("Did you hear the beeper?")
WAS_HEARD = say("It was heard.")


def not_heard(pin: int) -> Told:
    """It was driven and nobody heard it."""
    return (
        say("Nobody heard it."),
        say("Check its cable to BCM {pin}, and whether dispenser.beeper says active or passive as it is.", pin=pin),
    )


def is_lit(lamp: Phrase) -> Phrase:
    """One lamp shines: is it seen?"""
    return say("Is the {lamp} lit?", lamp=(lamp,))


def lamps_seen(number: int) -> Phrase:
    """All of them were seen."""
    return count("It was seen.", "All {n} were seen.", number)


def lamps_unseen(lamps: tuple[Phrase, ...], pins: str) -> Told:
    """Some were not seen to be lit."""
    return (
        say("Not seen: {lamps}.", lamps=lamps),
        say("Check lamp, transistor and cable, to BCM {pins}.", pins=pins),
    )


# What moves

NO_PRESS_NO_MOVE: Told = (
    say("Nobody pressed, so it was not moved."),
    say("Run doctor again, and press the main button when asked."),
)
LID_IS_OPEN = say("The lid is open. Close it, then press again.")
CHECK_STOPPED: Told = say("It was stopped by hand."), say("Run doctor again to check it.")
NOT_WITHOUT_GATE: Told = (
    say("It was not moved: without the exit gate nobody knows when to stop it."),
    say("Put the exit gate right, then run doctor again."),
)
NOT_JUDGED: Told = say("It could not be judged."), say("Put the rest right, then run doctor again.")


def turn_to(seat: int) -> Phrase:
    """The dispenser turns once the button is pressed."""
    return say("Hands off the dispenser. When you press the main button, it turns to seat {seat}.", seat=seat)


TURN_HOME = say("Hands off again. When you press the main button, it turns back home.")


def points_at(seat: int) -> Phrase:
    """It has come to rest."""
    return say("Does it point at seat {seat}?", seat=seat)


def seats_reached(number: int) -> Phrase:
    """Every seat was pointed at."""
    return count("It turned to {n} seat and back.", "It turned to {n} seats and back.", number)


def seats_missed(seats: str) -> Told:
    """It came to rest beside some seats."""
    return say("It points beside seat {seats}.", seats=seats), say("Put the degrees in aim.angles right.")


SERVO_OBSTRUCTED: Told = (
    say("It did not turn as far as it should."),
    say("Free the dispenser's way, then check the servo, its supply and the aim switch."),
)

ONE_CARD = say(
    "Put ten cards or more into the hopper, and close the lid. Hands off: when you press the main button, one card "
    "comes out."
)
FIVE_CARDS = say("One card was counted. When you press the main button again, five come out.")
FILL_AND_PRESS = say("The hopper is empty. Fill it, close the lid, then press again.")


def count_is_right(counted: int) -> Phrase:
    """What the gate counted, for who has the cards before them."""
    return count("{n} card was counted. Are there as many?", "{n} cards were counted. Are there as many?", counted)


def cards_came(counted: int, dwell_ms: int | None) -> Phrase:
    """All went well; ``dwell_ms``: how long a card is usually in the gate."""
    came = count("{n} card came out and was counted.", "{n} cards came out and were counted.", counted)
    dwell = None if dwell_ms is None else say("A card is in the gate for {ms} milliseconds.", ms=dwell_ms)
    return followed(came, dwell)


def speed_unusual(dwell_ms: int) -> Told:
    """Cards pass much faster or slower than the parts of the building plan have it."""
    return (
        say("A card is in the gate for {ms} milliseconds; 80 to 250 are usual.", ms=dwell_ms),
        say("Check the motor's voltage, and wipe the roller."),
    )


def count_was_wrong(counted: int) -> Told:
    """The table has another number of cards before it than the gate counted."""
    return (
        count(
            "The gate counted {n} card, and that is wrong.",
            "The gate counted {n} cards, and that is wrong.",
            counted,
        ),
        say("Fan the cards, wipe roller and gate, then run doctor again."),
    )


#: What the dispenser itself found when it was to throw cards.
FOUND: Mapping[str, Told] = {
    "no-feed": (say("The motor turned and no card came."), say("Press the cards down, and wipe the roller.")),
    "stuck-at-exit": (say("A card is stuck at the exit."), say("Pull it out, and look for what holds it.")),
    "double-feed": (
        say("Two cards came at once."),
        say("Fan the cards, take out damp or bent ones, and set the exit's gap for one card."),
    ),
    "hopper-empty": (say("The cards ran out."), say("Fill the hopper, then run doctor again.")),
    "lid-open": (say("The lid was opened, so the motor stopped."), say("Keep the lid closed, and run doctor again.")),
    "motor-stall": (
        say("Its driver reported a fault when it was to turn, so it seems blocked."),
        say("Switch its supply off, open the lid, and free the roller."),
    ),
    "sensor-disturbed": (
        say("Light disturbs the exit gate."),
        say("Shade the dispenser's mouth from the sun, and wipe the sensor."),
    ),
    "button-stuck": STAYS_PRESSED,
    "gate-dead": (
        say("Cards left the hopper and the exit gate saw none."),
        say("Wipe the gate's sensor, then check its cable."),
    ),
    "callback-failed": (
        say("The program failed at one of its wires."),
        say("Run doctor again; if it stays so, report it."),
    ),
    "aim-obstructed": SERVO_OBSTRUCTED,
}

# Scanner

SCAN_ANY = say("Scan any card.")
IT_READ = say("It read a tag.")


def nothing_read(baud: int) -> Told:
    """Its port is open and nothing comes."""
    return (
        say("Nothing was read."),
        say(
            "With its manual's codes, set the scanner to USB COM port, {baud} baud, and Enter after each code.",
            baud=baud,
        ),
    )
