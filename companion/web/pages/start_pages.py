"""Starting a game: one form in which every button works without script; then it is read back; then it begins."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.referee.decks import load_deck
from companion.referee.notation_words import LONGEST_NAME
from companion.referee.options import resolve_preset
from companion.referee.state import folded
from companion.set_up import UNNAMED, unfinished
from companion.web.asking import Asker, asker, message_of, say
from companion.web.context import WebContext
from companion.web.language import Words
from companion.web.pages.deal_draw import Drawn, draw_for_deal
from companion.web.pages.draft import (
    MOST,
    Draft,
    another_row,
    draft_of,
    draws_for,
    last_game,
    moved,
    with_player,
    without,
)
from companion.web.pages.drafts import Drafts
from companion.web.pages.starting import faults, game_of, games_to_play
from companion.web.paper import fields_of, key_in, note_of, onward, page
from companion.web.problems import ProblemError
from companion.web.shelf import Shelf
from companion.web.unreadable import unusable_name
from companion.web.views.option_words import Group, option_groups
from companion.web.views.read_back import read_back
from companion.wishes.own_presets import LONGEST, OwnPreset, PresetNameError

PATH = "/start"
_MOST_KNOWN = 12  # names that are offered beside those who sit already
_NAMES_WAIT_S = 0.3  # for who played in games that were not read since the start


@dataclass(frozen=True, slots=True)
class _Shown:
    """The form as it is shown next. ``focus`` is the id of what the reader goes on with."""

    draft: Draft
    focus: str = ""
    note: dict[str, Any] | None = None
    faults: Mapping[str, str] = field(default_factory=dict)
    drawn: Sequence[Drawn] = ()
    status: int = 200


def router(web: WebContext, shelf: Shelf) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)
    drafts = Drafts(web)

    async def form(request: Request, who: Asker, shown: _Shown) -> Response:
        draft, groups = shown.draft, option_groups(who.words)
        concerned = {*draft.agreed, *(fault.removeprefix("option-") for fault in shown.faults)}
        seated = {folded(draft.name(row)) for row in draft.seated()}
        first = next((at for at in shown.faults if at != "players"), "")  # a field: those of the players are many
        known = [who.words.written(name) for name in await _known_names(web, shelf)]
        return page(
            web,
            who,
            request,
            "start.html",
            status=shown.status,
            note=shown.note,
            draft=draft,
            kept=drafts.of(who.hosting()) is not None,
            focus=shown.focus or first,
            faults=shown.faults,
            wrong=[(at, _field(at, groups, who.words), told) for at, told in shown.faults.items()],
            drawn=[(who.words.called(draft.name(draft.seated()[each.place])), each) for each in shown.drawn],
            card=lambda card: who.words.name(card, draft.edition),
            known=[name for name in known if folded(name) not in seated][:_MOST_KNOWN],
            full=len(draft.players) == MOST and len(seated) == MOST,
            no_more_rows=len(draft.players) == MOST,
            games=(games := games_to_play(who.words)),
            offered=[value for _, group in games for value, _ in group],
            presets=web.presets.all(),
            groups=groups,
            opened=[group.title for group in groups if concerned & {choice.name for choice in group.choices}],
            running=unfinished(web.table.state),
            longest_name=LONGEST_NAME,
            longest_preset=LONGEST,
        )

    @routes.get(PATH)
    async def start_page(request: Request) -> Response:
        who = asker(web, request)
        return await form(request, who, _Shown(drafts.of(who.hosting()) or _offered(web, who.words)))

    @routes.post(PATH)
    async def start(request: Request) -> Response:
        who = asker(web, request)
        phone = who.hosting()
        fields = await fields_of(request)
        rows = [value for value in (await request.form()).getlist("player") if isinstance(value, str)]
        draft = draft_of(fields, rows)
        do = fields.get("do", "review")
        if do == "afresh":
            drafts.drop(phone)
            return onward(web, PATH)
        drafts.keep(phone, draft)
        if do == "draft":
            return Response(status_code=204)
        if do not in {"review", "begin"}:
            changed = _changed(web, draft, fields, who.words)
            drafts.keep(phone, changed.draft)
            return await form(request, who, changed)
        if found := faults(draft, who.words):
            return await form(request, who, _not_yet(draft, found, who.words))
        if do == "begin":
            note = await _begun(web, who, draft, key_in(fields))
            if note["accepted"]:
                drafts.drop(phone)
                return onward(web, "/", note)
            return await form(request, who, _Shown(draft, note=note, status=422))
        return page(
            web,
            who,
            request,
            "read_back.html",
            draft=draft,
            game=dict(entry for _, group in games_to_play(who.words) for entry in group)[draft.edition],
            told=read_back(game_of(draft, who.words), who.words),
            key=secrets.token_urlsafe(12),
            running=unfinished(web.table.state),
        )

    return routes


async def _begun(web: WebContext, who: Asker, draft: Draft, key: str | None) -> dict[str, Any]:
    """What came of it that the game should begin."""
    try:
        update = await say(web, who, game_of(draft, who.words), key=key)
    except ProblemError as problem:
        return note_of(problem.message, accepted=False)
    return note_of(message_of(web, update, who.locale) or who.words.gettext("Done."), accepted=update.accepted)


def _changed(web: WebContext, draft: Draft, fields: Mapping[str, str], words: Words) -> _Shown:
    """What a button makes of the form."""
    do, _, what = fields["do"].partition(":")
    row = int(what) if what.isascii() and what.isdigit() and len(what) == 1 else 0
    row = min(row, len(draft.players) - 1)
    match do:
        case "add" if what:
            changed, row = with_player(draft, what)
            return _Shown(changed, f"player-{row}")
        case "add":
            changed = another_row(draft)
            return _Shown(changed, f"player-{len(changed.players) - 1}")
        case "remove":
            changed = without(draft, row)
            return _Shown(changed, f"player-{min(row, len(changed.players) - 1)}")
        case "up":
            return _Shown(moved(draft, row, -1), f"up-{max(row - 1, 0)}")
        case "down":
            return _Shown(moved(draft, row, 1), f"down-{min(row + 1, len(draft.players) - 1)}")
        case "draw":
            return _drawn(web, draft, words)
        case "use":
            return _used(web, draft, what, words)
        case "keep":
            return _kept(web, draft, words)
    return _Shown(draft)


def _field(at: str, groups: Sequence[Group], words: Words) -> str:
    """What the field is called in which something cannot be used; empty where the sentence says so itself."""
    if at.startswith("player-"):
        return words.gettext("Player %(n)d") % {"n": int(at.removeprefix("player-")) + 1}
    options = {f"option-{choice.name}": choice.label for group in groups for choice in group.choices}
    return options.get(at, "")


def _offered(web: WebContext, words: Words) -> Draft:
    """What stands there before anything was typed."""
    names = [words.written(phone.name) for phone in web.access.phones() if phone.name]
    draft = last_game(web.table.state, list(dict.fromkeys(names)))
    return replace(draft, players=tuple(words.written(name) for name in draft.players))


def _not_yet(draft: Draft, found: Mapping[str, str], words: Words) -> _Shown:
    told = words.gettext("Not everything can be used yet: see beside the fields.")
    return _Shown(draft, note=note_of(told, accepted=False), faults=found, status=400)


def _drawn(web: WebContext, draft: Draft, words: Words) -> _Shown:
    if found := faults(draft, words):
        return _not_yet(draft, found, words)
    deck = load_deck(resolve_preset(draft.edition, {})[0])
    set_up, drawn = draw_for_deal(len(draft.seated()), deck, web.chance)
    changed = draws_for(draft, set_up)
    dealer = "" if changed.dealer is None else draft.name(changed.dealer)
    told = words.gettext("%(player)s has drawn the highest card, and deals.") % {"player": dealer}
    return _Shown(changed, note=note_of(told, accepted=True), drawn=drawn)


def _used(web: WebContext, draft: Draft, name: str, words: Words) -> _Shown:
    preset = web.presets.get(name)
    if preset is None:
        told = words.gettext("There is no agreement called “%(name)s” any more.") % {"name": name}
        return _Shown(draft, note=note_of(told, accepted=False), status=404)
    told = words.gettext("It is filled in as “%(name)s” says.") % {"name": preset.name}
    changed = replace(draft, edition=preset.edition, agreed=preset.options)
    return _Shown(changed, "edition", note_of(told, accepted=True))


def _kept(web: WebContext, draft: Draft, words: Words) -> _Shown:
    """What is agreed is kept by a name, the players aside."""
    found = {key: told for key, told in faults(draft, words).items() if key == "edition" or key.startswith("option-")}
    try:
        if not found:
            known = web.presets.keep(OwnPreset(draft.keep_as, draft.edition, draft.agreed))
    except PresetNameError:
        found = {"preset": unusable_name(draft.keep_as, words)}
    if found:
        return _not_yet(draft, found, words)
    told = words.gettext("“%(name)s” means this now.") if known else words.gettext("It is kept as “%(name)s”.")
    return _Shown(draft, "preset", note_of(told % {"name": draft.keep_as.strip()}, accepted=True))


async def _known_names(web: WebContext, shelf: Shelf) -> list[str]:
    """Who has played here, the latest game first, and whose phones or badges are here."""
    records, _ = await shelf.games_within(_NAMES_WAIT_S)
    games = [name for game in reversed(records) for name in game.players]
    phones = [phone.name for phone in web.access.phones() if phone.name]
    found: dict[str, str] = {}
    for name in (*phones, *games, *web.badge_names):
        if name not in UNNAMED:
            found.setdefault(folded(name), name)
    return list(found.values())
