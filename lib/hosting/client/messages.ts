import type {
  DoorWords,
  E2eePolicy,
  EncryptedMember,
  InputEnd,
  OwnSettings,
  UserSettings,
  VoiceConnectionEvents,
} from "../../call/index.js";
import type {
  CallStats,
  MediaLoad,
  NativeAudioSystem,
  NativeCallStatus,
  NativeDeviceChanged,
  NativeSessionOptions,
  NativeSettings,
  ThreadWishes,
} from "../../native/index.js";
import type { DaveStatus } from "../../protocol/index.js";
import type { CallOrder, CallReport, SentError, SoundOrder } from "../messages.js";

/** The settings of a game's call. */
export const SETTINGS = [
  "setSelfMute",
  "setSelfDeaf",
  "setAudioMode",
  "setPttActive",
  "setPttReleaseDelay",
  "setVadThreshold",
  "setInputVolume",
  "setOutputVolume",
  "setUserVolume",
  "setLocalMute",
  "setNoInputThreshold",
  "setLevelReports",
  "setEncoder",
  "setCallbackPolicy",
  "setSpeechProcessing",
] as const satisfies readonly (keyof NativeSettings)[];
export type SettingName = (typeof SETTINGS)[number];
export type Setting = readonly [name: SettingName, args: readonly unknown[]];

/** A microphone or speaker that is to be open. */
export interface SentDevice {
  readonly system: NativeAudioSystem;
  /** "" is the default device */
  readonly id: string;
  /** counts the openings: what is said of an earlier one is old */
  readonly opening: number;
}

/** The source of a game's call. `id` counts them. */
export type SentInput =
  | { readonly id: number; readonly type: "none" }
  | { readonly id: number; readonly type: "device"; readonly device: SentDevice }
  | { readonly id: number; readonly type: "wav" | "ogg"; readonly file: Uint8Array; readonly loop: boolean }
  /** `pieces` begin at this time of the source, and more follow until it is ended */
  | {
      readonly id: number;
      readonly type: "pcm";
      readonly sampleRate: number;
      readonly channels: 1 | 2;
      readonly fromMs: number;
      readonly pieces: readonly Int16Array[];
      readonly isEnded: boolean;
    };

export interface LobbyOptions {
  /** counts the clients of the program: they have keys of their own */
  readonly client: number;
  readonly serverId: bigint;
  readonly userId: bigint | undefined;
  readonly e2ee: E2eePolicy;
  readonly preferredMode: NativeSessionOptions["preferredMode"];
  readonly admission: NativeSessionOptions["admission"];
  readonly userAgent: string;
  readonly ca: string | string[] | undefined;
  /** private; undefined: every call has a new one */
  readonly identityKey: Uint8Array | undefined;
  /** whether verified keys are stored */
  readonly hasKeyStore: boolean;
  /** address of a module */
  readonly audioCallbacks: string | undefined;
  readonly threads: ThreadWishes;
}

/** All that was said to the processes before. */
export interface LobbyState {
  readonly settings: readonly Setting[];
  readonly input: SentInput | undefined;
  readonly output: SentDevice | undefined;
  readonly isRefused: boolean;
  readonly isLeaving: boolean;
}

/** The data of an event of the main gateway. */
export interface ToldState {
  readonly userId: bigint;
  readonly sessionId: string;
  readonly channelId: bigint | undefined;
}
export interface ToldServer {
  readonly endpoint: string | undefined;
  /** secret */
  readonly token: string;
}

/** Facts that the door of a call knows. */
export interface DoorFacts {
  readonly words: DoorWords;
  readonly own: OwnSettings;
  readonly users: readonly (readonly [userId: bigint, settings: UserSettings])[];
}

/** The commands of a game's call. */
export type LobbyCommand = "why" | "verificationCode" | "verifyMember";

/** A question of a call in a voice process to the game's process. */
export type LobbyQuestion = "loadKeys" | "saveKeys" | "matchesKey";

/** A message to the process that has a game's call. */
export type LobbyOrder =
  | CallOrder
  | SoundOrder
  | { type: "joinLobby"; call: string; options: LobbyOptions; state: LobbyState }
  /** goes on with what is kept of it, or joins anew */
  | { type: "reviveLobby"; call: string; options: LobbyOptions; state: LobbyState }
  /** goes on with it as soon as the process that has it hands it over */
  | { type: "takeLobby"; call: string; options: LobbyOptions; state: LobbyState }
  /** the call is about to come: its microphone is to be open by then. `microphoneReady` follows */
  | { type: "openMicrophone"; call: string; device: SentDevice }
  | { type: "set"; call: string; setting: Setting }
  | { type: "input"; call: string; input: SentInput }
  | { type: "samples"; call: string; input: number; samples: Int16Array }
  | { type: "endInput"; call: string; input: number }
  | { type: "output"; call: string; device: SentDevice | undefined }
  /** three files; undefined: no longer */
  | { type: "dump"; call: string; paths: readonly [string, string, string] | undefined }
  | { type: "threads"; call: string; threads: ThreadWishes }
  /** statistics are looked at */
  | { type: "watch"; call: string }
  | { type: "told"; call: string; id: number; value?: unknown; error?: SentError }
  | { type: "joinRefused"; call: string }
  | { type: "leave"; call: string };

/** The events of a connection that go through a channel as they are. */
export const PASSED_EVENTS = [
  "participant",
  "speaking",
  "inputDetected",
  "inputLevel",
  "encryptionLost",
  "unannouncedMember",
  "memberKeyChanged",
  "phase",
  "warning",
] as const satisfies readonly (keyof VoiceConnectionEvents)[];
export type PassedEvent = (typeof PASSED_EVENTS)[number];

/** A message of the process that has a game's call. */
export type LobbyReport =
  | CallReport
  | { type: "requestSession"; call: string }
  | { type: "status"; call: string; status: Parameters<VoiceConnectionEvents["status"]> }
  | { type: "encryption"; call: string; status: DaveStatus }
  | { type: "members"; call: string; members: EncryptedMember[] }
  | { type: "event"; call: string; name: PassedEvent; args: readonly unknown[] }
  | {
      type: "callbackFailed";
      call: string;
      which: "received" | "captured";
      count: number;
      error: SentError;
    }
  | { type: "stats"; call: string; stats: CallStats }
  | { type: "device"; call: string; opening: number; change: Parameters<NativeDeviceChanged> }
  /** it is open for a call that is about to come, or cannot be opened now */
  | { type: "microphoneReady"; call: string }
  | { type: "inputEnded"; call: string; input: number; end: InputEnd; warning: string | undefined }
  /** so much of the source was played, milliseconds */
  | { type: "played"; call: string; input: number; positionMs: number }
  | { type: "dumpEnded"; call: string; error: string }
  | { type: "load"; call: string; load: MediaLoad }
  | { type: "ask"; call: string; id: number; question: LobbyQuestion; args: readonly unknown[] }
  /** what a process has that has just got the call */
  | {
      type: "mirror";
      call: string;
      status: NativeCallStatus | undefined;
      encryption: DaveStatus;
      members: EncryptedMember[];
    };

/** With which a process gets a game's call. */
export type LobbyBegin = LobbyOrder & { type: "joinLobby" | "reviveLobby" | "takeLobby" };

/** The reports of a game's call, without those of every call. */
export type OwnReport = Exclude<LobbyReport, CallReport>;
