-- Matches that an operator has deleted. For some days two of their events stay, of the kind `deleted`: the first, so that
-- the same id is not used again, and one after the last, so that a server that has not heard of it can add nothing.

CREATE TABLE deletions (
    match TEXT PRIMARY KEY,
    at    TEXT NOT NULL                        -- UTC, ISO 8601
);

CREATE INDEX deletions_by_time ON deletions (at);
