-- The challenges that are open to anybody, as long as whoever offers them is there. A match's log says what is offered; a
-- row only says that somebody is waiting, so that every server that shares the store knows it.

CREATE TABLE challenges (
    match  TEXT PRIMARY KEY,
    game   TEXT NOT NULL,                      -- empty: any
    quick  INTEGER NOT NULL,                   -- may a stranger who looks for any opponent be put there?
    made   TEXT NOT NULL,                      -- when the match was created: UTC, ISO 8601
    keeper TEXT NOT NULL,                      -- the server process that the player is connected to
    at     TEXT NOT NULL,                      -- when that process last saw the player: UTC, ISO 8601
    taken  TEXT NOT NULL                       -- a hash of the request that has taken it; empty: it is free
);

CREATE INDEX challenges_by_time ON challenges (at, match);

CREATE INDEX challenges_by_request ON challenges (taken, at, match);
