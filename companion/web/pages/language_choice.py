"""Another language for one phone than its browser asks for: a table shares phones, and some are set otherwise."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.context import WebContext
from companion.web.language import LANGUAGE_COOKIE, chosen
from companion.web.paper import fields_of, onward

_A_YEAR_S = 365 * 24 * 3600
_PAGE = re.compile(r"/[a-z]*")  # a page of ours, and nothing that leads elsewhere


def router(web: WebContext) -> APIRouter:
    """The route, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.post("/language")
    async def choose(request: Request) -> Response:
        fields = await fields_of(request)
        back = fields.get("back", "")
        answer = onward(web, back if _PAGE.fullmatch(back) else "/")
        if (language := chosen(fields.get("language"))) is not None:
            answer.set_cookie(LANGUAGE_COOKIE, language, max_age=_A_YEAR_S, httponly=True, samesite="lax")
        return answer

    return routes
