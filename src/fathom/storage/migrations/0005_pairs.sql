-- A pair: two games that begin with the same moves, with the seats swapped. NULL in any other match.

ALTER TABLE matches ADD COLUMN opening INTEGER CHECK (opening >= 0);  -- how many moves both games begin with
