"""What kind of output a sentence went to, and how long such a one swallows sound while it wakes up."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

CARDS = Path("/proc/asound")
_SINK = re.compile(r"Connected to device (\S+)")  # paplay
_CARD = re.compile(r"Hardware PCM card (\d+) '([^']*)' device (\d+)")  # aplay


class OutputKind(StrEnum):
    """Where the sound comes out; ``jack`` stands for all that is awake at once, and for what nobody knows."""

    JACK = "jack"
    USB = "usb"
    BLUETOOTH = "bluetooth"
    HDMI = "hdmi"


#: Wake-up times that users of such outputs report, upwards of them (eltmon/overdeck#1429, organicmaps#6846).
LEAD_IN_MS = {OutputKind.JACK: 0, OutputKind.USB: 600, OutputKind.BLUETOOTH: 1000, OutputKind.HDMI: 1500}


def kind_of_output(told: str, cards: Path = CARDS) -> OutputKind:
    """The kind, from what a player tells of the output that it opened: paplay a sink's name, aplay a card's number.

    >>> kind_of_output("Connected to device bluez_output.AA_BB.1 (index: 0, suspended: no).").value
    'bluetooth'
    """
    if sink := _SINK.search(told):
        return _named(sink[1])
    if "bluealsa" in told.lower():
        return OutputKind.BLUETOOTH
    if card := _CARD.search(told):
        number, name, device = card.groups()
        if (cards / f"card{number}" / "usbid").exists():
            return OutputKind.USB
        return _named(f"{name} {_stream(cards / f'card{number}' / f'pcm{device}p' / 'info')}")
    return OutputKind.JACK


def _named(name: str) -> OutputKind:
    """By the words that sound servers and drivers use in their names."""
    plain = name.lower()
    for word, kind in (("bluez", OutputKind.BLUETOOTH), ("hdmi", OutputKind.HDMI), ("usb", OutputKind.USB)):
        if word in plain:
            return kind
    return OutputKind.JACK


def _stream(info: Path) -> str:
    """What the kernel says of one output of a card: on a PC one card has jacks and HDMI."""
    try:
        return info.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
