"""The page on which the table's sounds are learnt: what each means, and a host's button to hear it at the table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.voice.earcon_words import earcon_text
from companion.voice.earcons import Earcon
from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import fields_of, note_of, onward, page

PATH = "/sounds"
ALL = "all"


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def sounds(request: Request) -> Response:
        who = asker(web, request)
        told = [(earcon, earcon_text(earcon, who.locale), what_it_means(earcon, who.words)) for earcon in Earcon]
        return page(web, who, request, "sounds.html", sounds=told, all=ALL, on=web.sounds.on)

    @routes.post(PATH)
    async def hear(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        return onward(web, PATH, _heard(web, (await fields_of(request)).get("sound", ""), who.words))

    return routes


def _heard(web: WebContext, name: str, words: Words) -> dict[str, Any]:
    if name != ALL and name not in {earcon.value for earcon in Earcon}:
        return note_of(words.gettext("This page is out of date: load it again."), accepted=False)
    if not web.sounds.play(*(Earcon if name == ALL else (Earcon(name),))):
        return note_of(words.gettext("Nobody hears the loudspeaker now: the table’s page says why."), accepted=False)
    return note_of(words.gettext("Listen to the loudspeaker: each sound, then its name."), accepted=True)


def what_it_means(earcon: Earcon, words: Words) -> str:
    """When a sound is heard, for whoever reads."""
    _ = words.gettext
    return {
        Earcon.ACCEPTED: _("One short tone: what was scanned is taken."),
        Earcon.REFUSED: _("A low rattle: what was scanned is not taken. The voice says why."),
        Earcon.QUESTION: _("Short, long, upwards: the table must tell something, such as a colour or a number."),
        Earcon.UNO: _("Two short knocks: somebody says UNO."),
        Earcon.CARDS: _("Short, short, long, upwards: a press brought cards."),
        Earcon.NO_CARD: _("Long, short, downwards: a press brought no card."),
        Earcon.ROUND_WON: _("Long, short, long: somebody wins the round."),
        Earcon.UNDONE: _("Long, long, downwards: something was taken back."),
        Earcon.TROUBLE: _("Three even tones, to and fro: something is wrong with the machine."),
        Earcon.READY: _("Three short, one long, upwards: the table has been switched on."),
    }[earcon]
