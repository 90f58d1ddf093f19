import { Emitter, type Subscription } from "../../call/index.js";
import type { HeardBlock } from "../../native/index.js";
import type { CheckedListenOptions } from "./ear-options.js";
import { framesOf, type EarFrame } from "./ear-frame.js";
import { PreRoll } from "./pre-roll.js";

/** The events of an {@link EarStream}. */
export interface EarStreamEvents {
  /** a frame; while somebody listens to it, frames do not wait for a reader */
  frame: (frame: EarFrame) => void;
  /**
   * The reader, or the whole JavaScript thread, was too slow, and frames are lost: told when it begins. `dropped` of the stream counts
   * on; the next stall is told again
   */
  dropped: () => void;
  /** the stream, its agent or the connection was closed */
  closed: () => void;
}

/** @internal */
export interface EarStreamParts {
  readonly options: CheckedListenOptions;
  readonly closing: () => void;
  readonly listenerFailed: (event: string, error: unknown) => void;
}

/** So much older than the newest frame one that waits for a reader may be, 48 kHz ticks: five seconds. */
const OLDEST = 240_000;
const BLOCK_MS = 20;

type Result = IteratorResult<EarFrame, undefined>;

const END: IteratorReturnResult<undefined> = { value: undefined, done: true };

/**
 * The sound that an agent hears, frame by frame: `for await (const frame of ears)`, or the event `frame`. While a user sends no packets, silence
 * is handed out for three seconds after they were heard last and to the end of their turn; then there is a pause in their frames.
 * @example
 * using ears = VoiceAgent.of(connection).listen("everyone", { rate: 16000, speechOnly: true });
 * setTimeout(() => ears.close(), 100);
 * for await (const { userId: speaker, timestamp, samples } of ears) {
 *   console.log(speaker, timestamp, samples.length);
 * }
 */
export class EarStream implements AsyncIterable<EarFrame>, Disposable {
  readonly #parts: EarStreamParts;
  readonly #events: Emitter<EarStreamEvents>;
  readonly #preRoll: PreRoll | undefined;
  readonly #waiting: EarFrame[] = [];
  readonly #readers: ((result: Result) => void)[] = [];
  #isClosed = false;
  #isStalled = false;
  #dropped = 0;

  private constructor(parts: EarStreamParts) {
    const { speechOnly, preRollMs } = parts.options;
    this.#parts = parts;
    this.#preRoll = speechOnly ? new PreRoll(preRollMs) : undefined;
    this.#events = new Emitter(parts.listenerFailed);
  }

  /** @internal */
  static of(parts: EarStreamParts): EarStream {
    return new EarStream(parts);
  }

  /** Number of frames that are lost because they were not taken in time. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Listens to an event. */
  on<K extends keyof EarStreamEvents>(event: K, listener: EarStreamEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /** Stops listening to an event. */
  off<K extends keyof EarStreamEvents>(event: K, listener: EarStreamEvents[K]): void {
    this.#events.off(event, listener);
  }

  /** Ends the stream; frames that wait can still be read. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const reader of this.#readers.splice(0)) reader(END);
    this.#parts.closing();
    this.#events.emit("closed");
    this.#events.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<EarFrame, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.close();
        return Promise.resolve(END);
      },
    };
  }

  /** @internal */
  push(block: HeardBlock): void {
    const { frameMs } = this.#parts.options;
    if (block.lost > 0) this.#lose(block.lost * (BLOCK_MS / frameMs));
    else if (this.#waiting.length === 0) this.#isStalled = false;
    for (const frame of framesOf(block, frameMs)) {
      const due = this.#preRoll?.take(frame, block.speechBegan) ?? [frame];
      for (const each of due) this.#hand(each);
    }
  }

  /** @internal a user has gone */
  forget(userId: bigint): void {
    this.#preRoll?.forget(userId);
  }

  #hand(frame: EarFrame): void {
    if (this.#isClosed) return;
    if (this.#events.has("frame")) return this.#events.emit("frame", frame);
    const reader = this.#readers.shift();
    if (reader !== undefined) return reader({ value: frame, done: false });
    this.#waiting.push(frame);
    const fresh = this.#waiting.findIndex(({ timestamp }) => frame.timestamp - timestamp <= OLDEST);
    if (fresh > 0) this.#lose(this.#waiting.splice(0, fresh).length);
  }

  #lose(frames: number): void {
    this.#dropped += frames;
    if (this.#isStalled) return;
    this.#isStalled = true;
    this.#events.emit("dropped");
  }

  #next(): Promise<Result> {
    const frame = this.#waiting.shift();
    if (frame !== undefined) return Promise.resolve({ value: frame, done: false });
    if (this.#isClosed) return Promise.resolve(END);
    return new Promise((resolve) => this.#readers.push(resolve));
  }
}
