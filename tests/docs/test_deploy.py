"""The files for operators in docs/deploy: they name what exists, and what can be run without an engine is run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from configparser import ConfigParser
from contextlib import closing
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from fathom.terminal.arguments import parser
from fathom.web.settings import CONFIG, all_settings, read_settings
from tests.conftest import Fathom
from tests.postgres import PostgreSQL
from tests.web.live.test_readiness import damage, fill
from tests.web.proof.process import Server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
VARIABLES = {variable for setting in all_settings() for variable in setting.variables} | {CONFIG}
IN_ORDER = "Everything is in order."


def test_every_file_is_explained() -> None:
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.name}" in PAGE, path.name


def test_the_example_settings_pass_the_check(fathom: Fathom, tmp_path: Path) -> None:
    file, store = DEPLOY / "fathom.toml", tmp_path / "server.db"
    done = fathom("serve", "--config", str(file), "--check", FATHOM_SERVE_PORT="0", FATHOM_SERVE_STORE=str(store))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, IN_ORDER)
    settings = read_settings({"config": str(file)}, {}).settings
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.store == "/var/lib/fathom/server.db"


# ------------------------------------------------------------ systemd


def unit() -> ConfigParser:
    """The unit; where a key is given several times, its last value."""
    read = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read(DEPLOY / "fathom.service", encoding="utf-8")
    return read


def test_the_unit_starts_what_the_page_installs(fathom: Fathom, tmp_path: Path) -> None:
    service = unit()["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == "/opt/fathom/bin/fathom"
    assert "python3 -m venv /opt/fathom" in PAGE
    config = "/etc/fathom/fathom.toml"
    assert config in arguments
    here = [str(DEPLOY / "fathom.toml") if argument == config else argument for argument in arguments]
    done = fathom(*here, "--check", FATHOM_SERVE_PORT="0", FATHOM_SERVE_STORE=str(tmp_path / "server.db"))
    assert done.returncode == 0
    assert service["User"] == "fathom"
    assert service["StateDirectory"] == "fathom"  # the store of the settings is in /var/lib/fathom


def test_an_instance_of_the_unit_listens_on_its_own_port() -> None:
    variable, _, value = unit()["Service"]["Environment"].partition("=")
    assert (variable, value) == ("FATHOM_SERVE_PORT", "%i")
    config = {"config": str(DEPLOY / "fathom.toml")}
    assert read_settings(config, {variable: ""}).settings.port == 8000  # without an instance, %i is empty
    assert read_settings(config, {variable: "8001"}).settings.port == 8001


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fathom.service", "fathom@.service"])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, name: str) -> None:
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("systemd-analyze is not installed here")
    text = (DEPLOY / "fathom.service").read_text(encoding="utf-8")
    written = tmp_path / name.replace("@", "@8001")
    written.write_text(text.replace("/opt/fathom/bin/fathom", sys.executable))
    verified = subprocess.run([analyze, "verify", "--man=no", written], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    rated = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", "--threshold=20", written],
        capture_output=True,
        text=True,
        check=False,
    )
    assert rated.returncode == 0, rated.stdout[-200:]  # 2.0 at most, of 10


# ------------------------------------------------------------ the image


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, with continued lines joined."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines)]


def is_ignored(path: str) -> bool:
    """Does .dockerignore keep it out? The last pattern that fits it, or a folder of it, decides."""
    ignored = False
    for pattern in (ROOT / ".dockerignore").read_text().split():
        bare = pattern.lstrip("!")
        if fnmatch(path, bare) or path.startswith(f"{bare}/"):
            ignored = not pattern.startswith("!")
    return ignored


def test_the_image_copies_only_what_exists() -> None:
    sources = [
        source
        for word, rest in instructions()
        if word == "COPY" and "--from=" not in rest
        for source in rest.split()[:-1]
    ]
    assert {"requirements/serve.txt", "src", "pyproject.toml", "LICENSE"} <= set(sources)
    for source in sources:
        assert (ROOT / source).exists(), source
        assert not is_ignored(source), source
    assert is_ignored(".venv")
    assert is_ignored("tests")


def test_the_image_installs_pinned_packages_and_needs_no_others() -> None:
    runs = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert len(runs) == 2
    assert all("--no-deps" in run for run in runs)
    assert "--require-hashes -r requirements/serve.txt" in runs[0]
    assert "--no-build-isolation" in runs[1]  # flit_core is among the pinned ones
    pinned = (ROOT / "requirements" / "serve.txt").read_text()
    assert "flit-core==" in pinned
    assert "psycopg[binary]==" in pinned


def test_the_image_runs_without_privileges_and_with_settings_that_exist() -> None:
    found = instructions()
    words = [word for word, _ in found]
    known = {"FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
    assert set(words) <= known | {"ENTRYPOINT", "CMD"}
    bases = {rest.split()[0] for word, rest in found if word == "FROM"}
    assert len(bases) == 1
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+", bases.pop())
    (user,) = [rest for word, rest in found if word == "USER"]
    assert int(user) > 0
    assert words.index("USER") > max(number for number, word in enumerate(words) if word == "RUN")
    environment = image_environment()
    assert environment.keys() <= VARIABLES
    assert ("EXPOSE", environment["FATHOM_SERVE_PORT"]) in found
    folder = str(Path(environment["FATHOM_SERVE_STORE"]).parent)
    assert ("VOLUME", folder) in found
    assert any(f"--home-dir {folder}" in rest for word, rest in found if word == "RUN")


def image_environment() -> dict[str, str]:
    (given,) = [rest for word, rest in instructions() if word == "ENV"]
    return dict(part.split("=", 1) for part in given.split())


def test_the_command_of_the_image_works(fathom: Fathom, tmp_path: Path) -> None:
    found = dict(instructions())
    words: list[str] = json.loads(found["ENTRYPOINT"]) + json.loads(found["CMD"])
    program, *arguments = words
    assert program == "/opt/fathom/bin/fathom"
    site = {"FATHOM_SERVE_ORIGINS": "https://games.example.org", "FATHOM_SERVE_PORT": "0"}
    store = {"FATHOM_SERVE_STORE": str(tmp_path / "server.db")}
    done = fathom(*arguments, "--check", **image_environment() | site | store)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, IN_ORDER)


@pytest.mark.slow
def test_the_health_check_of_the_image_notices_a_server_that_has_gone(tmp_path: Path) -> None:
    (healthcheck,) = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
    program, *arguments = json.loads(healthcheck[healthcheck.index("[") :])
    assert program == "/opt/fathom/bin/python"
    server = Server(str(tmp_path / "server.db"), tmp_path / "log")
    command = [sys.executable, *(argument.replace(":8000/", f":{server.port}/") for argument in arguments)]
    server.start()
    assert subprocess.run(command, check=False).returncode == 0
    server.stop()
    assert subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode != 0


# ------------------------------------------------------------ compose


def composition() -> dict[str, dict[str, dict]]:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    composed: dict[str, dict[str, dict]] = yaml.safe_load(text)
    return composed


def test_the_composition_is_sound() -> None:
    composed = composition()
    services = composed["services"]
    database = services["db"]
    assert "healthcheck" in database
    assert database["volumes"] == ["db:/var/lib/postgresql/data"]
    assert "db" in composed["volumes"]
    upstreams = re.findall(r"server (127\.0\.0\.1:\d+) ", (DEPLOY / "nginx.conf").read_text())
    ports = [port for name in ("first", "second") for port in services[name]["ports"]]
    inside = image_environment()["FATHOM_SERVE_PORT"]
    assert ports == [f"{upstream}:{inside}" for upstream in upstreams]
    for name in ("first", "second"):
        service = services[name]
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve().exists()
        assert service["depends_on"] == {"db": {"condition": "service_healthy"}}
        assert service["environment"].keys() <= VARIABLES
        assert service["read_only"] is True


def test_the_variables_of_the_composition_are_on_the_page() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    named = set(re.findall(r"\$\{(\w+)", text))
    assert named == {"POSTGRES_PASSWORD", "SITE"}
    assert all(f"{name}=" in PAGE for name in named)


def test_the_servers_of_the_composition_would_start(fathom: Fathom, postgresql: PostgreSQL) -> None:
    given = composition()["services"]["first"]["environment"]
    database = postgresql.fresh_database()
    name = database.rpartition("/")[2]
    environment = {key: re.sub(r"\$\{SITE.*?\}", "https://games.example.org", value) for key, value in given.items()}
    store = re.sub(r"\$\{POSTGRES_PASSWORD.*?\}", "SECRET", environment["FATHOM_SERVE_STORE"])
    assert store == "postgresql://fathom:SECRET@db/fathom"
    environment["FATHOM_SERVE_STORE"] = store.replace("@db/fathom", f"@127.0.0.1:{postgresql.port}/{name}")
    done = fathom("serve", "--check", **image_environment() | environment | {"FATHOM_SERVE_PORT": "0"})
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, IN_ORDER), done.stdout


# ------------------------------------------------------------ the page

#: Programs that Debian has, those that the page installs, and Python's pip in the environment that it makes.
PROGRAMS = {
    "apt",
    "certbot",
    "chown",
    "cp",
    "curl",
    "df",
    "docker",
    "editor",
    "git",
    "install",
    "journalctl",
    "ln",
    "ls",
}
PROGRAMS |= {"make", "mv", "nginx", "python3", "sed", "systemctl", "useradd", "cd", "/opt/fathom/bin/pip"}
SECTIONS = ("On Debian, with systemd", "In containers", "On a bad night")


def commands(section: str) -> list[list[str]]:
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    assert text, section
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if not re.match(r"[A-Z_]+=", line)]


def strip(words: list[str]) -> list[str]:
    """The command that `runuser` runs, or the command itself."""
    return words[words.index("--") + 1 :] if words[0] == "runuser" else words


def test_every_command_on_the_page_exists() -> None:
    found = [strip(words) for section in SECTIONS for words in commands(section)]
    own = [words[1:] for words in found if words[0].rpartition("/")[2] == "fathom"]
    assert len(own) > 3
    for arguments in own:
        parser(arguments).parse_args(arguments)
    others = {words[0] for words in found if words[0].rpartition("/")[2] != "fathom"}
    assert others <= PROGRAMS | {"createuser", "createdb", "psql"}


def test_every_file_on_the_page_exists() -> None:
    for section in SECTIONS:
        for words in commands(section):
            for word in words:
                if word.startswith(("docs/", "requirements/")):
                    assert (ROOT / word).exists(), word


@pytest.mark.slow
def test_what_a_damaged_store_still_shows_can_be_exported(fathom: Fathom, tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    seats = fill(path)
    damage(path)
    checked = fathom("store", "check", "--store", str(path))
    assert checked.returncode == 1
    assert "malformed" in checked.stdout
    with closing(sqlite3.connect(path)) as db:
        whole = next(seat.match for seat in seats if is_readable(db, seat.match))
    exported = fathom("store", "export", whole, "--store", str(path))
    assert exported.returncode == 0
    assert f'[Id "{whole}"]' in exported.stdout


def is_readable(db: sqlite3.Connection, match: str) -> bool:
    try:
        return bool(db.execute("SELECT body FROM events WHERE match = ?", (match,)).fetchall())
    except sqlite3.DatabaseError:
        return False
