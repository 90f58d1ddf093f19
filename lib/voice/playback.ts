import type { VoiceMedia } from "../call/index.js";
import type { Clock } from "../net/index.js";
import { Feeder } from "./feeder.js";
import { OpusInlet, PcmInlet, type Inlet } from "./inlet.js";
import { PieceFeed } from "./piece-feed.js";
import type { AudioSource, Pieces } from "./source.js";

/** How a playback ended: at its end, or stopped earlier. */
export type PlaybackEnd = "finished" | "stopped";

export interface PlaybackParts {
  media: VoiceMedia;
  clock: Clock;
  warn: (message: string) => void;
}

/** A source that is being played. */
export class Playback {
  readonly #parts: PlaybackParts;
  readonly #feeder: Feeder;
  /** Resolves when the playback has ended. Rejects with the error that the source threw. */
  readonly ended: Promise<PlaybackEnd>;
  #settle: (end: PlaybackEnd) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isOver = false;
  /** Ends the feed of a source in pieces. */
  #release: () => void = () => undefined;

  /** @internal @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file */
  constructor(source: AudioSource, parts: PlaybackParts) {
    this.#parts = parts;
    this.#feeder = Feeder.of(parts.clock);
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
    this.#over();
    this.#parts.media.closeInput();
    this.#settle("stopped");
  }

  /** @internal another source took over the input, or the connection ended */
  replaced(): void {
    this.#over();
    this.#settle("stopped");
  }

  /** @internal */
  inputEnded(): void {
    this.#over();
    this.#settle("finished");
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
  }

  #start(source: AudioSource): void {
    const { media, warn } = this.#parts;
    switch (source.type) {
      case "wav":
        return media.openWavInput(source.file, source.loop ?? false);
      case "ogg":
        return media.openOggInput(source.file, source.loop ?? false);
      case "opus":
        media.openOpusInput();
        return this.#feed(source.packets, new OpusInlet(media, warn));
      case "pcm":
        media.openPcmInput(source.sampleRate, source.channels);
        return this.#feed(source.samples, new PcmInlet(media, source.channels));
    }
  }

  #feed<T>(pieces: Pieces<T>, inlet: Inlet<T>): void {
    if (Symbol.iterator in pieces) this.#feedAtOnce(pieces, inlet);
    else void this.#pump(pieces, inlet).catch((error: unknown) => this.#failed(error));
  }

  #feedAtOnce<T>(pieces: Iterable<T>, inlet: Inlet<T>): void {
    const end = { done: () => this.#queued(), failed: (error: unknown) => this.#failed(error) };
    const feed = new PieceFeed(pieces, inlet, end);
    this.#release = () => {
      this.#feeder.remove(feed);
      feed.close();
    };
    this.#feeder.add(feed);
  }

  async #pump<T>(pieces: AsyncIterable<T>, inlet: Inlet<T>): Promise<void> {
    for await (const piece of pieces) {
      if (this.#isOver) return;
      inlet.put(piece);
      while (!inlet.flush()) {
        await this.#feeder.turn(inlet.pauseMs);
        if (this.#isOver) return;
      }
    }
    this.#queued();
  }

  #queued(): void {
    if (!this.#isOver) this.#parts.media.endInput();
  }

  #failed(error: unknown): void {
    if (this.#isOver) return;
    this.#over();
    this.#parts.media.closeInput();
    this.#fail(error);
  }
}
