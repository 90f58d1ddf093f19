import type { VoiceMedia } from "../call/index.js";
import type { Clock } from "../net/index.js";
import type { AudioSource, Pieces } from "./source.js";

/** How a playback ended: to its end, or stopped before. */
export type PlaybackEnd = "finished" | "stopped";

/** Pause before a full queue is tried again; it holds a second of sound. */
const RETRY_MS = 100;

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

  #feed<T>(pieces: Pieces<T>, write: (piece: T) => Promise<void>): void {
    void this.#pump(pieces, write).catch((error: unknown) => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#parts.media.closeInput();
      this.#fail(error);
    });
  }

  async #pump<T>(pieces: Pieces<T>, write: (piece: T) => Promise<void>): Promise<void> {
    for await (const piece of pieces) {
      if (this.#isOver) return;
      await write(piece);
    }
    if (!this.#isOver) this.#parts.media.endInput();
  }

  async #writeOpus(packet: Uint8Array): Promise<void> {
    while (!this.#isOver && !this.#accepts(packet)) await this.#pause();
  }

  /** False while the queue is full. What is not Opus is left out, and said. */
  #accepts(packet: Uint8Array): boolean {
    try {
      return this.#parts.media.writeOpus(packet);
    } catch (error) {
      this.#parts.warn(error instanceof Error ? error.message : String(error));
      return true;
    }
  }

  async #writePcm(samples: Int16Array, channels: number): Promise<void> {
    let rest = samples;
    while (!this.#isOver && rest.length > 0) {
      rest = rest.subarray(this.#parts.media.writePcm(rest) * channels);
      if (rest.length > 0) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.schedule(RETRY_MS, resolve));
  }
}
