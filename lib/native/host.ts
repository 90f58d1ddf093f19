import fs from "node:fs";
import path from "node:path";
import { findPackage, type AddonPlaces, type Libc } from "./addon-paths.js";

/** Describes where this program runs and what hosts it. */
export function placesOfHost(): AddonPlaces {
  const { execPath, platform, arch } = process;
  const folder = moduleFolder();
  return {
    moduleFolder: folder,
    // A compiled program runs its modules from a folder that does not exist.
    packageFolder: findPackage(folder, path.dirname(execPath), isPackage, path),
    execPath,
    resourcesPath: (process as { resourcesPath?: string }).resourcesPath,
    platform,
    arch,
    libc: platform === "linux" ? libcOf(headOf(execPath)) : undefined,
  };
}

/** Names the host and its version, for example "Node 22.12.0". */
export function hostName(): string {
  const names = { electron: "Electron", bun: "Bun", deno: "Deno" };
  const [version, name] = Object.entries(names).find(([key]) => process.versions[key] !== undefined) ?? ["node", "Node"];
  return `${name} ${String(process.versions[version])}`;
}

/**
 * The folder of the file that contains this code. Bundlers replace `import.meta.url`, `__dirname` and `__filename` by the
 * path on the machine that bundles; these two forms they leave to the program that runs.
 */
function moduleFolder(): string | undefined {
  // The types promise both; bundles without modules have only one, and some bundlers put something else in place.
  const folder: unknown = import.meta.dirname;
  if (typeof folder === "string") return folder;
  const file: unknown = typeof module === "undefined" ? undefined : module.filename;
  return typeof file === "string" && path.isAbsolute(file) ? path.dirname(file) : undefined;
}

function isPackage(folder: string): boolean {
  try {
    const text = fs.readFileSync(path.join(folder, "package.json"), "utf8");
    return (JSON.parse(text) as { name?: unknown } | null)?.name === "sdkpp";
  } catch {
    return false;
  }
}

/** Bytes at the start of a program that contain the name of its interpreter. */
const HEAD_BYTES = 4096;

function headOf(file: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const descriptor = fs.openSync(file, "r");
    try {
      return head.toString("latin1", 0, fs.readSync(descriptor, head, 0, HEAD_BYTES, 0));
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

/**
 * Finds the C library that a Linux program is linked to.
 * @param head the first bytes of the program: an ELF file names its interpreter there
 * @returns undefined for a program that names neither
 */
export function libcOf(head: string): Libc | undefined {
  if (head.includes("/ld-musl-")) return "musl";
  return head.includes("/ld-linux") ? "glibc" : undefined;
}
