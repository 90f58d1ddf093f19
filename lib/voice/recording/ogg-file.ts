import { opusPacketSamples } from "../../wire/index.js";
import { OggPages } from "./ogg-pages.js";
import type { FileAccess, SoundFile } from "../../call/recording/sound-file.js";

/** Of 20 ms, as senders end their speech with it. */
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);
const SILENCE_SAMPLES = 960;
/** Of 2.5 ms, so that what follows a pause is in time. */
const SHORT_SILENCE = Uint8Array.of(0xe0, 0xff, 0xfe);
const SHORT_SAMPLES = 120;
/** Packets may overtake each other by so many. */
const MOST_WAITING = 10;

interface Waiting {
  readonly packet: Uint8Array;
  readonly at: number;
}

/** An Ogg Opus file with packets as they were received. Gaps are filled with silent ones. */
export class OggFile implements SoundFile {
  readonly #file: FileAccess;
  readonly #pages: OggPages;
  #ready: Uint8Array[];
  #written = 0;
  /** in order of their positions */
  readonly #waiting: Waiting[] = [];
  /** samples so far */
  #length = 0;
  #late = 0;

  constructor(file: FileAccess, serial: number) {
    this.#file = file;
    this.#pages = new OggPages(serial);
    this.#ready = [this.#pages.head()];
  }

  get late(): number {
    return this.#late;
  }

  put(packet: Uint8Array, at: number): void {
    const before = this.#waiting.findLastIndex((each) => each.at <= at);
    this.#waiting.splice(before + 1, 0, { packet, at });
    if (this.#waiting.length > MOST_WAITING) this.#take();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#ready);
    const position = this.#written;
    this.#ready = [];
    this.#written += bytes.length;
    if (bytes.length > 0) await this.#file.write(bytes, position);
  }

  async end(length: number): Promise<void> {
    while (this.#waiting.length > 0) this.#take();
    this.#fill(length);
    this.#ready.push(this.#pages.end());
    try {
      await this.flush();
    } finally {
      await this.#file.close();
    }
  }

  #take(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const samples = opusPacketSamples(next.packet);
    if (samples === 0 || next.at + samples <= this.#length) this.#late += 1;
    else {
      this.#fill(next.at);
      this.#add(next.packet, samples);
    }
  }

  /** A difference of less than a packet is that of two clocks, and waits for the next pause. */
  #fill(until: number): void {
    if (until - this.#length < SILENCE_SAMPLES) return;
    while (until - this.#length >= SILENCE_SAMPLES) this.#add(SILENCE, SILENCE_SAMPLES);
    while (until - this.#length >= SHORT_SAMPLES) this.#add(SHORT_SILENCE, SHORT_SAMPLES);
  }

  #add(packet: Uint8Array, samples: number): void {
    this.#length += samples;
    const page = this.#pages.put(packet, this.#length);
    if (page !== undefined) this.#ready.push(page);
  }
}
