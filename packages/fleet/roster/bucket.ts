import { Kvm, type KV } from "@nats-io/kv";
import type { Clock } from "sdkpp/voice";
import type { Bus } from "../bus/bus.js";
import type { Letters } from "../bus/letters.js";
import { BEAT_MS, LEASE_MS, parseBeat, type Beat } from "./beat.js";

/** What is said of workers opens for nothing else. */
const PURPOSE = "beat";
/** A beat that the server has not confirmed by then is none, milliseconds. */
const PUT_LIMIT_MS = 500;
/** A watch that says nothing for so long is opened anew, milliseconds. */
const SILENT_WATCH_MS = 3 * BEAT_MS;
const PAUSE_MS = 100;

export interface BucketParts {
  readonly bus: Bus;
  readonly letters: Letters;
  readonly clock: Clock;
  /** of a fleet among others on the same servers */
  readonly fleet: string;
}

/** The bucket in which workers write themselves down. In memory: what is older than two seconds says nothing. */
export class WorkerBucket {
  readonly #parts: BucketParts;
  #kv: KV | undefined;

  constructor(parts: BucketParts) {
    this.#parts = parts;
  }

  /** @throws Error when the servers do not confirm it in time */
  async write(beat: Beat): Promise<void> {
    const kv = await this.#open();
    try {
      await within(
        kv.put(beat.worker, this.#parts.letters.seal(PURPOSE, beat)),
        PUT_LIMIT_MS,
        this.#parts.clock,
      );
    } catch (error) {
      // it may be gone with a server that was started anew
      this.#kv = undefined;
      throw error;
    }
  }

  /** Whether a worker of this name lives. @throws Error as {@link write} */
  async has(worker: string): Promise<boolean> {
    const { clock } = this.#parts;
    const found = async (): Promise<boolean> => {
      const entry = await within((await this.#open()).get(worker), PUT_LIMIT_MS, clock);
      return entry?.operation === "PUT";
    };
    if (!(await found())) return false;
    // one that has just ended is there for as long as its lease
    await new Promise<void>((resolve) => clock.schedule(LEASE_MS + BEAT_MS, resolve));
    return found();
  }

  /** @throws Error as {@link write} */
  async remove(worker: string): Promise<void> {
    const kv = await this.#open();
    await within(kv.delete(worker), PUT_LIMIT_MS, this.#parts.clock);
  }

  /** Says what workers write, until it is ended. @returns ends it */
  watch(heard: (beat: Beat) => void, left: (worker: string) => void): () => void {
    let isOver = false;
    let stop = (): void => undefined;
    // a server that was started anew knows nothing of the watch
    const ignore = this.#parts.bus.onConnection((isConnected) => {
      this.#kv = undefined;
      if (isConnected) stop();
    });
    const run = async (): Promise<void> => {
      while (!isOver) {
        await this.#watchOnce(heard, left, (end) => (stop = end)).catch(() => (this.#kv = undefined));
        if (!isOver) await new Promise<void>((resolve) => this.#parts.clock.schedule(PAUSE_MS, resolve));
      }
    };
    void run();
    return () => {
      isOver = true;
      ignore();
      stop();
    };
  }

  async #watchOnce(
    heard: (beat: Beat) => void,
    left: (worker: string) => void,
    stoppable: (stop: () => void) => void,
  ): Promise<void> {
    const { clock, letters } = this.#parts;
    const kv = await this.#open();
    const entries = await kv.watch();
    const stop = (): void => entries.stop();
    stoppable(stop);
    let cancel = clock.schedule(SILENT_WATCH_MS, stop);
    for await (const { key, operation, value } of entries) {
      cancel();
      cancel = clock.schedule(SILENT_WATCH_MS, stop);
      if (operation !== "PUT") left(key);
      const beat = operation === "PUT" ? parseBeat(letters.open(PURPOSE, value)) : undefined;
      if (beat?.worker === key) heard(beat);
    }
    cancel();
  }

  async #open(): Promise<KV> {
    const { bus, fleet } = this.#parts;
    const options = { history: 1, storage: "memory", ttl: LEASE_MS } as const;
    return (this.#kv ??= await new Kvm(bus.connection).create(`sdkpp_${fleet}_workers`, options));
  }
}

async function within<T>(asked: Promise<T>, limitMs: number, clock: Clock): Promise<T> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.schedule(limitMs, () =>
      reject(new Error(`NATS did not answer within ${String(limitMs)} ms`)),
    );
  });
  return Promise.race([asked, late]).finally(() => cancel());
}
