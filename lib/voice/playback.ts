import { reasonOf } from "../protocol/index.js";
import type { VoiceMedia } from "../call/index.js";
import type { Clock } from "../net/index.js";
import type { AudioSource, Pieces } from "./source.js";

/** How a playback ended: at its end, or stopped earlier. */
export type PlaybackEnd = "finished" | "stopped";

/** First pause before a full queue, which holds a second of sound, is tried again. */
const FIRST_PAUSE_MS = 100;
/** Longer pauses cost less, but leave less buffered sound when the thread is late. */
const LONGEST_PAUSE_MS = 240;
/** When this many pieces are accepted at once, the pause could soon be too long: a queue holds 50. */
const MANY_PIECES = 25;

export interface PlaybackParts {
  media: VoiceMedia;
  clock: Clock;
  warn: (message: string) => void;
}

/** A source that is being played. */
export class Playback {
  readonly #parts: PlaybackParts;
  /** Resolves when the playback has ended. Rejects with the error that the source threw. */
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
    // Avoids an unhandled rejection when nobody awaits `ended`.
    this.ended.catch(() => undefined);
    this.#start(source);
  }

  /** Stops at once. Does nothing when the playback has ended. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.media.closeInput();
    this.#settle("stopped");
  }

  /** @internal another source took over the input, or the connection ended */
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

  /** Takes available pieces without waiting in between: with many streams this halves the cost. */
  async #pumpAtOnce<T>(pieces: Iterable<T>, write: (piece: T) => Promise<void> | undefined): Promise<void> {
    for (const piece of pieces) {
      if (this.#isOver) return;
      const room = write(piece);
      if (room !== undefined) await room;
    }
  }

  /** @returns undefined when the packet was accepted at once, otherwise a promise */
  #writeOpus(packet: Uint8Array): Promise<void> | undefined {
    this.#taken += 1;
    return this.#accepts(packet) ? undefined : this.#writeOpusLater(packet);
  }

  async #writeOpusLater(packet: Uint8Array): Promise<void> {
    do await this.#pause();
    while (!this.#isOver && !this.#accepts(packet));
  }

  /** @returns false while the queue is full; an invalid packet is skipped with a warning */
  #accepts(packet: Uint8Array): boolean {
    try {
      return this.#parts.media.writeOpus(packet);
    } catch (error) {
      this.#parts.warn(reasonOf(error));
      return true;
    }
  }

  /** @returns undefined when the samples were accepted at once, otherwise a promise */
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

  /** Waits until there may be room. Short packets drain the queue sooner, so the pause adapts to the accepted pieces. */
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
