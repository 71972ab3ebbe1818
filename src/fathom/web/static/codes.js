/** Codes of positions, joined from what the server says of them: no game is known here. */

import { address } from "./address.js";

/**
 * The code of the position to which these moves lead.
 *
 * @param {import("./types.js").Stem} stem what the codes of all positions of a match have in common
 * @param {string[]} moves
 */
export function codeAfter({ start, joiner }, moves) {
  return moves.length ? `${start}${joiner}${moves.join(".")}` : start;
}

/**
 * The address of the analysis of a position.
 *
 * @param {string} code
 */
export function analysisOf(code) {
  return address(`/a/${code}`);
}
