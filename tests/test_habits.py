"""What keeps the project in order: the files that a forge and editors read, and how a version is released."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
from flit_core import buildapi

from tools import release

ROOT = Path(__file__).resolve().parent.parent
FORGE = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CI = yaml.safe_load((FORGE / "workflows" / "ci.yaml").read_text(encoding="utf-8"))
BIN = Path(sys.executable).parent


def run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "schema, files",
    [
        ("github-workflows", "workflows/*.yaml"),
        ("github-issue-forms", "ISSUE_TEMPLATE/[!c]*.yaml"),
        ("github-issue-config", "ISSUE_TEMPLATE/config.yaml"),
        ("dependabot", "dependabot.yaml"),
    ],
)
def test_a_forge_can_read_its_files(schema: str, files: str) -> None:
    found = sorted(FORGE.glob(files))
    assert found
    run(BIN / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *found)


@pytest.mark.slow
def test_the_workflows_hand_no_rights_to_strangers() -> None:
    run(BIN / "zizmor", "--offline", "--no-progress", "--quiet", FORGE)


@pytest.mark.slow
def test_the_hooks_before_a_commit_can_be_read_and_run() -> None:
    run(BIN / "pre-commit", "validate-config")
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]  # nothing is downloaded
    for hook in config["repos"][0]["hooks"]:
        program = hook["entry"].split()[0]
        assert (BIN / Path(program).name).exists(), program


def test_ci_tries_every_system_and_python_that_is_promised() -> None:
    promised = {name.rpartition(" ")[2] for name in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", name)}
    jobs = CI["jobs"]
    (everything,) = [
        step["with"]["python-version"] for step in jobs["everything"]["steps"] if "setup-python" in str(step)
    ]
    assert {everything, *jobs["pythons"]["strategy"]["matrix"]["python"]} == promised
    systems = jobs["systems"]["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in systems["system"]} == {"ubuntu", "macos", "windows"}
    by_number = sorted(promised, key=lambda version: tuple(map(int, version.split("."))))
    assert systems["python"] == [by_number[0], by_number[-1]]


def test_ci_runs_only_what_there_is() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    commands = [step["run"].split() for job in CI["jobs"].values() for step in job["steps"] if "run" in step]
    made = {words[1] for words in commands if words[0] == "make"}
    assert made
    assert made <= set(targets)
    files = {word for words in commands for word in words if re.fullmatch(r"[\w.]+/[\w.]+", word)}
    assert files == {".ci/run", "tools/smoke.py"}
    assert all((ROOT / file).is_file() for file in files)


def test_editors_and_the_formatter_agree() -> None:
    config = ConfigParser()
    config.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    assert int(config["*.py"]["max_line_length"]) == PROJECT["tool"]["ruff"]["line-length"]
    assert (config["*"]["indent_size"], config["*"]["indent_style"]) == ("4", "space")  # as ruff formats


def test_check_runs_everything_that_checks() -> None:
    recipe = re.search(r"^check:(.*?)\n\n", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert recipe
    for part in ("lint test", "tools/docs.py --check", "docs_site.build", "-m truth", "proof.soak", "web.siege"):
        assert part in recipe[1], part


@pytest.mark.slow
def test_an_installed_fathom_passes_the_trial_of_every_system() -> None:
    run(sys.executable, "tools/smoke.py", "--serve", BIN / "fathom-games")


# ------------------------------------------------------------ a release

CHANGES = "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0\n\n- The first.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a version, a changelog, and what makes the docs, in which the version is named."""
    root = tmp_path / "project"
    (root / "src" / "fathom").mkdir(parents=True)
    (root / "src" / "fathom" / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (root / "tools").mkdir()
    (root / "tools" / "docs.py").write_text(
        "from pathlib import Path\nimport fathom\nPath('fathom.1').write_text(f'fathom {fathom.__version__}\\n')\n"
    )
    (root / "fathom.1").write_text("fathom 0.1.0\n")
    (root / "CHANGELOG.md").write_text(CHANGES)
    (root / ".gitignore").write_text("dist\n__pycache__\n")
    for words in (["init", "--quiet"], ["config", "user.name", "Ann"], ["config", "user.email", "ann@example.org"]):
        release.git(root, *words)
    release.git(root, "add", ".")
    release.git(root, "commit", "--quiet", "--message", "begin")
    return root


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The versions of which distributions were made."""
    made: list[str] = []
    monkeypatch.setattr(release, "make_distributions", lambda root: made.append(release.current_version(root)))
    return made


@pytest.mark.slow
def test_a_release_writes_the_version_and_the_changelog_builds_commits_and_tags(
    project: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "today", lambda: "2026-12-01")
    assert release.main(["release", "0.2.0"], project) == 0
    assert built == ["0.2.0"]
    assert (project / "fathom.1").read_text() == "fathom 0.2.0\n"
    assert (project / "CHANGELOG.md").read_text() == CHANGES.replace(
        "## Unreleased\n", "## Unreleased\n\n## 0.2.0 (2026-12-01)\n"
    )
    assert release.git(project, "log", "-1", "--format=%s") == "release: 0.2.0"
    assert release.git(project, "describe") == "v0.2.0"
    assert release.git(project, "status", "--porcelain") == ""


@pytest.mark.slow
def test_a_release_that_fails_leaves_everything_as_it_was(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(root: Path) -> None:
        raise release.Refused("The wheel does not play.")

    monkeypatch.setattr(release, "make_distributions", fail)
    assert release.main(["release", "0.2.0"], project) == 1
    assert "The wheel does not play." in capsys.readouterr().err
    assert release.git(project, "status", "--porcelain") == ""
    assert release.git(project, "tag", "--list") == ""
    assert release.current_version(project) == "0.1.0"


@pytest.mark.slow
def test_a_release_whose_tag_fails_leaves_no_commit(project: Path, built: list[str]) -> None:
    release.git(project, "config", "tag.gpgSign", "true")
    release.git(project, "config", "gpg.program", "false")
    before = release.git(project, "rev-parse", "HEAD")
    assert release.main(["release", "0.2.0"], project) == 1
    assert built == ["0.2.0"]
    assert release.git(project, "rev-parse", "HEAD") == before
    assert release.git(project, "status", "--porcelain") == ""
    assert release.current_version(project) == "0.1.0"


@pytest.mark.slow
def test_a_release_is_refused_at_once_where_git_does_not_know_its_author(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"):
        monkeypatch.delenv(variable, raising=False)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    release.git(project, "config", "--unset", "user.name")
    release.git(project, "config", "--unset", "user.email")
    release.git(project, "config", "user.useConfigOnly", "true")  # or git would take the name of this machine's user
    assert release.main(["check", "0.2.0"], project) == 1
    assert capsys.readouterr().err.strip() == "Tell git who you are first: git config user.name and user.email."


@pytest.mark.slow
@pytest.mark.parametrize(
    "version, why",
    [
        ("1.2", "'1.2' is not a version such as 1.2.3."),
        ("0.1.0", "0.1.0 is not newer than 0.1.0."),
        ("0.0.9", "0.0.9 is not newer than 0.1.0."),
    ],
)
def test_a_version_that_makes_no_sense_is_refused(
    project: Path, version: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(["check", version], project) == 1
    assert capsys.readouterr().err.strip() == why


@pytest.mark.slow
def test_nothing_is_released_with_changes_that_are_not_committed_or_without_news(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "note").touch()
    assert release.main(["check", "0.2.0"], project) == 1
    assert "Commit or remove what has changed first" in capsys.readouterr().err
    (project / "note").unlink()
    assert release.main(["check", "0.2.0"], project) == 0
    (project / "CHANGELOG.md").write_text(CHANGES.replace("### Added\n- A thing.\n", ""))
    release.git(project, "commit", "--quiet", "--all", "--message", "forget")
    assert release.main(["check", "0.2.0"], project) == 1
    assert "has nothing under '## Unreleased'" in capsys.readouterr().err


@pytest.mark.slow
def test_the_wheel_is_installed_in_an_empty_environment_and_played(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        wheel = tmp_path / buildapi.build_wheel(str(tmp_path))
    release.play_from(ROOT, wheel)
    with zipfile.ZipFile(wheel) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(wheel, "w") as packed:  # a wheel that lacks a file is noticed
        for name, content in files.items():
            if name != "fathom/solver/search.py":
                packed.writestr(name, content)
    with pytest.raises(release.Refused, match="smoke"):
        release.play_from(ROOT, wheel)


@pytest.mark.slow
def test_both_distributions_are_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[str] = []

    def run(root: Path, *command: str, path: str = "") -> str:
        if "build" in command:
            (root / "dist").mkdir()
            for name in ("fathom_games-1.2.3.tar.gz", "fathom_games-1.2.3-py3-none-any.whl"):
                (root / "dist" / name).touch()
        return ""

    (tmp_path / "src" / "fathom").mkdir(parents=True)
    (tmp_path / "src" / "fathom" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    monkeypatch.setattr(release, "run", run)
    monkeypatch.setattr(release, "bill_of_materials", lambda root, version: "{}\n")
    monkeypatch.setattr(release, "play_from", lambda root, distribution: played.append(distribution.name))
    made = release.make_distributions(tmp_path)
    assert played == ["fathom_games-1.2.3-py3-none-any.whl", "fathom_games-1.2.3.tar.gz"]
    sums = (tmp_path / "dist" / "SHA256SUMS").read_text().splitlines()
    assert [line.split()[1] for line in sums] == [path.name for path in made if path.name != "SHA256SUMS"]


@pytest.mark.slow
def test_the_bill_of_materials_names_every_pinned_package() -> None:
    bill = json.loads(release.bill_of_materials(ROOT, "1.2.3"))
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")
    listed = {(part["name"], part["version"]) for part in bill["components"]}
    pinned = re.findall(
        r"^([\w.-]+)(?:\[[\w,-]+\])?==([^ ;\\]+)", (ROOT / "requirements" / "serve.txt").read_text(), re.M
    )
    assert listed == set(pinned)
