import { availableParallelism } from "node:os";
import type { Cancel, Clock } from "sdkpp/voice";
import { BEAT_MS, LEASE_MS, type Beat } from "../roster/beat.js";
import type { WorkerBucket } from "../roster/bucket.js";
import type { ProcessStart } from "./messages.js";
import { VoiceChild } from "./voice-child.js";

/** So soon a beat is sent again that was not confirmed, milliseconds. */
const RETRY_MS = 100;
/** Drained calls that have not moved by then go on elsewhere as behind the end of a process. */
const DRAIN_LIMIT_MS = 30_000;

export interface WorkerParts {
  readonly name: string;
  readonly bucket: WorkerBucket;
  readonly clock: Clock;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  readonly start: Omit<ProcessStart, "type" | "process">;
  /** something that its operator should know */
  readonly log: (message: string) => void;
}

/**
 * A worker: says each second that it lives. Its voice process has calls only while NATS has confirmed that lately, because behind it another
 * worker goes on with them.
 */
export class Worker {
  readonly #parts: WorkerParts;
  #child: VoiceChild | undefined;
  #count = 0;
  #isDraining = false;
  #isOver = false;
  #isWriting = false;
  #isAgain = false;
  /** NATS takes no beats, and that was said. */
  #hasFailed = false;
  #cancelBeat: Cancel | undefined;
  #emptied: () => void = () => undefined;
  #started: () => void = () => undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Resolves when it takes calls. @throws Error when its voice process cannot load the engine */
  start(): Promise<void> {
    const { start, clock, log } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#started = resolve;
      this.#child = new VoiceChild({
        ...{ start, clock, log },
        // who has calls there hears of its end at once, and not when the lease is over
        changed: () => this.#beat(),
        emptied: () => this.#emptied(),
        failed: (reason) => {
          log(reason);
          reject(new Error(reason));
        },
      });
    });
  }

  /** Calls that its voice process has. */
  get calls(): number {
    return this.#child?.calls ?? 0;
  }

  /** Takes no more calls, and resolves when those that it has are elsewhere, or after 30 s. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    const emptied = new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.schedule(DRAIN_LIMIT_MS, resolve);
      this.#emptied = () => {
        cancel();
        resolve();
      };
    });
    this.#child?.drain();
    this.#beat();
    await emptied;
  }

  /** Ends it; calls that it still has go on elsewhere. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#cancelBeat?.();
    this.#child?.end();
    // whoever has calls there hears of it at once
    await this.#parts.bucket.write(this.#present).catch(() => undefined);
  }

  /** One beat at a time: what changes meanwhile is in the next one, which follows at once. */
  #beat(): void {
    this.#cancelBeat?.();
    if (this.#isOver) return;
    if (this.#isWriting) return void (this.#isAgain = true);
    this.#isWriting = true;
    void this.#write().then((isWritten) => {
      this.#isWriting = false;
      const pauseMs = this.#isAgain ? 0 : isWritten ? BEAT_MS : RETRY_MS;
      this.#isAgain = false;
      if (!this.#isOver) this.#cancelBeat = this.#parts.clock.schedule(pauseMs, () => this.#beat());
    });
  }

  /** @returns whether the servers confirmed it. Calls may be here for two seconds from when it was sent */
  async #write(): Promise<boolean> {
    const { bucket, clock } = this.#parts;
    const [beat, sentMs] = [this.#present, clock.now()];
    try {
      await bucket.write(beat);
    } catch (error) {
      this.#failed(error);
      return false;
    }
    this.#hasFailed = false;
    if (beat.process !== "" && beat.process === this.#child?.process) {
      this.#child.lease(sentMs + LEASE_MS - clock.now());
      this.#started();
    }
    return true;
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed && !this.#isOver)
      this.#parts.log(`NATS did not take the beat of this worker: ${String(error)}`);
    this.#hasFailed = true;
  }

  get #present(): Beat {
    return {
      worker: this.#parts.name,
      process: this.#isOver ? "" : (this.#child?.process ?? ""),
      startedAt: this.#parts.startedAt,
      count: (this.#count += 1),
      cores: availableParallelism(),
      load: this.#child?.load ?? 0,
      calls: this.calls,
      isDraining: this.#isDraining,
    };
  }
}
