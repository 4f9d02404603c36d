"""The page's templates, one environment a language, and the note that one page leaves for the next."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from companion.web.asking import Asker
from companion.web.context import WebContext
from companion.web.language import OWN_NAMES, page_words
from companion.web.problems import ProblemError
from companion.web.reading_order import in_order, parted
from companion.web.static_files import static_folder

TEMPLATES = Path(__file__).with_name("templates")
NOTE_COOKIE = "uno_note"


@cache
def _environment(locale: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    words = page_words(locale)
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        words.gettext, words.ngettext, newstyle=True, pgettext=words.pgettext
    )
    environment.filters["called"] = lambda name: words.called(name) if name else ""  # a phone may have none
    environment.filters["parted"] = parted
    environment.globals |= {"new_key": lambda: secrets.token_urlsafe(12), "static": static_folder()}
    return environment


def page(web: WebContext, who: Asker, request: Request, name: str, *, status: int = 200, **values: Any) -> Response:
    """One page in the reader's language, with the note that the page before left."""
    note = values.pop("note", None) or web.access.read_note(request.cookies.get(NOTE_COOKIE))
    html = (
        _environment(who.locale)
        .get_template(name)
        .render(
            locale=who.locale,
            phone=who.phone,
            hosts=who.hosts,
            removed=who.removed,
            bench=web.bench is not None and (who.here or who.hosts),
            note=note,
            path=request.url.path,
            languages=[(locale, name) for locale, name in OWN_NAMES.items() if locale != who.locale],
            **values,
        )
    )
    answer = HTMLResponse(html, status)
    if NOTE_COOKIE in request.cookies:
        answer.delete_cookie(NOTE_COOKIE, path="/", httponly=True, samesite="strict")
    return answer


def note_of(message: str, *, accepted: bool) -> dict[str, Any]:
    """What came of a form; a name in it from right to left pulls nothing to its other side."""
    return {"message": in_order(message), "accepted": accepted}


def onward(web: WebContext, path: str, note: dict[str, Any] | None = None) -> Response:
    """To another page after a form, with a note shown there once."""
    answer = RedirectResponse(path, status_code=303)
    if note is not None:
        answer.set_cookie(NOTE_COOKIE, web.access.sign_note(note), max_age=60, httponly=True, samesite="strict")
    return answer


def answered(web: WebContext, request: Request, note: dict[str, Any], who: Asker) -> Response:
    """The script gets its answer as JSON; without script the table's page is shown again, with a note."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(note | {"version": web.table.version})
    return onward(web, "/#result" if who.phone else "/join", note)


_LONGEST_KEY = 64
_MOST_DIGITS = 15  # of a number that a form carries along


def key_in(fields: Mapping[str, str]) -> str | None:
    """The one-time key that the page put into a form."""
    return fields.get("key", "")[:_LONGEST_KEY] or None


def number_in(fields: Mapping[str, str], name: str) -> int | None:
    """A number that the page itself put into a form; None where there is none, or somebody wrote something else."""
    text = fields.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


async def fields_of(request: Request) -> dict[str, str]:
    """The text fields of a form. Raises ProblemError."""
    form = await request.form()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    try:
        "".join((*fields, *fields.values())).encode("utf-8")
    except UnicodeEncodeError as error:
        raise ProblemError(400, "unreadable", "the form holds half a character; write it again") from error
    return fields
