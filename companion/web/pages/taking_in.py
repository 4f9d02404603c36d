"""Games out of ``.table`` files: checked line by line, kept among the games, or gone on with at this table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response

from companion.games.importing import LineError, games_of
from companion.games.scenario import UnreadableFileError
from companion.referee.commands import NewGame
from companion.referee.events import Phase
from companion.storage.journal import Entry
from companion.table import HereAlreadyError
from companion.updates import Update
from companion.web import models
from companion.web.api import CHANGES, PROBLEM
from companion.web.asking import Asker, asker, author_of, message_of, taken, undisturbed
from companion.web.context import WebContext
from companion.web.door.talkers import IMPORT_BYTES
from companion.web.forms import FormError
from companion.web.paper import key_in, note_of, number_in, onward
from companion.web.problems import ProblemError
from companion.web.unreadable import in_words

_LONGEST_NAME = 80
_SHOWN = 60  # characters of a line, in a sentence about it


@dataclass(frozen=True, slots=True)
class _File:
    """What somebody sends. ``go_on``: its last game goes on at this table."""

    text: str
    name: str
    go_on: bool
    version: int | None
    key: str | None


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter()

    @routes.post(
        "/api/games",
        response_model=models.TakenIn,
        responses=CHANGES | {409: {"model": models.Stale}, 422: PROBLEM},
    )
    async def take_in(request: Request, body: models.TakeIn) -> JSONResponse:
        """Takes in the games of a `.table` text, all or none. With `go_on` the last goes on at this table."""
        who = asker(web, request)
        file = _File(body.text, _short(body.name), body.go_on, body.version, body.key)
        update, game = await _taken_in(web, who, file)
        return JSONResponse({"accepted": True, "saved": update.saved, "version": update.version, "game": game})

    @routes.post("/games", include_in_schema=False)
    async def take_in_by_form(request: Request) -> Response:
        who = asker(web, request)
        try:
            update, game = await _taken_in(web, who, await _file_of(request, who))
        except FormError as error:
            return onward(web, "/games#result", note_of(str(error), accepted=False))
        except ProblemError as problem:
            if who.phone is None:
                raise
            return onward(web, "/games#result", note_of(problem.message, accepted=False))
        message = message_of(web, update, who.locale) or who.words.gettext("Done.")
        return onward(web, f"/games/{game}#result", note_of(message, accepted=True))

    return routes


async def _file_of(request: Request, who: Asker) -> _File:
    """What the form holds: a file, or its text. Raises FormError."""
    words = who.words
    async with request.form(max_part_size=IMPORT_BYTES) as form:
        sent = form.get("file")
        text, name = _field(form.get("text")), ""
        if isinstance(sent, UploadFile) and sent.filename:
            name = sent.filename
            try:
                text = (await sent.read()).decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise FormError(words.gettext("That file is no text in UTF-8: choose a .table file.")) from error
        fields = {field: _field(form.get(field)) for field in ("version", "key", "go-on")}
    if not text.strip():
        raise FormError(words.gettext("Choose a file, or paste its text."))
    return _File(text, _short(name), fields["go-on"] == "on", number_in(fields, "version"), key_in(fields))


def _field(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _short(name: str) -> str:
    """A file's name without its folders, in one line."""
    plain = "".join(char for char in PurePath(name.replace("\\", "/")).name if char.isprintable())
    return plain[:_LONGEST_NAME] or ".table"


async def _taken_in(web: WebContext, who: Asker, file: _File) -> tuple[Update, int]:
    """The games of a file are the journal's, and the last one's number. Raises ProblemError."""
    phone = who.hosting()
    games = await asyncio.to_thread(_checked, web, who, file.text)
    if file.go_on:
        undisturbed(web, who)
    submitted = web.table.take_in(
        games, file.name, live=file.go_on, version=file.version, key=file.key, author=author_of(phone)
    )
    try:
        update, game = await taken(web, who, submitted, file.version)
    except HereAlreadyError as error:
        told = (
            who.words.gettext("This game is here already: it is game %(n)d. Nothing was taken in.")
            if len(games) == 1 or file.go_on
            else who.words.gettext(
                "These games are here already, the last of them as game %(n)d. Nothing was taken in."
            )
        )
        raise ProblemError(422, "here-already", told % {"n": error.game}, {"game": error.game}) from error
    if update.refusal is not None:
        raise ProblemError(422, update.refusal.code, message_of(web, update, who.locale))
    return update, game


def _checked(web: WebContext, who: Asker, text: str) -> list[list[Entry]]:
    words = who.words
    try:
        games = games_of(text, web.draws)
    except UnreadableFileError as error:
        line, wrong = error.lines[0]
        told = words.gettext("Line %(line)s cannot be read: %(reason)s.") % {
            "line": line,
            "reason": in_words(wrong, words),
        }
        if more := len(error.lines) - 1:
            others = words.ngettext("%(n)d more line is wrong.", "%(n)d more lines are wrong.", more)
            told = f"{told} {others % {'n': more}}"
        raise ProblemError(400, "unreadable", told, {"line": line}) from error
    except LineError as error:
        raise _line_problem(web, who, error) from error
    if not games:
        raise ProblemError(400, "unreadable", words.gettext("There is no game in that file."))
    return games


def _line_problem(web: WebContext, who: Asker, error: LineError) -> ProblemError:
    text = error.text if len(error.text) <= _SHOWN else error.text[: _SHOWN - 1] + "…"
    where = {"line": error.line, "text": text}
    if error.update is None or error.update.refusal is None:
        told = who.words.gettext("Line %(line)d, “%(text)s”, does not hold: found %(found)s.")
        found = who.words.gettext(error.found)
        return ProblemError(422, "not-as-expected", told % {**where, "found": found}, {"line": error.line})
    code = error.update.refusal.code
    told = who.words.gettext("Line %(line)d, “%(text)s”, is refused: %(reason)s")
    if error.update.before.phase is Phase.NONE and not isinstance(error.update.command, NewGame):
        reason = who.words.gettext("no game has begun in the file before it.")
    else:
        reason = message_of(web, error.update, who.locale) or str(code)
    return ProblemError(422, code, told % {**where, "reason": reason}, {"line": error.line})
