-- Lists stay fast with a million matches: each kind of list has an index that holds its rows together, in its order.

CREATE INDEX matches_by_game_state ON matches (game, state, is_open, changed);
CREATE INDEX matches_by_options ON matches (game, options, state, changed);
DROP INDEX matches_by_game;

-- One row, written again whenever somebody asks whether the store can be written to.

CREATE TABLE probes (
    id INTEGER PRIMARY KEY,
    at TEXT    NOT NULL                        -- UTC, ISO 8601
);
