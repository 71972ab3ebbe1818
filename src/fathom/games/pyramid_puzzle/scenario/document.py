"""YAML as puzzle files have it: small, and every value is text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom.core.words import how_to_install, quoted
from fathom.errors import UnreadableScenario

if TYPE_CHECKING:
    from collections.abc import Hashable

    import yaml

_LARGEST = 50_000
_MOST_BRACKETS = 5_000


def read_documents(text: str) -> list[object]:
    """The YAML documents of a file; raises `UnreadableScenario` with the line that cannot be read."""
    if len(text) > _LARGEST:
        raise UnreadableScenario(f"A puzzle file has at most {_LARGEST:,} characters, and this one has {len(text):,}.")
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise UnreadableScenario(f"A puzzle file has at most {_MOST_BRACKETS:,} brackets; this one is something else.")
    try:
        import yaml
    except ImportError:
        raise UnreadableScenario(f"Reading puzzle files needs PyYAML: {how_to_install('scenario')}.") from None
    try:
        return list(yaml.load_all(text, Loader=_strict_loader()))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableScenario(f"{where}{problem}.") from error
    except RecursionError:
        raise UnreadableScenario("The file is nested too deeply to be a puzzle.") from None


def _strict_loader() -> type[yaml.BaseLoader]:
    """A loader for which every value is text, and which refuses aliases and a key given twice."""
    import yaml

    class StrictLoader(yaml.BaseLoader):
        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not read")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
            seen = set()
            for key, _ in node.value:
                if str(key.value) in seen:
                    problem = f"{quoted(str(key.value))} is given twice"
                    raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
                seen.add(str(key.value))
            return super().construct_mapping(node, deep)

    return StrictLoader


def fields_of(value: object, where: str, known: tuple[str, ...] = ()) -> dict[str, object]:
    """Named fields; one that is not among those known, where these are given, is refused by its name."""
    if not isinstance(value, dict):
        raise UnreadableScenario(f"In {where} there should be named fields, such as configuration: and collectibles:.")
    fields = {str(key): item for key, item in value.items()}
    for name in fields:
        if known and name not in known:
            raise UnreadableScenario(f"In {where} the field {quoted(name)} is unknown; known are {', '.join(known)}.")
    return fields


def list_of(value: object, where: str, known: tuple[str, ...]) -> list[dict[str, object]]:
    """A list of named fields; nothing is an empty list."""
    if value is None or value == "":
        return []
    if not isinstance(value, list):
        raise UnreadableScenario(f"{where} should be a list.")
    return [fields_of(entry, where, known) for entry in value]
