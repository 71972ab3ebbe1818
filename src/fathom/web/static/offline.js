/** Opens the page that was asked for as soon as the server answers again. */

import { address, pathHere } from "./address.js";

const EVERY = 3000;

async function look() {
  try {
    const answer = await fetch(address("/healthz"), { cache: "no-store" });
    if (answer.ok && pathHere() !== "/offline") location.reload();
  } catch {
    // still away
  }
}

setInterval(look, EVERY);
addEventListener("online", look);
