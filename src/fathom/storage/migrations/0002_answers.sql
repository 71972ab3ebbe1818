-- Answers to drills, as a log that only grows. Boxes and due dates are worked out from it and never kept.

CREATE TABLE answers (
    number   INTEGER PRIMARY KEY,              -- 1, 2, ... in the order in which they were given
    game     TEXT    NOT NULL,
    position TEXT    NOT NULL,                 -- a code: range-war:6.4.9
    is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
    hinted   INTEGER NOT NULL CHECK (hinted IN (0, 1)),
    at       TEXT    NOT NULL                  -- UTC, ISO 8601
) STRICT;
