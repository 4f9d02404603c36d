"""The forms that the journal's file ever had: how an older one becomes today's, or is looked at as if it were one."""

from __future__ import annotations

import sqlite3

#: What makes a file of version N one of version N + 1, the empty file being version 0; never changed, only added to.
STEPS = (
    """
create table game (
    id integer primary key,
    started_at text not null
);
create table entry (
    number integer primary key,
    game integer not null references game (id),
    statement text not null,
    command text not null,
    events text not null,
    says text not null,
    key text unique,
    at text not null
);
create index entry_by_game on entry (game, number);
create table press_in_flight (
    id integer primary key check (id = 1),
    player text not null,
    drawn integer not null,
    counted integer not null
)
""",
    """
create table press (
    number integer primary key,
    game integer references game (id),
    player text not null,
    drawn integer not null,
    counted integer not null,
    finding text,
    key text,
    settled integer,
    at text not null unique
);
insert into press (game, player, drawn, counted, at)
    select (select max(id) from game), player, drawn, counted, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
    from press_in_flight;
drop table press_in_flight
""",
    """
alter table press add column misses integer
""",
    """
create table deal (
    game integer not null,
    round integer not null,
    hands text not null,
    throw text,
    turned_up integer not null,
    by_hand integer not null,
    primary key (game, round)
)
""",
    """
alter table press add column goes_on integer not null default 0
""",
    """
alter table deal add column settled text
""",
    """
alter table press add column by_hand integer not null default 0
""",
    """
alter table entry add column phone text;
alter table entry add column seat text
""",
    """
alter table game add column imported text;
alter table game add column history integer not null default 0
""",
    """
alter table entry add column together text
""",
)
SCHEMA_VERSION = len(STEPS)
# An older file that is only looked at stays as it is; what it has of presses is shown in today's form.
_AS_PRESS = {
    1: """
create temp view press as
    select 1 as number, (select max(id) from game) as game, player, drawn, counted, null as finding, null as key,
    null as settled, '1970-01-01T00:00:00+00:00' as at, null as misses, 0 as goes_on, 0 as by_hand
    from press_in_flight
""",
    2: "create temp view press as select *, null as misses, 0 as goes_on, 0 as by_hand from main.press",
    3: "create temp view press as select *, 0 as goes_on, 0 as by_hand from main.press",
    4: "create temp view press as select *, 0 as goes_on, 0 as by_hand from main.press",
    5: "create temp view press as select *, 0 as by_hand from main.press",
    6: "create temp view press as select *, 0 as by_hand from main.press",
}
_NO_DEALS = """
create temp view deal as
    select 0 as game, 0 as round, '' as hands, null as throw, 0 as turned_up, 0 as by_hand, null as settled where 0
"""
_AS_DEAL = dict.fromkeys((1, 2, 3), _NO_DEALS) | dict.fromkeys(
    (4, 5), "create temp view deal as select *, null as settled from main.deal"
)
_AS_ENTRY = {
    **dict.fromkeys(
        range(1, 8),
        "create temp view entry as select *, null as phone, null as seat, null as together from main.entry",
    ),
    **dict.fromkeys((8, 9), "create temp view entry as select *, null as together from main.entry"),
}
_AS_GAME = "create temp view game as select *, null as imported, 0 as history from main.game"
_IMPORTS = 9  # from this version on games are taken in from files


def bring_up_to_date(db: sqlite3.Connection, found: int) -> None:
    """A file of the version that was found gets today's form; within a transaction of the caller's."""
    for step in STEPS[found:]:
        for statement in step.split(";"):
            db.execute(statement)
    # Written in any case: a read-only file is found out about before the first card is played.
    db.execute(f"pragma user_version = {SCHEMA_VERSION}")


def show_as_today(db: sqlite3.Connection, version: int) -> None:
    """What an older file lacks is looked at as if it were there; the file stays as it is."""
    for views in (_AS_PRESS, _AS_DEAL, _AS_ENTRY):
        if (older := views.get(version)) is not None:
            db.execute(older)
    if version < _IMPORTS:
        db.execute(_AS_GAME)
