"""Serves as `fathom serve` does, but over plain ASGI: `python -m tests.web.proof.plain_server`."""

from __future__ import annotations

import argparse

import uvicorn

from fathom.web import Limits, app


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--limit", action="append", default=[])
    given = parser.parse_args()
    print("plain ASGI", flush=True)  # a first line, as the command has one
    uvicorn.run(
        app(given.store, limits=Limits.read(given.limit)), port=given.port, log_level="warning", access_log=False
    )


if __name__ == "__main__":
    main()
