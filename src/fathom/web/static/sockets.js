/** How a page talks to its match: over a WebSocket, or inside the browser if the application runs there (`local.js`). */

/**
 * What a page uses of a socket.
 * @typedef {object} Socket
 * @property {number} readyState
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** @type {(address: string) => Socket} */
let make = (address) => new WebSocket(address.replace(/^http/, "ws"));

/**
 * Open a socket.
 *
 * @param {string} address with http or https
 */
export function openSocket(address) {
  return make(address);
}

/**
 * Open sockets in another way from now on.
 *
 * @param {(address: string) => Socket} other
 */
export function openSocketsBy(other) {
  make = other;
}
