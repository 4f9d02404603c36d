"""Why a request is not done, as one sentence and one code (``interfaces.md``, *Other answers*)."""

from __future__ import annotations

from typing import Any


class ProblemError(Exception):
    """Ends a request. ``message`` is for the reader, in the reader's language; ``extra`` goes along in the body."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.extra = extra or {}
        self.headers = headers or {}

    def body(self) -> dict[str, Any]:
        """The answer's JSON."""
        return {"accepted": False, "code": self.code, "message": self.message, **self.extra}
