// What main and the process of the client tell each other. No refresh token is in any of it; identity keys are, where they are kept.
import type { ClientError, ClientStatus } from "sdkpp";
import type { Allowed } from "sdkpp/surface";
import type { ClientSettings } from "./client-of.js";
import type { KeptCall } from "./kept-calls.js";
import type { Setting } from "./settings.js";

/** An error on its way. */
export interface SentError {
  readonly code: string;
  readonly message: string;
}

/** What a process of the client is told first. */
export interface StartOrder {
  readonly type: "start";
  readonly settings: ClientSettings;
  /** whether its calls are in voice processes; otherwise it can have none */
  readonly hasVoice: boolean;
  /** whether main keeps the player's identity keys */
  readonly hasKeys: boolean;
  readonly spare: boolean;
  /** of voice processes, as for `VoiceSupervisor` */
  readonly restarts: number;
  readonly addonPath?: string;
  /** whether a process before it had a player who was signed in */
  readonly follows: boolean;
  /** what a process before it goes on with: its calls, what pages set of all calls, and the player's presence */
  readonly calls: readonly KeptCall[];
  readonly sound: readonly Setting[];
  readonly presence: readonly Setting[];
}

/** The part of it that is the same for every process. */
export type StartSettings = Omit<StartOrder, "type" | "follows" | "calls" | "sound" | "presence" | "hasKeys">;

/** What main tells the process of the client. */
export type ToSocial =
  | StartOrder
  /** answered by `done` */
  | { readonly type: "token"; readonly id: number; readonly accessToken: string }
  | { readonly type: "connect" }
  /** answered by `pong`, at once */
  | { readonly type: "ping" }
  | { readonly type: "disconnect" }
  | { readonly type: "launch"; readonly argv: readonly string[] }
  /** the push-to-talk key went down or up */
  | { readonly type: "talkKey"; readonly isDown: boolean }
  /** comes with a port */
  | { readonly type: "page"; readonly page: number; readonly allow: readonly Allowed[] }
  | { readonly type: "leave"; readonly page: number }
  /** comes with a port: a voice process has started */
  | { readonly type: "voice"; readonly voice: number; readonly pid: number | undefined }
  | { readonly type: "voiceEnded"; readonly voice: number; readonly reason: string }
  /** what a page asked main for is done, or failed */
  | { readonly type: "asked"; readonly id: number; readonly error?: SentError }
  /** the answer to `loadKey` and `saveKey` */
  | { readonly type: "key"; readonly id: number; readonly error?: SentError; readonly bytes?: Uint8Array };

/** What the process of the client tells main. */
export type FromSocial =
  | {
      readonly type: "status";
      readonly status: ClientStatus;
      readonly error: ClientError;
      readonly detail: number;
    }
  | { readonly type: "done"; readonly id: number; readonly error?: SentError }
  | { readonly type: "pong" }
  /** the calls of the player, with what pages set of them */
  | { readonly type: "calls"; readonly calls: readonly KeptCall[] }
  /** what pages set of all calls, and the devices that they chose */
  | { readonly type: "sound"; readonly settings: readonly Setting[] }
  /** the online status and the activity that pages set */
  | { readonly type: "presence"; readonly settings: readonly Setting[] }
  | { readonly type: "ask"; readonly id: number; readonly what: "signIn" | "signOut" }
  | { readonly type: "loadKey"; readonly id: number; readonly name: string }
  | { readonly type: "saveKey"; readonly id: number; readonly name: string; readonly bytes: Uint8Array }
  | { readonly type: "startVoice"; readonly voice: number }
  | { readonly type: "killVoice"; readonly voice: number };
