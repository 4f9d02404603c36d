"""Why a request cannot be read, in a sentence of the reader's language: which part of it, and what it must be.

What comes in is checked by pydantic, whose own words are for programmers; statements by the notation, whose sentences
are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.unreadable import UnreadableError, is_control
from companion.web.language import Words


def in_words(error: UnreadableError, words: Words) -> str:
    """What the notation finds wrong with what was written, as a sentence."""
    told = words.gettext(error.sentence)
    return told % error.blanks if error.blanks else told


def unusable_name(name: str, words: Words) -> str:
    """Why nobody and nothing can be called so."""
    if any(map(is_control, name)):
        return words.gettext("This name holds a sign that cannot be seen, as pasted text may: type it anew.")
    return words.gettext("Write a name of 1 to 40 letters or other signs.")


def sentence_of(error: Exception, words: Words) -> str:
    """Why a form is not done, whatever found it; but for what the notation finds, that is in words already."""
    return in_words(error, words) if isinstance(error, UnreadableError) else str(error)


def why_unreadable(error: Mapping[str, Any], words: Words) -> str:
    """One finding of pydantic's, such as ``RequestValidationError.errors()`` has, as a sentence."""
    _ = words.gettext
    first, *way = (str(step) for step in error["loc"])
    if error["type"] == "json_invalid":
        return _("The request cannot be read: its body is no JSON.")
    if first == "body" and not way:
        return _("The request cannot be read: its body must be a JSON object, sent as application/json.")
    return _("The request cannot be read: %(what)s.") % {"what": _about(".".join(way), error, words)}


def _about(field: str, error: Mapping[str, Any], words: Words) -> str:
    """What is wrong with one field."""
    _, kind, limits = words.gettext, str(error["type"]), error.get("ctx", {})
    if kind == "missing":
        text = _("%(field)s is missing")
    elif kind.startswith("int_"):
        text = _("%(field)s must be a whole number")
    elif kind.startswith("bool_"):
        text = _("%(field)s must be true or false")
    elif kind.startswith("string_") and not limits:
        text = _("%(field)s must be a text")
    elif kind in {"list_type", "tuple_type"}:
        text = _("%(field)s must be a list")
    elif kind in _LIMITS:
        return _limited(field, kind, limits, words)
    elif kind == "literal_error":
        text = _("%(field)s must be one of %(allowed)s")
    elif kind == "value_error":  # the only check of our own: models.Text
        text = _("%(field)s holds half a character")
    else:
        text = _("%(field)s is not what it should be; /openapi.json describes it")
    return text % {"field": field, "allowed": str(limits.get("expected", "")).replace(" or ", ", ")}


_LIMITS = {
    "greater_than_equal": "ge",
    "less_than_equal": "le",
    "string_too_short": "min_length",
    "string_too_long": "max_length",
    "too_short": "min_length",
    "too_long": "max_length",
}


def _limited(field: str, kind: str, limits: Mapping[str, Any], words: Words) -> str:
    """A number, a text or a list beyond what it may be."""
    limit, ngettext = int(limits[_LIMITS[kind]]), words.ngettext
    match kind:
        case "greater_than_equal":
            text = words.gettext("%(field)s must be %(n)d or more")
        case "less_than_equal":
            text = words.gettext("%(field)s must be %(n)d or less")
        case "string_too_short":
            text = ngettext(
                "%(field)s needs %(n)d character or more", "%(field)s needs %(n)d characters or more", limit
            )
        case "string_too_long":
            text = ngettext(
                "%(field)s may have %(n)d character at most", "%(field)s may have %(n)d characters at most", limit
            )
        case "too_short":
            text = ngettext("%(field)s needs %(n)d entry or more", "%(field)s needs %(n)d entries or more", limit)
        case _:
            text = ngettext(
                "%(field)s may have %(n)d entry at most", "%(field)s may have %(n)d entries at most", limit
            )
    return text % {"field": field, "n": limit}
