"""Questions to the table and how it speaks: the command cards that ask, quieten and set the voice, as buttons.

As with the cards, everybody at the table may: whoever has joined.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.tags import VOICE_WISHES
from companion.voice.between_plays.single_answers import SINGLE
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.paper import answered, fields_of, note_of

#: What can be asked, by the words of the command cards; ``history`` and the single parts have none.
QUESTIONS = frozenset(
    {
        "status",
        *SINGLE,
        "counts",
        "scores",
        "history",
        "help",
        "repeat",
        "stop",
        "pin",
        *(word.lower() for word in VOICE_WISHES),
    }
)


def router(web: WebContext) -> APIRouter:
    """The route, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.post("/ask")
    async def ask(request: Request) -> Response:
        who = asker(web, request)
        return answered(web, request, await _asked(web, who, await fields_of(request)), who)

    return routes


async def _asked(web: WebContext, who: Asker, fields: dict[str, str]) -> dict[str, Any]:
    """What the table answered."""
    question = fields.get("query", "")
    if who.phone is None:
        return note_of(who.not_joined(), accepted=False)
    if question not in QUESTIONS:
        return note_of(who.words.gettext("This page is out of date: load it again."), accepted=False)
    lines = await web.ask(question, who.locale)
    return note_of(" ".join(lines) or who.words.gettext("Done."), accepted=True)
