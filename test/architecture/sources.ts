import fs from "node:fs";
import path from "node:path";

/** The repository. Every path here is relative to it, with forward slashes. */
export const root = path.resolve(import.meta.dirname, "../..");

/** The files of a folder and of those below it; what is built or installed is left out. */
export function files(folder: string, ending: RegExp): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name).replaceAll("\\", "/"))
    .filter((name) => ending.test(name) && !/\/(dist|node_modules)\//.test(name));
}

export const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");

/** Specifiers that a module imports or exports from, types as well, as written; those of examples in comments are none. */
export function imports(file: string): string[] {
  const code = read(file).replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
  return [...code.matchAll(/(?:from\s|(?:import|getBuiltinModule)\s*\(?)\s*"([^"]+)"/g)].map(
    (match) => match[1]!,
  );
}

/** The files of the repository that a module imports, types as well. */
export function importedFiles(file: string): string[] {
  return imports(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".ts"));
}

/** The includes of a C++ file, as written. */
export function includes(file: string): string[] {
  return [...read(file).matchAll(/^\s*#\s*include [<"]([^>"]+)[>"]/gm)].map((match) => match[1]!);
}

/** The files of `native/` that a C++ file includes. Only a name in quotes may be that of a file beside it. */
export function includedFiles(file: string): string[] {
  const quoted = [...read(file).matchAll(/^\s*#\s*include "([^"]+)"/gm)].map((match) => match[1]!);
  const beside = quoted.map((name) => path.posix.join(path.posix.dirname(file), name));
  return [...includes(file).map((name) => `native/${name}`), ...beside].filter((name) =>
    fs.existsSync(path.join(root, name)),
  );
}
