/** What this browser remembers: matches to resume, invitations not yet taken up, how loud the coach is. */

import { prefix } from "./address.js";
import { newKey } from "./keys.js";

/** Matches belong to one server; other things are the same wherever they are asked for. */
const MATCHES = `fathom${prefix}.matches`;
const COACH = "fathom.coach";
const NAME = "fathom.name";
const MOST_MATCHES = 20;

/** @typedef {{id: string, game: string, title: string, changed: string}} Remembered */
/** @typedef {"off" | "warn" | "on"} Dial */

/** A store that is full or forbidden is not worth an error: the match itself is kept by the server. */
const shelf = {
  /** @param {string} name */
  read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} name
   * @param {string | null} text
   */
  write(name, text) {
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      // see above
    }
  },
};

/** @returns {Remembered[]} */
export function matches() {
  try {
    const kept = JSON.parse(shelf.read(MATCHES) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Remember a match that can be gone on with.
 *
 * @param {{id: string, game: string, title: string}} match
 */
export function remember({ id, game, title }) {
  const others = matches().filter((match) => match.id !== id);
  const kept = [{ id, game, title, changed: new Date().toISOString() }, ...others];
  shelf.write(MATCHES, JSON.stringify(kept.slice(0, MOST_MATCHES)));
}

/**
 * Forget a match that is over.
 *
 * @param {string} id
 */
export function forget(id) {
  shelf.write(MATCHES, JSON.stringify(matches().filter((match) => match.id !== id)));
  shelf.write(joining(id), null);
}

/** @returns {Dial} */
export function coachDial() {
  const kept = shelf.read(COACH);
  return kept === "warn" || kept === "on" ? kept : "off";
}

/** @param {Dial} dial */
export function setCoachDial(dial) {
  shelf.write(COACH, dial);
}

export function yourName() {
  return shelf.read(NAME) ?? "";
}

/** @param {string} name */
export function setYourName(name) {
  shelf.write(NAME, name);
}

/**
 * The secret of an invitation, kept until somebody has joined.
 *
 * @param {string} id
 */
export function invitation(id) {
  return shelf.read(`fathom.invite.${id}`);
}

/**
 * @param {string} id
 * @param {string | null} secret
 */
export function setInvitation(id, secret) {
  shelf.write(`fathom.invite.${id}`, secret);
}

/**
 * What this browser joins a match with: should the answer get lost, joining again gives the same seat.
 *
 * @param {string} id
 */
export function joinKey(id) {
  const key = shelf.read(joining(id)) ?? newKey();
  shelf.write(joining(id), key);
  return key;
}

/** @param {string} id */
function joining(id) {
  return `fathom.join.${id}`;
}
