"""Names and all other text from outside are inert, wherever they turn up."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.web.site import Site
from tests.web.visitor import problem

NAMES = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "{{7*7}}{% raw %}",
    "'; DROP TABLE events; --",
    "${jndi:ldap://x}",
    "</title><script>1</script>",
    "&lt;b&gt;",
    "𝔸\u0301" * 10,
]
UNPRINTABLE = ["a\nb", "a\rb", "a\x1b[2Jb", "a\0b", "a\u202eb", "a\u2028b", "a\u200bb", "\x7fx", "a\x9bb"]


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.inline = False
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.inline |= tag == "script" and not any(name in {"src", "type"} for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_back_as_it_was_and_as_json(site: Site, name: str) -> None:
    seat = site.sits(name=name)
    answer = seat.get()
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["names"][0] == name
    assert seat.get("/record").headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_text_on_pages(site: Site, name: str) -> None:
    plain, hostile = site.sits(name="Ada"), site.sits(name=name)
    hostile.plays("1")
    plain.plays("1")
    for path in ("", "/review"):
        expected, seen = (Elements(site.get(f"/m/{seat.match}{path}").text) for seat in (plain, hostile))
        assert set(seen.tags) == set(expected.tags)  # a longer name may need another line
        assert seen.tags.count("script") == expected.tags.count("script")
        assert seen.handlers == []
        assert not seen.inline
        assert any(name in text for text in seen.text)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_text_in_drawings(site: Site, name: str) -> None:
    plain, hostile = site.sits(name="Ada"), site.sits(name=name)
    plain.plays("1")
    hostile.plays("1")
    for what in ("/review", ""):
        seen, expected = (
            Elements(told["picture"] if what else told["view"]["drawing"])
            for told in (hostile.get(what).json(), plain.get(what).json())
        )
        assert set(seen.tags) == set(expected.tags)  # a longer name may need another line
        assert seen.tags.count("script") == expected.tags.count("script")
        assert seen.handlers == []


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_a_name_with_characters_that_cannot_be_printed_is_refused(site: Site, name: str) -> None:
    answer = site.post("/api/v1/matches", {"game": "range-war", "name": name})
    assert (answer.status_code, problem(answer)["code"]) == (422, "bad-name")
    made = site.create(opponent="friend")
    joined = site.post(f"/api/v1/matches/{made['match']['id']}/join", {"secret": made["invite"], "name": name})
    assert problem(joined)["code"] == "bad-name"


@pytest.mark.parametrize("text", UNPRINTABLE)
def test_a_refusal_quotes_what_it_read_without_a_control_character(site: Site, text: str) -> None:
    seat = site.sits()
    refusals = [
        seat.move(text, 1),
        site.post("/api/v1/matches", {"game": text}),
        site.post("/api/v1/matches", {"game": "range-war", "opponent": text}),
        site.post("/api/v1/matches", {"game": "range-war", "options": {text: "1"}}),
        site.post("/api/v1/matches", {"game": "range-war", "options": {"highest": text}}),
        site.post("/api/v1/matches", {"from": text}),
        site.post("/api/v1/matches", {"from": f"range-war:{text}"}),
        site.ask("POST", "/api/v1/records", content=text.encode()),
        site.get("/api/v1/matches", params={"state": text}),
        site.get("/api/v1/games/x", params={"x": text}),
    ]
    for refusal in refusals:
        assert 400 <= refusal.status_code < 500
        assert problem(refusal)


def test_a_page_that_is_not_there_says_so_without_what_was_asked(site: Site) -> None:
    answer = site.get("/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
