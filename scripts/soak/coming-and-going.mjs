// Sessions that come, send sound that has to be encoded, and go, at times that follow from a seed.
import { setTimeout as pause } from "node:timers/promises";
import { NativeLine } from "../../test/support/native-line.mjs";

/** Sends without a gate. */
const CONTINUOUS = 3;
const STEP_MS = 20;
const FULL = { bitrate: 64_000, complexity: 10, application: "audio", frameMs: 20 };

/**
 * A session that plays `wav` without end.
 * @param isFull whether it asks for complexity 10, which the media threads then leave as it is
 */
export async function speak(addon, { server, wav, isFull }) {
  const line = await new NativeLine(addon, { server }).connect();
  line.session.setAudioMode(CONTINUOUS);
  if (isFull) line.session.setEncoder(FULL);
  line.session.openWavInput(wav, true);
  return line;
}

/** A round of coming and going: as many arrivals a second as keep `asked` sessions there if all are admitted. */
export class ComingAndGoing {
  admitted = 0;
  refused = 0;
  frames = 0;
  missed = 0;
  /** From when on, ms, how many sessions encoded at complexity 10 and how many at less. */
  schedule = [];
  #there = new Set();
  #options;

  /** @param options `addon`, `server`, `wav`; `asked` sessions, which stay `stayMs` on average; `random` */
  constructor(options) {
    this.#options = options;
  }

  /** Encoders whose complexity nobody asked for use less from now on. @returns how many they are */
  reduce() {
    const more = [...this.#there].filter((one) => !one.isFull && !one.isReduced);
    for (const one of more) one.isReduced = true;
    return more.length;
  }

  /** For so long, ms; all are gone when it resolves. */
  async run(lasting) {
    const began = performance.now();
    let nextArrival = this.#exponential(this.#betweenMs());
    for (let now = 0; now < lasting; now = performance.now() - began) {
      for (; nextArrival <= now; nextArrival += this.#exponential(this.#betweenMs())) await this.#come(now);
      for (const one of this.#there) if (one.until <= now) this.#leave(one);
      this.#note(now);
      await pause(STEP_MS);
    }
    for (const one of this.#there) this.#leave(one);
    this.schedule.push([lasting, 0, 0]);
  }

  #betweenMs() {
    return this.#options.stayMs / this.#options.asked;
  }

  #exponential(mean) {
    return -mean * Math.log(1 - this.#options.random());
  }

  /** Draws first, so that who is refused changes nothing for those behind. */
  async #come(now) {
    const { addon, server, wav, random, stayMs } = this.#options;
    const isFull = random() < 0.5;
    const until = now + this.#exponential(stayMs);
    try {
      const line = await speak(addon, { server, wav, isFull });
      this.#there.add({ line, isFull, isReduced: false, until });
      this.admitted += 1;
    } catch (error) {
      if (error.code !== "MEDIA_OVERLOADED") throw error;
      this.refused += 1;
    }
  }

  #leave(one) {
    const { pacing, packetsSent } = one.line.session.getStats();
    this.missed += pacing.missedDeadlines;
    this.frames += packetsSent;
    one.line.close();
    this.#there.delete(one);
  }

  #note(now) {
    const reduced = [...this.#there].filter(({ isReduced }) => isReduced).length;
    const full = this.#there.size - reduced;
    const [, lastFull, lastReduced] = this.schedule.at(-1) ?? [];
    if (full !== lastFull || reduced !== lastReduced) this.schedule.push([Math.round(now), full, reduced]);
  }
}
