"""How much memory this process has used, as each system tells it."""

from __future__ import annotations

import sys
from pathlib import Path

_MEGABYTE = 1 << 20


def peak_megabytes() -> int:
    """The peak memory of this process so far; 0 where the system does not tell."""
    try:
        # On Linux the figure of getrusage includes the program that started this one.
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) // 1024
    except (OSError, IndexError):
        return _peak_bytes() // _MEGABYTE


def resident_bytes() -> int | None:
    """The memory of this process now; None where the system does not tell."""
    from mmap import PAGESIZE

    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return None
    return int(pages) * PAGESIZE


def _peak_bytes() -> int:
    try:
        import resource
    except ImportError:
        return _windows_peak_bytes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _windows_peak_bytes() -> int:
    """PeakWorkingSetSize of PROCESS_MEMORY_COUNTERS."""
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint32),
            ("page_faults", ctypes.c_uint32),
            ("peak_working_set", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        )

    kernel = getattr(getattr(ctypes, "windll", None), "kernel32", None)
    if kernel is None:
        return 0
    counters = Counters(size=ctypes.sizeof(Counters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.size):
        return 0
    return int(counters.peak_working_set)
