"""The counts that keep the house in shape can fail, and name the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.house import LIMITS, MOST_FILES_IN_A_ROOM, lines_with, problems


def test_the_house_is_in_shape() -> None:
    assert list(problems()) == []


PLANTED = [
    ("src/fathom/core/new.py", "def f(x: Any) -> None: ...\n" * 41, "name the type"),
    ("src/fathom/web/new.py", "def f(x: dict[str, Any]) -> None: ...\n" * 6, "TypedDict"),
    ("src/fathom/web/new.py", "x = f()  # type: ignore[no-any-return]\n", "narrow the type"),
    ("src/fathom/web/new.py", "if game.seats == 1: ...\n" * 7, "capability"),
    ("src/fathom/web/static/new.js", "analyse(position);\n", "analyze"),
    ("docs/new.md", "A position is analysed.\n", "analyze"),
]


@pytest.mark.parametrize("name, content, instead", PLANTED)
def test_what_is_planted_is_found(tmp_path: Path, name: str, content: str, instead: str) -> None:
    planted = tmp_path / name
    planted.parent.mkdir(parents=True)
    planted.write_text(content, encoding="utf-8")
    found = list(problems(tmp_path))
    assert len(found) == 1
    assert instead in found[0]
    assert f"{name}:" in found[0]


def test_seats_may_be_counted_inside_a_room(tmp_path: Path) -> None:
    room = tmp_path / "src/fathom/games/new_game"
    room.mkdir(parents=True)
    (room / "rules.py").write_text("if game.seats == 1: ...\n" * 7, encoding="utf-8")
    assert [lines_with(limit, tmp_path) for limit in LIMITS] == [[]] * len(LIMITS)


def test_a_room_with_too_many_files_is_found(tmp_path: Path) -> None:
    room = tmp_path / "src/fathom/games/new_game"
    room.mkdir(parents=True)
    for number in range(MOST_FILES_IN_A_ROOM + 1):
        (room / f"part_{number}.py").touch()
    assert list(problems(tmp_path)) == ["src/fathom/games/new_game has 13 files at its top, and 12 may: use folders."]
