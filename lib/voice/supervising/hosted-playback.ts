import type { Clock } from "../../net/index.js";
import type { PlaybackEnd, PlaybackOutcome } from "../playback.js";
import type { Report, SentPlayback, SentSource } from "../process/messages.js";
import { receivedError } from "../process/sent-error.js";
import type { PieceLog } from "./piece-log.js";

/** A message of a voice process about a source that it plays. */
export type PlaybackReport = Extract<Report, { playback: number }>;

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

  /** Stops at once, and ends a source in pieces. Does nothing when the playback has ended. */
  stop(): void {
    if (this.#isOver) return;
    this.#parts.stop();
    this.end("stopped");
  }

  /** @internal */
  heard(report: PlaybackReport): void {
    switch (report.type) {
      case "begun":
        this.#count = report.count;
        return;
      case "position":
        return this.#moved(report);
      case "title":
        this.#title = report.title;
        return this.#parts.titled(this, report.title);
      case "wants":
        return this.#parts.pieces?.wants(report.pieces, report.fromMs);
      case "ended":
        return this.end(report.outcome, report.error && receivedError(report.error));
    }
  }

  /** @internal */
  end(outcome: PlaybackOutcome, error?: Error): void {
    if (this.#isOver) return;
    this.#positionMs = this.positionMs;
    this.#isMoving = false;
    this.#isOver = true;
    this.#parts.pieces?.close();
    if (outcome === "failed") this.#fail(error);
    else this.#settle(outcome);
    this.#parts.ended(this, outcome);
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
