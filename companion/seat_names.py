"""What the loudspeaker calls whoever has a name that no voice can say: by the seat, as who has no name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.voice.lexicon import sayable
from companion.voice.phrases import Phrases


def seat_names(names: Iterable[str], locale: str) -> Mapping[str, str]:
    """Those of the names, in seat order, that have nothing a voice could say, with what they are called instead.

    >>> seat_names(["Ann", "😀", "李雷"], "fr")
    {'😀': 'place 2', '李雷': 'place 3'}
    """
    phrases = Phrases(locale)
    return {name: phrases.badge(seat) for seat, name in enumerate(names, 1) if not sayable(name)}
