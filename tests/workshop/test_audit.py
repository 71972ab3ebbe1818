"""Every figure of an audit, compared with one found by plain means."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from fathom import games
from fathom.core.budget import Budget, Meter
from fathom.errors import FathomError, Unknown
from fathom.workshop.audit import GRADED, RESTRICTED, RUNG, SLIPPING, SLIPS, Audit, audit
from tests.workshop.plainly import PlainGame

#: Small enough to list every play.
SMALL = [
    "range-war,highest=5",
    "range-war,highest=6,second_move=free",
    "pocket-addition,highest=5,target=8",
    "pocket-addition:6.8.1",
    "pyramid-challenge,levels=2,highest=3",
    "pyramid-challenge,highest=2:2.1.1.2",
    "digit-dilemma,slots=2:7L",
    "digit-dilemma:7L.3M.1R.8R",
]

audited = cache(audit)
plain = cache(PlainGame)


@pytest.mark.parametrize("code", SMALL)
def test_the_counts_are_those_of_visiting_every_position(code: str) -> None:
    tally, depths = plain(code).tally()
    found = audited(code).positions
    assert found is not None
    counted = {name: getattr(found, name) for name in tally}
    assert counted == dict(tally)
    assert found.only_moves_by_depth == dict(depths)
    assert found.only_moves == tally["only_moves"]
    assert found.deadlocks == 0
    assert found.branching == Fraction(tally["moves"], tally["reachable"] - tally["over"])


@pytest.mark.parametrize("code", SMALL)
def test_the_value_and_the_openings_are_those_of_a_plain_search(code: str) -> None:
    game, found = plain(code), audited(code)
    result = game.result(game.start)
    assert (found.value.winner, found.value.plies or 0) == result
    after = dict(zip(found.openings.legal, game.after(game.start), strict=True))
    assert found.openings.legal == tuple(map(game.match.game.format_move, game.start.moves()))
    assert [text for text in after if game.result(after[text]).winner == result.winner] == [*found.openings.keeping]
    goodness = {text: game.result(one).goodness(game.start.to_move) for text, one in after.items()}
    assert [text for text in after if goodness[text] == max(goodness.values())] == [*found.openings.best]


@pytest.mark.parametrize("code", SMALL)
def test_lengths_are_those_of_every_play(code: str) -> None:
    plays = [len(play) - 1 for play in plain(code).plays()]
    assert audited(code).lengths == (min(plays), max(plays), len(plays))


@pytest.mark.parametrize("code", SMALL)
@pytest.mark.parametrize("slip", [Fraction(0), SLIPPING.mistake, Fraction(1)])
def test_means_are_those_over_every_play(code: str, slip: Fraction) -> None:
    game, found = plain(code), audited(code)
    means = {Fraction(0): found.perfect, Fraction(1): found.random}.get(slip, found.slipping)
    length = changes = comebacks = Fraction(0)
    wins = {1: Fraction(0), 2: Fraction(0), None: Fraction(0)}
    for play in game.plays():
        chance = game.chance_of(play, slip, slip)
        winners = [game.result(position).winner for position in play]
        length += chance * (len(play) - 1)
        changes += chance * sum(a != b for a, b in pairwise(winners))
        wins[winners[-1]] += chance
        comebacks += chance * (winners[-1] is not None and 3 - winners[-1] in winners)
    assert (means.length, means.changes, means.comebacks) == (length, changes, comebacks)
    assert (means.first, means.second) == (wins[1], wins[2])
    assert means.score == wins[1] + wins[None] / 2


@pytest.mark.parametrize("code", SMALL)
def test_the_curve_is_the_score_with_slips(code: str) -> None:
    found = audited(code)
    assert [slip for slip, _ in found.curve] == [*SLIPS]
    assert found.curve == tuple((slip, plain(code).score(slip, slip)) for slip in SLIPS)
    assert found.curve[0][1] == found.perfect.score
    assert found.curve[-1][1] == found.random.score


@pytest.mark.parametrize("code", SMALL)
def test_restricted_players_score_what_they_score_by_looking_ahead(code: str) -> None:
    found = audited(code).players
    names = [level.name for level in RESTRICTED]
    assert names == ["@random", "@greedy", "@minimax-2", "@minimax-4", "@minimax-6", "@perfect"]
    for first in names:
        for second in names:
            odds = found[first, second]
            assert odds.first + odds.drawn / 2 == plain(code).score(first, second), (first, second)


@pytest.mark.parametrize("code", SMALL)
def test_every_rung_of_the_ladder_scores_enough_against_the_one_below(code: str) -> None:
    # The chances of the levels are compared with a plain recursion in tests/analysis/test_levels.py.
    names = [level.name for level in GRADED]
    assert names == ["@random", "@novice", "@casual", "@skilled", "@expert", "@perfect"]
    rungs = audited(code).ladder
    assert [rung.name for rung in rungs] == sorted((rung.name for rung in rungs), key=names.index)
    assert all(rung.score >= RUNG for rung in rungs)
    standing = [names[0], *(rung.name for rung in rungs)]
    if standing == [names[0], names[-1]]:
        game = plain(code)
        begun, followed = game.score("@perfect", "@random"), 1 - game.score("@random", "@perfect")
        assert rungs[0].score == (begun + followed) / 2


@pytest.mark.parametrize("code", SMALL)
def test_an_ending_occurs_exactly_if_some_position_ends_so(code: str) -> None:
    seen = {position.outcome.ending for position in plain(code).positions() if position.outcome}
    kind = type(next(iter(seen)))
    assert audited(code).endings == tuple((one.name.lower(), one.rule, one in seen) for one in kind)


def test_an_ending_that_cannot_occur_is_told() -> None:
    # Seat 1 has 1, so seat 2 takes 2: now neither can make 3, both pass, and the higher total wins.
    ends = {end.name: end.occurs for end in audit("pocket-addition,highest=2,target=3:1").endings}
    assert ends == {"target": False, "higher": True, "last_number": False}


def test_positions_that_are_too_many_are_not_counted_and_the_rest_is_told_all_the_same() -> None:
    found = audit("range-war,highest=8", Meter(Budget(states=50)))
    assert found.positions is None
    assert found.not_counted == "there are more than 50 positions."
    assert [reading.not_compared for reading in found.readings] == ["there are more than 50 positions."]
    whole = audit("range-war,highest=8")
    told = ("value", "openings", "lengths", "perfect", "random", "slipping", "curve", "players", "ladder")
    assert [getattr(found, name) for name in told] == [getattr(whole, name) for name in told]
    assert found.as_dict()["positions"] is None


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(Unknown, match="moves were not enough"):
        audit("range-war,highest=1000000")


def test_a_puzzle_and_a_game_that_is_over_have_no_audit() -> None:
    with pytest.raises(FathomError, match="for one player"):
        audit("pyramid-puzzle")
    with pytest.raises(FathomError, match="is over"):
        audit(games.read_code("range-war:1"))


def test_json_has_every_exact_figure_as_a_fraction() -> None:
    found: Audit = audited("range-war,highest=5")
    told = found.as_dict()
    assert told["random"]["score"] == {"decimal": float(found.random.score), "exact": str(found.random.score)}
    assert [Fraction(point["slip"]) for point in told["curve"]] == [*SLIPS]
    # After a first number a, seat 2 has a - 1 numbers ahead and 5 - a behind: it wins if that is more, with 4 and 5.
    assert told["openings"] == {"legal": ["1", "2", "3", "4", "5"], "keeping": ["1", "2", "3"], "best": ["1"]}
