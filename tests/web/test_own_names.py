"""By which names the machine may be called: those of this moment."""

from __future__ import annotations

import socket

import pytest

from companion.web.door.own_names import OwnNames
from companion.web.door.talkers import host_allowed


def test_a7_05_a_name_that_was_registered_otherwise_is_let_in_and_the_old_one_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registered: str | None = None
    names = OwnNames(lambda: registered, ["uno.example"])
    monkeypatch.setattr(socket, "gethostname", lambda: "table")
    assert [host_allowed(host, names) for host in ("table.local:8080", "table-2.local:8080")] == [True, False]
    registered = "table-2.local"
    assert [host_allowed(host, names) for host in ("table.local", "table-2.local:8080")] == [True, True]
    monkeypatch.setattr(socket, "gethostname", lambda: "parlour")
    assert [host_allowed(host, names) for host in ("parlour", "table", "uno.example")] == [True, False, True]
