"""The table for a television or a tablet on the table: large letters, no forms, live; whose turn it is above all.

Capital letters of the banner are at least a twenty-fifth of the screen's height; everything fits one screen with ten
players, at any size from 1280 × 720.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.listener import Reader
from companion.web.pages.table_page import live_view
from companion.web.paper import page
from companion.web.refused import Refusals

PATH = "/screen"


def router(web: WebContext, refusals: Refusals) -> APIRouter:
    """The route, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def screen(request: Request) -> Response:
        who = asker(web, request)
        view = live_view(web, Reader.of(who.locale, None), refusals)
        seats = [seat.name for seat in web.table.state.seats]
        return page(web, who, request, "screen.html", view=view, seats=seats)

    return routes
