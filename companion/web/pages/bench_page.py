"""The page of the simulated bench: whoever hosts touches what hands would touch."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import asker
from companion.web.bench import at_the_bench, handled, no_edge
from companion.web.context import Bench, WebContext
from companion.web.paper import fields_of, note_of, onward, page
from companion.web.problems import ProblemError
from companion.web.views.bench_tags import bench_tags
from companion.web.views.bench_words import button_words, fault_words, pins_in_words


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/bench")
    async def bench_page(request: Request) -> Response:
        who = asker(web, request)
        bench = at_the_bench(web, who)
        tags = bench_tags(web.table.state, who.words)
        pins = pins_in_words(bench.pins(), who.words)
        names = [pin["name"].removeprefix("button_") for pin in pins if pin["name"].startswith("button_")]
        told = button_words(who.words)
        buttons = [(name, told.get(name, name)) for name in names]
        faults = fault_words(who.words)
        return page(web, who, request, "bench.html", pins=pins, buttons=buttons, faults=faults, tags=tags)

    @routes.post("/bench")
    async def touch(request: Request) -> Response:
        who = asker(web, request)
        bench = at_the_bench(web, who)
        fields = await fields_of(request)
        try:
            done = handled(lambda: _touch(bench, fields))
        except ProblemError as problem:
            return onward(web, "/bench", note_of(problem.message, accepted=False))
        if not done:
            return onward(web, "/bench", note_of(no_edge(who.words), accepted=False))
        return onward(web, "/bench", note_of(who.words.gettext("Done."), accepted=True))

    return routes


def _touch(bench: Bench, fields: dict[str, str]) -> bool:
    """Does it; False where it was a press that moved no line."""
    match fields.get("do", ""):
        case "press":
            return bench.press(fields.get("button", ""))
        case "scan":
            bench.scan(fields.get("text", ""))
        case "fault":
            bench.fault(fields.get("fault", ""))
        case other:
            raise ValueError(f"the bench has nothing called '{other}'; load the page again")
    return True
