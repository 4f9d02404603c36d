"""A flag that cannot be read is told in one sentence: which one, what was given, what there is."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from companion.flags import fail


class Commands(TyperGroup):
    """All commands; Typer tells what is wrong with a value in the words of pydantic, which checks it."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that was typed."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            sentence = _sentence(error)
            if sentence is None:
                raise
            fail(sentence)


def _sentence(error: typer.BadParameter) -> str | None:
    """What to write instead; None for what Typer says in its own words."""
    from pydantic import ValidationError  # noqa: PLC0415 - most commands are typed rightly, and start without it

    if error.param is None or not isinstance(error.__cause__, ValidationError):
        return None
    found = error.__cause__.errors()[0]
    flag = max(error.param.opts, key=len)
    limits = [getattr(error.param, limit, None) for limit in ("min", "max")]
    match found["type"]:
        case "int_parsing" | "int_parsing_size" | "int_from_float":
            return f"{flag} {found['input']}: write a whole number{_range(*limits)}"
        case "float_parsing" | "finite_number":
            return f"{flag} {found['input']}: write a number{_range(*limits)}"
        case "greater_than_equal" | "less_than_equal":
            limit = next(iter(found["ctx"].values()))
            kind = "a number" if isinstance(limit, float) else "a whole number"
            return f"{flag} {found['input']}: write {kind}{_range(*limits)}"
        case _:
            return f"{flag}: {found.get('ctx', {}).get('error', found['msg'])}"


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return ""
    return f" from {least:.10g} on" if most is None else f" from {least:.10g} to {most:.10g}"
