import type { InputLosses } from "../../native/index.js";
import type { Clock } from "../../net/index.js";
import type { PlaybackEnd, PlaybackOutcome } from "../playback.js";
import type { PlaybackNews, SentPlayback, SentSource } from "../process/messages.js";
import { receivedError } from "../../hosting/index.js";
import type { PieceLog } from "./piece-log.js";

/** @internal */
export interface HostedPlaybackParts {
  readonly id: number;
  readonly source: SentSource;
  readonly startMs: number;
  readonly clock: Clock;
  /** of a source in pieces */
  readonly pieces: PieceLog | undefined;
  stop(): void;
  titled(playback: HostedPlayback, title: string): void;
  ended(playback: HostedPlayback, outcome: PlaybackOutcome): void;
}

/** A source that a voice process plays. It goes on in another one when that dies. */
export class HostedPlayback {
  /** Resolves when the playback has ended. Rejects with the error that the source threw. */
  readonly ended: Promise<PlaybackEnd>;
  readonly #parts: HostedPlaybackParts;
  #settle: (end: PlaybackEnd) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isOver = false;
  #losses: Readonly<InputLosses> | undefined;
  #title: string | undefined;
  #count: number | undefined;
  #positionMs: number;
  #toldMs: number;
  #isMoving = false;

  /** @internal */
  constructor(parts: HostedPlaybackParts) {
    this.#parts = parts;
    this.#positionMs = parts.startMs;
    this.#toldMs = parts.clock.now();
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    // Avoids an unhandled rejection when nobody awaits `ended`.
    this.ended.catch(() => undefined);
  }

  /** The song that an internet radio names; undefined until it names one. */
  get title(): string | undefined {
    return this.#title;
  }

  /** The parts that could not be played; known at the end. Undefined when all was played. */
  get losses(): Readonly<InputLosses> | undefined {
    return this.#losses;
  }

  /**
   * Where the source is, milliseconds of it. The voice process says so four times a second, and the clock counts in between while it
   * plays.
   */
  get positionMs(): number {
    return this.#isMoving ? this.#positionMs + this.#parts.clock.now() - this.#toldMs : this.#positionMs;
  }

  /** @internal */
  get id(): number {
    return this.#parts.id;
  }

  /** @internal */
  readonly player = undefined;

  /** @internal Whether it moves on, as far as the process said. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** @internal For the process that is to go on with it; undefined: it is over. */
  get sent(): SentPlayback | undefined {
    if (this.#isOver) return undefined;
    const { id, source } = this.#parts;
    return { id, source, startMs: this.positionMs, count: this.#count };
  }

  /** @internal */
  lost(): void {
    this.#parts.pieces?.lost();
  }

  /** @internal It stands still, there, until the process says that it moves. */
  standAt(positionMs: number): void {
    this.#positionMs = positionMs;
    this.#isMoving = false;
  }

  /** Stops at once, and ends a source in pieces. Does nothing when the playback has ended. */
  stop(): void {
    if (this.#isOver) return;
    this.#parts.stop();
    this.end("stopped");
  }

  /** @internal */
  heard(news: PlaybackNews): void {
    switch (news.type) {
      case "begun":
        this.#count = news.count;
        return;
      case "position":
        return this.#moved(news);
      case "title":
        return this.#titled(news.title);
      case "wants":
        return this.#parts.pieces?.wants(news.pieces, news.from);
      case "ended":
        if (!this.#isOver) this.#losses = news.losses;
        return this.end(news.outcome, news.error && receivedError(news.error));
    }
  }

  /** @internal */
  end(outcome: PlaybackOutcome, error?: unknown): void {
    if (this.#isOver) return;
    this.standAt(this.positionMs);
    this.#isOver = true;
    this.#parts.pieces?.close();
    if (outcome === "failed") this.#fail(error);
    else this.#settle(outcome);
    this.#parts.ended(this, outcome);
  }

  /** The next process tells it again. */
  #titled(title: string): void {
    if (this.#isOver || title === this.#title) return;
    this.#title = title;
    this.#parts.titled(this, title);
  }

  /** Some of what a process says comes behind the end. */
  #moved({ positionMs, isMoving }: { positionMs: number; isMoving: boolean }): void {
    if (this.#isOver) return;
    this.#positionMs = positionMs;
    this.#toldMs = this.#parts.clock.now();
    this.#isMoving = isMoving;
    this.#parts.pieces?.played(positionMs);
  }
}
