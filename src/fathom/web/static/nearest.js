/** Which of several boxes lies next in a direction: how arrow keys find their way over any drawing. */

/** @typedef {{x: number, y: number}} Point */

/** @type {Record<string, Point>} */
export const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A sideways distance counts this many times as much as a distance ahead. */
const ASTRAY = 2.5;

/** @param {Element} element */
export function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * The element that lies nearest in a direction, or null where there is none.
 *
 * @template {Element} T
 * @param {Element} from
 * @param {T[]} candidates
 * @param {Point} direction
 * @returns {T | null}
 */
export function nearest(from, candidates, direction) {
  const start = centre(from);
  /** @type {T | null} */
  let found = null;
  let least = Infinity;
  for (const candidate of candidates) {
    const { x, y } = centre(candidate);
    const ahead = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    const far = ahead + ASTRAY * aside;
    if (candidate !== from && ahead > 1 && far < least) {
      found = candidate;
      least = far;
    }
  }
  return found;
}
