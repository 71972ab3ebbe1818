"""Looking after a store: checking it and exporting from it."""
