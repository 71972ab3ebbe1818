"""`fathom analyze -` with long pipes: processes share the work, and nobody notices but by the speed."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from itertools import cycle, islice

import pytest

from fathom import games
from fathom.analysis.analysis import analysis_text
from fathom.terminal.commands import analyze as study
from fathom.terminal.inputs import read_blocks
from fathom.terminal.main import main
from fathom.workers import Workers, open_workers

COMMAND = [sys.executable, "-m", "fathom", "analyze", "-", "--json"]
SOME = ["range-war:6", "pocket-addition:9.8", "pyramid-challenge:2", "range-war:6.4.9", "range-war"]


@pytest.mark.slow
def test_processes_answer_in_order_past_bad_lines(monkeypatch, capsys):
    codes = [*islice(cycle(SOME), 203), "nonsense", "", *islice(cycle(SOME), 101)]
    monkeypatch.setattr(study, "_ALONE", 0)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(codes).encode()), encoding="utf-8"))
    assert main(["analyze", "-", "--json"]) == 1
    answers = capsys.readouterr().out.splitlines()
    assert '"unknown-game"' in answers.pop(203)
    good = [code for code in codes if code in SOME]
    assert answers == [analysis_text(games.read_code(code)) for code in good]


@pytest.mark.slow
def test_whoever_waits_for_an_answer_gets_it_before_and_after_a_long_pipe():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for count in (1, 4000, 300, 1):
            process.stdin.write("range-war:6\n" * count)
            process.stdin.flush()
            assert len([process.stdout.readline() for _ in range(count)]) == count
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="another way to interrupt")
def test_ctrl_c_ends_a_long_pipe_without_a_traceback(tmp_path):
    codes = tmp_path / "codes.txt"
    codes.write_text("pyramid-challenge:2\n" * 500_000, encoding="utf-8")
    with (
        codes.open() as typed,
        subprocess.Popen(
            COMMAND, stdin=typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
        ) as process,
    ):
        assert process.stdout
        for _ in range(12_000):
            process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_short_pipe_does_not_load_what_processes_need():
    said = "import sys; from fathom.terminal.main import main; main(['analyze', '-', '--json'])"
    loaded = f"{said}; print('multiprocessing' in sys.modules, 'concurrent.futures' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", loaded], input="range-war\n" * 3, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[3:] == ["False False"]


def test_where_there_are_no_processes_the_work_is_done_here(monkeypatch):
    def refuse(*_arguments, **_settings):
        raise NotImplementedError("this system has no semaphores")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    with open_workers(None, 2) as workers:
        assert workers == Workers(None, 1)


def test_lines_are_read_as_they_come():
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stream, os.fdopen(writing, "wb", buffering=0) as sender:
        blocks = read_blocks(stream)
        sender.write(b"one\r\ntwo\nth")
        assert next(blocks) == ["one", "two"]
        sender.write("rée\nfour".encode())
        assert next(blocks) == ["thrée"]
        sender.close()
        assert list(blocks) == [["four"]]
