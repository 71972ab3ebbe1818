"""Every error of Fathom, on one page.

Each class has a stable `code` for programs and a message for people: a sentence or two that say what was read, which
rule or limit it breaks, and what would work::

    FathomError
    ├── InputError            the text cannot be read (spelled wrong)
    │   ├── UnreadableMove
    │   ├── UnreadableCode
    │   ├── UnreadableRecord
    │   ├── UnreadableScenario
    │   ├── UnreadableRoute
    │   ├── BadOption
    │   ├── BadName
    │   ├── UnknownGame
    │   └── UnknownPlayer
    ├── RefusedMove           the text is fine, the move is not
    │   ├── IllegalMove       a numbered rule forbids it
    │   ├── NotYourTurn
    │   └── GameOver
    ├── Unknown               an exact answer was not found within the budget
    ├── BadCertificate        a certificate that proves nothing
    ├── BadPlayer             a player program chose a move that is refused
    ├── Forfeit               a program did not answer with a legal move in time, and so loses the game
    ├── BrokenPlugin          an installed plugin (a game or a player) that does not work
    ├── NothingToUndo
    ├── NothingToRedo
    ├── StoreError            the store of matches
    │   ├── StoreInUse        its file belongs to another process
    │   ├── StoreAway         a database that cannot be reached, or not yet
    │   ├── UnreadableMatch   a match that is damaged, or of a game that is not installed
    │   ├── UnknownMatch
    │   └── StaleMatch
    └── RequestError          a request that the server refuses
        ├── BadRequest
        ├── TooLarge
        ├── TooMany
        ├── TooMuch           more time or memory than the server gives to one request
        ├── WrongOrigin
        ├── Blocked           from an address that the operator has blocked
        ├── NotFound
        ├── NoSeat
        ├── KeyTaken          a key that has been used for something else
        └── NotNow
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict


class ErrorDict(TypedDict):
    """An error as JSON: a stable code, a message, and the rule or the details where there are any."""

    code: str
    message: str
    rule: NotRequired[int]
    detail: NotRequired[Mapping[str, object]]


class FathomError(Exception):
    """The base class of every error that Fathom raises on purpose. `detail` holds further data for programs."""

    code = "error"
    #: The number of the rule concerned, if there is one.
    rule: int | None = None
    detail: Mapping[str, object] | None = None

    def as_dict(self) -> ErrorDict:
        """The error as JSON: the same shape everywhere."""
        told: ErrorDict = {"code": self.code, "message": str(self)}
        if self.rule is not None:
            told["rule"] = self.rule
        if self.detail is not None:
            told["detail"] = dict(self.detail)
        return told


class InputError(FathomError):
    """Text that cannot be read."""

    code = "unreadable"


class UnreadableMove(InputError):
    """Text that is not a move of the game."""

    code = "unreadable-move"


class UnreadableCode(InputError):
    """Text that is not the code of a position; `rule` is set when a rule forbids one of its moves."""

    code = "unreadable-code"


class UnreadableRecord(InputError):
    """A record that cannot be read or breaks a rule; `line` counts from 1."""

    code = "unreadable-record"

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[UnreadableRecord], tuple[int, str]]:
        return type(self), (self.line, self.reason)


class UnreadableScenario(InputError):
    """A puzzle file that cannot be read."""

    code = "unreadable-scenario"


class UnreadableRoute(InputError):
    """Text that is not a route through a puzzle."""

    code = "unreadable-route"


class BadOption(InputError):
    """An option that does not exist, or a value outside its range."""

    code = "bad-option"


class BadName(InputError):
    """A player's name that cannot be shown safely."""

    code = "bad-name"


class UnknownGame(InputError):
    """A game that is not in the registry."""

    code = "unknown-game"


class UnknownPlayer(InputError):
    """A machine player that does not exist, or cannot play this game."""

    code = "unknown-player"


class RefusedMove(FathomError):
    """A move that can be read but not played."""

    code = "refused"


class IllegalMove(RefusedMove):
    """A move that a numbered rule forbids. `allowed` says what would work."""

    code = "illegal-move"
    rule: int

    def __init__(self, rule: int, reason: str, allowed: str) -> None:
        super().__init__(f"{reason} (rule {rule}). {allowed}")
        self.rule = rule
        self.reason = reason
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[int, str, str]]:
        return type(self), (self.rule, self.reason, self.allowed)


class NotYourTurn(RefusedMove):
    """A move by the seat that is not to move."""

    code = "not-your-turn"


class GameOver(RefusedMove):
    """A move after the end of the game."""

    code = "game-over"


class Unknown(FathomError):
    """An exact answer was not found within the budget; Fathom never guesses instead."""

    code = "unknown"


class BadCertificate(FathomError):
    """A certificate that does not prove its claim: `line` counts from 1, `position` is a code where there is one."""

    code = "bad-certificate"

    def __init__(self, line: int, position: str | None, reason: str) -> None:
        where = f"line {line}" if position is None else f"line {line}, {position!r:.200}"
        super().__init__(f"{where}: {reason}")
        self.line = line
        self.position = position
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadCertificate], tuple[int, str | None, str]]:
        return type(self), (self.line, self.position, self.reason)


class BadPlayer(FathomError):
    """A player program chose a move that is refused."""

    code = "bad-player"


#: What a program did instead of answering with a legal move in time: could not be started, ended, was late, wrote
#: something without being asked, wrote too long a line, or answered with something that is not a move or not allowed.
ForfeitCause = Literal["start", "ended", "late", "early", "long", "unreadable", "illegal"]


class Forfeit(FathomError):
    """A program did not answer with a legal move in time. `reason` is a clause: `it answered '99'`."""

    code = "forfeit"

    def __init__(self, cause: ForfeitCause, reason: str) -> None:
        super().__init__(reason)
        self.cause = cause
        self.reason = reason

    def __reduce__(self) -> tuple[type[Forfeit], tuple[ForfeitCause, str]]:
        return type(self), (self.cause, self.reason)


class BrokenPlugin(FathomError):
    """An installed plugin (a game or a player) that does not work."""

    code = "broken-plugin"


class NothingToUndo(FathomError):
    """No move has been made yet."""

    code = "nothing-to-undo"


class NothingToRedo(FathomError):
    """No move has been taken back since the last one made."""

    code = "nothing-to-redo"


class StoreError(FathomError):
    """The store of matches cannot do what was asked."""

    code = "store"


class StoreInUse(StoreError):
    """The file of the store belongs to another process."""

    code = "store-in-use"


class StoreAway(StoreError):
    """The database of a store cannot be reached at the moment; it may come back."""

    code = "store-away"


class UnknownMatch(StoreError):
    """No match has that id."""

    code = "unknown-match"


class UnreadableMatch(StoreError):
    """A match in the store that cannot be read: damaged, or of a game that is not installed any more."""

    code = "unreadable-match"


class StaleMatch(StoreError):
    """The match has changed since it was read."""

    code = "stale"


class RequestError(FathomError):
    """A request that a server refuses."""

    code = "request"


class BadRequest(RequestError):
    """A request that cannot be read."""

    code = "bad-request"


class TooLarge(RequestError):
    """A request that is larger than the limit."""

    code = "too-large"


class TooMany(RequestError):
    """Too many requests from one address or connection; `retry_after` is the number of seconds to wait."""

    code = "slow-down"

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.detail = {"retry_after": retry_after}

    def __reduce__(self) -> tuple[type[TooMany], tuple[str, int]]:
        return type(self), (str(self), self.retry_after)


class TooMuch(RequestError):
    """A request that takes more time or memory than the server gives to one."""

    code = "too-much"


class WrongOrigin(RequestError):
    """A request from another site's page."""

    code = "origin"


class Blocked(RequestError):
    """A request from an address that the operator of the server has blocked."""

    code = "blocked"


class NotFound(RequestError):
    """There is nothing there, or the client may not see it: the answer is the same."""

    code = "not-found"


class NoSeat(RequestError):
    """A request that only a player of the match may make."""

    code = "no-seat"


class KeyTaken(RequestError):
    """A request with a key that the client has used for a different one."""

    code = "key-taken"


class NotNow(RequestError):
    """A request that the match does not allow in its present state."""

    code = "not-now"
