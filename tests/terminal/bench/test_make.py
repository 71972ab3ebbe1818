"""`fathom bench make`."""

from __future__ import annotations

from pathlib import Path

from fathom.bench.item import read_items
from fathom.bench.splits import salt_hash

SALT = "a salt that nobody knows"
MAKE = ["bench", "make", "--game", "range-war", "--count", "3"]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_it_writes_the_same_bytes_twice(fathom, tmp_path):
    for name in ("one", "two"):
        made = fathom(*MAKE, "-o", str(tmp_path / name))
        assert made.returncode == 0, made.stderr
    one = files(tmp_path / "one")
    assert one == files(tmp_path / "two")
    items = read_items(one["items.jsonl"].decode(), "items.jsonl")
    assert {item.task for item in items} == {
        "legal", "track", "value", "best", "only", "reason", "match", "picture"
    }  # fmt: skip
    for item in items:
        if item.picture:
            assert one[item.picture].startswith(b"<svg")
            assert one[item.picture.replace(".svg", ".png")].startswith(b"\x89PNG")
    card = one["README.md"].decode()
    assert "Exempt, because there are too few shapes to divide: range-war." in card
    assert "| best | range-war | 3 |" in card


def test_a_salt_is_published_as_its_hash_only(fathom, tmp_path):
    made = fathom(*MAKE, "--task", "best", "--split", "held-out", "--salt", SALT, "-o", str(tmp_path / "out"))
    assert made.returncode == 0, made.stderr
    written = files(tmp_path / "out")
    assert not any(SALT.encode() in content for content in written.values())
    assert salt_hash(SALT) in written["README.md"].decode()


def test_a_folder_with_something_in_it_is_left_alone(fathom, tmp_path):
    (tmp_path / "notes").write_text("mine")
    made = fathom(*MAKE, "-o", str(tmp_path))
    assert made.returncode == 2
    assert "already exists; choose another folder." in made.stderr


def test_an_unknown_game_is_named_before_anything_is_made(fathom, tmp_path):
    made = fathom("bench", "make", "--game", "chess", "-o", str(tmp_path / "new"))
    assert made.returncode == 2
    assert "There is no game 'chess'" in made.stderr
    assert not (tmp_path / "new").exists()
