"""Random legal play of pgx's tic-tac-toe, in one compiled scan: prints the steps per second of each run as JSON.

Runs in an environment of its own, with pgx and JAX: `python scan.py BATCH STEPS RUNS`. Every step draws a legal action
from the mask, plays it with automatic resets, and keeps observation and mask of all games alive, as a learner would.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset


def main(batch: int, steps: int, runs: int) -> None:
    env = pgx.make("tic_tac_toe")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(carry: tuple[Any, Any], key: Any) -> tuple[tuple[Any, Any], None]:
        state, seen = carry
        draws, resets = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(draws, logits, axis=-1)
        state = step(state, action, jax.random.split(resets, batch))
        return (state, seen + state.observation.sum() + state.legal_action_mask.sum()), None

    @jax.jit  # type: ignore[untyped-decorator]
    def scan(state: Any, key: Any) -> tuple[Any, Any]:
        (state, seen), _ = jax.lax.scan(play, (state, jnp.int32(0)), jax.random.split(key, steps))
        return state, seen

    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), batch))
    rates = []
    for run in range(runs + 1):
        begun = perf_counter()
        _, seen = scan(state, jax.random.PRNGKey(run))
        seen.block_until_ready()
        rates.append(batch * steps / (perf_counter() - begun))
    print(json.dumps(rates[1:]))  # the first run compiles


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
