import type { SnapshotHead } from "./format.js";

/** A snapshot that is kept. */
export interface Snapshot extends Partial<SnapshotHead> {
  readonly name: string;
  /** How large its file is. */
  readonly bytes: number;
}

/** Keeps files of snapshots by their names, which are checked. */
export interface SnapshotShelf {
  /** Replaces one of the same name. @throws {RangeError} when there is no room, {@link StartError} when it cannot be written */
  keep(name: string, file: Uint8Array): void;
  /** undefined: there is none */
  get(name: string): Uint8Array | undefined;
  /** By name. A damaged one has no time. */
  list(): Snapshot[];
  /** @returns false when there is none */
  remove(name: string): boolean;
}

/** Files of snapshots that a platform without a folder keeps. */
const COUNT_MAX = 32;
const BYTES_MAX = 512 << 20;

/** Keeps snapshots until the platform stops. */
export class MemoryShelf implements SnapshotShelf {
  readonly #files = new Map<string, Uint8Array>();
  readonly #headOf: (file: Uint8Array) => SnapshotHead | undefined;

  constructor(headOf: (file: Uint8Array) => SnapshotHead | undefined) {
    this.#headOf = headOf;
  }

  keep(name: string, file: Uint8Array): void {
    const others = [...this.#files].filter(([one]) => one !== name).map(([, { length }]) => length);
    const bytes = others.reduce((all, length) => all + length, file.length);
    if (others.length >= COUNT_MAX || bytes > BYTES_MAX)
      throw new RangeError(
        `There is no room for another snapshot: in memory, ${COUNT_MAX} and ${BYTES_MAX} bytes are kept; remove one, or use a data folder.`,
      );
    this.#files.set(name, file);
  }

  get(name: string): Uint8Array | undefined {
    return this.#files.get(name);
  }

  list(): Snapshot[] {
    const all = [...this.#files].map(([name, file]) => ({ name, bytes: file.length, ...this.#headOf(file) }));
    return all.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  remove(name: string): boolean {
    return this.#files.delete(name);
  }
}
