import { AudioPlayer, type AudioSource, type Clock, type Playback, type PlayerFilters } from "sdkpp/voice";
import type { TrackSource } from "../sources/resolver.js";
import { ENGINE_FILTERS } from "./engine-filters.js";
import { SoundingTime } from "./sounding-time.js";
import { VoiceLink, type LinkOptions } from "./voice-link.js";
import type {
  CallCredentials,
  CallFrames,
  CallListener,
  CallPlace,
  Filters,
  Worker,
  WorkerCall,
} from "./worker.js";

/** Settings of an {@link embeddedWorker}. */
export interface EmbeddedWorkerOptions {
  readonly link: LinkOptions;
  /** whether web addresses may be of this machine or of a private network; default false */
  readonly allowPrivate?: boolean;
  readonly clock: Clock;
}

/** Has the calls in this process. */
export function embeddedWorker(options: EmbeddedWorkerOptions): Worker {
  return {
    filters: ENGINE_FILTERS,
    openCall: (place, listener) => new EmbeddedCall(place, options, listener),
  };
}

class EmbeddedCall implements WorkerCall {
  readonly #options: EmbeddedWorkerOptions;
  readonly #listener: CallListener;
  readonly #player: AudioPlayer;
  readonly #link: VoiceLink;
  readonly #time = new SoundingTime();
  #playback: Playback | undefined;

  constructor(place: CallPlace, options: EmbeddedWorkerOptions, listener: CallListener) {
    const { clock } = options;
    const link = { ...options.link, clock };
    this.#options = options;
    this.#listener = listener;
    this.#player = new AudioPlayer(link);
    this.#link = new VoiceLink(place, link, this.#player, listener);
    this.#player.on("stateChange", (status, before) => {
      this.#time.changed(status, clock.now());
      const isStarving = status === "buffering";
      if (isStarving !== (before === "buffering")) listener.starving(isStarving);
    });
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  get pingMs(): number {
    return this.#link.pingMs;
  }

  get positionMs(): number {
    return this.#player.positionMs;
  }

  get frames(): CallFrames {
    return { sent: this.#link.packetsSent, ...this.#time.frames(this.#options.clock.now()) };
  }

  connect(credentials: CallCredentials): void {
    this.#link.connect(credentials);
  }

  play(source: TrackSource, startMs: number): void {
    const playback = this.#player.play(this.#audioSource(source), { startMs });
    this.#playback = playback;
    playback.ended.then(
      (end) => {
        if (end === "unsupported") this.#ended(playback, "nothing of the source could be played");
        else if (end !== "stopped") this.#ended(playback);
      },
      (error: unknown) => this.#ended(playback, error instanceof Error ? error.message : String(error)),
    );
  }

  stop(): void {
    this.#playback = undefined;
    this.#player.stop();
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#player.pause();
    else this.#player.resume();
  }

  seek(positionMs: number): void {
    this.#player.seek(positionMs);
  }

  setGain(gain: number): void {
    this.#player.setGain(gain);
  }

  setFilters(filters: Filters): void {
    // it checks every value, and names the one that is wrong
    this.#player.setFilters(filters as PlayerFilters);
  }

  close(): void {
    this.#playback = undefined;
    this.#link.close();
    this.#player.close();
  }

  #audioSource(source: TrackSource): AudioSource {
    if ("file" in source) return source.file;
    const { url, headers = {} } = source;
    return { url, headers: { ...headers }, allowPrivate: this.#options.allowPrivate ?? false };
  }

  #ended(playback: Playback, reason?: string): void {
    if (playback !== this.#playback) return;
    this.#playback = undefined;
    this.#listener.sourceEnded(reason === undefined ? { type: "finished" } : { type: "failed", reason });
  }
}
