"""Examples for the description of the API: what a real server answers and sends, in src/fathom/web/api/examples.json.

`make docs` writes them. Every id comes from a key, and the clock is ours, so they are the same each time. Long texts
and lists are cut short.
"""

from __future__ import annotations

import json
import random
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

Json = dict[str, Any]
PLACE = Path("src") / "fathom" / "web" / "api" / "examples.json"
API = "/api/v1"
PUZZLE = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
DAY = "2026-11-10"
RECORD = '[Game "range-war"]\n[Player1 "Ada"]\n[Player2 "Bob"]\n\n1. 6 4 2. 10 *\n'
_BEGAN = datetime(2026, 11, 17, 20, tzinfo=UTC)
_LONGEST_TEXT, _MOST_LINES, _MOST_ROWS, _MOST_OBJECTS = 120, 6, 8, 2


def write_examples() -> str:
    """The file."""
    with _served() as address:
        client = _Client(address)
        _ask_about_matches(client)
        _ask_about_challenges(client)
        _ask_about_games(client)
        _ask_about_lessons(client)
        _ask_about_puzzles(client)
        talks = (_play_a_friend, _wait_for_a_friend, _take_back_a_challenge, _play_alone, _solve_a_puzzle)
        conversations = [talk(client) for talk in talks]
        client.close()
    noted = {"operations": client.noted, "conversations": conversations}
    return json.dumps(noted, indent=1, ensure_ascii=False) + "\n"


def shorten(value: Any) -> Any:
    """The value without most of a long text or list."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else f"{value[: _LONGEST_TEXT - 1]}…"
    if isinstance(value, list):
        most = _MOST_OBJECTS if value and isinstance(value[0], dict) else _MOST_ROWS
        return [shorten(item) for item in value[:most]]
    return {name: shorten(item) for name, item in value.items()} if isinstance(value, dict) else value


# ------------------------------------------------------------ a server of our own


@contextmanager
def _served() -> Iterator[str]:
    """A real server in this process, whose clock and dice are ours."""
    import uvicorn

    from fathom.web import Limits, app, serve
    from fathom.web.live.secrets import id_from
    from fathom.web.settings import Settings
    from fathom.web.thinking.runners import ThreadRunner

    ticks, numbers = count(), count()

    def now() -> str:
        at = _BEGAN + timedelta(seconds=1.5 * next(ticks))
        return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"

    def new_id(*, is_local: bool) -> str:
        return id_from(f"example {next(numbers)}", is_local=is_local)

    generous = Limits(10**6, 10**6, 10**6, 10**6)
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
        patch("fathom.web.live.live_match.now", now),
        patch("fathom.web.live.people.time_in_milliseconds", lambda: int(_BEGAN.timestamp() + 60) * 1000),
        patch("fathom.web.live.presence.SETTLED_SECONDS", 0.0),
        patch("fathom.web.live.lobby.OPEN_MINUTES", 10**9),
        patch("fathom.web.live.invitations.coin", lambda: 1),
        patch("fathom.web.api.drills.now", now),
        patch("fathom.web.api.drills.SystemRandom", lambda: random.Random(1)),
        patch("fathom.web.live.matches.new_id", new_id),
        patch("fathom.web.live.changes.new_id", new_id),
    ):
        config = serve.make_config(Settings(port=0, store=f"{folder}/server.db"))
        config.app, config.factory = (
            app(f"{folder}/server.db", limits=generous, runners=lambda: [ThreadRunner()]),
            False,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class _Client:
    """Asks, and notes what it has asked and what was answered."""

    def __init__(self, address: str) -> None:
        import httpx

        self.address = address
        self.noted: Json = {}
        self._http = httpx.Client(base_url=f"http://{address}", trust_env=False, timeout=60)

    def close(self) -> None:
        self._http.close()

    def ask(self, name: str, path: str, body: Json | str | None = None, token: str = "", status: int = 200) -> Any:
        """The answer; it becomes the example of the operation with that name, unless that has one."""
        method = name.partition("-")[0].upper()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = {"content": body.encode()} if isinstance(body, str) else {"json": body} if body is not None else {}
        if isinstance(body, str):
            headers["Content-Type"] = "text/plain"
        answer = self._http.request(method, path, headers=headers, **content)
        self._http.cookies.clear()
        assert answer.status_code == status, f"{method} {path}: {answer.text}"
        is_json = answer.headers["content-type"] == "application/json"
        result = answer.json() if is_json else answer.text
        example = self.noted.setdefault(name, {"path": path, "token": token, "body": body, "responses": {}})
        shown = shorten(result) if is_json else "".join(answer.text.splitlines(keepends=True)[:_MOST_LINES])
        example["responses"].setdefault(str(status), shown)
        return result


def _ask_about_matches(client: _Client) -> None:
    matches = f"{API}/matches"
    made = client.ask("post-matches", matches, _new_match("friend", "ada"), status=201)
    ada, one = made["token"], f"{matches}/{made['match']['id']}"
    joining = {"secret": made["invite"], "name": "Bob", "key": "a-key-that-bob-makes-up"}
    client.ask("post-matches-id-invitation", f"{one}/invitation", {"secret": made["invite"]})
    wish = {"secret": made["invite"], "address": "https://games.example.org"}
    client.ask("post-matches-id-qr", f"{one}/qr", wish)
    bob = client.ask("post-matches-id-join", f"{one}/join", joining)["token"]
    moves = "post-matches-id-moves"
    client.ask(moves, f"{one}/moves", {"move": "6", "expected": 2, "key": "ada-0001"}, ada)
    client.ask(moves, f"{one}/moves", {"move": "7", "expected": 3, "key": "bob-0001"}, bob, status=422)
    client.ask(moves, f"{one}/moves", {"move": "4", "expected": 2, "key": "bob-0002"}, bob, status=409)
    client.ask(moves, f"{one}/moves", {"move": "4", "expected": 3, "key": "bob-0003"}, "nobody", status=403)
    client.ask("get-matches", f"{matches}?game=range-war&limit=10")
    client.ask("get-matches-id", one, token=ada)
    client.ask("get-matches-id", f"{matches}/nosuchmatch", status=404)
    client.ask("get-matches-id-events", f"{one}/events?after=1")
    client.ask("get-matches-id-views-number", f"{one}/views/0")
    client.ask("get-matches-id-views-number", f"{one}/views/9", status=400)
    client.ask("post-matches-id-nudge", f"{one}/nudge", {"expected": 3, "key": "ada-nudge"}, ada)
    client.ask("post-matches-id-claim", f"{one}/claim", {"expected": 4, "key": "ada-claim"}, ada, status=409)
    _claim_a_match(client)
    client.ask("post-matches-id-take-back", f"{one}/take-back", {"plies": 1, "expected": 4, "key": "ada-asks"}, ada)
    answer = {"granted": False, "expected": 5, "key": "bob-answer"}
    client.ask("post-matches-id-answer-take-back", f"{one}/answer-take-back", answer, bob)
    client.ask("post-matches-id-resign", f"{one}/resign", {"expected": 6, "key": "bob-0004"}, bob)
    client.ask("get-matches-id-review", f"{one}/review")
    client.ask("get-matches-id-record", f"{one}/record")
    client.ask("post-matches-id-rematch", f"{one}/rematch", {"expected": 7, "key": "ada-0002"}, ada)
    alone = client.ask("post-matches", matches, _new_match("same-screen", "alone"), status=201)
    own, mine = f"{matches}/{alone['match']['id']}", alone["token"]
    client.ask("post-matches-id-hint", f"{own}/hint", {"level": 2, "expected": 1, "key": "own-0001"}, mine)
    client.ask(moves, f"{own}/moves", {"move": "6", "expected": 2, "key": "own-0002"}, mine)
    client.ask("post-matches-id-take-back", f"{own}/take-back", {"plies": 1, "expected": 3, "key": "own-0003"}, mine)
    solver = client.ask("post-matches", matches, _new_match("same-screen", "solver", {"from": PUZZLE}), status=201)
    named = {"name": "Cleo", "expected": 1, "key": "cleo-0001"}
    client.ask("post-matches-id-rename", f"{matches}/{solver['match']['id']}/rename", named, solver["token"])
    client.ask("post-records", f"{API}/records", RECORD, status=201)


def _claim_a_match(client: _Client) -> None:
    """A friend moves and does not come back; nobody waits for three minutes here."""
    made = client.ask("post-matches", f"{API}/matches", _new_match("friend", "ada-alone"), status=201)
    one, ada = f"{API}/matches/{made['match']['id']}", made["token"]
    joining = {"secret": made["invite"], "name": "Bob", "key": "a-key-that-bob-makes-up-then"}
    client.ask("post-matches-id-join", f"{one}/join", joining)
    client.ask("post-matches-id-moves", f"{one}/moves", {"move": "6", "expected": 2, "key": "ada-0001"}, ada)
    with patch("fathom.web.live.people.CLAIM_SECONDS", -1):
        client.ask("post-matches-id-claim", f"{one}/claim", {"expected": 3, "key": "ada-0002"}, ada)


def _ask_about_challenges(client: _Client) -> None:
    matches = f"{API}/matches"
    wish = _new_match("anyone", "ada-in-the-lobby", {"game": "range-war", "clock": {"per": "move", "seconds": 30}})
    offered, other = (
        client.ask("post-matches", matches, {**wish, "key": f"{wish['key']}{suffix}"}, status=201)
        for suffix in ("", "-again")
    )
    client.ask("get-challenges", f"{API}/challenges")
    one, accept = f"{matches}/{offered['match']['id']}", "post-matches-id-accept"
    client.ask(accept, f"{one}/accept", {"name": "Bob", "key": "a-key-that-bob-makes-up-there"})
    client.ask(accept, f"{one}/accept", {"name": "Eve", "key": "a-key-that-eve-makes-up-there"}, status=409)
    back = f"{matches}/{other['match']['id']}/withdraw"
    client.ask("post-matches-id-withdraw", back, {"expected": 1, "key": "ada-0001"}, other["token"])
    for name in ("Ada", "Bob"):
        looking = {"game": "range-war", "name": name, "key": f"a-key-that-{name}-makes-up-while-looking"}
        client.ask("post-opponent", f"{API}/opponent", looking, status=201)


def _ask_about_games(client: _Client) -> None:
    client.ask("get-games", f"{API}/games")
    client.ask("get-games-game", f"{API}/games/range-war")
    client.ask("get-games-game", f"{API}/games/chess", status=404)
    client.ask("get-positions-code", f"{API}/positions/range-war:6.4")
    client.ask("get-positions-code", f"{API}/positions/range-war:6.7", status=422)
    client.ask("get-hints-code", f"{API}/hints/range-war:6.4?level=3")
    drill = client.ask("post-drills-next", f"{API}/drills/next", {"game": "pocket-addition", "level": 2})["drill"]
    answer = {"code": drill["code"], "move": drill["view"]["moves"][0]}
    client.ask("post-drills-answer", f"{API}/drills/answer", answer)
    given = {
        "game": "range-war",
        "position": "range-war:6.4",
        "is_right": False,
        "hinted": False,
        "at": f"{DAY}T08:00:00Z",
    }
    client.ask("post-drills-progress", f"{API}/drills/progress", {"answers": [given]})
    for name in ("healthz", "readyz", "metrics"):
        client.ask(f"get-{name}", f"/{name}")


def _ask_about_lessons(client: _Client) -> None:
    lesson = f"{API}/lessons/range-war"
    client.ask("get-lessons-game", f"{lesson}?step=1")
    client.ask("post-lessons-game", lesson, {"step": 0, "code": "range-war", "move": "4"})


def _ask_about_puzzles(client: _Client) -> None:
    puzzles, matches = f"{API}/puzzles", f"{API}/matches"
    client.ask("post-puzzles", puzzles, {"difficulty": "medium", "seed": 42}, status=201)
    daily = client.ask("get-puzzles-daily", f"{puzzles}/daily?date={DAY}")
    solver = client.ask(
        "post-matches", matches, _new_match("same-screen", "daily", {"from": daily["code"]}), status=201
    )
    best = client.ask("get-puzzles-result", f"{puzzles}/result?code={PUZZLE}/E1")
    assert best["best"] == 12
    walk = client.ask("get-puzzles-result", f"{puzzles}/result?code={daily['code']}")
    for number, move in enumerate(walk["best_moves"], 1):
        step = {"move": move, "expected": number, "key": f"walk-{number:04}"}
        client.ask("post-matches-id-moves", f"{matches}/{solver['match']['id']}/moves", step, solver["token"])
    client.ask("get-puzzles-daily-results", f"{puzzles}/daily/results?date={DAY}")
    client.ask("get-puzzles-solution", f"{puzzles}/solution?code={PUZZLE}")
    client.ask("get-puzzles-rating", f"{puzzles}/rating?code={PUZZLE}")
    client.ask("get-puzzles-draft", f"{puzzles}/draft?levels=5&things=kC4.xB2")
    client.ask("get-puzzles-sheet", f"{puzzles}/sheet?difficulty=easy&count=1&seed=42")
    route = "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1"
    client.ask("post-puzzles-check", f"{puzzles}/check", {"code": PUZZLE, "route": route})


def _new_match(opponent: str, name: str, more: Json | None = None) -> Json:
    return {
        **(more or {"game": "range-war"}),
        "opponent": opponent,
        "name": "Ada",
        "key": f"a-key-that-{name}-makes-up",
    }


# ------------------------------------------------------------ sockets


class _Conversation:
    """What a client and the server say to each other over one socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.frames: list[Json] = []

    def say(self, frame: Json) -> None:
        """Send a frame, and hear its answer."""
        self._connection.send(json.dumps(frame))
        self.frames.append({"from": "client", "frame": frame})
        self.hear()

    def hear(self) -> None:
        self.frames.append({"from": "server", "frame": shorten(json.loads(self._connection.recv(60)))})


@contextmanager
def _talking(address: str, match: str) -> Iterator[_Conversation]:
    from websockets.sync.client import connect

    with connect(f"ws://{address}{API}/matches/{match}/live", proxy=None, compression=None) as connection:
        yield _Conversation(connection)


def _play_a_friend(client: _Client) -> Json:
    made = client.ask("post-matches", f"{API}/matches", _new_match("friend", "ada-again"), status=201)
    one, ada = f"{API}/matches/{made['match']['id']}", made["token"]
    joining = {"secret": made["invite"], "name": "Bob", "key": "a-key-that-bob-makes-up-too"}
    bob = client.ask("post-matches-id-join", f"{one}/join", joining)["token"]
    with _talking(client.address, made["match"]["id"]) as talk:
        talk.say({"type": "subscribe", "token": ada})
        talk.hear()
        talk.say({"type": "move", "id": 1, "move": "6", "expected": 2, "key": "ada-0001"})
        client.ask("post-matches-id-moves", f"{one}/moves", {"move": "4", "expected": 3, "key": "bob-0001"}, bob)
        talk.hear()
        talk.say({"type": "move", "id": 2, "move": "3", "expected": 4, "key": "ada-0002"})
        talk.say({"type": "move", "id": 3, "move": "9", "expected": 3, "key": "ada-0003"})
        talk.say({"type": "move", "id": 4, "move": "6", "expected": 2, "key": "ada-0001"})
        talk.say({"type": "ping", "id": 5})
        talk.say({"type": "dance"})
        talk.say({"type": "resign", "id": 6, "expected": 4, "key": "ada-0004"})
        talk.say({"type": "rematch", "id": 7, "expected": 5, "key": "ada-0005"})
        client.ask("post-matches-id-rematch", f"{one}/rematch", {"expected": 6, "key": "bob-0002"}, bob)
        talk.hear()
    title = "A match against a friend, who moves in between and accepts the rematch"
    return {"title": title, "frames": talk.frames}


def _wait_for_a_friend(client: _Client) -> Json:
    made = client.ask("post-matches", f"{API}/matches", _new_match("friend", "ada-waits"), status=201)
    one = f"{API}/matches/{made['match']['id']}"
    joining = {"secret": made["invite"], "name": "Bob", "key": "a-key-that-bob-makes-up-as-well"}
    bob = client.ask("post-matches-id-join", f"{one}/join", joining)["token"]
    with _talking(client.address, made["match"]["id"]) as talk:
        talk.say({"type": "subscribe", "after": 2, "token": made["token"]})
        talk.hear()
        talk.say({"type": "move", "id": 1, "move": "6", "expected": 2, "key": "ada-0001"})
        talk.say({"type": "nudge", "id": 2, "expected": 3, "key": "ada-0002"})
        talk.say({"type": "claim", "id": 3, "expected": 4, "key": "ada-0003"})
        asking = {"plies": 1, "expected": 4, "key": "bob-asks"}
        client.ask("post-matches-id-take-back", f"{one}/take-back", asking, bob)
        talk.hear()
        talk.say({"type": "answer-take-back", "id": 4, "granted": False, "expected": 5, "key": "ada-0004"})
        talk.say({"type": "here", "id": 5, "here": False})
        talk.hear()
    return {"title": "A match against a friend, who does not move", "frames": talk.frames}


def _take_back_a_challenge(client: _Client) -> Json:
    made = client.ask("post-matches", f"{API}/matches", _new_match("anyone", "ada-thinks-again"), status=201)
    with _talking(client.address, made["match"]["id"]) as talk:
        talk.say({"type": "subscribe", "after": 1, "token": made["token"]})
        talk.hear()
        talk.say({"type": "withdraw", "id": 1, "expected": 1, "key": "ada-0001"})
    return {"title": "A challenge that is taken back", "frames": talk.frames}


def _play_alone(client: _Client) -> Json:
    made = client.ask("post-matches", f"{API}/matches", _new_match("same-screen", "alone-again"), status=201)
    with _talking(client.address, made["match"]["id"]) as talk:
        talk.say({"type": "subscribe", "after": 1, "token": made["token"], "views": True})
        talk.say({"type": "move", "id": 1, "move": "6", "expected": 1, "key": "own-0001"})
        talk.say({"type": "hint", "id": 2, "level": 1, "expected": 2, "key": "own-0002"})
        talk.say({"type": "take-back", "id": 3, "plies": 1, "expected": 3, "key": "own-0003"})
    return {"title": "A match on one screen, with views, continued after event 1", "frames": talk.frames}


def _solve_a_puzzle(client: _Client) -> Json:
    wish = _new_match("same-screen", "puzzle-again", {"from": PUZZLE})
    made = client.ask("post-matches", f"{API}/matches", wish, status=201)
    with _talking(client.address, made["match"]["id"]) as talk:
        talk.say({"type": "subscribe", "token": made["token"]})
        talk.say({"type": "rename", "id": 1, "name": "Cleo", "expected": 1, "key": "cleo-0001"})
    return {"title": "A puzzle, whose solver takes a name", "frames": talk.frames}
