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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count, cycle

#: A masked frame without content: its first byte, the mask bit, and a mask of zeros.
_EMPTY = {"ping": b"\x89\x80\0\0\0\0", "text": b"\x81\x80\0\0\0\0", "continuation": b"\x00\x80\0\0\0\0"}
_FULL_PING = b"\x89\xfd\0\0\0\0" + b"x" * 125
_BEGIN_TEXT = b"\x01\x80\0\0\0\0"
_FRAMES_AT_ONCE = 20_000
_ABANDONED_AT_ONCE = 4
_AT_ONCE = 10
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
        _, made = self.ask("POST", "/api/v1/matches", {"game": "range-war", "opponent": "same-screen"} | wish)
        match: str = json.loads(made)["match"]["id"]
        return match

    def open_socket(self, match: str) -> socket.socket:
        """A WebSocket of a match, after the handshake."""
        opened = self.connect()
        opened.sendall(
            f"GET /api/v1/matches/{match}/live HTTP/1.1\r\nHost: {self.address}\r\nConnection: Upgrade\r\n"
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
        path = f"/api/v1/puzzles/solution?code=pyramid-puzzle,levels=7:{layout}"
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
        site.ask("POST", "/api/v1/matches", body)
        yield


def long_records(site: Site) -> Iterator[None]:
    """Walks of tens of thousands of moves, as records to be kept and as codes to be drawn."""
    walk = ["E1", *("E2", "E1") * 24_000]
    moves = " ".join(f"{number}. {tile}" for number, tile in enumerate(walk, start=1))
    record = f'[Game "pyramid-puzzle"]\n[Options "levels=5,layout=kC4"]\n[Player1 "A"]\n[Result "*"]\n\n{moves} *\n'
    code = f"pyramid-puzzle:kC4/{'.'.join(walk[:18_000])}"
    while True:
        site.ask("POST", "/api/v1/records", record[:250_000].rpartition(" ")[0] + " *")
        yield
        site.ask("GET", f"/p/{code}")
        yield


def many_options(site: Site) -> Iterator[None]:
    """Positions of ever new options, each of which takes a table of its own to solve."""
    for number in count():
        site.ask("GET", f"/api/v1/positions/digit-dilemma,slots=4,divisor={2 + number % 900}:1L")
        yield


def _crowd(site: Site, first: bytes, repeated: bytes, most: int = 300) -> Iterator[None]:
    """As many connections as the server lets one have, each of which sends something, and then goes on and on."""
    opened: deque[socket.socket] = deque()
    while True:
        for _ in range(10):
            with suppress(OSError):
                opened.append(site.connect())
                opened[-1].sendall(first)
                opened[-1].setblocking(False)
        for _ in range(len(opened)):
            each = opened.popleft()
            try:
                each.send(repeated)
            except BlockingIOError:
                pass
            except OSError:
                each.close()
                continue
            opened.append(each)
        while len(opened) > most:
            opened.popleft().close()
        yield


def _post(size: int) -> bytes:
    head = f"POST /api/v1/drills/progress HTTP/1.1\r\nHost: fathom\r\nContent-Length: {size}\r\n"
    return f"{head}Content-Type: application/json\r\n\r\n".encode()


def slow_heads(site: Site) -> Iterator[None]:
    """Heads that never end, a few bytes at a time."""
    return _crowd(site, b"GET /healthz HTTP/1.1\r\nHost: fathom\r\n", b"X: y\r\n")


def slow_bodies(site: Site) -> Iterator[None]:
    """Bodies that never end, a few bytes at a time."""
    return _crowd(site, _post(400_000), b"[")


def endless_heads(site: Site) -> Iterator[None]:
    """Heads of a single line that goes on as fast as it is read, and heads of thousands of lines."""
    long = _crowd(site, b"GET /healthz HTTP/1.1\r\nX: ", b"x" * 200_000, most=50)
    many = _crowd(site, b"GET /healthz HTTP/1.1\r\n", b"a:\r\n" * 50_000, most=50)
    while True:
        next(long)
        next(many)
        yield


def endless_bodies(site: Site) -> Iterator[None]:
    """Bodies that go on as fast as they are read, for requests that have none."""
    head = b"GET /healthz HTTP/1.1\r\nHost: fathom\r\nContent-Length: 1000000000\r\n\r\n"
    return _crowd(site, head, b"x" * 200_000, most=50)


def tiny_chunks(site: Site) -> Iterator[None]:
    """Bodies in chunks of one byte each, as fast as they are read."""
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: fathom\r\nTransfer-Encoding: chunked\r\n\r\n"
    return _crowd(site, head, b"1\r\nx\r\n" * 40_000, most=150)


def pipelined_requests(site: Site) -> Iterator[None]:
    """Requests without waiting for answers, which nobody reads."""
    requests = b"GET /healthz HTTP/1.1\r\n\r\n" * 10_000
    return _crowd(site, requests, requests, most=50)


def unread_responses(site: Site) -> Iterator[None]:
    """The largest documents, which nobody reads."""
    return _crowd(site, b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: fathom\r\n\r\n", b"")


def connection_churn(site: Site) -> Iterator[None]:
    """Connections that end at once."""
    while True:
        for _ in range(20):
            site.connect().close()
        yield


def _ask_at_once(site: Site, requests: Sequence[bytes]) -> None:
    """Send requests over connections of their own, and read all answers."""
    asked = []
    for request in requests:
        asked.append(site.connect())
        asked[-1].sendall(request)
    for each in asked:
        with closing(each), suppress(OSError):
            while each.recv(1 << 16):
                pass


def _get(site: Site, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {site.address}\r\nConnection: close\r\n\r\n".encode()


def many_lists(site: Site) -> Iterator[None]:
    """Ten lists at a time, over and over."""
    paths = [f"/api/v1/matches?state={state}&limit=100" for state in ("over", "playing", "waiting")]
    paths += ["/api/v1/matches?game=pocket-addition&state=over", "/watch"]
    wanted = cycle(paths)
    while True:
        _ask_at_once(site, [_get(site, next(wanted)) for _ in range(_AT_ONCE)])
        yield


def compressed_pages(site: Site) -> Iterator[None]:
    """The largest pages, fifty at a time, compressed."""
    encoding = b"Accept-Encoding: gzip\r\nConnection: close"
    request = _get(site, "/api").replace(b"Connection: close", encoding)
    while True:
        _ask_at_once(site, [request] * 50)
        yield


def old_matches(site: Site) -> Iterator[None]:
    """Long matches that nobody has looked at for long, ten at a time: more of them than a server has in memory."""
    found: list[str] = []
    path = "/api/v1/matches?state=playing&game=pyramid-puzzle&limit=100"
    following: str | None = ""
    while following is not None:
        page = json.loads(site.ask("GET", f"{path}{following and f'&after={following}'}")[1])
        found += [match["id"] for match in page["matches"]]
        following = page["next"]
    wanted = cycle(found)
    while True:
        _ask_at_once(site, [_get(site, f"/api/v1/matches/{next(wanted)}") for _ in range(_AT_ONCE)])
        yield


def many_previews(site: Site) -> Iterator[None]:
    """Pictures of the largest boards, ten at a time and each of another puzzle, so that none is kept already."""
    for number in count():
        things = f"kC{number % 8 + 1}.lG{number % 128 + 1}.dF{number % 64 + 1}"
        codes = [f"pyramid-puzzle,levels=7:{things}.xE{tile}" for tile in range(1, 1 + _AT_ONCE)]
        _ask_at_once(site, [_get(site, f"/preview.png?code={code}") for code in codes])
        yield


def many_qr_codes(site: Site) -> Iterator[None]:
    """QR codes of one invitation, fifty at a time, each with another address so that none is kept already."""
    _, made = site.ask("POST", "/api/v1/matches", {"game": "range-war", "opponent": "friend"})
    invited = json.loads(made)
    path, secret = f"/api/v1/matches/{invited['match']['id']}/qr", invited["invite"]
    for number in count():
        requests = []
        for place in range(50):
            body = json.dumps({"secret": secret, "address": f"https://{50 * number + place:a>200}"}).encode()
            head = f"POST {path} HTTP/1.1\r\nHost: {site.address}\r\nContent-Type: application/json\r\n"
            requests.append(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        _ask_at_once(site, requests)
        yield


def many_invitations(site: Site) -> Iterator[None]:
    """One invitation, ten at a time drawn as a QR code, asked about with wrong secrets, and shown as a link."""
    made = json.loads(site.ask("POST", "/api/v1/matches", {"game": "range-war", "opponent": "friend"})[1])
    match, secret = made["match"]["id"], made["invite"]
    drawn = {"secret": secret, "address": f"https://{'a' * 200}"}
    posts = [("qr", drawn), ("invitation", {"secret": "wrong"}), ("join", {"secret": "wrong"})]
    while True:
        asked = []
        for action, body in [*posts, *[posts[0]] * 6]:
            content = json.dumps(body)
            asked.append(site.connect())
            asked[-1].sendall(
                f"POST /api/v1/matches/{match}/{action} HTTP/1.1\r\nHost: {site.address}\r\nConnection: close\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n{content}".encode()
            )
        site.ask("GET", f"/join/{match}")
        for each in asked:
            with closing(each), suppress(OSError):
                while each.recv(1 << 16):
                    pass
        yield


def _text_frame(content: object) -> bytes:
    text = json.dumps(content).encode()
    length = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
    return b"\x81" + length + b"\0\0\0\0" + text


def moving_sockets(site: Site) -> Iterator[None]:
    """As many sockets as one may have, each with a match on the largest board, which is drawn after every move."""
    opened: dict[socket.socket, int] = {}
    options = {"levels": "7", "layout": "kC4"}
    for number in count():
        if len(opened) < 100:
            with suppress(OSError, KeyError):
                _, made = site.ask("POST", "/api/v1/matches", {"game": "pyramid-puzzle", "options": options})
                match = json.loads(made)
                each = site.open_socket(match["match"]["id"])
                each.sendall(_text_frame({"type": "subscribe", "token": match["token"], "views": True}))
                each.setblocking(False)
                opened[each] = 1
        for each, sequence in list(opened.items()):
            frame = {"type": "move", "move": f"G{sequence % 2 + 1}", "expected": sequence, "key": f"key-{number:08}"}
            try:
                each.send(_text_frame(frame))
                opened[each] = sequence + 1
                while each.recv(1 << 20):
                    pass
                raise ConnectionError
            except BlockingIOError:
                pass
            except OSError:
                each.close()
                del opened[each]
        yield


def restless_players(site: Site) -> Iterator[None]:
    """As many clocks as one may start, and players of all these matches who look away, nudge, ask and claim."""
    opened: deque[socket.socket] = deque()
    for number in count():
        clock = {"per": "move", "seconds": 5}
        with suppress(OSError, KeyError):
            body = {"game": "range-war", "opponent": "friend", "clock": clock}
            made = json.loads(site.ask("POST", "/api/v1/matches", body)[1])
            match, token = made["match"]["id"], made["token"]
            site.ask("POST", f"/api/v1/matches/{match}/join", {"secret": made["invite"]})
            opened.append(site.open_socket(match))
            move = {"type": "move", "move": "6", "expected": 2, "key": "key-of-a-move"}
            opened[-1].sendall(_text_frame({"type": "subscribe", "token": token}) + _text_frame(move))
            opened[-1].setblocking(False)
        for _ in range(len(opened)):
            each = opened.popleft()
            kind = ("nudge", "claim", "take-back")[number % 3]
            asking = {"type": kind, "expected": 3 + number % 3, "key": f"key-{number:08}"}
            try:
                each.send(_text_frame({"type": "here", "here": bool(number % 2)}) * 20 + _text_frame(asking))
                each.recv(1 << 20)
            except BlockingIOError:
                pass
            except OSError:
                each.close()
                continue
            opened.append(each)
        while len(opened) > 90:
            opened.popleft().close()
        yield


def restless_challengers(site: Site) -> Iterator[None]:
    """As many challenges as one may post, accepted, taken back and left alone, and a look for anybody in between."""
    opened: deque[socket.socket] = deque()
    for number in count():
        with suppress(OSError, KeyError):
            body = {"game": "range-war", "opponent": "anyone", "name": f"Nobody {number}"}
            made = json.loads(site.ask("POST", "/api/v1/matches", body)[1])
            match, token = made["match"]["id"], made["token"]
            opened.append(site.open_socket(match))
            withdraw = {"type": "withdraw", "expected": 1, "key": "key-of-a-withdrawal"}
            hidden = [_text_frame({"type": "here", "here": bool(each % 2)}) for each in range(20)]
            ending = _text_frame(withdraw) if number % 3 == 0 else b""
            opened[-1].sendall(_text_frame({"type": "subscribe", "token": token}) + b"".join(hidden) + ending)
            if number % 3 == 1:
                site.ask("POST", f"/api/v1/matches/{match}/accept", {"name": "Nobody else"})
        site.ask("POST", "/api/v1/opponent", {"key": f"a-key-of-many-letters-{number:08}"})
        yield
        for path in ("/api/v1/challenges", "/lobby", "/lobby/list"):
            site.ask("GET", path)
        while len(opened) > 20:
            opened.popleft().close()
        yield


def silent_sockets(site: Site) -> Iterator[None]:
    """Sockets that never subscribe, and are opened again when they are closed."""
    match = site.make_match()
    opened: deque[socket.socket] = deque()
    while True:
        for _ in range(5):
            with suppress(OSError):
                opened.append(site.open_socket(match))
        while len(opened) > 250:
            opened.popleft().close()
        yield


def long_pages(site: Site) -> Iterator[None]:
    """Everything there is to see of a walk of a thousand moves on the largest board."""
    blocked = ".".join(f"xG{number}" for number in range(3, 117, 2))
    walk = [f"G{number % 2 + 1}" for number in range(1000)]
    head = f'[Game "pyramid-puzzle"]\n[Options "levels=7,layout=kC4.{blocked}"]\n[Player1 "A"]\n[Result "*"]'
    _, kept = site.ask("POST", "/api/v1/records", f"{head}\n\n{' '.join(walk)} *\n")
    match = json.loads(kept)["matches"][0]["id"]
    code = f"pyramid-puzzle,levels=7:kC4.{blocked}/{'.'.join(walk)}"
    paths = (f"/m/{match}", f"/a/{code}", f"/p/{code}", f"/api/v1/matches/{match}", f"/puzzles/editor?code={code}")
    while True:
        for path in (*paths, f"/api/v1/positions/{code}", f"/m/{match}/drawing.svg?moves={'.'.join(walk)}", "/watch"):
            opened = site.connect()
            with closing(opened):
                opened.sendall(f"GET {path} HTTP/1.1\r\nHost: fathom\r\nConnection: close\r\n\r\n".encode())
                opened.settimeout(0.05)
                with suppress(OSError):
                    while opened.recv(1 << 20):
                        pass
            yield


def looking_back(site: Site) -> Iterator[None]:
    """A long walk on the largest board, seen after every one of its moves; then another one."""
    for number in count():
        walk = [f"G{(number + move) % 64 + 1}" for move in range(64)]
        head = f'[Game "pyramid-puzzle"]\n[Options "levels=7,layout=kC{number % 8 + 1}"]\n[Player1 "A"]\n[Result "*"]'
        status, kept = site.ask("POST", "/api/v1/records", f"{head}\n\n{' '.join(walk)} *\n")
        match = json.loads(kept)["matches"][0]["id"] if status == 201 else ""
        for moves in range(len(walk), 0, -1) if match else ():
            opened = site.connect()
            with closing(opened):
                path = f"/api/v1/matches/{match}/views/{moves}"
                opened.sendall(f"GET {path} HTTP/1.1\r\nHost: fathom\r\nConnection: close\r\n\r\n".encode())
                opened.settimeout(0.05)
                with suppress(OSError):
                    while opened.recv(1 << 20):
                        pass
            yield
        yield


def refused_requests(site: Site) -> Iterator[None]:
    """Many more requests than the limit, over connections that are kept open."""
    opened = [site.connect() for _ in range(20)]
    while True:
        for number, each in enumerate(opened):
            try:
                each.sendall(b"GET /rules HTTP/1.1\r\nHost: fathom\r\n\r\n")
                each.setblocking(False)
                each.recv(1 << 20)
            except BlockingIOError:
                pass
            except OSError:
                opened[number].close()
                opened[number] = site.connect()
            opened[number].setblocking(True)
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
        many_lists,
        old_matches,
        compressed_pages,
        many_previews,
        many_qr_codes,
        many_invitations,
        slow_heads,
        slow_bodies,
        endless_heads,
        endless_bodies,
        tiny_chunks,
        pipelined_requests,
        unread_responses,
        connection_churn,
        moving_sockets,
        restless_players,
        restless_challengers,
        silent_sockets,
        long_pages,
        looking_back,
        refused_requests,
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
