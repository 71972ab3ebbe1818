/** Addresses of this application, which may be served under a path such as `/games`: the page says which. */

/** What stands before every path; usually nothing. */
export const prefix = document.documentElement.dataset.prefix ?? "";

/** Does the application run inside this browser? Then it needs neither a server nor a network. */
export const isLocal = document.documentElement.dataset.local !== undefined;

/** What the paths of the API start with. */
export const API = "/api/v1";

/**
 * Where something is on this server: `/rules` is `/games/rules` in an application that is served under `/games`.
 *
 * @param {string} path
 */
export function address(path) {
  return `${prefix}${path}`;
}

/**
 * The whole address, to be copied and sent to somebody.
 *
 * @param {string} path
 */
export function wholeAddress(path) {
  return `${location.origin}${address(path)}`;
}

/** The path of this page inside the application. */
export function pathHere() {
  return location.pathname.slice(prefix.length);
}
