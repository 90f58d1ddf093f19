// Plugins of the bundler, for the build that Node loads. Modules named first-use.js, and modules behind `import()`, become
// files that are loaded by a synchronous `require` at the first call. Nothing but the doors and what they import at once is
// ever loaded by an import: Node 22 cannot require a module while an import of it is under way.
import fs from "node:fs";
import path from "node:path";

const LOADER = "\0loader";
const STAND_IN = "\0stand-in:";
const LATER = "later:";
const BOUNDARY = /(^|[\\/])first-use\.js$/;

/** The input of the bundler for a file that is loaded later. */
export const later = (name) => LATER + name;

/** What a module of that name exports. */
function exportsOf(file) {
  const text = fs.readFileSync(file, "utf8");
  return [...text.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim()),
  );
}

/** `new.target` is set for a class, which is constructed. */
const standIn = (file) => (name) => `export function ${name}(...args) {
  const real = loadFile("./${file}.js").${name};
  return new.target ? new real(...args) : real(...args);
}`;

/** Files are in one folder: so a name is enough, wherever the bundler places the loader. */
const loader = `let require;
export const loadFile = (name) =>
  (require ??= process.getBuiltinModule("node:module").createRequire(import.meta.url))(name);`;

const useLoader = `import { loadFile } from ${JSON.stringify(LOADER)};\n`;

/**
 * Paths are relative to the folder.
 * @param folder what `tsc` wrote
 * @param files for each file that is loaded later, the first-use modules that stand for it
 * @param dynamic for each module behind `import()`, the name of its file
 */
export function firstUse(folder, { files, dynamic }) {
  const at = (file) => path.join(folder, file);
  const fileOf = new Map(
    Object.entries(files).flatMap(([name, modules]) => modules.map((module) => [at(module), name])),
  );
  const nameOf = new Map(Object.entries(dynamic).map(([file, name]) => [at(file), name]));

  /** @throws {Error} when bundle.mjs names no file for the module */
  function named(names, file) {
    const name = names.get(file);
    if (name === undefined) throw new Error(`bundle.mjs names no file for ${path.relative(folder, file)}`);
    return name;
  }

  function loaded(code, id) {
    return code.replace(/\bimport\("(\.[^"]+|ws)"\)/g, (_, source) => {
      const file = source === "ws" ? source : `./${named(nameOf, path.resolve(path.dirname(id), source))}.js`;
      return `loadFile("${file}")`;
    });
  }

  return {
    name: "first-use",
    resolveId(source, importer = "") {
      if (source.startsWith(LATER)) return { id: source };
      if (source === LOADER) return { id: LOADER, moduleSideEffects: false };
      if (!BOUNDARY.test(source) || importer.startsWith(LATER)) return null;
      return { id: STAND_IN + path.resolve(path.dirname(importer), source), moduleSideEffects: false };
    },
    load(id) {
      if (id === LOADER) return loader;
      if (id.startsWith(LATER))
        return files[id.slice(LATER.length)]
          .map((module) => `export * from ${JSON.stringify(at(module))};`)
          .join("\n");
      if (!id.startsWith(STAND_IN)) return null;
      const module = id.slice(STAND_IN.length);
      return (
        useLoader +
        exportsOf(module)
          .map(standIn(named(fileOf, module)))
          .join("\n")
      );
    },
    /** An `import()` of a file of ours, and of `ws`: importing CommonJS makes Node load a parser for it. */
    transform(code, id) {
      if (id.startsWith("\0") || !/\bimport\("(\.|ws")/.test(code)) return null;
      return { code: useLoader + loaded(code, id), map: null };
    },
  };
}

/** A constant that the bundler has copied leaves an import of its file without names, which loads it for nothing. */
export const withoutBareImports = (code) => code.replace(/^import "\.\/[^"]+";\n/gm, "");

/** A door that imports one file at once. */
export const openDoor = (body, names) => `export { ${names.join(", ")} } from "./${body}.js";\n`;

/** A door whose contents are loaded when it is evaluated, and so never by an import that is under way. */
export function lateDoor(body, names) {
  return `const body = process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${body}.js");
${names.map((name) => `export const ${name} = body.${name};`).join("\n")}
`;
}
