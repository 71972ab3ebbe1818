-- The server's matches: each one a log that only grows, and a line about it to list and to find it by.
-- The same statements make the tables of SQLite and of PostgreSQL.

CREATE TABLE events (
    match    TEXT    NOT NULL,
    sequence INTEGER NOT NULL,                 -- 1, 2, ... without gaps
    key      TEXT    NOT NULL,                 -- made by whoever asked for it: asked twice, it happens once
    kind     TEXT    NOT NULL,                 -- created, joined, moved, ...
    body     TEXT    NOT NULL,                 -- JSON, for everybody to see
    private  TEXT    NOT NULL,                 -- JSON, for the server alone: hashes of tokens
    at       TEXT    NOT NULL,                 -- UTC, ISO 8601
    PRIMARY KEY (match, sequence),
    UNIQUE (match, key)
);

CREATE TABLE matches (
    id       TEXT    PRIMARY KEY,
    game     TEXT    NOT NULL,
    options  TEXT    NOT NULL,                 -- highest=10,second_move=lower
    names    TEXT    NOT NULL,                 -- a JSON list; the first sits in seat 1
    state    TEXT    NOT NULL,                 -- waiting, playing or over
    is_open  INTEGER NOT NULL,                 -- 1: anybody may watch
    created  TEXT    NOT NULL,
    changed  TEXT    NOT NULL,
    outcome  TEXT    NOT NULL                  -- JSON: null until it is over
);

CREATE INDEX matches_by_state ON matches (is_open, state, changed);
CREATE INDEX matches_by_game ON matches (game, options, state);
