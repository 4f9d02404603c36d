"""When each phone was here last and what it is, as far as it says so: to tell the phones of a list apart.

Kept in memory only: no name of a device is written down, and whoever comes again is seen again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_LONGEST = 300  # signs of what a browser says of itself that are looked at
#: What a browser says of itself → what people call it; the first that is there, since most name others besides.
_BROWSERS = {
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Edg": "Edge",
    "SamsungBrowser": "Samsung Internet",
    "OPR": "Opera",
    "CriOS": "Chrome",
    "Chrom": "Chrome",
    "Safari": "Safari",
}
_DEVICES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class Sighting:
    """A phone asked for something at this monotonic time, in seconds; ``kind`` is empty where it does not say."""

    at_s: float
    kind: str


class Sightings:
    """The last sighting of each phone, by its id. ``clock`` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: dict[str, Sighting] = {}

    def saw(self, phone_id: str, user_agent: str) -> None:
        """A phone asks for something."""
        self._last[phone_id] = Sighting(self._clock(), kind_of(user_agent))

    def forget(self, phone_id: str) -> None:
        """The phone is known no more."""
        self._last.pop(phone_id, None)

    def minutes_ago(self, phone_id: str) -> int | None:
        """Since when a phone has asked for nothing, in whole minutes; None: not since the service was started."""
        found = self._last.get(phone_id)
        return None if found is None else int((self._clock() - found.at_s) // 60)

    def kind(self, phone_id: str) -> str:
        """Browser and device; empty where nobody knows."""
        found = self._last.get(phone_id)
        return "" if found is None else found.kind


def kind_of(user_agent: str) -> str:
    """Browser and device by what a browser says of itself.

    >>> kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1")
    'Safari, iPhone'
    >>> kind_of("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/130.0 Mobile Safari/537"), kind_of("curl/8")
    ('Chrome, Android', '')
    """
    said = user_agent[:_LONGEST]
    found = (next((name for sign, name in names.items() if sign in said), "") for names in (_BROWSERS, _DEVICES))
    return ", ".join(filter(None, found))
