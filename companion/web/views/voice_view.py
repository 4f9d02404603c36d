"""How the table speaks just now, in words for the page."""

from __future__ import annotations

from companion.manner import Manner
from companion.voice.between_plays.wish_lines import LANGUAGES
from companion.voice.lines import Verbosity
from companion.web.language import Words


def voice_texts(manner: Manner, words: Words) -> dict[str, str]:
    """The page's text about it, by the id of its place."""
    much = {
        Verbosity.BRIEF: words.gettext("brief"),
        Verbosity.NORMAL: words.gettext("normal"),
        Verbosity.FULL: words.gettext("full"),
    }[manner.verbosity]
    told = words.gettext("%(rate)d words a minute; volume %(volume)d of 100; %(much)s; %(languages)s.") % {
        "rate": manner.rate_wpm,
        "volume": manner.volume,
        "much": much,
        "languages": ", ".join(words.said(LANGUAGES[locale]) for locale in manner.locales),
    }
    return {"voice-now": told}
