-- What the coach does in a match: nothing, warn about mistakes, or comment on every move. A resumed match goes on with it.

ALTER TABLE matches ADD COLUMN coach TEXT NOT NULL DEFAULT 'off' CHECK (coach IN ('off', 'warn', 'on'));
