"""Matches kept as logs that only grow.

    store = SqliteStore(default_location())
    kept = store.create(match, series=None)          a match begins
    store.append(kept.id, 0, Moved("6")     )    its first move; 0 events were there before
    store.load("k7m2qd").match()                     the match as it stands
    store.add_answer(answer)                         an answer to a drill

What is saved is options, players and move texts: positions are replayed from them. `append` returns only when the
event is on disk, and refuses when somebody else has appended in the meantime.
"""
