import type { SessionStats } from "sdkpp";
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
  /** Idempotent. */
  leave(): Promise<void>;
}
