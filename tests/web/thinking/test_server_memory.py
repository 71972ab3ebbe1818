"""The server itself solves nothing: tables of solved options are in the processes that think, which give them back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fathom.analysis.adviser import _knowledge
from fathom.web import app
from tests.web.siege.test_loop import Client
from tests.web.site import GENEROUS

pytestmark = pytest.mark.slow


def test_no_table_stays_in_the_process_of_the_server(tmp_path: Path) -> None:
    async def visit() -> int:
        async with app(tmp_path / "server.db", limits=GENEROUS) as application:
            client, solved = Client(application), _knowledge.cache_info().misses
            for divisor in (11, 12, 13):
                options = {"divisor": str(divisor)}
                code = f"digit-dilemma,divisor={divisor}:1L"
                body = {"game": "digit-dilemma", "options": options, "opponent": "@perfect", "seat": 1}
                made = (await client.ask("POST", "/api/v1/matches", body)).json
                match, token = made["match"]["id"], str(made["token"])
                move = {"move": "7L", "expected": 1, "key": "first-move"}
                for method, path, sent in [
                    ("POST", f"/api/v1/matches/{match}/moves", move),
                    ("GET", f"/m/{match}", None),
                    ("GET", f"/a/{code}", None),
                    ("GET", f"/api/v1/positions/{code}", None),
                    ("GET", f"/api/v1/hints/{code}?level=4", None),
                ]:
                    assert (await client.ask(method, path, sent, token)).status == 200, path
            return _knowledge.cache_info().misses - solved

    assert asyncio.run(visit()) == 0
