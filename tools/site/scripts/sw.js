/**
 * The service worker of the site: it keeps every part of it, holds Python, and answers every page, every request of the
 * API and every frame of a socket. `make site` replaces the names of the modules and SITE.
 */

// @ts-ignore: made by `make site`
import createPyodideModule from "./parts/pyodide.asm.mjs";
// @ts-ignore: made by `make site`
import { loadPyodide } from "./parts/pyodide.mjs";
import { readArchive, unpack } from "./archive.js";
import { openJournal } from "./journal.js";
import { openMemory } from "./memory.js";
import { startPython } from "./python.js";

/**
 * A part: where it is fetched, its size there, its SHA-256, and as what it is kept. An archive is kept as its files too.
 * @typedef {{file: string, size: number, integrity: string, name: string, type: string, archive?: boolean}} Part
 * @typedef {{version: string, lock: object, parts: Part[]}} Site
 */

/** @type {Site} */
const SITE = /** @type {any} */ (null);

/**
 * What this file uses of a service worker; the type checker knows windows.
 * @typedef {{waitUntil(done: Promise<unknown>): void}} Stage
 * @typedef {{request: Request, respondWith(answer: Promise<Response>): void, waitUntil(done: Promise<unknown>): void}} Asked
 * @typedef {{data: any, source: Client, waitUntil(done: Promise<unknown>): void}} Heard
 * @typedef {{id: string, url: string, postMessage(message: object): void}} Client
 */
const worker = /** @type {any} */ (self);
const SCOPE = /** @type {string} */ (worker.registration.scope);
const ROOT = new URL(SCOPE).pathname;
const KEPT = `fathom ${ROOT}`;
const BOOT = "boot.html";
const STARTED_AGAIN = 1012;
const TYPES = /** @type {Record<string, string>} */ ({
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
});

// ---------------------------------------------------------------- keeping the parts

/** Where a file of this version is kept: another version's file with the same content is the same file. @param {string} name @param {string} digest */
const place = (name, digest) => `${SCOPE}kept/${name}?${encodeURIComponent(digest)}`;

const MEMORY = place("memory", [...SITE.parts.map(({ integrity }) => integrity), navigator.userAgent].join(" "));

worker.oninstall = (/** @type {Stage} */ stage) => stage.waitUntil(install());

async function install() {
  const kept = await caches.open(KEPT);
  const total = SITE.parts.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const add = async (/** @type {number} */ bytes) => {
    done += bytes;
    await tellAll({ kind: "progress", done, total });
  };
  const keeping = [];
  try {
    for (const part of SITE.parts) keeping.push(keepPart(kept, part, await fetchPart(kept, part, add)));
  } finally {
    await Promise.all(keeping); // what has arrived is not fetched again, whatever becomes of the rest
  }
  if (!worker.registration.active) await worker.skipWaiting(); // otherwise a page asks for it, see boot.js
}

/**
 * A part as it travels, or nothing if it is here already. The digest is checked here: a browser that does it shows nothing
 * of a response before its end.
 *
 * @param {Cache} kept
 * @param {Part} part
 * @param {(bytes: number) => Promise<void>} add
 */
async function fetchPart(kept, part, add) {
  if (await kept.match(place(part.name, part.integrity))) return void (await add(part.size));
  const response = await realFetch(new URL(part.file, SCOPE), { cache: "no-cache" });
  if (!response.ok || !response.body) throw new Error(`${part.file}: ${response.status}`);
  const bytes = new Uint8Array(part.size);
  let length = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > part.size) throw new Error(`${part.file} is too long`);
    bytes.set(value, length);
    length += value.length;
    await add(value.length);
  }
  if ((await digestOf(bytes)) !== part.integrity) throw new Error(`${part.file} is not what was built`);
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/**
 * @param {Cache} kept
 * @param {Part} part
 * @param {Uint8Array<ArrayBuffer>} [bytes]
 */
async function keepPart(kept, part, bytes) {
  if (!bytes) return;
  const content = await unpack(bytes);
  await kept.put(place(part.name, part.integrity), new Response(content, { headers: { "Content-Type": part.type } }));
}

worker.onactivate = (/** @type {Stage} */ stage) => stage.waitUntil(activate());

async function activate() {
  const kept = await caches.open(KEPT);
  const wanted = new Set([...SITE.parts.map(({ name, integrity }) => place(name, integrity)), MEMORY]);
  for (const { url } of await kept.keys()) if (!wanted.has(url)) await kept.delete(url);
  await worker.clients.claim();
}

/** @param {string} name */
async function partNamed(name) {
  const part = SITE.parts.find((one) => one.name === name);
  return part && (await (await caches.open(KEPT)).match(place(part.name, part.integrity)));
}

/** @type {Promise<Map<string, Uint8Array<ArrayBuffer>>> | undefined} */
let unpacked;

/** Every file of the archive: the application, and what pages load. */
function filesOfSite() {
  unpacked ??= (async () => {
    const archive = await partNamed("site.tar");
    if (!archive) throw new Error("The files of the site are gone: the browser has deleted them.");
    return readArchive(new Uint8Array(await archive.arrayBuffer()));
  })();
  unpacked.catch(() => (unpacked = undefined));
  return unpacked;
}

// Pyodide fetches its own parts: they come from here, and never from a network.
const realFetch = worker.fetch.bind(worker);
worker.fetch = async (/** @type {RequestInfo | URL} */ asked, /** @type {RequestInit} */ how) => {
  const url = new URL(asked instanceof Request ? asked.url : String(asked), SCOPE);
  const name = url.href.startsWith(`${SCOPE}parts/`) ? url.href.slice(`${SCOPE}parts/`.length) : "";
  return (name && (await partNamed(name))) || realFetch(asked, how);
};

// ---------------------------------------------------------------- Python

/** @type {Promise<import("./python.js").Running> | undefined} */
let starting;
/** @type {import("./python.js").Running | undefined} */
let running;
const memory = openMemory(KEPT, MEMORY);
/** What is still being kept after a start. */
let remembering = Promise.resolve();

/** Python, which is started if it does not run. */
function python() {
  starting ??= start();
  return starting;
}

async function start() {
  try {
    const journal = openJournal(`fathom ${ROOT}`);
    const [files, rows, found] = await Promise.all([filesOfSite(), journal.read(), memory.read()]);
    const keep = async (/** @type {string} */ more) => {
      try {
        await journal.keep(more);
      } catch (error) {
        if (/** @type {Error} */ (error)?.name === "ConstraintError") giveUp();
        throw error;
      }
    };
    /** @type {import("./python.js").Running | undefined} */
    let started;
    const die = () => started && running === started && giveUp();
    const remember = (/** @type {import("./memory.js").Memory} */ made) => {
      remembering = memory.keep(made);
    };
    const parts = { loadPyodide, createPyodideModule, lock: SITE.lock };
    const given = { ...parts, files, rows, keep, address: SCOPE, die, remember };
    started = await startPython({ ...given, memory: found }).catch((error) => {
      if (!found) throw error;
      memory.forget();
      return startPython(given);
    });
    running = started;
    return started;
  } catch (error) {
    starting = undefined;
    throw error;
  }
}

/** Python is dead, or knows less than what is kept: the next request starts another one, with everything kept. */
function giveUp() {
  starting = running = undefined;
  memory.forget();
  for (const [id, { to }] of sockets) to.postMessage({ kind: "closed", id, code: STARTED_AGAIN, reason: "Python has started again" });
  sockets.clear();
}

/** Is there no Python any more? An error of the application itself is an answer, and none of these. @param {any} error */
const isFatal = (error) => error?.pyodide_fatal_error || !(error?.name === "PythonError" || error?.type);

/**
 * @param {Request} request
 * @param {string} path
 * @param {number} [tries]
 * @returns {Promise<Response>}
 */
async function answer(request, path, tries = 2) {
  const again = request.clone();
  try {
    return await (await python()).answer(request, path);
  } catch (error) {
    if (!isFatal(error)) throw error;
    giveUp();
    if (tries > 1 && (request.method === "GET" || request.method === "HEAD")) return answer(again, path, tries - 1);
    const message = "Fathom had to start again on this device. Nothing that you were told is lost; please try again.";
    return Response.json({ error: { code: "store", message } }, { status: 503 });
  }
}

// ---------------------------------------------------------------- requests

worker.onfetch = (/** @type {Asked} */ asked) => {
  const url = new URL(asked.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
  asked.respondWith(respond(asked.request, url));
};

/**
 * @param {Request} request
 * @param {URL} url
 */
async function respond(request, url) {
  const path = url.pathname.slice(ROOT.length);
  const reads = request.method === "GET" || request.method === "HEAD";
  const isPage = request.mode === "navigate" && reads;
  if (isPage && url.searchParams.has("to")) return Response.redirect(wantedPage(url), 302);
  if (isPage && path === "index.html") return Response.redirect(SCOPE, 302);
  const file = reads && path ? (await filesOfSite()).get(`site/${path}`) : undefined;
  if (file) return fileResponse(path, file);
  // Python is started by the page that waits for it, when it has all its files, see boot.js.
  if (isPage && (!running || (await mayUpdate()))) return bootPage();
  return answer(request, url.pathname);
}

/** The page that a link led to which the host could not serve, see 404.html. @param {URL} url */
function wantedPage(url) {
  const wanted = new URL(`./${(url.searchParams.get("to") ?? "").replace(/^\/+/, "")}`, SCOPE);
  return wanted.href.startsWith(SCOPE) ? wanted.href : SCOPE;
}

/** @param {string} path @param {Uint8Array<ArrayBuffer>} content */
function fileResponse(path, content) {
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return new Response(content, { headers: { "Content-Type": type, "X-Content-Type-Options": "nosniff" } });
}

/** The page that waits for Python, or for a new version, and then opens what was asked for. */
async function bootPage() {
  const page = new TextDecoder().decode((await filesOfSite()).get(`site/${BOOT}`));
  return fileResponse(BOOT, new TextEncoder().encode(page.replaceAll("__ROOT__", ROOT.replace(/\/$/, ""))));
}

/** Is there a new version, and nobody in the middle of anything? */
async function mayUpdate() {
  if (!worker.registration.waiting) return false;
  await closeOfGonePages();
  if (sockets.size) return false;
  return (await worker.clients.matchAll({ type: "window" })).length <= 1;
}

// ---------------------------------------------------------------- messages from pages

/** @type {Map<string, {socket: any, to: Client}>} */
const sockets = new Map();

/** @param {object} message */
async function tellAll(message) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true, type: "window" })) client.postMessage(message);
}

worker.onmessage = (/** @type {Heard} */ heard) => heard.waitUntil(hear(heard.data, heard.source));

/**
 * @param {any} data
 * @param {Client} to
 */
async function hear(data, to) {
  if (data.kind === "take-over") await worker.skipWaiting();
  else if (data.kind === "start") await startFor(to);
  else if (data.kind === "open") await open(data, to);
  else if (data.kind === "send") send(data, to);
  else if (data.kind === "close") close(data.id);
}

/** @param {Client} to */
async function startFor(to) {
  try {
    await python();
    to.postMessage({ kind: "ready" });
    await remembering;
  } catch (error) {
    to.postMessage({ kind: "failed", reason: String(/** @type {any} */ (error)?.message ?? error) });
  }
}

/**
 * @param {{id: string, path: string}} asked
 * @param {Client} to
 */
async function open({ id, path }, to) {
  await closeOfGonePages();
  const hearFrame = (/** @type {string} */ text) => to.postMessage({ kind: "frame", id, text });
  const end = (/** @type {number} */ code, /** @type {string} */ reason) => {
    sockets.delete(id);
    to.postMessage({ kind: "closed", id, code, reason });
  };
  try {
    sockets.set(id, { socket: (await python()).openSocket(path, hearFrame, end), to });
    to.postMessage({ kind: "opened", id });
  } catch (error) {
    if (isFatal(error)) giveUp();
    end(STARTED_AGAIN, "Python has started again");
  }
}

/**
 * @param {{id: string, text: string}} asked
 * @param {Client} to
 */
function send({ id, text }, to) {
  const found = sockets.get(id);
  if (!found) return to.postMessage({ kind: "closed", id, code: STARTED_AGAIN, reason: "Python has started again" });
  try {
    found.socket.send(text);
  } catch (error) {
    if (isFatal(error)) giveUp();
  }
}

/** @param {string} id */
function close(id) {
  const found = sockets.get(id);
  sockets.delete(id);
  found?.socket.close();
}

/** A page that was closed at once may not have said so. */
async function closeOfGonePages() {
  const here = new Set((await worker.clients.matchAll()).map((/** @type {Client} */ { id }) => id));
  for (const [id, { to }] of sockets) if (!here.has(to.id)) close(id);
}
