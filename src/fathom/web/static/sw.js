/**
 * The service worker: it keeps the shell, so that the app can be installed and says clearly when the server is away.
 *
 * The network always comes first, so nothing old is shown while the server answers. Only what stands in SHELL and other
 * static files are kept; matches are never answered from memory.
 */

const KEPT = "fathom-shell";
/** Where the application is: this file stands beside its first page. */
const ROOT = new URL(".", location.href).pathname;
const STATIC = `${ROOT}static/`;
const OFFLINE = `${ROOT}offline`;
const SHELL = [
  OFFLINE,
  `${ROOT}manifest.webmanifest`,
  `${ROOT}style.css`,
  `${STATIC}address.js`,
  `${STATIC}shell.js`,
  `${STATIC}offline.js`,
  `${STATIC}theme.js`,
  `${STATIC}icons/fathom.svg`,
  `${STATIC}icons/fathom-192.png`,
];

/**
 * What this file uses of a service worker; the other files live in windows, and are checked as such.
 * @typedef {{waitUntil(done: Promise<unknown>): void}} Stage
 * @typedef {{request: Request, respondWith(answer: Promise<Response>): void}} Asked
 * @typedef {{
 *   oninstall: (stage: Stage) => void,
 *   onactivate: (stage: Stage) => void,
 *   onfetch: (asked: Asked) => void,
 *   skipWaiting(): Promise<void>,
 *   clients: {claim(): Promise<void>},
 * }} ServiceWorkerSelf
 */
const worker = /** @type {ServiceWorkerSelf} */ (/** @type {unknown} */ (self));

worker.oninstall = (/** @type {Stage} */ stage) => {
  stage.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)).then(() => worker.skipWaiting()));
};

worker.onactivate = (/** @type {Stage} */ stage) => stage.waitUntil(worker.clients.claim());

worker.onfetch = (/** @type {Asked} */ asked) => {
  const { request } = asked;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") asked.respondWith(fetch(request).catch(() => keptOr(OFFLINE)));
  else if (pathname.startsWith(STATIC) || SHELL.includes(pathname)) asked.respondWith(freshOrKept(request));
};

/**
 * A file from the network, which is then kept; the kept one while the network is away.
 * @param {Request} request
 */
async function freshOrKept(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
    return answer;
  } catch {
    return keptOr(request);
  }
}

/** @param {RequestInfo} request */
async function keptOr(request) {
  return (await caches.match(request)) ?? Response.error();
}
