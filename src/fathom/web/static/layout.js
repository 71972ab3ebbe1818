/**
 * The layouts of one drawing. A drawing may say how it is laid out on a narrow screen, where what is touched is larger:
 * `data-narrow` is its view box there, and on a part it is where the part goes; `data-low` is the same for a phone that is
 * held sideways. What is drawn for one layout only has the class `when-wide`, `when-narrow` or `when-low`.
 */

/** A phone that is held sideways: what is on the board must fit its height, too. */
const LOW = matchMedia("(orientation: landscape) and (max-height: 32rem)");
/** What else there is above and below the board on such a phone, in pixels. */
const AROUND = 64;
/** Pixels for each unit at which every target of the usual layout is large enough. */
const LARGE = 1.1;
/** The layout for narrow screens has larger targets at the same scale. */
const SLIGHTLY_LESS = 0.95;

/**
 * Lay a drawing out for the room there is; true when that changed it.
 *
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} home
 */
export function fitTo(svg, home) {
  svg.dataset.wide ??= svg.getAttribute("viewBox") ?? "";
  const layout = layoutFor(svg, home);
  if (layout === (svg.dataset.layout ?? "wide")) return false;
  svg.dataset.layout = layout;
  svg.setAttribute("viewBox", svg.dataset[layout] ?? "");
  svg.classList.toggle("narrow", layout === "narrow");
  svg.classList.toggle("low", layout === "low");
  for (const part of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-narrow], [data-low]"))) {
    const place = part.dataset[layout];
    if (place) part.setAttribute("transform", place);
    else part.removeAttribute("transform");
  }
  return true;
}

/**
 * The layout for this screen. The one for narrow screens is for where the targets of the usual one would be too small.
 *
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} home
 */
function layoutFor(svg, home) {
  const { wide = "", narrow, low } = svg.dataset;
  if (low && LOW.matches) return "low";
  if (!narrow) return "wide";
  const usual = scaleOf(wide, home);
  return usual < LARGE && scaleOf(narrow, home) > SLIGHTLY_LESS * usual ? "narrow" : "wide";
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
