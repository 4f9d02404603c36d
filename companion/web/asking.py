"""Who sends a request, in which language, and the way of its statement to the table: may it, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from companion.locales import LOCALES
from companion.referee.commands import Command
from companion.referee.notation import read
from companion.referee.notation_words import NotationError, quote, unquote_name
from companion.table import KeyReusedError, StaleVersionError, Update
from companion.views import deal_view, state_view
from companion.web.access import COOKIE, Phone
from companion.web.context import WebContext
from companion.web.language import LANGUAGE_COOKIE, Words, chosen, negotiate, page_words
from companion.web.problems import ProblemError
from companion.web.rights import Role, may
from companion.web.talkers import is_this_machine
from companion.web.unreadable import in_words


@dataclass(frozen=True, slots=True)
class Asker:
    """One request's sender. ``phone`` is None for those who have not joined.

    ``locale`` is the language of the page they read, ``tongue`` that of the voice's words where they want only those.
    """

    phone: Phone | None
    address: str
    locale: str
    tongue: str
    here: bool

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
            raise ProblemError(401, "not-joined", self.words.gettext("This phone has not joined; enter the PIN."))
        return self.phone

    def hosting(self) -> Phone:
        """The phone, which must host. Raises ProblemError."""
        phone = self.joined()
        if phone.role is not Role.HOST:
            raise ProblemError(403, "not-allowed", self.words.gettext("Only a host's phone may do that."))
        return phone


def asker(web: WebContext, request: Request) -> Asker:
    """Who sends this request."""
    picked = chosen(request.cookies.get(LANGUAGE_COOKIE))
    wanted = request.headers.get("accept-language")
    return Asker(
        phone=web.access.phone(request.cookies.get(COOKIE)),
        address=request.client.host if request.client else "",
        locale=picked or negotiate(wanted, web.locales),
        tongue=picked or negotiate(wanted, web.locales, LOCALES),
        here=is_this_machine(request.scope),
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
    try:
        return await web.submit(command, key=key, version=version)
    except StaleVersionError as error:
        raise ProblemError(
            409,
            "stale",
            words.gettext("The table has moved on meanwhile. Look at it as it is now and say it again."),
            {"version": web.table.version, "state": state_now(web)},
        ) from error
    except KeyReusedError as error:
        raise ProblemError(
            422, "key-reused", words.gettext("This one-time key stands for another statement: use a new one.")
        ) from error


def message_of(web: WebContext, update: Update, locale: str) -> str:
    """An update in one paragraph."""
    return " ".join(web.words(update, locale))
