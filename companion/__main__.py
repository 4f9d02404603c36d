"""The command ``uno-companion``, and ``python -m companion``.

``motor-off`` alone, as the service's unit runs it, goes a short way, for a motor may be running: the whole command
line with its settings takes several times as long to load.
"""

import os
import sys


def main() -> None:
    """Runs what the command line says."""
    if sys.argv[1:] == ["motor-off"]:
        from firmware_bridge.rest import rest_noted, runtime_folder  # noqa: PLC0415 - each way imports what it needs

        if (code := rest_noted(runtime_folder(os.environ))) is not None:
            sys.exit(code)
    from companion.cli import main as command_line  # noqa: PLC0415

    command_line()


if __name__ == "__main__":
    main()
