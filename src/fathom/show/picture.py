"""A board as a standalone picture: its style and its background are inside.

SVG viewers outside of browsers support little CSS: no custom properties, no `:is`, no `:not`. So the style of still
boards is written out here, in the light colours of the pages (`web/static/styles/app.css` has them too, and a test
compares the two).
"""

from __future__ import annotations

import re
from functools import cache

#: The light colours of the pages, by their names there.
COLOURS = {
    "paper": "#f3f7f7",
    "surface": "#ffffff",
    "ink": "#0b2530",
    "ink-soft": "#456069",
    "line": "#c9d7da",
    "accent": "#0a6072",
    "accent-soft": "#d6ebee",
    "seat-1": "#14427e",
    "seat-2": "#a94a10",
    "seat-1-soft": "#d5e2f4",
    "seat-2-soft": "#fbe3d1",
    "good": "#116142",
    "warn": "#7a5200",
    "bad": "#a3262a",
    "last": "#b57a00",
}

#: `$name` is a colour. Where several rules apply to one thing and are equally specific, the last one wins.
_RULES = """
text { fill: $ink; font-weight: 500; font-family: DejaVu Sans, Verdana, Arial, sans-serif }
.caption, .remark, .hint { fill: $ink-soft; font-weight: 400 }
.room { fill: none }
.axis, .link { fill: none; stroke: $line; stroke-width: 1.5; stroke-linecap: round }
.stroke, .cross { fill: none; stroke: $ink }
.solid { fill: $ink }
.hollow { fill: $surface; stroke: $ink }
.band { fill: none; stroke: $surface }
.face { fill: $surface; stroke: $line; stroke-width: 1.5 }
.player text { fill: $ink-soft }
.to-move text, .winner text { fill: $ink; font-weight: 700 }
.choice .face, .piece .face { stroke: $accent; stroke-width: 2 }
.choice text, .piece text { font-weight: 700 }
.place .face { stroke: $accent; stroke-width: 2; stroke-dasharray: 6 4 }
.illegal .face { stroke: $line; stroke-width: 1.5; stroke-dasharray: none }
.illegal text, .idle text { fill: $ink-soft; font-weight: 400 }
.gone { opacity: 0.4 }
.gone .face { fill: none; stroke-dasharray: 2 4 }
.pill .face { fill: $accent-soft }
.ring { fill: none; stroke: $good; stroke-width: 3.5 }
.ring.threat { stroke: $warn; stroke-dasharray: 5 4 }
.reach { fill: $accent-soft }
.reach.decisive { fill: none; stroke: $bad; stroke-width: 1.5; stroke-dasharray: 3 5 }
.way text { font-weight: 600 }
.way .head { fill: $accent }
.way .shaft { fill: none; stroke: $accent; stroke-width: 4 }
.way.decisive .head { fill: $bad }
.way.decisive .shaft { stroke: $bad }
.sum, .digit { font-weight: 700 }
.next .face { fill: $accent-soft; stroke: $accent; stroke-width: 3 }
.side .link { stroke: $accent; stroke-width: 3 }
.stuck .face { stroke: $bad; stroke-dasharray: 4 4 }
.stuck .cross { stroke: $bad; stroke-width: 3; stroke-linecap: round }
.terrace { fill: $paper; stroke: $line; stroke-width: 1 }
.shadow { fill: $ink; fill-opacity: 0.16 }
.lit { fill: $surface }
.shaded { fill: $line }
.tile .face { fill: $surface; stroke: $line; stroke-width: 1.5 }
.tile text { fill: $ink-soft; font-weight: 400 }
.tile .inner { fill: none; stroke: $line; stroke-width: 1.5 }
.tile .plate { fill: $surface }
.thing-k .stroke { stroke: $warn }
.thing-l .stroke { stroke: $seat-2 }
.thing-d .stroke { stroke: $bad }
.thing-d .solid { fill: $bad }
.summit .solid { fill: $good }
.summit .stroke { stroke: $good }
.walked .face { fill: $seat-1-soft }
.choice.tile .face { fill: $accent-soft; stroke: $accent; stroke-width: 2 }
.choice.tile text { fill: $ink; font-weight: 700 }
.illegal.tile .face { fill: $surface; stroke: $line; stroke-width: 1.5 }
.illegal.tile text { fill: $ink-soft; font-weight: 400 }
.opened .face { stroke-dasharray: 4 3 }
.hatch .stroke { stroke: $ink-soft }
.tile.here .face { fill: $surface; stroke: $last; stroke-width: 3.5 }
.tile.here text { fill: $ink; font-weight: 700 }
.tile.here .solid { fill: $seat-1 }
.tile.decisive .face { fill: $accent-soft; stroke: $good; stroke-width: 4 }
.pip { fill: $accent; stroke: $surface; stroke-width: 1.5 }
.trail { fill: none; stroke: $seat-1; stroke-width: 5; stroke-linejoin: round; stroke-linecap: round; opacity: 0.3 }
"""
#: The same for both seats: `$seat` is the colour of one of them, and `.seat` its class.
_SEAT_RULES = """
.seat .mark, .seat .head { fill: $seat }
.seat .turn { fill: none; stroke: $seat; stroke-width: 2 }
.seat .leap { fill: none; stroke: $seat; stroke-width: 2 }
.seat.past .leap { stroke-width: 1.5; opacity: 0.4 }
.seat.last .leap { stroke-width: 3 }
.seat .pocket { fill: $paper; stroke: $seat; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
.seat.decisive .pocket { stroke-width: 4 }
.seat .rim { fill: none; stroke: $seat; stroke-width: 1.5; stroke-dasharray: 4 4 }
.seat .frame { fill: $seat-soft; stroke: $seat; stroke-width: 1.5 }
.seat .block, .claimed.seat .face, .seat .filled .face { fill: $seat-soft; stroke: $seat; stroke-width: 1.5 }
.claimed.seat text, .seat .filled text, .taken.seat text { fill: $ink; font-weight: 600 }
.seat .support .face { stroke: $accent; stroke-width: 3 }
.claimed.seat.last .face, .seat .filled.last .face, .taken.last.seat .block { stroke: $last; stroke-width: 3 }
.claimed.seat.decisive .face, .seat.decisive .filled .face, .seat.decisive .block { fill: $seat; stroke: $seat }
.claimed.seat.decisive text, .seat.decisive .filled text, .seat.decisive .taken text { fill: $paper }
"""


def picture(board: str) -> str:
    """A still board (one SVG element), with its style and its background inside."""
    opening, rest = board.split(">", 1)
    box = re.search(r'viewBox="0 0 (\S+) (\S+)"', opening)
    assert box, "a board says how large it is"
    width, height = box.groups()
    size = "" if " width=" in opening else f' width="{width}" height="{height}"'
    paper = f'<rect width="{width}" height="{height}" fill="{COLOURS["paper"]}"/>'
    return f"{opening}{size}>\n<style>{_style()}</style>\n{paper}{rest}"


@cache
def _style() -> str:
    rules = _RULES + "".join(
        _SEAT_RULES.replace(".seat", f".seat-{seat}").replace("$seat", f"$seat-{seat}") for seat in (1, 2)
    )
    coloured = re.sub(r"\$([a-z0-9-]+)", lambda found: COLOURS[found[1]], rules)
    return f"\n{coloured.strip()}\n"
