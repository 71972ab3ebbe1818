/** Statistics as drawings. What is won, drawn and lost differs in shape as well as in colour, and is said in words. */

/** Every page has a drawing: the logo. */
const NAMESPACE = document.querySelector("svg")?.namespaceURI ?? "";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
function draw(tag, attributes, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @typedef {{won: number, drawn: number, lost: number}} Counts */

/**
 * @param {{result: string}[]} games
 * @returns {Counts}
 */
export function count(games) {
  const of = (/** @type {string} */ result) => games.filter((game) => game.result === result).length;
  return { won: of("won"), drawn: of("drawn"), lost: of("lost") };
}

/** @param {Counts} counts */
export function say({ won, drawn, lost }) {
  const parts = [[won, "won"], [drawn, "drawn"], [lost, "lost"]].filter(([number]) => number);
  return parts.map(([number, word]) => `${number} ${word}`).join(", ") || "not played yet";
}

/**
 * One bar: what is won is full, what is drawn is half as high, what is lost is only framed.
 *
 * @param {Counts} counts
 */
export function resultBar(counts) {
  const { won, drawn, lost } = counts;
  const unit = 100 / Math.max(1, won + drawn + lost);
  return draw("svg", { class: "result-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": say(counts) },
    draw("rect", { class: "whole", x: 0.5, y: 0.5, width: 99, height: 7 }),
    draw("rect", { class: "won", x: 0, y: 0, width: won * unit, height: 8 }),
    draw("rect", { class: "drawn", x: won * unit, y: 4, width: drawn * unit, height: 4 }));
}

const STEP = 12;
const HALF = 24;

/**
 * One game after the other, the newest on the right: a win goes up, a loss goes down, a draw is a dot on the line.
 *
 * @param {{result: string}[]} games the oldest first
 */
export function timeline(games) {
  const width = Math.max(1, games.length) * STEP;
  const marks = games.map(({ result }, index) => {
    const x = index * STEP + STEP / 2;
    if (result === "drawn") return draw("circle", { class: "drawn", cx: x, cy: HALF, r: 4 });
    const height = HALF - 4;
    return draw("rect", { class: result, x: x - 4, y: result === "won" ? HALF - height : HALF, width: 8, height, rx: 2 });
  });
  const label = `Your last ${games.length} games, the newest last: ${games.map(({ result }) => result).join(", ")}.`;
  return draw("svg", { class: "timeline", viewBox: `0 0 ${width} ${2 * HALF}`, preserveAspectRatio: "xMinYMid", role: "img", "aria-label": label },
    draw("line", { class: "axis", x1: 0, x2: width, y1: HALF, y2: HALF }), ...marks);
}
