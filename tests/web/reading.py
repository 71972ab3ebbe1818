"""Reads a page as a browser without scripts would: its elements, its links and its words."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str]


class PageRead(HTMLParser):
    """`elements` in their order, and `words`: everything that is written, on one line."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._words: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self._words).split())

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of that kind."""
        return [element.attributes for element in self.elements if element.tag == tag]

    @property
    def links(self) -> list[str]:
        return [attributes["href"] for attributes in self.all("a")]

    @property
    def loaded(self) -> list[str]:
        """What a browser fetches for this page."""
        return [found["href"] for found in self.all("link")] + [
            found["src"] for found in self.all("script") if "src" in found
        ]

    @property
    def ids(self) -> list[str]:
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]
