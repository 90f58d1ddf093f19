import { Emitter } from "../call/index.js";
import {
  createPlayer,
  loadAddon,
  type NativeAddon,
  type NativePlayer,
  type NativePlayerEvent,
  type TrackPosition,
} from "../native/index.js";
import { systemClock, type Clock } from "../net/index.js";
import { reasonOf, showType } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";
import { Playback, type PlaybackOutcome } from "./playback.js";
import { PlayerControls } from "./player-controls.js";
import { setNativeFilters, type PlayerFilters } from "./player-filters.js";
import {
  assertMixable,
  mixPlace,
  nothingPlayed,
  notSeekable,
  placeArgument,
  playerClosed,
  playerSettings,
  type AudioPlayerOptions,
  type MixOptions,
} from "./player-options.js";
import {
  originOf,
  roundsArgument,
  sourceArgument,
  type AudioSource,
  type CheckedSource,
  type QueueOptions,
} from "./source.js";
import type { VoiceSilence } from "./status.js";
import { trackFor, TrackQueue, type Track } from "./track-queue.js";

/**
 * "idle": no source, and none mixed in; "unheard": no connection sends its sound, so it waits; "buffering": the source has nothing yet, or no more
 * for now; "closed": for good.
 */
export type AudioPlayerStatus = "idle" | "unheard" | "buffering" | "playing" | "paused" | "closed";

export interface AudioPlayerEvents {
  /** the status changed */
  stateChange: (status: AudioPlayerStatus, before: AudioPlayerStatus) => void;
  /** the first sound of a source */
  started: (playback: Playback) => void;
  /** the source has nothing to be played; silence is sent until it has */
  starved: (playback: Playback) => void;
  /** the source has sound again, after so many milliseconds without */
  refilled: (playback: Playback, starvedMs: number) => void;
  /** an internet radio plays another song; `title` of the playback has the same */
  titleChanged: (playback: Playback, title: string) => void;
  /**
   * nobody in this server hears the player any more, because the platform silences the bot there; undefined: it is heard again. The
   * player goes on meanwhile
   */
  silenced: (serverId: bigint, by: VoiceSilence | undefined) => void;
  /** a source ended; `ended` of the playback has the error of one that failed */
  playbackEnded: (playback: Playback, outcome: PlaybackOutcome) => void;
  /** something does not work as it should, in words for a developer */
  warning: (message: string) => void;
}

const SAMPLES_PER_MS = 48;

const natives = new WeakMap<AudioPlayer, NativePlayer>();

type TellSilenced = AudioPlayerEvents["silenced"];
const tellers = new WeakMap<AudioPlayer, TellSilenced>();

/** @internal A connection that sends the player's sound is silenced, or is heard again. */
export function tellSilenced(player: AudioPlayer, ...change: Parameters<TellSilenced>): void {
  tellers.get(player)?.(...change);
}

/** @internal @throws {ArgumentError} when `player` is not an AudioPlayer */
export function nativePlayerOf(player: AudioPlayer): NativePlayer {
  const native = natives.get(player);
  if (native === undefined) throw new ArgumentError("player", "an AudioPlayer", showType(player));
  return native;
}

/**
 * Plays sources one after the other to any number of connections. It encodes once, in the media thread, and reads a source only
 * when its sound is due: pause, volume, skip and stop are heard with the next packet, 20 ms later at most. Packets of a source
 * that is Opus already go out as they are while the volume is 100 and no filter is set.
 */
export class AudioPlayer extends PlayerControls<Playback, AudioPlayerEvents> {
  readonly #native: NativePlayer;
  readonly #addon: NativeAddon;
  readonly #clock: Clock;
  readonly #queue: TrackQueue;
  /** @internal */
  protected override readonly events: Emitter<AudioPlayerEvents>;
  #status: AudioPlayerStatus = "idle";
  #gain = 1;
  #isPaused = false;
  #isHeard: boolean;
  readonly #playsUnheard: boolean;
  /** The track that sounds. */
  #sounding = 0;
  #lastSounding: Pick<Track, "number" | "startMs"> = { number: 0, startMs: 0 };
  #isClosed = false;

  /**
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED, MEDIA_UNAVAILABLE
   * @example
   * const player = new AudioPlayer();
   * connection.subscribe(player);
   * player.queue({ type: "wav", file: wavFile });
   * player.on("playbackEnded", (playback, outcome) => console.log(outcome));
   */
  constructor(options: AudioPlayerOptions = {}) {
    super();
    const settings = playerSettings(options);
    this.#playsUnheard = settings.whenUnheard === "play";
    this.#isHeard = false;
    this.#clock = options.clock ?? systemClock;
    this.events = new Emitter((event, error) => this.#listenerFailed(event, error));
    this.#addon = options.loadAddon?.() ?? loadAddon(options.addonPath, options.mediaThreads);
    this.#native = createPlayer(this.#addon, { ...settings, onWake: () => this.#drain() });
    this.#queue = new TrackQueue(this.#native);
    natives.set(this, this.#native);
    tellers.set(this, (serverId, by) => this.events.emit("silenced", serverId, by));
  }

  /** The player's status; the event `stateChange` tells of its changes. */
  get status(): AudioPlayerStatus {
    return this.#status;
  }

  /** The source that plays, or waits to. */
  override get current(): Playback | undefined {
    return this.#queue.present?.playback;
  }

  /** The sources behind the current one, in their order. */
  override get queued(): readonly Playback[] {
    return this.#queue.following.map(({ playback }) => playback);
  }

  /**
   * Where the current source is, milliseconds from its beginning; without one, where the last one ended. It is read from the media
   * thread without waiting for it.
   */
  get positionMs(): number {
    if (this.#isClosed) return 0;
    return this.placeOf(this.#native.getPosition());
  }

  /** @internal Milliseconds from the beginning of its source; of one that has ended, the place of the present one. */
  placeOf({ track, samples }: TrackPosition): number {
    const { number, startMs } = this.#queue.present ?? this.#lastSounding;
    return startMs + (track === number ? samples / SAMPLES_PER_MS : 0);
  }

  /** @internal The number of the playback's newest track in the native player, also when it has ended; 0 before it is opened. */
  numberOf(playback: Playback): number {
    return this.#queue.numberOf(playback);
  }

  /** @internal How often the current source is still played, this time included. */
  get rounds(): number {
    return this.#queue.present?.rounds ?? 1;
  }

  /** Linear gain of the player; 1 is unchanged. */
  get gain(): number {
    return this.#gain;
  }

  /**
   * Plays a source in place of the current one; queued ones follow it. An invalid source changes nothing.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} PLAYER_CLOSED
   * @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file
   */
  play(source: AudioSource, options: QueueOptions = {}): Playback {
    const track = this.#makeTrack(source, options);
    this.#queue.playNow(track);
    this.#update();
    return track.playback;
  }

  /**
   * Plays a source after those that wait, without a gap. A file that cannot be played rejects `ended` of its playback when its
   * turn comes, and the next one follows.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} PLAYER_CLOSED
   */
  queue(source: AudioSource, options: QueueOptions = {}): Playback {
    const track = this.#makeTrack(source, options);
    this.#queue.add(track);
    this.#update();
    return track.playback;
  }

  /**
   * Plays a source over the current one, at once: an announcement over music, a sound of a soundboard, or with `loop` rain under it
   * all. Eight at most. The queue goes on meanwhile; a pause holds both.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} PLAYER_FULL, PLAYER_CLOSED
   * @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file
   * @example
   * const player = new AudioPlayer();
   * connection.subscribe(player);
   * player.mix({ type: "wav", file: wavFile }, { duck: { by: -12 } });
   */
  mix(source: AudioSource, options: MixOptions = {}): Playback {
    const place = mixPlace(options);
    const track = this.#makeTrack(source, options);
    assertMixable(this.#queue.overlays.length);
    this.#queue.mixIn(track, place);
    this.#update();
    return track.playback;
  }

  /**
   * Plays the current source from another place. What is paused stays paused, at the new place.
   * @param ms from the beginning of the source, 0 to 2^31-1; one behind its end ends it
   * @throws {ArgumentRangeError}
   * @throws {SdkError} SOURCE_NOT_SEEKABLE for streams, packets, samples and what loops; NOTHING_PLAYED, PLAYER_CLOSED
   */
  seek(ms: number): void {
    const startMs = placeArgument(ms);
    this.assertOpen();
    const { present } = this.#queue;
    if (present === undefined) throw nothingPlayed();
    const origin = originOf(present.source);
    if (origin === undefined) throw notSeekable();
    this.#queue.restart(present, { type: "bytes", origin, startMs });
    this.#update();
  }

  /** Ends everything and frees all resources; connections that send its sound fall silent. Idempotent. */
  override close(): void {
    if (this.#isClosed) return;
    this.stop();
    this.#isClosed = true;
    this.#native.close();
    this.#update();
  }

  /** @internal */
  protected override get overlays(): readonly Playback[] {
    return this.#queue.overlays;
  }

  /** @internal */
  protected override applyPause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#native.setPaused(isPaused);
    this.#update();
  }

  /** @internal */
  protected override applyGain(gain: number, fadeMs: number): void {
    this.#native.setGain(gain, fadeMs);
    this.#gain = gain;
  }

  /** @internal */
  protected override applyFilters(filters: PlayerFilters): void {
    setNativeFilters(this.#native, filters);
  }

  /** @internal @throws {SdkError} PLAYER_CLOSED */
  override assertOpen(): void {
    if (this.#isClosed) throw playerClosed();
  }

  #makeTrack(source: AudioSource, options: QueueOptions): Track {
    const checked = sourceArgument(source, options);
    const rounds = roundsArgument(checked, options);
    this.assertOpen();
    return trackFor(checked, this.#makePlayback(checked), rounds);
  }

  #makePlayback(source: CheckedSource): Playback {
    return new Playback({
      clock: this.#clock,
      probe: (start, isAll) => this.#addon.probeStream(start, isAll),
      searchPlace: (start, size, startMs) => this.#addon.searchPlace(start, size, startMs),
      source,
      titled: (playback, title) => this.events.emit("titleChanged", playback, title),
      warn: (message) => this.events.emit("warning", message),
      ended: (playback, outcome) => {
        this.#queue.remove(playback);
        this.events.emit("playbackEnded", playback, outcome);
        this.#update();
      },
    });
  }

  #drain(): void {
    for (let event = this.#poll(); event !== undefined; event = this.#poll()) this.#handle(event);
    this.#update();
  }

  /** A listener may close the player meanwhile. */
  #poll(): NativePlayerEvent | undefined {
    return this.#isClosed ? undefined : this.#native.poll();
  }

  #handle(event: NativePlayerEvent): void {
    if (event.type === "listening") this.#isHeard = event.any;
    if (event.type === "ended") return this.#queue.ended(event);
    if (event.type === "listening") return;
    if (event.track !== this.#queue.present?.number) return this.#queue.sounded(event.track);
    this.#sounding = event.type === "starved" ? 0 : event.track;
    const { playback, hasSounded, number, startMs } = this.#queue.present;
    this.#queue.present.hasSounded = true;
    this.#lastSounding = { number, startMs };
    if (event.type === "started" && !hasSounded) this.events.emit("started", playback);
    if (event.type === "starved") this.events.emit("starved", playback);
    if (event.type === "refilled") this.events.emit("refilled", playback, event.starvedMs);
  }

  #update(): void {
    const before = this.#status;
    this.#status = this.#statusNow();
    if (this.#status !== before) this.events.emit("stateChange", this.#status, before);
  }

  #statusNow(): AudioPlayerStatus {
    const { present } = this.#queue;
    if (this.#isClosed) return "closed";
    if (present === undefined && this.#queue.overlays.length === 0) return "idle";
    if (this.#isPaused) return "paused";
    if (!this.#isHeard && !this.#playsUnheard) return "unheard";
    return present === undefined || this.#sounding === present.number ? "playing" : "buffering";
  }

  #listenerFailed(event: string, error: unknown): void {
    const message = `a listener of "${event}" threw: ${reasonOf(error)}`;
    if (event !== "warning") this.events.emit("warning", message);
  }
}
