import {
  AudioPlayer,
  type AudioSource,
  type Playback,
  type Subscription,
  type VoiceSession,
} from "sdkpp/voice";
import type { VoiceConnection } from "../shapes.js";

/** What the engine says of the playback that it has now. */
export interface EngineListener {
  started(playback: Playback): void;
  starved(playback: Playback): void;
  refilled(playback: Playback): void;
  warning(message: string): void;
}

/** @internal Opens the engine's player; another one in tests. */
export type OpenEnginePlayer = (options: { whenUnheard: "pause" | "play" }) => AudioPlayer;

interface Tap {
  readonly session: VoiceSession;
  readonly subscription: Subscription;
}

/** How long a player without a resource keeps its place in the media thread. */
const REST_MS = 1000;
/** The engine's loudest. */
const MOST_GAIN = 4;

/**
 * The engine's player behind one of ours. It is opened for the first resource, and closed a while after the last one: programs never
 * close theirs, and an open one has a place in the media thread.
 */
export class EngineHalf {
  readonly #open: OpenEnginePlayer;
  readonly #whenUnheard: "pause" | "play";
  readonly #listener: EngineListener;
  #player: AudioPlayer | undefined;
  /** The voice sessions of the subscribed connections. */
  readonly #sessions = new Map<VoiceConnection, VoiceSession>();
  readonly #taps = new Map<VoiceConnection, Tap>();
  #resting: NodeJS.Timeout | undefined;

  constructor(whenUnheard: "pause" | "play", listener: EngineListener, open: OpenEnginePlayer | undefined) {
    this.#whenUnheard = whenUnheard;
    this.#listener = listener;
    this.#open = open ?? ((options) => new AudioPlayer(options));
  }

  /** How much of a playback was played, milliseconds; 0 when another one took its place. */
  positionOf(playback: Playback): number {
    const current = this.#player?.current ?? playback;
    return current === playback ? (this.#player?.positionMs ?? 0) : 0;
  }

  /** Plays a source in place of the one before. @throws as `AudioPlayer` of the engine and its `play` */
  play(source: AudioSource, gain: number): Playback {
    clearTimeout(this.#resting);
    const player = (this.#player ??= this.#opened());
    const playback = player.play(source);
    player.setGain(Math.min(gain, MOST_GAIN));
    return playback;
  }

  setGain(gain: number): void {
    this.#player?.setGain(Math.min(gain, MOST_GAIN));
  }

  pause(): void {
    this.#player?.pause();
  }

  resume(): void {
    this.#player?.resume();
  }

  /** There is no resource for now. */
  rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#close(), REST_MS).unref();
  }

  /** A connection is subscribed and has this voice session, or none. */
  follow(connection: VoiceConnection, session: VoiceSession | undefined): void {
    if (session === undefined) this.#sessions.delete(connection);
    else this.#sessions.set(connection, session);
    this.#connect(connection);
  }

  #connect(connection: VoiceConnection): void {
    const session = this.#sessions.get(connection);
    const before = this.#taps.get(connection);
    if (before !== undefined && before.session === session) return;
    this.#taps.delete(connection);
    before?.subscription.dispose();
    if (session === undefined || this.#player === undefined || session.status === "disconnected") return;
    this.#taps.set(connection, { session, subscription: session.subscribe(this.#player) });
  }

  #opened(): AudioPlayer {
    const player = this.#open({ whenUnheard: this.#whenUnheard });
    player.on("started", (playback) => this.#listener.started(playback));
    player.on("starved", (playback) => this.#listener.starved(playback));
    player.on("refilled", (playback) => this.#listener.refilled(playback));
    player.on("warning", (message) => this.#listener.warning(message));
    this.#player = player;
    for (const connection of this.#sessions.keys()) this.#connect(connection);
    return player;
  }

  #close(): void {
    for (const { subscription } of this.#taps.values()) subscription.dispose();
    this.#taps.clear();
    this.#player?.close();
    this.#player = undefined;
  }
}
