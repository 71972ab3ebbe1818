"""Matches stored as append-only event logs.

    store = SqliteStore(default_location())
    kept = store.create(match, series=None)          a new match
    store.append(kept.id, 0, Moved("6")     )    its first move; 0 events were there before
    store.load("k7m2qd").match()                     the match as it stands
    store.add_answer(answer)                         an answer to a drill

The store holds options, players and the text of moves; positions are replayed from these. `append` returns only when
the event is on disk, and raises `StaleMatch` if another process has appended in the meantime.
"""
