"""What is published: a wheel and a source distribution, complete and without anything that nobody needs."""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from configparser import ConfigParser
from email import message_from_string
from email.message import Message
from fnmatch import fnmatch
from pathlib import Path

import pytest
from flit_core import buildapi
from packaging.metadata import Metadata
from packaging.requirements import Requirement

from tests.test_setup import tracked_files
from tools.screenshots import SHOWN, place_of

ROOT = Path(__file__).resolve().parent.parent
#: Tracked, and left out: the pictures that no page shows.
LEFT_OUT = ["docs/images/web/*"]
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")
LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        buildapi.build_sdist(str(folder))
        buildapi.build_wheel(str(folder))
    return folder


@pytest.fixture(scope="module")
def sdist(built: Path) -> dict[str, bytes]:
    """The files of the source distribution, by their path in the project."""
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        opened = ((member.name, packed.extractfile(member)) for member in packed if member.isfile())
        return {name.partition("/")[2]: file.read() for name, file in opened if file}


@pytest.fixture(scope="module")
def wheel(built: Path) -> dict[str, bytes]:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def metadata(wheel: dict[str, bytes]) -> Message:
    (text,) = [content for name, content in wheel.items() if name.endswith(".dist-info/METADATA")]
    return message_from_string(text.decode())


def test_the_source_distribution_has_everything_that_is_tracked(sdist: dict[str, bytes]) -> None:
    tracked = {str(path.relative_to(ROOT)) for path in tracked_files()}
    wanted = {name for name in tracked if not any(fnmatch(name, pattern) for pattern in LEFT_OUT)}
    assert wanted - sdist.keys() == set()
    left_over = {name for name in sdist if re.search(r"__pycache__|\.pyc$|node_modules|\.venv|^dist/|^build/", name)}
    assert left_over == set()
    assert not any(fnmatch(name, pattern) for name in sdist for pattern in LEFT_OUT)


def test_the_source_distribution_has_every_picture_that_a_page_shows_and_no_other(sdist: dict[str, bytes]) -> None:
    shown = {
        str(Path(name).parent / target)
        for name, content in sdist.items()
        if name.endswith(".md")
        for target in PICTURE.findall(content.decode())
    }
    pictures = {name for name in sdist if fnmatch(name, "docs/images/*")}
    assert pictures == {str(Path(*_resolve(target))) for target in shown}


def _resolve(target: str) -> list[str]:
    """The parts of a relative path, without `..`."""
    parts: list[str] = []
    for part in Path(target).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return parts


def test_the_pictures_that_pages_show_are_taken_where_pages_look_for_them() -> None:
    assert {place_of(name).is_file() for name in SHOWN} == {True}


def test_the_wheel_has_every_file_of_the_package(wheel: dict[str, bytes]) -> None:
    source = ROOT / "src"
    package = {str(path.relative_to(source)) for path in (source / "fathom").rglob("*") if path.is_file()}
    package = {name for name in package if "__pycache__" not in name}
    assert {name for name in wheel if name.startswith("fathom/")} == package


def test_the_wheel_installs_the_man_page(wheel: dict[str, bytes]) -> None:
    (page,) = [content for name, content in wheel.items() if name.endswith(".data/data/share/man/man1/fathom.1")]
    assert page == (ROOT / "data/share/man/man1/fathom.1").read_bytes()


def test_the_command_can_be_run_by_the_name_of_the_distribution(wheel: dict[str, bytes]) -> None:
    (text,) = [content for name, content in wheel.items() if name.endswith("/entry_points.txt")]
    scripts = ConfigParser()
    scripts.read_string(text.decode())
    assert metadata(wheel)["Name"] == "fathom-games"
    assert dict(scripts["console_scripts"]) == dict.fromkeys(["fathom", "fathom-games"], "fathom.terminal.main:main")


def test_the_metadata_are_valid(wheel: dict[str, bytes]) -> None:
    (text,) = [content for name, content in wheel.items() if name.endswith(".dist-info/METADATA")]
    read = Metadata.from_email(text, validate=True)
    assert read.license_expression == "MIT"
    assert read.description_content_type == "text/markdown"
    pythons = {name.rpartition(" ")[2] for name in read.classifiers or [] if re.search(r":: 3\.\d+$", name)}
    assert pythons == {"3.11", "3.12", "3.13", "3.14"}


def test_a_package_index_can_show_the_description(wheel: dict[str, bytes]) -> None:
    """It has the text alone: nothing that a link or a picture could be relative to."""
    description = metadata(wheel).get_payload()
    assert isinstance(description, str)
    assert "fathom-games" in description
    assert [target for target in LINK.findall(description) if not target.startswith("https://")] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", description, re.MULTILINE))))
    assert named == set(project["optional-dependencies"])


def test_the_server_works_without_what_makes_it_fast(wheel: dict[str, bytes]) -> None:
    needs = [Requirement(text) for text in metadata(wheel).get_all("Requires-Dist", [])]
    fast = {need.name: need.marker for need in needs if need.marker and need.marker.evaluate({"extra": "fast"})}
    assert fast.keys() == {"httptools", "uvloop"}
    windows = {"extra": "fast", "sys_platform": "win32"}
    assert [name for name, marker in fast.items() if not marker.evaluate(windows)] == ["uvloop"]
    web = {need.name for need in needs if need.marker and need.marker.evaluate({"extra": "web"})}
    assert not web & fast.keys()
