"""Kept tables are loaded as they were solved, and anything else is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fathom import games
from fathom.analysis.adviser import forget_everything, make_oracle
from fathom.errors import FathomError, StoreError
from fathom.show.room import AnyTableForm, Keepable
from fathom.solver import kept
from fathom.solver.kept import RefusedTable, Shelf, users_shelf
from tests.conformance.laws import Case, graph

CODES = [
    "range-war,highest=7,reach=4",
    "pyramid-challenge,highest=2,copies=3",
    "digit-dilemma,slots=2,base=5,divisor=3,leading_zero=forbidden",
    "pocket-addition,highest=5,target=9",
]


class Solved:
    """A game that has been solved and can be kept."""

    def __init__(self, code: str) -> None:
        match = games.read_code(code)
        self.game, self.options, self.start = match.game, match.options, match.position
        room = games.room(self.game.name)
        form = room.table_form(self.options)
        assert form is not None
        self.form: AnyTableForm = form
        self.oracle: Any = room.oracle(self.options)
        assert isinstance(self.oracle, Keepable)

    def keep(self, shelf: Shelf) -> Path:
        return shelf.keep(self.game, self.options, self.form, self.oracle.pack())

    def read(self, shelf: Shelf) -> Any:
        return shelf.read(self.game, self.options, self.form)


@pytest.fixture(params=CODES)
def solved(request: pytest.FixtureRequest) -> Solved:
    return Solved(request.param)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "tables")


def test_a_kept_table_has_the_value_of_every_position(solved: Solved, shelf: Shelf) -> None:
    solved.keep(shelf)
    loaded = solved.read(shelf)
    for position in graph(Case(solved.game, solved.options)):
        assert loaded.value(position) == solved.oracle.value(position)


def test_without_a_file_there_is_nothing_to_load(solved: Solved, shelf: Shelf) -> None:
    assert shelf.load(solved.game, solved.options, solved.form) is None
    assert list(shelf.tables()) == []


def flipped(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The file with one bit of a byte flipped: every byte of its first lines, the first and last of the table, some
    in between."""
    header = content.index(b"\n", len(b"fathom table\n")) + 1
    places = [*range(header + 2), *range(header + 2, len(content), max(1, len(content) // 50)), len(content) - 1]
    for place in places:
        for bit in (1, 32, 128):
            yield place, content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]


def test_a_file_with_any_byte_changed_is_refused(solved: Solved, shelf: Shelf) -> None:
    path = solved.keep(shelf)
    tried = 0
    for place, content in flipped(path.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(RefusedTable):
            solved.read(shelf)
        assert shelf.load(solved.game, solved.options, solved.form) is None, place
        tried += 1
    assert tried > 600


@pytest.mark.parametrize("cut", [0, 5, 13, 40, -1, -100])
def test_a_file_that_was_cut_off_or_has_more_is_refused(cut: int, shelf: Shelf) -> None:
    solved = Solved(CODES[0])
    path = solved.keep(shelf)
    content = path.read_bytes()
    for damaged in (content[:cut], content + b"\0"):
        path.write_bytes(damaged)
        with pytest.raises(RefusedTable):
            solved.read(shelf)


def test_a_header_that_is_nested_without_end_is_refused(solved: Solved, shelf: Shelf) -> None:
    path = solved.keep(shelf)
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n" + b"[" * 4090 + b"\n")
    with pytest.raises(RefusedTable, match="its header cannot be read"):
        solved.read(shelf)
    assert [table.identity for table in shelf.tables()] == [None]


def test_a_table_of_other_options_or_of_another_game_is_refused(shelf: Shelf) -> None:
    one, other = Solved(CODES[0]), Solved(CODES[1])
    content = one.keep(shelf).read_bytes()
    other.keep(shelf).write_bytes(content)
    with pytest.raises(RefusedTable, match="it is a table of"):
        other.read(shelf)
    longer = Solved("range-war,highest=7,reach=5")
    longer.keep(shelf).write_bytes(content)
    with pytest.raises(RefusedTable, match="it is a table of"):
        longer.read(shelf)


def test_a_table_of_another_version_is_refused(solved: Solved, shelf: Shelf) -> None:
    solved.keep(shelf)
    newer = solved.form._replace(version=solved.form.version + 1)
    with pytest.raises(RefusedTable, match="it is a table of"):
        shelf.read(solved.game, solved.options, newer)


def test_bytes_that_do_not_fit_the_options_are_refused_although_they_are_undamaged(
    solved: Solved, shelf: Shelf
) -> None:
    shelf.keep(solved.game, solved.options, solved.form, solved.oracle.pack() + b"\0")
    with pytest.raises(RefusedTable, match="bytes"):
        solved.read(shelf)


def test_the_tables_are_listed_and_forgotten(shelf: Shelf) -> None:
    one, other = map(Solved, CODES[:2])
    paths = [other.keep(shelf), one.keep(shelf)]
    assert [path.name for path in paths] == [
        "pyramid-challenge,highest=2,copies=3.table",
        "range-war,highest=7,reach=4.table",
    ]
    (shelf.directory / "else.table").write_bytes(b"anything")
    listed = list(shelf.tables())
    assert [table.identity and table.identity.game for table in listed] == [None, "pyramid-challenge", "range-war"]
    assert listed[2].size == paths[1].stat().st_size
    assert shelf.forget(one.game, one.options)
    assert not shelf.forget(one.game, one.options)
    assert shelf.forget_all() == 2
    assert list(shelf.directory.iterdir()) == []


def test_what_is_no_file_or_cannot_be_read_is_no_table(solved: Solved, shelf: Shelf) -> None:
    path = solved.keep(shelf)
    (shelf.directory / "folder.table").mkdir()
    (shelf.directory / "link.table").symlink_to(shelf.directory / "gone")
    assert [table.path for table in shelf.tables()] == [path]
    assert shelf.forget_all() == 1


def test_what_a_killed_process_left_is_forgotten_with_its_table(shelf: Shelf) -> None:
    one, other = map(Solved, CODES[:2])
    left = [path.with_name(f".{path.name}.123.part") for path in (one.keep(shelf), other.keep(shelf))]
    for path in left:
        path.write_bytes(b"half")
    shelf.forget(one.game, one.options)
    assert [path.exists() for path in left] == [False, True]
    shelf.forget_all()
    assert list(shelf.directory.iterdir()) == []


def test_a_kept_table_replaces_an_older_one_and_leaves_nothing_else(solved: Solved, shelf: Shelf) -> None:
    path = solved.keep(shelf)
    path.write_bytes(b"damaged")
    assert solved.keep(shelf) == path
    solved.read(shelf)
    assert list(shelf.directory.iterdir()) == [path]


def test_a_place_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(FathomError, match="cannot be written"):
        Solved(CODES[0]).keep(Shelf(tmp_path / "file"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    forget_everything()
    return tmp_path


def test_what_is_kept_is_loaded_instead_of_solved(home: Path, solved: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    solved.keep(users_shelf())
    room: Any = games.room(solved.game.name)
    monkeypatch.setattr(type(room), "oracle", lambda *_: pytest.fail("it was solved again"))
    loaded = make_oracle(solved.game, solved.options)
    assert loaded.value(solved.start) == solved.oracle.value(solved.start)


def test_a_damaged_table_is_solved_again(home: Path, solved: Solved) -> None:
    path = solved.keep(users_shelf())
    path.write_bytes(path.read_bytes()[:-1] + b"\x07")
    again: Any = make_oracle(solved.game, solved.options)
    assert again.value(solved.start) == solved.oracle.value(solved.start)
    assert again is not solved.oracle


def test_without_a_home_nothing_is_loaded(solved: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise StoreError("There is no home directory.")

    monkeypatch.setattr(kept, "data_directory", nowhere)
    assert kept.load_kept(solved.game, solved.options, solved.form) is None
