"""Slow work on a match sees no changes, even if the match changes in the meantime."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from fathom.core.match import AnyMatch, Match
from fathom.web.api import matches
from fathom.web.pages import play as play_pages
from fathom.web.pages import review as review_pages
from tests.patience import PATIENCE
from tests.web.site import Site, serving
from tests.web.visitor import Seat


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with serving(str(tmp_path / "server.db")) as running:
        yield running


def interrupted(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, seat: Seat) -> Callable[[], list[str]]:
    """Change the match in the middle of slow work; returns what the work saw before and after."""
    think, seen = getattr(place, name), []

    def thinks(match: Match, *arguments: Any, **more: Any) -> Any:
        seen.append(".".join(match.moves))
        assert seat.command("take-back", seat.sequence).status_code == 200
        seen.append(".".join(match.moves))
        return think(match, *arguments, **more)

    monkeypatch.setattr(place, name, thinks)
    return lambda: seen


@pytest.mark.parametrize(
    "place, name, path",
    [
        (matches, "review_dict", "/api/v1/matches/{}/review"),
        (review_pages, "look_back", "/m/{}/review"),
        (play_pages, "analyze", "/m/{}"),
    ],
)
def test_a_match_that_is_thought_about_stands_still(
    site: Site, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, path: str
) -> None:
    seat = site.sits()
    seat.plays("6", "4", "10", "9")
    seen = interrupted(monkeypatch, place, name, seat)
    assert site.get(path.format(seat.match), seat.token).status_code == 200
    assert seen() == ["6.4.10.9", "6.4.10.9"]
    assert seat.snapshot["view"]["played"] == ["6", "4", "10"]


def test_after_a_restart_machines_still_wait_in_the_queue_of_their_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise whoever has many old matches would have as many queues."""
    store = str(tmp_path / "server.db")
    with serving(store) as site:
        played, shown = (site.sits(opponent="@random") for _ in range(2))
        monkeypatch.setattr(site.server.matches._machines, "begins", lambda _live: False)
        shown.move("6", 1)  # the machine does not get to answer
    owners: Queue[str] = Queue()

    async def note_owner(owner: str, _work: object, match: AnyMatch, _seat: int) -> str:
        owners.put(owner)
        return match.game.format_move(match.position.moves()[0])

    with serving(store) as site:
        monkeypatch.setattr(site.server.thinking, "run", note_owner)
        assert site.get(f"/api/v1/matches/{shown.match}", shown.token).status_code == 200
        assert owners.get(timeout=PATIENCE) == "machines of 127.0.0.1"
        Seat(site, played.match, played.token).move("6", 1)
        assert owners.get(timeout=PATIENCE) == "machines of 127.0.0.1"
