import type { TrackSource } from "../sources/resolver.js";

/** The credentials of a call, which a bot received from its main gateway. */
export interface CallCredentials {
  /** of VOICE_SERVER_UPDATE */
  readonly token: string;
  /** host of the voice gateway, with a port or not */
  readonly endpoint: string;
  /** of VOICE_STATE_UPDATE */
  readonly sessionId: string;
  /** without it the call cannot be encrypted end to end, because its members derive keys from the channel */
  readonly channelId?: string;
}

/** The user and the guild of a call. */
export interface CallPlace {
  readonly userId: string;
  readonly guildId: string;
}

/** How a source ended: all of it was played, or nothing and none of it could be, for a reason in words. */
export type SourceEnd = { readonly type: "finished" } | { readonly type: "failed"; readonly reason: string };

/** Hears what a call does by itself. What it was told to do is not reported. */
export interface CallListener {
  /** the source ended by itself */
  sourceEnded(end: SourceEnd): void;
  /** the source has nothing to be played, or has again */
  starving(isStarving: boolean): void;
  /** the voice gateway closed for good, or until new credentials come */
  gatewayClosed(code: number, reason: string, isByRemote: boolean): void;
  /** the call became connected, or is no longer */
  connectionChanged(): void;
}

/** Frames of 20 ms since the call began. */
export interface CallFrames {
  /** went out */
  readonly sent: number;
  /** were due, because a source played */
  readonly expected: number;
  /** were due while the source had nothing */
  readonly starved: number;
}

/** Filters in Lavalink's shape, by name. */
export type Filters = Readonly<Record<string, unknown>>;

/** One player and the voice session that sends its sound. */
export interface WorkerCall {
  /** whether sound can flow */
  readonly isConnected: boolean;
  /** round trip to the voice server, milliseconds; -1 when it is not known */
  readonly pingMs: number;
  /** where the source is, milliseconds from its beginning */
  readonly positionMs: number;
  /** frames so far */
  readonly frames: CallFrames;
  /** Opens a voice session, or moves the open one. @throws Error naming what is wrong with the credentials */
  connect(credentials: CallCredentials): void;
  /** Plays a source in place of the present one. @param startMs from its beginning. @throws Error naming what is wrong with it; nothing plays then */
  play(source: TrackSource, startMs: number): void;
  /** Ends the source. */
  stop(): void;
  /** Holds the source at its place, or goes on. */
  setPaused(isPaused: boolean): void;
  /** Plays the source from another place. @throws Error when it cannot */
  seek(positionMs: number): void;
  /** @param gain factor of the amplitude, 0–4 */
  setGain(gain: number): void;
  /** Replaces all filters. @param filters only such as {@link Worker.filters} names @throws Error naming a value that is wrong */
  setFilters(filters: Filters): void;
  /** Ends the call and frees what it has. Idempotent. */
  close(): void;
}

/** Has calls: in this process or in another one. */
export interface Worker {
  /** the filters that its players have, by Lavalink's names */
  readonly filters: readonly string[];
  /** @throws Error when it cannot have another call */
  openCall(place: CallPlace, listener: CallListener): WorkerCall;
}
