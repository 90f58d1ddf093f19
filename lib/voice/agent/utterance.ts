import type { TextMarks } from "./text-marks.js";

/** How much of an utterance has left in packets, which is what listeners can have heard of it. Exact to 20 ms. */
export interface HeardUpTo {
  /** per channel at 48 kHz */
  readonly samples: number;
  /** milliseconds from the beginning of the utterance */
  readonly ms: number;
  /** the texts of the chunks that have begun, joined; "" for sources without text */
  readonly text: string;
}

/**
 * Why an utterance ended: "finished", all of it was said; "interrupted", somebody spoke over it; "stopped", by {@link Utterance.stop},
 * by a newer generation, or with the agent; "failed", the source threw or cannot be played.
 */
export type UtteranceEndReason = "finished" | "interrupted" | "stopped" | "failed";

/** The end of an utterance. */
export interface UtteranceEnd {
  readonly reason: UtteranceEndReason;
  readonly heardUpTo: HeardUpTo;
  /** who interrupted */
  readonly by?: bigint;
  /** why it failed */
  readonly error?: unknown;
}

/** @internal */
export interface UtteranceParts {
  readonly generation: number;
  readonly marks: TextMarks;
  /** samples that have left so far; undefined: that cannot be read any more */
  readonly heard: () => number | undefined;
  readonly stop: () => void;
}

const SAMPLES_PER_MS = 48;

/** Something that an agent says: it waits for its turn, sounds, and ends. */
export class Utterance {
  readonly #parts: UtteranceParts;
  readonly #settle: (end: UtteranceEnd) => void;
  #end: UtteranceEnd | undefined;
  #samples = 0;
  /** Resolves when it has ended, whatever the reason; it never rejects. */
  readonly ended: Promise<UtteranceEnd>;

  /** @internal */
  constructor(parts: UtteranceParts) {
    this.#parts = parts;
    const { promise, resolve } = deferred<UtteranceEnd>();
    this.ended = promise;
    this.#settle = resolve;
  }

  /** The answer to which it belongs. */
  get generation(): number {
    return this.#parts.generation;
  }

  /** Whether it has ended. */
  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** How much of it has left so far, read from the media thread without waiting for it; of one that has ended, in all. */
  get heardUpTo(): HeardUpTo {
    if (this.#end !== undefined) return this.#end.heardUpTo;
    this.#samples = Math.max(this.#samples, this.#parts.heard() ?? 0);
    return this.placeAt(this.#samples);
  }

  /** @internal A place in it. */
  placeAt(samples: number): HeardUpTo {
    return { samples, ms: samples / SAMPLES_PER_MS, text: this.#parts.marks.upTo(samples) };
  }

  /** Ends it within 20 ms, or takes it out of the queue. Does nothing when it has ended. */
  stop(): void {
    this.#parts.stop();
  }

  /** @internal */
  end(reason: UtteranceEndReason, cause: Pick<UtteranceEnd, "by" | "error"> = {}): void {
    if (this.#end !== undefined) return;
    this.#end = { reason, heardUpTo: this.heardUpTo, ...cause };
    this.#settle(this.#end);
  }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
