"""The page of the hosts' phones: the PIN, who has joined, who hosts, and who must join again."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.door.access import LastHostError
from companion.web.pages.join_pages import last_host
from companion.web.paper import fields_of, note_of, onward, page

PATH = "/phones"


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def phones(request: Request) -> Response:
        who = asker(web, request)
        own = who.hosting()
        hosts = web.access.hosts()
        return page(
            web,
            who,
            request,
            "phones.html",
            phones=web.access.phones(),
            kind=web.access.sightings.kind,
            seen={phone.id: _seen(web, phone.id, who) for phone in web.access.phones()},
            pin=web.access.pin,
            only_host=hosts == (own,),
        )

    @routes.post(PATH)
    async def change(request: Request) -> Response:
        who = asker(web, request)
        own = who.hosting()
        fields = await fields_of(request)
        try:
            message = _changed(web, who, own.id, fields.get("do", ""), fields.get("phone", ""))
        except LastHostError:
            return onward(web, PATH, note_of(last_host(who), accepted=False))
        if message is None:
            return onward(web, PATH, note_of(who.words.gettext("That phone is gone already."), accepted=False))
        still_hosts = any(phone.id == own.id for phone in web.access.hosts())
        return onward(web, PATH if still_hosts else "/", note_of(message, accepted=True))

    return routes


def _seen(web: WebContext, phone_id: str, who: Asker) -> str:
    """When a phone was here last: a page that stays open asks for something whenever it is looked at again."""
    minutes = web.access.sightings.minutes_ago(phone_id)
    if minutes is None:
        return who.words.gettext("not seen since the machine was started")
    if minutes == 0:
        return who.words.gettext("seen just now")
    return who.words.ngettext("seen %(n)d minute ago", "seen %(n)d minutes ago", minutes) % {"n": minutes}


def _changed(web: WebContext, who: Asker, own: str, do: str, other: str) -> str | None:
    """What was done; None where the phone that it is about is gone. Raises LastHostError."""
    _ = who.words.gettext
    match do:
        case "host" if web.access.make_host(other):
            return _("That phone hosts now.")
        case "hand-over" if web.access.make_host(other):
            web.access.lay_down(own)
            return _("That phone hosts now, and this one plays.")
        case "lay-down":
            web.access.lay_down(own)
            return _("This phone hosts no more.")
        case "remove" if web.access.remove(other):
            return _("That phone must join again.")
        case "pin":
            web.access.renew_pin()
            return _("There is a new PIN.")
    return None
