-- The matches in which somebody has moved lately. Every visitor has a few places, so nobody can fill the page of live
-- matches. The name of a place says nothing about the visitor: it has a short hash, made with a secret that is never stored.

CREATE TABLE live (
    place TEXT PRIMARY KEY,                    -- 3fa9-1
    match TEXT NOT NULL,
    at    TEXT NOT NULL                        -- UTC, ISO 8601
);

CREATE INDEX live_by_time ON live (at, match);
