"""Which kind of output a sentence went to, by what the players tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.voice.speech.output_kind import LEAD_IN_MS, OutputKind, kind_of_output

JACK, USB, BLUETOOTH, HDMI = OutputKind.JACK, OutputKind.USB, OutputKind.BLUETOOTH, OutputKind.HDMI


@pytest.mark.parametrize(
    ("sink", "kind"),
    [
        ("alsa_output.usb-C-Media_Electronics_Inc._USB_Audio_Device-00.analog-stereo", USB),
        ("alsa_output.platform-fef00700.hdmi.hdmi-stereo", HDMI),
        ("alsa_output.platform-bcm2835_audio.stereo-fallback", JACK),
        ("bluez_sink.00_1B_66_AA_BB_CC.a2dp_sink", BLUETOOTH),
        ("bluez_output.00_1B_66_AA_BB_CC.1", BLUETOOTH),
        ("vsink", JACK),
    ],
)
def test_a_sound_server_names_its_output(sink: str, kind: OutputKind) -> None:
    assert kind_of_output(f"Connection established.\nConnected to device {sink} (index: 0, suspended: no).\n") is kind


@pytest.mark.parametrize(
    ("card", "usb", "stream", "kind"),
    [
        ("card 1 'USB Audio Device' device 0", True, "id: USB Audio", USB),
        ("card 1 'Jabra SPEAK 410' device 0", True, "id: USB Audio", USB),
        ("card 0 'vc4-hdmi-0' device 0", False, "id: MAI PCM i2s-hifi-0", HDMI),
        ("card 2 'bcm2835 Headphones' device 0", False, "id: bcm2835 Headphones", JACK),
        ("card 0 'HDA Intel PCH' device 3", False, "id: HDMI 0", HDMI),
        ("card 0 'HDA Intel PCH' device 0", False, "id: ALC257 Analog", JACK),
        ("card 7 'snd_rpi_hifiberry_dac' device 0", False, None, JACK),
    ],
)
def test_a_card_is_looked_up_in_the_kernels_books(
    card: str, usb: bool, stream: str | None, kind: OutputKind, tmp_path: Path
) -> None:
    _, number, *_, device = card.split()
    folder = tmp_path / f"card{number}"
    if stream is not None:
        (folder / f"pcm{device}p").mkdir(parents=True)
        (folder / f"pcm{device}p" / "info").write_text(f"card: {number}\n{stream}\n")
    if usb:
        (folder / "usbid").write_text("0d8c:0014\n")
    told = f"Plug PCM: Rate conversion PCM\nSlave: Hardware PCM {card} subdevice 0\nIts setup is:\n"
    assert kind_of_output(told, tmp_path) is kind


@pytest.mark.parametrize(
    ("told", "kind"),
    [("", JACK), ("ALSA <-> PulseAudio PCM I/O Plugin\n", JACK), ("BlueALSA PCM: /org/bluealsa/hci0\n", BLUETOOTH)],
)
def test_an_output_that_nobody_knows_is_taken_for_one_that_is_awake(told: str, kind: OutputKind) -> None:
    assert kind_of_output(told) is kind


def test_each_kind_gets_the_silence_that_its_users_found_it_to_need() -> None:
    assert {kind.value: LEAD_IN_MS[kind] for kind in OutputKind} == {
        "jack": 0,
        "usb": 600,
        "bluetooth": 1000,
        "hdmi": 1500,
    }
