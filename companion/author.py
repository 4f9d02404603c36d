"""Who said a statement to the table: somebody's phone, or the table itself by button, scanner and cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Author:
    """A phone that said something: ``phone`` is its id among those that joined, ``player`` whose seat it had then.

    Where no phone said it there is no author: it was said at the table.
    """

    phone: str
    player: str | None = None


#: Of statements that came in a file: who said them, and where, is not known. No phone has this id.
OUT_OF_A_FILE = Author("file")
