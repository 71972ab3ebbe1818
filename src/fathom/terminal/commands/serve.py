"""`fathom serve`: the games on the web."""

from __future__ import annotations

import argparse
import os

from fathom.core.words import how_to_install
from fathom.errors import BadOption


def serve(arguments: argparse.Namespace) -> int:
    try:
        from fathom.web import check
        from fathom.web import serve as server
    except ModuleNotFoundError as error:
        needs = f"The server needs the package {error.name}"
        raise BadOption(f"{needs}: {how_to_install('web')}; or use make serve.") from error
    start = check.check if arguments.check else server.serve
    return start(vars(arguments), os.environ)
