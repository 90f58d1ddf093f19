// A plugin of the bundler. A static import of `node:fs` makes Node load its streams, and one of `node:child_process` its
// network: 8 ms and 2 MB that most programs pay in vain. In the bundle these modules are asked for at the first call.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
/** Loaded at the first call of one of their functions. */
const LAZY = new Set(["node:child_process", "node:fs", "node:fs/promises", "node:os"]);
/** Loaded before any program starts: taken as they are, without the wrapper that an import makes. */
const LOADED = new Set(["node:path"]);
const PREFIX = "\0builtin:";

const functionsOf = (name) =>
  Object.entries(require(name)).flatMap(([key, value]) => (typeof value === "function" ? [key] : []));

function lazy(name) {
  const calls = functionsOf(name).map(
    (key) => `export const ${key} = (...args) => builtin().${key}(...args);`,
  );
  return [`const builtin = () => process.getBuiltinModule("${name}");`, ...calls].join("\n");
}

function loaded(name) {
  const names = Object.keys(require(name)).filter((key) => /^\w+$/.test(key));
  return `const builtin = process.getBuiltinModule("${name}");
export default builtin;
${names.map((key) => `export const ${key} = builtin.${key};`).join("\n")}`;
}

/** Only functions can be imported by name; classes and constants of these modules need an import at their use. */
export function lazyBuiltins() {
  return {
    name: "lazy-builtins",
    resolveId(source, _importer, { kind }) {
      const isStatic = kind === "import-statement" && (LAZY.has(source) || LOADED.has(source));
      return isStatic ? { id: PREFIX + source, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const name = id.slice(PREFIX.length);
      return LAZY.has(name) ? lazy(name) : loaded(name);
    },
  };
}
