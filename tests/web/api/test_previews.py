"""What a link shows of itself elsewhere: tags, and a picture that gives nothing away."""

from __future__ import annotations

import struct

import pytest

from fathom.web.api import previews
from fathom.web.api.previews import draw
from tests.web.reading import PageRead
from tests.web.site import Site

PUZZLE = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
PNG = b"\x89PNG\r\n\x1a\n"


def tags(site: Site, path: str) -> dict[str, str]:
    found = PageRead(site.get(path).text).all("meta")
    return {tag["property"]: tag["content"] for tag in found if tag.get("property", "").startswith("og:")}


def picture_of(site: Site, path: str) -> bytes:
    """The picture that a page names, fetched as another site does."""
    image = tags(site, path)["og:image"]
    assert image.startswith("http")
    answer = site.get(image[image.index("/preview.png") :])
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(PNG)
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    return answer.content


def test_every_page_has_a_title_and_a_description(site):
    for path in ("/", "/rules/range-war", "/ladder", "/puzzles", "/watch"):
        found = tags(site, path)
        assert found["og:site_name"] == "Fathom"
        assert found["og:title"]
        assert found["og:description"]
        assert "og:image" not in found


def test_links_of_matches_analyses_and_puzzles_show_a_picture(site):
    match = site.sits(game="range-war").snapshot["id"]
    shown = [picture_of(site, path) for path in (f"/m/{match}", "/a/range-war:6.4.9", f"/p/{PUZZLE}", "/puzzles/daily")]
    assert len(set(shown)) == 4
    assert "Range War" in tags(site, f"/m/{match}")["og:title"]


def test_a_picture_never_shows_where_somebody_walked(site):
    start = tags(site, f"/p/{PUZZLE}")["og:image"]
    walked = f"{PUZZLE}/E1.D1.C1.B1.B2.C4.B2.A1"
    assert tags(site, f"/p/{walked}")["og:image"] == start
    assert tags(site, f"/a/{walked}")["og:image"] == start
    assert draw(walked) == draw(PUZZLE), "also for whoever writes the address by hand"


def test_a_match_that_is_not_for_everybody_has_no_picture(site):
    sitting = site.sits(game="range-war", watch=False)
    page = site.get(f"/m/{sitting.snapshot['id']}", headers={"Authorization": f"Bearer {sitting.token}"})
    assert page.status_code == 200
    assert "og:image" not in page.text
    assert "preview.png" not in page.text


def test_an_invitation_shows_who_invites_to_which_game_and_never_its_secret(site):
    made = site.create(game="pocket-addition", opponent="friend", name="Ada")
    path = f"/join/{made['match']['id']}"
    found = tags(site, path)
    assert found["og:title"] == "Ada invites you to Pocket Addition"
    assert found["og:description"].endswith("whoever makes 15 exactly wins at once.")
    assert made["invite"] not in site.get(path).text
    assert picture_of(site, path) == draw("pocket-addition")


def test_an_invitation_that_is_not_for_everybody_looks_like_one_to_no_match(site):
    hidden = site.create(game="range-war", opponent="friend", watch=False)["match"]["id"]
    used, _ = site.two()
    challenge = site.create(opponent="anyone")["match"]["id"]
    nothing = site.get("/join/q7m2x9dk4hbn3cva").text
    for match in (hidden, used.match, challenge):
        assert site.get(f"/join/{match}").text == nothing.replace("q7m2x9dk4hbn3cva", match)


def test_a_picture_is_drawn_once_and_may_be_cached(site, monkeypatch):
    first = site.get("/preview.png?code=range-war:7.5")
    monkeypatch.setattr(previews, "draw", None)
    again = site.get("/preview.png?code=range-war:7.5")
    assert again.content == first.content
    assert again.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize(
    "query, status",
    [("", 400), ("?code=nothing", 404), ("?code=range-war:99", 422), ("?code=pyramid-puzzle,levels=10:kC4", 422)],
)
def test_what_cannot_be_drawn_is_refused(site, query, status):
    assert site.get(f"/preview.png{query}").status_code == status


def test_without_resvg_there_are_tags_and_no_picture(site, monkeypatch):
    monkeypatch.setattr(previews, "find_spec", lambda _: None)
    found = tags(site, "/a/range-war:6.4.8")
    assert found["og:title"] == "Range War: what every move is worth"
    assert "og:image" not in found
    assert site.get("/preview.png?code=range-war:6").status_code == 404
