"""How a command ends: its exit code, and what it prints."""

from __future__ import annotations

import sys
from typing import TextIO

DONE = 0
FAILED = 1  # something that was to be done did not succeed
NOT_BEGUN = 2  # it could not begin: settings, files, port, data folder


def complain(message: str, code: int = NOT_BEGUN) -> int:
    """One clear sentence for who started the command; gives the exit code back."""
    print(message, file=sys.stderr, flush=True)
    return code


def show(line: str, out: TextIO | None = None) -> None:
    """A line of the command's output, at once even through a pipe."""
    print(line, file=out or sys.stdout, flush=True)


def send(content: bytes) -> None:
    """A whole file to standard output, byte by byte as it is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
