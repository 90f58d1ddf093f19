import { reasonOf } from "../protocol/index.js";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LogFile } from "./log-file.js";

/** Bytes of one file, about; the line that passes it is the last. */
const FILE_MAX = 4 << 20;
/** Files kept; the oldest goes first. */
const FILES_MAX = 8;

export interface RotatingLogOptions {
  folder: string;
  /** names of this run's files are `<prefix>_<number>` */
  prefix: string;
  /** and of the run's before */
  lastPrefix: string;
  /** called once, later, when nothing can be written any more */
  failed: (reason: string) => void;
  /** bytes of one file, and files kept, for tests */
  fileMax?: number;
  filesMax?: number;
}

/** Lines in numbered files of limited size. The files of the run before are kept under another name. */
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

  /** Writes what is left. Idempotent. */
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

/** What the run before the last left goes: its files and the last one's would look like one run's. */
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
