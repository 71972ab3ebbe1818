"""Pages for people use words that people use; the words of the code stay in the reference of the API."""

from __future__ import annotations

import re

import pytest

from fathom import games
from tests.web.reading import PageRead
from tests.web.site import Site

OF_THE_CODE = re.compile(
    r"\b(?:plies|ply|seats?)\b|\bThe other\b(?! \w+ly)|By chance|Options of the game|@\w+|\b[Vv]alidat", re.ASCII
)
CONTESTS = [name for name in games.ROOMS if games.game(name).is_contest]
PAGES = [
    *(
        "/",
        "/play",
        "/learn",
        "/settings",
        "/history",
        "/drills",
        "/drills/all",
        "/rules",
        "/watch",
        "/lobby",
        "/no/such/page",
    ),
    *("/puzzles", "/puzzles/daily", "/puzzles/archive", "/puzzles/editor", "/join/q7m2x9dk4hbn3cva", "/m/nonsense"),
    *(f"/{kind}/{name}" for kind in ("learn", "rules", "a") for name in games.ROOMS),
    *(f"/{kind}/{name}" for kind in ("play", "teach", "drills") for name in CONTESTS),
]


def words_on(site: Site, path: str) -> str:
    """What can be read on a page, without the data for its script."""
    return PageRead(re.sub("<script.*?</script>", "", site.get(path).text, flags=re.DOTALL)).words


@pytest.mark.parametrize("path", PAGES)
def test_a_page_speaks_plainly(site: Site, path: str) -> None:
    assert OF_THE_CODE.findall(words_on(site, path)) == []


def test_a_match_with_a_machine_speaks_plainly(site: Site) -> None:
    seat = site.sits(game="digit-dilemma", opponent="@casual")
    words = words_on(site, f"/m/{seat.match}")
    assert OF_THE_CODE.findall(words) == []
    assert "Casual" in words
    assert seat.snapshot["called"] == ["Player 1", "Casual"]
    seat.command("resign", seat.sequence)
    assert OF_THE_CODE.findall(words_on(site, f"/m/{seat.match}/review")) == []


@pytest.mark.parametrize("name", games.ROOMS)
def test_what_is_about_the_rule_book_is_folded_away(site: Site, name: str) -> None:
    before, _, folded = site.get(f"/rules/{name}").text.partition("<details>")
    assert not re.search(r"Hole:|Erratum:|--first", before)
    assert "About the rule book" in folded
