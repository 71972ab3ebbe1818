"""The page that reviews a match."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fathom import games
from fathom.analysis import review_words as words
from fathom.analysis.review import PlayerReview, Review, ReviewedMove
from fathom.analysis.review import review as look_back
from fathom.analysis.review_svg import NARROW, WIDE, svg_picture
from fathom.core.code import stem_of
from fathom.web.api.operations import think
from fathom.web.api.words import sentence
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.views import for_people, title
from fathom.web.pages.values import steps
from fathom.web.rendering import page


class Player(NamedTuple):
    """A player's accuracy."""

    seat: int
    name: str
    percent: str
    said: str


class Mistake(NamedTuple):
    """A move that threw something away, to try again."""

    ply: int
    said: str
    thrown: str


class Made(NamedTuple):
    """One move of the match."""

    ply: int
    seat: int
    text: str
    code: str
    verdict: str
    words: str
    value: str
    why: str
    line: str
    hint: bool
    better: str
    is_mistake: bool


async def review(request: Request, live: LiveMatch, token: str | None) -> Response:
    """The review page of a finished match."""
    match, own = for_people(live.match), live.seats_of(token)
    reviewed = await think(request, look_back, match)
    codes, voice = [step.code for step in steps(match)], words.Voice(match)
    thrown = [move for move in reviewed.moves if move.throws and (not own or move.seat in own)]
    return page(
        request,
        "review.html",
        match_id=live.id,
        title=title(live),
        game=match.game,
        stem=stem_of(match),
        played=".".join(match.moves),
        ending=words.ending(voice),
        drawing=Markup(games.room(match.game.name).draw(match)),
        picture=_picture(reviewed, WIDE),
        narrow_picture=_picture(reviewed, NARROW),
        turning=words.turning(reviewed, voice),
        players=[_player(reviewed, player) for player in reviewed.players],
        yours=bool(own),
        has_mistakes=any(move.better for move in reviewed.moves),
        mistakes=[_mistake(reviewed, move) for move in thrown],
        moves=[_show_move(voice, move, codes) for move in reviewed.moves],
    )


def _picture(reviewed: Review, width: int) -> Markup:
    """The chart as part of a page: without what only a file needs."""
    return Markup(svg_picture([reviewed], width).partition("?>")[2].strip())


def _player(reviewed: Review, player: PlayerReview) -> Player:
    percent = f"{100 * player.kept // player.tested}%" if player.tested else "–"
    said = [sentence(words.accuracy_words(player)), *words.distance(reviewed, player)]
    return Player(player.seat, player.name, percent, " ".join(said))


def _mistake(reviewed: Review, move: ReviewedMove) -> Mistake:
    thrown = "the draw" if move.before.winner is None else "the win"
    name = reviewed.match.name(move.seat)
    return Mistake(move.ply, f"Move {move.ply}: {move.move} by {name} throws {thrown}.", thrown)


def _show_move(voice: words.Voice, move: ReviewedMove, codes: list[str]) -> Made:
    remarks = words.remarks(voice, move)
    return Made(
        move.ply,
        move.seat,
        move.move,
        codes[move.ply],
        move.verdict,
        words.verdict(move),
        sentence(voice.wins(move.value)),
        sentence(remarks[0] if move.reason else ""),
        " ".join(move.line or []),
        move.hint is not None,
        sentence(remarks[1] if move.reason and len(remarks) > 1 else ""),
        move.better is not None,
    )
