"""What `--json` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def print_json(value: Mapping[str, object] | Sequence[Mapping[str, object]]) -> None:
    """Print a value as JSON that people can read as well."""
    import json  # not every command pays for it

    print(json.dumps(value, ensure_ascii=False, indent=2))
