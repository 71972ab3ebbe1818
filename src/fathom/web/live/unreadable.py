"""Matches that cannot be read: their log is damaged, or their game or its options are not known here any more.

Such a match is left out of every list and reported once; whoever asks for it is told what is wrong.
"""

from __future__ import annotations

import logging
from collections import OrderedDict

from fathom.errors import FathomError, UnreadableMatch

log = logging.getLogger("fathom.matches")

#: Whatever a damaged row leads to when it is decoded and applied.
READING_ERRORS = (FathomError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_REMEMBERED = 1000


class UnreadableMatches:
    """Which of them have been reported."""

    def __init__(self) -> None:
        self._reported: OrderedDict[str, None] = OrderedDict()

    def report(self, match_id: str, error: Exception) -> UnreadableMatch:
        """Log what is wrong with a match, unless that has been done; returns the error for whoever asked for it."""
        if match_id not in self._reported:
            self._reported[match_id] = None
            if len(self._reported) > _REMEMBERED:
                self._reported.popitem(last=False)
            reason = f"{type(error).__name__}: {error}"
            log.error("a match cannot be read", extra={"match": match_id, "reason": reason[:500]})
        told = str(error) if isinstance(error, FathomError) else "its log is damaged."
        return UnreadableMatch(
            f"This match cannot be opened: {told} It has been logged for the operator of the server."
        )
