"""The help to read: all topics that the voice tells one by one, and what can be scanned now."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.answers import CanScan, Query
from companion.referee import commands as cmd
from companion.tags import CommandWord, command_tag
from companion.voice.between_plays.help_lines import can_scan
from companion.voice.between_plays.help_topics import WHAT_CAN_BE_SCANNED, Topic, help_topics
from companion.voice.lines import Line, Phrase, Verbosity
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import page


def router(web: WebContext) -> APIRouter:
    """The route, bound to one table. Everybody may read."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/help")
    async def help_page(request: Request) -> Response:
        who = asker(web, request)
        return page(web, who, request, "help.html", topics=_topics(web, who.words))

    return routes


def _topics(web: WebContext, words: Words) -> list[tuple[str, list[str]]]:
    """Headings with their sentences, as the table is agreed on and stands now."""
    interpreter, state = web.table.interpreter, web.table.state
    agreed = interpreter.agreed(state)
    found = list(help_topics(agreed, players=interpreter.players(state)))
    meaning = web.table.preview(cmd.Scan(command_tag(CommandWord.HELP)))
    if isinstance(meaning, Query) and isinstance(meaning.note, CanScan):
        found.insert(0, Topic(WHAT_CAN_BE_SCANNED, tuple(can_scan(meaning.note, Verbosity.FULL))))

    def said(phrase: Phrase) -> str:
        detailed = Line(
            phrase.message, phrase.params, phrase.plural, phrase.then, edition=agreed.edition, detailed=True
        )
        return words.said(detailed)

    return [(_capital(said(topic.heading)), [said(sentence) for sentence in topic.sentences]) for topic in found]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
