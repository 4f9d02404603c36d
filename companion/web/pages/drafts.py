"""Games that are being agreed on, kept until they begin: a reload or the way back loses nothing that was typed."""

from __future__ import annotations

from companion.web.context import WebContext
from companion.web.door.access import Phone
from companion.web.pages.draft import Draft


class Drafts:
    """What each host's phone has typed and not begun; another game that was begun since is the better offer."""

    def __init__(self, web: WebContext) -> None:
        self._web = web
        self._kept: dict[str, tuple[int, Draft]] = {}

    def keep(self, phone: Phone, draft: Draft) -> None:
        """So much is typed now; what phones typed that are gone is forgotten."""
        here = {phone.id for phone in self._web.access.phones()}
        self._kept = {phone_id: kept for phone_id, kept in self._kept.items() if phone_id in here}
        self._kept[phone.id] = self._web.table.game, draft

    def drop(self, phone: Phone) -> None:
        """It was begun, or is not wanted."""
        self._kept.pop(phone.id, None)

    def of(self, phone: Phone) -> Draft | None:
        """What is shown again; None where nothing is."""
        game, draft = self._kept.get(phone.id, (0, None))
        return draft if game == self._web.table.game else None
