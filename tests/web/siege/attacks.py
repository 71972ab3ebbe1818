"""What one hostile visitor might do, each as a program of its own.

    python -m tests.web.siege.attacks NAME ADDRESS SECONDS

An attack uses one address and nothing that a stranger does not have. It goes on until its time is up, reconnecting
whenever the server hangs up.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count

#: A masked frame without content: its first byte, the mask bit, and a mask of zeros.
_EMPTY = {"ping": b"\x89\x80\0\0\0\0", "text": b"\x81\x80\0\0\0\0", "continuation": b"\x00\x80\0\0\0\0"}
_FULL_PING = b"\x89\xfd\0\0\0\0" + b"x" * 125
_BEGIN_TEXT = b"\x01\x80\0\0\0\0"
_FRAMES_AT_ONCE = 20_000
_ABANDONED_AT_ONCE = 4
#: Not the address of the others, so that limits tell them apart.
_ATTACKER = "127.0.0.66"


class Site:
    """The server under attack."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.host, _, port = address.rpartition(":")
        self.port = int(port)

    def connect(self) -> socket.socket:
        opened = socket.create_connection((self.host, self.port), timeout=5, source_address=(_ATTACKER, 0))
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30, source_address=(_ATTACKER, 0))
        with closing(connection):
            sent = body if body is None or isinstance(body, str) else json.dumps(body)
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def make_match(self, **wish: str) -> str:
        _, made = self.ask("POST", "/api/matches", {"game": "range-war", "opponent": "same-screen"} | wish)
        match: str = json.loads(made)["match"]["id"]
        return match

    def open_socket(self, match: str) -> socket.socket:
        """A WebSocket of a match, after the handshake."""
        opened = self.connect()
        opened.sendall(
            f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: {self.address}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        opened.recv(4096)
        return opened


def subscribe_frame() -> bytes:
    text = b'{"type": "subscribe"}'
    return b"\x81" + bytes((0x80 | len(text),)) + b"\0\0\0\0" + text


def _flood(site: Site, *, sockets: int, first: bytes, repeated: bytes, reads: bool) -> Iterator[None]:
    """Sockets of one match that send the same frame over and over."""
    match = site.make_match()
    with suppress(OSError):
        opened = [site.open_socket(match) for _ in range(sockets)]
    for each in opened:
        each.sendall(subscribe_frame() + first)
        each.setblocking(False)
    batch = repeated * (_FRAMES_AT_ONCE * 6 // len(repeated))
    while True:
        for number, each in enumerate(opened):
            try:
                each.send(batch)
                if reads:
                    each.recv(1 << 20)
            except BlockingIOError:
                pass
            except OSError:
                with closing(each):
                    yield
                with suppress(OSError):
                    opened[number] = site.open_socket(match)
                    opened[number].sendall(subscribe_frame() + first)
                    opened[number].setblocking(False)
        yield


def ping_flood(site: Site) -> Iterator[None]:
    """Three sockets that do nothing but ping."""
    return _flood(site, sockets=3, first=b"", repeated=_EMPTY["ping"], reads=True)


def unread_pings(site: Site) -> Iterator[None]:
    """A socket that pings and never reads a pong."""
    return _flood(site, sockets=1, first=b"", repeated=_FULL_PING, reads=False)


def empty_continuations(site: Site) -> Iterator[None]:
    """A message that goes on and on without saying anything."""
    return _flood(site, sockets=3, first=_BEGIN_TEXT, repeated=_EMPTY["continuation"], reads=True)


def empty_messages(site: Site) -> Iterator[None]:
    """Thousands of empty messages in one piece."""
    return _flood(site, sockets=3, first=b"", repeated=_EMPTY["text"], reads=True)


def abandoned_puzzles(site: Site) -> Iterator[None]:
    """Large puzzles to be solved, for a visitor who does not wait for the answer."""
    sticks, blocked = ["dF40", "dG50", "dG101"], [f"xG{number}" for number in range(3, 117, 2)]
    opened: deque[socket.socket] = deque()
    for seed in count():
        layout = ".".join([f"kG{2 * (seed % 60) + 2}", "lE20", *sticks, *blocked])
        path = f"/api/puzzles/solution?code=pyramid-puzzle,levels=7:{layout}"
        opened.append(site.connect())
        opened[-1].sendall(f"GET {path} HTTP/1.1\r\nHost: {site.address}\r\n\r\n".encode())
        if len(opened) > _ABANDONED_AT_ONCE:
            opened.popleft().close()
        yield


def machine_matches(site: Site) -> Iterator[None]:
    """As many matches as one may begin, all against a computer that has much to think about."""
    for number in count():
        options = {"slots": "4", "divisor": str(7 + number % 50)}
        body = {"game": "digit-dilemma", "options": options, "opponent": "@perfect", "seat": 2}
        site.ask("POST", "/api/matches", body)
        yield


def long_records(site: Site) -> Iterator[None]:
    """Walks of tens of thousands of moves, as records to be kept and as codes to be drawn."""
    walk = ["E1", *("E2", "E1") * 24_000]
    moves = " ".join(f"{number}. {tile}" for number, tile in enumerate(walk, start=1))
    record = f'[Game "pyramid-puzzle"]\n[Options "levels=5,layout=kC4"]\n[Player1 "A"]\n[Result "*"]\n\n{moves} *\n'
    code = f"pyramid-puzzle:kC4/{'.'.join(walk[:18_000])}"
    while True:
        site.ask("POST", "/api/records", record[:250_000].rpartition(" ")[0] + " *")
        yield
        site.ask("GET", f"/p/{code}")
        yield


def many_options(site: Site) -> Iterator[None]:
    """Positions of ever new options, each of which takes a table of its own to solve."""
    for number in count():
        site.ask("GET", f"/api/positions/digit-dilemma,slots=4,divisor={2 + number % 900}:1L")
        yield


ATTACKS: dict[str, Callable[[Site], Iterator[None]]] = {
    attack.__name__: attack
    for attack in (
        ping_flood,
        unread_pings,
        empty_continuations,
        empty_messages,
        abandoned_puzzles,
        machine_matches,
        many_options,
        long_records,
    )
}


def main(name: str, address: str, seconds: str) -> None:
    os.nice(5)  # what is measured is the server, not who gets the processor
    until = time.monotonic() + float(seconds)
    steps = ATTACKS[name](Site(address))
    while time.monotonic() < until:
        with suppress(OSError):
            next(steps, None)
        time.sleep(0.001)


if __name__ == "__main__":
    main(*sys.argv[1:])
