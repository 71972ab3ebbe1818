-- A match can also end because a player ran out of time or left. SQLite cannot change a check, so the table is made again.

CREATE TABLE events_with_time (
    match    TEXT    NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL,                 -- 1, 2, ... without gaps
    kind     TEXT    NOT NULL CHECK (
        kind IN ('moved', 'undone', 'redone', 'resigned', 'hinted', 'forfeited', 'timed-out', 'abandoned')
    ),
    data     TEXT    NOT NULL,                 -- the move, how many plies, the seat (and why), or how much was told
    at       TEXT    NOT NULL,                 -- UTC, ISO 8601
    PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;

INSERT INTO events_with_time SELECT match, sequence, kind, data, at FROM events;
DROP TABLE events;
ALTER TABLE events_with_time RENAME TO events;
