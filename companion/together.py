"""What was said together is one thing to the table: one line of the undo list, and taken back by one undo. Pure.

The journal holds its statements singly, as the notation has them, so that a game written out plays again; beside the
first of them stands how many belong together, and what they came to.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from companion.answers import CameBack, PutRight, WentBack


@dataclass(frozen=True, slots=True)
class Together:
    """This statement and the next ones, ``statements`` in all, were said together.

    ``note``: a round was put right, or earlier changes were taken back, or stand again; None for things that were put
    right as they lie on the table.
    """

    statements: int
    note: PutRight | WentBack | CameBack | None = None


def write_together(together: Together) -> str:
    """As the journal keeps it."""
    told = asdict(together)
    if isinstance(together.note, CameBack):
        told["note"]["again"] = True
    return json.dumps(told, ensure_ascii=False)


def read_together(text: str) -> Together:
    """What the journal has kept. Raises ValueError, TypeError, LookupError."""
    told = json.loads(text)
    note = told["note"]
    return Together(int(told["statements"]), None if note is None else _note(note))


def _note(told: dict[str, Any]) -> PutRight | WentBack | CameBack:
    if "changes" in told:
        kind = CameBack if told.get("again") else WentBack
        return kind(int(told["changes"]), tuple(_put_right(one) for one in told["put_right"]))
    return _put_right(told)


def _put_right(told: dict[str, Any]) -> PutRight:
    points = tuple((str(player), int(was), int(now)) for player, was, now in told["points"])
    winner = told["winner"]
    return PutRight(
        round=int(told["round"]),
        points=points,
        winner=None if winner is None else (str(winner[0]), str(winner[1])),
        fallen=int(told["fallen"]),
    )
