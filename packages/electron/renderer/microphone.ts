import type { MicrophoneReport } from "../bridge/messages.js";
import { tell } from "./tell.js";

/** How loud the player's own microphone is, in a call or not. It is open while somebody watches: the system may show that to the player. */
export class Microphone {
  readonly #wanted: (isWanted: boolean) => void;
  readonly #listeners = new Set<() => void>();
  #report = SILENT;

  /** @internal @param wanted somebody watches, or nobody any more */
  constructor(wanted: (isWanted: boolean) => void) {
    this.#wanted = wanted;
  }

  /** Whether somebody watches. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** The loudest 20 ms since the frame before, dBFS: −100 (silence) to 0. −100 while nobody watches. */
  get dbfs(): number {
    return this.#report.dbfs;
  }

  /** Why nothing is measured, in words for the player; "" when all is well, and while nobody watches. */
  get problem(): string {
    return this.#report.problem;
  }

  /**
   * Listens to new levels and problems, at most 60 times a second. The allow-list has to name `microphone`, or nothing comes.
   * @returns ends it; with the last one the microphone is closed, unless a call uses it
   */
  watch(listener: () => void): () => void {
    // one function may watch twice
    const own = (): void => listener();
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#wanted(true);
    return () => {
      if (!this.#listeners.delete(own) || this.#listeners.size > 0) return;
      this.#report = SILENT;
      this.#wanted(false);
    };
  }

  /** @internal */
  heard(report: MicrophoneReport): void {
    if (!this.isWatched) return;
    this.#report = report;
    tell(this.#listeners);
  }

  /** @internal Nobody measures any more. */
  lost(): void {
    this.#report = SILENT;
    tell(this.#listeners);
  }
}

const SILENT: MicrophoneReport = { dbfs: -100, problem: "" };
