/** What can be chosen on a drawing: whole moves, and pieces and places, which are two halves of one. */

export const CONTROLS = ".choice, .piece, .place";

/** @param {Element} control */
export function isLegal(control) {
  return !control.classList.contains("illegal");
}

/**
 * Is one a piece and the other a place?
 *
 * @param {Element} one
 * @param {Element} other
 */
export function isHalf(one, other) {
  return (one.matches(".piece") && other.matches(".place")) || (one.matches(".place") && other.matches(".piece"));
}

/**
 * The move of a piece and a place.
 *
 * @param {SVGElement} one
 * @param {SVGElement} other
 */
export function whole(one, other) {
  const [piece, place] = one.matches(".piece") ? [one, other] : [other, one];
  return `${piece.dataset.piece}${place.dataset.place}`;
}

/** @param {Element | null} control */
export function nameOf(control) {
  const { move, piece, place } = /** @type {SVGElement} */ (control ?? {}).dataset ?? {};
  return move ?? (piece === undefined ? `place ${place}` : `piece ${piece}`);
}
