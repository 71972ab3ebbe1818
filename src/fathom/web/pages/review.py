"""The page that reviews a match."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fathom.analysis import review_words as words
from fathom.analysis.review import PlayerReview, Review, ReviewedMove
from fathom.analysis.review import review as look_back
from fathom.analysis.review_svg import svg_picture
from fathom.core.code import stem_of
from fathom.web.api.operations import think
from fathom.web.api.words import sentence
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.views import title
from fathom.web.pages.values import steps
from fathom.web.rendering import page, still_drawing


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


async def review(request: Request, live: LiveMatch, token: str | None) -> Response:
    """The review page of a finished match."""
    match, own = copy(live.match), live.seats_of(token)
    reviewed = await think(request, look_back, match)
    codes = [step.code for step in steps(match)]
    thrown = [move for move in reviewed.moves if move.throws and (not own or move.seat in own)]
    return page(
        request,
        "review.html",
        match_id=live.id,
        title=title(live),
        game=match.game,
        stem=stem_of(match),
        played=".".join(match.moves),
        ending=words.ending(match),
        drawing=still_drawing(match),
        picture=_picture(reviewed),
        turning=words.turning(reviewed),
        players=[_player(player) for player in reviewed.players],
        yours=bool(own),
        mistakes=[_mistake(reviewed, move) for move in thrown],
        moves=[_show_move(reviewed, move, codes) for move in reviewed.moves],
    )


def _picture(reviewed: Review) -> Markup:
    """The chart as part of a page: without what only a file needs."""
    return Markup(svg_picture([reviewed]).partition("?>")[2].strip())


def _player(player: PlayerReview) -> Player:
    percent = f"{100 * player.kept // player.tested}%" if player.tested else "–"
    said = words.accuracy(player).removeprefix(f"{player.name}: ")
    return Player(player.seat, player.name, percent, f"{sentence(said)} {words.distance(player)}")


def _mistake(reviewed: Review, move: ReviewedMove) -> Mistake:
    thrown = "the draw" if move.before.winner is None else "the win"
    name = reviewed.match.name(move.seat)
    return Mistake(move.ply, f"Move {move.ply}: {move.move} by {name} throws {thrown}.", thrown)


def _show_move(reviewed: Review, move: ReviewedMove, codes: list[str]) -> Made:
    return Made(
        move.ply,
        move.seat,
        move.move,
        codes[move.ply],
        move.verdict,
        words.verdict(move),
        sentence(words.winner_words(reviewed.match, move.value)),
        sentence(move.reason or ""),
        " ".join(move.line or []),
        move.hint is not None,
    )
