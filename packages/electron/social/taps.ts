import type { Call, Subscription } from "sdkpp";
import { SpeechRate, TAP_RATE } from "./speech-rate.js";

/** Speakers whose sound one page may have at a time. */
const TAPS_MAX = 25;
/** Sound that waits for a page that does not draw, samples; behind it the oldest is left out. A hidden page draws once a second. */
const WAITING_MAX = 2 * TAP_RATE;

interface Tap {
  readonly subscription: Subscription;
  blocks: Int16Array[];
  waiting: number;
}

export interface TapsParts {
  /** the player's call in a lobby; undefined: none */
  readonly callOf: (lobbyId: string) => Call | undefined;
  /** there is sound to be taken */
  readonly heard: () => void;
}

/** The sound of speakers that one page asked for: 16 kHz mono, 32 KB a second each. */
export class Taps {
  readonly #parts: TapsParts;
  readonly #taps = new Map<string, Tap>();

  constructor(parts: TapsParts) {
    this.#parts = parts;
  }

  /** @param key of `participants`; where there is no such call, nothing comes */
  open(key: string): void {
    const [lobbyId = "", userId = ""] = key.split("/");
    const call = this.#parts.callOf(lobbyId);
    if (call === undefined || !isId(userId) || this.#taps.has(key) || this.#taps.size >= TAPS_MAX) return;
    const rate = new SpeechRate();
    const subscription = call.listen(userId, (samples) => this.#heard(key, rate.convert(samples)));
    this.#taps.set(key, { subscription, blocks: [], waiting: 0 });
  }

  close(key: string): void {
    this.#taps.get(key)?.subscription.dispose();
    this.#taps.delete(key);
  }

  end(): void {
    for (const key of [...this.#taps.keys()]) this.close(key);
  }

  /** Takes what has come. */
  take(): [key: string, samples: Int16Array][] {
    return [...this.#taps].flatMap(([key, tap]): [string, Int16Array][] => {
      const { blocks } = tap;
      tap.blocks = [];
      tap.waiting = 0;
      return blocks.length === 0 ? [] : [[key, joined(blocks)]];
    });
  }

  #heard(key: string, samples: Int16Array): void {
    const tap = this.#taps.get(key);
    if (tap === undefined) return;
    tap.blocks.push(samples);
    tap.waiting += samples.length;
    while (tap.waiting > WAITING_MAX) tap.waiting -= tap.blocks.shift()?.length ?? 0;
    this.#parts.heard();
  }
}

const ID_MAX = 2n ** 64n - 1n;

/** A page may send any text; one that is no 64-bit id would be an error of this process. */
function isId(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= ID_MAX;
}

function joined(blocks: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(blocks.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}
