"""The page of the table's own agreements, on which a host gives them other names or deletes them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import Asker, asker
from companion.web.context import WebContext
from companion.web.pages.starting import games_to_play
from companion.web.paper import fields_of, note_of, onward, page
from companion.web.unreadable import unusable_name
from companion.wishes.own_presets import LONGEST, PresetNameError

PATH = "/presets"


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    def shown(
        request: Request, who: Asker, status: int = 200, wrong: tuple[str, str, str] = ("", "", "")
    ) -> Response:
        """``wrong``: an agreement, the name it was to have, and why it cannot."""
        names = dict(entry for _, group in games_to_play(who.words) for entry in group)
        refused = who.words.gettext("Not everything can be used yet: see beside the fields.")
        note = note_of(refused, accepted=False) if wrong[2] else None
        rows = [(preset, names.get(preset.edition, preset.edition)) for preset in web.presets.all()]
        values = {"rows": rows, "wrong": wrong, "longest": LONGEST}
        return page(web, who, request, "presets.html", status=status, note=note, **values)

    @routes.get(PATH)
    async def presets(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        return shown(request, who)

    @routes.post(PATH)
    async def change(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        fields, _ = await fields_of(request), who.words.gettext
        name, new = fields.get("name", ""), fields.get("new", "")
        try:
            if fields.get("do") == "delete":
                done, told = web.presets.delete(name), _("“%(name)s” is deleted.")
            else:
                done, told = web.presets.rename(name, new), _("It is called “%(new)s” now.")
        except PresetNameError as error:
            taken = _("Another agreement is called so: choose another name.")
            why = taken if error.taken else unusable_name(new, who.words)
            return shown(request, who, 400, (name, new, why))
        if not done:
            told = _("There is no agreement called “%(name)s” any more.")
        return onward(web, PATH, note_of(told % {"name": name, "new": new.strip()}, accepted=done))

    return routes
