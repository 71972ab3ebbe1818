"""The pages about the visitor: settings and history. All of it is kept in the browser; the server sends the frame."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from fathom import games
from fathom.core.record import write_record
from fathom.players import machines
from fathom.players.faces import face_of
from fathom.storage.journal import Entry, Search
from fathom.storage.journal.group import Journal
from fathom.web.api.operations import in_thread
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.server import server_of
from fathom.web.live.unreadable import READING_ERRORS
from fathom.web.rendering import page

#: More than anybody plays; a page is made of them in one go.
_MOST_GAMES = 100_000


@in_thread
def settings(request: Request) -> Response:
    return page(request, "settings.html")


@in_thread
def history(request: Request) -> Response:
    """The finished games of this browser; machines are named in words."""
    bots = server_of(request).matches.bots.opponents()
    faces = {name: face_of(name, line).name for name, line in {**machines(), **bots}.items()}
    titles = {name: games.game(name).title for name in games.names()}
    return page(request, "history.html", served={"machines": faces, "games": titles})


async def export(request: Request) -> Response:
    """Every game of this device as records, which every part of Fathom reads."""
    journal = server_of(request).matches.journal
    found = await journal.ask_lists(
        lambda lists: lists.matches(Search(open_only=False, limit=_MOST_GAMES, oldest=True))
    )
    records = [_as_record(one.id, await _read(journal, one.id)) for one in found]
    headers = {"Content-Disposition": 'attachment; filename="fathom-games.txt"'}
    return PlainTextResponse("\n".join(records), headers=headers)


async def _read(journal: Journal, match_id: str) -> list[Entry]:
    return await journal.ask_lists(lambda lists: lists.entries(match_id))


def _as_record(match_id: str, entries: list[Entry]) -> str:
    try:
        match = LiveMatch.replay(match_id, entries).match
    except READING_ERRORS as error:
        return f"; the game {match_id} cannot be read: {error}\n"
    return write_record(match, {"Id": match_id, "Created": entries[0].at, "Changed": entries[-1].at})


#: Only where the games are kept on the visitor's own device.
EXPORTING: list[BaseRoute] = [Route("/settings/games.txt", export)]
ROUTES: list[BaseRoute] = [Route("/settings", settings), Route("/history", history)]
