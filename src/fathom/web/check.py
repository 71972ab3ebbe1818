"""`fathom serve --check`: would the server start with these settings, and do what the operator expects?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fathom.core.words import counted
from fathom.errors import FathomError
from fathom.storage.journal import is_shared
from fathom.storage.journal.looking import stored_version
from fathom.storage.journal.statements import VERSION
from fathom.web.serve import EVERYWHERE, find_contradiction, find_origins, open_listener
from fathom.web.setting_kinds import hide_passwords
from fathom.web.settings import Settings, Sourced, read_bots, read_settings


def check(flags: Mapping[str, object], environment: Mapping[str, str]) -> int:
    """Print the settings in force, where each comes from, and what is wrong with them; 0 if nothing is."""
    try:
        found = read_settings(flags, environment)
    except FathomError as error:
        print(f"problem: {error}")
        return 1
    for line in describe(found):
        print(line)
    print()
    problems = 0
    for line, is_problem in _look(found.settings):
        print(f"problem: {line}" if is_problem else line)
        problems += is_problem
    print(f"{counted(problems, 'problem')}: the server would not work." if problems else "Everything is in order.")
    return 1 if problems else 0


def describe(found: Sourced) -> list[str]:
    """A line for each setting: its name, its value without passwords, and where it comes from."""
    settings = found.settings
    values = {name: _show(value) for name, value in settings._asdict().items() if name != "limits"}
    values |= {f"limits.{name.replace('_', '-')}": str(most) for name, most in settings.limits._asdict().items()}
    names, shown = max(map(len, values)), max(map(len, values.values()))
    return [
        f"{name.replace('_', '-'):{names}}  {value:{shown}}  {found.sources[name]}" for name, value in values.items()
    ]


def _show(value: object) -> str:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return hide_passwords(text) or "-"


def _look(settings: Settings) -> Iterator[tuple[str, bool]]:
    """What there is to say, and whether it is a problem."""
    if contradiction := find_contradiction(settings):
        yield contradiction, True
    yield from _check_bots(settings)
    yield _check_store(settings.store)
    yield _check_port(settings)
    if settings.host in EVERYWHERE and not settings.origins:
        own = " and ".join(find_origins(settings))
        yield f"Other machines can reach the server, but only pages of {own} may play: name your site in origins.", True
    elif settings.host in EVERYWHERE and not settings.proxy:
        yield "Other machines can reach the server directly: name the proxy in front of it, if there is one.", False


def _check_bots(settings: Settings) -> Iterator[tuple[str, bool]]:
    try:
        bots = read_bots(settings.bots)
    except FathomError as error:
        yield str(error), True
        return
    if bots:
        from fathom.players.programs.program import missing_layers

        missing = missing_layers()
        held = f"only partly contained on this system: {missing}" if missing else "contained"
        yield f"Visitors may play against {', '.join(bots)}, which are {held}.", False


def _check_store(place: str) -> tuple[str, bool]:
    where = "The database" if is_shared(place) else f"The store {place}"
    try:
        version = stored_version(place)
    except FathomError as error:
        return str(error), True
    if version == VERSION:
        return f"{where} is there, in version {version}.", False
    if version:
        return f"{where} is in version {version}; the server would upgrade it to {VERSION}.", False
    return f"{where} has no tables yet; the server would create them.", False


def _check_port(settings: Settings) -> tuple[str, bool]:
    try:
        with open_listener(settings):
            return f"Port {settings.port} of {settings.host} is free.", False
    except FathomError as error:
        return str(error), True
