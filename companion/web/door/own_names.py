"""By which names this machine may be called in a request: as it is called now, not as it was at the start."""

from __future__ import annotations

import socket
from collections.abc import Callable, Container, Iterable

from companion.web.door.talkers import names_of


class OwnNames(Container[str]):
    """The machine's names, with the one that the network's name service has registered, and those of the settings."""

    def __init__(self, registered: Callable[[], str | None], further: Iterable[str] = ()) -> None:
        self._registered = registered
        self._further = tuple(further)

    def __contains__(self, name: object) -> bool:
        registered = self._registered()
        return name in names_of(socket.gethostname(), (*self._further, *([registered] if registered else [])))
