-- The order of a list is part of its index, down to the id that decides between equal times: nothing is left to sort.

DROP INDEX matches_by_state;
DROP INDEX matches_by_game_state;
DROP INDEX matches_by_options;
CREATE INDEX matches_by_state ON matches (is_open, state, changed, id);
CREATE INDEX matches_by_game_state ON matches (game, state, is_open, changed, id);
CREATE INDEX matches_by_options ON matches (game, options, state, changed, id);
