"""Where the Makefile puts what npm has for the proofs of the page."""

from __future__ import annotations

from pathlib import Path

TOOLS = Path(__file__).parent / "node_modules"
MISSING = "tests/node_modules lacks it: `make tests/node_modules/.fetched` fetches it, `make test` does too"


def tool(*parts: str) -> Path:
    """A file of one of the packages."""
    found = TOOLS.joinpath(*parts)
    assert found.exists(), f"{found.name}: {MISSING}"
    return found
