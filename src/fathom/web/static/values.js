/** The list of every legal move, the best first: verdict and result, and behind them why and how it goes on. */

import { analysisOf } from "./codes.js";
import { button, make, sentence } from "./page.js";

/** @typedef {import("./types.js").JudgedMove} JudgedMove */

const MOST_SHOWN = 200;
const MOST_OF_A_LINE = 12;

/**
 * @param {HTMLElement} list
 * @param {JudgedMove[]} moves
 * @param {(line: string[]) => void} showLine
 * @param {boolean} linked do the moves lead to the analysis of what comes after them?
 */
export function fillValues(list, moves, showLine, linked) {
  const ranked = moves.toSorted((a, b) => a.rank - b.rank || (a.mp ?? 0) - (b.mp ?? 0));
  const items = ranked.slice(0, MOST_SHOWN).map((judged) => item(judged, showLine, linked));
  items[0]?.querySelector("details")?.setAttribute("open", "");
  const more = ranked.length - items.length;
  if (more > 0) items.push(make("li", { class: "soft" }, `and ${more} more moves`));
  list.replaceChildren(...items);
}

/**
 * @param {JudgedMove} judged
 * @param {(line: string[]) => void} showLine
 * @param {boolean} linked
 */
function item(judged, showLine, linked) {
  const { move, verdict, words, worth, explanation, line, code } = judged;
  const name = linked
    ? make("a", { class: "value-move", href: analysisOf(code) }, move)
    : make("strong", { class: "value-move" }, move);
  const badge = make("span", { class: "verdict", "data-verdict": verdict }, words);
  const value = make("span", { class: "worth" }, worth);
  const told = make("details", {}, make("summary", {}, badge, " ", value), make("p", {}, sentence(explanation)));
  if (line.length) told.append(lineOf(judged, () => showLine([move, ...line])));
  return make("li", { "data-verdict": verdict }, name, told);
}

/**
 * @param {JudgedMove} judged
 * @param {() => void} show
 */
function lineOf(judged, show) {
  const shown = judged.line.slice(0, MOST_OF_A_LINE).join(" ") + (judged.line.length > MOST_OF_A_LINE ? " …" : "");
  const name = `Show the line after ${judged.move} on the board`;
  const step = button("Show line", show, { class: "button button-small", "aria-label": name });
  return make("p", { class: "line" }, "then ", make("span", { class: "line-moves" }, shown), " ", step);
}
