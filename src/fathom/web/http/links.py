"""Links inside the application: every link, redirect and cookie starts with the path that it is served under.

That path is the ASGI `root_path`: empty for a standalone server, `/games` for `Mount("/games", app(store))`. Inner
routers extend `root_path`, so the application notes its own once, when a request comes in.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Scope

_ROOT = "fathom.root"


def enter(scope: Scope, prefix: str) -> Scope | None:
    """The scope of a request below `prefix`, which then counts as part of the root; None for any other request."""
    root, path = scope.get("root_path", "").rstrip("/"), scope["path"]
    if path == root or path.startswith(f"{root}/"):
        path = path[len(root) :] or "/"
    if not path.startswith(f"{prefix}/"):
        return None
    root += prefix
    # Some servers leave the root out of the path; routers expect it there.
    return {**scope, "root_path": root, "path": root + path[len(prefix) :], _ROOT: root}


def root_of(scope: Scope) -> str:
    """The path that the application is served under, without a trailing slash: `/games`, or empty."""
    root: str = scope[_ROOT]
    return root


def local_path(scope: Scope) -> str:
    """The path of a request inside the application: `/rules`, wherever the application is served."""
    path: str = scope["path"]
    return path[len(root_of(scope)) :]


def link(connection: HTTPConnection, path: str) -> str:
    """A path inside the application as a link: `/rules` becomes `/games/rules` if it is served under `/games`."""
    return f"{root_of(connection.scope)}{path}"
