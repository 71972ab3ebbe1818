/**
 * What a page needs when the application runs inside this browser, in the service worker: sockets that are messages, and
 * a sign of life now and then, because a browser stops a worker that has heard nothing for a while.
 */

import { pathHere } from "./address.js";
import { openSocketsBy } from "./sockets.js";

/** @typedef {import("./sockets.js").Socket} Socket */
/** @typedef {{kind: "opened" | "frame" | "closed", id: string, text: string, code: number, reason: string}} Told */

const PING_EVERY = 20_000;
const STARTED_AGAIN = 1012;

/** @type {Map<string, LocalSocket>} */
const sockets = new Map();

/** @param {object} message */
function tell(message) {
  navigator.serviceWorker.controller?.postMessage(message);
}

/** Stands in for a WebSocket. @implements {Socket} */
class LocalSocket {
  /** @param {string} address */
  constructor(address) {
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {Socket["onopen"]} */
    this.onopen = null;
    /** @type {Socket["onmessage"]} */
    this.onmessage = null;
    /** @type {Socket["onclose"]} */
    this.onclose = null;
    this.id = crypto.randomUUID();
    sockets.set(this.id, this);
    tell({ kind: "open", id: this.id, path: new URL(address).pathname });
  }

  /** @param {string} text */
  send(text) {
    tell({ kind: "send", id: this.id, text });
  }

  close() {
    if (this.#end()) tell({ kind: "close", id: this.id });
  }

  /** @param {Told} told */
  hear({ kind, text, code, reason }) {
    if (kind === "opened") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.({});
    } else if (kind === "frame") this.onmessage?.({ data: text });
    else this.lose(code, reason);
  }

  /**
   * It has ended on the other side.
   *
   * @param {number} code
   * @param {string} reason
   */
  lose(code, reason) {
    if (this.#end()) this.onclose?.({ code, reason });
  }

  #end() {
    this.readyState = WebSocket.CLOSED;
    return sockets.delete(this.id);
  }
}

function stayAwake() {
  if (document.visibilityState === "visible") tell({ kind: "ping" });
}

if (navigator.serviceWorker) {
  openSocketsBy((address) => new LocalSocket(address));
  navigator.serviceWorker.addEventListener("message", ({ data }) => sockets.get(data.id)?.hear(data));
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    for (const socket of [...sockets.values()]) socket.lose(STARTED_AGAIN, "another version has taken over");
  });
  addEventListener("pagehide", () => {
    for (const socket of [...sockets.values()]) socket.close();
  });
  document.addEventListener("visibilitychange", stayAwake);
  setInterval(stayAwake, PING_EVERY);
}

// A match is worth keeping: without this a browser that runs out of room may delete it.
if (pathHere().startsWith("/m/")) navigator.storage?.persist?.().catch(() => false);
