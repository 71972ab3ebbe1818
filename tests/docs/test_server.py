"""The example of the server's page runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from fathom.web import Application
from tests.web.site import running

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def test_the_games_are_served_inside_another_application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = PAGE.partition("## Inside another application\n")[2].partition("\n## ")[0]
    example = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert example
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example[1], names)
    games: Application = names["games"]
    with running(uvicorn.Config(names["site"], log_config=None)) as address:
        assert list(tmp_path.iterdir())  # the store is open before anybody asks
        home = httpx.get(f"http://{address}/games/", trust_env=False)
        assert home.status_code == 200
        assert 'href="/games/rules"' in home.text
    assert games.state.server is None
