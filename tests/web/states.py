"""Every state in which the table page can be seen, as one walk over one table: for all who look at pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.deal import Progress
from companion.voice.earcons import Earcon
from companion.voice.utterance import Outcome
from tests.web.house import HEALTH, House

EXTREME = "game extreme players=Ann,Ben,Cem"
CLASSIC = "game classic players=Ann,Ben,Cem"
FLIP = "game flip players=Ann,Ben,Cem"
IN_SHORT = CLASSIC + " target=20"
LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"?#.]*)["?#]')  # what has a dot in it is a file to keep
NO_PAGES = ("/static", "/api")


def _nothing(house: House) -> None:
    pass


def _hand_comes(house: House) -> None:
    house.deals.progress = Progress("Ann", 3, 7)


def _number_wanted(house: House) -> None:
    house.deals.progress = Progress("Ben", 3, 7, in_doubt=True)


def _deal_offered(house: House) -> None:
    house.deals.offered = True


def _press_in_doubt(house: House) -> None:
    house.open_press("Ann", drawn=4, counted=2)


def _trouble(house: House) -> None:
    house.health = {
        **HEALTH,
        "status": "degraded",
        "dispenser": {**HEALTH["dispenser"], "fault": "jam"},
        "speech": {**HEALTH["speech"], "state": "silent"},
        "scanner": {**HEALTH["scanner"], "state": "absent"},
        "journal": {"version": 0, "state": "memory"},
    }


def _much_was_said(house: House) -> None:
    house.announce("Ann plays green 7.", Outcome.SPOKEN, earcons=(Earcon.ACCEPTED,))
    house.announce("Ben: UNO!", Outcome.CUT, earcons=(Earcon.ACCEPTED, Earcon.UNO))
    house.announce("Au tour de Cem.", Outcome.DROPPED, locale="fr")
    house.announce("Ben has 3 cards.", Outcome.COALESCED)
    house.announce("No match.", Outcome.FAILED, earcons=(Earcon.REFUSED,))


@dataclass(frozen=True, slots=True)
class State:
    """What was stated at the table, what else has happened there, and a form that is refused, if one is."""

    statements: tuple[str, ...] = ()
    then: Callable[[House], None] = _nothing
    refused: Mapping[str, str] | None = None


STATES: Mapping[str, State] = {
    "lobby": State(),
    "the deal is offered": State((EXTREME,), _deal_offered),
    "a hand comes": State((EXTREME,), _hand_comes),
    "how many came": State((EXTREME,), _number_wanted),
    "hands are told": State((CLASSIC,)),
    "play": State((EXTREME, "top green-7", "set count Ben 1")),
    "uno is due": State((CLASSIC, "top green-7", "set count Ann 2", "Ann plays green-1")),
    "a press in doubt": State((EXTREME, "top green-7"), _press_in_doubt),
    "colour choice": State((EXTREME, "top green-7", "Ann plays wild")),
    "target": State((EXTREME, "top green-7", "Ann plays wild-extreme-hit as red")),
    "paying": State((EXTREME, "top green-7", "Ann plays green-hit-two")),
    "discarding": State((EXTREME, "top green-7", "Ann plays green-discard-all")),
    "own draw": State((CLASSIC, "top green-7")),
    "drawn": State((CLASSIC + " draw_until_playable=on", "top green-7", "Ann draws")),
    "challenge": State((CLASSIC + " stacking=any", "top green-7", "Ann plays wild-draw-four as red")),
    "verdict": State((CLASSIC, "top green-7", "Ann plays wild-draw-four as red", "Ben challenges")),
    "turned over": State((FLIP, "top green-7", "Ann plays green-flip")),
    "dark colour": State((FLIP, "top green-flip", "top pink-6", "Ann plays dark-wild")),
    "until a colour": State(
        (
            FLIP + " draw_from=dispenser",
            "top green-flip",
            "top pink-6",
            "Ann plays wild-draw-colour as purple",
            "Ben accepts",
        )
    ),
    "error": State((CLASSIC, "top green-7"), refused={"do": "play", "card": "red-3", "player": "Ann"}),
    "correction": State((CLASSIC, "top green-7", "set score Ann 120", "set turn Cem"), _much_was_said),
    "trouble": State((EXTREME, "top green-7"), _trouble),
    "counting": State((CLASSIC, "top green-7", "set count Ann 1", "Ann plays green-1", "Ben left 3 points")),
    "round over": State(
        (CLASSIC, "top green-7", "set count Ann 1", "Ann plays green-1", "Ben left 3 points", "Cem left wild")
    ),
    "won": State(
        (IN_SHORT, "top green-7", "set count Ann 1", "Ann plays green-1", "Ben left 3 points", "Cem left wild")
    ),
}


def arrange(house: House, state: State) -> None:
    """The table comes into that state, whatever it was in before."""
    house.deals.offered, house.deals.progress = False, None
    house.health = dict(HEALTH)
    house.says(*state.statements)
    state.then(house)


def walk(house: House) -> Iterator[tuple[str, State]]:
    """The same table in one state after the other."""
    for name, state in STATES.items():
        arrange(house, state)
        yield name, state


def pages(get: Callable[[str], str]) -> list[str]:
    """Every page that its reader can come to from the table's, by its path: found by following the links.

    ``get`` opens a path; what is behind a path with other questions is one page.
    """
    found, waiting = {"/"}, ["/"]
    while waiting:
        for path in LINK.findall(get(waiting.pop())):
            if path not in found and not path.startswith(NO_PAGES):
                found.add(path)
                waiting.append(path)
    assert {"/join", "/games", "/help"} <= found, found
    return sorted(found - {"/"})
