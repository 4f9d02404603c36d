"""Settings: where each comes from, and one clear line for each thing that is wrong."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import companion
from companion.cli import app
from companion.settings import (
    FLAGS,
    Override,
    Settings,
    SettingsError,
    data_dir,
    describe,
    flag,
    load,
    set_flag,
)
from companion.settings.model import Locale, Region
from companion.settings_changes import changes, refusal
from companion.voice.between_plays.announcements import settings_refused, settings_taken
from companion.voice.lexicon import language_of, regional_voices
from companion.voice.phrases import Phrases
from firmware_bridge.fire_profiles import ChanceProfile, GapProfile, ListProfile, our_profiles
from firmware_bridge.pin_map import PinMap

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def settings_file(text: str) -> Path:
        path = tmp_path / "settings.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return settings_file


def findings(path: Path | None = None, environ: dict[str, str] | None = None, *sets: str) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        load(Path("/nowhere"), path, environ or {}, [set_flag(text) for text in sets])
    assert str(refused.value) == "\n".join(refused.value.findings)
    return list(refused.value.findings)


def from_environment(**environ: str) -> Settings:
    return load(Path("/nowhere"), None, environ)


def test_a_new_table_needs_no_file_and_has_a_value_for_everything(tmp_path: Path) -> None:
    settings = load(tmp_path, None, {})
    assert (settings.server.host, settings.server.port, settings.server.hosts) == ("0.0.0.0", 8080, ())
    assert settings.table.locales == ("en",)
    assert settings.dispenser.guard_ms == 700
    assert settings.dispenser.suspense_ms == 900
    assert settings.scanner.repeat_window_ms == 1000
    assert (settings.voice.engine, settings.voice.rate_wpm) == ("auto", 170)
    assert settings.pins == PinMap()
    assert settings.origin("server.port") == settings.origin("pins.button") == "default"


def test_the_file_in_the_data_directory_is_read(write: Write) -> None:
    path = write('[server]\nport = 9000\n[table]\nnames = ["Ann", "Marie Claire"]\n\n[pins]\nlid = 6\n')
    settings = load(path.parent, None, {})
    assert settings.server.port == 9000
    assert settings.table.names == ("Ann", "Marie Claire")
    assert settings.pins.lid == 6
    assert settings.origin("server.port") == "settings.toml:2"
    assert settings.origin("table.names") == "settings.toml:4"
    assert settings.origin("pins.lid") == "settings.toml:7"


def test_flags_win_over_environment_over_file(write: Write) -> None:
    path = write("[server]\nport = 1\n[voice]\nrate_wpm = 101\n[dispenser]\nguard_ms = 1\n")
    environ = {"UNO_COMPANION_SERVER__PORT": "2", "UNO_COMPANION_VOICE__RATE_WPM": "102"}
    settings = load(path.parent, None, environ, [set_flag("server.port=3"), flag("--port", 4)])
    assert settings.server.port == 4
    assert settings.origin("server.port") == "--port"
    assert settings.voice.rate_wpm == 102
    assert settings.origin("voice.rate_wpm") == "environment UNO_COMPANION_VOICE__RATE_WPM"
    assert settings.dispenser.guard_ms == 1
    assert load(path.parent, None, environ, [set_flag("server.port=3")]).origin("server.port") == "--set server.port"


def test_an_origin_is_asked_for_by_a_name_that_exists(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        load(tmp_path, None, {}).origin("server.prot")


def test_the_aiming_servo_and_the_buses_in_use_are_set_as_lists(write: Write) -> None:
    path = write('[aim]\nangles = [0, 45, -45]\n[pins]\nservo = 12\nreserved = ["serial", "i2s"]\n')
    settings = load(path.parent, None, {})
    assert settings.aim.angles == (0, 45, -45)
    assert (settings.pins.servo, settings.pins.reserved) == (12, ("serial", "i2s"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("aim.angles=[91]", "aim.angles is [91]; allowed: a list, each a whole number from -90 to 90"),
        ("pins.reserved=spi", 'pins.reserved is "spi"; allowed: a list, each one of serial, i2c, i2s'),
        ("pins.servo=1.5", "pins.servo is 1.5; allowed: a BCM number or none"),
        ("dispenser.beeper=loud", 'dispenser.beeper is "loud"; allowed: one of passive, active'),
    ],
)
def test_a_part_that_is_set_wrongly_is_told_what_is_allowed(line: str, said: str) -> None:
    assert findings(None, None, line) == [f"--set {line.partition('=')[0]}: {said}"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("table.names=Ann, Ben", ("Ann", "Ben")),
        ('table.names=["Ann, the First", "Ben"]', ("Ann, the First", "Ben")),
        ("table.names=", ()),
        ("scanner.url=/dev/ttyACM0", "/dev/ttyACM0"),
        ("scanner.url=socket://h:1?a=b", "socket://h:1?a=b"),
        ("scanner.url=", ""),
        ("scanner.url=usb:05e0:1701:S1@1-1.2", "usb:05e0:1701:S1@1-1.2"),
        ("scanner.private_url=evdev:Bar Code Scanner", "evdev:Bar Code Scanner"),
        ("voice.engine=none", "none"),
        ('voice.engine="espeak"', "espeak"),
        ("server.host=192.168.1.2", "192.168.1.2"),
        ("server.host=1979-05-27", "1979-05-27"),
        ("dispenser.quiet=true", True),
        ("dispenser.quiet = true", True),
    ],
)
def test_the_shell_and_the_environment_may_leave_quotes_out(text: str, value: object) -> None:
    override = set_flag(text)
    section, key = override.key.split(".")
    assert getattr(getattr(load(Path("/nowhere"), None, {}, [override]), section), key) == value
    name = f"UNO_COMPANION_{section.upper()}__{key.upper()}"
    assert getattr(getattr(from_environment(**{name: text.partition("=")[2]}), section), key) == value


def test_a_value_cannot_bring_further_settings_along() -> None:
    named = from_environment(UNO_COMPANION_TABLE__NAMES='"a"\nport = 1')
    assert (named.table.names, named.server.port) == (('"a"\nport = 1',), 8080)


def test_a_set_flag_without_a_value_is_explained() -> None:
    with pytest.raises(SettingsError, match=r"--set server.port: write it as --set section.key=value"):
        set_flag("server.port")


@pytest.mark.parametrize("name", FLAGS)
def test_every_flag_sets_what_it_says(name: str) -> None:
    value: object = {"--port": 1, "--speech": "none", "--locale": "fr", "--labels": "uk"}.get(name, "none")
    assert load(Path("/nowhere"), None, {}, [flag(name, value)]).origin(FLAGS[name]) == name


@pytest.mark.parametrize(
    ("environ", "locales", "origin"),
    [
        ({"LANG": "fr_FR.UTF-8"}, ("fr",), "environment LANG"),
        ({"LANG": "en_GB.UTF-8"}, ("en",), "environment LANG"),
        ({"LANG": "de_DE.UTF-8"}, ("de",), "environment LANG"),
        ({"LANG": "it_IT.UTF-8"}, ("en",), "default"),
        ({"LANG": "C.UTF-8"}, ("en",), "default"),
        ({}, ("en",), "default"),
    ],
)
def test_the_table_speaks_the_language_of_the_machine_if_it_can(
    environ: dict[str, str], locales: tuple[str, ...], origin: str
) -> None:
    settings = from_environment(**environ)
    assert settings.table.locales == locales
    assert settings.origin("table.locales") == origin


def test_a_chosen_language_wins_over_that_of_the_machine(write: Write) -> None:
    path = write('[table]\nlocales = ["en", "fr"]\n')
    environ = {"LANG": "fr_FR.UTF-8"}
    assert load(path.parent, None, environ).table.locales == ("en", "fr")
    assert load(path.parent, None, environ, [flag("--locale", "fr_CA.UTF-8")]).table.locales == ("fr",)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('port = "8080"', 'server.port is "8080"; allowed: a whole number from 0 to 65535'),
        ("port = 65536", "server.port is 65536; allowed: a whole number from 0 to 65535"),
        ("port = true", "server.port is true; allowed: a whole number from 0 to 65535"),
        ("port = 80.0", "server.port is 80.0; allowed: a whole number from 0 to 65535"),
        ("port = {a = 1}", 'server.port is {"a": 1}; allowed: a whole number from 0 to 65535'),
        ('host = ""', 'server.host is ""; allowed: an address such as 0.0.0.0, or a host name'),
        (
            "hosts = [1]",
            "server.hosts is [1]; allowed: a list, each a host name such as cards.example, without scheme and port",
        ),
        ("prot = 1", "server.prot is no setting; the nearest is server.port"),
        ("baud = 9600", "server.baud is no setting; the nearest is scanner.baud"),
        (
            "zzz = 1",
            "server.zzz is no setting; allowed: server.host, server.port, server.hosts, server.shutdown_command",
        ),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_what_is_allowed(write: Write, line: str, said: str) -> None:
    path = write(f"# the table\n[server]\n\n{line}\n")
    assert findings(path) == [f"{path}:4: {said}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dispenser.quiet=1", "dispenser.quiet is 1; allowed: true or false"),
        ("table.locales=it", 'table.locales is "it"; allowed: a list, each one of en, fr, nl, de, es'),
        ("table.locales=", 'table.locales is ""; allowed: a list, each one of en, fr, nl, de, es'),
        ("voice.verbosity=loud", 'voice.verbosity is "loud"; allowed: one of brief, normal, full'),
        ("pins.gate=x", 'pins.gate is "x"; allowed: a BCM number'),
        ("pins.gate=none", 'pins.gate is "none"; allowed: a BCM number'),
        ("pins.heartbeat=true", "pins.heartbeat is true; allowed: a BCM number or none"),
        ("pins.buton=3", "pins.buton is no setting; the nearest is pins.button"),
        ("port=3", "port is no setting; the nearest is server.port"),
        ("server=3", "server is 3; allowed: a section, [server] on a line of its own"),
    ],
)
def test_a_bad_value_from_the_shell_is_named_the_same_way(text: str, said: str) -> None:
    assert findings(None, {}, text) == [f"--set {text.partition('=')[0]}: {said}"]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("table.edition=exteme", 'table.edition is "exteme"; allowed: one of '),
        ("dispenser.fire_profile=x", 'dispenser.fire_profile is "x"; allowed: one of '),
        ("dispenser.count_profile=x", 'dispenser.count_profile is "x"; allowed: one of '),
    ],
)
def test_names_of_data_are_those_the_data_has(text: str, start: str) -> None:
    (finding,) = findings(None, {}, text)
    where, _, said = finding.partition(": ")
    assert said.startswith(start)
    for name in said.removeprefix(start).split(", "):
        load(Path("/nowhere"), None, {}, [set_flag(f"{text.partition('=')[0]}={name}")])
    assert where == f"--set {text.partition('=')[0]}"


@pytest.mark.parametrize("key", ["scanner.url", "scanner.private_url"])
@pytest.mark.parametrize("value", ["usb:", "usb:scanner", "usb:05e0:1701@here", "evdev:"])
def test_a_scanners_name_that_is_none_is_told_with_how_to_write_it(key: str, value: str) -> None:
    (finding,) = findings(None, {}, f"{key}={value}")
    assert "usb:VID:PID[:SERIAL][@SOCKET]" in finding
    assert "evdev:NAME" in finding


def test_all_findings_of_all_sources_are_told_at_once(write: Write) -> None:
    path = write("port = 1\n[sevrer]\nport = 2\n[voice]\nrate_wpm = 5\nvolum = 3\n")
    environ = {"UNO_COMPANION_VOICE__VOLUME": "200", "UNO_COMPANION_PORT": "1", "OTHER": "x"}
    assert findings(path, environ, "scanner.baud=1") == [
        f"{path}:1: port is no setting; the nearest is server.port",
        f"{path}:2: [sevrer] is no section; the nearest is [server]",
        f"{path}:5: voice.rate_wpm is 5; allowed: a whole number from 100 to 400",
        f"{path}:6: voice.volum is no setting; the nearest is voice.volume",
        "environment UNO_COMPANION_PORT: port is no setting; the nearest is server.port",
        "environment UNO_COMPANION_VOICE__VOLUME: voice.volume is 200; allowed: a whole number from 0 to 100",
        "--set scanner.baud: scanner.baud is 1; allowed: one of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200",
    ]


def test_a_bad_line_in_the_file_is_told_even_where_a_flag_wins(write: Write) -> None:
    path = write("[server]\nport = 99999\n")
    assert len(findings(path, {}, "server.port=8080")) == 1


def test_two_wires_on_one_pin_are_refused_with_the_line_that_did_it(write: Write) -> None:
    path = write("[pins]\nbutton = 17\n")
    (finding,) = findings(path)
    assert finding.startswith(f"{path}:2: pins.gate = 17: BCM 17 is already pins.button")


def test_all_wires_that_cannot_be_where_they_are_are_told_at_once(write: Write) -> None:
    path = write("[pins]\ngate = 5\nlid = 5\nbeeper = 14\nservo = 7\nhopper = 40\nholdback_forward = 12\n")
    told = [finding.removeprefix(f"{path}:") for finding in findings(path)]
    assert [finding.partition(" = ")[0] for finding in told] == [
        *("4: pins.beeper", "2: pins.gate", "6: pins.hopper", "3: pins.lid", "5: pins.servo"),
        "7: pins.holdback_forward",
    ]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "fe80::1%eth0", "192.168.1.4", "localhost", "table.local", "a-1."])
def test_the_page_is_served_at_an_address_or_a_name(write: Write, host: str) -> None:
    assert load(write(f'[server]\nhost = "{host}"\n').parent, None, {}).server.host == host


@pytest.mark.parametrize(
    "host", ["", " ", "http://table", "table:8080", "a b", "-a", "999.1.1.1", "1.2.3", "a..b", "a" * 64]
)
def test_what_can_be_no_host_is_seen_before_the_start(write: Write, host: str) -> None:
    path = write(f'[server]\nhost = "{host}"\nhosts = ["cards.example", "{host}"]\n')
    allowed = "a host name such as cards.example, without scheme and port"
    assert findings(path) == [
        f'{path}:2: server.host is "{host}"; allowed: an address such as 0.0.0.0, or a host name',
        f'{path}:3: server.hosts is ["cards.example", "{host}"]; allowed: a list, each {allowed}',
    ]


@pytest.mark.parametrize("key", ["url", "private_url"])
def test_a_scanner_that_no_name_of_ours_can_mean_is_seen_before_the_start(write: Write, key: str) -> None:
    path = write(f'[scanner]\n{key} = "http://10.0.0.9:2001"\n')
    (finding,) = findings(path)
    assert finding.startswith(f'{path}:2: scanner.{key} is "http://10.0.0.9:2001"; allowed: auto, none, usb:')


@pytest.mark.parametrize(
    ("command", "warned"), [("[]", False), ('["sh", "-c", "true"]', False), ('"no-such-power off"', True)]
)
def test_a_command_that_this_machine_lacks_is_a_warning_and_no_error(
    write: Write, command: str, warned: bool
) -> None:
    path = write(f"[server]\nshutdown_command = {command}\n")
    ran = CliRunner().invoke(app, ["config", "--check", str(path)])
    assert (ran.exit_code, ran.stdout) == (0, f"{path}: no errors\n")
    told = 'warning: settings.toml:2: server.shutdown_command runs "no-such-power", and this machine has no such'
    assert ran.stderr.startswith(told) if warned else ran.stderr == ""


def test_a_driver_without_a_dead_man_has_no_heartbeat(write: Write) -> None:
    path = write('[pins]\nheartbeat = "none"\n')
    assert load(path.parent, None, {}).pins == PinMap(heartbeat=None)


@pytest.mark.parametrize(
    ("text", "line"),
    [("[server]\nport 1\n", 2), ("[server\n", 1), ("[server]\n\nport = 1\nport = 2\n", 4), ('[a]\nb = """\n', 3)],
)
def test_a_file_that_is_not_toml_gets_one_sentence_with_its_line(write: Write, text: str, line: int) -> None:
    path = write(text)
    (finding,) = findings(path)
    assert finding.startswith(f"{path}:{line}: this is not TOML (")


def test_a_file_in_another_encoding_gets_one_sentence_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_bytes('[table]\nnames = ["Zoé"]\n'.encode("latin-1"))
    assert findings(path) == [f"{path}:2: a character here is not UTF-8; save the file as UTF-8"]


def test_a_file_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xef\xbb\xbf[server]\r\nport = 1\r\n")
    settings = load(tmp_path, None, {})
    assert (settings.server.port, settings.origin("server.port")) == (1, "settings.toml:2")


def test_a_named_file_must_exist_and_be_readable(tmp_path: Path) -> None:
    gone = tmp_path / "gone.toml"
    assert findings(gone) == [f"{gone}: there is no such file; name an existing one with --config"]
    assert findings(tmp_path) == [
        f"{tmp_path}: it cannot be read (Is a directory); let this user read it, or name another"
    ]


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("server.port = 1", "server.port", 1),
        ("\nserver = { host = 'a', port = 1 }", "server.port", 2),
        ("[ server ]\n'port'=1", "server.port", 2),
        ("[table]\nnames = [\n  'server.port = 1',\n]\n[server] # here\n\n  port = 1 # port = 2", "server.port", 7),
    ],
)
def test_however_the_file_is_written_the_line_is_found(write: Write, text: str, key: str, line: int) -> None:
    assert load(write(text).parent, None, {}).origin(key) == f"settings.toml:{line}"


def test_what_config_shows_names_every_setting_and_is_itself_a_settings_file(write: Write, tmp_path: Path) -> None:
    path = write('[table]\nnames = ["Zoé", "a\\"b\\\\"]\nlocales = ["fr"]\n[pins]\nmotor_fault = "none"\n')
    settings = load(path.parent, None, {}, [flag("--port", 0)])
    lines = describe(settings)
    assert "server.port = 0  # --port" in lines
    assert 'table.locales = ["fr"]  # settings.toml:3' in lines
    assert 'pins.motor_fault = "none"  # settings.toml:5' in lines
    assert "voice.rate_wpm = 170  # default" in lines
    copy = tmp_path / "copy.toml"
    copy.write_text("\n".join(lines), encoding="utf-8")
    again = load(tmp_path, copy, {})
    assert [line.partition("  # ")[0] for line in describe(again)] == [line.partition("  # ")[0] for line in lines]
    assert again.origin(lines[-1].partition(" = ")[0]) == f"copy.toml:{len(lines)}"


def test_the_data_directory_is_the_one_named_else_that_of_systemd_else_ones_own() -> None:
    environ = {"STATE_DIRECTORY": "/var/lib/uno-companion:/var/lib/more", "HOME": "/home/ann"}
    assert data_dir(Path("/data"), environ) == Path("/data")
    assert data_dir(None, environ) == Path("/var/lib/uno-companion")
    assert data_dir(None, {"HOME": "/home/ann"}) == Path("/home/ann/.local/share/uno-companion")


def refusals(*overrides: Override) -> tuple[str, ...] | None:
    try:
        load(Path("/nowhere"), None, {}, overrides)
    except SettingsError as refused:
        return refused.findings
    return None


@given(st.text(max_size=20), st.text(max_size=40))
def test_no_text_from_a_shell_crashes_the_start(key: str, value: str) -> None:
    for name in (f"server.{key}", key.replace("=", "") + ".x", "server.port"):
        said = refusals(set_flag(f"{name}={value}"))
        assert said is None or (len(said) == 1 and len(said[0].splitlines()) == 1)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(VALUES)
def test_a_value_of_any_shape_is_taken_or_explained_in_one_line(value: object) -> None:
    for key in ("server.port", "server.hosts", "table.locales", "pins.gate", "voice.engine", "server"):
        said = refusals(Override(key, value, "somewhere"))
        assert said is None or (len(said) == 1 and said[0].startswith(f"somewhere: {key}"))


def test_a_file_that_is_read_again_changes_the_hardware_at_once_and_names_what_needs_a_restart(write: Write) -> None:
    path = write("[voice]\nrate_wpm = 150\n")
    old = load(path.parent, None, {})
    write(
        "[voice]\nrate_wpm = 200\n[pins]\ngate = 18\n[aim]\nangles = [1]\n[scanner]\nbaud = 1200\n"
        "[dispenser]\nquiet = true\nguard_ms = 1\n"
    )
    found = changes(old, load(path.parent, None, {}))
    assert found.now == ("dispenser.quiet", "aim.angles", "scanner.baud", "pins.gate")
    assert found.later == ("dispenser.guard_ms", "voice.rate_wpm")
    kept = found.settings
    assert (kept.voice.rate_wpm, kept.dispenser.guard_ms, kept.dispenser.quiet) == (150, 700, True)
    assert (kept.pins.gate, kept.aim.angles, kept.scanner.baud) == (18, (1,), 1200)


def test_a_file_that_is_read_again_as_it_was_changes_nothing(write: Write) -> None:
    old = load(write("[pins]\ngate = 18\n").parent, None, {})
    found = changes(old, load(write("[pins]\ngate = 18\n").parent, None, {}))
    assert (found.now, found.later) == ((), ())


def test_every_setting_of_the_dispenser_is_either_changed_at_once_or_named(tmp_path: Path) -> None:
    old = load(tmp_path, None, {})
    other = {"bool": True, "int": 499, "str": "x"}
    later: list[str] = []
    for key, value in old.dispenser.model_dump().items():
        changed = old.dispenser.model_copy(update={key: other[type(value).__name__]})
        found = changes(old, replace(old, dispenser=changed))
        assert [*found.now, *found.later] == [f"dispenser.{key}"]
        taken = getattr(found.settings.dispenser, key) == getattr(changed, key)
        assert taken == (f"dispenser.{key}" in found.now), key
        later += found.later
    # What the launcher and the press desk were made with; all else is asked for anew.
    assert later == [f"dispenser.{key}" for key in ("fire_profile", "count_profile", "guard_ms", "suspense_ms")]


OWN = """
[fire.mine]
kind = "chance"
about = "Mine."
fires = [1, 2]
of = 3

[counts.few]
about = "Few."
weights = { 1 = 3, 2 = 1 }

[dispenser]
fire_profile = "mine"
count_profile = "few"
"""


def test_profiles_of_ones_own_stand_in_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(OWN, encoding="utf-8")
    settings = load(tmp_path, None, {})
    assert settings.profiles.fire_profile("mine").about == "Mine."
    assert settings.profiles.count_profile("few").mean == 1.25
    assert settings.profiles.fire_profile("coin")  # ours are there as well


@pytest.mark.parametrize(
    ("right", "wrong", "later"),
    [
        ("fires = [1, 2]", "fires = [1]", ("fire.mine",)),
        ("2 = 1 }", "2 = 5 }", ("counts.few",)),
        ('fire_profile = "mine"', 'fire_profile = "coin"', ("dispenser.fire_profile",)),
        ("[dispenser]", '[fire.other]\nkind = "chance"\nabout = "Other."\nfires = [1]\nof = 2\n[dispenser]', ()),
    ],
)
def test_a_profile_that_is_played_and_written_anew_needs_a_restart(
    tmp_path: Path, right: str, wrong: str, later: tuple[str, ...]
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(OWN, encoding="utf-8")
    old = load(tmp_path, None, {})
    file.write_text(OWN.replace(right, wrong, 1), encoding="utf-8")
    found = changes(old, load(tmp_path, None, {}))
    assert (found.now, found.later) == ((), later)
    assert found.settings.profiles == old.profiles


def test_what_config_shows_is_a_settings_file_with_the_own_profiles(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(OWN, encoding="utf-8")
    again = tmp_path / "again.toml"
    again.write_text("\n".join(describe(load(tmp_path, None, {}))), encoding="utf-8")
    assert load(tmp_path, again, {}).profiles == load(tmp_path, None, {}).profiles


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("of = 3", "of = 0", ":6: fire.mine.of is 0"),
        ("{ 1 = 3,", "{ 1 = -3,", ":10: counts.few.weights.1 is -3"),
        ("[fire.mine]", "[fire.coin]", ":2: fire.coin is a profile of ours; give your own another name"),
        ('"mine"', '"yours"', ':13: dispenser.fire_profile is "yours"; allowed: one of historic_fixed'),
        (
            "fires = [1, 2]",
            "often = 3",
            ":5: fire.mine.often is no key of it; write one of about, fires, kind, of, source",
        ),
    ],
)
def test_a_profile_of_ones_own_that_is_wrong_is_told_by_file_and_line(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(OWN.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, None, {})
    assert any(finding.startswith(f"{file}{said}") for finding in caught.value.findings), caught.value.findings


_WRONG_VALUES = ("3", '"x"', "true", "1.5", "-1", "[]", "[[1]]", "{}", "{ a = 1 }", "1979-05-27", "nan")
_OF_PYTHON = re.compile(r"None|True|False|'|datetime|Error|dict|nan\(")


@pytest.mark.parametrize("kind", ["list", "gaps", "chance", "counts"])
def test_whatever_is_wrong_in_a_profile_of_ones_own_is_one_sentence_of_ours(tmp_path: Path, kind: str) -> None:
    right = _RIGHT[kind]
    file = tmp_path / "settings.toml"
    table = "counts" if kind == "counts" else "fire"
    refused = 0
    for key, value in itertools.product(right, (None, *_WRONG_VALUES)):
        body = {**right, key: value}
        lines = [f"[{table}.mine]", *(f"{name} = {text}" for name, text in body.items() if text is not None)]
        file.write_text("\n".join(lines), encoding="utf-8")
        try:
            load(tmp_path, None, {})
        except SettingsError as error:
            refused += 1
            (finding,) = error.findings
            line = 1 if value is None else 2 + list(right).index(key)
            assert finding.startswith(f"{file}:{line}: {table}.mine.{key}")
            assert re.search(r"; write .+\.$", finding), finding
            assert not _OF_PYTHON.search(finding.removeprefix(str(file))), finding
    assert refused >= 6 * len(right)


_RIGHT = {
    "list": {"kind": '"list"', "about": '"Mine."', "presses": "[2, 5]", "length": "6"},
    "gaps": {"kind": '"gaps"', "about": '"Mine."', "first": "{ 1 = 2 }", "usual": "{ 2 = 1 }"},
    "chance": {"kind": '"chance"', "about": '"Mine."', "fires": "[1]", "of": "3"},
    "counts": {"about": '"Few."', "weights": "{ 1 = 3, 2 = 1 }"},
}


GUIDE = (Path(companion.__file__).parent / "guides" / "launcher.md").read_text(encoding="utf-8")


def test_every_profile_that_the_guide_shows_can_be_played(tmp_path: Path) -> None:
    shown = re.findall(r"(?s)```toml\n(.+?)```", GUIDE)
    (tmp_path / "settings.toml").write_text("\n".join(shown), encoding="utf-8")
    settings = load(tmp_path, None, {})
    kinds = {type(settings.profiles.fire_profile(name)) for name in settings.own_profiles["fire"]}
    assert kinds == {ListProfile, GapProfile, ChanceProfile}
    assert settings.dispenser.count_profile in settings.own_profiles["counts"]


def test_the_guide_names_every_profile_of_ours() -> None:
    ours = our_profiles()
    assert [name for name in (*ours.fire, *ours.counts) if f"`{name}`" not in GUIDE] == []


@pytest.mark.parametrize(
    ("text", "keys", "why"),
    [
        ("[dispenser]\ncard_ms = 3\n", ("dispenser.card_ms",), "settings.toml:2: dispenser.card_ms is 3; allowed: "),
        ("[voice]\nvolume = 500\nrate = 3\n", ("voice.volume", "voice.rate"), "settings.toml:2: voice.volume is 500"),
        ("[pins]\ngate = 5\n", ("pins.gate",), "settings.toml:2: pins.gate = 5: BCM 5 is already pins.button"),
        ("[fire.mine]\nkind = 3\n", ("fire.mine.kind",), "settings.toml:2: fire.mine.kind is 3; write "),
        ("[dispenser]\nfire_profile = 'x'\n", ("dispenser.fire_profile",), "settings.toml:2: dispenser.fire_profile"),
        ("[pins\n", (), "settings.toml:1: this is not TOML ("),
    ],
)
def test_settings_that_are_refused_name_what_to_look_at_and_tell_no_folder(
    write: Write, text: str, keys: tuple[str, ...], why: str
) -> None:
    standing = refusal(findings(write(text)))
    assert standing.to_look_at == keys
    told = standing.as_json()
    assert (told["state"], told["later"]) == ("refused", [])
    assert told["findings"][0].startswith(why)
    assert not any("/" in finding.partition("(")[0] for finding in told["findings"])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("refused", [True, False])
def test_settings_are_said_by_their_keys_and_of_many_the_first_few(language: str, refused: bool) -> None:
    keys = ["voice.volume", "voice.rate_wpm", "table.names", "server.port", "server.host"]
    (said,) = settings_refused(keys) if refused else settings_taken(keys, now=False)
    text = Phrases(language).text(said)
    assert ", ".join(keys[:3]) + (", 2 more" if language == "en" else ", 2 autres") in text
    assert "server" not in text


def test_whoever_names_a_region_of_a_language_is_given_its_voice(write: Write) -> None:
    assert from_environment(LANG="fr_BE.UTF-8").voice.regions == ("fr-be",)
    assert from_environment(LANG="fr_CA.UTF-8").voice.regions == ()  # which has no voice of its own
    path = write('[table]\nlocales = ["en-US", "fr"]\n')
    settings = load(path.parent, None, {"LANG": "fr_BE.UTF-8"})
    assert (settings.table.locales, settings.voice.regions) == (("en", "fr"), ("en-us",))
    assert settings.origin("voice.regions") == settings.origin("table.locales")
    path = write('[table]\nlocales = "en"\n[voice]\nregions = ["fr-ch"]\n')
    assert load(path.parent, None, {}, [flag("--locale", "en_GB")]).voice.regions == ("fr-ch",)


def test_every_region_of_a_language_that_the_table_speaks_has_a_voice() -> None:
    spoken = get_args(Locale)
    assert {tag for tag in regional_voices() if language_of(tag) in spoken} == set(get_args(Region))


@pytest.mark.parametrize(("written", "lead_in"), [("", None), ('"auto"', None), ("0", 0), ("700", 700)])
def test_the_lead_in_is_as_long_as_the_output_needs_or_as_somebody_says(
    written: str, lead_in: int | None, write: Write
) -> None:
    path = write(f"[voice]\n{f'lead_in_ms = {written}' if written else ''}\n")
    assert load(path.parent, None, {}).voice.lead_in == lead_in


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("lead_in_ms = 9999", "auto or a whole number from 0 to 2000"),
        (
            'regions = ["fr-ca"]',
            "a list, each one of en-gb, en-us, en-gb-scotland, en-029, fr-fr, fr-be, fr-ch, es-es, es-419",
        ),
    ],
)
def test_what_the_voice_may_be_told_is_said(line: str, allowed: str, write: Write) -> None:
    path = write(f"[voice]\n{line}\n")
    with pytest.raises(SettingsError) as caught:
        load(path.parent, None, {})
    assert caught.value.findings[0].endswith(f"; allowed: {allowed}")
