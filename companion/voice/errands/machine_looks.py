"""What a look at the machine under the table finds: each a sentence about it, and one about what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.voice.errands.doctor_looks import Told
from companion.voice.lines import Phrase, count, say

# Board and rights


def board_is(model: str, kernel: str) -> Phrase:
    """Which Raspberry Pi it is."""
    return say("It is a {model}, with kernel {kernel}.", model=model, kernel=kernel)


def device_closed(device: str, group: str, user: str) -> Told:
    """A part's device belongs to a group in which the table's user is not."""
    return (
        say(
            "{user} may not open {device}, which belongs to the group {group}.", user=user, device=device, group=group
        ),
        say("Run sudo adduser {user} {group}, then start the table again.", user=user, group=group),
    )


def device_owners(device: str, user: str) -> Told:
    """A part's device belongs to its owner alone."""
    return (
        say("{user} may not open {device}, which its owner alone may.", user=user, device=device),
        say("Install the table's rules for devices, with sudo systemd/install.sh, and restart the Pi."),
    )


def group_unknown(group: str) -> Told:
    """A group that the service needs was never made."""
    return (
        say("There is no group {group}.", group=group),
        say("Run sudo systemd-sysusers, then sudo systemctl restart uno-companion."),
    )


DEVICES_OPEN = say("This user may open the devices that are there.")
OUTPUTS_LET_GO = say("The kernel switches outputs off when a program is killed.")
OUTPUTS_KEPT: Told = (
    say("The kernel leaves outputs driven when a program is killed: lamps would stay lit."),
    say("Add the line dtparam=strict_gpiod to /boot/firmware/config.txt, and restart the Pi."),
)

# The scanner's surroundings

PROBED: Told = (
    say("ModemManager runs, and talks to every new port: the scanner may be disturbed."),
    say("Run sudo systemctl mask ModemManager, then restart the Pi."),
)


def is_console(port: str) -> Told:
    """The scanner is set to a port on which the system itself speaks."""
    return (
        say("{port} is the system's console.", port=port),
        say("Name another port in scanner.url, or switch the console off: raspi-config, Interface, Serial."),
    )


def name_passes(port: str, lasting: str) -> Told:
    """The scanner is set to a name that may be another device's after a restart."""
    return (
        say("{port} may be another device after a restart.", port=port),
        say("Set scanner.url to {lasting}.", lasting=lasting),
    )


# Sound


def cards_are(names: Sequence[str]) -> Phrase:
    """The sound cards that play, by the names that the settings of the system take."""
    return say("Sound can go to {names}.", names=tuple(names))


NO_CARD: Told = say("There is no sound card that plays."), say("Plug in a USB loudspeaker: a Pi 5 has no other.")
ONLY_SCREENS: Told = (
    say("Sound can go to a screen only, and is lost where none is connected."),
    say("Plug in a USB loudspeaker."),
)
NO_MICROPHONE: Told = (
    say("No microphone is there."),
    say("Nothing needs doing: with one, the check could hear the loudspeaker by itself."),
)


def microphone_is(card: str) -> Phrase:
    """Where the machine hears."""
    return say("It is on {card}.", card=card)


LISTENING = say("Quiet, please: a sound is played, and the microphone listens.")
HEARD = say("The microphone hears the loudspeaker.")
NOT_HEARD: Told = (
    say("The microphone does not hear the loudspeaker."),
    say("Check its plug, its power and its volume; to hear it yourself, run uno-companion say --sounds."),
)
VOICES_THERE = say("There is one for each language of the table.")


def voices_missing(languages: Sequence[Phrase]) -> Told:
    """Languages that another's voice reads."""
    return (
        say("None is installed for {languages}: an English one reads it.", languages=tuple(languages)),
        say("Run sudo apt install espeak-ng, and set voice.engine to auto."),
    )


# Disk and logs

MUCH_ROOM_MB = 2000  # from here on gigabytes say enough


def disk_has_room(free_mb: int) -> Phrase:
    """Games can be kept for long."""
    if free_mb >= MUCH_ROOM_MB:
        return say("{free} gigabytes are free.", free=str(free_mb // 1000))
    return say("{free} megabytes are free.", free=str(free_mb))


def disk_nearly_full(free_mb: int) -> Told:
    """Soon no game can be kept."""
    return (
        say("Only {free} megabytes are free.", free=str(free_mb)),
        say("Save old games elsewhere, and delete what is not needed."),
    )


DISK_READ_ONLY: Told = (
    say("The disk cannot be written: it was mounted so, or is damaged."),
    say("Copy the games now, with uno-companion backup, and replace the card if it is damaged."),
)
DISK_IN_MEMORY: Told = (
    say("The games lie in memory: all of them are lost at the next power cut."),
    say(
        "Put the data on a partition of its own; for the overlay of raspi-config set {option}.",
        option="overlayroot=tmpfs:recurse=0",
    ),
)
WEAR_SPARED = say("The disk is mounted so that reading does not wear it.")


def reads_marked(point: str) -> Told:
    """Each reading is written down."""
    return (
        say("At {point} each reading is written to the disk too, which wears the card.", point=point),
        say("Add noatime to its options in /etc/fstab."),
    )


def written_late(point: str, seconds: int) -> Told:
    """Somebody wanted to spare the card, at the price of the last minutes."""
    return (
        say("At {point} what was saved is sure after {n} seconds only.", point=point, n=str(seconds)),
        say("Take commit= out of its options in /etc/fstab."),
    )


LOGS_KEPT = say("Logs outlive a power cut.")
LOGS_LOST: Told = (
    say("Logs are kept in memory, so that what came before a power cut cannot be explained."),
    say("To keep 50 megabytes of them, see appliance.md among the guides."),
)

# Clock, network, power

CLOCK_SET = say("It was set from the network.")
CLOCK_UNSET: Told = (
    say("It is not set: dates of games may be wrong, their order is right."),
    say("Connect to the internet for a minute."),
)
CLOCK_UNSET_BUT_OWN: Told = (
    say("It was not set from the network; the machine has a clock of its own."),
    say("Compare it, and set it with sudo timedatectl set-time."),
)
NO_NETWORK: Told = (
    say("There is no network: phones cannot reach the page."),
    say("Check cable, router and Wi-Fi country; sudo raspi-config has the last."),
)


def here_alone(address: str) -> Told:
    """The table was told to listen where no phone can come."""
    return (
        say("The page is served at {address} only, for this machine.", address=address),
        say("For phones, set server.host to 0.0.0.0."),
    )


def page_is(addresses: Sequence[str]) -> Phrase:
    """Where phones find the page."""
    return say("Phones find the page at {addresses}.", addresses=tuple(addresses))


def name_is(name: str) -> Phrase:
    """Under which name the network knows the machine."""
    return say("It is {name}.", name=name)


def name_taken(wanted: str, name: str) -> Told:
    """Another machine was first."""
    return (
        say("Another machine already has the name {wanted}: this one is {name}.", wanted=wanted, name=name),
        say("Give it another, with sudo hostnamectl set-hostname."),
    )


NO_NAME: Told = (
    say("No name is registered in the network: phones need the address by number."),
    say("For a name, run sudo apt install avahi-daemon."),
)
POWER_STRONG = say("It is strong enough now.")
POWER_UNSEEN: Told = (
    say("This kernel does not tell how strong it is."),
    say("Use the supply made for this Pi, with a short cable."),
)


def power_weak(dips: int) -> Told:
    """The voltage is too low now, or was while the table ran."""
    told = count(
        "It dropped below 4.63 volts {n} time since the table was started.",
        "It dropped below 4.63 volts {n} times since the table was started.",
        dips,
    )
    now = say("It is below 4.63 volts now.")
    return (told if dips else now), say(
        "Use the supply made for this Pi, with a short cable; games may be damaged otherwise."
    )


# The service

UNIT_RUNS = say("systemd runs the table.")
_WHY = say("journalctl -u uno-companion -b tells more.")
_SYSUSERS = say("Run sudo systemd-sysusers, then sudo systemctl restart uno-companion.")
_AGAIN = say("Install it again, with sudo apt install --reinstall uno-companion or sudo systemd/install.sh.")
UNITS: Mapping[str, Told] = {
    "starting": (say("systemd is starting the table."), say("Wait a minute, then run doctor again.")),
    "stopped": (say("systemd does not run the table now."), say("Run sudo systemctl start uno-companion.")),
    "disabled": (
        say("systemd does not start the table with the machine."),
        say("Run sudo systemctl enable uno-companion, then restart the Pi."),
    ),
    "outdated": (say("systemd has an older text of the service."), say("Run sudo systemctl daemon-reload.")),
    "no-program": (say("The service's program is not there; Python may have moved."), _AGAIN),
    "no-group": (say("A group of the service does not exist."), _SYSUSERS),
    "no-user": (say("The service's user does not exist."), _SYSUSERS),
    "no-folder": (say("A folder of the service cannot be used."), _AGAIN),
    "hung": (say("The table stopped answering, and systemd ended it."), _WHY),
    "no-memory": (say("The table was ended because memory ran out."), _WHY),
}


def unit_restarted(times: int) -> Told:
    """It runs again."""
    return (
        count(
            "systemd started the table anew {n} time.",
            "systemd started the table anew {n} times.",
            times,
        ),
        _WHY,
    )


def unit_failed(status: str) -> Told:
    """It ended by itself, and not for a reason that systemd knows."""
    return say("The table ended with {status}.", status=status), _WHY


FENCE_TRIED = say("What was found above was found inside it.")
FENCE_UNTRIED: Told = (
    say("The check was not made inside it, where the table runs."),
    say("For that, run sudo uno-companion doctor --json."),
)


def fence_failed(detail: str) -> Told:
    """The inner check could not be made, or gave nothing that can be read."""
    return say("The check cannot be made inside it: {detail}.", detail=detail), _WHY


def as_told(sentence: str) -> Phrase:
    """A sentence of the inner check, which speaks the table's language already."""
    return say("{text}.", text=sentence.rstrip("."))
