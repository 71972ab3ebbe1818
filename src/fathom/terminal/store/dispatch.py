"""`fathom store ...`: calls the module of each of its commands."""

from __future__ import annotations

import argparse
from importlib import import_module

from fathom.core.words import how_to_install
from fathom.errors import BadOption
from fathom.terminal.store.arguments import STORE_COMMANDS


def store(arguments: argparse.Namespace) -> int:
    name = arguments.store_command
    try:
        module = import_module(f"fathom.terminal.{STORE_COMMANDS[name].module}")
    except ModuleNotFoundError as error:
        raise BadOption(f"The server's store needs the package {error.name}: {how_to_install('web')}.") from error
    status: int = getattr(module, name)(arguments)
    return status
