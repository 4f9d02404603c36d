"""The command ``uno-companion``, and ``python -m companion``.

``motor-off`` alone, as the service's unit runs it, goes a short way, for a motor may be running: the whole command
line with its settings takes several times as long to load.
"""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Runs what the command line says."""
    if sys.argv[1:] == ["motor-off"]:
        from firmware_bridge.rest import rest_noted, runtime_folder  # noqa: PLC0415 - each way imports what it needs

        if (code := rest_noted(runtime_folder(os.environ))) is not None:
            sys.exit(code)
    if sys.argv[1:2] == ["run"]:
        _stand_fast()
    from companion.cli import main as command_line  # noqa: PLC0415

    command_line()


def _stand_fast() -> None:
    """What a table does at signals before it has begun: there are no settings to read again, and nothing to end."""
    had_terminal = os.isatty(0)

    def hangup(_number: int, _frame: FrameType | None) -> None:
        if had_terminal and not os.isatty(0):
            os._exit(128 + signal.SIGHUP)

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        os._exit(128 + signal.SIGINT)

    signal.signal(signal.SIGHUP, hangup)
    signal.signal(signal.SIGINT, interrupt)


if __name__ == "__main__":
    main()
