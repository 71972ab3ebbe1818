"""The environment of a program: what it needs to run, and nothing secret."""

from __future__ import annotations

import os
from typing import Final

from fathom.players.programs.containment.plan import Contain

#: Where programs and libraries are found, and how text is written.
_PASSED_ON: Final = frozenset({
    "PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME",
    "PYTHONUTF8", "PYENV_ROOT", "PYENV_VERSION", "NODE_PATH", "PERL5LIB", "PERL_LOCAL_LIB_ROOT", "RUBYLIB", "GEM_HOME",
    "GEM_PATH", "JAVA_HOME", "GOROOT", "RUSTUP_HOME", "CARGO_HOME", "DOTNET_ROOT",
})  # fmt: skip


def environment_for(contain: Contain, scratch: str) -> dict[str, str]:
    """The variables of a program: all of them if it is not contained; its home is a folder of its own otherwise."""
    if contain == "off":
        return dict(os.environ)
    kept = {name: text for name, text in os.environ.items() if name in _PASSED_ON or name.startswith("LC_")}
    return kept | {"HOME": scratch, "TMPDIR": scratch}
