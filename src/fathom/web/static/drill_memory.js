/** The answers to drills that this browser has given. Nobody else keeps them. */

/** @typedef {import("./types.js").GivenAnswer} GivenAnswer */

const ANSWERS = "fathom.answers";
/** As many as the server takes at once; the oldest are forgotten first. */
const MOST = 2000;

/**
 * @param {any} entry
 * @returns {entry is GivenAnswer}
 */
function isGiven(entry) {
  const { game, position, is_right, hinted, at } = entry ?? {};
  const texts = [game, position, at].every((text) => typeof text === "string" && text.length > 0);
  return texts && typeof is_right === "boolean" && typeof hinted === "boolean";
}

/** @returns {GivenAnswer[]} the oldest first */
export function answers() {
  try {
    const kept = JSON.parse(localStorage.getItem(ANSWERS) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isGiven).slice(-MOST) : [];
  } catch {
    return []; // what cannot be read has not been kept
  }
}

/** @param {GivenAnswer} answer */
export function keepAnswer(answer) {
  try {
    localStorage.setItem(ANSWERS, JSON.stringify([...answers(), answer].slice(-MOST)));
  } catch {
    // A store that is full or forbidden: drilling works, but nothing comes back.
  }
}
