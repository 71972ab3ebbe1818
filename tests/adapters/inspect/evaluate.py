"""Evaluates tasks in Inspect, and prints what came out as JSON: python -m tests.adapters.inspect.evaluate FOLDER

A process of its own, because Inspect changes how a process logs and loops.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from fathom.adapters.inspect.registry import BENCH_TASKS

SIZE = 6
GAME = "pocket-addition"
#: What a model says that does everything wrong: once each, and the first of them from then on.
WRONG = ("I think 6 is good.", '{"move": "99"}', '{"move": null}', "I cannot help with games.")


def bench_task(name: str, **arguments: object) -> Task:
    task: Any = BENCH_TASKS[name]  # type: ignore[index]
    return task(**arguments)


def wrong_model() -> Any:
    said = [ModelOutput.from_content("wrong", text) for text in (*WRONG, *[WRONG[0]] * SIZE)]
    for output in said:
        output.usage = ModelUsage()
    return get_model("mockllm/model", custom_outputs=said)


def told(log: Any) -> dict[str, Any]:
    assert log.status == "success", log.error
    [scorer] = log.results.scores
    return {
        "task": log.eval.task,
        "metrics": {name: metric.value for name, metric in scorer.metrics.items()},
        "samples": [
            {
                "id": sample.id,
                "value": score.value,
                "status": score.metadata["status"],
                "metadata": sample.metadata,
                "messages": [[message.role, message.text] for message in sample.messages],
                "images": sum(
                    part.type == "image"
                    for message in sample.messages
                    if isinstance(message.content, list)
                    for part in message.content
                ),
            }
            for sample in log.samples
            for score in sample.scores.values()
        ],
    }


def main(folder: str) -> None:
    settings: dict[str, Any] = {"log_dir": folder, "display": "none", "max_samples": 4}
    games = {"puzzle": "pyramid-puzzle"}
    everything = [bench_task(name, game=games.get(name, GAME), count=SIZE) for name in BENCH_TASKS]
    perfect = eval(everything, model="fathom/perfect", max_tasks=len(everything), **settings)
    random = eval(bench_task("best", game=GAME, count=SIZE), model="fathom/random", **settings)
    looking = eval(
        bench_task("match", game="range-war"), model="fathom/perfect", model_args={"tools": True}, **settings
    )
    settings["max_samples"] = 1
    wrong = eval(bench_task("best", game=GAME, count=SIZE), model=wrong_model(), **settings)
    print(
        json.dumps(
            {
                "perfect": [told(log) for log in perfect],
                "random": told(random[0]),
                "looking": told(looking[0]),
                "wrong": told(wrong[0]),
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
