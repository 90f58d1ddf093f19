import type { EncryptedMember } from "../../call/index.js";
import type { InputLosses } from "../../native/index.js";
import type { AudioPlayerStatus } from "../audio-player.js";
import type { EncryptionStatus, GuildVoiceEvents } from "../guild-voice-events.js";
import type {
  CallOrder,
  CallReport,
  ProcessOrder,
  ProcessReport,
  SentError,
  SoundOrder,
} from "../../hosting/index.js";
import type { HostedOptions } from "../join-options.js";
import type { PlaybackOutcome } from "../playback.js";
import type { PlayerFilters } from "../player-filters.js";
import type { CheckedMix, PlayerSettings } from "../player-options.js";
import type { AudioSource } from "../source.js";
import type { VoiceSilence, VoiceStatus } from "../status.js";

/** A packet of Opus, or samples. */
export type Piece = Uint8Array | Int16Array;

/** The form of pieces, which follow when they are asked for. */
export type SentPieces = { type: "opus" } | { type: "pcm"; sampleRate: number; channels: 1 | 2 };

/** A source that can be sent to another process. */
export type SentSource =
  Exclude<AudioSource, AsyncIterable<Uint8Array> | { type: "opus" } | { type: "pcm" } | URL> | SentPieces;

export function isInPieces(source: SentSource): source is SentPieces {
  return typeof source === "object" && "type" in source && (source.type === "opus" || source.type === "pcm");
}

/** The first piece that a process asks for: behind this time of the source; or behind so many that were taken of those asked for last. */
export type PieceStart = { readonly ms: number } | { readonly taken: number };

/** The source that a call plays. */
export interface SentPlayback {
  readonly id: number;
  readonly source: SentSource;
  /** where it begins, milliseconds of the source */
  readonly startMs: number;
  /** the count that the process before had for it; undefined: it never said */
  readonly count: number | undefined;
}

/** A player that a call sends the sound of, by its name. */
export interface SentPlayer {
  readonly id: number;
  readonly player: string;
}

/** The source or the player of a call. */
export type SentInput = SentPlayback | SentPlayer;

/** A source of a player. */
export interface SentTrack {
  readonly id: number;
  readonly source: SentSource;
  /** where it begins each time that it is played, milliseconds of the source */
  readonly startMs: number;
  /** where it begins this time */
  readonly positionMs: number;
  /** how often it is played, this time included */
  readonly rounds: number;
  /** how often it was sought in: places of before do not count */
  readonly seeks: number;
}

/** In place of the current source, behind all others, or over them. */
export type SentPlace = "now" | "behind" | CheckedMix;

/** An order to a player. */
export type PlayerOrder =
  /** comes first */
  | { type: "open"; settings: PlayerSettings; gain: number; isPaused: boolean; filters: PlayerFilters }
  | { type: "add"; track: SentTrack; place: SentPlace }
  | { type: "stop"; track: number }
  | { type: "seek"; track: number; positionMs: number; seeks: number }
  | { type: "pause"; isPaused: boolean }
  | { type: "gain"; gain: number; fadeMs: number }
  | { type: "filters"; filters: PlayerFilters }
  | { type: "pieces"; track: number; pieces: readonly Piece[] }
  | { type: "lastPiece"; track: number; error?: SentError | undefined }
  /** it stands still from then on: another process goes on with it */
  | { type: "handOver" }
  | { type: "close" };

/** News of a source, from the process that plays it. */
export type PlaybackNews =
  | { type: "begun"; count: number }
  | { type: "position"; positionMs: number; isMoving: boolean }
  | { type: "title"; title: string }
  | {
      type: "ended";
      outcome: PlaybackOutcome;
      losses?: Readonly<InputLosses> | undefined;
      error?: SentError | undefined;
    }
  /** asks for pieces from a place of the source on, or for the next ones */
  | { type: "wants"; pieces: number; from: PieceStart | undefined };

/** News of a player, from the process that has it. */
export type PlayerNews =
  /** about one of its sources */
  | { type: "track"; track: number; news: PlaybackNews }
  /** where the current source is. `rounds`: how often it is still played, this time included */
  | {
      type: "place";
      track: number;
      positionMs: number;
      isMoving: boolean;
      rounds: number;
      seeks: number;
    }
  | { type: "status"; status: AudioPlayerStatus }
  | { type: "started" | "starved"; track: number }
  | { type: "refilled"; track: number; starvedMs: number }
  | { type: "warning"; message: string }
  /** it stands still, at the place that was told last */
  | { type: "handedOver" }
  /** there is none in this process */
  | { type: "failed"; error: SentError };

/** The state of a connection that its program can ask for at once, as the voice process told it last. */
export interface Mirror {
  readonly status: VoiceStatus;
  readonly channelId: bigint;
  readonly silencedBy: VoiceSilence | undefined;
  readonly encryption: EncryptionStatus;
  readonly participants: readonly bigint[];
  /** left out when they are as they were told before */
  readonly encryptedMembers?: readonly EncryptedMember[];
}

/** The commands of a bot's call. */
export const COMMANDS = [
  "ready",
  "encrypted",
  "rejoin",
  "setEncoder",
  "setUserVolume",
  "getStats",
  "why",
  "verificationCode",
  "verifyMember",
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** The events of a connection that go through a channel as they are. */
export const PASSED_EVENTS = [
  "stateChange",
  "participant",
  "announced",
  "speaking",
  "encryptionChanged",
  "transitioned",
  "encryptionLost",
  "encryptedMembersChanged",
  "unannouncedMember",
  "memberKeyChanged",
  "silenced",
  "phase",
  "closed",
  "warning",
] as const satisfies readonly (keyof GuildVoiceEvents)[];
export type PassedEvent = (typeof PASSED_EVENTS)[number];

/** A message of a supervisor to a voice process. */
export type Order =
  | ProcessOrder
  | CallOrder
  | SoundOrder
  /** before the calls that send its sound */
  | { type: "player"; player: string; order: PlayerOrder }
  | { type: "join"; call: string; options: HostedOptions }
  /** goes on with what is kept of it, or joins anew */
  | { type: "revive"; call: string; options: HostedOptions; playback: SentInput | undefined }
  /** goes on with it as soon as the process that has it hands it over */
  | { type: "take"; call: string; options: HostedOptions; playback: SentInput | undefined }
  | { type: "play"; call: string; playback: SentInput }
  | { type: "stop"; call: string; playback: number }
  | { type: "pieces"; call: string; playback: number; pieces: readonly Piece[] }
  /** no further pieces; `error`: the source threw */
  | { type: "lastPiece"; call: string; playback: number; error?: SentError | undefined };

/** A message of a voice process to its supervisor. */
export type Report =
  | ProcessReport
  | CallReport
  | { type: "payload"; call: string; payload: unknown }
  | { type: "event"; call: string; name: PassedEvent; args: readonly unknown[]; mirror: Mirror }
  | { type: "playback"; call: string; playback: number; news: PlaybackNews }
  | { type: "player"; player: string; news: PlayerNews };

/** The reports of a bot's call, without those of every call. */
export type BotReport = Exclude<Extract<Report, { call: string }>, CallReport>;
