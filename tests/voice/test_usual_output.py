"""With nobody logged in there is no sound server: the table finds the loudspeaker that is meant by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.voice.speech import sound_output
from companion.voice.speech.sound_output import SoundOutput
from companion.voice.speech.usual_output import usual_output

HDMI, JACK, USB, MICROPHONE = "vc4hdmi0", "Headphones", "Device", "Webcam"


def cards(folder: Path, *names: str) -> Path:
    """What the kernel tells of so many cards, in this order."""
    for number, name in enumerate(names):
        card = folder / f"card{number}"
        (card / ("pcm0c" if name == MICROPHONE else "pcm0p")).mkdir(parents=True)
        (card / "id").write_text(f"{name}\n", encoding="ascii")
        if name in {USB, MICROPHONE}:
            (card / "usbid").write_text("0d8c:0014\n", encoding="ascii")
    return folder


@pytest.mark.parametrize(
    ("plugged", "output"),
    [
        ((), ""),
        ((HDMI,), ""),
        ((USB, HDMI), ""),  # ALSA's own choice is right
        ((HDMI, "vc4hdmi1", USB), f"sysdefault:CARD={USB}"),  # a Pi 5 with a USB loudspeaker
        ((HDMI, JACK, USB), f"sysdefault:CARD={USB}"),
        ((HDMI, JACK), f"sysdefault:CARD={JACK}"),
        ((HDMI, "sndrpihifiberry"), "sysdefault:CARD=sndrpihifiberry"),
        ((JACK, HDMI, MICROPHONE), ""),  # a USB device that cannot play is no loudspeaker
    ],
)
def test_a_usb_loudspeaker_goes_before_a_jack_and_a_jack_before_a_screen(
    plugged: tuple[str, ...], output: str, tmp_path: Path
) -> None:
    assert usual_output({}, cards(tmp_path / "asound", *plugged), tmp_path / "etc") == output


@pytest.mark.parametrize("where", ["etc/asound.conf", "home/.asoundrc", "home/.config/alsa/asoundrc"])
def test_who_has_set_an_output_up_is_obeyed(where: str, tmp_path: Path) -> None:
    asound = cards(tmp_path / "asound", HDMI, USB)
    (tmp_path / where).parent.mkdir(parents=True)
    (tmp_path / where).write_text("defaults.pcm.card 0\n", encoding="ascii")
    assert usual_output({"HOME": str(tmp_path / "home")}, asound, tmp_path / "etc") == ""


def test_a_card_that_goes_while_it_is_looked_at_is_passed_over(tmp_path: Path) -> None:
    asound = cards(tmp_path, HDMI, USB)
    (asound / "card1" / "id").unlink()
    assert usual_output({}, asound, tmp_path) == ""


def test_aplay_is_told_the_output_and_players_that_ask_a_sound_server_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    for name, code in (("paplay", 1), ("aplay", 0)):
        player = tmp_path / name
        player.write_text(f'#!/bin/sh\necho {name} "$@" >> {told}\nexit {code}\n', encoding="ascii")
        player.chmod(0o755)
    monkeypatch.setattr(sound_output, "usual_output", lambda _: "sysdefault:CARD=Device")
    monkeypatch.setattr(sound_output, "players_installed", lambda _: ["paplay", "aplay"])
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    output = SoundOutput(tmp_path, 0)
    asyncio.run(output.check())
    first, second = told.read_text(encoding="ascii").splitlines()
    assert first.startswith("paplay ")
    assert "-D" not in first
    assert second.startswith("aplay ")
    assert "-D sysdefault:CARD=Device" in second
    assert output.player == "aplay"
