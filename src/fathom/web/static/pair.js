/** A pair: two games with the same rules, in which each player moves first once, counted together. */

import { byId } from "./page.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * The half points so far, with those of this game once it is over.
 *
 * @param {Snapshot} match
 * @returns {number[]}
 */
function halves({ pair, view: { over, outcome } }) {
  const before = pair?.halves ?? [];
  if (!over) return before;
  return before.map((points, index) => points + (outcome?.winner ? 2 * Number(outcome.winner === index + 1) : 1));
}

/** @param {number} points in halves */
function written(points) {
  return `${points > 1 || points === 0 ? Math.floor(points / 2) : ""}${points % 2 ? "½" : ""}`;
}

/** @param {Snapshot} match */
function standing(match) {
  return halves(match).map((points, index) => `${match.called[index]} ${written(points)}`).join(", ");
}

/**
 * What there is to say about the pair that a match belongs to; nothing for a single game.
 *
 * @param {Snapshot} match
 */
export function pairWords(match) {
  const { pair, view } = match;
  if (!pair) return "";
  if (pair.game === 1) {
    return view.over ? `Points after the first of two games: ${standing(match)}.` : "The first of two games that count together; in the second, the sides are swapped.";
  }
  return view.over ? `Both games are played. Points: ${standing(match)}.` : `The second of two games. Points so far: ${standing(match)}.`;
}

/** @param {Snapshot} match */
export function showPair(match) {
  const said = pairWords(match);
  byId("pair").textContent = said;
  byId("pair").hidden = !said;
}
