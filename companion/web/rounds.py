"""The score sheet of the game on the table: its rounds, the totals as they ran, and who has won."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.score_sheet import Sheet, sheet_of
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import page
from companion.web.rounds_view import (
    chart_in_words,
    match_rule,
    names_of,
    put_right,
    round_lines,
    standing,
    totals_chart,
)
from companion.web.score_chart import SHAPES
from companion.web.shelf import Shelf


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/rounds")
    async def rounds(request: Request) -> Response:
        who = asker(web, request)
        return page(web, who, request, "rounds.html", **await _shown(web, who, shelf))

    return routes


async def _shown(web: WebContext, who: Asker, shelf: Shelf) -> dict[str, Any]:
    course = await shelf.running()
    sheet = sheet_of(course)
    return {
        "game": web.table.game,
        "version": web.table.version,
        **score_values(sheet, who.words),
    }


def score_values(sheet: Sheet, words: Words) -> dict[str, Any]:
    """What the templates of a score sheet show."""
    chart = totals_chart(sheet, words)
    return {
        "sheet": sheet,
        "names": names_of(sheet, words),
        "lines": round_lines(sheet, words),
        "rule": match_rule(sheet, words) if sheet.players else "",
        "standing": standing(sheet, words) if sheet.players else [],
        "put_right": put_right(sheet, words),
        "chart": chart,
        "in_words": "" if chart is None else chart_in_words(sheet, words),
        "shapes": SHAPES,
    }
