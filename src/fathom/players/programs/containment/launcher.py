"""Starts a program inside its containment, watches it, and ends everything that it has started. A script of its own:

    python -I -S launcher.py PLAN

It imports nothing of Fathom and little of the standard library, because a match waits for it. PLAN is made by plan.py.

Two file descriptors come with it. To one it writes a line for each layer, with the reason if it does not hold; it ends
when the program starts. The other is the lifeline: when whoever started the launcher closes it or dies, everything is
killed.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import signal
import sys

TYPE_CHECKING = False  # importing `typing` would take as long as everything else
if TYPE_CHECKING:
    from collections.abc import Callable

IS_LINUX = sys.platform == "linux"
#: The processes and threads that a program may have.
MOST_PROCESSES = 64
#: From this version of Linux on, a PID namespace has its own highest PID, and this is the lowest that may be chosen. On
#: an older one, writing it would change it for the whole machine.
_KERNEL_WITH_OWN_PIDS = [6, 14]
_FEWEST_PIDS = 301
_NOBODY = 65534
_TRIES = 200

# Linux: see prctl(2), unshare(2) and landlock(7).
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 22, 36, 38
_SECCOMP_MODE_FILTER = 2
_CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWPID = 0x08000000, 0x10000000, 0x20000000
_LANDLOCK_CREATE, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_VERSION, _LANDLOCK_PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
#: How many kinds of access each version of Landlock handles: they are the lowest bits.
_HANDLED = {1: 13, 2: 14, 3: 15, 4: 15}
_HANDLED_NOW = 16
_BIND_AND_CONNECT_TCP = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3

_libc = ctypes.CDLL(None, use_errno=True)


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scope", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("access", ctypes.c_uint64), ("folder", ctypes.c_int32))


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def main(
    file: str,
    words: tuple[str, ...],
    is_contained: bool,
    readable: tuple[str, ...],
    writable: tuple[str, ...],
    limits: tuple[tuple[int, int], ...],
    filtered: bytes,
    status: int,
    lifeline: int,
) -> None:
    """Start the program, wait for its end or for that of the lifeline, and end as it did."""
    for kept in (status, lifeline):
        os.set_inheritable(kept, False)
    is_root = os.getuid() == 0
    has_namespace = is_contained and _report(status, "namespace", _begin_namespace)
    if IS_LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)  # orphans become children of this process, and are killed with the rest
    program = os.fork()
    if program == 0:
        os.close(lifeline)
        os.setsid()
        if IS_LINUX:
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if is_contained:
            _report(status, "limits", lambda: _limit(limits))
            _report(status, "count", lambda: _limit_processes(is_root, has_namespace))
            _report(status, "privileges", _give_up_privileges)
            _report(status, "files", lambda: _restrict_files(readable, writable))
            _report(status, "network", lambda: _filter_system_calls(filtered))
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, and that would be inherited
            signal.signal(ignored, signal.SIG_DFL)
        try:
            os.execv(file, words)
        except OSError as error:
            os.write(status, f"start\t{error.strerror}\n".encode())
        os._exit(127)
    os.write(status, f"program\t{program}\n".encode())
    _let_go_of_streams(status)
    _watch(program, lifeline)


# ---------------------------------------------------------------- layers


def _report(status: int, layer: str, apply: Callable[[], None]) -> bool:
    """Apply a layer, and say whether it holds."""
    try:
        apply()
        why = ""
    except OSError as error:
        why = error.strerror or str(error)
    os.write(status, f"{layer}\t{why}\n".encode())
    return not why


def _prctl(option: int, *arguments: int) -> None:
    if _libc.prctl(option, *(ctypes.c_ulong(argument) for argument in (*arguments, 0, 0, 0)[:4])):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _begin_namespace() -> None:
    """Begin a PID namespace: the next child is the first process in it, and the kernel ends all others with it."""
    _need_linux()
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(_CLONE_NEWUSER | _CLONE_NEWPID | _CLONE_NEWIPC):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    # Not root inside either, so that it has no rights over its namespace.
    for path, text in (
        ("/proc/self/setgroups", "deny"),
        ("/proc/self/uid_map", f"{user or _NOBODY} {user} 1"),
        ("/proc/self/gid_map", f"{group or _NOBODY} {group} 1"),
    ):
        with open(path, "w") as file:
            file.write(text)


def _limit(limits: tuple[tuple[int, int], ...]) -> None:
    for which, most in limits:
        _, hard = resource.getrlimit(which)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))


def _limit_processes(is_root: bool, has_namespace: bool) -> None:
    """Bound the number of processes. The usual limit counts all of the user's, and does not hold for root."""
    if has_namespace and _kernel() >= _KERNEL_WITH_OWN_PIDS:
        with open("/proc/sys/kernel/pid_max", "w") as file:
            file.write(str(_FEWEST_PIDS))
    elif is_root:
        raise OSError(0, "it does not hold for root")
    if IS_LINUX and not is_root:
        _limit(((resource.RLIMIT_NPROC, _count_processes() + MOST_PROCESSES),))


def _kernel() -> list[int]:
    """`[6, 14]`, from `6.14.0-generic`."""
    return [int(part) for part in os.uname().release.split("-")[0].split(".")[:2]]


def _count_processes() -> int:
    """The processes of this user with their threads."""
    own, there = os.getuid(), 0
    for entry in os.scandir("/proc"):
        try:
            if entry.name.isdigit() and entry.stat().st_uid == own:
                there += len(os.listdir(f"/proc/{entry.name}/task"))
        except OSError:  # it has just ended
            pass
    return there


def _give_up_privileges() -> None:
    _need_linux()
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def _restrict_files(readable: tuple[str, ...], writable: tuple[str, ...]) -> None:
    """Landlock: nothing can be opened but what is below these paths; no signal leaves, and no connection is made."""
    _need_linux()
    version = _libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_LANDLOCK_VERSION))
    if version < 1:
        raise OSError(0, "this kernel has no Landlock")
    every = (1 << _HANDLED.get(version, _HANDLED_NOW)) - 1
    scope = _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0
    rules = _Rules(every, _BIND_AND_CONNECT_TCP if version >= 4 else 0, scope)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rule_set = _check(_libc.syscall(_LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0)))
    for paths, access in ((readable, _EXECUTE | _READ_FILE | _READ_DIR), (writable, every)):
        for path in paths:
            try:
                opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:  # it is not there: nothing to allow
                continue
            allowed = access if os.path.isdir(path) else access & _OF_FILES & every
            beneath = _PathBeneath(allowed, opened)
            arguments = (ctypes.c_int(rule_set), ctypes.c_int(_LANDLOCK_PATH_BENEATH), ctypes.byref(beneath))
            _check(_libc.syscall(_LANDLOCK_ADD_RULE, *arguments, ctypes.c_uint32(0)))
            os.close(opened)
    _check(_libc.syscall(_LANDLOCK_RESTRICT, ctypes.c_int(rule_set), ctypes.c_uint32(0)))
    os.close(rule_set)


def _filter_system_calls(filtered: bytes) -> None:
    """Seccomp: refuse the system calls that the filter names."""
    if not filtered:
        raise OSError(0, "there is no filter for this kind of machine")
    program = _Filter(len(filtered) // 8, filtered)
    if _libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(program)):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _need_linux() -> None:
    if not IS_LINUX:
        raise OSError(0, "only Linux has it")


# ---------------------------------------------------------------- watching


def _let_go_of_streams(status: int) -> None:
    """Close this process's ends of the pipes: they must end when the program's do."""
    os.close(status)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _watch(program: int, lifeline: int) -> None:
    """Wait for the end of the program or of the lifeline, end everything, then end as the program did."""
    watched = select.poll()
    watched.register(lifeline, select.POLLIN)
    if IS_LINUX:
        watched.register(os.pidfd_open(program), select.POLLIN)
    while not any(watched.poll(None if IS_LINUX else 50)) and not _has_ended(program):
        pass
    _kill(program, -program)
    _, status = os.waitpid(program, 0)
    _kill_orphans()
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def _has_ended(program: int) -> bool:
    return os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _kill(*processes: int) -> None:
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass


def _kill_orphans() -> None:
    """Kill what the program has left behind, until nothing is left: children of the dead become children of this."""
    for _ in range(_TRIES):
        try:
            with open(f"/proc/self/task/{os.getpid()}/children") as children:
                _kill(*map(int, children.read().split()))
            os.waitpid(-1, 0)
        except OSError:  # no children left, or no way to know them
            return


if __name__ == "__main__":
    main(*marshal.loads(bytes.fromhex(sys.argv[1])))
