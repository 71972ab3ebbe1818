/**
 * The journal of this device: one row of IndexedDB for each thing that happened. A row has the next number; if another
 * worker has taken it meanwhile, nothing is written, and Python starts again with what is there.
 */

const STORE = "rows";

/** The journal under a name. @param {string} name */
export function openJournal(name) {
  /** @type {Promise<IDBDatabase>} */
  const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  let next = 1;

  return {
    /** Every row in its order, one on each line. */
    async read() {
      const store = (await opened).transaction(STORE).objectStore(STORE);
      const [rows, keys] = await Promise.all([answer(store.getAll()), answer(store.getAllKeys())]);
      next = keys.length ? Number(keys[keys.length - 1]) + 1 : 1;
      return rows.join("\n");
    },

    /**
     * Kept when it returns.
     *
     * @param {string} rows one on each line
     */
    async keep(rows) {
      const writing = (await opened).transaction(STORE, "readwrite", { durability: "strict" });
      const done = new Promise((resolve, reject) => {
        writing.oncomplete = () => resolve(undefined);
        writing.onabort = writing.onerror = () => reject(writing.error ?? new Error("the rows were not kept"));
      });
      const lines = rows.split("\n");
      lines.forEach((row, index) => writing.objectStore(STORE).add(row, next + index));
      await done;
      next += lines.length;
    },
  };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
