"""The system calls that are refused to a contained program, as a filter for seccomp (see seccomp(2)).

A program may not open sockets, look into other processes, leave its process group, mount anything, make namespaces or
use what outlives it. Whatever is not named here is allowed: it is Landlock that guards files.
"""

from __future__ import annotations

import errno
import os
import struct
from typing import Final, NamedTuple

#: The numbers of system calls on x86-64 and on 64-bit ARM.
_REFUSED: Final = {
    "socket": (41, 198),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "setsid": (112, 157),
    "setpgid": (109, 154),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "personality": (135, 92),
}
#: Answered with "no such system call", so that the C library uses `clone`, whose flags can be checked.
_CLONE3: Final = 435
_CLONE: Final = (56, 220)
#: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
_NEW_NAMESPACES: Final = 0x7E020000
#: System calls of x32, an ABI that shares the architecture of x86-64 under other numbers.
_X32: Final = 0x40000000

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000


class _Architecture(NamedTuple):
    """Which column of numbers is meant, and how seccomp calls it."""

    column: int
    audit: int


_ARCHITECTURES: Final = {
    "x86_64": _Architecture(0, 0xC000003E),
    "aarch64": _Architecture(1, 0xC00000B7),
}


def filter_for(machine: str | None = None) -> bytes:
    """The filter for a kind of machine, by default for this one; empty if there is none for it."""
    found = _ARCHITECTURES.get(machine or os.uname().machine)
    if found is None:
        return b""
    column, audit = found
    program = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_IF_EQUAL, audit, then=1, otherwise=0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        *_refuse_if(_IF_AT_LEAST, _X32, errno.ENOSYS),
        *_refuse_if(_IF_EQUAL, _CLONE3, errno.ENOSYS),
    ]
    for numbers in _REFUSED.values():
        program += _refuse_if(_IF_EQUAL, numbers[column], errno.EPERM)
    program += [
        _step(_IF_EQUAL, _CLONE[column], then=0, otherwise=3),
        _step(_LOAD, _FIRST_ARGUMENT),
        *_refuse_if(_IF_ANY_BIT, _NEW_NAMESPACES, errno.EPERM),
        _step(_RETURN, _ALLOW),
    ]
    return b"".join(program)


def _step(code: int, value: int, *, then: int = 0, otherwise: int = 0) -> bytes:
    """One instruction; jumps count the instructions to skip."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def _refuse_if(test: int, value: int, error: int) -> list[bytes]:
    return [_step(test, value, then=0, otherwise=1), _step(_RETURN, _ERROR | error)]
