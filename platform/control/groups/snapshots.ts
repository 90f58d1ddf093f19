import { mistake } from "../../guard/arguments.js";
import { snapshotName } from "../../snapshots/names.js";
import type { Snapshot, SnapshotShelf } from "../../snapshots/shelf.js";

export interface SnapshotParts {
  readonly shelf: SnapshotShelf;
  /** Everything that the platform stores now, as a file. */
  pack(): Promise<Uint8Array>;
  /** @throws {RangeError} when a file is no snapshot for this platform */
  check(file: Uint8Array): Promise<void>;
  /** @throws {RangeError} when a file is no snapshot for this platform, which is then unchanged */
  restore(file: Uint8Array): Promise<void>;
}

export interface ControlSnapshotsParts {
  readonly snapshots: SnapshotParts;
}

/** Everything that a platform stores, at one moment: accounts, servers, lobbies, messages with their files, tokens, the time. */
export class ControlSnapshots {
  readonly #parts: SnapshotParts;

  /** @internal */
  constructor({ snapshots }: ControlSnapshotsParts) {
    this.#parts = snapshots;
  }

  /**
   * Takes a snapshot, and replaces one of the same name. Clients go on meanwhile; what they do after the call began is not in it.
   * @param name 1 to 64 letters, digits, points, hyphens and underscores
   * @returns the snapshot, which is in the data folder, or in memory without one
   * @throws {RangeError} when there is no room for it
   */
  async save(name: string): Promise<Snapshot> {
    const { shelf, pack } = this.#parts;
    snapshotName("name", name);
    shelf.keep(name, await pack());
    return this.#known(name);
  }

  /**
   * Puts the platform back to a snapshot, its clock too. Every session of the gateway becomes invalid, so that clients identify anew,
   * with tokens that the snapshot has; calls end. Faults that are switched on stay, and so does a clock that stands.
   * @throws {RangeError} when there is no such snapshot, or it is damaged: nothing has changed then
   */
  async load(name: string): Promise<void> {
    await this.#parts.restore(this.#file(name));
  }

  /** All snapshots by name. A damaged one has no time. */
  list(): Snapshot[] {
    return this.#parts.shelf.list();
  }

  /** Removes a snapshot. @throws {RangeError} when there is none of this name */
  remove(name: string): void {
    if (!this.#parts.shelf.remove(snapshotName("name", name))) throw unknown(name);
  }

  /**
   * The file of a snapshot, for another platform: {@link add} takes it there. It holds secrets of applications.
   * @throws {RangeError} when there is none of this name
   */
  read(name: string): Uint8Array {
    return Uint8Array.from(this.#file(name));
  }

  /**
   * Keeps a snapshot of another platform, to be loaded; replaces one of the same name.
   * @param file what {@link read} returned there; over HTTP at most 24 MB
   * @throws {RangeError} when it is no snapshot for this version of the platform, or there is no room for it
   */
  async add(name: string, file: Uint8Array): Promise<Snapshot> {
    snapshotName("name", name);
    if (!(file instanceof Uint8Array)) throw mistake(false, "file", "the bytes of a snapshot", file);
    const copy = Uint8Array.from(file);
    await this.#parts.check(copy);
    this.#parts.shelf.keep(name, copy);
    return this.#known(name);
  }

  #file(name: string): Uint8Array {
    const file = this.#parts.shelf.get(snapshotName("name", name));
    if (file === undefined) throw unknown(name);
    return file;
  }

  #known(name: string): Snapshot {
    const found = this.list().find((one) => one.name === name);
    if (found === undefined) throw unknown(name);
    return found;
  }
}

function unknown(name: string): RangeError {
  return new RangeError(`There is no snapshot ${name}; control.snapshots.list() lists them.`);
}
