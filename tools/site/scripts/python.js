/** Starts Python with the application in it, and hands requests over. When Python dies, nobody is left waiting for it. */

const APP = "/app";
const STATIC = "site/static/";

/**
 * @typedef {object} Running
 * @property {(request: Request, path: string) => Promise<Response>} answer
 * @property {(path: string, hear: (text: string) => void, close: (code: number, reason: string) => void) => any} openSocket
 */

/**
 * @param {object} given
 * @param {(options: object) => Promise<any>} given.loadPyodide
 * @param {(settings: object) => Promise<any>} given.createPyodideModule
 * @param {object} given.lock what Pyodide wants to know of packages: there are none
 * @param {Map<string, Uint8Array>} given.files
 * @param {string} given.rows
 * @param {(rows: string) => Promise<void>} given.keep
 * @param {string} given.address where the application is
 * @param {() => void} given.die called when there is no Python any more
 * @param {import("./memory.js").Memory} [given.memory] of an earlier Python, to go on with
 * @param {(memory: import("./memory.js").Memory) => void} given.remember told the memory of this one, unless it was given
 * @returns {Promise<Running>}
 */
export async function startPython({ loadPyodide, createPyodideModule, lock, files, rows, keep, address, die, memory, remember }) {
  const parts = new URL("parts/", address).href;
  let layout = "";
  const python = await loadPyodide({
    createPyodideModule: (/** @type {any} */ settings) => {
      settings.preRun = [settings.preRun ?? [], (/** @type {any} */ module) => writeFiles(module.FS, files)].flat();
      settings.onRuntimeInitialized = () => (layout = prepareMemory(settings, files, memory));
      return createPyodideModule(settings);
    },
    _makeSnapshot: !memory,
    _loadSnapshot: memory?.bytes,
    indexURL: parts,
    stdLibURL: `${parts}python_stdlib.zip`,
    lockFileContents: JSON.stringify(lock),
    packageBaseUrl: parts,
    env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1" },
  });
  const death = new Promise((_, reject) => {
    python._api.on_fatal = reject;
  });
  death.catch(die);
  if (!memory) {
    python.runPython(`import sys; sys.path.insert(0, "${APP}")\nimport fathom.web.local; fathom.web.local.warm_up()`);
    remember({ bytes: python.makeMemorySnapshot(), layout });
  }
  const alarm = makeAlarm();
  python.setInterruptBuffer(alarm);
  const site = await Promise.race([python.pyimport("fathom.web.local").start(rows, keep, address, alarm.set), death]);
  return {
    answer: (request, path) => Promise.race([answer(python, site, request, path), /** @type {Promise<Response>} */ (death)]),
    openSocket: (path, hear, close) => site.open_socket(path, hear, close),
  };
}

/**
 * Before Python begins: load its libraries, which are then at the same place in every memory, and make room for one that
 * is copied. Returns where they are.
 *
 * @param {any} module
 * @param {Map<string, Uint8Array>} files
 * @param {import("./memory.js").Memory} [memory]
 */
function prepareMemory(module, files, memory) {
  for (const path of [...files.keys()].filter((one) => one.endsWith(".so")).sort()) {
    module.loadDynamicLibrary(`/${path}`, { loadAsync: false, global: false, nodelete: true }, {});
  }
  const next = module._malloc(1);
  module._free(next);
  const layout = `${next} ${module.wasmTable.length}`;
  if (memory && memory.layout !== layout) throw new Error(`a memory made for ${memory.layout}, not ${layout}`);
  if (memory && memory.bytes.length > module.HEAP8.length) module.growMemory(memory.bytes.length);
  return layout;
}

/**
 * @param {any} system of files
 * @param {Map<string, Uint8Array>} files
 */
function writeFiles(system, files) {
  const made = new Set();
  for (const [path, content] of files) {
    const place = path.startsWith("app/") ? `/${path}` : path.startsWith(STATIC) ? `${APP}/fathom/web/${path.slice(5)}` : "";
    if (!place) continue;
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(folder)) system.mkdirTree(folder);
    made.add(folder);
    system.writeFile(place, content, { canOwn: true });
  }
}

/**
 * Python looks at the first place of a buffer now and then, and takes a 2 for Ctrl+C. Another thread would write it there;
 * here the place itself looks at the clock.
 */
function makeAlarm() {
  let at = Infinity;
  return {
    get 0() {
      if (performance.now() < at) return 0;
      at = Infinity;
      return 2;
    },
    set 0(_) {},
    /** @param {number} seconds */
    set: (seconds) => {
      at = seconds ? performance.now() + 1000 * seconds : Infinity;
    },
  };
}

/**
 * @param {any} python
 * @param {any} site
 * @param {Request} request
 * @param {string} path
 */
async function answer(python, site, request, path) {
  const url = new URL(request.url);
  const reads = request.method === "GET" || request.method === "HEAD";
  const headers = [...request.headers];
  if (!reads) headers.push(["origin", originOf(request)]);
  const sent = python.toPy(headers);
  const body = python.toPy(reads ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()));
  const told = await site.answer(request.method, path, url.search.slice(1), sent, body);
  const [status, kept, content] = told.toJs();
  for (const proxy of [told, sent, body]) proxy.destroy?.();
  const location = new Headers(kept).get("location");
  if (location && status >= 300 && status < 400) return Response.redirect(new URL(location, url).href, status);
  const isEmpty = request.method === "HEAD" || status === 204 || status === 304;
  return new Response(isEmpty ? null : content, { status, headers: kept });
}

/** Another site's page can send a form here, but it cannot say that it is ours. @param {Request} request */
function originOf(request) {
  if (request.mode !== "navigate") return location.origin;
  return request.referrer ? new URL(request.referrer).origin : "null";
}
