"""The types of the scripts are those of the API, and the tool that says so finds every kind of difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fathom.web.api.openapi import document
from fathom.web.api.routes import LIVE
from fathom.web.application import OPERATIONS
from tools.check_types import TYPES, find_differences


@pytest.fixture(scope="module")
def schemas() -> Mapping[str, Any]:
    described: Any = document(OPERATIONS, [LIVE])
    found: Mapping[str, Any] = described["components"]["schemas"]
    return found


def test_the_types_of_the_scripts_are_those_of_the_api(schemas: Mapping[str, Any]) -> None:
    assert find_differences(TYPES.read_text(encoding="utf-8"), schemas) == []


@pytest.mark.parametrize(
    "planted, told",
    [
        ("@typedef {{name: string}} Gouge", "Gouge has no schema: there is no object Gouge in the OpenAPI document."),
        ("@typedef {{name: string}} Verdict", "Verdict has no schema: there is no object Verdict in the OpenAPI"),
        ("@typedef {{depth: number}} Drill", "Drill.depth is not sent: Drill has no such property."),
        ("@typedef {{level: string}} Drill", "Drill.level is number in the API, and string in types.js."),
        ("@typedef {{level?: number}} Drill", "Drill.level is always there in the API, and optional in types.js."),
        ("@typedef {{level: number | null}} Drill", "Drill.level is never null in the API, and may be in types.js."),
        (
            "@typedef {{best: number}} WalkResult",
            "WalkResult.best may be null in the API, and types.js does not say so.",
        ),
        ("@typedef {{rule: number}} ErrorDict", "ErrorDict.rule may be left out by the API, and types.js does not say"),
        ("@typedef {{line: string}} JudgedAnswer", "JudgedAnswer.line is string[] in the API, and string in types.js."),
        (
            '@typedef {{state: "over" | "lost"}} Snapshot',
            'Snapshot.state is "over" | "playing" | "waiting" in the API, and "lost" | "over" in types.js.',
        ),
        (
            "@schema DrillAsked\n@typedef {object} Asked\n@property {Snapshot | null} [drill] to be answered",
            "Asked.drill is always there in the API, and optional in types.js.",
        ),
        (
            "@schema DrillAsked\n@typedef {object} Asked\n@property {Snapshot | null} drill to be answered",
            "Asked.drill is Drill in the API, and Snapshot in types.js.",
        ),
    ],
)
def test_a_planted_difference_is_found(schemas: Mapping[str, Any], planted: str, told: str) -> None:
    assert find_differences(planted, schemas)[0].startswith(told)


@pytest.mark.parametrize(
    "fine",
    [
        "@typedef {{state: string}} Snapshot",
        "@typedef {{seats: string[], you: number[]}} Snapshot",
        '@typedef {{seats: ("open" | "person" | "machine")[]}} Snapshot',
        "@schema ServedMoveDict\n@typedef {{verdict: string, winner?: number | null}} Judged",
        "@schema GameProgressDict\n@typedef {{chart: number[][], share: number}} Reached",
        "@schema DrillAsked\n@typedef {{drill: Task | null}} Asked\n@schema Drill\n@typedef {{code: string}} Task",
    ],
)
def test_what_agrees_is_fine(schemas: Mapping[str, Any], fine: str) -> None:
    assert find_differences(fine, schemas) == []
