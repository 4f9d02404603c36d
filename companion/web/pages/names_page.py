"""The page on which a host writes how players' names are said, and hears it at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.referee.notation_words import LONGEST_NAME
from companion.seat_names import seat_names
from companion.set_up import UNNAMED
from companion.voice.lexicon import sayable
from companion.web.asking import asker, read_name
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import fields_of, note_of, onward, page
from companion.web.problems import ProblemError
from companion.wishes.name_sounds import Fault, NameSoundError, checked

PATH = "/names"


@dataclass(frozen=True, slots=True)
class Written:
    """A name and what it is said like, as the page has them; ``seat`` is said where no voice can read the name."""

    name: str
    like: str
    seat: str = ""


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    def shown(request: Request, written: Written | None = None, status: int = 200, note: Any = None) -> Response:
        rows, other = _rows(web, asker(web, request).locale), written
        for place, row in enumerate(rows):
            if written is not None and row.name.casefold() == written.name.casefold():
                rows[place], other = replace(row, like=written.like), None
        values = {"rows": rows, "other": other or Written("", ""), "longest": LONGEST_NAME}
        return page(web, asker(web, request), request, "names.html", status=status, note=note, **values)

    @routes.get(PATH)
    async def names(request: Request) -> Response:
        asker(web, request).hosting()
        return shown(request)

    @routes.post(PATH)
    async def change(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        fields = await fields_of(request)
        written = Written(fields.get("name", "").strip(), fields.get("like", "").strip())
        try:
            if fields.get("do") == "keep":
                return onward(web, PATH, _kept(web, written, who.words))
            return shown(request, written, note=_heard(web, written, who.words))
        except ProblemError as problem:
            return shown(request, written, problem.status, note_of(problem.message, accepted=False))

    return routes


def _rows(web: WebContext, locale: str) -> list[Written]:
    """Who may be called at this table, each with what the name is said like."""
    sounds = {name.casefold(): like for name, like in web.names.sounds.items()}
    seats = [seat.name for seat in web.table.state.seats]
    phones = [phone.name for phone in web.access.phones() if phone.name]
    called: dict[str, str] = {}
    for name in (*seats, *phones, *web.badge_names, *web.names.sounds):
        if name not in UNNAMED:
            called.setdefault(name.casefold(), name)
    by_seat = seat_names(seats or web.badge_names, locale)
    return [Written(name, sounds.get(key, ""), by_seat.get(name, "")) for key, name in called.items()]


def _kept(web: WebContext, written: Written, words: Words) -> dict[str, Any]:
    """The name is said so from now on. Raises ProblemError."""
    name, like = _read(written, words)
    web.names.keep(name, like)
    if like:
        told = words.gettext("%(player)s is said like “%(sound)s”.") % {"player": name, "sound": like}
    elif sayable(name):
        told = words.gettext("%(player)s is said as it is written.") % {"player": name}
    else:
        told = words.gettext("No voice can read %(player)s: the seat is said.") % {"player": name}
    return note_of(told, accepted=True)


def _heard(web: WebContext, written: Written, words: Words) -> dict[str, Any]:
    """The name is said so once. Raises ProblemError."""
    if web.hear_name(*_read(written, words)):
        return note_of(words.gettext("Listen to the loudspeaker."), accepted=True)
    return note_of(words.gettext("Nobody hears the loudspeaker now: the table’s page says why."), accepted=False)


def _read(written: Written, words: Words) -> tuple[str, str]:
    """The name, and what it may be said like; empty: as it is written. Raises ProblemError."""
    name = read_name(written.name, words)
    if name is None:
        raise ProblemError(400, "unreadable", words.gettext("Write the name."))
    try:
        return name, checked(name, written.like) if written.like else ""
    except NameSoundError as error:
        raise ProblemError(400, "unreadable", _why(error.fault, written, words)) from error


def _why(fault: Fault, written: Written, words: Words) -> str:
    _ = words.gettext
    match fault:
        case Fault.TABLE_WORD:
            told = _("The table says “%(player)s” of other things too: the name is said as it is written.")
        case Fault.SILENT:
            told = _("“%(sound)s” for “%(player)s” has no sound: write both with letters.")
        case Fault.TOO_LONG:
            told = _("That is too long: write it in at most %(n)d characters.")
    return told % {"player": written.name, "sound": written.like, "n": LONGEST_NAME}
