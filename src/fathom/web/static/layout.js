/**
 * Two layouts of one drawing. A drawing may say how it is laid out on a narrow screen, where what is touched is larger:
 * `data-narrow` is its view box there, and on a part it is where the part goes. What is drawn for one layout only has the
 * class `when-wide` or `when-narrow`.
 */

/** A phone that is held sideways: what is on the board must fit its height, too. */
const LOW = matchMedia("(orientation: landscape) and (max-height: 32rem)");
/** What else there is above and below the board on such a phone, in pixels. */
const AROUND = 64;
/** Pixels for each unit at which every target of the usual layout is large enough. */
const LARGE = 1.1;
/** The other layout has larger targets at the same scale. */
const SLIGHTLY_LESS = 0.95;

/**
 * Lay a drawing out for the room there is; true when that changed it. The other layout is for where the targets
 * of the usual one would be too small.
 *
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} home
 */
export function fitTo(svg, home) {
  const narrow = svg.dataset.narrow;
  if (!narrow) return false;
  const wide = (svg.dataset.wide ??= svg.getAttribute("viewBox") ?? "");
  const usual = scaleOf(wide, home);
  const isNarrow = usual < LARGE && scaleOf(narrow, home) > SLIGHTLY_LESS * usual;
  if (svg.classList.contains("narrow") === isNarrow) return false;
  svg.setAttribute("viewBox", isNarrow ? narrow : wide);
  svg.classList.toggle("narrow", isNarrow);
  for (const part of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-narrow]"))) {
    if (isNarrow) part.setAttribute("transform", part.dataset.narrow ?? "");
    else part.removeAttribute("transform");
  }
  return true;
}

/**
 * Pixels for each unit of a view box.
 *
 * @param {string} box
 * @param {HTMLElement} home
 */
function scaleOf(box, home) {
  const [, , width, height] = box.split(" ").map(Number);
  const { paddingLeft, paddingRight } = getComputedStyle(home);
  const across = home.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const high = LOW.matches ? innerHeight - AROUND : Infinity;
  return Math.min(across / width, high / height);
}
