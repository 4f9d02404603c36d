"""The MISSED card, and the UNDO card that ends what it began: what they say at the table as it stands. Pure."""

from __future__ import annotations

from companion.answers import AsItWas, Query, Series, UnreadCard
from companion.forgotten import Forgotten, Kept, last_move, whose
from companion.referee import commands as cmd
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import State
from companion.scans.command_cards import name_of


def missed(forgotten: Forgotten | None, state: State) -> Series | Refusal:
    """The last move is taken back, and the card before it is wanted; ``forgotten`` is what was taken back before."""
    kept = last_move(state)
    if not kept:
        return Refusal(RefusalCode.NOTHING_TO_UNDO, awaited=Awaited.UNREAD, by=name_of(state, state.turn))
    earlier = state
    for _ in kept:
        earlier = earlier.before or earlier
    later = forgotten or Forgotten(())
    return Series(
        (cmd.Undo(),) * len(kept),
        UnreadCard(name_of(earlier, whose(earlier)), kept),
        Forgotten((*kept, *later.kept), refused=later.refused),
    )


def missed_before(refused: cmd.Play, state: State) -> tuple[Query, Forgotten]:
    """The play that was refused just now waits for the card that should have lain there first."""
    wanted = UnreadCard(name_of(state, whose(state)), waits=refused)
    return Query(None, note=wanted), Forgotten((Kept(refused),), refused=True)


def ended(forgotten: Forgotten) -> Series | Query:
    """Nothing was missed after all: what was taken back is booked as it was."""
    back = tuple(one.again for one in forgotten.taken_back)
    return Series(back, AsItWas()) if back else Query(None, note=AsItWas())
