import type { SessionStats } from "sdkpp";
import type { Arrival } from "../listening/gaps.js";
import type { Ear } from "./ear.js";

/** The own switches of somebody in a call. */
export interface Switches {
  readonly mute: boolean;
  readonly deaf: boolean;
}

/** A sound that is being spoken. */
export interface Speech {
  /** when it was spoken to its end, was stopped, or the call was left */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Follows the sound of one speaker as it comes. */
export interface Follower {
  /** @param block samples of one channel, 48 kHz, after jitter buffer and decoder */
  sound(block: Float32Array): void;
  /**
   * Told of no packet in the call of a lobby, where games get none. Gaps are between packets: the jitter buffer hides short ones, and
   * its blocks come on the grid of the listener.
   */
  packet(arrival: Arrival): void;
}

/** Somebody's place in a call, of a lobby or of a server's channel. */
export interface Seat {
  /** of a lobby its own id */
  readonly serverId: string;
  readonly channelId: string;
  readonly ear: Ear;
  /** Waits until what is spoken reaches the call, as after a cut. @throws {SdkError} when the call is over */
  ready(signal: AbortSignal): Promise<void>;
  /** Speaks a WAV file in place of what is being spoken. */
  speak(wav: Uint8Array): Speech;
  switch(switches: Switches): Promise<void>;
  stats(): SessionStats;
  /** @returns ends it @throws {SdkError} when the call is over */
  follow(speakerId: string, follower: Follower): Disposable;
  /** Idempotent. */
  leave(): Promise<void>;
}
