// Runs inside.py in Pyodide: node compile.mjs PYODIDE APP OUT UNUSED
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, app, out, unused] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { UNUSED: unused } });
for (const [place, root] of [["/pyodide", pyodide], ["/app", app], ["/out", out]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("__name__", "__main__");
try {
  python.runPython(readFileSync(new URL("inside.py", import.meta.url), "utf8"));
  process.exit(0);
} catch (error) {
  console.error(error.message); // Python's own words end with what went wrong
  process.exit(1);
}
