"""Which sound card a table speaks through where there is no sound server to choose one: nobody is logged in there.

ALSA's own choice is the first card, which on a Pi is often an HDMI socket without a screen. Whoever plugs a USB
loudspeaker in wants to hear that; then a jack or a board on the header is likelier than a screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.voice.speech.output_kind import CARDS, OutputKind

_LIKELIEST = (OutputKind.USB, OutputKind.JACK, OutputKind.HDMI)


def usual_output(environ: Mapping[str, str], cards: Path = CARDS, etc: Path = Path("/etc")) -> str:
    """The ALSA output for ``aplay -D``; empty: ALSA's own choice, the first card or whatever was set up for it.

    Asked for each sentence, since loudspeakers are plugged in at any time.
    """
    if any(path.exists() for path in _set_up(environ, etc)):
        return ""
    found = sorted(_playing(cards), key=lambda card: (_LIKELIEST.index(card[1]), card[0]))
    if not found or found[0][0] == 0:
        return ""
    # sysdefault is what the driver has for its card: with a mixer, so that doctor may be heard beside the service.
    return f"sysdefault:CARD={found[0][2]}"


def _set_up(environ: Mapping[str, str], etc: Path) -> Iterator[Path]:
    """Where somebody who wants another output says so."""
    yield etc / "asound.conf"
    if home := environ.get("HOME"):
        yield Path(home) / ".asoundrc"
        yield Path(environ.get("XDG_CONFIG_HOME") or Path(home) / ".config") / "alsa" / "asoundrc"


def _playing(cards: Path) -> Iterator[tuple[int, OutputKind, str]]:
    """Each card that can play: its number, its kind and its name."""
    for card in cards.glob("card[0-9]*"):
        try:
            name = (card / "id").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            continue  # it was pulled out just now
        if not any(card.glob("pcm*p")):
            continue
        if (card / "usbid").exists():
            kind = OutputKind.USB
        else:
            kind = OutputKind.HDMI if "hdmi" in name.lower() else OutputKind.JACK
        yield int(card.name.removeprefix("card")), kind, name
