/** Opens the page that was asked for as soon as the server answers again. */

const EVERY = 3000;

async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok && location.pathname !== "/offline") location.reload();
  } catch {
    // still away
  }
}

setInterval(look, EVERY);
addEventListener("online", look);
