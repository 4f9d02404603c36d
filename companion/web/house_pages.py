"""The pages beside the table: joining, starting a game, the phones, the games, the bench."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.api import join_table, set_cookie
from companion.web.asking import asker, message_of, read_name, say
from companion.web.bench import at_the_bench, handled, no_edge
from companion.web.bench_tags import bench_tags
from companion.web.context import Bench, WebContext
from companion.web.downloads import Shelf
from companion.web.forms import FormError
from companion.web.option_words import option_groups
from companion.web.paper import fields_of, note_of, onward, page
from companion.web.problems import ProblemError
from companion.web.starting import games_to_play, new_game

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


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)
    _joining(routes, web)
    _starting(routes, web)
    _phones(routes, web)
    _bench(routes, web)

    @routes.get("/games")
    async def games(request: Request) -> Response:
        return page(web, asker(web, request), request, "games.html", games=await shelf.games())

    return routes


def _joining(routes: APIRouter, web: WebContext) -> None:
    def seats() -> list[str]:
        state = web.table.state
        return [state.name(index) for index in state.playing()]

    @routes.get("/join")
    async def join_page(request: Request, pin: str = "") -> Response:
        return page(web, asker(web, request), request, "join.html", pin=pin[:16], seats=seats(), chosen="")

    @routes.post("/join")
    async def join(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        name = who.words.player(fields.get("other", "").strip()) or fields.get("name", "")
        try:
            if who.phone is None:
                phone = join_table(web, who, fields.get("pin", ""), name)
            else:
                phone = web.access.take_seat(who.phone, read_name(name, who.words))
        except ProblemError as problem:
            note = note_of(problem.message, accepted=False)
            answer = page(
                web, who, request, "join.html", status=problem.status, note=note, pin="", seats=seats(), chosen=name
            )
            answer.headers.update(problem.headers)
            return answer
        answer = onward(web, "/", note_of(who.words.gettext("This phone has joined."), accepted=True))
        set_cookie(web, answer, phone)
        return answer


def _starting(routes: APIRouter, web: WebContext) -> None:
    def shown(
        request: Request, fields: dict[str, str], status: int = 200, note: dict[str, Any] | None = None
    ) -> Response:
        who = asker(web, request)
        state = web.table.state
        groups = option_groups(who.words)
        filled_in = [group.title for group in groups if any(fields.get(choice.name) for choice in group.choices)]
        return page(
            web,
            who,
            request,
            "start.html",
            status=status,
            note=note,
            fields=fields,
            games=games_to_play(who.words),
            groups=groups,
            opened=filled_in,
            running=bool(state.seats) and state.champion is None,
        )

    @routes.get("/start")
    async def start_page(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        state = web.table.state
        names = [seat.name for seat in state.seats] or [phone.name for phone in web.access.phones() if phone.name]
        return shown(
            request,
            {
                "players": "\n".join(map(who.words.called, dict.fromkeys(names))),
                "edition": state.edition or "extreme",
            },
        )

    @routes.post("/start")
    async def start(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        try:
            update = await say(web, who, new_game(fields, who.words), key=fields.get("key", "")[:64] or None)
        except FormError as error:
            return shown(request, fields, 400, note_of(str(error), accepted=False))
        except ProblemError as problem:
            return shown(request, fields, problem.status, note_of(problem.message, accepted=False))
        message = message_of(web, update, who.locale) or who.words.gettext("Done.")
        if not update.accepted:
            return shown(request, fields, 422, note_of(message, accepted=False))
        return onward(web, "/", note_of(message, accepted=True))


def _phones(routes: APIRouter, web: WebContext) -> None:
    @routes.get("/phones")
    async def phones(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        return page(web, who, request, "phones.html", phones=web.access.phones(), pin=web.access.pin)

    @routes.post("/phones")
    async def change(request: Request) -> Response:
        who = asker(web, request)
        who.hosting()
        fields = await fields_of(request)
        phone_id, words = fields.get("phone", ""), who.words
        match fields.get("do", ""):
            case "host" if web.access.make_host(phone_id):
                message = words.gettext("That phone hosts now.")
            case "remove" if web.access.remove(phone_id):
                message = words.gettext("That phone must join again.")
            case "pin":
                web.access.renew_pin()
                message = words.gettext("There is a new PIN.")
            case _:
                return onward(web, "/phones", note_of(words.gettext("That phone is gone already."), accepted=False))
        return onward(web, "/phones", note_of(message, accepted=True))


def _bench(routes: APIRouter, web: WebContext) -> None:
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
