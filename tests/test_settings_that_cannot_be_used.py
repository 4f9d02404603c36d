"""Settings that cannot be used stop a start, never what keeps the motor off."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion import launch
from companion.cli import app
from companion.run_options import RunOptions
from companion.settings.loading import load, pins_as_far_as_they_can_be_read
from companion.storage.journal_file import JournalError
from firmware_bridge.pin_map import PinMap


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("[voice]\nrate_wpm = 9000\n[pins]\ngate = 19\n", 19),
        ("[pins]\ngate = 19\nlamp_turn = 'left'\n", 19),
        ("[pins]\ngate = 5\n", PinMap().gate),
        ("[pins\n", PinMap().gate),
    ],
)
def test_motor_off_rests_the_outputs_though_a_setting_is_wrong_and_says_which(
    tmp_path: Path, text: str, gate: int
) -> None:
    (tmp_path / "settings.toml").write_text(text)
    assert pins_as_far_as_they_can_be_read(tmp_path, None).gate == gate
    ran = CliRunner().invoke(app, ["motor-off", "--simulate", "--data", str(tmp_path)])
    assert "every output is at rest" in ran.stdout
    assert "settings.toml:" in ran.stderr
    assert ran.exit_code == 2


@pytest.mark.parametrize("text", ['"systemctl poweroff"', '["systemctl", "poweroff"]'])
def test_a_command_is_taken_apart_as_a_shell_does(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[server]\nshutdown_command = {text}\n")
    assert load(tmp_path, None, {}).server.shutdown_command == ("systemctl", "poweroff")


@pytest.mark.parametrize(("socket", "code"), [(None, 2), ("/run/notify", 1)])
def test_systemd_tries_again_where_only_another_program_was_in_the_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, socket: str | None, code: int
) -> None:
    class Busy:
        def __init__(self, _: object) -> None:
            raise JournalError("another table uses the folder")

    monkeypatch.setattr(launch, "Service", Busy)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if socket is not None:
        monkeypatch.setenv("NOTIFY_SOCKET", socket)
    assert launch.serve(RunOptions(load(tmp_path, None, {}), tmp_path, simulate=True)) == code
