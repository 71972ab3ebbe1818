-- Matches, and what happened in each of them as a log that only grows.

CREATE TABLE matches (
    id          TEXT    PRIMARY KEY,
    created     TEXT    NOT NULL,              -- UTC, ISO 8601
    game        TEXT    NOT NULL,
    options     TEXT    NOT NULL,              -- highest=10,second_move=lower
    players     TEXT    NOT NULL,              -- a JSON list; the first sits in seat 1
    series      TEXT,                          -- the id of the first match of the series
    series_game INTEGER,                       -- 1, 2, ...
    best_of     INTEGER
) STRICT;

CREATE TABLE events (
    match    TEXT    NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL,                 -- 1, 2, ... without gaps
    kind     TEXT    NOT NULL CHECK (kind IN ('moved', 'undone', 'redone', 'resigned', 'hinted')),
    data     TEXT    NOT NULL,                 -- the move, how many plies, the seat, or how much was told
    at       TEXT    NOT NULL,                 -- UTC, ISO 8601
    PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_by_series ON matches (series);
