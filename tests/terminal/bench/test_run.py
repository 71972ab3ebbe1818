"""`fathom bench run`, `score` and `compare`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest


@pytest.fixture
def made(fathom, tmp_path):
    words = ["--game", "range-war", "--task", "best", "--task", "value", "--count", "4"]
    assert fathom("bench", "make", *words, "-o", str(tmp_path / "items")).returncode == 0
    return tmp_path


def test_perfect_play_and_random_play_from_items_to_a_comparison(fathom, made):
    items, files = str(made / "items"), {name: str(made / f"{name}.jsonl") for name in ("perfect", "random")}
    for name, file in files.items():
        ran = fathom("bench", "run", items, "--bot", f"@{name}", "-o", file)
        assert ran.returncode == 0, ran.stderr
        assert "8 answers added" in ran.stdout
    scored = json.loads(fathom("bench", "score", files["perfect"], "--items", items, "--json").stdout)
    assert (scored["schema"], scored["player"]) == ("fathom-bench-results-1", "@perfect")
    assert [task["headline"]["value"] for task in scored["tasks"]] == [1.0, 1.0]
    told = fathom("bench", "score", files["random"], "--items", items)
    assert "Score by task" in told.stdout
    assert "Calibration" in told.stdout
    compared = fathom("bench", "compare", files["perfect"], files["random"], "--items", items)
    assert "@perfect against @random" in compared.stdout

    again = fathom("bench", "run", items, "--bot", "@random", "-o", files["random"])
    assert again.returncode == 2
    assert "already exists" in again.stderr


def test_a_run_that_was_cut_short_goes_on_where_it_stopped(fathom, made):
    items, whole, cut = str(made / "items"), made / "whole.jsonl", made / "cut.jsonl"
    fathom("bench", "run", items, "--bot", "@random", "-o", str(whole))
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:3]) + lines[3][:40])
    ran = fathom("bench", "run", items, "--bot", "@random", "-o", str(cut), "--resume")
    assert "5 answers added" in ran.stdout, ran.stderr

    def said(path):
        return [(answer["id"], answer["text"]) for answer in map(json.loads, path.read_text().splitlines())]

    assert said(cut) == said(whole)


def test_answers_from_a_file_of_your_own(fathom, made):
    items = [json.loads(line) for line in (made / "items" / "items.jsonl").read_text().splitlines()]
    mine, out = made / "mine.jsonl", made / "out.jsonl"
    mine.write_text("".join(json.dumps({"id": item["id"], "text": "I cannot."}) + "\n" for item in items))
    ran = fathom("bench", "run", str(made / "items"), "--answers", str(mine), "-o", str(out))
    assert ran.returncode == 0, ran.stderr
    scored = json.loads(fathom("bench", "score", str(out), "--items", str(made / "items"), "--json").stdout)
    assert [task["rates"]["refused"]["value"] for task in scored["tasks"]] == [1.0, 1.0]


def test_answers_to_other_items_are_refused_before_anything_is_written(fathom, made):
    mine, out = made / "mine.jsonl", made / "out.jsonl"
    mine.write_text('{"id": "best-of-somewhere-else", "text": "{}"}\n')
    ran = fathom("bench", "run", str(made / "items"), "--answers", str(mine), "-o", str(out))
    assert ran.returncode == 2
    assert "There is no item 'best-of-somewhere-else' among the items" in ran.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    "words, reason",
    [
        (["run", "ITEMS", "-o", "x.jsonl"], "Say who answers"),
        (["run", "nowhere", "--bot", "@random", "-o", "x.jsonl"], "cannot be read"),
        (["run", "ITEMS", "--bot", "@nobody", "-o", "x.jsonl"], "There is no player '@nobody'"),
        (["score", "nowhere", "--items", "ITEMS"], "cannot be read"),
    ],
)
def test_what_cannot_work_is_said_in_one_sentence(fathom, made, words, reason):
    told = {"ITEMS": str(made / "items"), "x.jsonl": str(made / "x.jsonl")}
    ran = fathom("bench", *[told.get(word, word) for word in words])
    assert ran.returncode == 2
    assert reason in ran.stderr
    assert not (made / "x.jsonl").exists()  # the name can be used for the next attempt
    assert "Traceback" not in ran.stderr


def test_an_interrupted_run_ends_its_programs_and_keeps_what_was_said(environment, made):
    """The first two questions are answered, then the model thinks for ever."""
    model, out = made / "model.py", made / "out.jsonl"
    model.write_text(
        "import sys, time\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    time.sleep(600 if number else 0)\n"
        '    print(\'{"move": "1"}\', flush=True)\n'
    )
    words = ["bench", "run", str(made / "items"), "--bot", f"{sys.executable} {model}", "--jobs", "2", "-o", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "fathom", *words, "--contain", "off", "--seconds", "900"],
        env=environment,
        cwd=made,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        while not (out.exists() and out.read_text().count("\n") >= 2):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
    assert out.read_text().count("\n") == 2
