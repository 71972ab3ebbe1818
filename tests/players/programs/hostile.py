"""Programs that misbehave, as sources: what each does, and what the forfeit must say.

`RUNNER` in a source is the process that plays against it, `SECRET` a file that is none of its business.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.players.programs.containment.layers import LayerName


class Hostile(NamedTuple):
    """A source, a part of the reason for the forfeit, and the layer that it needs, if any."""

    source: str
    reason: str
    needs: LayerName | None = None
    #: The seconds for the first answer: short ones are for programs that never give any.
    seconds: float = 30.0
    code: str = "range-war"


LATE = "it did not answer within"
SHORT = 1.5
HANG = "time.sleep(1000)"

#: Those that misbehave with their answers, or their own process.
ANSWERING = {
    "crashes": Hostile("1 / 0", "it ended with exit status 1; its last line on standard error was 'ZeroDivisionError"),
    "crashes after the question": Hostile("input(); 1 / 0", "it ended with exit status 1; its last line"),
    "exits 0": Hostile("sys.exit(0)", "it ended with exit status 0"),
    "dies by a signal": Hostile("import ctypes; ctypes.string_at(0)", "it was ended by the signal SIGSEGV"),
    "hangs": Hostile(f"input(); {HANG}", LATE, seconds=SHORT),
    "sleeps in its start": Hostile(HANG, LATE, seconds=SHORT),
    "computes for ever": Hostile("while True: pass", LATE, seconds=SHORT),
    "trickles": Hostile("input()\nwhile True: os.write(1, b'1'); time.sleep(0.05)", LATE, seconds=SHORT),
    "never reads its input": Hostile(HANG, LATE, seconds=SHORT, code="range-war,highest=20000"),
    "floods without a newline": Hostile("input()\nwhile True: os.write(1, b'1' * 65536)", "it wrote"),
    "writes a gigabyte of lines": Hostile(
        "input()\nfor _ in range(1024): os.write(1, b'1\\n' * 2**19)", "without being asked"
    ),
    "floods standard error": Hostile("while True: os.write(2, b'x' * 65536)", LATE, seconds=SHORT),
    "closes its streams": Hostile(f"input()\nfor n in range(3): os.close(n)\n{HANG}", "it closed its output"),
    "closes its input": Hostile(f"os.close(0); {HANG}", LATE, seconds=SHORT),
    "answers twice": Hostile("input(); os.write(1, b'1\\n1\\n'); input()", "it answered '1' and then wrote '1'"),
    "answers early": Hostile("os.write(1, b'1\\n1\\n'); input(); input()", "wrote '1"),
    "answers what is illegal": Hostile(
        "input(); print(99, flush=True); input()", "it answered '99', which rule 1 forbids"
    ),
    "answers with bytes that are no text": Hostile(
        "input(); os.write(1, b'\\xff\\xfe\\n'); input()", "which is not text"
    ),
    "answers with nothing": Hostile("input(); os.write(1, b'\\n'); input()", "it answered '', which is not a move"),
    "answers with zeros": Hostile("input(); os.write(1, b'\\0' * 9 + b'\\n'); input()", "which is not a move"),
    "answers with control codes": Hostile("input(); print('\\x1b[2J', flush=True); input()", r"it answered '\x1b[2J'"),
    "ignores every signal": Hostile(
        f"import signal\nfor n in (1, 2, 3, 10, 12, 13, 14, 15, 17): signal.signal(n, signal.SIG_IGN)\n{HANG}",
        LATE,
        seconds=SHORT,
    ),
}

_ORPHAN = "if os.fork() == 0:\n    {leave}\n    if os.fork() == 0: {stay}\n    os._exit(0)\nos.wait(); sys.exit(0)"
_BOMB = f"""
try:
    while True: os.fork()
except OSError: {HANG}
"""

#: Those that start others, and try to leave something behind.
LEAVING = {
    "leaves an orphan": Hostile(_ORPHAN.format(leave="pass", stay=HANG), "it ended with exit status 0"),
    "leaves an orphan that holds its output": Hostile(f"if os.fork() == 0: {HANG}\nsys.exit(0)", "it "),
    "is a fork bomb": Hostile(_BOMB, LATE, "count", seconds=SHORT),
    "stops itself": Hostile("os.kill(os.getpid(), 19); time.sleep(1000)", LATE, seconds=SHORT),
}

#: Those that reach for what is not theirs.
REACHING = {
    "makes a session of its own": Hostile("os.setsid()", "PermissionError", "network"),
    "changes its process group": Hostile(
        "if os.fork() == 0: os.setpgid(0, 0); sys.exit(0)\nos.wait(); os.setpgid(0, 0)", "PermissionError", "network"
    ),
    "leaves an orphan by setsid": Hostile(
        _ORPHAN.format(leave="\n    try: os.setsid()\n    except OSError: pass", stay=HANG),
        "it ended with exit status 0",
        "namespace",
    ),
    "kills its parent": Hostile("os.kill(os.getppid(), 9); sys.exit(7)", "it "),
    "kills the runner": Hostile("os.kill(RUNNER, 9)", "Error", "namespace"),
    "kills everything": Hostile("os.kill(-1, 9); sys.exit(7)", "it ", "namespace"),
    "traces the runner": Hostile(
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.ptrace(16, RUNNER, 0, 0): raise OSError(ctypes.get_errno(), 'no ptrace')",
        "no ptrace",
        "network",
    ),
    "reads the environment of the runner": Hostile("open('/proc/RUNNER/environ').read()", "PermissionError", "files"),
    "reads a secret": Hostile("open('SECRET').read()", "PermissionError", "files"),
    "lists a folder": Hostile("os.listdir(os.path.dirname('SECRET'))", "PermissionError", "files"),
    "reads a secret by a link": Hostile(
        "link = os.environ['TMPDIR'] + '/link'; os.symlink('SECRET', link); open(link).read()",
        "PermissionError",
        "files",
    ),
    "changes a secret": Hostile("open('SECRET', 'a').write('!')", "PermissionError", "files"),
    "deletes a secret": Hostile("os.remove('SECRET')", "PermissionError", "files"),
    "changes itself": Hostile("open(__file__, 'a').write('#')", "PermissionError", "files"),
    "writes where it is": Hostile("open(os.path.dirname(__file__) + '/new', 'w')", "PermissionError", "files"),
    "opens a socket": Hostile("import socket; socket.socket()", "PermissionError", "network"),
    "opens a local socket": Hostile("import socket; socket.socket(socket.AF_UNIX)", "PermissionError", "network"),
    "opens a socket of packets": Hostile("import socket; socket.socket(17, 3)", "PermissionError", "network"),
    "makes a namespace": Hostile(
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.unshare(0x10000000): raise OSError(ctypes.get_errno(), 'no namespace')",
        "no namespace",
        "network",
    ),
    "takes huge memory": Hostile("bytearray(4 * 10**9)", "MemoryError", "limits"),
    "takes memory bit by bit": Hostile(
        "taken = []\nwhile True: taken.append(bytearray(10**8))", "MemoryError", "limits"
    ),
    "takes huge shared memory": Hostile("import mmap; mmap.mmap(-1, 10**11)", "OSError", "limits"),
    "fills the disk": Hostile(
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with open(os.environ['TMPDIR'] + '/big', 'wb') as file: file.truncate(10**9)",
        "File too large",
        "limits",
    ),
    "opens too many files": Hostile(
        "kept = [os.open('/dev/null', 0) for _ in range(1000)]", "Too many open files", "limits"
    ),
    "writes to what it has inherited": Hostile("for n in range(3, 256): os.write(n, b'x')", "Bad file descriptor"),
    "reads secret variables": Hostile("os.environ['SECRET_TOKEN']", "KeyError", "files"),
}

EVERY = ANSWERING | LEAVING | REACHING
