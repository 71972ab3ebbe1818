"""Makes .venv ready for one group of commands, from pinned packages: python3 tools/environment.py GROUP

GROUP is `play` (the games in a terminal), `serve` (the web server), `test` (tests and linters) or `bench` (the
benchmarks); `serve` adds to `play`, and `test` and `bench` each add to `serve`. Running it again costs nothing; an
interrupted, moved or outdated .venv is made again. `--quiet` leaves out the line that says there was nothing to do.

Needs only the standard library. It must parse on any Python 3, to say one clear sentence there: so no
syntax newer than 3.6, and the version check stands before the first annotation is evaluated.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator

if sys.version_info < (3, 11):
    sys.exit(
        "Fathom needs Python 3.11 or newer, and this is Python {}.{}; name a newer one, "
        "for example: make play PYTHON=python3.11".format(*sys.version_info)
    )

# Each group with those that hold everything it needs.
GROUPS = {
    "play": ("play", "serve", "test", "bench"),
    "serve": ("serve", "test", "bench"),
    "test": ("test",),
    "bench": ("bench",),
}
ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, "bin", "python")
PROJECT = os.path.join(ROOT, "pyproject.toml")
# What .venv holds: {"python": ..., "checkout": ..., "project": digest, "test": digest of its lock, ...}.
# Removed before a change and written after it, so a .venv without it is not to be trusted.
RECORD = os.path.join(VENV, "fathom-setup.json")

# Of the many settings that pip and uv take from the environment, those that say how to reach the packages.
NETWORK_SETTINGS = """
    CACHE_DIR CERT CLIENT_CERT CONFIG_FILE DEFAULT_INDEX DEFAULT_TIMEOUT EXTRA_INDEX_URL FIND_LINKS
    HTTP_TIMEOUT INDEX INDEX_URL INSECURE_HOST KEYRING_PROVIDER NATIVE_TLS NO_CACHE NO_CACHE_DIR NO_INDEX
    OFFLINE PROXY RETRIES SYSTEM_CERTS TIMEOUT TRUSTED_HOST
"""


class Stop(Exception):
    """Set-up cannot go on; the message is for the person at the keyboard."""


class Installer:
    """A program that installs packages into .venv: `before VERB after ...`."""

    def __init__(self, name: str, before: list[str], after: list[str]) -> None:
        self.name = name
        self.before = before
        self.after = after

    def run(self, verb: str, *arguments: str) -> None:
        run([*self.before, verb, *self.after, *arguments])


def main(arguments: list[str]) -> int:
    quiet = "--quiet" in arguments
    groups = [argument for argument in arguments if argument != "--quiet"]
    if len(groups) != 1 or groups[0] not in GROUPS:
        print("usage: python3 tools/environment.py [--quiet] " + "|".join(GROUPS), file=sys.stderr)
        return 2
    try:
        if not is_ready(recorded(), groups[0]):
            prepare(groups[0])
        elif not quiet:
            say(".venv is ready.")
    except (Stop, OSError) as problem:
        print(f"Set-up stopped: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up interrupted: run the same command again to start over.", file=sys.stderr)
        return 130
    return 0


# ---------------------------------------------------------------- what .venv holds


def recorded() -> dict[str, str]:
    try:
        with open(RECORD, encoding="utf-8") as file:
            record: dict[str, str] = json.load(file)
    except (OSError, ValueError):
        return {}
    return record


def record_now(record: dict[str, str]) -> None:
    with open(RECORD + ".new", "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
    os.replace(RECORD + ".new", RECORD)


def forget_record() -> None:
    if os.path.lexists(RECORD):
        os.remove(RECORD)


def is_ready(record: dict[str, str], group: str) -> bool:
    return is_sound(record) and has_group(record, group) and record.get("project") == digest(PROJECT)


def is_sound(record: dict[str, str]) -> bool:
    """Made here, by this Python, which is still there, and holding nothing that was locked since."""
    return (
        record.get("python") == python_name()
        and record.get("checkout") == ROOT
        and os.access(VENV_PYTHON, os.X_OK)
        and all(record[group] == digest(lock_file(group)) for group in GROUPS if group in record)
    )


def has_group(record: dict[str, str], group: str) -> bool:
    return any(name in record for name in GROUPS[group])


def python_name() -> str:
    return "{} {}.{} in {}".format(sys.implementation.name, *sys.version_info[:2], sys.base_prefix)


def lock_file(group: str) -> str:
    return os.path.join(ROOT, "requirements", group + ".txt")


def digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


# ---------------------------------------------------------------- making it so


def prepare(group: str) -> None:
    import fcntl

    with open(__file__, "rb") as this_file:
        fcntl.flock(this_file, fcntl.LOCK_EX)  # a second set-up waits here for the first
        record = recorded()
        if is_ready(record, group):
            return
        say(f"Setting up .venv for `{group}` (needed once).")
        if not is_sound(record):
            make_venv()
            record = {"python": python_name(), "checkout": ROOT}
        forget_record()
        install(group, needs_lock=not has_group(record, group))
        if not has_group(record, group):
            record[group] = digest(lock_file(group))
        record["project"] = digest(PROJECT)
        record_now(record)


def make_venv() -> None:
    import shutil

    base = base_python()
    say("  making .venv with Python {}.{}.{}".format(*sys.version_info))
    if os.path.isdir(VENV) and not os.path.islink(VENV):
        forget_record()
        shutil.rmtree(VENV)
    elif os.path.lexists(VENV):
        os.remove(VENV)
    try:
        run([base, "-I", "-c", "import venv"])
    except Stop:
        raise Stop(
            "this Python has no venv module; install it (on Debian or Ubuntu: apt install python3-venv) "
            "and run the same command again."
        ) from None
    run([base, "-I", "-m", "venv", "--without-pip", VENV])


def install(group: str, needs_lock: bool) -> None:
    lock = lock_file(group)
    with open(lock, encoding="utf-8") as file:
        count = len({line.partition("==")[0] for line in file if "==" in line})
    problem = None
    for installer in installers():
        try:
            if needs_lock:
                say(f"  installing {count} pinned package{'s' * (count > 1)} with {installer.name}")
                installer.run("install", "--quiet", "--no-deps", "--require-hashes", "-r", lock)
            say(f"  installing fathom itself with {installer.name}")
            installer.run("install", "--quiet", "--no-deps", "--no-build-isolation", "-e", ROOT)
        except Stop as failure:
            problem = failure
            say(f"  {installer.name} could not do it")
            continue
        say("  checking that the packages fit together")
        installer.run("check")
        return
    if problem is None:
        raise Stop(
            "this Python has neither pip nor ensurepip; install one (on Debian or Ubuntu: apt install "
            "python3-venv) or uv, and run the same command again."
        )
    raise Stop(
        f"{problem}\nThe packages could not be fetched or installed: check the network connection (or pip's "
        "proxy and index settings), then run the same command again."
    )


def installers() -> Iterator[Installer]:
    """The ways to install that this machine has, the fastest first."""
    import shutil

    uv = shutil.which("uv")
    if uv:
        yield Installer("uv", [uv, "pip"], ["--python", VENV_PYTHON])
    base_pip = [base_python(), "-m", "pip", "--python", VENV_PYTHON]
    own_pip = [VENV_PYTHON, "-m", "pip"]
    if works([*base_pip, "--version"]):
        yield Installer("pip", base_pip, [])
    elif works([*own_pip, "--version"]) or works([VENV_PYTHON, "-m", "ensurepip"]):
        yield Installer("pip", own_pip, [])


def base_python() -> str:
    """The interpreter itself, also when a virtual environment is active."""
    name = "python{}.{}".format(*sys.version_info)
    candidates = [getattr(sys, "_base_executable", None), os.path.join(sys.base_prefix, "bin", name)]
    for path in candidates:
        if path and os.access(path, os.X_OK):
            return str(path)
    raise Stop(f"the interpreter behind {sys.executable} is gone; name another one with PYTHON=...")


# ---------------------------------------------------------------- other programs


def works(command: list[str]) -> bool:
    try:
        run(command)
    except Stop:
        return False
    return True


def run(command: list[str]) -> None:
    """Runs a program in silence; when it fails, stops with the end of what it said."""
    import subprocess

    try:
        subprocess.run(
            command,
            cwd=ROOT,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=True,
        )
    except OSError as problem:
        raise Stop(f"{command[0]} does not start ({problem.strerror}).") from None
    except subprocess.CalledProcessError as problem:
        lines = problem.stdout.decode("utf-8", "replace").strip().splitlines()
        raise Stop("\n  ".join([f"{os.path.basename(command[0])} failed:", *lines[-12:]])) from None


def clean_environment() -> dict[str, str]:
    """The environment without what would lead Python, pip or uv away from .venv."""
    kept = {}
    for name, value in os.environ.items():
        tool, _, setting = name.partition("_")
        is_for_network = setting in NETWORK_SETTINGS.split() or setting.startswith("INDEX_")
        if name.startswith("PYTHON") or name in ("VIRTUAL_ENV", "CONDA_PREFIX", "__PYVENV_LAUNCHER__"):
            continue
        if tool in ("PIP", "UV") and not is_for_network:
            continue
        kept[name] = value
    kept.update(
        PIP_DISABLE_PIP_VERSION_CHECK="1",
        PIP_NO_COMPILE="1",  # most modules are never loaded; Python compiles the others when they are, as with uv
        PIP_NO_INPUT="1",
        PIP_REQUIRE_VIRTUALENV="0",  # said aloud, because pip's own settings file may say otherwise
        PIP_USER="0",
        PYTHONSAFEPATH="1",
    )
    return kept


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
