import type { AeadMode, Snowflake } from "sdkpp/wire";
import type { ImpairmentSettings } from "./impairment.js";

/** Which datagrams an impairment touches. */
export interface ImpairmentRule extends ImpairmentSettings {
  /** `in`: client to platform, `out`: platform to client; both unless given. */
  readonly direction?: "in" | "out" | "both";
  /** Only this user's datagrams; everybody's unless given. */
  readonly userId?: Snowflake;
}

/** One participant of an end-to-end encrypted room. */
export interface E2eeMember {
  readonly ssrc: number;
  /** 0: none */
  readonly version: number;
  /** Encrypted frames make sense to it. */
  readonly hasKeys: boolean;
  /** It will say when it has the keys of the running change, and has not yet. */
  readonly owesReady: boolean;
}

/** How a room is encrypted end to end, as a whole; whoever is absent has version 0. */
export interface E2eeCommand {
  readonly type: "e2ee";
  readonly room: string;
  readonly isLifted: boolean;
  readonly isChanging: boolean;
  readonly members: readonly E2eeMember[];
}

/** From the platform to its media worker. */
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
      /** First outbound counter */
      readonly counter: number;
    }
  | { readonly type: "move"; readonly ssrc: number; readonly address: string; readonly port: number }
  | { readonly type: "latch"; readonly isOn: boolean }
  | { readonly type: "announce"; readonly ssrc: number }
  | { readonly type: "permit"; readonly ssrc: number; readonly maySpeak: boolean; readonly mayHear: boolean }
  | { readonly type: "remove"; readonly ssrc: number }
  /** Confirmed under this number once it holds. */
  | (E2eeCommand & { readonly id: number })
  | { readonly type: "impair"; readonly rules: readonly ImpairmentRule[] }
  /** How far the platform's clock is ahead of the machine's, milliseconds. */
  | { readonly type: "clock"; readonly offset: number }
  | { readonly type: "stats"; readonly id: number }
  | { readonly type: "stop" };

/** From the media worker to its platform. */
export type MediaEvent =
  | { readonly type: "bound"; readonly port: number }
  | { readonly type: "stats"; readonly id: number; readonly stats: VoiceStats }
  | { readonly type: "confirmed"; readonly id: number }
  /** A session has used up its quarter of the counters and must begin anew. */
  | { readonly type: "exhausted"; readonly ssrc: number }
  | { readonly type: "warning"; readonly text: string };

/** What happened to datagrams since the start. */
export interface MediaCounters {
  received: number;
  opened: number;
  forwarded: number;
  /** not authentic */
  refused: number;
  replayed: number;
  unknownSsrc: number;
  malformed: number;
  /** from elsewhere than the session's own address, and too many of those in this second to be looked at */
  unexpected: number;
  /** could not be worked through, by no fault of the sender's */
  faulted: number;
  /** arrived before the first op 5 and waited too long, or were too many */
  unannounced: number;
  /** the sender is muted by the platform */
  silenced: number;
  /** in the clear where end-to-end encryption is on */
  e2eeClear: number;
  /** encrypted end to end, to a receiver that knows no such thing */
  e2eeUnaware: number;
  /** encrypted end to end, to a receiver that is not in the group yet */
  e2eeKeyless: number;
  /** encrypted with new keys, to a receiver that has not got them yet */
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
  /** Of the last report's interval, 0 to 1. */
  readonly uplinkLoss: number;
  /** What the newest report to this sender said, 0 to 1. */
  readonly reportedLoss: number;
  /** Where its media goes, or undefined before op 1 */
  readonly address: string | undefined;
}

export interface VoiceStats {
  readonly counters: MediaCounters;
  readonly sessions: readonly SessionStats[];
}
