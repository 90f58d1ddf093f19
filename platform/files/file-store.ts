import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FileContent } from "../domain/records/message/file-content.js";
import type { FileContents } from "../domain/world/ports.js";
import type { Guard } from "../guard/guard.js";
import type { FilePlace, OpenFile } from "./file-place.js";

/** Bytes that stay although no record names them yet. */
export interface HeldFile {
  readonly content: FileContent;
  /** From now on they stay as long as a record names them. May be called more than once. */
  release(): void;
}

export interface FileStoreParts {
  readonly place: FilePlace;
  /** Whether a record names these bytes; no transaction is under way when it is asked. */
  readonly isNamed: (hash: string) => boolean;
  readonly guard: Guard;
}

/**
 * The bytes of files, once for all files of equal content. They come before the records that name them, and go when no record does and
 * nobody holds them. Whatever ends the process, a record never lacks its bytes; bytes without a record are swept at the next start.
 */
export class FileStore implements FileContents {
  readonly #parts: FileStoreParts;
  readonly #held = new Map<string, number>();
  readonly #doubted = new Set<string>();
  readonly #sources = new Set<Readable>();
  readonly #running = new Set<Promise<unknown>>();
  #isSettling = false;
  #isStopping = false;
  #isStopped = false;

  constructor(parts: FileStoreParts) {
    this.#parts = parts;
  }

  /**
   * Keeps what a stream holds. The caller releases it once the record is stored, or is not.
   * @throws what the stream ended with, or the disk; nothing is left then
   */
  async keep(source: Readable): Promise<HeldFile> {
    this.#sources.add(source);
    let held: HeldFile | undefined;
    try {
      const content = await this.#track(
        this.#parts.place.write(source, (claimed) => (held = this.hold(claimed))),
      );
      return held ?? this.hold(content);
    } catch (error) {
      held?.release();
      throw error;
    } finally {
      this.#sources.delete(source);
    }
  }

  /** Holds bytes that are named now. */
  hold(content: FileContent): HeldFile {
    const { hash } = content;
    this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      const others = (this.#held.get(hash) ?? 1) - 1;
      if (others > 0) this.#held.set(hash, others);
      else this.#held.delete(hash);
      this.doubt(hash);
    };
    return { content, release };
  }

  /** @returns undefined when the bytes are gone, though a record names them: somebody took them out of the folder */
  open(content: FileContent): Promise<OpenFile | undefined> {
    return this.#parts.place.open(content);
  }

  doubt(hash: string): void {
    this.#doubted.add(hash);
    if (this.#isSettling || this.#isStopped) return;
    this.#isSettling = true;
    this.#parts.guard.start("the removal of files", this.#track(this.#settle()));
  }

  /** Removes everything that no record names: what a killed process left, or another world had. */
  sweep(): Promise<void> {
    return this.#track(this.#sweepAll());
  }

  /** Ends what is being kept, and waits for the disk. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const source of this.#sources) source.destroy();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    this.#isStopped = true;
  }

  async #settle(): Promise<void> {
    // The running transaction ends first: it may yet be rolled back.
    await setImmediate();
    for (const hash of this.#doubted) {
      this.#doubted.delete(hash);
      await this.#removeUnnamed(hash);
    }
    this.#isSettling = false;
  }

  async #sweepAll(): Promise<void> {
    for await (const hash of this.#parts.place.all()) {
      if (this.#isStopping) return;
      await this.#removeUnnamed(hash);
    }
  }

  /** The answer and the removal are one step: nobody can begin to hold or name the bytes between them. */
  async #removeUnnamed(hash: string): Promise<void> {
    const { place, isNamed, guard } = this.#parts;
    try {
      if (!this.#held.has(hash) && !isNamed(hash)) await place.remove(hash);
    } catch (error) {
      guard.report("the removal of a file", error);
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}
