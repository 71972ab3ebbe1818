/** Asking the server over HTTP, by paths inside the API. Every refusal comes back as one `Refusal`, and so does a server that is away. */

import { address, API } from "./address.js";
import { newKey } from "./keys.js";

/** @typedef {import("./types.js").ApiError} ApiError */

/** A request that the server, or the lack of one, turned down. */
export class Refusal extends Error {
  /** @param {ApiError} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.rule = error.rule;
  }
}

const AWAY = { code: "away", message: "The server cannot be reached right now. Nothing was changed; please try again." };

/**
 * @param {string} path inside the application
 * @param {RequestInit} [how]
 */
async function reach(path, how) {
  try {
    return await fetch(address(path), how);
  } catch {
    throw new Refusal(AWAY);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 */
async function ask(path, how) {
  const response = await reach(`${API}${path}`, how);
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Refusal(answer?.error ?? AWAY);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask(path, { headers: { Accept: "application/json" } });
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * What sends a wish with a key. What was asked for last, if no answer came, has the same key when it is asked for again:
 * it is still one match.
 *
 * @template T
 * @param {(body: object) => Promise<T>} send
 */
function withKey(send) {
  let unanswered = { wish: "", key: "" };
  return async (/** @type {object} */ wish) => {
    const text = JSON.stringify(wish);
    if (unanswered.wish !== text) unanswered = { wish: text, key: newKey() };
    const answer = await send({ ...wish, key: unanswered.key });
    unanswered = { wish: "", key: "" };
    return answer;
  };
}

/** Create a match. @type {(wish: object) => Promise<import("./types.js").Made>} */
export const createMatch = withKey((body) => post("/matches", body));

/** Find somebody to play, or wait for them. @type {(wish: object) => Promise<import("./types.js").Found>} */
export const findOpponent = withKey((body) => post("/opponent", body));

/**
 * Something that is not part of the API: a drawing, by its path inside the application.
 *
 * @param {string} path
 */
export async function getText(path) {
  const response = await reach(path);
  if (!response.ok) throw new Refusal(AWAY);
  return response.text();
}

/** @type {Map<string, Promise<import("./types.js").Analysis>>} */
const positions = new Map();
const POSITIONS_REMEMBERED = 200;

/**
 * A position with the value of every move. It never changes, so it is asked for once.
 *
 * @param {string} code
 * @returns {Promise<import("./types.js").Analysis>}
 */
export function position(code) {
  const known = positions.get(code);
  if (known) return known;
  const asked = get(`/positions/${code}?coach=1`);
  asked.catch(() => positions.delete(code));
  positions.set(code, asked);
  if (positions.size > POSITIONS_REMEMBERED) positions.delete(/** @type {string} */ (positions.keys().next().value));
  return asked;
}

/**
 * The position after one more move, as it was chosen or typed; refused as the rules refuse it.
 *
 * @param {string} code
 * @param {string} move
 * @returns {Promise<import("./types.js").Analysis>}
 */
export function after(code, move) {
  return get(`/positions/${code}?coach=1&move=${encodeURIComponent(move)}`);
}
