import { EventEmitter } from "node:events";
import { SdkError, type Playback, type PlaybackEnd, type VoiceSession } from "sdkpp/voice";
import { VoiceConnectionStatus } from "../connection/status.js";
import { FRAME_MS } from "../resource/silence.js";
import type {
  AudioPlayer as AudioPlayerShape,
  AudioPlayerPausedState,
  AudioPlayerPlayingState,
  AudioPlayerState,
  AudioResource,
  PlayerSubscription as SubscriptionShape,
  VoiceConnection,
} from "../shapes.js";
import { EngineHalf, type OpenEnginePlayer } from "./engine-half.js";
import { AudioPlayerError } from "./error.js";
import { AudioPlayerStatus, NoSubscriberBehavior } from "./status.js";
import { PlayerSubscription } from "./subscription.js";

/** How a player behaves. */
export interface CreateAudioPlayerOptions {
  behaviors?: {
    /** after how many frames of 20 ms that a resource does not have in time it ends; default 5 */
    maxMissedFrames?: number;
    /** default "pause" */
    noSubscriber?: NoSubscriberBehavior;
  };
  /** whether `debug` events are emitted; default false */
  debug?: boolean;
  /** @internal replaces the engine's player, for tests */
  openEnginePlayer?: OpenEnginePlayer;
}

/** What the engine plays for the current resource. */
interface Playing {
  readonly resource: AudioResource;
  readonly playback: Playback;
  /** How much was played when it was last asked, milliseconds. */
  played: number;
}

const SILENCE_FRAMES = 5;
const MISSED_FRAMES = 5;

/** Plays resources, one at a time, to the connections that subscribe to it. */
export class AudioPlayer extends EventEmitter implements AudioPlayerShape {
  // Programs reach for the fields of these names.
  private _state: AudioPlayerState = { status: AudioPlayerStatus.Idle };
  private readonly subscribers: SubscriptionShape[] = [];
  private readonly behaviors: { maxMissedFrames: number; noSubscriber: NoSubscriberBehavior };
  readonly #debug: ((message: string) => void) | undefined;
  readonly #engine: EngineHalf;
  #playing: Playing | undefined;
  /** When the resource ran out of sound. */
  #starvedAt: number | undefined;
  #starving: NodeJS.Timeout | undefined;
  /** Counts down the frames of silence behind the resource. */
  #ending: NodeJS.Timeout | undefined;
  #review: NodeJS.Immediate | undefined;

  constructor(options: CreateAudioPlayerOptions = {}) {
    super();
    this.behaviors = {
      maxMissedFrames: options.behaviors?.maxMissedFrames ?? MISSED_FRAMES,
      noSubscriber: options.behaviors?.noSubscriber ?? NoSubscriberBehavior.Pause,
    };
    this.#debug = options.debug === true ? (message) => void this.emit("debug", message) : undefined;
    const isUnheardPlayed = this.behaviors.noSubscriber === NoSubscriberBehavior.Play;
    const listener = {
      started: (playback: Playback) => this.#started(playback),
      starved: (playback: Playback) => this.#starved(playback),
      refilled: (playback: Playback) => this.#refilled(playback),
      warning: (message: string) => this.#debug?.(message),
    };
    this.#engine = new EngineHalf(isUnheardPlayed ? "play" : "pause", listener, options.openEnginePlayer);
  }

  get state(): AudioPlayerState {
    return this._state;
  }

  set state(newState: AudioPlayerState) {
    const oldState = this._state;
    const [before, now] = [resourceOf(oldState), resourceOf(newState)];
    if (before !== undefined && before !== now) this.#release(before);
    if (oldState.status !== newState.status) this.#turn(oldState.status, newState.status);
    this._state = newState;
    const isAnother = before !== undefined && before !== now && newState.status === AudioPlayerStatus.Playing;
    this.emit("stateChange", oldState, newState);
    if (oldState.status !== newState.status || isAnother) this.emit(newState.status, oldState, newState);
    this.#continueEnd();
    this.#reviewSoon();
  }

  get playable(): VoiceConnection[] {
    return this.subscribers
      .map(({ connection }) => connection)
      .filter(({ state }) => state.status === VoiceConnectionStatus.Ready);
  }

  play<Metadata>(resource: AudioResource<Metadata>): void {
    if (resource.ended) throw new Error("this resource has ended: make another one to play it again");
    if (resource.audioPlayer === this) return;
    if (resource.audioPlayer !== undefined) throw new Error("another audio player has this resource");
    resource.audioPlayer = this;
    const one = resource as AudioResource;
    this.#begin(one);
    if (one.started) this.state = this.#playingState(one);
    else this.state = this.#bufferingState(one);
  }

  pause(interpolateSilence = true): boolean {
    const { state } = this;
    if (state.status !== AudioPlayerStatus.Playing) return false;
    const silence = interpolateSilence ? SILENCE_FRAMES : 0;
    this.state = this.#pausedState(AudioPlayerStatus.Paused, state.resource, silence);
    return true;
  }

  unpause(): boolean {
    const { state } = this;
    if (state.status !== AudioPlayerStatus.Paused) return false;
    this.state = this.#playingState(state.resource);
    return true;
  }

  stop(force = false): boolean {
    const { state } = this;
    if (state.status === AudioPlayerStatus.Idle) return false;
    const { resource } = state;
    if (force || resource.silencePaddingFrames === 0) this.state = { status: AudioPlayerStatus.Idle };
    else if (resource.silenceRemaining === -1) this.#endWithSilence(resource);
    return true;
  }

  checkPlayable(): boolean {
    const { state } = this;
    if (state.status === AudioPlayerStatus.Idle || state.status === AudioPlayerStatus.Buffering) return false;
    if (state.resource.readable) return true;
    this.state = { status: AudioPlayerStatus.Idle };
    return false;
  }

  subscribe(connection: VoiceConnection): SubscriptionShape {
    const existing = this.subscribers.find((one) => one.connection === connection);
    if (existing !== undefined) return existing;
    const subscription = new PlayerSubscription(connection, this);
    this.subscribers.push(subscription);
    setImmediate(() => this.emit("subscribe", subscription));
    this.connectionChanged(connection);
    return subscription;
  }

  unsubscribe(subscription: SubscriptionShape): boolean {
    const at = this.subscribers.indexOf(subscription);
    if (at === -1) return false;
    this.subscribers.splice(at, 1);
    this.#engine.follow(subscription.connection, undefined);
    subscription.connection.setSpeaking(false);
    this.emit("unsubscribe", subscription);
    this.#reviewSoon();
    return true;
  }

  connectionChanged(connection: VoiceConnection): void {
    if (!this.subscribers.some((one) => one.connection === connection)) return;
    this.#engine.follow(connection, sessionOf(connection));
    this.#reviewSoon();
  }

  /** A source that cannot be played fails like one that fails later. */
  #begin(resource: AudioResource): void {
    try {
      const playback = this.#engine.play(resource.take(), resource.volume?.volume ?? 1);
      const playing = { resource, playback, played: 0 };
      this.#playing = playing;
      resource.follow({
        position: () => this.#position(playing),
        gain: (gain) => this.#engine.setGain(gain),
        destroyed: () => this.#destroyed(resource),
      });
      playback.ended.then(
        (end) => this.#ended(playback, end),
        (error: unknown) => this.#failed(resource, asError(error)),
      );
    } catch (error) {
      setImmediate(() => this.#failed(resource, asError(error)));
    }
  }

  #position(playing: Playing): number {
    playing.played = Math.max(playing.played, this.#engine.positionOf(playing.playback));
    return playing.played;
  }

  #release(resource: AudioResource): void {
    resource.audioPlayer = undefined;
    resource.release();
    this.#fed();
    if (this.#playing?.resource !== resource) return;
    this.#playing.playback.stop();
    this.#playing = undefined;
  }

  #turn(before: AudioPlayerStatus, now: AudioPlayerStatus): void {
    if (now === AudioPlayerStatus.Paused) this.#engine.pause();
    else if (before === AudioPlayerStatus.Paused) this.#engine.resume();
    if (now === AudioPlayerStatus.Idle) this.#engine.rest();
  }

  #started(playback: Playback): void {
    if (this.#playing?.playback !== playback) return;
    this.#readable(this.#playing.resource);
  }

  /** The resource has sound, or nobody would hear it and it waits. */
  #readable(resource: AudioResource): void {
    resource.started = true;
    const { state } = this;
    if (state.status === AudioPlayerStatus.Buffering && state.resource === resource)
      this.state = this.#playingState(resource);
  }

  #starved(playback: Playback): void {
    if (this.#playing?.playback !== playback) return;
    this.#starvedAt = Date.now();
    this.#starving = setTimeout(() => this.stop(), this.behaviors.maxMissedFrames * FRAME_MS);
  }

  #refilled(playback: Playback): void {
    if (this.#playing?.playback === playback) this.#fed();
  }

  #fed(): void {
    this.#starvedAt = undefined;
    clearTimeout(this.#starving);
  }

  #ended(playback: Playback, end: PlaybackEnd): void {
    if (this.#playing?.playback !== playback) return;
    const { resource } = this.#playing;
    this.#fed();
    if (end === "unsupported") {
      this.#debug?.("nothing of the resource could be played");
      this.state = { status: AudioPlayerStatus.Idle };
    } else if (resource.silencePaddingFrames === 0) this.state = { status: AudioPlayerStatus.Idle };
    else if (resource.silenceRemaining === -1) this.#endWithSilence(resource);
  }

  /** The bot destroyed the stream: that is an end, and no error. */
  #destroyed(resource: AudioResource): void {
    if (resourceOf(this._state) !== resource || resource.silenceRemaining !== -1) return;
    if (resource.silencePaddingFrames === 0) this.state = { status: AudioPlayerStatus.Idle };
    else this.#endWithSilence(resource);
  }

  #failed(resource: AudioResource, error: Error): void {
    const { state } = this;
    if (state.status === AudioPlayerStatus.Idle || state.resource !== resource) return;
    if (isPrematureClose(error)) return this.#destroyed(resource);
    this.#tell(error, resource);
    if (resourceOf(this.state) === resource) this.state = { status: AudioPlayerStatus.Idle };
  }

  /**
   * An input that cannot be played ends a bot of the original without an error, so that it may not have a listener. Errors of its own
   * streams do have to be listened to, there as here.
   */
  #tell(error: Error, resource: AudioResource): void {
    if (error instanceof SdkError && this.listenerCount("error") === 0) this.#debug?.(error.message);
    else this.emit("error", new AudioPlayerError(error, resource));
  }

  /** The engine sends the frames; the state waits for them. */
  #endWithSilence(resource: AudioResource): void {
    resource.silenceRemaining = resource.silencePaddingFrames;
    if (this.#playing?.resource === resource) {
      this.#position(this.#playing);
      this.#playing.playback.stop();
    }
    this.#fed();
    this.#continueEnd();
  }

  #continueEnd(): void {
    clearTimeout(this.#ending);
    const resource = resourceOf(this._state);
    const isWaiting =
      this._state.status === AudioPlayerStatus.Paused || this._state.status === AudioPlayerStatus.AutoPaused;
    if (resource === undefined || isWaiting || resource.silenceRemaining <= 0) return;
    this.#ending = setTimeout(() => {
      resource.silenceRemaining = 0;
      if (resourceOf(this._state) === resource) this.state = { status: AudioPlayerStatus.Idle };
    }, resource.silenceRemaining * FRAME_MS);
  }

  /** Looks whether somebody listens: not within the event that may have changed it. */
  #reviewSoon(): void {
    this.#review ??= setImmediate(() => {
      this.#review = undefined;
      this.#reviewNow();
    });
  }

  #reviewNow(): void {
    const { state } = this;
    const { noSubscriber } = this.behaviors;
    const isHeard = this.playable.length > 0;
    if (state.status === AudioPlayerStatus.AutoPaused && isHeard)
      this.state = this.#playingState(state.resource);
    if (isHeard || noSubscriber === NoSubscriberBehavior.Play) return;
    // The engine waits, and does not say whether there is sound.
    if (state.status === AudioPlayerStatus.Buffering) this.#readable(state.resource);
    if (state.status !== AudioPlayerStatus.Playing) return;
    if (noSubscriber === NoSubscriberBehavior.Stop) this.stop(true);
    else this.state = this.#pausedState(AudioPlayerStatus.AutoPaused, state.resource, SILENCE_FRAMES);
  }

  #bufferingState(resource: AudioResource): AudioPlayerState {
    return {
      status: AudioPlayerStatus.Buffering,
      resource,
      onReadableCallback: () => this.#readable(resource),
      onFailureCallback: () => {
        if (resourceOf(this.state) === resource) this.state = { status: AudioPlayerStatus.Idle };
      },
      onStreamError: (error) => this.#failed(resource, error),
    };
  }

  #playingState(resource: AudioResource): AudioPlayerPlayingState {
    const missed = (): number =>
      this.#starvedAt === undefined ? 0 : Math.floor((Date.now() - this.#starvedAt) / FRAME_MS);
    return {
      status: AudioPlayerStatus.Playing,
      resource,
      onStreamError: (error) => this.#failed(resource, error),
      get missedFrames() {
        return missed();
      },
      get playbackDuration() {
        return resource.playbackDuration;
      },
    };
  }

  #pausedState(
    status: AudioPlayerPausedState["status"],
    resource: AudioResource,
    silencePacketsRemaining: number,
  ): AudioPlayerPausedState {
    return {
      status,
      resource,
      silencePacketsRemaining,
      onStreamError: (error) => this.#failed(resource, error),
      get playbackDuration() {
        return resource.playbackDuration;
      },
    };
  }
}

/** Makes a player. */
export function createAudioPlayer(options?: CreateAudioPlayerOptions): AudioPlayerShape {
  return new AudioPlayer(options);
}

function resourceOf(state: AudioPlayerState): AudioResource | undefined {
  return state.status === AudioPlayerStatus.Idle ? undefined : state.resource;
}

function sessionOf({ state }: VoiceConnection): VoiceSession | undefined {
  return "networking" in state ? state.networking.session : undefined;
}

function isPrematureClose(error: Error): boolean {
  return "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
