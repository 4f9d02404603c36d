"""All that is the table's own taken home in one file, and brought back: for hosts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NoReturn

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response

from companion.storage.data_files import BackupError, Useless
from companion.web import models
from companion.web.api import CHANGES, PROBLEM, READING
from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.door.talkers import BACKUP_BYTES
from companion.web.language import Words
from companion.web.paper import note_of, onward, page
from companion.web.problems import ProblemError

ENDING = "uno.backup"
_ANY_BYTES = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter()

    @routes.get("/backup", include_in_schema=False)
    async def backup_page(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        run, restored_in = request.app.state.hub.run, request.query_params.get("restored-in")
        waits = restored_in == run
        note = None if restored_in is None else note_of(_again(who.words, waits=waits), accepted=True)
        return page(web, who, request, "backup.html", note=note, run=run, waits=waits)

    @routes.get(
        "/api/backup",
        response_class=Response,
        responses=READING | {200: {"content": {"application/zip": {}}}, 401: PROBLEM, 403: PROBLEM, 503: PROBLEM},
    )
    async def backup(request: Request) -> Response:
        """All games, settings, codes and decks in one file, hands that were told included; for hosts."""
        who = asker(web, request)
        who.hosting()
        try:
            content = await web.backup()
        except BackupError as error:
            _explain(who, error)
        as_file = {"content-disposition": f'attachment; filename="{datetime.now(UTC):%Y-%m-%d}.{ENDING}"'}
        return Response(content, headers=as_file, media_type="application/zip")

    @routes.post(
        "/api/restore",
        response_model=models.Restored,
        status_code=202,
        responses=CHANGES | {422: PROBLEM, 503: PROBLEM},
        openapi_extra={"requestBody": {"required": True, "content": _ANY_BYTES}},
    )
    async def restore(request: Request) -> JSONResponse:
        """A backup, as the body, takes the place of everything; the table starts again with it. For hosts."""
        who = asker(web, request)
        who.hosting()
        await _restored(web, who, await request.body())
        return JSONResponse({"accepted": True}, 202)

    @routes.post("/backup", include_in_schema=False)
    async def restore_by_form(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        try:
            await _restored(web, who, await _sent(request, who))
        except ProblemError as problem:
            return onward(web, "/backup#result", note_of(problem.message, accepted=False))
        return onward(web, f"/backup?restored-in={request.app.state.hub.run}#result")

    return routes


def _again(words: Words, *, waits: bool) -> str:
    """How far the table has come that starts again with what was restored."""
    if waits:
        return words.gettext("Restored. The table starts again.")
    return words.gettext("The table is back, with what was restored.")


async def _sent(request: Request, who: Asker) -> bytes:
    """The file of the form. Raises ProblemError."""
    words = who.words
    async with request.form(max_part_size=BACKUP_BYTES) as form:
        sent = form.get("file")
        content = await sent.read() if isinstance(sent, UploadFile) else b""
        sure = form.get("sure") == "on"
    if not content:
        raise ProblemError(400, "unreadable", words.gettext("Choose a backup."))
    if not sure:
        told = words.gettext("Nothing was restored: tick that everything is to be replaced.")
        raise ProblemError(400, "unreadable", told)
    return content


async def _restored(web: WebContext, who: Asker, content: bytes) -> None:
    """Raises ProblemError."""
    try:
        await web.restore(content)
    except BackupError as error:
        _explain(who, error)


def _explain(who: Asker, error: BackupError) -> NoReturn:
    """Why it cannot be done, in the reader's language. Raises ProblemError."""
    _ = who.words.gettext
    told = {
        Useless.NO_FILE: _("There is nothing to back up yet."),
        Useless.NO_BACKUP: _("That is no backup of a table. Choose a file that this page made."),
        Useless.NOT_WHOLE: _("That backup is damaged, nothing was changed. Choose another one."),
        Useless.NEWER: _(
            "A newer version of the program made that backup, nothing was changed. Install that version."
        ),
        Useless.SETTINGS: _("The settings in that backup cannot be used, nothing was changed: %(why)s"),
        Useless.DISK: _("The disk cannot be read or written. Nothing was changed: free some space, then try again."),
    }[error.why]
    status, code = (503, "not-now") if error.why is Useless.DISK else (422, str(error.why))
    raise ProblemError(status, code, told % {"why": error.detail} if error.detail else told) from error
