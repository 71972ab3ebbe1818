"""Creating a match: who sits where, with which token, and who is invited."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

import msgspec
from msgspec import structs

from fathom import games
from fathom.core.clock import Clock
from fathom.core.events import Challenge, Created, Forfeited, Joined, SeatKind
from fathom.core.game import AnyGame
from fathom.core.match import AnyMatch, Match
from fathom.core.outcome import other
from fathom.core.words import MARK, make_distinct, tell_apart
from fathom.errors import BadRequest, NotNow, TooLarge, UnknownPlayer
from fathom.players import check_player
from fathom.show.preset import FAIR
from fathom.storage.journal import NAMELESS, OVER, PLAYING, WAITING, Addition, State
from fathom.web.live.live_match import MACHINE, MOST_MOVES, OPEN, PERSON, LiveMatch, PlannedEvent, Private, entry_of
from fathom.web.live.names import person
from fathom.web.live.requests import NewMatch, OpponentWish
from fathom.web.live.secrets import coin, hash_of, new_id, new_token, token_from

FRIEND, ANYONE, SAME_SCREEN = "friend", "anyone", "same-screen"


class PreparedMatch(NamedTuple):
    """The first event of a match, the hashes of its secrets, and the secrets themselves."""

    created: PlannedEvent
    private: Private
    token: str
    invitation: str | None


class BegunMatch(NamedTuple):
    """A new match that nobody knows yet, and what has to be written before anybody does."""

    live: LiveMatch
    addition: Addition


def begin(created: PlannedEvent, private: Private, visitor: str = "", match_id: str = "") -> BegunMatch:
    """A match that begins with this event; `visitor` waits in the queue when a machine of it thinks."""
    live = LiveMatch(match_id or new_id())
    live.owner = visitor or live.owner
    entry = entry_of(live.id, 1, "@created", created, private)
    live.apply(entry)
    return BegunMatch(live, Addition(entry, live.summary(created, entry.at), result=live.result(created, entry.at)))


class QuickMatch(NamedTuple):
    """What is created for somebody who looks for anybody to play, and finds nobody waiting."""

    asked: OpponentWish
    challenge: Challenge


def prepare(request: NewMatch, bots: Container[str] = (), quick: QuickMatch | None = None) -> PreparedMatch:
    """Everything that a new match needs; raises an error for a bad request. `bots` are opponents besides the usual."""
    match = _read_match(request)
    check_served(match)
    names, seats = _assign_seats(request, match, bots)
    token, invitation = make_secrets(request.key, is_friend_invited=request.opponent == FRIEND)
    hashes = [hash_of(token) if kind == PERSON else None for kind in seats]
    pair, clock = _first_of_pair(request, match), _read_clock(request, seats)
    challenge = quick.challenge if quick else _read_challenge(request, match)
    created = created_event(match, names, seats, watch=request.watch, pair=pair, clock=clock, challenge=challenge)
    private = _private_part(hashes, invitation and hash_of(invitation))
    if request.key:
        private["request"] = fingerprint(quick.asked if quick else request)
    return PreparedMatch(created, private, token, invitation)


def make_secrets(key: str | None, *, is_friend_invited: bool) -> tuple[str, str | None]:
    """The creator's token and the invitation: from the client's key if it sent one, so that they can be given again."""
    token = token_from("seat", key) if key else new_token()
    if not is_friend_invited:
        return token, None
    return token, token_from("invitation", key) if key else new_token()


def fingerprint(request: NewMatch | OpponentWish) -> str:
    """The hash of everything in a request, which tells whether a key comes again with the same one."""
    return hash_of(msgspec.json.encode(request, order="sorted").decode())


def _first_of_pair(request: NewMatch, match: AnyMatch) -> tuple[int, ...]:
    """The half points at the start of a pair; nothing for a single game."""
    if request.pair and not match.game.is_contest:
        raise BadRequest(f"{match.game.title} is for one player: a pair of games needs two.")
    return (0, 0) if request.pair else ()


def _read_clock(request: NewMatch, seats: list[SeatKind]) -> Clock | None:
    if request.clock is None:
        return None
    if OPEN not in seats:
        raise BadRequest("A clock is for a match with another person: invite a friend, or play without one.")
    return Clock(request.clock.per, request.clock.seconds)


def _read_challenge(request: NewMatch, match: AnyMatch) -> Challenge | None:
    if request.opponent != ANYONE:
        return None
    if not match.game.is_contest:
        raise BadRequest(f"{match.game.title} is for one player: a challenge needs a game for two.")
    if match.plies:
        raise BadRequest("A challenge begins with the first move: leave out the moves, or invite a friend.")
    return Challenge(coin=request.seat == "random")


def created_event(
    match: AnyMatch,
    names: list[str],
    seats: list[SeatKind],
    *,
    watch: bool,
    pair: tuple[int, ...] = (),
    clock: Clock | None = None,
    challenge: Challenge | None = None,
) -> PlannedEvent:
    """The event that creates a match with the moves made so far."""
    created = Created(
        game=match.game.name,
        options=match.options.write(),
        names=tuple(names),
        seats=tuple(seats),
        watch=watch,
        solo=OPEN not in seats,
        moves=tuple(match.moves),
        resigned=match.resigned,
        hints=tuple(match.hints.items()),
        forfeited=Forfeited(*match.forfeited) if match.forfeited else None,
        pair=pair,
        timed_out=match.timed_out,
        abandoned=match.abandoned,
        clock=clock,
        challenge=challenge,
    )
    state: State = WAITING if OPEN in seats else OVER if match.outcome else PLAYING
    return PlannedEvent(created, state, match.outcome)


def check_served(match: AnyMatch) -> None:
    """Refuse options and lengths that the rules allow, but that would keep a shared server busy for too long."""
    games.room(match.game.name).check_served(match.options)
    if len(match.plies) > MOST_MOVES:
        raise TooLarge(
            f"This server takes matches of up to {MOST_MOVES:,} moves, and this one has {len(match.plies):,}; "
            "the terminal takes more."
        )


def _read_match(request: NewMatch) -> AnyMatch:
    """The match requested, with the moves of its code."""
    if request.start is not None:
        match = games.read_code(request.start)
        if request.options or (request.game and request.game != match.game.name):
            raise BadRequest("Give a game with options, or a code to continue from, but not both.")
        if match.outcome:
            raise BadRequest(f"There is nothing left to play at {request.start[:80]!r}: {match.outcome.reason}.")
        return match
    if request.game is None:
        raise BadRequest('Say what to play: give "game", or "from" with a code.')
    game = games.game(request.game)
    return Match(game, game.options_type.read(request.options))


def _assign_seats(request: NewMatch, match: AnyMatch, bots: Container[str]) -> tuple[list[str], list[SeatKind]]:
    """The names and the kinds of the seats."""
    if match.game.seats == 1:
        return [person(request.name, NAMELESS)], [PERSON]
    mine = coin() if request.seat == "random" else request.seat
    own = person(request.name, f"Player {mine}")
    name, kind = _find_opponent(request, match, f"Player {other(mine)}", bots)
    tell_apart([own, name])
    return ([own, name], [PERSON, kind]) if mine == 1 else ([name, own], [kind, PERSON])


def _find_opponent(request: NewMatch, match: AnyMatch, default: str, bots: Container[str]) -> tuple[str, SeatKind]:
    if request.opponent in {FRIEND, ANYONE, SAME_SCREEN}:
        return person(request.opponent_name, default), PERSON if request.opponent == SAME_SCREEN else OPEN
    if request.opponent in bots:
        return request.opponent, MACHINE
    if request.opponent.startswith(MARK):  # visitors start no programs, and open no files
        return check_player(request.opponent, match.game, match.options), MACHINE
    raise UnknownPlayer(
        f"{request.opponent[:40]!r} is not an opponent: use friend, anyone, same-screen or a computer player "
        "such as @perfect."
    )


def plan_join(live: LiveMatch, name: str | None) -> PlannedEvent:
    """The event of a player taking the open seat."""
    seat = live.seats.index(OPEN) + 1
    outcome = live.match.outcome
    called = person(name, live.match.name(seat))
    tell_apart([called, live.match.name(other(seat))])
    return PlannedEvent(Joined(seat, called), OVER if outcome else PLAYING, outcome)


def plan_acceptance(live: LiveMatch, challenge: Challenge, name: str | None, game: str | None) -> PlannedEvent:
    """The event of a player accepting a challenge; it must not fail because both have the same name."""
    seat = live.seats.index(OPEN) + 1
    called = make_distinct(person(name, live.match.name(seat)), [live.match.name(other(seat))])
    if game is None or game == live.match.game.name:
        return PlannedEvent(Joined(seat, called), PLAYING)
    chosen = games.game(game)
    if not challenge.any_game:
        raise NotNow(f"This challenge is for {live.match.game.title}, and not for {chosen.title}.")
    if not chosen.is_contest:
        raise BadRequest(f"{chosen.title} is for one player: choose a game for two.")
    return PlannedEvent(Joined(seat, called, game, quick_options(chosen)), PLAYING)


def quick_options(game: AnyGame) -> dict[str, str]:
    """The options of a game between two people who have not agreed on any: those that favour neither of them."""
    fair = [preset.options for preset in games.room(game.name).presets if preset.slug == FAIR]
    return (fair[0] if fair else game.options_type()).write()


def plan_rematch(live: LiveMatch) -> tuple[PlannedEvent, Private]:
    """The first event of a rematch: the same players and options, with seats swapped. A puzzle starts over."""
    match = _next_match(live)
    names = [_renumber(name, seat) for seat, name in enumerate(reversed(live.match.names), 1)]
    seats, clock = live.seats[::-1], live.times.clock if live.times else None
    planned = created_event(match, names, seats, watch=live.is_open, pair=_pair_after(live, match), clock=clock)
    assert isinstance(planned.event, Created)
    created = planned.event._replace(solo=live.is_solo)
    return structs.replace(planned, event=created), _private_part(live.hashes[::-1], None)


def _next_match(live: LiveMatch) -> AnyMatch:
    """The same game with the same options, or another one by the book if that was offered."""
    if live.offered_game is None or live.offered_game == live.match.game.name:
        return Match(live.match.game, live.match.options)
    game = games.game(live.offered_game)
    return Match(game, game.options_type())


def _pair_after(live: LiveMatch, match: AnyMatch) -> tuple[int, ...]:
    """The half points that each seat brings to the rematch.

    After the second game of a pair, a new pair begins, and so it does if another game is played instead of it.
    """
    if not live.pair:
        return ()
    if any(live.pair) or match.game is not live.match.game:
        return (0, 0)
    winner = live.match.outcome and live.match.outcome.winner
    return (1, 1) if winner is None else (0, 2) if winner == 1 else (2, 0)  # the seats are swapped


def _renumber(name: str, seat: int) -> str:
    """The name, adapted to the new seat if it is a default such as `Player 2`."""
    return f"Player {seat}" if name in {NAMELESS, "Player 2"} else name


def _private_part(hashes: list[str | None], invitation: str | None) -> Private:
    return {"hashes": hashes, "invitation": invitation}
