"""The ladder of machines, as the server sends it."""

from __future__ import annotations

from tests.web.reading import PageRead


def test_the_ladder_tells_the_strength_of_every_machine_without_a_script(site):
    page = PageRead(site.get("/ladder").text)
    for told in ("Range War", "Novice", "a perfect player beats it 97 times in 100", "a perfect player never beats it"):
        assert told in page.words
    assert "/play/range-war?opponent=%40casual" in page.links
    assert len([link for link in page.links if "?opponent=" in link]) == 4 * 5


def test_the_way_to_the_ladder_is_on_the_pages_that_start_games(site):
    for path in ("/", "/play", "/history"):
        assert "/ladder" in PageRead(site.get(path).text).links
