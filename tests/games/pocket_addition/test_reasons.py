"""Every reason the coach gives in Pocket Addition is true, sufficient, and in accord with the line shown beside it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from fathom.core.value import Adviser
from tests import truth
from tests.games.claims import NO_ANSWER, Grammar, check_every_reason, every_reason, solved_graph, wins
from tests.games.pocket_addition.clauses import read_reason
from tests.games.pocket_addition.facts import threat
from tests.games.pocket_addition.reading import Untrue

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions


def is_true(scene, said):
    try:
        return bool(read_reason(said[0], scene))
    except Untrue:
        return False


def is_known(scene, said):
    """All that the sentence says of the future, as one axiom."""
    axioms = read_reason(said[0], scene).axioms
    return lambda position: next((known for known in (axiom(position) for axiom in axioms) if known), None)


#: A sentence tells of several moves, and of several replies side by side: a reader of its own takes the whole of it.
POCKET_ADDITION = Grammar({r".+": is_true}, "", NO_ANSWER, int, {r".+": is_known})


def tally(**values):
    positions, solved = solved_graph("pocket-addition", **values)
    return check_every_reason("pocket-addition", POCKET_ADDITION, positions, solved)


def scenes():
    """Every move of the default game, with its reason."""
    return every_reason("pocket-addition", *solved_graph("pocket-addition"))


def test_every_reason_is_true_and_sufficient():
    assert tally().insufficient == []


#: Other options, and the share of sentences that suffice: a lower bound, as far as it was reached.
QUICK = [({"highest": 5, "target": 7}, 1.0), ({"highest": 4, "target": 30}, 1.0), ({"highest": 7, "target": 12}, 0.996)]
LONG = [({"highest": 6, "target": 30}, 0.91), ({"highest": 8, "target": 17}, 0.978), ({"target": 20}, 0.969)]


@pytest.mark.parametrize("values, share", truth.amount(QUICK, [*QUICK, *LONG]))
def test_with_other_options_reasons_are_true_and_most_suffice(values, share):
    assert tally(**values).share >= share


def test_a_sentence_with_another_number_in_it_is_not_true():
    """So the tests above could fail."""
    rng, changed = Random(truth.SEED), 0
    for scene, sentence in scenes():
        for number in re.finditer(r"\d+", sentence):
            if rng.random() < truth.amount(0.1, 1.0):
                other = int(number[0]) + rng.choice((-1, 1))
                changed += 1
                with pytest.raises(Untrue):
                    read_reason(f"{sentence[: number.start()]}{other}{sentence[number.end() :]}", scene)
    assert changed > 500


def test_a_throw_names_the_better_move_and_no_other_sentence_does():
    for scene, sentence in scenes():
        is_thrown = wins(scene.before, scene.you, scene.solved) and not wins(scene.after, scene.you, scene.solved)
        names_better = re.search(r"; (\d+ would have .+|you had to take it yourself)$", sentence) is not None
        assert names_better == is_thrown, f"{scene.before}\n{sentence}"


def test_sentences_are_short_enough_to_read():
    lengths = sorted(len(sentence) for _, sentence in scenes())
    assert lengths[-1] < 330
    assert lengths[len(lengths) * 99 // 100] <= 240


def test_in_best_play_the_loser_stops_every_threat_that_can_be_stopped():
    """So no refutation rests on a side that looks away."""
    positions, solved = solved_graph("pocket-addition")
    adviser, stopped = Adviser[Any, Any](solved), 0
    for position in positions:
        need = threat(position, 3 - position.to_move)
        if need in position.moves() and not wins(position, position.to_move, solved):
            assert adviser.best(position)[0] == need
            stopped += 1
    assert stopped > 50
