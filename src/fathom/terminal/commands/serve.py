"""`fathom serve`: the games on the web."""

from __future__ import annotations

import argparse
import os

from fathom.core.words import how_to_install
from fathom.errors import BadOption
from fathom.storage.location import server_store_location


def serve(arguments: argparse.Namespace) -> int:
    try:
        from fathom.web.serve import ServeOptions
        from fathom.web.serve import serve as run
    except ModuleNotFoundError as error:
        needs = f"The server needs the package {error.name}"
        raise BadOption(f"{needs}: {how_to_install('web')}; or use make serve.") from error
    options = ServeOptions(
        arguments.host,
        arguments.port,
        server_store_location(arguments.store),
        arguments.workers,
        arguments.origin,
        arguments.limit,
        arguments.proxy,
        os.environ.get("FATHOM_LOG", "warning"),
    )
    return run(options)
