import type { Client, Clock, MicrophoneTest } from "sdkpp";
import type { MicrophoneReport } from "../bridge/messages.js";

const SILENCE_DBFS = -100;
/** Nothing comes in pauses: a microphone that has told nothing for so long is silent, milliseconds. */
const PAUSE_MS = 150;

/** How loud the player's microphone is. */
export interface MicrophoneSource {
  readonly report: MicrophoneReport;
  /** Listens as long as somebody does. @returns ends it */
  watch(listener: () => void): () => void;
}

/** Measures the microphone while a page watches, with one test for all pages. What it hears stays in this process. */
export class MicrophoneWatch implements MicrophoneSource {
  readonly #client: Pick<Client, "testMicrophone">;
  readonly #clock: Pick<Clock, "schedule">;
  readonly #watchers = new Set<() => void>();
  #test: MicrophoneTest | undefined;
  #cancelPause: (() => void) | undefined;
  #report: MicrophoneReport = SILENT;

  constructor(client: Pick<Client, "testMicrophone">, clock: Pick<Clock, "schedule">) {
    this.#client = client;
    this.#clock = clock;
  }

  get report(): MicrophoneReport {
    return this.#report;
  }

  watch(listener: () => void): () => void {
    // one function may watch twice
    const own = (): void => listener();
    this.#watchers.add(own);
    if (this.#watchers.size === 1) this.#begin();
    else own();
    return () => {
      if (this.#watchers.delete(own) && this.#watchers.size === 0) this.#stop();
    };
  }

  end(): void {
    this.#watchers.clear();
    this.#stop();
  }

  #begin(): void {
    try {
      const test = this.#client.testMicrophone({ playBack: false });
      test.on("level", (dbfs) => this.#measured(dbfs));
      test.on("opened", () => this.#tell({ ...this.#report, problem: "" }));
      test.on("problem", (problem) => this.#tell({ dbfs: SILENCE_DBFS, problem }));
      this.#test = test;
    } catch (error) {
      this.#tell({ dbfs: SILENCE_DBFS, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  #stop(): void {
    this.#test?.stop();
    this.#test = undefined;
    this.#cancelPause?.();
    this.#report = SILENT;
  }

  #measured(dbfs: number): void {
    this.#cancelPause?.();
    this.#cancelPause = this.#clock.schedule(PAUSE_MS, () =>
      this.#tell({ ...this.#report, dbfs: SILENCE_DBFS }),
    );
    this.#tell({ ...this.#report, dbfs });
  }

  #tell(report: MicrophoneReport): void {
    this.#report = report;
    for (const watcher of this.#watchers) watcher();
  }
}

const SILENT: MicrophoneReport = { dbfs: SILENCE_DBFS, problem: "" };
