"""The bodies of the HTTP interface (``interfaces.md``): what comes in is read, all is in ``/openapi.json``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

_LONGEST_STATEMENT = 4096  # a hand of a hundred cards written out is half of it


def _is_text(value: str) -> str:
    """Halves of characters, which JSON can write, are no text that could be kept or answered."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError("it holds half a character") from error
    return value


Text = Annotated[str, AfterValidator(_is_text)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True)


class Statement(_Body):
    """One statement; ``version`` refuses a table that has moved on, ``key`` makes a repeat harmless."""

    statement: Annotated[Text, Field(max_length=_LONGEST_STATEMENT, examples=["Ann plays red-7"])]
    version: int | None = None
    key: Annotated[Text, Field(min_length=1, max_length=64)] | None = None


class Join(_Body):
    """The PIN of the table, and whose seat the phone plays."""

    pin: Annotated[Text, Field(max_length=64, examples=["123456"])]
    name: Annotated[Text, Field(max_length=256)] | None = None


class BenchPress(_Body):
    """Which simulated button is pressed: the main one, or ``undo``, ``red`` …"""

    button: Annotated[Text, Field(max_length=64)] = ""


class BenchScan(_Body):
    """What the simulated scanner reads; ``private``: what one player's own reader does."""

    text: Annotated[Text, Field(max_length=1024)]
    private: bool = False


class BenchFault(_Body):
    """A fault of the simulated dispenser: ``jam``, ``hopper:5``, ``clear`` …"""

    fault: Annotated[Text, Field(max_length=64)]


Level = Annotated[tuple[Literal[0, 1], Annotated[int, Field(ge=0, le=60_000)]], Field(strict=False)]


class BenchPin(_Body):
    """One simulated input line and the ``[level, ms]`` pairs it goes through."""

    name: Annotated[Text, Field(max_length=64)]
    pattern: Annotated[list[Level], Field(min_length=1, max_length=1000)]


# Answers, for the documentation: fields may be added


class Problem(BaseModel):
    """Why a request was not done."""

    accepted: Literal[False]
    code: str
    message: str


class Stale(Problem):
    """Somebody else changed the table first; this is how it stands."""

    state: dict[str, Any]


class Debt(BaseModel):
    """``number`` is null while the end is open."""

    player: str
    kind: Literal["presses", "cards"]
    number: int | None


class Player(BaseModel):
    """One seat, in clockwise order. ``fewest`` is below ``count`` where all counts exceed the deck."""

    name: str
    seat: int
    count: int
    fewest: int
    score: int
    uno: bool
    out: bool


class Dealing(BaseModel):
    """Whose cards the dispenser deals; without a player it is the card to be turned up."""

    player: str | None
    counted: int
    of: int
    coming: bool
    in_doubt: bool


class State(BaseModel):
    """What everybody at the table may know; without a game only the first five fields."""

    version: int
    game: int | None
    phase: str
    players: list[Player]
    owes: list[Debt]
    edition: str | None = None
    turn: str | None = None
    colour: str | None = None
    top: str | None = None
    side: str | None = None
    direction: str | None = None
    dealer: str | None = None
    round: int | None = None
    winner: str | None = None
    interrupted: dict[str, Any] | None = None
    dealing: Dealing | None = None
    flags: list[str] = []


class Accepted(BaseModel):
    """The statement is in the journal; ``saved`` is false while only memory holds it."""

    accepted: Literal[True]
    saved: bool
    version: int
    events: list[dict[str, Any]]
    says: list[str]


class Disk(BaseModel):
    """The room on the disk that the games are kept on, in megabytes."""

    state: Literal["ok", "low", "full", "read-only"]
    free_mb: int


class Power(BaseModel):
    """The power supply of a Raspberry Pi, and how often the voltage has dropped since the start."""

    state: Literal["ok", "weak", "was-weak"]
    dips: int


class Clock(BaseModel):
    """Whether the clock was set from the network."""

    state: Literal["set", "unset"]


class Health(BaseModel):
    """How the machine does. `settings` is `in-force`, `refused` with `findings`, or `restart` with `later` keys.

    `speech` has a `reason` of `kind` (`no-engine`, `no-player`, `no-output`, `stuck`) and `message` while nobody
    hears it, `instead_of` where a fallback engine speaks, and `missing_voices` by locale. `disk`, `power` and
    `clock` are there where the machine can tell.
    """

    model_config = ConfigDict(extra="allow")

    status: Literal["ok", "degraded"]
    dispenser: dict[str, Any]
    speech: dict[str, Any]
    scanner: dict[str, Any]
    journal: dict[str, Any]
    settings: dict[str, Any]
    disk: Disk | None = None
    power: Power | None = None
    clock: Clock | None = None
    listeners: int


class SpokenEarcon(BaseModel):
    """One short sound before the words, by its name and as text."""

    name: str
    text: str


class Spoken(BaseModel):
    """One announcement in one language."""

    number: int
    text: str
    locale: str
    priority: str
    state: Literal["queued", "speaking", "spoken", "cut", "dropped", "coalesced", "failed"]
    earcons: list[SpokenEarcon] | None = None


# Events of the stream


class TableNews(BaseModel):
    """A statement and what came of it, refusals included; in public form while a round runs."""

    version: int
    statement: str
    accepted: bool
    code: str | None
    events: list[dict[str, Any]]
    says: list[str]


class DealingNews(BaseModel):
    """How far the dispenser's deal has come; null when it is over."""

    dealing: Dealing | None


class ScansNews(BaseModel):
    """What scans are taken for now."""

    scans: Literal["game", "enrolment", "check"]


class NoNews(BaseModel):
    """`ping` keeps the connection alive; after `removed` the stream of that phone ends."""


class View(BaseModel):
    """What the table's page shows, in its reader's language: `texts` and `shown` by the ids of its parts.

    A page whose `game` or `built` is another has to be built anew. `alert` is what its reader has to do now.
    """

    model_config = ConfigDict(extra="allow")

    version: int
    game: str
    built: str
    texts: dict[str, str]
    shown: dict[str, bool]
    colour: str
    side: str
    alert: str


class PageTexts(View):
    """The same when it changes; `turned` where the turn has passed, so that the same `alert` is news."""

    turned: bool


class Opening(BaseModel):
    """How a page's stream begins: what it shows, and what was said last in this `run` of the service."""

    run: str
    log: list[Spoken]
    view: View


# Pages


class Note(BaseModel):
    """What came of a form of a page."""

    model_config = ConfigDict(extra="allow")

    accepted: bool
    message: str
    version: int | None = None


class Game(BaseModel):
    """One game of the journal."""

    id: int
    edition: str
    players: list[str]
    state: Literal["running", "finished", "unfinished"]
    winner: str | None
    started: str
    rounds: int = Field(description="how many are over")
    imported: str | None = Field(description="the file it was taken in from")


class TakeIn(_Body):
    """A ``.table`` file to be taken in; with ``go_on`` its last game goes on at this table."""

    text: Annotated[Text, Field(description="the file, UTF-8; the whole body has at most 1 MiB")]
    name: Annotated[Text, Field(max_length=255, description="the file's name")] = ""
    go_on: bool = False
    version: int | None = None
    key: Annotated[Text, Field(min_length=1, max_length=64)] | None = None


class Restored(BaseModel):
    """The table starts again with what was restored."""

    accepted: bool


class TakenIn(BaseModel):
    """The games of a file are among those of the journal; `game` is the last one's number."""

    accepted: Literal[True]
    saved: bool
    version: int
    game: int


class FirePattern(BaseModel):
    """When a series of presses fired: `gaps` counts the presses from one fire to the next."""

    presses: int
    fires: int
    fire_rate: float
    gaps: dict[str, int]
    longest_dry_run: int
    longest_fire_run: int


class Miscount(BaseModel):
    """A press of which the gate counted another number than was drawn; `press` is its place in the game."""

    game: int
    press: int
    drawn: int
    counted: int


class Fairness(FirePattern):
    """What the launcher decided in one game, or in all (`game` is null), beside the published pattern.

    `enough` is false while too few fires (`fires_wanted` always suffice) make `p` mean little; what is rarer than
    one in a hundred games of honest luck is enough with fewer. `chi_square` and `p` are null without a fire.
    `miscounts` are the latest of `miscounted`. `games` are those in which the launcher decided a press.
    """

    game: int | None
    profile: str
    count_profile: str
    predictable: bool
    chi_square: float | None
    p: float | None
    enough: bool
    fires_wanted: int
    cards_per_fire: dict[str, int]
    cards_per_press: float
    published: FirePattern
    count_weights: dict[str, int]
    miscounted: int
    miscounts: list[Miscount]
    games: list[int]


class Joined(BaseModel):
    """What the phone is at this table."""

    role: Literal["player", "host"]
    name: str | None


class Edge(BaseModel):
    """Whether the simulated button made an edge; where a fault or a pattern holds its line, why it made none."""

    edge: bool
    message: str | None = None


class Done(BaseModel):
    """The simulated hardware does it."""

    accepted: Literal[True]


class Pin(BaseModel):
    """One pin of the board."""

    model_config = ConfigDict(extra="allow")

    name: str
