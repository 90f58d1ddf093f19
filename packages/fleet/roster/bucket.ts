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
/** A server that is there opens a bucket in less, milliseconds. */
const OPEN_LIMIT_MS = 1000;
const REPLICAS = 3;

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
    const { clock, letters } = this.#parts;
    const lives = async (): Promise<boolean> => {
      const entry = await within((await this.#open()).get(worker), PUT_LIMIT_MS, clock);
      const beat = entry?.operation === "PUT" ? parseBeat(letters.open(PURPOSE, entry.value)) : undefined;
      return beat !== undefined && beat.process !== "";
    };
    if (!(await lives())) return false;
    // one that has just ended is there for as long as its lease
    await new Promise<void>((resolve) => clock.schedule(LEASE_MS + BEAT_MS, resolve));
    return lives();
  }

  /**
   * Says what workers write, until it is ended.
   * @param watching whether it would be heard now
   * @returns ends it
   */
  watch(heard: (beat: Beat) => void, watching: (isWatching: boolean) => void): () => void {
    let isOver = false;
    let stop = (): void => undefined;
    // a server that was started anew knows nothing of the watch
    const ignore = this.#parts.bus.onConnection(() => {
      this.#kv = undefined;
      stop();
    });
    const run = async (): Promise<void> => {
      while (!isOver) {
        await this.#watchOnce(heard, (end) => {
          stop = end;
          watching(true);
        }).catch(() => (this.#kv = undefined));
        watching(false);
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

  async #watchOnce(heard: (beat: Beat) => void, opened: (stop: () => void) => void): Promise<void> {
    const { clock, letters } = this.#parts;
    const kv = await this.#open();
    const entries = await within(kv.watch(), PUT_LIMIT_MS, clock);
    const stop = (): void => entries.stop();
    opened(stop);
    let cancel = clock.schedule(SILENT_WATCH_MS, stop);
    for await (const { key, operation, value } of entries) {
      cancel();
      cancel = clock.schedule(SILENT_WATCH_MS, stop);
      // nobody has signed a deletion
      const beat = operation === "PUT" ? parseBeat(letters.open(PURPOSE, value)) : undefined;
      if (beat?.worker === key) heard(beat);
    }
    cancel();
  }

  async #open(): Promise<KV> {
    return (this.#kv ??= await within(this.#create(), OPEN_LIMIT_MS, this.#parts.clock));
  }

  /** On as many servers of a cluster as survive the loss of one, when there are so many. */
  async #create(): Promise<KV> {
    const { bus, fleet } = this.#parts;
    const options = { history: 1, storage: "memory", ttl: LEASE_MS } as const;
    const buckets = new Kvm(bus.connection);
    const name = `sdkpp_${fleet}_workers`;
    return buckets
      .create(name, { ...options, replicas: REPLICAS })
      .catch(() => buckets.create(name, { ...options, replicas: 1 }));
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
