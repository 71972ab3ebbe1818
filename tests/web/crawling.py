"""Walks over a site as a visitor does: every page that a link leads to, and every address that a page names."""

from __future__ import annotations

import re
from collections import deque

from tests.web.reading import PageRead
from tests.web.visitor import Visitor

_NAMING = ("href", "src", "action", "data", "poster", "formaction")
#: Every puzzle made is another address, and so is every position: some of each kind are enough.
_MOST_OF_A_KIND = 2
#: A string in a script that starts like a path inside the application, and what comes before it.
_PATHS = re.compile(r"""(.*?)["`]/[a-z]""")
#: An attribute with a path at the root of the site, and not with the prefix before it.
_BARE_LINKS = re.compile(
    r"""\b(?:href|src|srcset|action|formaction|data|poster|content|data-\w+)=["']/[^"'\s>]*["']?"""
)
#: What turns such a path into an address, or compares it with one.
_BUILDERS = (
    "address(",
    "Address(",
    "get(",
    "getText(",
    "post(",
    "pathHere() !== ",
    "pathHere().startsWith(",
    "export const API = ",
)


def addresses_in(page: PageRead) -> list[str]:
    """Every address that a page names, but those on the page itself."""
    named = [element.attributes[name] for element in page.elements for name in _NAMING if name in element.attributes]
    return [address for address in named if address and not address.startswith("#")]


def crawl(visitor: Visitor, first: list[str], prefix: str) -> dict[str, PageRead]:
    """Every page that can be reached from the first ones; fails where a link leads out of the prefix, or to nothing."""
    seen, kinds, waiting = set(first), dict[str, int](), deque(first)
    pages: dict[str, PageRead] = {}
    while waiting:
        address = waiting.popleft()
        answer = visitor.get(address.removeprefix(prefix))
        assert answer.status_code in {200, 303}, f"{address}: {answer.status_code}"
        if answer.status_code == 303:
            found = [answer.headers["location"]]
        elif answer.headers["content-type"].startswith("text/html") and "attachment" not in str(answer.headers):
            pages[address] = PageRead(answer.text)
            found = addresses_in(pages[address])
        else:
            found = []
        for link in found:
            assert link.startswith(f"{prefix}/"), f"{address} leads to {link}"
            target = link.partition("#")[0]
            kind = "/".join(target.removeprefix(prefix).split("/")[:2])
            if target not in seen and kinds.get(kind, 0) < (100 if kind == "/static" else _MOST_OF_A_KIND):
                kinds[kind] = kinds.get(kind, 0) + 1
                seen.add(target)
                waiting.append(target)
    return pages


def bare_paths(script: str) -> list[str]:
    """The lines of a script in which a path is used as an address without being made one."""
    code = [line for line in script.splitlines() if not line.lstrip().startswith(("*", "/*", "//"))]
    return [line for line in code if not all(before.endswith(_BUILDERS) for before in _befores(line))]


def bare_links(template: str) -> list[str]:
    """The attributes of a template that name a place at the root of the site, whatever the application is under."""
    return [found.group() for found in _BARE_LINKS.finditer(template)]


def _befores(line: str) -> list[str]:
    return [line[: found.end(1)] for found in _PATHS.finditer(line)]
