"""`fathom puzzle ...`: calls the module of each of its commands."""

from __future__ import annotations

import argparse
from importlib import import_module

from fathom.terminal.puzzle.arguments import PUZZLE_COMMANDS


def puzzle(arguments: argparse.Namespace) -> int:
    name = arguments.puzzle_command
    module = import_module(f"fathom.terminal.{PUZZLE_COMMANDS[name].module}")
    status: int = getattr(module, name)(arguments)
    return status
