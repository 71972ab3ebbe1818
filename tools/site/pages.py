"""The pages that the host serves itself, before Python is there."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Final

from fathom.web.http.responses import CONTENT_SECURITY_POLICY
from fathom.web.pages.home import cards
from fathom.web.rendering import templates

_HERE: Final = Path(__file__).parent
#: Stands for the path of the site, which is not known when it is built.
ROOT_MARK: Final = "__ROOT__"
_IN_HEADERS_ONLY: Final = "frame-ancestors"


def boot_page() -> str:
    """The page that waits for Python, with the boards of the games."""
    source = (_HERE / "boot.html").read_text(encoding="utf-8")
    return templates.from_string(source).render(cards=cards(), policy=_policy())


def missing_page() -> str:
    """What many hosts show for a path that is no file: it finds the site, which then opens that path."""
    script = (_HERE / "find_root.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; connect-src 'self'; script-src 'sha256-{digest}'; base-uri 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Fathom</title>
</head>
<body>
<p id="said" role="status">Opening Fathom …</p>
<script>{script}</script>
</body>
</html>
"""


def _policy() -> str:
    """That of every page, as far as a page may say it itself; compiling WebAssembly is for the worker alone."""
    parts = CONTENT_SECURITY_POLICY.split("; ")
    return "; ".join(part for part in parts if not part.startswith(_IN_HEADERS_ONLY))
