import type { Cancel, Clock } from "sdkpp/voice";
import type { CallCredentials, CallPlace, SourceEnd, Worker, WorkerCall } from "../worker/worker.js";
import { NO_FILTERS, type CheckedFilters } from "./filters.js";
import { Refusal } from "./refusal.js";
import type { PlayableTrack } from "./tracks.js";
import type { PlayerUpdate } from "./update.js";
import {
  exceptionOf,
  type PlayerEvent,
  type PlayerState,
  type Track,
  type TrackEndReason,
} from "./wire-types.js";

/** The highest gain of the engine's players; Lavalink's volumes go further. */
const MOST_GAIN = 4;
/** How exactly a track ends at `endTime`. */
const LEAST_WATCH_MS = 20;

/** The parts that all players of a door share. */
export interface PlayerParts {
  readonly worker: Worker;
  readonly clock: Clock;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  /** a track that has nothing to be played for so long is stuck */
  readonly stuckMs: number;
}

/** Hears what a player tells its client. */
export interface PlayerListener {
  event(guildId: string, event: PlayerEvent): void;
  stateChanged(player: Player): void;
}

interface Playing {
  readonly track: Track;
  readonly endTime: number | null;
}

const NO_VOICE = { token: "", endpoint: "", sessionId: "" };

/** One player of Lavalink: a track, how it sounds, and the call of a guild. */
export class Player {
  /** The guild. */
  readonly guildId: string;
  readonly #parts: PlayerParts;
  readonly #listener: PlayerListener;
  readonly #call: WorkerCall;
  #playing: Playing | undefined;
  #volume = 100;
  #isPaused = false;
  #filters: CheckedFilters = NO_FILTERS;
  #voice: CallCredentials | undefined;
  #untilStuck: Cancel | undefined;
  #untilEnd: Cancel | undefined;

  /** @throws Error when the worker has no room for a call */
  constructor({ userId, guildId }: CallPlace, parts: PlayerParts, listener: PlayerListener) {
    this.guildId = guildId;
    this.#parts = parts;
    this.#listener = listener;
    this.#call = parts.worker.openCall(
      { userId, guildId },
      {
        sourceEnded: (end) => this.#sourceEnded(end),
        starving: (isStarving) => this.#starving(isStarving),
        gatewayClosed: (code, reason, byRemote) =>
          this.#tell({ type: "WebSocketClosedEvent", code, reason, byRemote }),
        connectionChanged: () => listener.stateChanged(this),
      },
    );
  }

  /** Whether a track plays, is paused, or waits for its call. */
  get hasTrack(): boolean {
    return this.#playing !== undefined;
  }

  /** Whether a track plays and is not paused. */
  get isPlaying(): boolean {
    return this.hasTrack && !this.#isPaused;
  }

  /** Where it is now. */
  get state(): PlayerState {
    const { isConnected, pingMs, positionMs } = this.#call;
    const position = this.#playing === undefined ? 0 : Math.round(positionMs);
    return {
      time: this.#parts.wallClock(),
      position,
      connected: isConnected,
      ping: isConnected ? pingMs : -1,
    };
  }

  /** Frames since the player was made. */
  get frames(): WorkerCall["frames"] {
    return this.#call.frames;
  }

  /**
   * Changes what an update names, at once.
   * @param next the track of the update; undefined leaves the present one
   * @throws {Refusal} 400
   */
  update(update: PlayerUpdate, next: PlayableTrack | undefined): void {
    if (update.voice !== undefined) this.#connect(update.voice);
    if (update.filters !== undefined) this.#filter(update.filters);
    if (update.volume !== undefined) this.#volume = update.volume;
    this.#call.setGain(Math.min(MOST_GAIN, (this.#volume / 100) * this.#filters.gain));
    // Without a word a new track, or none, is not paused: a bot that skips what it has paused is heard again.
    const isPaused = update.paused ?? (update.track === undefined ? undefined : false);
    if (isPaused !== undefined) this.#pause(isPaused);
    if (update.track?.type === "stop") this.#end("stopped");
    else if (next !== undefined) this.#play(next, update);
    else this.#changeTrack(update);
    this.#listener.stateChanged(this);
  }

  /** Ends the track and the call. */
  close(reason: TrackEndReason): void {
    this.#end(reason);
    this.#call.close();
  }

  /** As clients see it. */
  toJSON(): object {
    return {
      guildId: this.guildId,
      track: this.#playing?.track ?? null,
      volume: this.#volume,
      paused: this.#isPaused,
      state: this.state,
      voice: this.#voice ?? NO_VOICE,
      filters: this.#filters.asked,
    };
  }

  #connect(voice: CallCredentials): void {
    refusedAs400("voice", () => this.#call.connect(voice));
    this.#voice = voice;
  }

  #filter(filters: CheckedFilters): void {
    refusedAs400("filters", () => this.#call.setFilters(filters.ofWorker));
    this.#filters = filters;
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#call.setPaused(isPaused);
    this.#watchEnd();
  }

  #play({ track, source }: PlayableTrack, { position, endTime = null }: PlayerUpdate): void {
    const startMs = position ?? track.info.position;
    if (this.#playing !== undefined) this.#end("replaced");
    refusedAs400("track", () => this.#call.play(source, startMs));
    this.#playing = { track, endTime };
    this.#tell({ type: "TrackStartEvent", track });
    this.#watchEnd();
  }

  /** Without a track there is nothing to be changed: Lavalink leaves that unsaid, too. */
  #changeTrack({ position, endTime, userData }: PlayerUpdate): void {
    const playing = this.#playing;
    if (playing === undefined) return;
    if (position !== undefined) refusedAs400("position", () => this.#call.seek(position));
    this.#playing = {
      track: userData === undefined ? playing.track : { ...playing.track, userData },
      endTime: endTime === undefined ? playing.endTime : endTime,
    };
    this.#watchEnd();
  }

  #sourceEnded(end: SourceEnd): void {
    const track = this.#playing?.track;
    if (track === undefined) return;
    if (end.type === "failed")
      this.#tell({ type: "TrackExceptionEvent", track, exception: exceptionOf(end.reason, "suspicious") });
    this.#end(end.type === "failed" ? "loadFailed" : "finished");
    this.#listener.stateChanged(this);
  }

  #end(reason: TrackEndReason): void {
    const track = this.#playing?.track;
    this.#playing = undefined;
    this.#untilStuck?.();
    this.#untilEnd?.();
    this.#call.stop();
    if (track !== undefined) this.#tell({ type: "TrackEndEvent", track, reason });
  }

  #starving(isStarving: boolean): void {
    this.#untilStuck?.();
    if (!isStarving) return;
    const { clock, stuckMs } = this.#parts;
    this.#untilStuck = clock.schedule(stuckMs, () => {
      const track = this.#playing?.track;
      if (track !== undefined) this.#tell({ type: "TrackStuckEvent", track, thresholdMs: stuckMs });
    });
  }

  /** Looks again when the place could be reached: a call that is not heard stands still meanwhile. */
  #watchEnd(): void {
    this.#untilEnd?.();
    const endTime = this.#playing?.endTime ?? null;
    if (endTime === null || this.#isPaused) return;
    const leftMs = endTime - this.#call.positionMs;
    this.#untilEnd = this.#parts.clock.schedule(Math.max(LEAST_WATCH_MS, leftMs), () => {
      if (this.#call.positionMs < endTime) return this.#watchEnd();
      this.#end("finished");
      this.#listener.stateChanged(this);
    });
  }

  #tell(event: PlayerEvent): void {
    this.#listener.event(this.guildId, event);
  }
}

/** An error that a worker throws about a value is an error of the request. */
function refusedAs400(name: string, carryOut: () => void): void {
  try {
    carryOut();
  } catch (error) {
    throw new Refusal(400, `${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
