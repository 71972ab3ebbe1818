"""Plays a real game in a terminal and draws it as a moving SVG: docs/images/play.svg, by `make docs`

Every frame is what the terminal shows when Fathom waits for a key. Without motion, the last one is shown.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

import pexpect

PLACE: Final = Path("docs") / "images" / "play.svg"
COMMAND: Final = ("play", "pocket-addition", "Ann", "@expert", "--coach", "warn", "--seed", "7")
#: A mistake that the coach explains, an empty line that takes it back, a number that is gone, and a win.
TYPED: Final = ("9", "", "6", "1", "3", "8")
PROMPTS: Final = ("Select a number: $", r"on the board\): $", pexpect.EOF)

COLUMNS, ROWS = 76, 20
_CHAR, _LINE, _PAD, _BAR = 8.43, 19, 18, 30
_READING_SECONDS, _TYPING_SECONDS, _END_SECONDS = 2.6, 0.8, 5.0
_SGR = re.compile(r"\x1b\[([0-9;]*)m")
#: Of a terminal's colours, those that Fathom uses; on the dark ground each has a contrast of at least 7 to 1.
_COLOURS: Final = {"32": "#8fd18f", "33": "#f2cc60", "35": "#e0a3f0", "36": "#7fd4e6", "31": "#ff9e9e", "34": "#9fc2ff"}


class Frame(NamedTuple):
    """What a terminal shows, and for how long."""

    lines: tuple[str, ...]
    seconds: float


def draw() -> str:
    """The picture of the game."""
    return _svg(record())


def record() -> list[Frame]:
    """Play, and note what is on the screen before and after each answer."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        environment |= {"FATHOM_STORE": f"{folder}/store.db", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        # On the path, so that it names its commands as after an installation.
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        size, words = (ROWS, COLUMNS), list(COMMAND)
        game = pexpect.spawn("fathom", words, env=environment, dimensions=size, encoding="utf-8", timeout=60)
        shown = f"\x1b[2m$\x1b[0m fathom {' '.join(COMMAND)}\n"
        frames = [_frame(shown, _TYPING_SECONDS)]
        for answer in TYPED:
            game.expect(list(PROMPTS))
            shown += _said(game)
            frames.append(_frame(shown, _READING_SECONDS))
            frames.append(_frame(f"{shown}{answer}", _TYPING_SECONDS))
            game.sendline(answer)
        game.expect(pexpect.EOF)
        shown += _said(game)
        frames.append(_frame(_without_id(shown), _END_SECONDS))
        game.close()
    return frames


def _said(game: pexpect.spawn) -> str:
    after = game.after if isinstance(game.after, str) else ""
    return f"{game.before}{after}".replace("\r\n", "\n")


def _without_id(shown: str) -> str:
    """Ids of matches are random; the picture is the same every time."""
    found = re.search(r"Saved as ([a-z2-9]{6})\b", shown)
    return shown.replace(found[1], "abc234") if found else shown


def _frame(shown: str, seconds: float) -> Frame:
    return Frame(tuple(shown.rstrip("\n").split("\n")[-ROWS:]), seconds)


def _svg(frames: list[Frame]) -> str:
    width, height = round(COLUMNS * _CHAR + 2 * _PAD), _BAR + ROWS * _LINE + 2 * _PAD
    total = sum(frame.seconds for frame in frames)
    styles, groups, begun = [], [], 0.0
    for number, frame in enumerate(frames):
        start, end = 100 * begun / total, 100 * (begun + frame.seconds) / total
        begun += frame.seconds
        before = "" if number == 0 else "0%{visibility:hidden}"
        after = "" if end > 99.99 else f"{end:.2f}%{{visibility:hidden}}"
        styles.append(f"@keyframes f{number}{{{before}{start:.2f}%{{visibility:visible}}{after}}}")
        styles.append(f"#f{number}{{animation:f{number} {total:.1f}s step-end infinite}}")
        groups.append(
            f'<g id="f{number}" class="f">{"".join(_draw_line(*line) for line in enumerate(frame.lines))}</g>'
        )
    last = len(frames) - 1
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-label="A game of Pocket Addition in the terminal: the coach stops a mistake, explains it, '
            'and the game is won">',
            "<!-- Made by `make docs` from a real game. -->",
            "<style>",
            "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e6e6e6;"
            "white-space:pre}",
            ".b{font-weight:700}.d{fill:#b0b0b0}" + "".join(f".c{k}{{fill:{v}}}" for k, v in _COLOURS.items()),
            ".f{visibility:hidden}",
            *styles,
            f"@media (prefers-reduced-motion:reduce){{.f{{animation:none!important}}#f{last}{{visibility:visible}}}}",
            "</style>",
            f'<rect width="{width}" height="{height}" rx="10" fill="#16181d"/>',
            *(f'<circle cx="{x}" cy="16" r="5" fill="#4a4f59"/>' for x in (20, 38, 56)),
            *groups,
            "</svg>",
            "",
        ]
    )


def _draw_line(row: int, line: str) -> str:
    """A line of text, with the terminal's colours as classes; nothing for an empty one."""
    parts, classes, at = [], "", 0
    for found in [*_SGR.finditer(line), None]:
        text = line[at : found.start() if found else len(line)]
        if text:
            parts.append(f'<tspan class="{classes}">{escape(text, quote=False)}</tspan>' if classes else escape(text))
        if found:
            classes, at = _classes(found[1]), found.end()
    y = _BAR + _PAD + row * _LINE + 4
    return f'<text x="{_PAD}" y="{y}" xml:space="preserve">{"".join(parts)}</text>' if parts else ""


def _classes(codes: str) -> str:
    names = {"1": "b", "2": "d"} | {code: f"c{code}" for code in _COLOURS}
    return " ".join(names[code] for code in codes.split(";") if code in names)
