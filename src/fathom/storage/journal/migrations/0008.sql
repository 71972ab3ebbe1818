-- When a server has been up, as far as clocks need to know: one row for each stretch of time without an outage.

CREATE TABLE uptimes (
    since   TEXT PRIMARY KEY,                  -- UTC, ISO 8601
    through TEXT NOT NULL                      -- UTC, ISO 8601; written every few seconds
);
