"""What `--json` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def print_json(value: Mapping[str, object] | Sequence[Mapping[str, object]]) -> None:
    """Print a value as indented JSON."""
    import json  # slow to import, and not every command needs it

    print(json.dumps(value, ensure_ascii=False, indent=2))
