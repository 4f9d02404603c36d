"""Who may talk to this machine: its own names, its own pages, bodies of a sane size.

Without the check of the Host a hostile page can reach the table by re-binding its own name to this address; without
the check of the Origin it could send changes from a player's browser. Proxy headers are not believed, and there are
no CORS headers. The rest of the service sees only requests that passed.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable, Container, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.door.addresses import is_loopback
from companion.web.language import Words
from companion.web.problems import ProblemError

log = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024
IMPORT_BYTES = 1024 * 1024
BACKUP_BYTES = 32 * 1024 * 1024
_IMPORTS = frozenset({"/games", "/api/games"})  # where files of games are taken in
_RESTORES = frozenset({"/backup", "/api/restore"})  # and where backups are, from hosts alone
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_EVERY_ANSWER = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # stricter ones make browsers send "Origin: null" with forms
}


def names_of(machine: str, further: Iterable[str] = ()) -> frozenset[str]:
    """Every name by which this machine may be called: its own, with ``.local``, and those of the settings.

    >>> sorted(names_of("Table", ["uno.example"]))
    ['localhost', 'table', 'table.local', 'uno.example']
    """
    return frozenset(name.casefold() for name in ("localhost", machine, f"{machine}.local", *further))


def host_allowed(host: str, names: Container[str]) -> bool:
    """True for an IP literal or one of the names, with or without a port.

    >>> [host_allowed(host, names_of("pi")) for host in ("192.168.1.4:8080", "[fe80::1]:80", "pi.local", "evil.com")]
    [True, True, True, False]
    """
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises for a port that is none
    except ValueError:
        return False
    if parts.netloc != host or "@" in host or not parts.hostname:
        return False
    if host.startswith("["):
        return _is_ip(parts.hostname, 6)
    return _is_ip(parts.hostname, 4) or parts.hostname.rstrip(".").casefold() in names


def _is_ip(text: str, version: int) -> bool:
    try:
        return ipaddress.ip_address(text).version == version
    except ValueError:
        return False


def is_this_machine(scope: Scope) -> bool:
    """True where the socket's other end is on this machine."""
    client = scope.get("client")
    return is_loopback(client[0] if client else "")


class Talkers:
    """ASGI middleware: lets through who may talk, answers the others itself, and for whatever fails inside.

    ``words``: those of a request's sender; ``answer``: how a problem is answered; ``page``: where they find the page;
    ``hosting`` raises ProblemError for who does not host, before anything large is read.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        names: Container[str],
        words: Callable[[Request], Words],
        answer: Callable[[Request, ProblemError], Response],
        page: Callable[[], str],
        hosting: Callable[[Request], object],
    ) -> None:
        self._app = app
        self._page = page
        self._hosting = hosting
        self._names = names
        self._words = words
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _FOR_EVERY_ANSWER.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        request = Request(scope)
        try:
            self._check(request)
            body = await self._body(request, receive)
            await self._app(scope, _replaying(body, receive), send_with_headers)
        except ProblemError as problem:
            await self._answer(request, problem)(scope, receive, send_with_headers)
        except Exception:
            if begun:
                raise
            log.exception("%s %s failed", request.method, request.url.path)
            await self._failed(request)(scope, receive, send_with_headers)

    def _failed(self, request: Request) -> Response:
        """The answer where the service itself is at fault; plain where even a page cannot be made."""
        words = self._words(request)
        problem = ProblemError(
            500,
            "failed",
            words.gettext("That failed through no fault of yours. The log on the machine says why."),
        )
        try:
            return self._answer(request, problem)
        except Exception:
            log.exception("nor can that be told on a page")
            return JSONResponse(problem.body(), problem.status)

    def _check(self, request: Request) -> None:
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or not host_allowed(hosts[0], self._names):
            raise ProblemError(
                421,
                "foreign-host",
                self._words(request).gettext(
                    "This machine is not called that. Its page is at %(address)s; list other names in server.hosts."
                )
                % {"address": self._page()},
            )
        if request.method in _READING:
            return
        origin = request.headers.get("origin")
        own = f"{request.scope['scheme']}://{hosts[0]}".casefold()
        foreign = origin is not None and origin.casefold() != own
        if foreign or request.headers.get("sec-fetch-site") == "cross-site":
            raise ProblemError(
                403,
                "not-allowed",
                self._words(request).gettext("Another site sent this. Open this table’s own page."),
            )

    async def _body(self, request: Request, receive: Receive) -> bytes | None:
        """The whole body of a change, so that one without Content-Length is measured as well."""
        if request.method in _READING:
            return None
        most = self._most(request)
        too_large = ProblemError(
            413,
            "too-large",
            self._too_long(request, most),
            headers={"Connection": "close"},  # what was not read cannot be told from a next request
        )
        stated = request.headers.get("content-length", "")
        if stated.isdigit() and (len(stated) > len(str(most)) or int(stated) > most):
            raise too_large
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                raise too_large
        return bytes(body)

    def _most(self, request: Request) -> int:
        """So many bytes a body may have."""
        if request.url.path in _RESTORES:
            self._hosting(request)
            return BACKUP_BYTES
        return IMPORT_BYTES if request.url.path in _IMPORTS else MOST_BYTES

    def _too_long(self, request: Request, most: int) -> str:
        words = self._words(request)
        if most == BACKUP_BYTES:
            return words.gettext("That is too long: a backup may have 32 MiB. Restore it on the machine itself.")
        if most == IMPORT_BYTES:
            return words.gettext("That is too long: a file of games may have 1 MiB.")
        return words.gettext("That is too long: 64 KiB are the most.")


def _replaying(body: bytes | None, receive: Receive) -> Receive:
    if body is None:
        return receive
    handed = False

    async def replay() -> Message:
        nonlocal handed
        if handed:
            return await receive()
        handed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
