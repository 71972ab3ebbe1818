"""Renamings: a game with renamed numbers is the same game."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.bench.answers import read_move
from fathom.bench.item import Item, Prompt
from fathom.bench.make import rename_numbers
from fathom.bench.prompts import Manner, spell_moves, wording_of, write_prompt
from fathom.core.match import Match
from fathom.show.wording import same_name

CODES = [
    "range-war,highest=6,second_move=free,reach=4",
    "pocket-addition,highest=6,target=9",
    "digit-dilemma,base=6,divisor=5:0L.1L",
    "pyramid-challenge,levels=2,highest=4,copies=2",
]
RENAMED = [name for name in games.ROOMS if wording_of(Match(games.game(name))).noun]


def item_with(code: str, names: dict[str, str]) -> Item:
    game = games.read_code(code).game.name
    return Item("x", "best", "dev", game, code, 1, 1, "", "", Prompt("", "", "", "", "", ""), names=names)


@pytest.mark.parametrize("code", CODES)
def test_the_renamed_game_has_the_values_of_the_original(code: str):
    """Solved once more by plain search over the moves as a model writes them, without any number of the original."""
    start = games.read_code(code)
    wording = wording_of(start)
    names = rename_numbers(wording.names(start.start), Random(1))
    assert sorted(names) == sorted(names.values())
    item = item_with(code, names)

    @cache
    def solve(moves: tuple[str, ...]) -> int | None:
        """The winner after moves in the names of the item."""
        match = start.copy()
        for text in moves:
            move = read_move(item, match, text)
            assert move is not None
            match.play(move)
        if match.outcome:
            return match.outcome.winner
        seat = match.position.to_move
        results = [solve((*moves, text)) for text in spell_moves(match, item.naming)]
        return max(results, key=lambda winner: {seat: 2, None: 1}.get(winner, 0))

    adviser = adviser_for(start.game, start.options)
    texts = spell_moves(start, item.naming)
    assert len(set(texts)) == len(start.legal_moves)
    assert [solve((text,)) for text in texts] == [v.winner for v in adviser.values_after(start.position)]


@pytest.mark.parametrize("name", RENAMED)
def test_facts_are_renamed_and_nothing_else_changes(name: str):
    match, rng = Match(games.game(name)), Random(3)
    for _ in range(4):
        match.play(rng.choice(match.legal_moves))
    wording = wording_of(match)
    names = rename_numbers(wording.names(match.start), rng)
    back = {new: old for old, new in names.items()}
    plain, renamed = wording.facts(match, same_name), wording.facts(match, names.__getitem__)
    for one, other in zip(plain, renamed, strict=True):
        if isinstance(one.value, tuple):
            assert tuple(back.get(text, text) for text in other.value) == one.value
        else:
            assert other.value in (one.value, names.get(one.value))


def test_a_prompt_states_the_bijection_and_uses_it_everywhere():
    match = games.read_code("range-war:6.4")
    names = dict(zip(map(str, range(1, 11)), [str(n) for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)], strict=True))
    prompt = write_prompt("best", match, Manner(names=names, legal_moves=True))
    assert "6 is written 7" in prompt.names
    assert "Moves so far, player 1 first: 7, 5." in prompt.position
    assert "Last number claimed: 5." in prompt.position
    assert prompt.legal == "Legal moves: 6, 8, 9, 10, 1."  # the numbers 5, 7, 8, 9 and 10
