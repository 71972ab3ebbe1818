-- What ranks in the table of results of a puzzle, best first by its index. A name has one row; those without a name have
-- one for each MP and hints (the player is then `@12,0`), with how many walks it stands for.

CREATE TABLE results (
    game     TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    mp       INTEGER NOT NULL,
    hints    INTEGER NOT NULL,
    solved   TEXT    NOT NULL,                 -- UTC, ISO 8601
    match    TEXT    NOT NULL,                 -- empty if it now counts for somebody else
    is_open  INTEGER NOT NULL,                 -- 1: anybody may watch the match
    walks    INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (game, options, player)
);

CREATE INDEX results_by_rank ON results (game, options, mp, hints, solved, player);
DROP INDEX matches_by_options;
