import { realpathSync, statSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The real paths of the folders. @throws Error (with the code of the file system) naming one that does not exist, or is no folder */
export function openFolders(folders: readonly string[]): Promise<string[]> {
  return Promise.all(folders.map(openFolder));
}

async function openFolder(folder: string): Promise<string> {
  const real = await fs.realpath(folder);
  if ((await fs.stat(real)).isDirectory()) return real;
  throw Object.assign(new Error(`media: expected a folder, received the file ${folder}`), {
    code: "ENOTDIR",
  });
}

/**
 * The real path of a file below one of the folders. Links that lead out of them count as no file, so that nobody learns what is elsewhere.
 * @param folders real paths
 * @param named an absolute path, a `file:` address, or a path below one of the folders
 * @returns undefined when there is none
 */
export async function mediaFile(folders: readonly string[], named: string): Promise<string | undefined> {
  const asked = pathOf(named);
  if (asked === undefined) return undefined;
  for (const folder of folders) {
    const found = await fileBelow(folder, path.resolve(folder, asked));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As {@link mediaFile}, for a caller that cannot wait. */
export function mediaFileNow(folders: readonly string[], named: string): string | undefined {
  const asked = pathOf(named);
  if (asked === undefined) return undefined;
  for (const folder of folders)
    try {
      const real = realpathSync(path.resolve(folder, asked));
      if (isBelow(folder, real) && statSync(real).isFile()) return real;
    } catch {
      // there is none in this folder
    }
  return undefined;
}

function pathOf(named: string): string | undefined {
  if (named.includes("\0")) return undefined;
  if (!named.toLowerCase().startsWith("file:")) return named;
  try {
    return fileURLToPath(named);
  } catch {
    return undefined;
  }
}

async function fileBelow(folder: string, asked: string): Promise<string | undefined> {
  try {
    const real = await fs.realpath(asked);
    return isBelow(folder, real) && (await fs.stat(real)).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** @param real a path without links */
function isBelow(folder: string, real: string): boolean {
  const inside = path.relative(folder, real);
  return inside !== ".." && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
}
