"""What the description of the API says in prose: `protocol.md`, with its numbers from where they are used.

Text between backquotes is code.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

from fathom.web.api.operations import LARGEST_BODY
from fathom.web.http.limits import Limits, most_acceptances
from fathom.web.live.clocks import BEAT_SECONDS
from fathom.web.live.connection import (
    BLOCKED,
    FIRST_FRAME,
    FIRST_FRAME_SECONDS,
    LARGEST_FRAME,
    MOST_UNREADABLE,
    NO_SUCH_MATCH,
    RESTART,
    TOO_LARGE,
    TOO_MANY,
    TOO_SLOW,
)
from fathom.web.live.live_match import MOST_EVENTS, MOST_MOVES
from fathom.web.live.lobby import FRESH_SECONDS, GONE_SECONDS, MOST_OPEN, OPEN_MINUTES
from fathom.web.live.people import CLAIM_SECONDS, NUDGE_SECONDS
from fathom.web.live.presence import SETTLED_SECONDS
from fathom.web.live.transport import GRACE_SECONDS, MOST_UNREAD

_PLACE = Path(__file__).with_name("protocol.md")
_LIMITS = Limits()
_NUMBERS = _LIMITS._asdict() | {
    "beat_seconds": f"{BEAT_SECONDS:g}",
    "burst": 3 * _LIMITS.messages_per_second,
    "largest_body_kb": LARGEST_BODY // 1024,
    "largest_frame": f"{LARGEST_FRAME:,}",
    "claim_seconds": CLAIM_SECONDS,
    "fresh_seconds": f"{FRESH_SECONDS:g}",
    "gone_seconds": f"{GONE_SECONDS:g}",
    "most_open": MOST_OPEN,
    "most_accepted": most_acceptances(_LIMITS),
    "open_minutes": OPEN_MINUTES,
    "nudge_seconds": NUDGE_SECONDS,
    "settled_seconds": f"{SETTLED_SECONDS:g}",
    "most_moves": f"{MOST_MOVES:,}",
    "most_events": f"{MOST_EVENTS:,}",
    "most_unread_kb": MOST_UNREAD // 1024,
    "most_unreadable": MOST_UNREADABLE,
    "first_frame_seconds": f"{FIRST_FRAME_SECONDS:g}",
    "grace_seconds": f"{GRACE_SECONDS:g}",
}
#: Codes that the library below sends.
MALFORMED, NO_PONG = 1002, 1011


class Passage(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    paragraphs: list[str]

    @property
    def anchor(self) -> str:
        return "-".join(self.title.lower().replace(",", "").split())


class CloseCode(NamedTuple):
    """A code with which the server closes a socket, what it means, and what a client should do."""

    code: int
    meaning: str
    advice: str


@cache
def passages(part: str) -> list[Passage]:
    """The passages of a part: `Requests` or `Sockets`."""
    text = Template(_PLACE.read_text(encoding="utf-8")).substitute(_NUMBERS)
    content = text.partition(f"# {part}\n")[2].partition("\n# ")[0]
    found = []
    for passage in content.split("\n## ")[1:]:
        title, *paragraphs = passage.strip().split("\n\n")
        found.append(Passage(title, [" ".join(paragraph.split()) for paragraph in paragraphs]))
    return found


CLOSE_CODES = (
    CloseCode(MALFORMED, "the bytes are not WebSocket frames", "repair the client"),
    CloseCode(TOO_LARGE, f"a frame was larger than {LARGEST_FRAME:,} bytes", "repair the client"),
    CloseCode(NO_PONG, "no ping was answered", "reconnect"),
    CloseCode(RESTART, "the server restarts, or cannot reach its store", "reconnect"),
    CloseCode(FIRST_FRAME, "the first frame was not `subscribe`, or did not come in time", "repair the client"),
    CloseCode(BLOCKED, "the operator has blocked your address", "give up"),
    CloseCode(NO_SUCH_MATCH, "there is no such match, you may not watch it, or it cannot be read", "give up"),
    CloseCode(TOO_SLOW, "the client reads too slowly", "reconnect"),
    CloseCode(TOO_MANY, "too many frames, unreadable frames or sockets", "wait some seconds, then reconnect"),
)
