/** What this browser remembers: matches to resume, invitations not yet taken up. */

import { prefix } from "./address.js";
import { newKey } from "./keys.js";
import { read, readList, write } from "./shelf.js";

/** Matches belong to one server; other things are the same wherever they are asked for. */
const MATCHES = `fathom${prefix}.matches`;
const CHALLENGE = `fathom${prefix}.challenge`;
const NAME = "fathom.name";
const MOST_MATCHES = 20;

/** @typedef {{id: string, game: string, title: string, changed: string}} Remembered */

/** @returns {Remembered[]} */
export function matches() {
  return readList(MATCHES);
}

/**
 * Remember a match that can be gone on with.
 *
 * @param {{id: string, game: string, title: string}} match
 */
export function remember({ id, game, title }) {
  const others = matches().filter((match) => match.id !== id);
  const kept = [{ id, game, title, changed: new Date().toISOString() }, ...others];
  write(MATCHES, JSON.stringify(kept.slice(0, MOST_MATCHES)));
}

/**
 * Forget a match that is over.
 *
 * @param {string} id
 */
export function forget(id) {
  write(MATCHES, JSON.stringify(matches().filter((match) => match.id !== id)));
  write(joining(id), null);
}

export function yourName() {
  return read(NAME) ?? "";
}

/** @param {string} name */
export function setYourName(name) {
  write(NAME, name);
}

/**
 * The secret of an invitation, kept until somebody has joined.
 *
 * @param {string} id
 */
export function invitation(id) {
  return read(`fathom.invite.${id}`);
}

/**
 * @param {string} id
 * @param {string | null} secret
 */
export function setInvitation(id, secret) {
  write(`fathom.invite.${id}`, secret);
}

/** The match in which this browser waits for anybody to accept its challenge. */
export function challenge() {
  return read(CHALLENGE);
}

/** @param {string | null} id */
export function setChallenge(id) {
  write(CHALLENGE, id);
}

/**
 * What this browser joins a match with: should the answer get lost, joining again gives the same seat.
 *
 * @param {string} id
 */
export function joinKey(id) {
  const key = read(joining(id)) ?? newKey();
  write(joining(id), key);
  return key;
}

/**
 * Has this browser tried to join the match?
 *
 * @param {string} id
 */
export function hasJoined(id) {
  return read(joining(id)) !== null;
}

/** @param {string} id */
function joining(id) {
  return `fathom.join.${id}`;
}
