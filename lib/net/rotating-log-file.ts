import { reasonOf } from "../protocol/index.js";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LogFile } from "./log-file.js";

/** Approximate bytes per file; the line that exceeds it is the file's last. */
const FILE_MAX = 4 << 20;
/** Files kept; beyond it the oldest is deleted. */
const FILES_MAX = 8;

export interface RotatingLogOptions {
  folder: string;
  /** files of this run are named `<prefix>_<number>` */
  prefix: string;
  /** prefix for the files of the previous run */
  lastPrefix: string;
  /** called once, later, when nothing more can be written */
  failed: (reason: string) => void;
  /** replace the limits above, for tests */
  fileMax?: number;
  filesMax?: number;
}

/** Writes lines to numbered files of limited size. The previous run's files are kept under another name. */
export class RotatingLogFile {
  readonly #options: RotatingLogOptions;
  #number = 0;
  #file: LogFile | undefined;

  /** @throws {Error} when the first file cannot be opened */
  constructor(options: RotatingLogOptions) {
    this.#options = options;
    renameOld(options);
    this.#file = this.#open();
  }

  append(line: string): void {
    this.#file?.append(line);
    if (this.#file !== undefined && this.#file.size >= (this.#options.fileMax ?? FILE_MAX)) this.#next();
  }

  /** Flushes and closes the current file. Idempotent. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #next(): void {
    this.close();
    this.#number += 1;
    try {
      this.#file = this.#open();
      const oldest = this.#number - (this.#options.filesMax ?? FILES_MAX);
      if (oldest >= 0) rmSync(this.#path(oldest), { force: true });
    } catch (error) {
      this.#options.failed(reasonOf(error));
    }
  }

  #open(): LogFile {
    return LogFile.open(this.#path(this.#number), this.#options.failed);
  }

  #path(number: number): string {
    return join(this.#options.folder, `${this.#options.prefix}_${String(number)}`);
  }
}

/** Deletes the files of the run before the previous one: together they would look like a single run. */
function renameOld({ folder, prefix, lastPrefix }: RotatingLogOptions): void {
  const names = readdirSync(folder);
  for (const name of names) if (isNumbered(name, lastPrefix)) rmSync(join(folder, name), { force: true });
  for (const name of names) {
    if (isNumbered(name, prefix))
      renameSync(join(folder, name), join(folder, lastPrefix + name.slice(prefix.length)));
  }
}

function isNumbered(name: string, prefix: string): boolean {
  return name.startsWith(`${prefix}_`) && /^[0-9]+$/.test(name.slice(prefix.length + 1));
}
