/** The parts of the site as they travel: compressed, and some of them many files in one. */

const BLOCK = 512;
const text = new TextDecoder();

/**
 * What a compressed file holds. Browsers do it themselves only where the host says so, and many do not.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The files of a tar archive, by their paths.
 *
 * @param {Uint8Array} archive
 * @returns {Map<string, Uint8Array<ArrayBuffer>>}
 */
export function readArchive(archive) {
  const files = new Map();
  for (let at = 0; at + BLOCK <= archive.length && archive[at]; ) {
    const field = (/** @type {number} */ from, /** @type {number} */ size) =>
      text.decode(archive.subarray(at + from, at + from + size)).replace(/\0.*$/s, "");
    const [name, prefix, size] = [field(0, 100), field(345, 155), parseInt(field(124, 12), 8)];
    files.set(prefix ? `${prefix}/${name}` : name, archive.slice(at + BLOCK, at + BLOCK + size));
    at += BLOCK + BLOCK * Math.ceil(size / BLOCK);
  }
  return files;
}
