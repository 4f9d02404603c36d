"""The score sheet of the game on the table: its rounds, running totals, who has won, and what puts it right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.answers import WentBack
from companion.course import Course
from companion.games.amending import AmendError, Trouble, with_points, with_winner
from companion.games.score_sheet import sheet_of
from companion.in_one_go import InOneGo
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.deck_file import DeckFileError
from companion.referee.notation_words import MOST_POINTS, NotationError, read_number
from companion.referee.options import UnknownOptionError
from companion.taking_back import back_to, redo_all, redo_of
from companion.updates import Update
from companion.web.asking import Asker, asker, message_of, moved_on, say, say_in_one_go, undisturbed
from companion.web.context import WebContext
from companion.web.door.access import Phone
from companion.web.door.rights import may, may_say_again
from companion.web.forms import FormError, worth_at_most
from companion.web.language import Words
from companion.web.paper import fields_of, key_in, note_of, number_in, onward, page
from companion.web.problems import ProblemError
from companion.web.unreadable import sentence_of
from companion.web.views.rounds_view import score_values
from companion.web.views.statement_words import latest, undone_last
from companion.web.views.winner import rematch

Fields = Mapping[str, str]


class _AskedFirstError(Exception):
    """What is wanted would cost statements that were made later: whoever wants it is asked first."""

    def __init__(self, message: str, yes: str) -> None:
        super().__init__(message)
        self.message = message
        self.yes = yes  # on the button that goes on


def router(web: WebContext) -> APIRouter:
    """The routes, bound to one table."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/rounds")
    async def rounds(request: Request) -> Response:
        who = asker(web, request)
        return page(web, who, request, "rounds.html", **_shown(web, who))

    @routes.post("/rounds")
    async def change(request: Request) -> Response:
        who = asker(web, request)
        fields = await fields_of(request)
        try:
            note = await _done(web, who, fields)
        except _AskedFirstError as asked:
            note = note_of(asked.message, accepted=False)
            more: dict[str, Any] = {"asked": fields, "yes": asked.yes}
        else:
            if note["accepted"] or not who.phone or fields.get("do") not in {"points", "winner"}:
                back = "/" if fields.get("back") == "/" else "/rounds"
                return onward(web, f"{back}#result" if who.phone else "/join", note)
            more = {"typed": fields}
        return page(web, who, request, "rounds.html", status=422, note=note, **(_shown(web, who) | more))

    return routes


def _shown(web: WebContext, who: Asker) -> dict[str, Any]:
    course = web.table.course
    return {
        "game": web.table.game,
        "version": web.table.version,
        "phase": str(course.state.phase),
        "may_undo": who.phone is not None and may(who.phone.role, who.phone.name, cmd.Undo()),
        "statements": latest(course, who.words),
        "undone": undone_last(course, who.words),
        "all_undone": len(course.taken_back),
        "asked": {},
        "typed": {},
        **score_values(sheet_of(course), who.words),
    }


async def _done(web: WebContext, who: Asker, fields: Fields) -> dict[str, Any]:
    """What came of one form."""
    key, version = key_in(fields), _version(fields)
    try:
        who.joined()
        # A double tap: by its second half the table has moved on.
        if key is not None and (done := await web.table.answered(key)) is not None:
            return note_of(_what_came(web, who, fields, done), accepted=True)
        if version != web.table.version:
            raise moved_on(web, who, version)
        course = web.table.course  # of this version: whatever is said in between is found out by the table
        if fields.get("do") in {"points", "winner", "back", "again", "all-again"}:
            update = await _in_one_go(web, who, fields, course)
        else:
            update = await say(web, who, _command(fields, course, who.words), key=key, version=version)
    except (NotationError, UnknownOptionError, DeckFileError, FormError, ProblemError) as error:
        return note_of(sentence_of(error, who.words), accepted=False)
    return note_of(_what_came(web, who, fields, update), accepted=update.accepted)


def _what_came(web: WebContext, who: Asker, fields: Fields, update: Update) -> str:
    """In words what was done, or why not; of what is redone, what it is."""
    if update.accepted and fields.get("do") == "again":
        told = next((told for told in latest(web.table.course, who.words) if told.number == update.version), None)
        if told is not None:
            return who.words.gettext("Redone: %(what)s") % {"what": told.words}
    return message_of(web, update, who.locale) or who.words.gettext("Done.")


def _version(fields: Fields) -> int:
    """For which table a form was made; none is so old as -1."""
    version = number_in(fields, "version")
    return -1 if version is None else version


def _command(fields: Fields, course: Course, words: Words) -> Command:
    match fields.get("do", ""):
        case "undo":
            return cmd.Undo()
        case "round":
            return cmd.NextRound()
        case "rematch" if course.state.seats:
            return rematch(course.state)
    raise FormError(words.gettext("This page is out of date: load it again."))


async def _in_one_go(web: WebContext, who: Asker, fields: Fields, course: Course) -> Update:
    words = who.words
    if not _may(who.joined(), fields.get("do", ""), course):
        who.hosting()
    undisturbed(web, who)
    try:
        wanted = _wanted(fields, course, words)
    except AmendError as error:
        told = _why_not(error, words)
        if error.trouble is Trouble.LATER_ONES_FALL:
            raise _AskedFirstError(told, words.gettext("Put it right all the same")) from error
        raise FormError(told) from error
    if isinstance(wanted.note, WentBack) and wanted.note.changes > 1 and fields.get("let-fall") != "on":
        raise _takes_back(wanted.note.changes, course, words)
    return await say_in_one_go(web, who, wanted, version=_version(fields), key=key_in(fields))


def _may(phone: Phone, do: str, course: Course) -> bool:
    """True where any phone may do it; what puts past rounds right is for hosts."""
    match do:
        case "back":
            return may(phone.role, phone.name, cmd.Undo())
        case "again" | "all-again":
            changes = course.taken_back[-1:] if do == "again" else course.taken_back
            said = [step.entry.command for change in changes for step in change.steps]
            return may_say_again(phone.role, said) and not any(change.gone for change in changes)
    return False


def _takes_back(number: int, course: Course, words: Words) -> _AskedFirstError:
    """Many statements are gone by one tap: whoever did not mean it is to know what it would cost."""
    newest, *_, oldest = (told.words.rstrip(".") for told in latest(course, words, number))
    asked = words.gettext("%(n)d statements would be taken back, from “%(newest)s” to “%(oldest)s”.")
    yes = words.gettext("Take %(n)d statements back") % {"n": number}
    return _AskedFirstError(asked % {"n": number, "newest": newest, "oldest": oldest}, yes)


def _wanted(fields: Fields, course: Course, words: Words) -> InOneGo:
    _ = words.gettext
    match do := fields.get("do"):
        case "again" | "all-again":
            found = redo_of(course) if do == "again" else redo_all(course)
            if found is None:
                raise FormError(_("This page is out of date: load it again."))
            return found
        case "back":
            found = back_to(course, _number(fields, "number", words))
            if found is None:
                raise FormError(_("There is no way back to that statement any more: load the page again."))
            return found
    let_fall = fields.get("let-fall") == "on"
    steps = course.steps
    number = _number(fields, "round", words)
    if do == "winner":
        points = _number(fields, "points", words) if fields.get("points", "").strip() else None
        return with_winner(steps, number, fields.get("player", ""), points, let_fall=let_fall)
    players = [seat.name for seat in course.state.seats]
    points_by_player = {
        name: _number(fields, f"hand-{seat}", words) for seat, name in enumerate(players) if f"hand-{seat}" in fields
    }
    return with_points(steps, number, points_by_player, let_fall=let_fall)


def _number(fields: Fields, name: str, words: Words) -> int:
    text = fields.get(name, "").strip()
    try:
        return read_number(text, MOST_POINTS)
    except NotationError as error:
        told = words.gettext("“%(text)s” is no number of points: write a whole number from 0 to %(most)d.")
        raise FormError(told % {"text": text[:20], "most": MOST_POINTS}) from error


def _why_not(error: AmendError, words: Words) -> str:
    _, player = words.gettext, words.called(error.player)
    match error.trouble:
        case Trouble.NO_SUCH_ROUND:
            return _("That round is not over: put it right at the table’s page.")
        case Trouble.AS_IT_WAS:
            return _("That is what stands there already: nothing was changed.")
        case Trouble.NOT_COUNTED:
            return _("No hand of %(player)s was counted in that round.") % {"player": player}
        case Trouble.WON_BY_LEAVING:
            return _("That round was over because the others left: nobody else can have won it.")
        case Trouble.NO_PART:
            return _("%(player)s did not play that round to its end, and cannot have won it.") % {"player": player}
        case Trouble.POINTS_MISSING:
            return _("Write what the hand of %(player)s was worth.") % {"player": player}
        case Trouble.TOO_MUCH:
            return worth_at_most(error.player, error.cards, error.most, words)
        case Trouble.REFUSED:
            return _("The rules do not allow it so. Go back to the statement that was wrong, and play on from there.")
    told = words.ngettext(
        "%(n)d later statement would not fit any more, and would be taken back.",
        "%(n)d later statements would not fit any more, and would be taken back.",
        error.fallen,
    ) % {"n": error.fallen}
    if error.champion is None:
        return told
    won = _("With that %(player)s wins the match.") % {"player": words.called(error.champion)}
    return f"{won} {told}"
