import { HEARD_RATE, peakOf } from "../listening/judge.js";

/** Older sound that nobody has listened for is forgotten. */
const KEPT_SECONDS = 30;
const KEPT_SAMPLES = KEPT_SECONDS * HEARD_RATE;

/** The sound of one speaker at one listener, after decryption, jitter buffer and decoder. */
export class Heard {
  #peak = 0;
  #length = 0;
  #blocks: Float32Array[] = [];
  #waiting = 0;
  readonly #followers = new Set<(block: Float32Array) => void>();

  /** The loudest sample, 0 to 1. */
  get peak(): number {
    return this.#peak;
  }

  get seconds(): number {
    return this.#length / HEARD_RATE;
  }

  push(block: Float32Array): void {
    this.#peak = Math.max(this.#peak, peakOf(block));
    this.#length += block.length;
    this.#blocks.push(block);
    this.#waiting += block.length;
    while (this.#waiting > KEPT_SAMPLES) this.#waiting -= this.#blocks.shift()?.length ?? this.#waiting;
    for (const follower of this.#followers) follower(block);
  }

  /** Hands each block over as it comes, besides {@link take}. @returns ends it */
  follow(follower: (block: Float32Array) => void): Disposable {
    this.#followers.add(follower);
    return { [Symbol.dispose]: () => void this.#followers.delete(follower) };
  }

  /** Hands over the sound that has come since the last time. */
  take(): Float32Array[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#waiting = 0;
    return blocks;
  }

  /** Begins to count anew. */
  startAnew(): void {
    this.#peak = 0;
    this.#length = 0;
  }
}

/** The sounds of all speakers at one listener of a call. */
export class Ear {
  readonly #speakers = new Map<string, Heard>();
  readonly #begun = new Set<bigint>();

  of(userId: string): Heard {
    const known = this.#speakers.get(userId) ?? new Heard();
    this.#speakers.set(userId, known);
    return known;
  }

  /** Begins to listen to a speaker, once: the sound of a user goes on when the user comes back. */
  begin(speaker: bigint, listen: () => void): void {
    if (this.#begun.has(speaker)) return;
    this.#begun.add(speaker);
    listen();
  }

  /** @param samples 16 bit, interleaved, 48 kHz; copied */
  hear(userId: bigint, samples: Int16Array, channels: number): void {
    const length = Math.floor(samples.length / channels);
    const mixed = new Float32Array(length);
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel] ?? 0;
      mixed[at] = sum / channels / 0x8000;
    }
    this.of(String(userId)).push(mixed);
  }
}
