/**
 * The memory of a Python that has loaded the application, kept on the device: the next start copies it, which takes a
 * fraction of the time of loading everything. It fits only the same parts in the same browser, and its libraries must lie
 * where they lay (`layout`); whatever else it is, it is no longer trusted once Python has died.
 *
 * @typedef {{bytes: Uint8Array, layout: string}} Memory
 */

const LAYOUT = "X-Layout";

/**
 * The place for the memory that fits an address.
 *
 * @param {string} cache
 * @param {string} address
 */
export function openMemory(cache, address) {
  let forgotten = Promise.resolve(false);
  return {
    /** @returns {Promise<Memory | undefined>} */
    async read() {
      await forgotten;
      const found = await (await caches.open(cache)).match(address);
      return found && { bytes: new Uint8Array(await found.arrayBuffer()), layout: found.headers.get(LAYOUT) ?? "" };
    },

    /** Without room for it, the next start takes as long as the first. @param {Memory} memory */
    async keep({ bytes, layout }) {
      const response = new Response(/** @type {Uint8Array<ArrayBuffer>} */ (bytes), { headers: { [LAYOUT]: layout } });
      await (await caches.open(cache)).put(address, response).catch(() => undefined);
    },

    forget() {
      forgotten = caches.open(cache).then((kept) => kept.delete(address));
    },
  };
}
