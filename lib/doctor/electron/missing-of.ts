import { headOf } from "./app-file.js";
import type { AppCode } from "./packaged-app.js";

const MANIFEST_MAX_BYTES = 1 << 20;
const MODULE_MAX_BYTES = 16 << 20;
/** How the files of a bundle name each other: chunks, programs, and pages. */
const NAMED = /["'`]\.\/([\w.-]+\.js)["'`]/g;

/**
 * Which files a package runs from and an app lacks.
 * @param folder of the package in the app
 * @param programs files that no other file names
 */
export function missingOf(code: AppCode, folder: string, programs: readonly string[] = []): string[] {
  const files = new Set([...doorsOf(code, folder), ...programs].map((name) => `${folder}/${name}`));
  for (const path of files)
    for (const [, name = ""] of textOf(code, path, MODULE_MAX_BYTES).matchAll(NAMED))
      files.add(`${path.slice(0, path.lastIndexOf("/"))}/${name}`);
  return [...files].filter((path) => (code.files.get(path)?.place ?? "missing") === "missing");
}

/** The files of the doors: what `exports` of the package's description leads to. */
function doorsOf(code: AppCode, folder: string): string[] {
  const doors = exportsOf(textOf(code, `${folder}/package.json`, MANIFEST_MAX_BYTES));
  return doors.flatMap((door) => {
    const file: unknown =
      typeof door === "object" && door !== null ? (door as { default?: unknown }).default : door;
    return typeof file === "string" && file.endsWith(".js") ? [file.replace(/^\.\//, "")] : [];
  });
}

function exportsOf(manifest: string): unknown[] {
  try {
    const { exports } = JSON.parse(manifest) as { exports?: unknown };
    return typeof exports === "object" && exports !== null ? Object.values(exports) : [];
  } catch {
    return [];
  }
}

function textOf({ files }: AppCode, path: string, maxBytes: number): string {
  const file = files.get(path);
  return file === undefined ? "" : headOf(file, maxBytes).toString("utf8");
}
