/** Values in words. The values themselves come from the server. */

/** @typedef {{winner?: number | null, plies?: number | null, mp?: number}} Value */

/** From the verdict one would like most to the one one would like least. */
export const RANKS = ["best", "only", "wins", "forced", "draws", "holds", "over", "lost", "throws"];

/** @param {number} count */
export function plies(count) {
  return count === 1 ? "1 ply" : `${count} plies`;
}

/**
 * A value as the seat to move sees it: "you win in 5 plies".
 *
 * @param {Value} value
 * @param {number | null} seat
 */
export function result({ winner, plies: distance, mp }, seat) {
  if (mp !== undefined) return `${mp} MP in all`;
  if (winner == null || distance == null) return "a draw";
  const who = winner === seat ? "you win" : "you lose";
  return distance === 0 ? `${who} at once` : `${who} in ${plies(distance)}`;
}

/**
 * What a move is worth, counted from before it like the value of the position.
 *
 * @param {Value} judged
 * @param {number | null} seat
 */
export function worth(judged, seat) {
  return result(judged.plies == null ? judged : { ...judged, plies: judged.plies + 1 }, seat);
}

/**
 * A verdict for people; what is thrown away is named.
 *
 * @param {string} verdict
 * @param {Value} before the value of the position in which the move was made
 */
export function verdictWords(verdict, before) {
  if (verdict !== "throws") return verdict;
  return before.winner === null ? "throws the draw" : "throws the win";
}

/** @param {string} text */
export function sentence(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}
