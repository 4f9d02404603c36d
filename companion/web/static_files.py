"""The page's style and scripts, in a folder named after their content.

A browser that has them need never ask again, and one that has older ones cannot mix them with newer: scripts load
each other from their own folder, and that is another after any change.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_STATIC = Path(__file__).with_name("static")
_VERSION = re.compile(r"[0-9a-f]{16}")
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@cache
def static_folder() -> str:
    """Where the pages find them: ``/static/`` and the version, which follows the content."""
    content = hashlib.sha256()
    for path in sorted(_STATIC.iterdir()):
        content.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"/static/{content.hexdigest()[:16]}"


class StaticPieces(StaticFiles):
    """Serves them under ``static_folder()`` for good; by an older version or none as they are now, asked for anew."""

    def __init__(self) -> None:
        super().__init__(directory=_STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file of this path. Raises HTTPException."""
        version, _, name = path.partition("/")
        answer = await super().get_response(name if _VERSION.fullmatch(version) else path, scope)
        newest = static_folder().endswith(f"/{version}")
        answer.headers["cache-control"] = _FOR_GOOD if newest else _ASK_AGAIN
        return answer
