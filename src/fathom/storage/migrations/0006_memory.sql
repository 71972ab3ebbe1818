-- What the terminal remembers of its user between two matches: a name, how far a lesson has come.

CREATE TABLE memory (
    key   TEXT PRIMARY KEY,                    -- name, lesson:range-war
    value TEXT NOT NULL
) STRICT;
