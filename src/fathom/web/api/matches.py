"""Matches: making, joining, watching and playing them."""

from __future__ import annotations

import re
from copy import copy
from typing import NamedTuple, TypeVar

from msgspec import UNSET, Struct
from msgspec.json import encode
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fathom import games
from fathom.analysis.review import review as look_back
from fathom.analysis.review_svg import svg_picture
from fathom.coach.hints import hint_of, hint_rungs
from fathom.core.code import write_code
from fathom.core.events import Hinted
from fathom.core.match import AnyMatch, Match
from fathom.core.outcome import other
from fathom.core.record import write_record
from fathom.core.words import quoted
from fathom.errors import BadRequest, NotNow
from fathom.show.rule_book import plain
from fathom.storage.journal import OVER, PLAYING, WAITING, ListPlace, Search
from fathom.web.api import shapes
from fathom.web.api.operations import (
    Handler,
    Operation,
    Parameter,
    query_number,
    query_word,
    read_json,
    receive_body,
    think,
)
from fathom.web.api.qr import draw_qr
from fathom.web.http.limits import EVENTS_PER_REQUEST, charge, client_address
from fathom.web.http.links import link
from fathom.web.http.old_paths import came_by_an_old_path
from fathom.web.http.paths import API, OLD_API
from fathom.web.http.responses import json_response
from fathom.web.http.tags import response_unless_known, tagged_response
from fathom.web.live import requests as messages
from fathom.web.live.challenges import accept as accept_challenge
from fathom.web.live.changes import CommandAnswer
from fathom.web.live.invitations import check_served, created_event
from fathom.web.live.live_match import OPEN, PERSON, LiveMatch, PlannedEvent, Private
from fathom.web.live.server import lane_of, server_of
from fathom.web.live.views import Snapshot, describe_options, events_after, prepare_view, readable, snapshot

C = TypeVar("C", bound=messages.Command)
MATCH_ID = Parameter("id", "the id of a match", {"type": "string"}, in_path=True)
_AFTER = Parameter("after", "the last event seen", {"type": "integer", "minimum": 0, "maximum": 2**31 - 1})
_FILTER = (
    Parameter("game", "only this game", {"type": "string"}),
    Parameter("state", "only matches in this state", {"enum": [PLAYING, OVER, WAITING]}),
    Parameter("limit", "how many at most", {"type": "integer", "minimum": 1, "maximum": 100}),
    Parameter("after", "what the part before has as next, to go on from there", {"type": "string"}),
)
#: A place in the list, as `next` spells it: the time of the last change and the id of a match.
_PLACE = re.compile(r"([0-9TZ:.-]{1,40})_([a-z0-9]{1,40})", re.ASCII)
_LARGEST_RECORD = 256 * 1024
_MOST_RECORDS = 20
_DAY_SECONDS = 24 * 60 * 60


def cookie_name(match_id: str) -> str:
    return f"seat-{match_id}"


def token_of(request: HTTPConnection, match_id: str) -> str | None:
    """The seat token of a request, from a header or a cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(cookie_name(match_id))


def seat_response(request: Request, seat: shapes.Made | shapes.Joined | shapes.Found, status: int) -> Response:
    """The response that gives a player a seat: its token, in the body and as a cookie."""
    response = json_response(seat, status)
    set_seat_cookie(request, response, seat.match.id, seat.token)
    return response


def set_seat_cookie(request: Request, response: Response, match_id: str, token: str) -> None:
    """Store a seat token in the browser, out of reach of scripts; it is sent only with requests about that match.

    A browser keeps some 180 cookies of a site, so every path counts.
    """
    paths = ["/m", f"{API}/matches", *([f"{OLD_API}/matches"] if came_by_an_old_path(request.scope) else [])]
    for path in paths:
        response.set_cookie(
            cookie_name(match_id),
            token,
            max_age=30 * _DAY_SECONDS,
            path=link(request, f"{path}/{match_id}"),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )


def renew_seat(request: Request, response: Response, live: LiveMatch, token: str | None) -> None:
    """Store the token of a player who looks at a match again, also where an earlier version did not store it."""
    if token and live.seats_of(token):
        set_seat_cookie(request, response, live.id, token)


async def find_match(request: Request) -> tuple[LiveMatch, str | None]:
    """The match that a request is about, and the client's seat token."""
    match_id = request.path_params["id"]
    token = token_of(request, match_id)
    return await server_of(request).matches.find(match_id, token, lane_of(request)), token


async def create(request: Request) -> Response:
    server = server_of(request)
    body = await read_json(request, messages.NewMatch)
    live, token, invitation, repeated = await server.matches.create(body, client_address(request))
    await prepare_view(live, lane_of(request))
    return seat_response(request, shapes.Made(snapshot(live, token), token, invitation, repeated or UNSET), 201)


async def join(request: Request) -> Response:
    body = await read_json(request, messages.Join)
    live, token = await server_of(request).matches.join(request.path_params["id"], body, lane_of(request))
    await prepare_view(live, lane_of(request))
    return seat_response(request, shapes.Joined(snapshot(live, token), token), 200)


async def accept(request: Request) -> Response:
    body, match_id = await read_json(request, messages.Accept), request.path_params["id"]
    matches, token = server_of(request).matches, token_of(request, match_id)
    live, token = await accept_challenge(matches, match_id, body, token, lane_of(request))
    await prepare_view(live, lane_of(request))
    return seat_response(request, shapes.Joined(snapshot(live, token), token), 200)


async def invitation(request: Request) -> Response:
    body = await read_json(request, messages.Invitation)
    live = await server_of(request).matches.invited(request.path_params["id"], body.secret, lane_of(request))
    match, seat = live.match, live.seats.index(OPEN) + 1
    return json_response(
        shapes.Invited(
            match=live.id,
            game=match.game.name,
            title=match.game.title,
            summary=match.game.summary,
            by=match.name(other(seat)),
            options=describe_options(match),
            clock=live.times.clock.describe() if live.times else "",
            begins=seat == match.position.to_move,
            pair=bool(live.pair),
            rules=[plain(rule) for rule in games.room(match.game.name).rule_book.rules_with(match.options)],
        )
    )


async def qr(request: Request) -> Response:
    """Draw the link; only whoever has the secret gets it, and nothing but the link can be drawn."""
    body = await read_json(request, messages.QrWish)
    live = await server_of(request).matches.invited(request.path_params["id"], body.secret, lane_of(request))
    url = f"{body.address}{link(request, f'/join/{live.id}')}#{body.secret}"
    return json_response(shapes.QrCode(url, await think(request, draw_qr, url)))


async def list_matches(request: Request) -> Response:
    state = query_word(request, "state", (PLAYING, WAITING, OVER), PLAYING)
    name = request.query_params.get("game", "")
    if name:
        games.game(name)
    limit = query_number(request, "limit", 50, 1, 100)
    matches = server_of(request).matches
    after = _read_place(request.query_params.get("after"))
    found = await matches.search(Search(state=state, game=name, limit=limit + 1, after=after))  # is there a next one?
    last = found[limit - 1] if len(found) > limit else None
    following = last and f"{last.changed}_{last.id}"
    return tagged_response(request, shapes.Matches(readable(found[:limit], matches.unreadable), following))


def _read_place(text: str | None) -> ListPlace | None:
    if text is None:
        return None
    place = _PLACE.fullmatch(text)
    if place is None:
        raise BadRequest(f"after={quoted(text)} is not possible: it is `next` of the answer with the part before.")
    return ListPlace(place[1], place[2])


async def show_match(request: Request) -> Response:
    live, token = await find_match(request)
    await prepare_view(live, lane_of(request))
    return json_response(snapshot(live, token))


async def events(request: Request) -> Response:
    after = query_number(request, "after", 0, 0, 2**31 - 1)
    live, _ = await find_match(request)
    charge(request, (live.sequence - after) // EVENTS_PER_REQUEST)
    # Events never change, so the number of the last one tells whether there are new ones.
    return response_unless_known(request, str(live.sequence), lambda: encode(shapes.Events(events_after(live, after))))


async def _run_command(request: Request, kind: type[C]) -> tuple[LiveMatch, C, CommandAnswer]:
    command = await read_json(request, kind)
    live, token = await find_match(request)
    matches, visitor = server_of(request).matches, client_address(request)
    return live, command, await matches.command(live, live.seats_of(token), command, visitor=visitor)


def command_handler(kind: type[messages.Command]) -> Handler:
    """The handler of a command whose answer is the event that it caused."""

    async def handler(request: Request) -> Response:
        _, _, answer = await _run_command(request, kind)
        return json_response(shapes.Done(answer.event.as_dict(), answer.repeated or UNSET))

    return handler


async def hint(request: Request) -> Response:
    live, _, answer = await _run_command(request, messages.Hint)
    rungs, text = hint_rungs(live.match.game), ""
    hinted = answer.event.event
    if isinstance(hinted, Hinted):  # else the key was that of another command
        then = live.moves_as_of(answer.event.sequence)
        match = Match(live.match.game, live.match.options)
        text = await think(request, _hint_after, match, then, min(hinted.level, rungs))
    return json_response(shapes.Hinted(answer.event.as_dict(), rungs, text, answer.repeated or UNSET))


def _hint_after(match: AnyMatch, moves: list[str], level: int) -> str:
    match.play_all(moves)
    return hint_of(match, level)


async def review(request: Request) -> Response:
    live, _ = await find_match(request)
    if live.state != OVER:
        raise NotNow("A match can be reviewed when it is over.")
    return json_response(await think(request, review_dict, copy(live.match)))


def review_dict(match: AnyMatch) -> shapes.IllustratedReviewDict:
    """What `fathom review --json` prints, with the picture of the values."""
    reviewed = look_back(match, every_reason=True)
    return {**reviewed.as_dict(), "picture": svg_picture([reviewed]) if match.game.is_contest else None}


async def record(request: Request) -> Response:
    live, _ = await find_match(request)
    return Response(write_record(live.match), media_type="text/plain; charset=utf-8")


async def take_records(request: Request) -> Response:
    """Store the matches of a record file, finished or not."""
    server = server_of(request)
    try:
        content = (await receive_body(request, _LARGEST_RECORD)).decode()
    except UnicodeDecodeError as error:
        raise BadRequest("The record cannot be read: it is not text in UTF-8.") from error
    found = await think(request, _read_matches, content)
    visitor = client_address(request)
    server.new_matches.take(visitor, len(found))
    kept = []
    for code, seats, created in found:
        private: Private = {"hashes": [None] * seats, "invitation": None}
        live = await server.matches.begin(created, private, visitor)
        kept.append(shapes.KeptMatch(live.id, code, live.state))
    return json_response(shapes.Kept(kept), 201)


class _Recorded(NamedTuple):
    """A match of a record: its code, its number of seats, and the event that creates it here."""

    code: str
    seats: int
    created: PlannedEvent


def _read_matches(content: str) -> list[_Recorded]:
    matches = [record.match for record in games.read_records(content)]
    if len(matches) > _MOST_RECORDS:
        raise BadRequest(f"{len(matches)} records are too many at once: at most {_MOST_RECORDS}.")
    for match in matches:
        check_served(match)
    return [_Recorded(write_code(match), match.game.seats, _create_from(match)) for match in matches]


def _create_from(match: AnyMatch) -> PlannedEvent:
    return created_event(match, list(match.names), [PERSON] * match.game.seats, watch=True)


def _change(name: str, summary: str, body: type[Struct], handler: Handler, answer: type[Struct]) -> Operation:
    """An operation that changes a match."""
    path, refusals = f"{API}/matches/{{id}}/{name}", (403, 404, 409, 413, 422)
    return Operation("POST", path, handler, summary, answer, body, parameters=(MATCH_ID,), statuses=refusals)


def _command(name: str, summary: str, body: type[messages.Command]) -> Operation:
    """A command, whose answer is the event that it caused."""
    return _change(name, summary, body, command_handler(body), shapes.Done)


OPERATIONS = (
    Operation(
        "GET",
        f"{API}/matches",
        list_matches,
        "Matches open to watchers, latest first",
        shapes.Matches,
        parameters=_FILTER,
        statuses=(404,),
        is_tagged=True,
    ),
    Operation(
        "POST",
        f"{API}/matches",
        create,
        "Create a match and take a seat",
        shapes.Made,
        messages.NewMatch,
        201,
        statuses=(403, 404, 409, 413, 422),
    ),
    Operation(
        "GET",
        f"{API}/matches/{{id}}",
        show_match,
        "A match as it stands",
        Snapshot,
        parameters=(MATCH_ID,),
        statuses=(404,),
    ),
    Operation(
        "GET",
        f"{API}/matches/{{id}}/events",
        events,
        "What happened in a match",
        shapes.Events,
        parameters=(MATCH_ID, _AFTER),
        statuses=(404,),
        is_tagged=True,
    ),
    _change("join", "Take the free seat with an invitation", messages.Join, join, shapes.Joined),
    _change("invitation", "What an invitation is for", messages.Invitation, invitation, shapes.Invited),
    _change("qr", "The link of an invitation as a QR code", messages.QrWish, qr, shapes.QrCode),
    _command("moves", "Make a move", messages.Move),
    _command("resign", "Resign the match", messages.Resign),
    _command("take-back", "Take back moves, or ask the other person for it", messages.TakeBack),
    _command("answer-take-back", "Let the other person take back moves, or refuse it", messages.AnswerTakeBack),
    _command("nudge", "Remind the other person that it is their move", messages.Nudge),
    _command("claim", "Win a match that the other person has left", messages.Claim),
    _change("hint", "Ask for a hint, which is marked in the record", messages.Hint, hint, shapes.Hinted),
    _command("rename", "Change your name, in a one-player game", messages.Rename),
    _change("accept", "Accept a challenge", messages.Accept, accept, shapes.Joined),
    _command("withdraw", "Take back a challenge that nobody has accepted", messages.Withdraw),
    _command("rematch", "Offer or accept another match with the seats swapped", messages.Rematch),
    Operation(
        "GET",
        f"{API}/matches/{{id}}/review",
        review,
        "A finished match, move by move",
        shapes.IllustratedReviewDict,
        parameters=(MATCH_ID,),
        statuses=(404, 409),
    ),
    Operation(
        "GET",
        f"{API}/matches/{{id}}/record",
        record,
        "A match as a record",
        str,
        parameters=(MATCH_ID,),
        statuses=(404,),
        answer_type="text/plain",
    ),
    Operation(
        "POST",
        f"{API}/records",
        take_records,
        "Import the matches of a record file",
        shapes.Kept,
        str,
        201,
        statuses=(403, 404, 413, 422),
        body_type="text/plain",
    ),
)
