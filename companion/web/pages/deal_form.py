"""The page's answers about the deal: they are the command cards that the table itself would scan."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.referee import commands as cmd
from companion.referee.notation_words import NotationError, read_number
from companion.tags import CommandWord, command_tag, number_cards
from companion.web.asking import Asker, asker, message_of, say
from companion.web.context import WebContext
from companion.web.forms import FormError
from companion.web.paper import answered, fields_of, note_of
from companion.web.problems import ProblemError
from companion.web.unreadable import sentence_of

_MOST = 99
_ANSWERS = {"yes": CommandWord.YES, "no": CommandWord.NO}


def router(web: WebContext) -> APIRouter:
    """The route, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.post("/deal")
    async def deal(request: Request) -> Response:
        who = asker(web, request)
        try:
            note = await _outcome(web, who, _cards(web, who, await fields_of(request)))
        except (NotationError, FormError, ProblemError) as error:
            note = note_of(sentence_of(error, who.words), accepted=False)
        return answered(web, request, note, who)

    return routes


def _cards(web: WebContext, who: Asker, fields: dict[str, str]) -> tuple[CommandWord, ...]:
    """The cards that say the same at the scanner. Raises FormError, NotationError."""
    words, deal = who.words, web.deals.progress
    in_doubt = deal is not None and deal.in_doubt
    if answer := fields.get("answer"):
        if in_doubt or (deal is None and not web.deals.offered) or answer not in _ANSWERS:
            raise FormError(words.gettext("Nobody asks for that now."))
        return (_ANSWERS[answer],)
    if not in_doubt:  # a second tap is no number for the next hand
        raise FormError(words.gettext("Nobody asks for that now."))
    number = fields.get("number", "").strip()
    if not number:
        raise FormError(words.gettext("Write a number."))
    return number_cards(read_number(number, _MOST))


async def _outcome(web: WebContext, who: Asker, cards: tuple[CommandWord, ...]) -> dict[str, Any]:
    for card in cards:
        update = await say(web, who, cmd.Scan(command_tag(card)))
        if update.refusal is not None:
            break
    return note_of(message_of(web, update, who.locale) or who.words.gettext("Done."), accepted=update.accepted)
