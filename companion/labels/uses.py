"""Which flags of the command have a part in what is made; one that has none is refused, and never passed over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from companion.labels.choices import Form, What
from companion.labels.errors import LabelError

_LABELS = frozenset({What.DECK, What.COMMANDS, What.PLAYERS})
_PROSE = frozenset({What.KEY, What.RULES})
_ALL = frozenset(What)
_DRAWN = frozenset({Form.PDF, Form.SVG})
_ANY = frozenset(Form)

_SHEETS = ("--stock", "--grid", "--label-mm", "--margin-mm", "--gap-mm", "--start", "--shift-mm")
_DRAWINGS = ("--code", "--turn", "--outline")

#: Of each flag what it has a part in, and in which forms.
USES: Mapping[str, tuple[frozenset[What], frozenset[Form]]] = {
    "--set": (frozenset({What.DECK, What.KEY}), _ANY),
    "--serial": (frozenset({What.DECK}), _ANY - {Form.BRF}),  # Braille says no deck, and a BRF has no title
    "--side": (frozenset({What.DECK, What.KEY}), _ANY),
    "--only": (_LABELS, _ANY),
    "--grade": (_PROSE, _ANY),
    "--page": (_ALL, frozenset({Form.BRF, Form.PEF})),
    "--line-end": (_ALL, frozenset({Form.BRF})),
    "--page-end": (_ALL, frozenset({Form.BRF})),
    "--paper": (_LABELS | {What.NOTCH}, _DRAWN),
    **dict.fromkeys((*_SHEETS, *_DRAWINGS), (_LABELS, _DRAWN)),
}


def refuse_unused(given: Iterable[str], what: What, form: Form) -> None:
    """Raises LabelError for the first flag that would change nothing."""
    for flag in given:
        things, forms = USES[flag]
        if what not in things:
            raise LabelError(f"{flag} has no part in labels {what}; leave it out")
        if form not in forms:
            raise LabelError(f"{flag} has no part in a {form.upper()} file; leave it out")


def form_of(what: What, asked: Form | None, out: PurePath | None) -> Form:
    """The form asked for, else that of the file's ending, else the usual one: Braille for prose, PDF for labels.

    Raises LabelError where ending and form are two.

    >>> form_of(What.DECK, None, PurePath("cards.PEF")), form_of(What.KEY, None, PurePath("key.txt"))
    (<Form.PEF: 'pef'>, <Form.BRF: 'brf'>)
    """
    named = None if out is None else next((form for form in Form if out.suffix.casefold() == f".{form}"), None)
    if out is not None and None not in {asked, named} and asked is not named:
        raise LabelError(
            f"--out {out} and --format {asked} are two forms; leave --format out, or write --out"
            f" {out.with_suffix(f'.{asked}')}"
        )
    return asked or named or (Form.BRF if what in _PROSE else Form.PDF)
