"""Checks the integration with the verifiers that is installed: python check.py

Runs `vf-eval` as a person would, with a stand-in for a model on this machine: a server that speaks the protocol
of chat completions and answers from a script. Exits with 1 and says what is wrong if a reward is not what it must be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import fathom

HERE = Path(__file__).parent
PER_STAGE, SEED, COUNT = 10, 7, 8
#: What the stand-in does in one position after the other, with the reward and the legality that are due to it. A game
#: of Pocket Addition is never drawn, so a mistake loses it.
DUE = {"perfect": (1.0, 1.0), "mistaken": (0.0, 1.0), "illegal": (0.0, 0.0), "rubbish": (0.0, 0.0)}


def main() -> int:
    print(f"verifiers {version('verifiers')}, Fathom {fathom.__version__}")
    try:
        check_positions()
        check_settings()
    except AssertionError as wrong:
        print(f"WRONG: {wrong}", file=sys.stderr)
        return 1
    print("The integration with verifiers is in order.")
    return 0


def check_positions() -> None:
    """Answers of every kind get the reward that is due to them."""
    rows = [row for row in lessons("pocket-addition") if row["split"] == "train"][:COUNT]
    kinds = {row["code"]: list(DUE)[number % len(DUE)] for number, row in enumerate(rows)}
    answers = {row["prompt"]: answer(kinds[row["code"]], row) for row in rows}
    scores = evaluate(answers, COUNT, "--env.taskset.game", "pocket-addition")
    expect(set(scores) == set(kinds), f"the positions {sorted(kinds)}, not {sorted(scores)}")
    for code, score in scores.items():
        expect(score == DUE[kinds[code]], f"a {kinds[code]} answer in {code} gets {score}, not {DUE[kinds[code]]}")
    print(f"{COUNT} positions: a perfect answer gets 1, a mistake 0, an illegal move 0, rubbish 0")


def check_settings() -> None:
    """Another game with an option, and another reward of rubbish."""
    row = next(row for row in lessons("range-war", highest=12) if row["split"] == "train")
    more = ["--env.taskset.game", "range-war", "--env.taskset.options", '{"highest": 12}']
    scores = evaluate({row["prompt"]: "No."}, 1, *more, "--env.taskset.task.no-move", "-1")
    expect(scores == {row["code"]: (-1.0, 0.0)}, f"a harsh reward of rubbish in {row['code']}, not {scores}")
    print(f"Settings: {row['code']}, and -1 for rubbish")


def lessons(game: str, **options: int) -> Iterator[dict]:
    return fathom.curriculum(game, per_stage=PER_STAGE, seed=SEED, **options)


def answer(kind: str, row: dict) -> str:
    """What the stand-in says in a position."""
    if kind == "rubbish":
        return "I would rather not say."
    match = fathom.Match(row["code"])
    if kind == "perfect":
        move = row["keeping"][0]
    elif kind == "mistaken":
        legal = [match.game.format_move(move) for move in match.legal_moves]
        move = next(move for move in legal if move not in row["keeping"])
    else:
        move = match.moves[0]  # a number that has been taken
    return f'Let me see. {{"move": "{move}"}}'


class StandIn(BaseHTTPRequestHandler):
    """A server of chat completions whose model answers from the script."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = self.server.answers[asked["messages"][-1]["content"]]
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        about = {"id": "scripted", "created": 0, "model": asked["model"]}
        message = {"role": "assistant", "content": said}
        if asked.get("stream"):
            about["object"] = "chat.completion.chunk"
            pieces = [
                {**about, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                {**about, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                {**about, "choices": [], "usage": usage},
            ]
            events = [*map(json.dumps, pieces), "[DONE]"]
            self.reply("text/event-stream", "".join(f"data: {event}\n\n" for event in events))
        else:
            choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
            whole = {**about, "object": "chat.completion", "choices": choices, "usage": usage}
            self.reply("application/json", json.dumps(whole))

    def reply(self, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_about: object) -> None:
        """Say nothing."""


class Script(ThreadingHTTPServer):
    """The stand-in on a free port of this machine, with an answer to every prompt."""

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), StandIn)
        self.answers = answers


@contextmanager
def serving(answers: dict[str, str]) -> Iterator[str]:
    """The address of the stand-in, until the block ends."""
    with Script(answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def evaluate(answers: dict[str, str], count: int, *more: str) -> dict[str, tuple[float, float]]:
    """Run `vf-eval` on the first positions; the reward and the legality of the answer in each."""
    with serving(answers) as address, TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("vf-eval")), "fathom-positions", "--no-push", "--no-rich",
            "--model", "stand-in", "--select.limit", str(count), "--output-dir", folder,
            "--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess",
            # A key of the person who runs this must not be sent anywhere.
            "--client.base-url", address, "--client.api-key-var", "FATHOM_CHECK_NO_KEY",
            "--env.taskset.per-stage", str(PER_STAGE), "--env.taskset.seed", str(SEED), *more,
        ]  # fmt: skip
        # vf-eval looks for uv, which is installed beside it.
        places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        surroundings = {**os.environ, "PYTHONPATH": str(HERE), "PATH": places}
        run = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
        expect(run.returncode == 0, f"vf-eval ended with {run.returncode}: {run.stdout[-1000:]} {run.stderr[-1000:]}")
        files = list(Path(folder).rglob("traces.jsonl"))
        return dict(read_score(line) for path in files for line in path.read_text(encoding="utf-8").splitlines())


def read_score(line: str) -> tuple[str, tuple[float, float]]:
    """A position with its scores, from a line that vf-eval has written."""
    (trace,) = json.loads(line)["traces"]
    code = trace["task"]["data"]["code"]
    # A model that cannot be reached counts as a reward of 0 there, and vf-eval still ends with 0.
    expect(trace["ok"] and not trace["errors"], f"{code} was not answered: {trace['errors']}")
    return code, (trace["rewards"]["kept"]["score"], trace["metrics"]["legal"])


def expect(true: bool, what: str) -> None:
    if not true:
        raise AssertionError(what)


if __name__ == "__main__":
    sys.exit(main())
