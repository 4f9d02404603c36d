"""The machine's health as the page tells it: one sentence a part, empty where there is nothing to know."""

from __future__ import annotations

from typing import Any

from companion.voice.between_plays.announcements import FAULTS
from companion.voice.between_plays.wish_lines import LANGUAGES
from companion.voice.errands.machine_looks import MUCH_ROOM_MB
from companion.voice.lexicon import language_of
from companion.voice.phrases import Phrases
from companion.voice.speech.trouble import TroubleKind
from companion.web.language import Words


def health_texts(health: dict[str, Any], words: Words, locale: str) -> dict[str, str]:
    """Texts by element id; faults in the voice's own sentences."""
    return {
        "health-dispenser": _dispenser(health["dispenser"], words, locale),
        "health-speech": _speech(health["speech"], words, locale),
        "health-scanner": _scanner(health["scanner"], words),
        "health-journal": _journal(health["journal"], words),
        "health-settings": _settings(health["settings"], words),
        "health-disk": _disk(health.get("disk"), words),
        "health-power": _power(health.get("power"), words),
        "health-clock": _clock(health.get("clock"), words),
    }


def _dispenser(body: dict[str, Any], words: Words, locale: str) -> str:
    _ = words.gettext
    modes = {
        "real": _("Dispenser: ready"),
        "simulated": _("Dispenser: simulated"),
        "missing": _("Dispenser: missing; check its cable and its power, or play on by hand"),
    }
    parts = [modes.get(body["mode"], str(body["mode"]))]
    if body.get("motor") == "on":
        parts.append(_("motor on"))
    if body.get("fault"):
        parts.append(Phrases(locale).text(FAULTS[body["fault"]]) if body["fault"] in FAULTS else str(body["fault"]))
    return ", ".join(parts)


def _speech(body: dict[str, Any], words: Words, locale: str) -> str:
    _ = words.gettext
    if body.get("off"):
        return _("Speech: off by choice; nobody hears anything")
    states = {
        "ok": _("Speech: ready"),
        "stuck": _("Speech: stuck"),
        "silent": _("Speech: silent; read the log above"),
    }
    told = [states.get(body["state"], str(body["state"]))]
    if body.get("reason"):
        told.append(silence_reason(body["reason"], words))
    if body.get("instead_of"):
        told.append(
            _("%(engine)s speaks, since %(missing)s cannot; it is tried again.")
            % {"engine": body["engine"], "missing": body["instead_of"]}
        )
    lacking = _("No voice for this language is installed, an English one reads it: %(language)s.")
    told.extend(lacking % {"language": _language(each, locale)} for each in body.get("missing_voices", ()))
    *sentences, last = told
    return " ".join([*(f"{sentence.rstrip('.')}." for sentence in sentences), last])


def silence_reason(reason: dict[str, str], words: Words) -> str:
    """Why nothing can be heard, with the remedy, in the reader's language; the machine's own words stay."""
    _ = words.gettext
    known = {
        TroubleKind.NO_ENGINE: _(
            "No engine can be used (%(detail)s). Install espeak-ng and choose the engine auto: apt install espeak-ng"
        ),
        TroubleKind.NO_PLAYER: _("No program that plays sound is installed. Install one: apt install alsa-utils"),
        TroubleKind.NO_OUTPUT: _(
            "No sound output answers (%(detail)s). Connect a loudspeaker or sound card; aplay -l lists the cards."
        ),
        TroubleKind.STUCK: _(
            "A sentence was not spoken (%(detail)s). The next one is tried; if this goes on, restart the service."
        ),
    }
    return known[TroubleKind(reason["kind"])] % {"detail": reason["detail"]}


def _language(locale: str, reader: str) -> str:
    name = LANGUAGES.get(language_of(locale))
    return locale if name is None else Phrases(reader).text(name)


def _scanner(body: dict[str, Any], words: Words) -> str:
    _ = words.gettext
    states = {
        "connected": _("Scanner: ready"),
        "lost": _("Scanner: gone; check its cable"),
        "absent": _("Scanner: missing; plug it in, or enter the plays here"),
    }
    private = {
        "connected": _("private reader: ready"),
        "lost": _("private reader: gone; check its cable"),
        "absent": _("private reader: missing"),
    }
    parts = [states.get(body["state"], str(body["state"]))]
    lost_to = {
        "power": _("the power supply was too weak just then"),
        "motor": _("the motor had just started, so the power supply may be too weak"),
    }
    if body.get("lost_to"):
        parts.append(lost_to[body["lost_to"]])
    if "private" in body:
        parts.append(private[body["private"]["state"]])
    return ", ".join(parts)


def _journal(body: dict[str, Any], words: Words) -> str:
    _ = words.gettext
    states = {
        "disk": _("Journal: on the disk"),
        "recovered": _(
            "Journal: it was damaged or gone. What could be read is kept, and saved on the disk; a damaged file is"
            " set aside in the data folder."
        ),
        "memory": _(
            "Journal: the disk cannot be written; the game is kept in memory only. Do not switch off: free some space"
            " or put in another disk, and it is written by itself."
        ),
    }
    return states.get(body["state"], str(body["state"]))


def _disk(body: dict[str, Any] | None, words: Words) -> str:
    """The room on the disk; nothing where it cannot be seen."""
    if body is None:
        return ""
    _ = words.gettext
    if body["state"] == "ok" and body["free_mb"] >= MUCH_ROOM_MB:
        return _("Disk: %(n)d GB free") % {"n": body["free_mb"] // 1000}
    told = {
        "ok": _("Disk: %(n)d MB free"),
        "low": _("Disk: only %(n)d MB free. Save old games elsewhere and delete what is not needed."),
        "full": _("Disk: full. Delete what is not needed, else games cannot be kept."),
        "read-only": _(
            "Disk: it cannot be written. It may be damaged: take the games home as files, then try another one."
        ),
    }[body["state"]]
    return told % {"n": body["free_mb"]}


def _power(body: dict[str, Any] | None, words: Words) -> str:
    """The power supply; nothing where the machine cannot tell."""
    if body is None:
        return ""
    _ = words.gettext
    if body["state"] == "ok":
        return _("Power supply: strong enough")
    told = _("Power supply: too weak.") if body["state"] == "weak" else _("Power supply: it was too weak.")
    dips = words.ngettext(
        "The voltage dropped %(n)d time since the start.",
        "The voltage dropped %(n)d times since the start.",
        body["dips"],
    ) % {"n": body["dips"]}
    return f"{told} {dips} " + _("Use the supply made for this computer, with a short cable.")


def _clock(body: dict[str, Any] | None, words: Words) -> str:
    """The clock; nothing where nobody can tell."""
    if body is None:
        return ""
    _ = words.gettext
    if body["state"] == "set":
        return _("Clock: set from the network")
    return _("Clock: not set. Dates of games may be wrong, their order is right. A minute of internet sets it.")


def _settings(body: dict[str, Any], words: Words) -> str:
    _ = words.gettext
    match body["state"]:
        case "refused":
            why = " ".join(f"{finding.rstrip('.')}." for finding in body["findings"])
            return _(
                "Settings: the file cannot be used, the old ones stay. %(why)s Put that right, then have it read"
                " again with systemctl reload uno-companion or kill -HUP."
            ) % {"why": why}
        case "restart":
            return _("Settings: in force, but after a restart only: %(keys)s") % {"keys": ", ".join(body["later"])}
        case _:
            return _("Settings: in force")
