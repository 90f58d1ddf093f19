import type { PlaybackNews, PlayerNews, SentPlace, SentTrack } from "../process/messages.js";
import type { HostedPlayback } from "./hosted-playback.js";
import type { PieceLog } from "./piece-log.js";
import type { Sent } from "./sent-source.js";

export interface HostedTrackParts {
  readonly playback: HostedPlayback;
  readonly sent: Sent;
  readonly startMs: number;
  readonly log: PieceLog | undefined;
  /** how it is mixed in; undefined: it is not */
  readonly mixed: (SentPlace & object) | undefined;
}

/** A source on its way through a player of a voice process. */
export class HostedTrack {
  readonly playback: HostedPlayback;
  /** Some of it was heard. */
  hasSounded = false;
  /** The process knows of it. */
  isSent = false;
  readonly #parts: HostedTrackParts;
  #isBegun = false;
  #rounds: number;
  #seeks = 0;

  constructor(parts: HostedTrackParts) {
    this.#parts = parts;
    this.playback = parts.playback;
    this.#rounds = parts.sent.rounds;
  }

  get id(): number {
    return this.playback.id;
  }

  get mixed(): HostedTrackParts["mixed"] {
    return this.#parts.mixed;
  }

  get isSeekable(): boolean {
    return this.#parts.sent.isSeekable;
  }

  get sent(): SentTrack {
    const { sent, startMs, log } = this.#parts;
    const mayBeginThere = sent.isSeekable || log !== undefined;
    return {
      id: this.id,
      source: sent.source,
      startMs,
      positionMs: mayBeginThere ? Math.round(this.playback.positionMs) : startMs,
      rounds: this.#rounds,
      seeks: this.#seeks,
    };
  }

  /** Its process has ended. @returns whether it ends with that: nobody knows where in a source that was mixed in it was */
  lost(): boolean {
    const isCut = this.#parts.mixed !== undefined && this.#isBegun && !this.#parts.sent.isEndless;
    this.isSent = this.#isBegun = false;
    this.playback.lost();
    return isCut;
  }

  /** @returns which place it is: those of before do not count */
  seek(positionMs: number): number {
    this.playback.standAt(positionMs);
    return (this.#seeks += 1);
  }

  heard(news: PlaybackNews): void {
    if (news.type === "begun") this.#isBegun = true;
    this.playback.heard(news);
    // of what is mixed in no place is told, and nothing is asked for again
    if (news.type === "wants" && this.#parts.mixed !== undefined) this.#parts.log?.played(Infinity);
  }

  /** @param mayMove false: the player is paused */
  placed({ positionMs, isMoving, rounds, seeks }: PlayerNews & { type: "place" }, mayMove: boolean): void {
    if (seeks !== this.#seeks) return;
    this.#rounds = rounds;
    this.playback.heard({ type: "position", positionMs, isMoving: isMoving && mayMove });
  }
}
