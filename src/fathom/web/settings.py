"""The settings of `fathom serve`: what each may be, and where it comes from.

A setting is one line of `Settings`. From that line come its flag (`--port`), its environment variable
(`FATHOM_SERVE_PORT`) and its key in the settings file (`port`, in TOML). A flag overrides the environment, which
overrides the file, which overrides the default.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple, cast, get_type_hints

from fathom.core.words import MARK, did_you_mean, is_program, quoted
from fathom.errors import BadOption, FathomError
from fathom.players import check_player, machines
from fathom.storage.location import server_store_location
from fathom.web.http.limits import Limits
from fathom.web.setting_kinds import (
    Choice,
    Kind,
    Numbers,
    Switch,
    Text,
    Texts,
    Whole,
    hide_passwords,
    is_host,
    is_network,
    is_origin,
)

_PREFIX = "FATHOM_SERVE_"
_BOT = re.compile(r"[a-z][a-z0-9-]{0,30}=.+")
#: The variable that names the settings file.
CONFIG = f"{_PREFIX}CONFIG"
DEFAULT = "default"
_LIMITS = "limits"


class About(NamedTuple):
    """What is known of a setting apart from its name, its type and its default."""

    kind: Kind
    value: str
    help: str
    #: The flag, if it is not called after the setting; the variables, if they are not either.
    flag: str = ""
    variables: tuple[str, ...] = ()


def _is_store(text: str) -> bool:
    return bool(text) and ("://" not in text or text.startswith(("postgresql://", "postgres://")))


def _are_networks(text: str) -> bool:
    return all(is_network(part.strip()) for part in text.split(","))


def _is_bot(text: str) -> bool:
    return bool(_BOT.fullmatch(text)) and is_program(text.partition("=")[2])


_HOST = Text("an address or the name of this machine, without a port", is_host)
_STORE = Text("a file, or a URL that begins with postgresql://", _is_store)
_ORIGINS = Texts("a list of sites as browsers send them, such as https://games.example.org", is_origin)
_PROXIES = Text("an address, a network such as 10.0.0.0/8, or several with commas between them", _are_networks)
_BOTS = Texts("names with programs, such as rocky=./rocky or rocky=cmd:python3 rocky.py", _is_bot)
_NAMED = Numbers("names with whole numbers, such as matches-per-minute=60")
_LEVELS = Choice(("debug", "info", "warning", "error", "critical"))
_STORES = (f"{_PREFIX}STORE", "FATHOM_SERVER_STORE")


class Settings(NamedTuple):
    """The settings of a server. An empty `store` is `server.db` in the data folder."""

    host: Annotated[str, About(_HOST, "ADDRESS", "the address to listen on")] = "127.0.0.1"
    port: Annotated[int, About(Whole(0, 65535), "N", "the port to listen on; 0 takes any free one")] = 8000
    store: Annotated[
        str, About(_STORE, "FILE|URL", "where matches are stored (default: in your data folder)", variables=_STORES)
    ] = ""
    workers: Annotated[int, About(Whole(1, 256), "N", "number of processes; more than 1 need PostgreSQL")] = 1
    store_wait: Annotated[
        int, About(Whole(0, 86400), "SECONDS", "how long to wait at the start for a PostgreSQL that is not up yet")
    ] = 60
    origins: Annotated[
        tuple[str, ...], About(_ORIGINS, "URL", "a site whose pages may play; can be repeated", flag="origin")
    ] = ()
    proxy: Annotated[str, About(_PROXIES, "ADDRESS", "trust the client addresses that this proxy passes on")] = ""
    keep_days: Annotated[
        int, About(Whole(0, 36_500), "DAYS", "delete matches without an event for so many days; 0 keeps all")
    ] = 0
    bots: Annotated[
        tuple[str, ...],
        About(_BOTS, "NAME=COMMAND", "a program that visitors may play against as @NAME; can be repeated", flag="bot"),
    ] = ()
    limits: Annotated[Limits, About(_NAMED, "NAME=N", "change a limit; can be repeated", flag="limit")] = Limits()
    log: Annotated[str, About(_LEVELS, "LEVEL", "what to log", variables=("FATHOM_LOG",))] = "warning"
    log_addresses: Annotated[bool, About(Switch(), "", "log the addresses of visitors")] = False


class Sourced(NamedTuple):
    """Settings, and where each came from: `sources["port"] == "--port"`; limits by name: `limits.messages-...`."""

    settings: Settings
    sources: Mapping[str, str]


class Setting(NamedTuple):
    """One setting, by all its names."""

    name: str
    about: About

    @property
    def key(self) -> str:
        """Its name in the settings file."""
        return self.name.replace("_", "-")

    @property
    def flag(self) -> str:
        return f"--{self.about.flag or self.key}"

    @property
    def variables(self) -> tuple[str, ...]:
        return self.about.variables or (f"{_PREFIX}{self.name.upper()}",)

    @property
    def default(self) -> object:
        return Settings._field_defaults[self.name]


def read_bots(texts: tuple[str, ...]) -> dict[str, str]:
    """Commands by the names that visitors see; raises `BadOption` for a name that is taken or nothing to start."""
    bots: dict[str, str] = {}
    for text in texts:
        name, _, command = text.partition("=")
        if f"{MARK}{name}" in {*bots, *machines()}:
            raise BadOption(f"bots: there is another machine called @{name}; choose another name.")
        try:
            bots[f"{MARK}{name}"] = check_player(command)
        except FathomError as error:
            raise BadOption(f"bots: @{name} cannot play. {error}") from error
    return bots


def all_settings() -> list[Setting]:
    """Every setting, in the order of `Settings`."""
    hints = get_type_hints(Settings, include_extras=True)
    return [Setting(name, hints[name].__metadata__[0]) for name in Settings._fields]


def read_settings(flags: Mapping[str, object], environment: Mapping[str, str]) -> Sourced:
    """The settings in force; raises `BadOption` for one that does not exist or has a wrong value."""
    settings = all_settings()
    _check_variables(environment, settings)
    path = str(flags.get("config") or environment.get(CONFIG) or "")
    content = _read_file(path, settings) if path else {}
    values = dict(Settings._field_defaults)
    sources = {setting.name: DEFAULT for setting in settings if setting.name != _LIMITS}
    sources |= {f"{_LIMITS}.{name.replace('_', '-')}": DEFAULT for name in Limits._fields}
    limits: dict[str, str] = {}
    for setting in settings:
        for source, value in _find(setting, path, content, environment, flags):
            if setting.name == _LIMITS:
                given = _check_limits(source, cast(tuple[str, ...], value))
                limits |= given
                sources |= {f"{_LIMITS}.{name}": source for name in given}
            else:
                values[setting.name], sources[setting.name] = value, source
    values[_LIMITS] = Limits.read(list(limits.values()))
    values["store"] = values["store"] or server_store_location()
    return Sourced(Settings._make(values.values()), sources)


def _find(
    setting: Setting,
    path: str,
    content: Mapping[str, object],
    environment: Mapping[str, str],
    flags: Mapping[str, object],
) -> Iterator[tuple[str, object]]:
    """Where a setting is given, and its value there: the weakest first."""
    kind = setting.about.kind
    if setting.key in content:
        yield path, _accept(setting, path, content[setting.key], kind.from_file(content[setting.key]))
    for variable in reversed(setting.variables):
        if text := environment.get(variable):  # an empty variable is as good as none
            yield variable, _accept(setting, variable, text, kind.from_text(text))
    given = flags.get(setting.name)
    if isinstance(given, bool):
        yield setting.flag, given
    elif given is not None:
        text = ",".join(given) if isinstance(given, list) else str(given)
        yield setting.flag, _accept(setting, setting.flag, text, kind.from_text(text))


def _accept(setting: Setting, source: str, given: object, value: object | None) -> object:
    if value is None:
        shown = quoted(hide_passwords(given) if isinstance(given, str) else given)
        raise BadOption(f"{source}: {shown} is not a value for {setting.key}: it must be {setting.about.kind.words}.")
    return value


def _check_limits(source: str, texts: tuple[str, ...]) -> dict[str, str]:
    """The texts by the names of their limits."""
    try:
        Limits.read(list(texts))
    except BadOption as error:
        raise BadOption(f"{source}: {error}") from None
    return {text.partition("=")[0]: text for text in texts}


def _read_file(path: str, settings: list[Setting]) -> Mapping[str, object]:
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(f"The settings file {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise BadOption(f"The settings file {path} is not TOML: {error}.") from error
    keys = [setting.key for setting in settings]
    for key in content:
        if key not in keys:
            meant = did_you_mean(key, keys)
            raise BadOption(f"{path}: there is no setting {quoted(key)}; the settings are: {', '.join(keys)}.{meant}")
    return content


def _check_variables(environment: Mapping[str, str], settings: list[Setting]) -> None:
    known = {variable for setting in settings for variable in setting.variables} | {CONFIG}
    for variable in environment:
        if variable.startswith(_PREFIX) and variable not in known:
            names = sorted(name.removeprefix(_PREFIX).lower() for name in known if name.startswith(_PREFIX))
            meant = did_you_mean(variable.removeprefix(_PREFIX), names)
            raise BadOption(f"{variable}: there is no such setting; the settings are: {', '.join(names)}.{meant}")
