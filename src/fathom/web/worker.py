"""How a server is to run: what `fathom serve` was told, in a form that worker processes can be handed."""

from __future__ import annotations

import os

import msgspec

from fathom.web.http.limits import Limits

_VARIABLE = "FATHOM_SERVE"


class Settings(msgspec.Struct, frozen=True):
    """`store` is a file or a PostgreSQL URL; `origins` are the sites whose pages may change anything."""

    store: str
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    log_level: str = "warning"


def hand_over(settings: Settings) -> None:
    """Leave the settings where the processes that we start find them."""
    os.environ[_VARIABLE] = msgspec.json.encode(settings).decode()


def handed_over() -> Settings:
    """The settings of the process that started us."""
    return msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
