-- The addresses and networks from which nothing is answered.

CREATE TABLE blocks (
    network TEXT PRIMARY KEY,                  -- 192.0.2.7, 2001:db8:1:2::/64
    until   TEXT NOT NULL,                     -- UTC, ISO 8601; empty: for good
    reason  TEXT NOT NULL,                     -- for the operator alone
    at      TEXT NOT NULL                      -- when it was blocked: UTC, ISO 8601
);
