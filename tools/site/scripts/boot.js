/** The page that is there before Python is: it shows what is being fetched, and opens what was asked for when all is ready. */

const root = new URL(`${document.documentElement.dataset.prefix ?? ""}/`, location.href);
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const again = /** @type {HTMLElement} */ (document.getElementById("again"));
const MEGABYTE = 1_000_000;
const workers = navigator.serviceWorker;

/** @param {string} text */
function say(text) {
  if (said.textContent !== text) said.textContent = text;
}

/** @param {string} why */
function fail(why) {
  say(why);
  bar.hidden = true;
  again.hidden = false;
}

/** @param {{kind: string, done: number, total: number, reason: string}} told */
function hear({ kind, done, total, reason }) {
  if (kind === "progress") {
    bar.max = total;
    bar.value = done;
    say(`Loading ${(done / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB. After this, you can play without a network.`);
  } else if (kind === "ready") open();
  else if (kind === "failed") fail(`Fathom could not start on this device: ${reason}`);
}

function open() {
  if (new URL(location.href).searchParams.has("to")) location.replace(location.href); // the worker knows where
  else location.reload();
}

/** The worker is here: have it start Python. */
function start() {
  bar.value = bar.max; // a bar that moves would take time from the worker
  say("Starting the games on this device …");
  workers.controller?.postMessage({ kind: "start" });
}

/** @param {ServiceWorker} installing */
function follow(installing) {
  installing.addEventListener("statechange", () => {
    if (installing.state === "redundant" && !workers.controller) {
      fail("Not everything could be loaded. Check your connection, then try again: it goes on where it stopped.");
    }
  });
}

async function begin() {
  if (!workers) {
    fail("This browser does not let a page work without a server here: open it over https and not in a private window.");
    return;
  }
  workers.addEventListener("message", ({ data }) => hear(data));
  workers.addEventListener("controllerchange", start);
  workers.startMessages();
  try {
    const registered = await workers.register(new URL("sw.js", root), { type: "module", scope: root.pathname });
    if (registered.installing) follow(registered.installing);
    if (workers.controller && registered.waiting) registered.waiting.postMessage({ kind: "take-over" });
    else if (workers.controller) start();
    else if (registered.active && !registered.installing) registered.active.postMessage({ kind: "start" });
  } catch (error) {
    if (workers.controller) start(); // offline: there is no new version to look for
    else fail(`Fathom cannot be set up in this browser: ${/** @type {Error} */ (error).message}`);
  }
}

// While Python starts, the worker has no time for the files of this page: they come first.
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
