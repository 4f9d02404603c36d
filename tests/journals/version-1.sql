BEGIN TRANSACTION;
CREATE TABLE entry (
    number integer primary key,
    game integer not null references game (id),
    statement text not null,
    command text not null,
    events text not null,
    says text not null,
    key text unique,
    at text not null
);
INSERT INTO "entry" VALUES(1,1,'game classic players=Ann,Ben','game classic players=Ann,Ben','[{"kind": "game-started", "edition": "classic", "players": ["Ann", "Ben"], "dealer": "Ben", "options": {}}]','[]',NULL,'2026-11-30T19:28:22.432067+00:00');
INSERT INTO "entry" VALUES(2,1,'top blue-7','top blue-7','[{"kind": "top", "card": "blue-7", "sent_back": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T19:28:22.439676+00:00');
INSERT INTO "entry" VALUES(3,2,'game extreme players=Ann,Zoé,Ben','game extreme players=Ann,Zoé,Ben','[{"kind": "game-started", "edition": "extreme", "players": ["Ann", "Zo\u00e9", "Ben"], "dealer": "Ben", "options": {}}]','[]',NULL,'2026-11-30T19:28:22.451578+00:00');
INSERT INTO "entry" VALUES(4,2,'top red-3','top red-3','[{"kind": "top", "card": "red-3", "sent_back": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T19:28:22.459607+00:00');
INSERT INTO "entry" VALUES(5,2,'Ann plays red-4','Ann plays red-4','[{"kind": "played", "player": "Ann", "cards": ["red-4"], "overruled": false}, {"kind": "turn", "player": "Zo\u00e9", "again": false}]','[]','key-2','2026-11-30T19:28:22.462760+00:00');
INSERT INTO "entry" VALUES(6,2,'undo','undo','[{"kind": "undone", "statement": "Ann plays red-4"}]','[]',NULL,'2026-11-30T19:28:22.464696+00:00');
INSERT INTO "entry" VALUES(7,2,'Ann plays wild as green','Ann plays wild as green','[{"kind": "played", "player": "Ann", "cards": ["wild"], "colour": "green", "overruled": false}, {"kind": "turn", "player": "Zo\u00e9", "again": false}]','[]',NULL,'2026-11-30T19:28:22.467301+00:00');
INSERT INTO "entry" VALUES(8,2,'Zoé presses 2','Zoé presses 2','[{"kind": "pressed", "player": "Zo\u00e9", "to": "Zo\u00e9", "cards": 2}, {"kind": "turn", "player": "Ben", "again": false}]','[]',NULL,'2026-11-30T19:28:22.476462+00:00');
INSERT INTO "entry" VALUES(9,2,'Ben plays green-9','Ben plays green-9','[{"kind": "played", "player": "Ben", "cards": ["green-9"], "overruled": false}, {"kind": "turn", "player": "Ann", "again": false}]','[]',NULL,'2026-11-30T19:28:22.479818+00:00');
INSERT INTO "entry" VALUES(10,2,'Ann says uno','Ann says uno','[{"kind": "uno", "player": "Ann", "early": true}]','[]',NULL,'2026-11-30T19:28:22.482029+00:00');
CREATE TABLE game (
    id integer primary key,
    started_at text not null
);
INSERT INTO "game" VALUES(1,'2026-11-30T19:28:22.432067+00:00');
INSERT INTO "game" VALUES(2,'2026-11-30T19:28:22.451578+00:00');
CREATE TABLE press_in_flight (
    id integer primary key check (id = 1),
    player text not null,
    drawn integer not null,
    counted integer not null
);
INSERT INTO "press_in_flight" VALUES(1,'Ann',4,1);
CREATE INDEX entry_by_game on entry (game, number);
COMMIT;
PRAGMA user_version = 1;
