"""The web application: the doorkeeper outside, the interface and the pages inside, the stream beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI

from companion import __version__
from companion.web import api, bench
from companion.web.asking import asker, state_now
from companion.web.context import Bench, Submit, WebContext
from companion.web.description import describe
from companion.web.door.talkers import Talkers
from companion.web.pages import (
    asking_the_table,
    backup_page,
    bench_page,
    check_page,
    correct_page,
    deal_form,
    downloads,
    enrol_pages,
    fair,
    games,
    hand_page,
    help_page,
    join_pages,
    key_commands,
    language_choice,
    names_page,
    phones_page,
    presets_page,
    private_page,
    problem_pages,
    rounds,
    screen_page,
    sounds_page,
    start_pages,
    table_page,
    taking_in,
)
from companion.web.pages.enrol_view import scans_go_to
from companion.web.pages.table_page import live_view, log_lines
from companion.web.refused import Refusals
from companion.web.shelf import Shelf
from companion.web.static_files import StaticPieces
from companion.web.stream import Hub

__all__ = ["Bench", "Submit", "WebContext", "create_app"]


#: Those that need only the table.
_PAGES = (
    correct_page,
    key_commands,
    private_page,
    asking_the_table,
    help_page,
    language_choice,
    deal_form,
    join_pages,
    presets_page,
    phones_page,
    bench_page,
    fair,
    enrol_pages,
    sounds_page,
    check_page,
    names_page,
    taking_in,
    backup_page,
)


def create_app(web: WebContext) -> FastAPI:
    """The application of one table; ``app.state.hub`` is its stream. It runs on the table's event loop."""
    refusals = Refusals(web.table)
    hub = Hub(
        web.table,
        snapshot=lambda: state_now(web),
        health=lambda: web.health() | {"listeners": hub.listeners},
        page=lambda reader: live_view(web, reader, refusals),
        spoken_so_far=lambda: log_lines(web),
        scans=lambda: scans_go_to(web.desk.task),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        watching = asyncio.create_task(hub.watch())
        web.on_speech(hub.spoken)
        web.deals.observers.append(hub.dealt)
        web.desk.observers.append(hub.scans_moved)
        web.voice.observers.append(hub.voice_changed)
        web.access.observers.append(hub.phone_moved)
        refusals.observers.append(hub.refused)
        try:
            yield
        finally:
            web.access.observers.remove(hub.phone_moved)
            web.deals.observers.remove(hub.dealt)
            web.desk.observers.remove(hub.scans_moved)
            web.voice.observers.remove(hub.voice_changed)
            refusals.observers.remove(hub.refused)
            hub.stop()
            hub.end_all()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    app = FastAPI(title="uno-companion", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.hub = hub
    for router in _routers(web, hub, Shelf(web), refusals):
        app.include_router(router)
    app.mount("/static", StaticPieces(), name="static")
    answer = problem_pages.answerer(web)
    app.add_middleware(
        Talkers,
        names=web.host_names,
        words=lambda request: asker(web, request).words,
        answer=answer,
        page=lambda: web.whereabouts().url,
        hosting=lambda request: asker(web, request).hosting(),
    )
    problem_pages.explain_problems(app, web, answer)
    describe(app)
    return app


def _routers(web: WebContext, hub: Hub, shelf: Shelf, refusals: Refusals) -> Iterator[APIRouter]:
    """The interface for programs, then the pages."""
    yield api.router(web, hub)
    yield downloads.router(web, shelf)
    if web.bench is not None:
        yield bench.router(web)
    yield table_page.router(web, refusals)
    yield screen_page.router(web, refusals)
    yield hand_page.router(web, refusals)
    yield start_pages.router(web, shelf)
    yield rounds.router(web)
    yield games.router(web, shelf)
    for pages in _PAGES:
        yield pages.router(web)
