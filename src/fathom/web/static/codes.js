/** Codes of positions along a line of play, made from a code and its moves without knowing any game. */

import { address } from "./address.js";

/** @typedef {{code: string, played: string[]}} Played */

/**
 * The code after the first `count` moves of a position: `range-war:6.4.9`, 2 is `range-war:6.4`.
 *
 * @param {Played} position
 * @param {number} count
 */
export function codeAfter({ code, played }, count) {
  return withMoves(beginning({ code, played }), code, played.slice(0, count));
}

/**
 * The code after further moves.
 *
 * @param {Played} position
 * @param {...string} moves
 */
export function codeWith({ code, played }, ...moves) {
  return withMoves(beginning({ code, played }), code, [...played, ...moves]);
}

/**
 * The address of the analysis of a position.
 *
 * @param {string} code
 */
export function analysisOf(code) {
  return address(`/a/${code}`);
}

/**
 * The code before the first move: game, options and layout.
 *
 * @param {Played} position
 */
function beginning({ code, played }) {
  return played.length ? code.slice(0, code.length - played.join(".").length - 1) : code;
}

/**
 * @param {string} start
 * @param {string} code
 * @param {string[]} moves
 */
function withMoves(start, code, moves) {
  // A layout stands after the colon; moves then follow a stroke.
  const joiner = code.startsWith(`${start}/`) || start.includes(":") ? "/" : ":";
  return moves.length ? `${start}${joiner}${moves.join(".")}` : start;
}
