import type { HandOverOutcome } from "../call/index.js";

/** An error on its way through a channel. */
export interface SentError {
  readonly code: string;
  readonly message: string;
}

/** The options of a voice process that all its calls share. */
export interface ProcessOptions {
  readonly addonPath?: string | URL;
  readonly mediaThreads?: "auto" | number;
}

/** An event of the main gateway about a call. */
export type GatewayEvent = "voiceState" | "voiceServer";

/** A message of a supervisor to a voice process, about none of its calls. */
export type ProcessOrder =
  /** comes first. `key`: what is kept of calls is sealed with it. `tides`: the file in which they note their ticks */
  | { type: "prepare"; key: Uint8Array; host: ProcessOptions; tides?: string | undefined }
  | { type: "store"; message: Uint8Array }
  | { type: "ping" };

/** A message of a voice process to its supervisor, about none of its calls. */
export type ProcessReport =
  | { type: "prepared" }
  /** it cannot have calls */
  | { type: "useless"; error: SentError }
  | { type: "store"; message: Uint8Array }
  | { type: "pong" };

/** A message about a call or a player, to or from the process that has it. */
export type NamedMessage = { readonly type: string } & (
  { readonly call: string } | { readonly player: string }
);

/** A message to any call. */
export type CallOrder =
  /** answered when it was heard */
  | { type: "gateway"; call: string; id: number; event: GatewayEvent; data: unknown }
  /** a question or a change that is answered. Each may be said again: an answer is lost with its process */
  | { type: "command"; call: string; id: number; name: string; args: readonly unknown[] }
  | { type: "destroy"; call: string }
  /** to the process that has it: another one takes it. {@link CallReport} `handedOver` follows */
  | { type: "handOver"; call: string }
  /** no other process takes it, as far as it has not: `handedOver` follows */
  | { type: "stay"; call: string }
  /** to the process that is to take it: it is handed over no more. `notTaken` follows, unless it has been taken */
  | { type: "giveUp"; call: string }
  | MoveMessage;

/** Between the two processes of a call that moves. */
export interface MoveMessage {
  readonly type: "move";
  readonly call: string;
  readonly bytes: Uint8Array;
}

/** The sound of the others that a call is to pass on. */
export type SoundOrder =
  /** of a user; `tag` is in what comes of it */
  | { type: "subscribe"; call: string; userId: bigint; sound: "opus" | "pcm" | "both"; tag: number }
  | { type: "unsubscribe"; call: string; userId: bigint }
  /** the sound of all together, or no longer */
  | { type: "mix"; call: string; isWanted: boolean };

/** A message of any call. */
export type CallReport =
  /** it is here: taken, revived, or joined anew */
  | { type: "goesOn"; call: string; isAnew: boolean }
  /** nothing is sent any more, until another process takes it */
  | { type: "standsStill"; call: string }
  /** what became of handing it over. "failed": it goes on there */
  | { type: "handedOver"; call: string; outcome: HandOverOutcome | "failed"; error?: SentError }
  /** it is not here */
  | { type: "notTaken"; call: string; error: SentError }
  | MoveMessage
  /** sound of users, as the addon hands it out */
  | { type: "received"; call: string; batch: ArrayBuffer }
  /** it is over: why */
  | { type: "over"; call: string; error: SentError }
  | { type: "answer"; call: string; id: number; value?: unknown; error?: SentError };
