"""The layers of containment, in words."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

LayerName = Literal["namespace", "limits", "count", "privileges", "files", "network"]
LAYERS: Final[tuple[LayerName, ...]] = get_args(LayerName)

#: What each layer is called.
TITLES: Final[dict[LayerName, str]] = {
    "namespace": "PID namespace",
    "limits": "resource limits",
    "count": "limit of processes",
    "privileges": "no_new_privs",
    "files": "Landlock",
    "network": "seccomp filter",
}
#: What it does to a program.
MEANINGS: Final[dict[LayerName, str]] = {
    "namespace": "sees no other processes, and nothing that it starts outlives it",
    "limits": "has limited memory, computing time, open files and file sizes",
    "count": "has a limited number of processes",
    "privileges": "cannot gain privileges",
    "files": "reads only what it needs to run, writes only to a folder of its own",
    "network": "opens no sockets, and cannot look into other processes",
}


class Layer(NamedTuple):
    """A layer, and why it does not hold; empty if it does."""

    name: LayerName
    why_not: str

    @property
    def holds(self) -> bool:
        return not self.why_not


def read_layers(reported: str) -> tuple[Layer, ...]:
    """The layers that the launcher reports on, in their order."""
    told = dict(line.split("\t", 1) for line in reported.splitlines())
    return tuple(Layer(name, told[name]) for name in LAYERS if name in told)
