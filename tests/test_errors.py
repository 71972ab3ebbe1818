"""Every error is on one page, has a stable code, and survives a copy."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

from fathom import errors
from fathom.errors import BadCertificate, FathomError, Forfeit, IllegalMove, TooMany, UnreadableRecord

CLASSES = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, FathomError)]

#: Programs outside rely on these: they do not change.
CODES = {
    "FathomError": "error",
    "InputError": "unreadable",
    "UnreadableMove": "unreadable-move",
    "UnreadableCode": "unreadable-code",
    "UnreadableRecord": "unreadable-record",
    "UnreadableScenario": "unreadable-scenario",
    "BadOption": "bad-option",
    "BadName": "bad-name",
    "UnknownGame": "unknown-game",
    "UnknownPlayer": "unknown-player",
    "RefusedMove": "refused",
    "IllegalMove": "illegal-move",
    "NotYourTurn": "not-your-turn",
    "GameOver": "game-over",
    "BadCertificate": "bad-certificate",
    "Forfeit": "forfeit",
    "NothingToUndo": "nothing-to-undo",
    "NothingToRedo": "nothing-to-redo",
    "StoreError": "store",
    "StoreInUse": "store-in-use",
    "StoreAway": "store-away",
    "UnknownMatch": "unknown-match",
    "StaleMatch": "stale",
    "RequestError": "request",
    "BadRequest": "bad-request",
    "TooLarge": "too-large",
    "TooMany": "slow-down",
    "WrongOrigin": "origin",
    "Blocked": "blocked",
    "NotFound": "not-found",
    "NoSeat": "no-seat",
    "KeyTaken": "key-taken",
    "NotNow": "not-now",
}


def example_of(kind: type[FathomError]) -> FathomError:
    if issubclass(kind, IllegalMove):
        return kind(3, "7 is not lower than 6", "Allowed now: 4, 5.")
    if issubclass(kind, UnreadableRecord):
        return kind(12, "the tag Game is given twice")
    if issubclass(kind, TooMany):
        return kind("Too many requests.", 3)
    if issubclass(kind, Forfeit):
        return kind("late", "it did not answer within 5 seconds")
    if issubclass(kind, BadCertificate):
        return kind(12, "range-war:6", "there is no move for seat 1 here.")
    return kind("It did not work.")


def test_codes_are_stable():
    codes = {kind.__name__: kind.code for kind in CLASSES}
    assert {name: codes.get(name) for name in CODES} == CODES


def test_every_error_has_a_code_of_its_own():
    codes = [kind.code for kind in CLASSES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_the_page_draws_the_tree_as_it_is():
    drawn, above = [], [""]
    for branches, name in re.findall(r"^    ((?:[│ ]   |├── |└── )*)(\w+)", errors.__doc__ or "", re.MULTILINE):
        depth = len(branches) // 4
        above[depth + 1 :] = [name]
        drawn.append((name, above[depth]))
    bases = {kind.__name__: kind.__mro__[1].__name__ for kind in CLASSES} | {"FathomError": ""}
    assert sorted(drawn) == sorted(bases.items())


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_a_copy_of_an_error_keeps_everything(kind: type[FathomError], copied):
    error = example_of(kind)
    again = copied(error)
    assert type(again) is kind
    assert again.code == kind.code
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_an_illegal_move_says_the_rule_the_reason_and_what_would_work():
    error = IllegalMove(3, "7 is not lower than 6", "Allowed now: 4, 5.")
    assert (error.rule, error.reason, error.allowed) == (3, "7 is not lower than 6", "Allowed now: 4, 5.")
    assert str(error) == "7 is not lower than 6 (rule 3). Allowed now: 4, 5."


def test_an_unreadable_record_says_its_line():
    error = UnreadableRecord(12, "the tag Game is given twice")
    assert (error.line, error.reason) == (12, "the tag Game is given twice")
    assert str(error) == "line 12: the tag Game is given twice"
