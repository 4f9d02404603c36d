"""The page on which the table's check is read, part by part, and a button to hear what needs attention."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.paper import note_of, onward, page

PATH = "/check"
QUESTION = "check"  # what the table is asked for it; no command card asks so


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def check(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        told = await web.check(who.locale)
        wrong = [part for part in told.parts if part.wants_attention]
        well = [part for part in told.parts if not part.wants_attention]
        return page(web, who, request, "check.html", summary=told.summary, wrong=wrong, well=well)

    @routes.post(PATH)
    async def hear(request: Request) -> Response:
        who = asker(web, request)
        who.joined()
        told = await web.ask(QUESTION, who.locale)
        return onward(web, PATH, note_of(" ".join(told), accepted=True))

    return routes
