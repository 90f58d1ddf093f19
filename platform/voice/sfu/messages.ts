import type { AeadMode, Snowflake } from "sdkpp/wire";
import type { ClockReading } from "../../clock/adjustable-clock.js";
import type { ImpairmentSettings } from "./impairment.js";

/** An impairment and the datagrams that it affects. */
export interface ImpairmentRule extends ImpairmentSettings {
  /** `in`: client to platform, `out`: platform to client; default both. */
  readonly direction?: "in" | "out" | "both";
  /** Affects only this user's datagrams; default all users. */
  readonly userId?: Snowflake;
}

/** One participant of an end-to-end encrypted room. */
export interface E2eeMember {
  readonly ssrc: number;
  /** Version of end-to-end encryption; 0: none */
  readonly version: number;
  /** Whether it can decrypt encrypted frames. */
  readonly hasKeys: boolean;
  /** Whether it still has to confirm the keys of the pending change. */
  readonly owesReady: boolean;
}

/** The complete end-to-end encryption state of a room; members that are not listed have version 0. */
export interface E2eeCommand {
  readonly type: "e2ee";
  readonly room: string;
  readonly isLifted: boolean;
  readonly isChanging: boolean;
  readonly members: readonly E2eeMember[];
}

/** Commands from the platform to its media worker. */
export type MediaCommand =
  | {
      readonly type: "add";
      readonly ssrc: number;
      readonly userId: Snowflake;
      readonly room: string;
      readonly maySpeak: boolean;
      readonly mayHear: boolean;
    }
  | {
      readonly type: "select";
      readonly ssrc: number;
      readonly mode: AeadMode;
      readonly key: Uint8Array;
      readonly address: string;
      readonly port: number;
      /** First outbound AEAD counter */
      readonly counter: number;
    }
  | { readonly type: "move"; readonly ssrc: number; readonly address: string; readonly port: number }
  | { readonly type: "latch"; readonly isOn: boolean }
  | { readonly type: "announce"; readonly ssrc: number }
  | { readonly type: "permit"; readonly ssrc: number; readonly maySpeak: boolean; readonly mayHear: boolean }
  | { readonly type: "remove"; readonly ssrc: number }
  /** The worker confirms this id once it has applied the command. */
  | (E2eeCommand & { readonly id: number })
  | { readonly type: "impair"; readonly rules: readonly ImpairmentRule[] }
  | { readonly type: "clock"; readonly reading: ClockReading }
  | { readonly type: "stats"; readonly id: number }
  | { readonly type: "stop" };

/** Events from the media worker to its platform. */
export type MediaEvent =
  | { readonly type: "bound"; readonly port: number }
  /** the socket is closed and no further event follows */
  | { readonly type: "stopped" }
  | { readonly type: "stats"; readonly id: number; readonly stats: VoiceStats }
  | { readonly type: "confirmed"; readonly id: number }
  /** A session has used up its counters and must start over. */
  | { readonly type: "exhausted"; readonly ssrc: number }
  | { readonly type: "warning"; readonly text: string };

/** Counts of datagrams since the start. */
export interface MediaCounters {
  received: number;
  opened: number;
  forwarded: number;
  /** not authentic */
  refused: number;
  replayed: number;
  unknownSsrc: number;
  malformed: number;
  /** from other addresses than the session's own, above the budget for them */
  unexpected: number;
  /** failed in the platform; the sender is not at fault */
  faulted: number;
  /** arrived before the first op 5 and were held too long or were too many */
  unannounced: number;
  /** sender muted by the platform */
  silenced: number;
  /** unencrypted although end-to-end encryption is on */
  e2eeClear: number;
  /** end-to-end encrypted, for a receiver without support */
  e2eeUnaware: number;
  /** end-to-end encrypted, for a receiver that is not in the group yet */
  e2eeKeyless: number;
  /** encrypted with new keys that the receiver does not have yet */
  e2eeEarly: number;
  pings: number;
  discoveries: number;
  reportsIn: number;
  reportsOut: number;
  impairedLost: number;
  impairedDelayed: number;
  sendErrors: number;
}

export interface SessionStats {
  readonly userId: Snowflake;
  readonly ssrc: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly refused: number;
  readonly replayed: number;
  /** Loss in the interval of the last report, 0 to 1. */
  readonly uplinkLoss: number;
  /** Loss in the newest report to this sender, 0 to 1. */
  readonly reportedLoss: number;
  /** Address to which its media is sent; undefined before op 1 */
  readonly address: string | undefined;
}

export interface VoiceStats {
  readonly counters: MediaCounters;
  readonly sessions: readonly SessionStats[];
}
