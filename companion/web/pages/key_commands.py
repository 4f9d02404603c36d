"""The keyboard commands of the table's page: one table, from which the script acts and the page of keys is made."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.web.asking import asker
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.paper import page

PATH = "/keys"


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """One key. ``act``: ``tell`` reads the places out, ``go`` takes the focus to the first place that can have it,
    ``press`` taps it, ``open`` leads to a page. ``places`` are CSS selectors, or the page.

    ``words`` say what it does; ``otherwise`` is told where none of the places is there, or nothing stands in it.
    """

    key: str
    act: str
    places: tuple[str, ...]
    words: str
    otherwise: str = ""


def key_commands(words: Words) -> list[KeyCommand]:
    """All of them, questions first."""
    _ = words.gettext
    not_now = _("That cannot be done now.")
    return [
        KeyCommand("n", "tell", ("#now",), _("what happens now")),
        KeyCommand("t", "tell", ("#top", "#colour"), _("the top card and the colour in force"), not_now),
        KeyCommand("w", "tell", ("#turn", "#direction"), _("whose turn it is, and which way play goes"), not_now),
        KeyCommand("o", "tell", ("#owes",), _("what is owed"), _("Nobody owes anything.")),
        KeyCommand("k", "tell", ("td[id^=count-]",), _("how many cards everybody has"), not_now),
        KeyCommand("s", "tell", ("td[id^=score-]",), _("the scores"), not_now),
        KeyCommand("m", "tell", ("#log > li:last-child",), _("what was said last"), _("Nothing was said yet.")),
        KeyCommand("b", "go", ("#line",), _("to the line for Braille displays")),
        KeyCommand("p", "go", ("#part-play", "#part-top", "#part-discard"), _("to the keys for a card"), not_now),
        KeyCommand(
            "c", "go", ("#part-colour", "#part-target"), _("to the colour or the player to be named"), not_now
        ),
        KeyCommand("d", "go", ("#part-draw", "#part-press", "#part-done"), _("to drawing or pressing"), not_now),
        KeyCommand("a", "go", ("#part-challenge", "#part-verdict"), _("to accepting or challenging"), not_now),
        KeyCommand("x", "go", ("[name=accused]",), _("to catching whoever did not say UNO"), not_now),
        KeyCommand("u", "press", ("#part-uno form button",), _("says UNO"), not_now),
        KeyCommand("z", "go", ("#part-undo",), _("to undoing the last statement"), not_now),
        KeyCommand("?", "open", (PATH,), _("this list")),
    ]


def as_data(commands: list[KeyCommand]) -> list[dict[str, Any]]:
    """The table for the script."""
    return [asdict(command) for command in commands]


def router(web: WebContext) -> APIRouter:
    """The page of keys."""
    routes = APIRouter(include_in_schema=False)

    @routes.get(PATH)
    async def keys(request: Request) -> Response:
        who = asker(web, request)
        return page(web, who, request, "keys.html", commands=key_commands(who.words))

    return routes
