import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "../guard/start-error.js";
import { PRIVATE, reasonOf, writeWhole } from "../folder/private-file.js";
import { headOfBeginning, UNPACKED_MAX } from "./format.js";
import type { Snapshot, SnapshotShelf } from "./shelf.js";
import { isSnapshotName } from "./names.js";

const SUFFIX = ".snapshot";
const PRIVATE_FOLDER = 0o700;
const BEGINNING_BYTES = 4096;

/** Keeps snapshots as files of a folder, which is made with the first one. */
export class FolderShelf implements SnapshotShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  keep(name: string, file: Uint8Array): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    } catch (error) {
      throw unusable(this.#folder, error);
    }
    writeWhole(this.#path(name), file, PRIVATE, "DATA_FOLDER_UNUSABLE");
  }

  get(name: string): Uint8Array | undefined {
    const path = this.#path(name);
    const bytes = sizeOf(path);
    if (bytes === undefined) return undefined;
    if (bytes > UNPACKED_MAX)
      throw new RangeError(`The snapshot ${name} is larger than ${UNPACKED_MAX} bytes.`);
    try {
      return readFileSync(path);
    } catch (error) {
      throw unusable(path, error);
    }
  }

  list(): Snapshot[] {
    return this.#names().flatMap((name) => {
      const path = this.#path(name);
      const bytes = sizeOf(path);
      return bytes === undefined ? [] : [{ name, bytes, ...headOfBeginning(beginningOf(path)) }];
    });
  }

  remove(name: string): boolean {
    if (sizeOf(this.#path(name)) === undefined) return false;
    rmSync(this.#path(name), { force: true });
    return true;
  }

  #names(): string[] {
    try {
      const files = readdirSync(this.#folder).filter((one) => one.endsWith(SUFFIX));
      return files
        .map((one) => one.slice(0, -SUFFIX.length))
        .filter(isSnapshotName)
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw unusable(this.#folder, error);
    }
  }

  #path(name: string): string {
    return join(this.#folder, `${name}${SUFFIX}`);
  }
}

/** undefined when there is no file; links and folders are none. */
function sizeOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : undefined;
}

function beginningOf(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(BEGINNING_BYTES);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function unusable(path: string, error: unknown): StartError {
  return new StartError(
    "DATA_FOLDER_UNUSABLE",
    `Could not use ${path} (${reasonOf(error)})`,
    "fix that, or choose another data folder",
    { cause: error },
  );
}
