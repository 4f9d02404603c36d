"""What a table that is running reports of itself (``/api/health``), as findings. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.checkup.findings import Finding, failing, missing, ok, unknown
from companion.voice.between_plays.wish_lines import LANGUAGES
from companion.voice.errands import doctor_looks as said
from companion.voice.errands import machine_looks as machine_said
from companion.voice.errands.doctor_prompts import FOUND
from companion.voice.lines import Phrase

Health = Mapping[str, Any]


def holds_pins(health: Health | None) -> bool:
    """Whether a table that answered has real pins open."""
    return health is not None and health["dispenser"].get("mode") == "real"


def is_mute(health: Health | None) -> bool:
    """Whether a table that answered speaks to nobody by choice, and so needs no voice."""
    return health is not None and health["speech"].get("off") is True


def holds_unsaved(health: Health | None) -> bool:
    """Whether a table that answered holds more than its disk does."""
    return health is not None and health["journal"].get("state") == "memory"


def dips_of(health: Health | None) -> int:
    """How often the running table saw the supply's voltage drop."""
    power = {} if health is None else health.get("power")
    dips = power.get("dips") if isinstance(power, dict) else 0
    return dips if isinstance(dips, int) else 0


def report(health: Health | None, port: int) -> Iterator[Finding]:
    """What the running table tells, as findings."""
    if health is None:
        yield unknown("service", said.service_silent(port))
        return
    yield ok("service", *said.SERVICE_HOLDS_PINS)
    if found := health.get("settings", {}).get("findings"):
        yield failing("settings", said.settings_wrong("; ".join(map(str, found)).rstrip(".")))
    dispenser = health["dispenser"]
    yield from _either("pins", said.SERVICE_MODES, dispenser.get("mode"), absent=True)
    yield from _dispenser(dispenser)
    if is_mute(health):
        yield missing("voice", said.voice_off())
    else:
        yield from _voice(health["speech"])
        yield from voices(health["speech"])
    yield from _either("scanner", said.SERVICE_SCANNER, health["scanner"].get("state"), absent=True)
    private = health["scanner"].get("private", {})
    yield from _either("private-reader", said.SERVICE_PRIVATE, private.get("state"), absent=True)
    yield from _either("data", said.SERVICE_JOURNAL, health["journal"].get("state"))


def _voice(speech: Health) -> Iterator[Finding]:
    """Where the table knows why nobody hears it, that is told."""
    reason = speech.get("reason")
    why = said.VOICE_TROUBLES.get(str(reason.get("kind"))) if isinstance(reason, dict) else None
    if why is None:
        yield from _either("voice", said.SERVICE_SPEECH, speech.get("state"))
    else:
        yield failing("voice", why)


def voices(speech: Health) -> Iterator[Finding]:
    """Whether each language of the table has a voice; nothing where no engine speaks, so that nobody can tell."""
    lacking = speech.get("missing_voices") or ()
    if lacking:
        yield failing("voices", machine_said.voices_missing([LANGUAGES[tag] for tag in lacking if tag in LANGUAGES]))
    elif speech.get("state") == "ok":
        yield ok("voices", machine_said.VOICES_THERE)


def _either(
    part: str, words: Mapping[str, Phrase | said.Told], state: object, *, absent: bool = False
) -> Iterator[Finding]:
    """What stands for the state; a newer table may have one that nobody here knows."""
    match words.get(str(state)):
        case Phrase() as well:
            yield ok(part, well)
        case (message, remedy):
            yield (missing if absent else failing)(part, (message, remedy))


def _dispenser(body: Health) -> Iterator[Finding]:
    if body.get("lid") in {"open", "closed"}:
        yield failing("lid", said.LID_OPEN) if body["lid"] == "open" else ok("lid", said.LID_CLOSED)
    match body.get("hopper"):
        case "empty":
            yield failing("hopper", said.HOPPER_EMPTY)
        case "low":
            yield failing("hopper-low", said.FEW_CARDS)
        case "ok":
            yield ok("hopper", said.HOPPER_STOCKED)
    if body.get("notes"):
        yield failing("fittings", said.fittings_unusable(" ".join(map(str, body["notes"]))))
    if (fault := body.get("fault")) in FOUND:
        yield failing(_FAULTS.get(str(fault), "motor"), FOUND[str(fault)])


#: Which part a fault speaks of, where it is not the motor.
_FAULTS = {
    "button-stuck": "button",
    "gate-dead": "gate",
    "sensor-disturbed": "gate",
    "stuck-at-exit": "gate",
    "hopper-empty": "hopper",
    "lid-open": "lid",
    "aim-obstructed": "servo",
}
