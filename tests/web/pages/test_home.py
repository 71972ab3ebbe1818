"""The pages as they come from the server: complete without scripts, and nothing in them but what belongs there."""

from __future__ import annotations

import json
import re
import struct
from datetime import UTC, date, datetime, timedelta

import pytest

from fathom import games
from fathom.web import rendering
from fathom.web.pages import home, styles
from fathom.web.puzzle.daily import daily_card
from tests.web.reading import PageRead
from tests.web.site import Site

TAUGHT = [f"/teach/{name}" for name in games.ROOMS if games.game(name).is_contest]
PAGES = [
    "/",
    "/rules",
    *(f"/rules/{name}" for name in games.ROOMS),
    *TAUGHT,
    "/watch",
    "/lobby",
    "/offline",
    "/no/such/page",
]
HOSTILE = "<script>alert(1)</script>\"'&"


def read(site: Site, path: str, status: int = 200) -> PageRead:
    answer = site.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return PageRead(answer.text)


# ------------------------------------------------------------ every page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_what_every_page_has(site, path):
    page = read(site, path, 404 if path == "/no/such/page" else 200)
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert page.links[0] == "#main", "the first thing to focus skips the navigation"
    assert {"main", "notice", "announce"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids)), "no id comes twice"
    assert [link for link in page.links if link in ("/play", "/puzzles", "/drills", "/watch", "/rules")][:5]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_in_a_page_is_inline(site, path):
    page = PageRead(site.get(path).text)
    assert all("src" in script for script in page.all("script"))
    assert not page.all("style")
    attributes = {name for element in page.elements for name in element.attributes}
    assert "style" not in attributes
    assert not [name for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_loads_is_served_here(site, path):
    for address in PageRead(site.get(path).text).loaded:
        assert address.startswith("/")
        assert site.get(address).status_code == 200, address


def test_the_policy_lets_nothing_in_from_elsewhere(site):
    policy = site.get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy


@pytest.mark.parametrize("path,marked", [("/rules", "page"), ("/rules/range-war", "true"), ("/watch", "page")])
def test_the_navigation_says_where_one_is(site, path, marked):
    current = [link for link in read(site, path).all("a") if "aria-current" in link]
    assert [link["aria-current"] for link in current] == [marked]


def test_the_first_visit_stays_small(site, monkeypatch):
    """Whatever the puzzle of the day: those of Sundays have the most tiles."""
    loaded = dict.fromkeys(read(site, "/").loaded)  # each once, as a browser does
    rest = sum(site.get(address).num_bytes_downloaded for address in loaded)
    for week in range(26):
        sunday = date(2026, 11, 22) + timedelta(weeks=week)
        assert f"{sunday:%A}" == "Sunday"
        monkeypatch.setattr(home, "daily_card", lambda _today, day=sunday: daily_card(day))
        size = site.get("/").num_bytes_downloaded
        assert rest + size < 37_000, "compressed; 100 kB is what was promised"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play", "/play/digit-dilemma", "/learn", "/learn/pyramid-puzzle", "/settings", "/history", "/drills"),
        *("/puzzles", "/puzzles/daily", "/puzzles/archive", "/a/pyramid-puzzle", "/rules/pyramid-puzzle", "/watch"),
        *("/teach/range-war", "/join/q7m2x9dk4hbn3cva", "/drills/range-war", "/puzzles/editor"),
    ],
)
def test_the_first_paint_of_a_page_takes_less_than_100_kb(site, path):
    fetched = [path, *read(site, path).loaded]
    assert sum(site.get(address).num_bytes_downloaded for address in dict.fromkeys(fetched)) < 100_000


def test_the_style_sheets_are_served_without_comments(site):
    assert ":root{" in site.get("/style.css").text
    for sheet in ("/style.css", *(f"/style/{part}.css" for part in sorted(styles.PARTS))):
        assert "/*" not in site.get(sheet).text


def test_a_page_loads_the_styles_of_its_own_parts_and_no_others(site):
    paths = ("/", "/rules", "/a/range-war")
    assert {path: [one for one in read(site, path).loaded if ".css" in one] for path in paths} == {
        "/": ["/style.css"],
        "/rules": ["/style.css", "/style/rules.css"],
        "/a/range-war": ["/style.css", "/style/match.css"],
    }
    assert site.get("/style/nothing.css").status_code == 404


def test_every_part_of_the_style_sheet_is_loaded_by_some_page():
    sources = [found.read_text(encoding="utf-8") for found in (rendering.STATIC.parent / "templates").glob("*.html")]
    named = [found[1] for source in sources if (found := re.search(r"set styles = \[(.*?)\]", source))]
    assert {part for parts in named for part in re.findall(r"\w+", parts)} == styles.PARTS


def test_a_browser_is_told_at_once_of_every_script_that_a_page_needs(site):
    page = read(site, "/a/range-war")
    announced = {link["href"] for link in page.all("link") if link["rel"] == "modulepreload"}
    imported = {
        f"/static/{name}" for address in announced for name in re.findall(r'"\./(\w+\.js)"', scripts(site, address))
    }
    assert "/static/analysis.js" in announced
    assert imported <= announced
    assert {"/static/board.js", "/static/choices.js"} <= imported  # one by the script itself, one by the board


def scripts(site, address):
    """A script without what it says of types."""
    return re.sub(r"/\*\*.*?\*/", "", site.get(address).text, flags=re.DOTALL)


# ------------------------------------------------------------ home


def test_home_shows_every_game_with_a_way_to_play_it_and_its_rules(site):
    page = read(site, "/")
    for name in games.ROOMS:
        assert games.game(name).title in page.words
        assert f"/rules/{name}" in page.links
    assert {f"/play/{name}" for name in list(games.ROOMS)[:4]} < set(page.links)


def test_the_drawings_at_home_cannot_be_chosen_on(site):
    page = read(site, "/")
    assert len(page.all("svg")) >= 6
    assert not [element for element in page.elements if element.attributes.get("role") == "button"]
    assert not [element for element in page.elements if "data-move" in element.attributes]


def test_home_has_the_puzzle_of_the_day(site):
    before = datetime.now(UTC).date()
    shown = [date.fromisoformat(found["datetime"]) for found in read(site, "/").all("time")]
    assert shown in ([before], [datetime.now(UTC).date()])


def test_what_was_left_is_hidden_until_a_script_finds_some(site):
    (section,) = [found for found in read(site, "/").all("section") if found.get("id") == "resume"]
    assert "hidden" in section


# ------------------------------------------------------------ what is missing


def test_an_unknown_page_says_so_and_shows_a_way_on(site):
    page = read(site, "/no/such/page", 404)
    assert "There is nothing at this address." in page.words
    assert {"/", "/watch", "/rules"} <= set(page.links)


def test_a_misspelled_game_is_answered_with_a_suggestion(site):
    words = read(site, "/rules/range-wars", 404).words
    assert "range-wars" in words
    assert "Did you mean range-war?" in words


def test_a_hostile_address_is_only_text(site):
    page = site.get("/rules/<script>alert(1)</script>")
    assert page.status_code == 404
    assert "<script>alert" not in page.text


# ------------------------------------------------------------ installing


def test_the_manifest_names_icons_of_the_sizes_they_have(site):
    answer = site.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    icons = json.loads(answer.text)["icons"]
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in drawn} == {"192x192", "512x512"}
    for icon in drawn:
        content = site.get(f"/{icon['src']}").content
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]


def test_the_service_worker_looks_after_every_page_and_keeps_what_exists(site):
    answer = site.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    listed = re.search(r"const SHELL = \[(.*?)\];", answer.text, re.DOTALL)
    assert listed
    places = {"OFFLINE": "/offline", "ROOT": "/", "STATIC": "/static/"}
    kept = ["/offline", *(places[place] + name for place, name in re.findall(r"\$\{(\w+)\}([^`]+)`", listed[1]))]
    assert set(read(site, "/offline").loaded) <= set(kept) | {"/static/icons/fathom-192.png"}
    assert all(site.get(address).status_code == 200 for address in kept)


def test_no_page_needs_a_file_that_is_not_ours():
    for path in rendering.STATIC.rglob("*.js"):
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), path.name
