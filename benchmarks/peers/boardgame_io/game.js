'use strict';

// Pocket Addition with its default options, as a boardgame.io game; the numbered rules are docs/rules/pocket-addition.md.

const { INVALID_MOVE } = require('boardgame.io/core');

const HIGHEST = 9;
const TARGET = 15;

const fits = (G, player) => G.pool.some((number) => G.totals[player] + number <= TARGET);

function take({ G, playerID }, number) {
  const place = G.pool.indexOf(number);
  if (place < 0 || G.totals[playerID] + number > TARGET) return INVALID_MOVE; // rule 1
  G.pool.splice(place, 1);
  G.totals[playerID] += number;
  G.passes = 0;
  G.lastToTake = playerID;
}

function pass({ G, playerID }) {
  if (fits(G, playerID)) return INVALID_MOVE; // rule 3
  G.passes += 1;
}

function outcome({ G }) {
  const exact = G.totals.indexOf(TARGET);
  if (exact >= 0) return { winner: String(exact) }; // rule 2
  if (G.passes < 2) return undefined;
  const [first, second] = G.totals;
  if (first === second) return { winner: G.lastToTake };
  return { winner: first > second ? '0' : '1' };
}

module.exports = {
  name: 'pocket-addition',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    pool: Array.from({ length: HIGHEST }, (_, index) => index + 1),
    totals: [0, 0],
    passes: 0,
    lastToTake: null,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take, pass },
  endIf: outcome,
};
