"""Who sends a request, in which language, and the way of its statement to the table: may it, and what came of it."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import Request

from companion.author import Author
from companion.in_one_go import InOneGo
from companion.locales import LOCALES
from companion.referee.commands import Command
from companion.referee.notation import read
from companion.referee.notation_words import NotationError, quote, unquote_name
from companion.table import KeyReusedError, StaleVersionError
from companion.updates import Update
from companion.views import deal_view, state_view
from companion.web.context import WebContext
from companion.web.door.access import COOKIE, Phone
from companion.web.door.rights import Role, may
from companion.web.door.talkers import is_this_machine
from companion.web.language import LANGUAGE_COOKIE, Words, chosen, negotiate, page_words
from companion.web.problems import ProblemError
from companion.web.reading_order import in_order
from companion.web.unreadable import in_words

_T = TypeVar("_T")
_MOST_TOLD = 3  # changes that somebody missed, told in one note


@dataclass(frozen=True, slots=True)
class Asker:
    """One request's sender. ``phone`` is None for those who have not joined; ``removed``: that had.

    ``locale`` is the language of the page they read, ``tongue`` that of the voice's words where they want only those.
    """

    phone: Phone | None
    address: str
    locale: str
    tongue: str
    here: bool
    removed: bool

    @property
    def words(self) -> Words:
        return page_words(self.locale)

    @property
    def hosts(self) -> bool:
        """True for phones with all rights."""
        return self.phone is not None and self.phone.role is Role.HOST

    def joined(self) -> Phone:
        """The phone, which must have joined. Raises ProblemError."""
        if self.phone is None:
            raise ProblemError(401, "not-joined", self.not_joined())
        return self.phone

    def not_joined(self) -> str:
        """Why this phone may change nothing, and what to do."""
        if self.removed:
            return self.words.gettext("This phone was removed from the table. To come back, join again with the PIN.")
        return self.words.gettext("This phone has not joined; enter the PIN.")

    def hosting(self) -> Phone:
        """The phone, which must host. Raises ProblemError."""
        phone = self.joined()
        if phone.role is not Role.HOST:
            raise ProblemError(403, "not-allowed", self.words.gettext("Only a host’s phone may do that."))
        return phone


def asker(web: WebContext, request: Request) -> Asker:
    """Who sends this request."""
    cookie = request.cookies.get(COOKIE)
    picked = chosen(request.cookies.get(LANGUAGE_COOKIE))
    wanted = request.headers.get("accept-language")
    phone = web.access.phone(cookie)
    if phone is not None:
        web.access.sightings.saw(phone.id, request.headers.get("user-agent", ""))
    return Asker(
        phone=phone,
        address=request.client.host if request.client else "",
        locale=picked or negotiate(wanted, web.locales),
        tongue=picked or negotiate(wanted, web.locales, LOCALES),
        here=is_this_machine(request.scope),
        removed=web.access.was_removed(cookie),
    )


def state_now(web: WebContext) -> dict[str, object]:
    """The state as it is now; a press whose cards are still coming out is not interrupted."""
    table = web.table
    interrupted = None if table.press_in_flight else table.interrupted
    state = state_view(table.state, table.version, table.game or None, interrupted)
    return state | {"dealing": deal_view(web.deals.progress)} if table.state.seats else state


def read_statement(who: Asker, text: str) -> Command:
    """The one statement of a text. Raises ProblemError."""
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    if len(lines) > 1:
        raise ProblemError(400, "unreadable", who.words.gettext("That is more than one statement: send them singly."))
    try:
        return read(lines[0] if lines else "")
    except NotationError as error:
        raise ProblemError(400, "unreadable", in_words(error, who.words)) from error


def read_name(text: str | None, words: Words) -> str | None:
    """A seat's name as the table writes it, None where nothing is given. Raises ProblemError."""
    if text is None or not text.strip():
        return None
    try:
        return unquote_name(quote(text))
    except NotationError as error:
        raise ProblemError(400, "unreadable", in_words(error, words)) from error


async def say(
    web: WebContext, who: Asker, command: Command, *, key: str | None = None, version: int | None = None
) -> Update:
    """A statement goes to the table, if its sender may say it. Raises ProblemError, a refusal by the rules aside."""
    phone = who.joined()
    words = who.words
    if not may(phone.role, phone.name, web.meaning(command)):
        raise ProblemError(
            403,
            "not-allowed",
            words.gettext("This phone may speak for its own seat only. Ask a host for anything else."),
        )
    return await taken(web, who, web.submit(command, key=key, version=version, author=author_of(phone)), version)


async def taken(web: WebContext, who: Asker, submitted: Awaitable[_T], version: int | None) -> _T:
    """What the table made of it. Raises ProblemError where it has moved on, or knows this key for something else."""
    try:
        return await submitted
    except StaleVersionError as error:
        raise moved_on(web, who, version) from error
    except KeyReusedError as error:
        message = who.words.gettext("This one-time key stands for another statement: use a new one.")
        raise ProblemError(422, "key-reused", message) from error


def author_of(phone: Phone) -> Author:
    """From whom a statement comes that a phone sends."""
    return Author(phone.id, phone.name)


def undisturbed(web: WebContext, who: Asker) -> None:
    """What turns the whole table over waits until the dispenser has dealt. Raises ProblemError."""
    if web.deals.progress is not None:
        message = who.words.gettext("The dispenser is dealing: wait until everybody has a hand, then try again.")
        raise ProblemError(422, "not-now", message)


def moved_on(web: WebContext, who: Asker, version: int | None) -> ProblemError:
    """Somebody else was first: who, and with what."""
    told = [
        who.words.gettext("The table has moved on meanwhile."),
        *who_was_first(web, who, version),
        who.words.gettext("Look at it as it is now and say it again."),
    ]
    return ProblemError(409, "stale", " ".join(told), {"version": web.table.version, "state": state_now(web)})


async def say_in_one_go(
    web: WebContext, who: Asker, wanted: InOneGo, *, version: int | None, key: str | None = None
) -> Update:
    """Several statements go to the table together. Whether their sender may is settled. Raises ProblemError."""
    author = author_of(who.joined())
    submitted = web.table.submit_in_one_go(wanted, version=version, key=key, author=author)
    return await taken(web, who, submitted, version)


def who_was_first(web: WebContext, who: Asker, version: int | None) -> list[str]:
    """Who changed what since a version of the table, the latest of it: as it was said aloud."""
    changes = [] if version is None else web.table.since(version)
    told = [(_by(update, who), message_of(web, update, who.locale)) for update in changes]
    sentence = who.words.gettext("%(who)s: “%(what)s”")
    return [sentence % {"who": by, "what": what} for by, what in told if what][-_MOST_TOLD:]


def _by(update: Update, who: Asker) -> str:
    """From where a change came, for the one who was later."""
    _ = who.words.gettext
    if update.author is None:
        return _("At the table")
    if who.phone is not None and update.author.phone == who.phone.id:
        return _("This phone")
    if update.author.player is None:
        return _("Another phone")
    return _("The phone of %(player)s") % {"player": who.words.called(update.author.player)}


def message_of(web: WebContext, update: Update, locale: str) -> str:
    """An update in one paragraph, in this language. What is known by its words only has them in the table's first."""
    if update.words_only and locale != web.locales[0]:
        return page_words(locale).gettext("That was done already.")
    return in_order(" ".join(web.words(update, locale)))
