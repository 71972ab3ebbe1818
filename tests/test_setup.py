"""What a newcomer finds: the documents, the commands, pinned packages, and nothing from the author's machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
INTEGRATIONS = sorted(folder for folder in (ROOT / "integrations").iterdir() if folder.is_dir())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

#: The homes of Ann, Alice, Bob and you are examples, so they are allowed.
MACHINE_PATH = re.compile(
    r"(?<![\w.:/-])/(?:home|Users|root)/(?!(?:ann|alice|bob|you)\b)\w|\b[A-Z]:\\+Users\\+(?!(?:ann|alice|bob|you)\b)\w"
)
REGISTRY = re.compile(
    r"https?://[^\s\"'<>]*(?:pypi\.|pythonhosted|npmjs|artifactory|nexus|devpi|/simple\b)|--(?:extra-)?index-url"
)
PINNED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?:\[[a-z,-]+\])?==\S+(?: ; [^#]+?)?(?: --hash=sha256:[0-9a-f]{64})+")


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout")
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in run.stdout.split("\0") if name and (ROOT / name).is_file()]


def found_in_tracked_files(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


def pins_of(requirements: Path) -> list[str]:
    """The pins of a file, each with its hashes on one line."""
    text = requirements.read_text(encoding="utf-8").replace("\\\n", " ")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_no_tracked_file_holds_the_path_of_somebody_s_home():
    assert found_in_tracked_files(MACHINE_PATH) == []


def test_no_tracked_file_holds_the_path_of_this_checkout():
    if len(ROOT.parts) < 3:
        pytest.skip("the checkout lies at the top, where its name says nothing")
    assert found_in_tracked_files(re.compile(rf"(?<![\w.]){re.escape(str(ROOT))}\b")) == []


def test_no_tracked_file_holds_the_address_of_a_package_registry():
    assert found_in_tracked_files(REGISTRY) == []


@pytest.mark.parametrize("place", ["/home", "/Users", "/root", r"C:\Users"])
def test_paths_of_machines_are_recognised(place: str):
    separator = "\\" if "\\" in place else "/"
    assert MACHINE_PATH.search(f"see '{place}{separator}mallory'")


@pytest.mark.parametrize(
    "text", ["#!/usr/bin/env bash", "2>/dev/null", "/home/ann/notes", "https://example.org/home/x", "src/home/x"]
)
def test_other_paths_are_left_alone(text: str):
    assert not MACHINE_PATH.search(text)


@pytest.mark.parametrize("host", ["pypi.example/project/x", "files.pythonhosted.example/x", "mirror.example/simple/"])
def test_addresses_of_registries_are_recognised(host: str):
    assert REGISTRY.search(f"https:{'//'}{host}")


@pytest.mark.parametrize(
    "name",
    ["LICENSE", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "pyproject.toml", "Makefile", ".ci/run"],
)
def test_the_papers_are_there(name: str):
    assert (ROOT / name).read_text(encoding="utf-8").strip()


def test_the_licence_is_the_one_that_the_package_names():
    assert PROJECT["project"]["license"] == "MIT"
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_check_of_a_clean_machine_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_make_help_lists_the_documented_commands():
    if not shutil.which("make"):
        pytest.skip("no make on this machine")
    run = subprocess.run(["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = re.findall(r"^make ([\w-]+) +\S", run.stdout, re.MULTILINE)
    commands = (
        "help play serve quick test truth lint format bench bench-web bench-env bench-site bench-store "
        "store-size soak siege growth results ratings docs site site-docs check check-site check-integrations dist "
        "release screenshots image lock clean"
    )
    assert listed == commands.split()
    documented = re.findall(r"`make ([\w-]+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert set(documented) <= set(listed)


@pytest.mark.parametrize("folder", INTEGRATIONS, ids=lambda folder: folder.name)
def test_an_integration_has_its_papers_its_check_and_an_environment_that_make_removes(folder: Path):
    assert {"README.md", "check.py", "requirements.txt"} <= {path.name for path in folder.iterdir()}
    pins = dict(pin.split("==") for pin in pins_of(folder / "requirements.txt"))
    assert f"{folder.name} {pins[folder.name]}" in (ROOT / "integrations" / "README.md").read_text("utf-8").lower()
    assert f"{folder.name} {pins[folder.name]}" in (folder / "README.md").read_text("utf-8").lower()
    assert f"/.venv-{folder.name}/\n" in (ROOT / ".gitignore").read_text("utf-8")
    clean = (ROOT / "Makefile").read_text("utf-8").partition("\nclean:")[2]
    assert f" .venv-{folder.name} " in clean


def test_there_is_a_lock_for_every_group_of_commands():
    assert [path.stem for path in REQUIREMENTS] == ["bench", "play", "serve", "test"]


@pytest.mark.parametrize("requirements", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_is_pinned_with_hashes(requirements: Path):
    pins = pins_of(requirements)
    assert pins
    assert [pin for pin in pins if not PINNED.fullmatch(pin)] == []


@pytest.mark.parametrize(
    "lock, extras, groups",
    [
        ("serve", ("scenario", "web", "fast", "postgresql"), ()),
        (
            "test",
            ("scenario", "web", "fast", "postgresql", "mcp", "parquet", "inspect"),
            ("test", "docs", "release"),
        ),
        ("bench", ("scenario", "web", "fast", "postgresql"), ("bench",)),
    ],
)
def test_every_named_dependency_is_pinned(lock: str, extras: tuple[str, ...], groups: tuple[str, ...]):
    named = [need for extra in extras for need in PROJECT["project"]["optional-dependencies"][extra]]
    named += [need for group in groups for need in PROJECT["dependency-groups"][group] if isinstance(need, str)]
    wanted = {re.split(r"[ <>=!\[;]", need)[0] for need in named}
    pinned = {re.split(r"[=\[]", pin)[0] for pin in pins_of(ROOT / "requirements" / f"{lock}.txt")}
    assert {name.replace("_", "-") for name in wanted} <= {name.replace("_", "-") for name in pinned}


@pytest.mark.parametrize("group", ["play", "serve"])
def test_nobody_who_plays_or_serves_installs_what_tools_for_models_need(group: str):
    pinned = {re.split(r"[=\[]", pin)[0] for pin in pins_of(ROOT / "requirements" / f"{group}.txt")}
    assert pinned.isdisjoint({"mcp", "inspect-ai", "pyarrow", "datasets", "pydantic"})


def test_the_game_itself_depends_on_nothing():
    assert PROJECT["project"]["dependencies"] == []
