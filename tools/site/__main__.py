"""`make site`: the whole app as static files, in build/site or in the directory that is named."""

from __future__ import annotations

import fcntl
import sys
from pathlib import Path

from tools.site.parts import ROOT, Stop, fetch_parts
from tools.site.writing import Written, build, find_built

BUILD = ROOT / "build"


def make_site(folder: Path) -> Written:
    """Build the site, unless it is up to date; a second call at the same time waits for the first."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if found := find_built(folder):
            return found
        parts = fetch_parts(BUILD / "site-parts")
        return build(parts, BUILD / "site-work", folder)


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print("usage: python -m tools.site [DIRECTORY]", file=sys.stderr)
        return 2
    folder = Path(arguments[0]).resolve() if arguments else BUILD / "site"
    if folder.exists() and not (folder / "fathom-site.json").exists() and any(folder.iterdir()):
        print(f"{folder} is not a site of Fathom, and would be replaced: name an empty directory.", file=sys.stderr)
        return 1
    try:
        written = make_site(folder)
    except Stop as problem:
        print(f"The site was not built: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted: nothing was changed.", file=sys.stderr)
        return 130
    sizes = ", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in written.sizes.items())
    print(
        f"The site is in {written.folder}. A first visit fetches {sum(written.sizes.values()) / 1e6:.1f} MB: {sizes}."
    )
    print(f"Try it: python3 -m http.server --directory {written.folder} 8080")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
