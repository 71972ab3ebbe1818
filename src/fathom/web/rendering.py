"""Rendering pages on the server from templates.

    page(request, "rules.html", title="Range War")     a response with the page
    render("rules.html", places_of(request), {...})    the page itself, where rendering takes long and is done elsewhere
    still_position("range-war:6.4.9")                  the drawing of a position, without controls

Every value that a template shows is escaped, except drawings and what `Markup` says is safe.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from jinja2 import BaseLoader, Environment, ModuleLoader, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fathom import games
from fathom.core.match import AnyMatch
from fathom.web.http.links import local_path, root_of

STATIC: Final = Path(__file__).parent / "static"
#: The templates as Python, where they have been compiled, as `make site` does: in a browser, Jinja takes long for it.
COMPILED: Final = Path(__file__).parent / "compiled_templates"

_NARROW: Final = re.compile(r' data-narrow="[^"]*"')
_IMPORTED: Final = re.compile(r'from "\./(\w+)\.js"')


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _loader() -> BaseLoader:
    return ModuleLoader(COMPILED) if COMPILED.is_dir() else PackageLoader("fathom.web")


templates: Final = Environment(
    loader=_loader(),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
#: The section of the navigation that a page belongs to, its script, and its parts of the style sheet; a page sets them.
templates.globals |= {"here": "", "script": "", "styles": ()}
#: Data for a script is encoded as in the API.
templates.policies |= {"json.dumps_function": _encode, "json.dumps_kwargs": {}}


class Places(NamedTuple):
    """Where a page is: its path inside the application, and what comes before that in links.

    `is_local` if the application runs inside the visitor's own browser: nobody else can join or watch there.
    """

    path: str
    prefix: str
    is_local: bool = False


def places_of(request: Request) -> Places:
    return Places(local_path(request.scope), root_of(request.scope), request.app.state.is_local)


def render(template: str, places: Places, context: Mapping[str, object]) -> str:
    """A page as text. Templates know `path`, `prefix` and `is_local` too."""
    return templates.get_template(template).render(context, **places._asdict())


def page(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """The response that renders a template at once: for pages that are never long."""
    return HTMLResponse(render(template, places_of(request), context), status)


@cache
def modules(script: str) -> list[str]:
    """A script and everything that it imports, so that a browser can fetch them all at once."""
    found = [script] if script else []
    for name in found:  # grows during the loop
        imported = _IMPORTED.findall((STATIC / f"{name}.js").read_text(encoding="utf-8"))
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return found


templates.globals["modules"] = modules


@lru_cache(maxsize=256)
def still_position(code: str) -> Markup:
    """The drawing of the position that a code names, without controls."""
    return still_drawing(games.read_code(code))


def still_drawing(match: AnyMatch) -> Markup:
    """The drawing of a match, without controls, and so without the places for a layout with larger ones."""
    return Markup(_NARROW.sub("", games.room(match.game.name).draw(match, still=True)))
