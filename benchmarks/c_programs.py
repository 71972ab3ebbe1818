"""The peers that are plain programs in C, built where there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

PEERS = Path(__file__).with_name("peers")


def build(source: str, folder: Path) -> Path | None:
    """One of the programs in `peers`, built in a folder; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = folder / Path(source).stem
    subprocess.run([compiler, "-O2", str(PEERS / source), "-o", str(program)], check=True)
    return program
