/** The browser's own storage. Where it is full or forbidden, nothing is kept, and that is not worth an error. */

/**
 * @param {string} name
 * @returns {string | null}
 */
export function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} text null takes it away
 */
export function write(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // see above
  }
}

/**
 * A list that was kept as JSON; anything else that stands there counts as an empty one.
 *
 * @param {string} name
 * @returns {any[]}
 */
export function readList(name) {
  try {
    const kept = JSON.parse(read(name) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
