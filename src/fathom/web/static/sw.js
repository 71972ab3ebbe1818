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
 * @typedef {{notification: {data: unknown, close(): void}, waitUntil(done: Promise<unknown>): void}} Pressed
 * @typedef {{url: string, focus(): Promise<unknown>}} Tab
 * @typedef {{request: Request, respondWith(answer: Promise<Response>): void}} Asked
 * @typedef {{
 *   oninstall: (stage: Stage) => void,
 *   onactivate: (stage: Stage) => void,
 *   onfetch: (asked: Asked) => void,
 *   onnotificationclick: (pressed: Pressed) => void,
 *   skipWaiting(): Promise<void>,
 *   clients: {claim(): Promise<void>, matchAll(which: object): Promise<Tab[]>, openWindow(url: string): Promise<unknown>},
 * }} ServiceWorkerSelf
 */
const worker = /** @type {ServiceWorkerSelf} */ (/** @type {unknown} */ (self));

worker.oninstall = (/** @type {Stage} */ stage) => {
  stage.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)).then(() => worker.skipWaiting()));
};

/** A notification leads back to its match: to the tab that has it, or to a new one. */
worker.onnotificationclick = (/** @type {Pressed} */ pressed) => {
  const { notification } = pressed;
  notification.close();
  pressed.waitUntil(goTo(String(notification.data)));
};

worker.onactivate = (/** @type {Stage} */ stage) => stage.waitUntil(worker.clients.claim());

worker.onfetch = (/** @type {Asked} */ asked) => {
  const { request } = asked;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") asked.respondWith(fetch(request).catch(() => keptOr(OFFLINE)));
  else if (pathname.startsWith(STATIC) || SHELL.includes(pathname)) asked.respondWith(freshOrKept(request));
};

/** @param {string} url */
async function goTo(url) {
  const tabs = await worker.clients.matchAll({ type: "window" });
  const open = tabs.find((tab) => tab.url === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}

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
