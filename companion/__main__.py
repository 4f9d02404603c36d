"""``python -m companion`` is the command ``uno-companion``."""

from companion.cli import main

main()
