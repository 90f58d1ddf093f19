import type { Emitter, Subscription } from "../call/index.js";
import { filtersArgument, NO_FILTERS, type PlayerFilters } from "./player-filters.js";
import { gainArguments, gainOfVolume, type FadeOptions } from "./player-options.js";

/** The controls that {@link AudioPlayer} and {@link HostedAudioPlayer} have in common: of sources `P`, with events `E`. */
export abstract class PlayerControls<
  P extends { stop(): void },
  E extends { [K in keyof E]: (...args: never[]) => void },
> implements Disposable {
  #filters: PlayerFilters = NO_FILTERS;

  /** The source that plays, or waits to. */
  abstract get current(): P | undefined;

  /** The sources behind the current one, in their order. */
  abstract get queued(): readonly P[];

  /** @internal Those that are mixed in. */
  protected abstract get overlays(): readonly P[];

  /** @internal */
  protected abstract readonly events: Emitter<E>;

  /** @internal @throws {SdkError} PLAYER_CLOSED */
  abstract assertOpen(): void;

  /** @internal The player is open. */
  protected abstract applyPause(isPaused: boolean): void;

  /** @internal The player is open, and the arguments are valid. */
  protected abstract applyGain(gain: number, fadeMs: number): void;

  /** @internal The player is open, and the filters are valid and frozen. */
  protected abstract applyFilters(filters: PlayerFilters): void;

  /** Ends everything and frees all resources; connections that send its sound fall silent. Idempotent. */
  abstract close(): void;

  /** Ends the current source; the next one follows at once. @returns false when there is none */
  skip(): boolean {
    const { current } = this;
    current?.stop();
    return current !== undefined;
  }

  /** Ends the current source and all that are mixed in, and drops the queued ones. */
  stop(): void {
    for (const playback of [...this.queued].reverse()) playback.stop();
    for (const playback of this.overlays) playback.stop();
    this.current?.stop();
  }

  /**
   * Falls silent and keeps its place, until {@link resume}: a source that is played meanwhile waits, too. The place of an `AudioPlayer` is
   * exact to the sample; a `HostedAudioPlayer` stays paused in the next voice process.
   * @throws {SdkError} PLAYER_CLOSED
   */
  pause(): void {
    this.assertOpen();
    this.applyPause(true);
  }

  /** Continues with the next sample. @throws {SdkError} PLAYER_CLOSED */
  resume(): void {
    this.assertOpen();
    this.applyPause(false);
  }

  /**
   * Sets how loud the player is, on the scale of `setUserVolume`: below 100 every percent is half a decibel, 200 is +6 dB.
   * @param volume percent, 0–200; 100 until set
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   * @throws {SdkError} PLAYER_CLOSED
   */
  setVolume(volume: number, options: FadeOptions = {}): void {
    this.setGain(gainOfVolume(volume), options);
  }

  /**
   * The same as a factor of the amplitude.
   * @param gain 0–4; 0.5 is -6 dB
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   * @throws {SdkError} PLAYER_CLOSED
   */
  setGain(gain: number, { fadeMs = 0 }: FadeOptions = {}): void {
    gainArguments(gain, fadeMs);
    this.assertOpen();
    this.applyGain(gain, fadeMs);
  }

  /** The filters that are set, frozen: what was given to {@link setFilters}, without defaults; `{}` until then. */
  get filters(): PlayerFilters {
    return this.#filters;
  }

  /**
   * Changes the sound of all that is played and mixed in: replaces all filters of before, and `{}` ends them. It is heard within 20 ms, by a
   * fade of as long, and goes on from source to source. While a filter is on, packets of Opus are decoded and encoded anew; without any
   * they go out as they are again.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the property, for example `filters.tremolo.depth`; nothing changes then
   * @throws {SdkError} PLAYER_CLOSED
   * @example
   * const player = new AudioPlayer();
   * player.setFilters({ equalizer: [{ band: 0, gain: 0.25 }, { band: 1, gain: 0.15 }], rotation: { rotationHz: 0.2 } });
   * player.setFilters({});
   */
  setFilters(filters: PlayerFilters): void {
    const checked = filtersArgument(filters);
    this.assertOpen();
    this.applyFilters(checked);
    this.#filters = checked;
  }

  /** Listens to an event. */
  on<K extends keyof E>(event: K, listener: E[K]): Subscription {
    return this.events.on(event, listener);
  }

  /** Stops listening to an event. A function that listens several times is taken back once, its newest subscription first. */
  off<K extends keyof E>(event: K, listener: E[K]): void {
    this.events.off(event, listener);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
