"""Every clause that a reason of Pocket Addition can have, with its check."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from fathom.core.game import PASS
from tests.games.claims import Scene, is_best, wins
from tests.games.pocket_addition.facts import (
    fitting,
    is_unstoppable,
    must_block,
    pool_of,
    reachable,
    threat,
    total,
    winner_by_passing,
)
from tests.games.pocket_addition.reading import WHO, Check, Reader, numbers

WHOSE = r"(your|the opponent's|their)"
THE_NUMBERS = r"(what is left|the \d+(?:, the \d+)*(?: and the \d+)?)"


def read_reason(sentence: str, scene: Scene) -> Reader:
    """Read a sentence to its end; raises `Untrue`."""
    reader = Reader(scene, CLAUSES)
    reader.read(sentence)
    return reader


# ---------------------------------------------------------------- the ends of the game, and what a move does


def makes_target(at: Reader, said: re.Match[str]) -> bool:
    return total(at.here, at.you) == int(said[1]) == at.here.options.target and at.here.outcome.winner == at.you


def ends_level(at: Reader, said: re.Match[str]) -> bool:
    return at.here.totals == (int(said[1]), int(said[1])) and at.here.outcome.winner == at.you == at.actor


def ends_unequal(at: Reader, said: re.Match[str]) -> bool:
    high, low, ahead = int(said[1]), int(said[2]), at.seat(said[3])
    return (total(at.here, ahead), total(at.here, 3 - ahead)) == (high, low) and at.here.outcome.winner == ahead


def takes_away(at: Reader, said: re.Match[str]) -> bool:
    needed = threat(at.before, 3 - at.you)
    return at.here == at.before.after(at.move) and at.move == int(said[1]) == needed and int(said[2]) == target(at)


def target(at: Reader) -> int:
    return at.here.options.target


def leaves_the_win(at: Reader, said: re.Match[str]) -> bool:
    at.named = int(said[1])
    return at.move != PASS and threat(at.here, 3 - at.you) == at.named and int(said[2]) == target(at)


def threatens(at: Reader, said: re.Match[str]) -> bool:
    at.named = int(said[1])
    return threat(at.here, at.actor) == at.named and said[2] in {None, str(target(at))}


def cannot_take(at: Reader, said: re.Match[str]) -> bool:
    """`..., since 9 + 8 exceeds 15` or `... at 9`"""
    winner, loser, own = at.winner, at.seat(said[1]), int(said[2] or said[5])
    sums = said[2] is None or (int(said[3]), int(said[4])) == (at.named, target(at))
    at.claim(lambda position: is_unstoppable(position, winner) and total(position, loser) >= own)
    return sums and loser == at.loser and own == total(at.here, loser) and is_unstoppable(at.here, winner)


# ---------------------------------------------------------------- what follows


def takes(at: Reader, said: re.Match[str]) -> bool:
    """A move of the winner, which must be among the best."""
    move = at.named if said[2] == "it" else numbers(said[2])[0]
    best = move in at.here.moves() and is_best(at.here, move, at.solved)
    return best and at.here.to_move == at.seat(said[1]) == at.winner and at.go(move)


def must_take_it(at: Reader, said: re.Match[str]) -> bool:
    winner, need = at.winner, threat(at.here, at.winner)
    is_told = at.seat(said[1]) == at.loser == at.here.to_move and need == at.named
    at.say(lambda position: position.to_move == winner and threat(position, winner) == need)
    return is_told and must_block(at.here, at.winner) and at.go(need)


def can_take_only(at: Reader, said: re.Match[str]) -> bool:
    only = int(said[2])
    return at.seat(said[1]) == at.loser == at.here.to_move and at.here.moves() == (only,) and at.go(only)


def is_longest(at: Reader, said: re.Match[str]) -> bool:
    reply, answer = (PASS if text == PASS else int(text) for text in (said[2], said[3]))
    plies = at.solved.value(at.here).plies
    is_told = at.seat(said[1]) == at.here.to_move == at.loser and plies == int(said[4])
    return is_told and at.go(reply) and at.go(answer)


def wins_in(at: Reader, said: re.Match[str]) -> bool:
    value = at.solved.value(at.here)
    return value.winner == at.winner == at.seat(said[1]) and value.plies == int(said[2])


# ---------------------------------------------------------------- why it is settled


def makes_with(at: Reader, said: re.Match[str]) -> bool:
    who = at.seat(said[1])
    return who == at.here.to_move == at.winner and threat(at.here, who) == int(said[3]) and int(said[2]) == target(at)


def stuck(at: Reader, said: re.Match[str]) -> bool:
    """Nothing fits, though something is left."""
    who = at.seat(said[1])
    at.named = who
    return total(at.here, who) == int(said[3]) and pool_of(at.here) != set() and not fitting(at.here, who)


def below(at: Reader, said: re.Match[str]) -> bool:
    """What was stuck stays below a total that is there already."""
    winner, own = at.winner, int(said[2])
    at.claim(lambda position: total(position, winner) >= own > max(reachable(position, 3 - winner)))
    return (
        at.named == at.loser and at.seat(said[1]) == winner and own == total(at.here, winner) and out_of_reach(at, own)
    )


def out_of_reach(at: Reader, own: int) -> bool:
    return own > max(reachable(at.here, at.loser))


def no_further(at: Reader, said: re.Match[str]) -> bool:
    winner, own, fits = at.winner, int(said[5]), fitting(at.here, at.loser)
    at.claim(lambda position: total(position, winner) >= own > max(reachable(position, 3 - winner)))
    named = len(fits) > 3 if said[3] == "what is left" else set(numbers(said[3])) == fits
    least = max(reachable(at.here, at.loser)) == int(said[2])
    return named and least and at.seat(said[1]) == at.loser and own == total(at.here, winner) and out_of_reach(at, own)


def catches_up(at: Reader, said: re.Match[str]) -> bool:
    """`you can still get to 13 with the 4`, while the other side is stuck."""
    return play_alone(at, said[1], said[4], int(said[3])) and (said[2] == "make") == (int(said[3]) == target(at))


def ties(at: Reader, said: re.Match[str]) -> bool:
    return play_alone(at, said[1], said[2], total(at.here, at.loser))


def play_alone(at: Reader, who: str, with_what: str, reached: int) -> bool:
    winner, loser = at.winner, at.loser
    named = pool_of(at.here) if with_what == "what is left" else set(numbers(with_what))

    def can_still(position: Any) -> bool:
        """The other seat can add nothing, and enough of the numbers named are left."""
        left = named & fitting(position, winner)
        sums = {sum(chosen) for size in range(1, len(left) + 1) for chosen in combinations(left, size)}
        is_alone = not fitting(position, loser) and total(position, loser) <= reached
        return is_alone and reached - total(position, winner) in sums

    at.claim(can_still)
    exact = with_what == "what is left" or total(at.here, winner) + sum(named) == reached
    return at.named == loser and at.seat(who) == winner and can_still(at.here) and exact


def nothing_to_add(at: Reader, said: re.Match[str]) -> bool:
    """`neither of you can add 7 or 8`, `... any of the 5 numbers left`, `no number is left`"""
    left = pool_of(at.here)
    listed = {"no number is left": not left}.get(said[0], set(numbers(said[0])) in (left, {len(left)}))
    return bool(listed) and not fitting(at.here, 1) and not fitting(at.here, 2)


def totals_decide(at: Reader, said: re.Match[str]) -> bool:
    winner, high, low = at.winner, int(said[2]), int(said[3])
    is_so = at.seat(said[1]) == winner and (high, low) == (total(at.here, winner), total(at.here, at.loser))
    at.claim(lambda position: winner_by_passing(position) == winner)
    return is_so and high > low and winner_by_passing(at.here) == winner


def last_number_decides(at: Reader, said: re.Match[str]) -> bool:
    winner = at.winner
    at.claim(lambda position: winner_by_passing(position) == winner)
    return at.seat(said[2]) == winner == winner_by_passing(at.here) and at.here.totals == (int(said[1]),) * 2


# ---------------------------------------------------------------- the better move


def had_to_take_it(at: Reader, said: re.Match[str]) -> bool:
    """Every move but this one loses."""
    better = [move for move in at.before.moves() if wins(at.before.after(move), at.you, at.solved)]
    return better == [at.named]


def instead(at: Reader, said: re.Match[str]) -> bool:
    """The move is the one that a hint would give, the one made throws the win away, and what it does is so."""
    move, after = at.adviser.best(at.before)
    if move != int(said[1]) or not wins(at.before, at.you, at.solved) or at.winner == at.you:
        return False
    does = next((check for pattern, check in INSTEAD.items() if re.fullmatch(pattern, said[2])), None)
    return does is not None and does(after, at.you, numbers(said[2]))


INSTEAD: dict[str, Callable[[Any, int, list[int]], bool]] = {
    r"made \d+": lambda p, you, said: p.outcome is not None and [total(p, you)] == said,
    r"threatened the \d+": lambda p, you, said: [threat(p, you)] == said and must_block(p, you),
    r"threatened the \d+, too much for them": lambda p, you, said: [threat(p, you)] == said and is_unstoppable(p, you),
    r"settled it at \d+ to \d+": lambda p, you, said: (
        winner_by_passing(p) == you and [total(p, you), total(p, 3 - you)] == said
    ),
    r"settled it at \d+ each, with the last number yours": lambda p, you, said: (
        winner_by_passing(p) == you and [*p.totals] == said * 2
    ),
    r"left them stuck at \d+": lambda p, you, said: p.moves() == (PASS,) and [total(p, 3 - you)] == said,
    r"put you out of reach at \d+": lambda p, you, said: (
        [total(p, you)] == said and said[0] > max(reachable(p, 3 - you))
    ),
    r"left them only the \d+": lambda p, you, said: [*p.moves()] == said,
    r"left you an answer to everything": lambda p, you, said: len(p.moves()) > 1 and threat(p, you) is None,
}

CLAUSES: dict[str, Check] = {
    r"makes (\d+) exactly": makes_target,
    r"ends the game with (\d+) each, and you took the last number": ends_level,
    r"ends the game with (\d+) against (\d+) for (you|the opponent)": ends_unequal,
    r"takes the (\d+) that the opponent needs for (\d+)": takes_away,
    r"leaves the (\d+) with which the opponent makes (\d+)": leaves_the_win,
    r"threatens? the (\d+)(?: that makes (\d+))?": threatens,
    rf"which {WHO} cannot take(?:, since (\d+) \+ (\d+) exceeds (\d+)| at (\d+))": cannot_take,
    rf"{WHO} takes? (it|the \d+)": takes,
    rf"{WHO} must take it": must_take_it,
    rf"{WHO} can take only the (\d+)": can_take_only,
    rf"whatever {WHO} takes?: ": takes,
    rf"{WHOSE} longest defence begins with (\d+|pass), is met by (\d+|pass) and lasts (\d+) moves": is_longest,
    rf"{WHO} wins? in (\d+) moves with best play": wins_in,
    rf"{WHO} makes? (\d+) with the (\d+)": makes_with,
    rf"{WHO} (is|are) stuck at (\d+)": stuck,
    rf"below {WHOSE} (\d+)": below,
    rf"{WHO} can get no further than (\d+) with {THE_NUMBERS}, below {WHOSE} (\d+)": no_further,
    rf"{WHO} can still (get to|make) (\d+) with {THE_NUMBERS}": catches_up,
    rf"{WHO} can still tie with {THE_NUMBERS} and win, having taken last": ties,
    r"neither of you can add any of the \d+ numbers left|no number is left": nothing_to_add,
    r"neither of you can add \d+(?:, \d+)*(?: or \d+)?": nothing_to_add,
    rf"{WHOSE} (\d+) beats (\d+)": totals_decide,
    rf"at (\d+) each {WHO} wins?, having taken last": last_number_decides,
    r"you had to take it yourself": had_to_take_it,
    r"(\d+) would have (.+)": instead,
}
