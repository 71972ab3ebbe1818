-- A program that does not answer with a move forfeits the match. SQLite cannot change a check, so the table is made again.

CREATE TABLE events_with_forfeits (
    match    TEXT    NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL,                 -- 1, 2, ... without gaps
    kind     TEXT    NOT NULL CHECK (kind IN ('moved', 'undone', 'redone', 'resigned', 'hinted', 'forfeited')),
    data     TEXT    NOT NULL,                 -- the move, how many plies, the seat (and why), or how much was told
    at       TEXT    NOT NULL,                 -- UTC, ISO 8601
    PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;

INSERT INTO events_with_forfeits SELECT match, sequence, kind, data, at FROM events;
DROP TABLE events;
ALTER TABLE events_with_forfeits RENAME TO events;
