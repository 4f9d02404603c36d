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

FAULTS = (
    "jam",
    "no-feed",
    "slip",
    "double-feed",
    "hopper:0",
    "hopper:5",
    "lid-open",
    "lid-closed",
    "flicker",
    "sunlight",
    "button-stuck",
    "button-bounce",
    "motor-stall",
    "gate-dead",
    "aim-obstructed",
    "pulled-card",
    "clear",
)


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/bench")
    async def bench_page(request: Request) -> Response:
        who = asker(web, request)
        bench = at_the_bench(web, who)
        tags = bench_tags(web.table.state, who.words)
        pins = bench.pins()
        buttons = [pin["name"].removeprefix("button_") for pin in pins if pin["name"].startswith("button_")]
        return page(web, who, request, "bench.html", pins=pins, buttons=buttons, faults=FAULTS, tags=tags)

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
