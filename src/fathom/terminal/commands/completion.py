"""`fathom completion`: what a shell needs to complete commands, options and names of games.

The scripts are made from the parser by `make docs`, so nothing has to be installed to print one.
"""

from __future__ import annotations

import argparse
import sys


def completion(arguments: argparse.Namespace) -> int:
    from importlib import resources

    script = resources.files("fathom.terminal").joinpath("completion", f"fathom.{arguments.shell}")
    sys.stdout.write(script.read_text(encoding="utf-8"))
    return 0
