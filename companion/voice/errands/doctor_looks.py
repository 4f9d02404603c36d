"""What a look at the parts finds, without moving any: each a sentence about it, and one about what helps."""

from __future__ import annotations

from collections.abc import Mapping

from companion.voice.lines import Phrase, count, followed, say

Told = tuple[Phrase, Phrase]  # what was found, what helps

# The machine


def settings_wrong(finding: str) -> Told:
    """The settings cannot be used; the sentence is theirs."""
    return (
        say("The settings cannot be used: {finding}.", finding=finding),
        say("Put that right, then run doctor again."),
    )


def data_writable(folder: str) -> Phrase:
    """Games can be kept there."""
    return say("{folder} can be written.", folder=folder)


def journal_damaged(folder: str) -> Told:
    """The games there cannot be read."""
    return (
        say("The journal in {folder} cannot be read.", folder=folder),
        say("Start the table: it sets the file aside and keeps what can be read of it. Or restore a backup."),
    )


def data_not_there_yet(folder: str) -> Phrase:
    """The first start makes it."""
    return say("{folder} is made when the table first starts.", folder=folder)


def data_closed(folder: str, detail: str) -> Told:
    """Games cannot be kept there."""
    return (
        say("{folder} cannot be written: {detail}.", folder=folder, detail=detail),
        say("Give the folder to this user, free some space, or name another with --data."),
    )


def voice_speaks(engine: str, player: str) -> Phrase:
    """Engine and player answer; whether anybody hears them is another question."""
    return say("{engine} speaks through {player}.", engine=engine, player=player)


def voice_off() -> Told:
    """Nothing is to be spoken."""
    return say("The voice is off by choice, so nobody hears anything."), say(
        "To hear the table, set voice.engine to auto, or start it without --speech none."
    )


VOICE_TROUBLES: Mapping[str, Told] = {
    "no-engine": (
        say("No program that speaks is installed for this table's languages."),
        say("Run sudo apt install espeak-ng."),
    ),
    "no-player": (say("No program that plays sound is installed."), say("Run sudo apt install alsa-utils.")),
    "no-output": (
        say("No sound output answers, so nothing can be heard."),
        say("Connect a loudspeaker or a sound card; aplay -l lists those there are."),
    ),
    "stuck": (
        say("A sentence was not spoken in time."),
        say("Run doctor again; if it stays so, restart the Pi."),
    ),
}


def scanner_opens(port: str) -> Phrase:
    """The port is there and free."""
    return say("Its port {port} can be opened.", port=port)


def scanner_simulated() -> Phrase:
    """A simulated table has a simulated scanner."""
    return say("The scanner is simulated.")


def scanner_not_wanted() -> Told:
    """The settings say that there is none."""
    return say("No scanner is looked for."), say("Set scanner.url to auto if there is one.")


def scanner_not_found(there: str, key: str) -> Told:
    """Nothing that is plugged in is the scanner; ``there`` is what could be, by names alone, if anything is."""
    return (
        say("No scanner is found. There is: {there}.", there=there) if there else say("No scanner is found."),
        say("Plug it in, or name it in {key}.", key=key),
    )


def scanner_closed(trouble: str, port: str, detail: str, baud: int, key: str) -> Told:
    """The port that is set cannot be opened; ``key`` is the setting in which the reader is named."""
    match trouble:
        case "not-there":
            return say("There is no scanner at {port}.", port=port), say(
                "Plug it in, or name its port in {key}.", key=key
            )
        case "in-use":
            return (
                say("Another program uses the scanner's port {port}.", port=port),
                say("End that program; sudo fuser -v {port} names it.", port=port),
            )
        case "no-serial-port" | "bad-address":
            return (
                say("{port} is no address of a scanner.", port=port),
                say("Name a serial port in {key}, such as /dev/ttyACM0.", key=key),
            )
        case _:
            return (
                say("The scanner's port {port} cannot be opened: {detail}.", port=port, detail=detail),
                say("Check the scanner's cable and its speed, now {baud} baud.", baud=baud),
            )


def scanner_forbidden(port: str, group: str) -> Told:
    """The port belongs to a group in which this user is not, or to nobody but its owner."""
    if not group:
        return (
            say("{port} is open to its owner only.", port=port),
            say("Unplug the scanner and plug it in again; if it stays so, install the table's rules for devices."),
        )
    return (
        say("This user may not open the scanner's port {port}, of the group {group}.", port=port, group=group),
        say("Run sudo adduser $USER {group}, then log in again.", group=group),
    )


SIMULATED_ALONE: Told = (
    say("A simulated reader needs a simulated table."),
    say("Start with --simulate, or name a real one."),
)


def readers_mistakable(detail: str) -> Told:
    """The table's scanner and the private reader may be one; the sentence is the bridge's own."""
    return (
        say("Neither reader is opened, lest one be taken for the other. {detail}", detail=detail),
        say("Then run doctor again."),
    )


# The pins


def pins_free(wires: int, header: str) -> Phrase:
    """Every wire of the map can be had; ``header`` is the chip that has them."""
    free = count("{n} wire is free, through lgpio.", "{n} wires are free, through lgpio.", wires)
    return followed(free, say("The header is {header}.", header=header) if header else None)


def pins_simulated() -> Phrase:
    """No real part is looked at."""
    return say("The pins are simulated: no real part is checked.")


def pins_trouble(trouble: str, detail: str) -> Told:
    """This machine's pins cannot be used at all."""
    match trouble:
        case "no-folder":
            return (
                say("The folder {folder} cannot be written, and lgpio needs one that can.", folder=detail),
                say("Give the folder to this user, or name another with --data."),
            )
        case "no-library":
            return (
                say("lgpio cannot be loaded: {detail}.", detail=detail),
                say("On a Pi run sudo apt install python3-lgpio, then make setup; elsewhere try doctor --simulate."),
            )
        case "not-a-pi":
            return (
                say("This machine is not a Raspberry Pi: {detail}.", detail=detail),
                say("Run doctor on the Pi of the table; elsewhere try doctor --simulate."),
            )
        case "forbidden":
            return (
                say("This user may not open the pins: {detail}.", detail=detail),
                say("Run sudo adduser $USER gpio, log in again, and check that /dev/gpiochip0 exists."),
            )
        case _:
            return (
                say("The pins cannot be opened: {detail}.", detail=detail),
                say("Stop other programs that use the pins."),
            )


WITHOUT_PINS: Told = say("Without pins it cannot be looked at."), say("Put the pins right first.")


def wire_refused(wires: str, detail: str) -> Told:
    """One part's pins cannot be had; ``wires`` with their numbers."""
    return (
        say("The pin cannot be had, {wires}: {detail}.", wires=wires, detail=detail),
        say("Stop the other program that uses it, or choose another number under pins."),
    )


def pins_partly() -> Told:
    """Some of them cannot be had; each is told with its part."""
    return say("Some pins cannot be had."), say("Look at the parts below.")


# The parts, at rest

#: What tells more than a look.
GUIDED = say("To check it, run doctor on a terminal.")
NOT_MOVED = say("It was not moved.")
PIN_FREE = say("Its pin is free.")

BUTTON_AT_REST = say("It is at rest; only a press shows whether it works.")
BUTTON_HELD: Told = say("It is held down, or its wire touches ground."), say("Let it go, or free it.")


def buttons_at_rest(number: int) -> Phrase:
    """Further buttons."""
    return count("{n} is fitted and at rest.", "{n} are fitted and at rest.", number)


def buttons_held(buttons: tuple[Phrase, ...]) -> Told:
    """Further buttons that are down."""
    return say("Held down: {buttons}.", buttons=buttons), say("Let them go, or free them.")


GATE_CLEAR = say("It is clear.")
GATE_BLOCKED: Told = (
    say("It is blocked: by a card, by dirt, or its wire is cut."),
    say("Take the card out, wipe the sensor, then check its cable."),
)


def gate_restless(times: int) -> Told:
    """It changed while nothing moved."""
    return (
        count("It changed {n} time although nothing moved.", "It changed {n} times although nothing moved.", times),
        say("Shade the dispenser's mouth from the sun, and wipe the sensor."),
    )


LID_CLOSED = say("The lid is closed.")
LID_OPEN: Told = say("The lid is open, or the switch's wire is cut."), say("Close the lid, then check the cable.")
HOPPER_STOCKED = say("Cards are in the hopper.")
HOPPER_EMPTY: Told = say("The hopper is empty, or the sensor's wire is cut."), say("Fill it, then check the cable.")
ENOUGH_CARDS = say("Five cards or more are in the hopper.")
FEW_CARDS: Told = (
    say("Fewer than five cards are in the hopper, or the sensor's wire is cut."),
    say("Fill the hopper; if it stays so, check the cable."),
)
DRIVER_WELL = say("At rest the motor driver reports no fault.")
DRIVER_FAULT: Told = (
    say("The motor driver reports a fault although the motor rests."),
    say("Switch the motor's supply off and on, then check the cable."),
)
AT_HOME = say("The dispenser points home.")
NOT_AT_HOME: Told = (
    say("The dispenser does not point home, or the switch's wire is cut."),
    say("Turn it home by hand; if it stays so, check the cable."),
)


def lamps_dark(number: int) -> Phrase:
    """Lamps, none of them lit."""
    return count("{n} is fitted and was not lit.", "{n} are fitted and were not lit.", number)


def servo_calibrated(seats: int) -> Phrase:
    """The servo knows where the seats are."""
    return count("It has {n} angle and was not moved.", "It has {n} angles and was not moved.", seats)


UNCALIBRATED: Told = say("It has no angles yet."), say("Set aim.angles, in degrees from home, one for each seat.")

#: Parts that a table may do without.
NOT_FITTED: Mapping[str, Told] = {
    "lid": (say("No lid switch is fitted."), say("Fit one, so that an open lid stops the motor.")),
    "hopper": (say("No hopper sensor is fitted."), say("Fit one, so that the table knows when no card is left.")),
    "hopper-low": (say("No low-level sensor is fitted."), say("Nothing needs doing: the table counts the cards.")),
    "buttons": (say("No further buttons are fitted."), say("Nothing needs doing: command cards do the same.")),
    "beeper": (say("No beeper is fitted."), say("Fit one, so that each press is answered at once.")),
    "lamps": (say("No lamps are fitted."), say("Nothing needs doing: the voice and the page tell the same.")),
    "servo": (say("No aiming servo is fitted."), say("Nothing needs doing: the table turns the dispenser by hand.")),
    "aim-home": (
        say("No switch tells whether the dispenser turned."),
        say("Fit one, so that a blocked turn is noticed."),
    ),
    "heartbeat": (
        say("No dead-man line is wired."),
        say("Wire one, so that the motor stops by itself if the program hangs."),
    ),
    "motor-fault": (
        say("No fault line of the motor driver is wired."),
        say("Wire one, so that a blocked motor is noticed at once."),
    ),
}

# What a running table tells of itself


SERVICE_HOLDS_PINS: Told = (
    say("The table is running and holds the pins: what follows is what it reports."),
    say("To check part by part, stop it first, with sudo systemctl stop uno-companion or Ctrl-C."),
)


def service_silent(port: int) -> Told:
    """It holds the folder and does not answer."""
    return (
        say("A table is running in this folder, and does not answer on port {port}.", port=port),
        say("It may have another port: name that with --set server.port=NUMBER. Or stop it and run doctor again."),
    )


SERVICE_MODES: Mapping[str, Phrase | Told] = {
    "real": say("The table has the pins open."),
    "simulated": say("The table plays with a simulated dispenser."),
    "missing": (
        say("The table found no dispenser."),
        say("Stop the table, then run doctor again, which tells why."),
    ),
}
SERVICE_SPEECH: Mapping[str, Phrase | Told] = {
    "ok": say("The table speaks."),
    "stuck": (say("The voice is stuck and is being started anew."), say("If it stays so, start the table again.")),
    "silent": (say("The table cannot be heard."), say("Look at its log, which says what is missing.")),
}
SERVICE_SCANNER: Mapping[str, Phrase | Told] = {
    "connected": say("The scanner is connected."),
    "lost": (say("The scanner is gone."), say("Plug it in again; it comes back by itself.")),
    "absent": (say("The table has no scanner."), say("Plug it in, and name its port in scanner.url.")),
}
SERVICE_PRIVATE: Mapping[str, Phrase | Told] = {
    "connected": say("The private reader is connected."),
    "lost": (say("The private reader is gone."), say("Plug it in again; it comes back by itself.")),
    "absent": (
        say("The private reader is set, and the table has none."),
        say("Plug it in, or put scanner.private_url right."),
    ),
}
SERVICE_JOURNAL: Mapping[str, Phrase | Told] = {
    "disk": say("The game is on the disk."),
    "recovered": say("The game was recovered and is on the disk."),
    "memory": (
        say("The disk cannot be written, so the game is kept in memory only."),
        say("Make room on the disk, or give the folder to the table's user."),
    ),
}


def fittings_unusable(notes: str) -> Told:
    """The running table left parts out; the sentences are its own."""
    return say("The table left a part out: {notes}", notes=notes), say("Stop the table, then run doctor again.")
