"""`fathom serve`: the games on the web."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from fathom.core.words import UNZIP, how_to_install
from fathom.errors import BadOption


def serve(arguments: argparse.Namespace) -> int:
    if not Path(__file__).is_file():
        raise BadOption(f"The server sends files, and this Fathom is in a zip file: {UNZIP}.")
    try:
        from fathom.web import check
        from fathom.web import serve as server
    except ModuleNotFoundError as error:
        needs = f"The server needs the package {error.name}"
        raise BadOption(f"{needs}: {how_to_install('web')}; or use make serve.") from error
    start = check.check if arguments.check else server.serve
    return start(vars(arguments), os.environ)
