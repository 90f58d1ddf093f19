import { reasonOf } from "../protocol/index.js";
import type { VoiceMedia } from "../call/index.js";
import type { Clock } from "../net/index.js";
import type { AudioSource, Pieces } from "./source.js";

/** How a playback ended: to its end, or stopped before. */
export type PlaybackEnd = "finished" | "stopped";

/** First pause before a full queue is tried again; it holds a second of sound. */
const FIRST_PAUSE_MS = 100;
/** Longer pauses cost less, but leave less sound for a thread that is late. */
const LONGEST_PAUSE_MS = 240;
/** So many pieces taken at once mean that the pause could soon be too long: a queue holds 50. */
const MANY_PIECES = 25;

export interface PlaybackParts {
  media: VoiceMedia;
  clock: Clock;
  warn: (message: string) => void;
}

/** One source being spoken. */
export class Playback {
  readonly #parts: PlaybackParts;
  /** Resolves when nothing more is spoken. Rejects with what the source threw. */
  readonly ended: Promise<PlaybackEnd>;
  #settle: (end: PlaybackEnd) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isOver = false;
  #pauseMs: number | undefined;
  #taken = 0;

  /** @internal @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file */
  constructor(source: AudioSource, parts: PlaybackParts) {
    this.#parts = parts;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Who does not look at `ended` is not to be ended by it.
    this.ended.catch(() => undefined);
    this.#start(source);
  }

  /** Silence at once. Harmless when it is over. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.media.closeInput();
    this.#settle("stopped");
  }

  /** @internal another source took over, or the connection ended: the input is no longer ours */
  replaced(): void {
    this.#isOver = true;
    this.#settle("stopped");
  }

  /** @internal */
  inputEnded(): void {
    this.#isOver = true;
    this.#settle("finished");
  }

  #start(source: AudioSource): void {
    const { media } = this.#parts;
    switch (source.type) {
      case "wav":
        return media.openWavInput(source.file, source.loop ?? false);
      case "ogg":
        return media.openOggInput(source.file, source.loop ?? false);
      case "opus":
        media.openOpusInput();
        return this.#feed(source.packets, (packet) => this.#writeOpus(packet));
      case "pcm":
        media.openPcmInput(source.sampleRate, source.channels);
        return this.#feed(source.samples, (samples) => this.#writePcm(samples, source.channels));
    }
  }

  #feed<T>(pieces: Pieces<T>, write: (piece: T) => Promise<void> | undefined): void {
    void this.#pump(pieces, write).catch((error: unknown) => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#parts.media.closeInput();
      this.#fail(error);
    });
  }

  async #pump<T>(pieces: Pieces<T>, write: (piece: T) => Promise<void> | undefined): Promise<void> {
    if (Symbol.iterator in pieces) await this.#pumpAtOnce(pieces, write);
    else {
      for await (const piece of pieces) {
        if (this.#isOver) return;
        await write(piece);
      }
    }
    if (!this.#isOver) this.#parts.media.endInput();
  }

  /** What is there already is taken without waiting between pieces: with many streams that is half the cost. */
  async #pumpAtOnce<T>(pieces: Iterable<T>, write: (piece: T) => Promise<void> | undefined): Promise<void> {
    for (const piece of pieces) {
      if (this.#isOver) return;
      const room = write(piece);
      if (room !== undefined) await room;
    }
  }

  /** @returns nothing when the packet was taken at once, else when it was */
  #writeOpus(packet: Uint8Array): Promise<void> | undefined {
    this.#taken += 1;
    return this.#accepts(packet) ? undefined : this.#writeOpusLater(packet);
  }

  async #writeOpusLater(packet: Uint8Array): Promise<void> {
    do await this.#pause();
    while (!this.#isOver && !this.#accepts(packet));
  }

  /** False while the queue is full. What is not Opus is left out, and said. */
  #accepts(packet: Uint8Array): boolean {
    try {
      return this.#parts.media.writeOpus(packet);
    } catch (error) {
      this.#parts.warn(reasonOf(error));
      return true;
    }
  }

  /** @returns nothing when the samples were taken at once, else when they were */
  #writePcm(samples: Int16Array, channels: number): Promise<void> | undefined {
    this.#taken += 1;
    const taken = this.#parts.media.writePcm(samples) * channels;
    return taken === samples.length ? undefined : this.#writePcmLater(samples.subarray(taken), channels);
  }

  async #writePcmLater(samples: Int16Array, channels: number): Promise<void> {
    let rest = samples;
    while (rest.length > 0) {
      await this.#pause();
      if (this.#isOver) return;
      rest = rest.subarray(this.#parts.media.writePcm(rest) * channels);
    }
  }

  /** Until there may be room. Short packets drain a queue of packets sooner: the pause follows what was taken. */
  #pause(): Promise<void> {
    const before = this.#pauseMs;
    if (before === undefined) this.#pauseMs = FIRST_PAUSE_MS;
    else
      this.#pauseMs =
        this.#taken > MANY_PIECES ? FIRST_PAUSE_MS / 2 : Math.min(before * 1.5, LONGEST_PAUSE_MS);
    this.#taken = 0;
    const ms = this.#pauseMs;
    return new Promise((resolve) => this.#parts.clock.schedule(ms, resolve));
  }
}
