"""Builds the distributions and releases them, the part of `make dist` and `make release` that is not tests.

    python tools/release.py dist               dist/: the sdist, the wheel made from it, an SBOM, checksums
    python tools/release.py check 1.2.3        can this version be released now?
    python tools/release.py release 1.2.3      version, changelog and generated docs; dist; then a commit and a tag

If anything fails, the files are as they were, and there is neither a commit nor a tag. Uploading is left to a person.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION_FILE = Path("src") / "fathom" / "__init__.py"
CHANGELOG = Path("CHANGELOG.md")
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_UNRELEASED = "## Unreleased\n"


class Refused(Exception):
    """Nothing can be released; the message says why."""


def main(arguments: list[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="tools/release.py", description="Build and release the distributions.")
    parser.add_argument("what", choices=("dist", "check", "release"))
    parser.add_argument("version", nargs="?", default="", help="such as 1.2.3")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.what == "dist":
            make_distributions(root)
        else:
            check(root, chosen.version)
            if chosen.what == "release":
                release(root, chosen.version)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


# ---------------------------------------------------------------- a release


def check(root: Path, version: str) -> None:
    """Raises `Refused` if this version cannot be released now."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version, re.ASCII):
        raise Refused(f"{version!r} is not a version such as 1.2.3.")
    now = current_version(root)
    if parts(version) <= parts(now):
        raise Refused(f"{version} is not newer than {now}.")
    if changed := git(root, "status", "--porcelain"):
        raise Refused(f"Commit or remove what has changed first:\n{changed}")
    if git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"There is a tag v{version} already.")
    try:
        git(root, "var", "GIT_COMMITTER_IDENT")
    except Refused:
        raise Refused("Tell git who you are first: git config user.name and user.email.") from None
    new_changelog((root / CHANGELOG).read_text(encoding="utf-8"), version, today())


def release(root: Path, version: str) -> None:
    """Make a version, its distributions, a commit and a tag."""
    with undone_on_failure(root):
        changelog = (root / CHANGELOG).read_text(encoding="utf-8")
        (root / CHANGELOG).write_text(new_changelog(changelog, version, today()), encoding="utf-8")
        source = (root / VERSION_FILE).read_text(encoding="utf-8")
        (root / VERSION_FILE).write_text(_VERSION.sub(f'__version__ = "{version}"', source), encoding="utf-8")
        # In a process of its own, which imports the new version.
        run(root, sys.executable, "tools/docs.py", path=str(root / "src"))
        make_distributions(root)
        git(root, "commit", "--all", "--message", f"release: {version}")
        git(root, "tag", "--annotate", f"v{version}", "--message", f"Fathom {version}")
    print(f"Fathom {version} is tagged v{version} and lies in dist/.")
    print("To publish it: git push --follow-tags, and upload dist/.")


@contextmanager
def undone_on_failure(root: Path) -> Iterator[None]:
    """If the block fails, tracked files and the last commit are as they were: nothing had changed before."""
    before = git(root, "rev-parse", "HEAD")
    try:
        yield
    except BaseException:
        git(root, "reset", "--quiet", "--hard", before)
        raise


def current_version(root: Path) -> str:
    found = _VERSION.search((root / VERSION_FILE).read_text(encoding="utf-8"))
    assert found
    return found[1]


def parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def new_changelog(text: str, version: str, day: str) -> str:
    """With what was unreleased under the new version; raises `Refused` if there is nothing."""
    before, mark, after = text.partition(_UNRELEASED)
    entries = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not mark or not re.search(r"^- ", entries, re.MULTILINE):
        raise Refused(f"{CHANGELOG} has nothing under {_UNRELEASED.strip()!r}.")
    return f"{before}{_UNRELEASED}\n## {version} ({day})\n{after}"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


# ---------------------------------------------------------------- the distributions


def make_distributions(root: Path) -> list[Path]:
    """Build into an empty dist/, describe, and try out what was built."""
    folder, version = root / "dist", current_version(root)
    shutil.rmtree(folder, ignore_errors=True)
    run(root, sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(root))  # wheel from sdist
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    (folder / f"fathom_games-{version}.cdx.json").write_text(bill_of_materials(root, version), encoding="utf-8")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    for distribution in (wheel, sdist):
        play_from(root, distribution)
    made = sorted(folder.iterdir())
    print(*(f"dist/{path.name}" for path in made), sep="\n")
    return made


def bill_of_materials(root: Path, version: str) -> str:
    """What a server with every pinned package is made of, as CycloneDX."""
    described = run(
        root,
        str(Path(sys.executable).with_name("cyclonedx-py")),
        *("requirements", "requirements/serve.txt", "--pyproject", "pyproject.toml"),
        *("--output-reproducible", "--output-format", "JSON", "--spec-version", "1.6"),
    )
    bill = json.loads(described)
    bill["metadata"]["component"] |= {"version": version, "type": "application"}
    return json.dumps(bill, indent=2) + "\n"


def play_from(root: Path, distribution: Path) -> None:
    """Install a distribution where nothing else is, as anybody would, and play."""
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder) / "bin"
        if uv := shutil.which("uv"):
            run(root, uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder)
            run(root, uv, "pip", "install", "--quiet", "--python", str(programs / "python"), str(distribution))
        else:
            run(root, sys.executable, "-m", "venv", folder)
            run(root, str(programs / "python"), "-m", "pip", "--quiet", "install", str(distribution))
        run(root, sys.executable, "tools/smoke.py", str(programs / "fathom-games"))


# ---------------------------------------------------------------- other programs


def git(root: Path, *words: str) -> str:
    return run(root, "git", *words).rstrip()


def run(root: Path, *command: str, path: str = "") -> str:
    """What a program prints; raises `Refused` with the end of what it said if it fails."""
    environment = os.environ | ({"PYTHONPATH": path} if path else {})
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise Refused(f"{Path(command[0]).name} {' '.join(command[1:4])} failed:\n{said}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
