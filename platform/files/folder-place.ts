import { hash, randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Dirent,
} from "node:fs";
import { mkdir, open, opendir, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FileContent } from "../domain/records/message/file-content.js";
import { PRIVATE, startErrorOf, writeWhole } from "../folder/private-file.js";
import type { StartError } from "../guard/start-error.js";
import type { FilePlace, OpenFile } from "./file-place.js";
import { takeIn } from "./intake.js";

const PRIVATE_FOLDER = 0o700;
/** Folder of files that have no name yet, or none any more. */
const ARRIVING = "arriving";
/** Files are in folders by the beginning of their names: a folder with all of them would be slow on some systems. */
const FOLDER = /^[0-9a-f]{2}$/;
const NAME = /^[0-9a-f]{64}$/;
/** Windows opens no folder as a file, and keeps its names in order itself. */
const SYNCS_FOLDERS = process.platform !== "win32";

/** Keeps files in a folder, which is this process's alone: `<2 digits>/<hash>`. */
export class FolderPlace implements FilePlace {
  readonly #path: string;
  readonly #arriving: string;

  private constructor(path: string) {
    this.#path = path;
    this.#arriving = join(path, ARRIVING);
  }

  /**
   * Makes the folder if it does not exist, and removes what a killed process was about to keep or to remove.
   * @throws {StartError} when it cannot be used
   */
  static open(path: string): FolderPlace {
    const place = new FolderPlace(path);
    place.#prepare();
    return place;
  }

  async write(source: Readable, claimed: (content: FileContent) => void): Promise<FileContent> {
    const arriving = join(this.#arriving, randomUUID());
    try {
      const content = await written(source, arriving);
      claimed(content);
      await this.#name(arriving, content.hash);
      return content;
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
  }

  /**
   * The same at once, while nobody is served: for bytes that leave the database.
   * @throws {StartError} with the file when it cannot be written
   */
  writeNow(bytes: Uint8Array): FileContent {
    const name = hash("sha256", bytes, "hex");
    const folder = this.#folderOf(name);
    const arriving = join(this.#arriving, name);
    writeWhole(arriving, bytes, PRIVATE, "DATA_FOLDER_UNUSABLE");
    try {
      makeFolder(folder, this.#path);
      renameSync(arriving, join(folder, name));
      syncNow(folder);
    } catch (error) {
      throw unusable(folder, error);
    }
    return { hash: name, size: bytes.length };
  }

  async open({ hash, size }: FileContent): Promise<OpenFile | undefined> {
    const file = await openIfThere(this.#fileOf(hash));
    if (file === undefined) return undefined;
    if ((await file.stat()).size === size)
      return { read: (range) => file.createReadStream(range), close: () => file.close() };
    await file.close();
    return undefined;
  }

  async remove(hash: string): Promise<void> {
    const leaving = join(this.#arriving, randomUUID());
    try {
      // The name is free at once, so that the same bytes can come again. The removal itself takes longer for a large file.
      renameSync(this.#fileOf(hash), leaving);
    } catch (error) {
      // Otherwise it is the other folder that lacks.
      if (existsSync(this.#fileOf(hash))) throw error;
      return;
    }
    await rm(leaving, { force: true });
  }

  async *all(): AsyncGenerator<string> {
    for (const name of await readdir(this.#path)) {
      if (!FOLDER.test(name)) continue;
      for await (const entry of (await opendir(join(this.#path, name))) as AsyncIterable<Dirent>)
        if (NAME.test(entry.name)) yield entry.name;
    }
  }

  /** A name is safe once the folder that has it is on the disk, and the one that has that folder. */
  async #name(arriving: string, hash: string): Promise<void> {
    const folder = this.#folderOf(hash);
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await rename(arriving, join(folder, hash));
    await sync(folder);
    if (made !== undefined) await sync(this.#path);
  }

  #prepare(): void {
    try {
      makeFolder(this.#path, join(this.#path, ".."));
      rmSync(this.#arriving, { recursive: true, force: true });
      makeFolder(this.#arriving, this.#path);
    } catch (error) {
      throw unusable(this.#path, error);
    }
  }

  #folderOf(hash: string): string {
    return join(this.#path, hash.slice(0, 2));
  }

  #fileOf(hash: string): string {
    return join(this.#folderOf(hash), hash);
  }
}

async function written(source: Readable, path: string): Promise<FileContent> {
  const file = await open(path, "wx", PRIVATE);
  try {
    const content = await takeIn(source, (portion) => file.appendFile(portion));
    await file.sync();
    return content;
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** @param parent the folder that gets its name */
function makeFolder(path: string, parent: string): void {
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (isNew) syncNow(parent);
  else chmodSync(path, PRIVATE_FOLDER);
}

async function sync(folder: string): Promise<void> {
  if (!SYNCS_FOLDERS) return;
  const file = await open(folder, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function syncNow(folder: string): void {
  if (!SYNCS_FOLDERS) return;
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

function unusable(path: string, error: unknown): StartError {
  return startErrorOf(error, "DATA_FOLDER_UNUSABLE", "use", path);
}
