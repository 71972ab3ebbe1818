"""Playing anybody: accepting a challenge, and finding an opponent at once."""

from __future__ import annotations

import contextlib
import secrets
from typing import NamedTuple

from fathom import games
from fathom.core.events import Challenge
from fathom.core.game import AnyGame
from fathom.errors import BadRequest, NotFound, NotNow, StaleMatch, UnreadableMatch
from fathom.web.http.limits import Lane
from fathom.web.live import invitations
from fathom.web.live.invitations import ANYONE, QuickMatch, quick_options
from fathom.web.live.live_match import OPEN, LiveMatch
from fathom.web.live.matches import CreatedMatch, Matches
from fathom.web.live.requests import Accept, NewMatch, OpponentWish, Withdraw
from fathom.web.live.secrets import hash_of, id_from, new_token, token_from

_NO_CHALLENGE = "There is no such challenge: look in the lobby for another one."
_TAKEN = "Somebody else was faster: this challenge has been accepted. Look in the lobby for another one."
_GONE = "Nobody waits there any more: whoever offered this challenge has left or has taken it back."
_OWN = "This is your own challenge: wait until somebody else accepts it."


class FoundMatch(NamedTuple):
    """A match with an opponent, or one in which to wait for them; `repeated` if the same request came before."""

    live: LiveMatch
    token: str
    is_waiting: bool
    repeated: bool = False


async def accept(
    matches: Matches, match_id: str, request: Accept, token: str | None = None, lane: Lane | None = None
) -> tuple[LiveMatch, str]:
    """Accept a challenge; returns the token of the seat. `token` is what the client has of this match already."""
    live = await _find(matches, match_id, lane)
    made = token_from(f"accept {match_id}", request.key) if request.key else new_token()
    async with live.turn:
        if live.seats_of(made):
            return live, made  # accepted before, but the answer was lost
        if live.seats_of(token):
            raise NotNow(_OWN)
        _check_open(live)
        if not await matches.lobby.is_waiting(live):
            raise NotNow(_GONE)
        if lane:
            matches.lobby.acceptances.take(lane.address)
        await _sit_down(matches, live, made, request)
    return live, made


async def find_opponent(matches: Matches, wish: OpponentWish, visitor: str) -> FoundMatch:
    """The match with whoever has been waiting longest; if nobody waits, one in which to wait.

    Two who look at the same moment find each other, whatever servers they are connected to.
    """
    game = _read_game(wish)
    request = hash_of(f"opponent {wish.key}")
    for match_id in await matches.lobby.taken_by(request):
        if found := await _join(matches, match_id, wish, request):
            return found._replace(repeated=True)
    if await _has_waited(matches, wish):
        return await _wait(matches, wish, game, request, visitor)
    matches.lobby.acceptances.take(visitor)
    while taken := await matches.lobby.take(wish.game or "", request):
        if found := await _join(matches, taken, wish, request):
            return found
    found = await _wait(matches, wish, game, request, visitor)
    if found.is_waiting:
        matches.lobby.acceptances.give_back(visitor)
    return found


async def _wait(matches: Matches, wish: OpponentWish, game: AnyGame, request: str, visitor: str) -> FoundMatch:
    """Wait in a match of one's own, unless somebody has begun to wait at the same moment."""
    challenge = Challenge(quick=True, any_game=wish.game is None, coin=True)
    terms = NewMatch(
        game=game.name, options=quick_options(game), opponent=ANYONE, seat="random", name=wish.name, key=wish.key
    )
    own = await matches.create(terms, visitor, QuickMatch(wish, challenge))
    live = own.live
    while live.challenge and not own.repeated:
        match_id = await matches.lobby.take_or_wait(wish.game or "", request, live, live.challenge)
        if match_id is None:
            break
        if found := await _join(matches, match_id, wish, request):
            await _withdraw(matches, own)
            return found
    return FoundMatch(live, own.token, OPEN in live.seats, own.repeated)


async def _join(matches: Matches, match_id: str, wish: OpponentWish, request: str) -> FoundMatch | None:
    """Sit down with somebody who waits; None if they have gone in the meantime."""
    try:
        live = await _find(matches, match_id)
        token = token_from(f"accept {match_id}", wish.key)
        async with live.turn:
            if not live.seats_of(token):
                await _sit_down(matches, live, token, wish)
    except (NotFound, NotNow, UnreadableMatch):
        await matches.lobby.give_up(match_id, request)
        return None
    return FoundMatch(live, token, is_waiting=False)


async def _sit_down(matches: Matches, live: LiveMatch, token: str, wish: Accept | OpponentWish) -> None:
    """Take the open seat, whatever happens to the match at another server at the same moment; raises `NotNow`."""
    while True:
        planned = invitations.plan_acceptance(live, _check_open(live), wish.name, wish.game)
        with contextlib.suppress(StaleMatch):  # it has been read in the meantime: perhaps the challenge was taken back
            if await matches.take_seat(live, token, planned):
                return
            raise NotNow(_TAKEN)


async def _has_waited(matches: Matches, wish: OpponentWish) -> bool:
    """Has the same request made a match in which to wait?"""
    try:
        await matches.get(id_from(wish.key))
    except NotFound:
        return False
    return True


async def _withdraw(matches: Matches, own: CreatedMatch) -> None:
    """Nobody has to wait in one's own match any more."""
    live = own.live
    command = Withdraw(expected=live.sequence, key="not-needed")
    await matches.command(live, live.seats_of(own.token), command)


async def _find(matches: Matches, match_id: str, lane: Lane | None = None) -> LiveMatch:
    try:
        live = await matches.get(match_id, lane)
        await matches.catch_up(live)
    except NotFound:
        raise NotFound(_NO_CHALLENGE) from None
    return live


def _check_open(live: LiveMatch) -> Challenge:
    """The challenge that a match is; raises an error if it is none, or none any more."""
    if live.challenge:
        return live.challenge
    first = live.events[0].as_dict()
    if "challenge" not in first:
        raise NotFound(_NO_CHALLENGE)
    raise NotNow(_GONE if OPEN in live.seats else _TAKEN)


def _read_game(wish: OpponentWish) -> AnyGame:
    """The game that somebody wants, or any."""
    if wish.game is None:
        return secrets.choice([game for game in map(games.game, games.ROOMS) if game.is_contest])
    game = games.game(wish.game)
    if not game.is_contest:
        raise BadRequest(f"{game.title} is for one player: choose a game for two.")
    return game
