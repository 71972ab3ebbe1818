/**
 * Two layouts of one drawing. A drawing may say how it is laid out on a narrow screen, where everything keeps its size
 * and moves closer together: `data-narrow` is its view box on the svg, and where it goes on a part. What is drawn for one
 * of the two only has the class `when-wide` or `when-narrow`.
 */

/** A board narrower than this, in pixels, is laid out for a narrow screen. */
const NARROW = 480;

/** @param {HTMLElement} home */
export function isNarrow(home) {
  return home.clientWidth < NARROW;
}

/**
 * Lay a drawing out; true when that changed it.
 *
 * @param {SVGSVGElement} svg
 * @param {boolean} narrow
 */
export function fitTo(svg, narrow) {
  const box = svg.dataset.narrow;
  if (!box || svg.classList.contains("narrow") === narrow) return false;
  svg.dataset.wide ??= svg.getAttribute("viewBox") ?? "";
  svg.setAttribute("viewBox", narrow ? box : svg.dataset.wide);
  svg.classList.toggle("narrow", narrow);
  for (const part of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-narrow]"))) {
    if (narrow) part.setAttribute("transform", part.dataset.narrow ?? "");
    else part.removeAttribute("transform");
  }
  return true;
}
