BEGIN TRANSACTION;
CREATE TABLE deal (
    game integer not null,
    round integer not null,
    hands text not null,
    throw text,
    turned_up integer not null,
    by_hand integer not null, settled text,
    primary key (game, round)
);
INSERT INTO "deal" VALUES(2,1,'{"Ann": 7, "Zoé": 7, "Ben": 7}',NULL,0,0,NULL);
CREATE TABLE entry (
    number integer primary key,
    game integer not null references game (id),
    statement text not null,
    command text not null,
    events text not null,
    says text not null,
    key text unique,
    at text not null
, phone text, seat text, together text);
INSERT INTO "entry" VALUES(1,1,'game classic players=Ann,Ben','game classic players=Ann,Ben','[{"kind": "game-started", "edition": "classic", "players": ["Ann", "Ben"], "dealer": "Ben", "options": {}}]','[]',NULL,'2026-11-30T20:35:07.779117+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'top blue-7','top blue-7','[{"kind": "top", "card": "blue-7", "sent_back": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T20:35:07.782182+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'game extreme players=Ann,Zoé,Ben','game extreme players=Ann,Zoé,Ben','[{"kind": "game-started", "edition": "extreme", "players": ["Ann", "Zo\u00e9", "Ben"], "dealer": "Ben", "options": {}}]','[]',NULL,'2026-11-30T20:35:07.788732+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(4,2,'top red-3','top red-3','[{"kind": "top", "card": "red-3", "sent_back": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T20:35:07.797361+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(5,2,'Ann plays red-4','Ann plays red-4','[{"kind": "played", "player": "Ann", "cards": ["red-4"], "overruled": false}, {"kind": "turn", "player": "Zo\u00e9", "again": false}]','[]','key-2','2026-11-30T20:35:07.800465+00:00','phone-1','Ann',NULL);
INSERT INTO "entry" VALUES(6,2,'undo','undo','[{"kind": "undone", "statement": "Ann plays red-4"}]','[]',NULL,'2026-11-30T20:35:07.803020+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(7,2,'Ann plays wild as green','Ann plays wild as green','[{"kind": "played", "player": "Ann", "cards": ["wild"], "colour": "green", "overruled": false}, {"kind": "turn", "player": "Zo\u00e9", "again": false}]','[]',NULL,'2026-11-30T20:35:07.810715+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(8,2,'Zoé presses 2','Zoé presses 2','[{"kind": "pressed", "player": "Zo\u00e9", "to": "Zo\u00e9", "cards": 2}, {"kind": "turn", "player": "Ben", "again": false}]','[]',NULL,'2026-11-30T20:35:07.823756+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(9,2,'Ben plays green-9','Ben plays green-9','[{"kind": "played", "player": "Ben", "cards": ["green-9"], "overruled": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T20:35:07.831167+00:00',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(10,2,'Ann says uno','Ann says uno','[{"kind": "uno", "player": "Ann", "early": true}]','[]',NULL,'2026-11-30T20:35:07.834708+00:00',NULL,NULL,NULL);
CREATE TABLE game (
    id integer primary key,
    started_at text not null
, imported text, history integer not null default 0);
INSERT INTO "game" VALUES(1,'2026-11-30T20:35:07.779117+00:00',NULL,0);
INSERT INTO "game" VALUES(2,'2026-11-30T20:35:07.788732+00:00',NULL,0);
CREATE TABLE press (
    number integer primary key,
    game integer references game (id),
    player text not null,
    drawn integer not null,
    counted integer not null,
    finding text,
    key text,
    settled integer,
    at text not null unique
, misses integer, goes_on integer not null default 0, by_hand integer not null default 0);
INSERT INTO "press" VALUES(1,2,'Zoé',2,2,NULL,NULL,8,'2026-11-30T20:35:07.816124+00:00',0,0,0);
INSERT INTO "press" VALUES(2,2,'Ann',4,1,NULL,NULL,NULL,'2026-11-30T20:35:07.841001+00:00',NULL,0,0);
CREATE INDEX entry_by_game on entry (game, number);
COMMIT;
PRAGMA user_version = 10;
