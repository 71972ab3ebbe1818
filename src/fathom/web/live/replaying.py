"""A match as it stood, or would stand, after some moves."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.core.match import AnyMatch, Match


def replay(match: AnyMatch, moves: Sequence[str]) -> AnyMatch:
    """The same match after other moves; if they are all of its own, also with the way in which it was broken off."""
    replayed: AnyMatch = Match(match.game, match.options, match.names)
    replayed.play_all(moves)
    if match.broken_off and replayed.moves == match.moves:
        replayed.break_off(match.broken_off)
    return replayed
