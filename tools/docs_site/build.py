"""Builds the documentation as a site: python -m tools.docs_site.build [-o FOLDER]

The pages are those of docs/, in the order of its README.md, and two that only the code knows: every command, and the
Python API. The site is a folder of plain files: it needs no server, and nothing in it comes from elsewhere.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import fathom
from tools.docs_site import commands

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "docs"

#: Pages of the project that the docs link to, by their names on the site.
PROJECT_PAGES = {"contributing.md": ROOT / "CONTRIBUTING.md", "changelog.md": ROOT / "CHANGELOG.md"}
#: Pages that are made here, because the code knows them, and their place in the index.
COMMANDS_PAGE, PYTHON_PAGE = "commands.md", "python.md"
MADE_PAGES = f"""\
- [Commands]({COMMANDS_PAGE}): every command of `fathom`, its arguments and an example
- [Python]({PYTHON_PAGE}): everything that `import fathom` promises
"""
#: What the theme lacks, which goes where `conf.py` looks for it.
STATIC = ("narrow.css", "scrolling.js", "search.js")

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"^- .*?\]\(([^)#]+\.md)\)", re.MULTILINE)
_SECTION = re.compile(r"^## (.+)\n((?:(?!^## ).*\n?)*)", re.MULTILINE)

#: What the theme leaves out for people with a screen reader, and what it writes instead.
_ACCESSIBLE = {
    'class="caption" role="heading"': 'class="caption" role="heading" aria-level="2"',
    '<aside class="sidebar-drawer': '<aside aria-label="All pages" class="sidebar-drawer',
    '<aside class="toc-drawer': '<aside aria-label="This page" class="toc-drawer',
}


def build(site: Path = SITE) -> None:
    """Build the whole site into an empty or missing folder; a warning is an error."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        gather(source)
        sphinx = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--jobs", "auto"]
        subprocess.run([*sphinx, source, site], check=True, cwd=ROOT)
    for page in site.rglob("*.html"):
        page.write_text(make_accessible(page.read_text(encoding="utf-8")), encoding="utf-8")
    for kept_for_the_next_build in (".doctrees", ".buildinfo", "objects.inv"):
        leftover = site / kept_for_the_next_build
        shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink(missing_ok=True)


def make_accessible(html: str) -> str:
    """A page of the theme in which a screen reader finds its way."""
    for written, wanted in _ACCESSIBLE.items():
        html = html.replace(written, wanted)
    return html


def gather(folder: Path) -> None:
    """Put every page of the site into a folder, with links that work there."""
    shutil.copytree(DOCS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("web"))
    index = (folder / "README.md").read_text(encoding="utf-8")
    (folder / "README.md").unlink()
    for name, page in PROJECT_PAGES.items():
        shutil.copy(page, folder / name)
    for page in folder.rglob("*.md"):
        page.write_text(_point_inside(page.read_text(encoding="utf-8"), page, folder), encoding="utf-8")
    rules = folder / "rules" / "README.md"
    rules.write_text(
        rules.read_text(encoding="utf-8") + _tree("", _ITEM.findall(rules.read_text(encoding="utf-8"))),
        encoding="utf-8",
    )
    (folder / COMMANDS_PAGE).write_text(commands.write_page(), encoding="utf-8")
    (folder / PYTHON_PAGE).write_text(python_page(), encoding="utf-8")
    (folder / "index.md").write_text(front_page(index), encoding="utf-8")
    shutil.copy(HERE / "conf.py", folder)
    shutil.copytree(HERE / "templates", folder / "_templates")
    (folder / "_static").mkdir()
    for name in STATIC:
        shutil.copy(HERE / name, folder / "_static")


def front_page(index: str) -> str:
    """The index of docs/, each of whose sections also becomes a section of the navigation."""
    index = index.replace("## Reference\n\n", f"## Reference\n\n{MADE_PAGES}")
    trees = "\n".join(_tree(section[1], _ITEM.findall(section[2])) for section in _SECTION.finditer(index))
    return f"{index}\n{trees}\n{_tree('Project', list(PROJECT_PAGES))}"


def _tree(title: str, pages: list[str]) -> str:
    caption = [f":caption: {title}"] if title else []
    return "\n".join(["", "```{toctree}", ":hidden:", *caption, "", *pages, "```", ""])


def python_page() -> str:
    """Everything that `import fathom` promises, from its docstrings."""
    names = sorted(set(fathom.__all__) - {"GAMES", "errors", "puzzles"}, key=lambda name: (name[0].islower(), name))
    listed = "\n\n".join(_documented(name) for name in names)
    return f"""# Python

Everything that `import fathom` promises. [The library](library.md) shows it at work in ten short programs.

`fathom.GAMES` holds the names of all games.

```{{eval-rst}}
.. module:: fathom

{listed}
```

## fathom.puzzles

```{{eval-rst}}
.. automodule:: fathom.puzzles
   :members:
```

## fathom.errors

```{{eval-rst}}
.. automodule:: fathom.errors
   :members:
   :show-inheritance:
```
"""


def _documented(name: str) -> str:
    if isinstance(getattr(fathom, name), type):
        return f".. autoclass:: fathom.{name}\n   :members:"
    return f".. autofunction:: fathom.{name}"


def _point_inside(text: str, page: Path, folder: Path) -> str:
    """A page whose links to files outside docs/ lead to the pages that stand for them, or are plain text."""

    def point(link: re.Match[str]) -> str:
        label, target = link[1], link[2].partition("#")[0]
        if "://" in target or not target or (page.parent / target).exists():
            return link[0]
        if target.endswith(("/README.md", "/docs/README.md")) or target == "README.md":
            return f"[{label}]({_way(page, folder, 'index.md')})"
        for name, original in PROJECT_PAGES.items():
            if Path(target).name == original.name:
                return f"[{label}]({_way(page, folder, name)})"
        return label

    return _LINK.sub(point, text)


def _way(page: Path, folder: Path, name: str) -> str:
    return "../" * (len(page.relative_to(folder).parts) - 1) + name


def main() -> int:
    arguments = argparse.ArgumentParser(description="Build the documentation as a site.")
    arguments.add_argument("-o", "--output", type=Path, default=SITE, help="an empty or missing folder")
    site: Path = arguments.parse_args().output
    if site == SITE:
        shutil.rmtree(site, ignore_errors=True)
    elif site.exists() and any(site.iterdir()):
        print(f"{site} is not empty; name an empty or missing folder.", file=sys.stderr)
        return 2
    build(site)
    print(f"The documentation is in {site}: open index.html in a browser, or put the folder on any web host.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
