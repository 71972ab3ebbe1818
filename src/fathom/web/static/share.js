/** What is shared of a solved puzzle: a text or a picture that gives nothing away, only how good each step was. */

import { asPicture } from "./share_picture.js";
import { announce } from "./shell.js";

/** @typedef {{head: string, symbols: string, worth: string, more: string, link: string}} Shared */

/** @param {Shared} shared */
export function asText({ head, symbols, worth, more, link }) {
  return [head, `${symbols} ${worth}`, ...(more ? [more] : []), link].join("\n");
}

/**
 * Hand a text to the system, where it can share; false where it cannot.
 *
 * @param {string} text
 */
export async function shareText(text) {
  if (!navigator.share) return false;
  try {
    await navigator.share({ text });
  } catch {
    // the visitor changed their mind
  }
  return true;
}

/**
 * Save the picture as a file.
 *
 * @param {Shared} shared
 */
export async function savePicture(shared) {
  const blob = await asPicture(shared);
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "fathom.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  announce("The picture is saved.");
}
