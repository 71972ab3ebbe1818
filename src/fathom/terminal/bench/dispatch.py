"""`fathom bench ...`: calls the module of each of its commands."""

from __future__ import annotations

import argparse
from importlib import import_module

from fathom.terminal.bench.arguments import BENCH_COMMANDS


def bench(arguments: argparse.Namespace) -> int:
    name = arguments.bench_command
    module = import_module(f"fathom.terminal.{BENCH_COMMANDS[name].module}")
    status: int = getattr(module, name)(arguments)
    return status
