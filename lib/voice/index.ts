/**
 * `sdkpp/voice`: the native voice engine for bots, through the gateway adapter of another library.
 * @packageDocumentation
 */
import { GuildVoiceConnection } from "./guild-voice-connection.js";
import type { JoinVoiceChannelOptions } from "./join-options.js";
import { HostedVoiceConnection, type HostedJoinOptions } from "./supervising/hosted-voice-connection.js";

/**
 * Joins a voice channel in a voice process, which may die: see {@link VoiceSupervisor}. What keeps the voice process from having the
 * call, as NATIVE_NOT_FOUND, ends the connection: `ready()` says it.
 * @throws {ArgumentError} naming the invalid property
 */
export function joinVoiceChannel(options: HostedJoinOptions): HostedVoiceConnection;
// the last one is what `Parameters` and `ReturnType` see
/**
 * Joins a voice channel. It returns at once; `ready()` and the event `stateChange` report the progress.
 * @throws {ArgumentError} for an invalid id, `ca` or `addonPath`, {ArgumentRangeError} for an invalid `mediaThreads`
 * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use); MEDIA_OVERLOADED: the
 *   media threads have no time for another connection
 * @example
 * const connection = joinVoiceChannel({ guildId, channelId, adapterCreator, ca });
 * await connection.ready({ signal: AbortSignal.timeout(15_000) });
 * await connection.play({ type: "wav", file: wavFile }).ended;
 * connection.destroy();
 */
export function joinVoiceChannel(options: JoinVoiceChannelOptions): GuildVoiceConnection;
export function joinVoiceChannel(
  options: JoinVoiceChannelOptions | HostedJoinOptions,
): GuildVoiceConnection | HostedVoiceConnection {
  return isHosted(options) ? HostedVoiceConnection.join(options) : GuildVoiceConnection.join(options);
}

function isHosted(options: JoinVoiceChannelOptions | HostedJoinOptions): options is HostedJoinOptions {
  return options.voiceHost !== undefined;
}

export type { VoiceAdapterCreator, VoiceAdapterLibraryMethods, VoiceAdapterMethods } from "./adapter.js";
export { AudioPlayer, type AudioPlayerEvents, type AudioPlayerStatus } from "./audio-player.js";
export { BotVoiceConnection, type WaitOptions } from "./bot-voice-connection.js";
export type { EncryptionStatus, GuildVoiceEvents } from "./guild-voice-events.js";
export { GuildVoiceConnection } from "./guild-voice-connection.js";
export type { KeepOptions } from "./keeping/keep-options.js";
export type { ReviveOptions } from "./keeping/revive.js";
export type { MoveOptions } from "./moving/hand-over.js";
export type { Played, PlayedFormat, PlayedKind } from "./moving/played.js";
export type { TakenCall, TakeOptions } from "./moving/taken-call.js";
export {
  HostedAudioPlayer,
  type HostedAudioPlayerEvents,
  type HostedAudioPlayerOptions,
} from "./supervising/hosted-audio-player.js";
export { HostedPlayback } from "./supervising/hosted-playback.js";
export {
  HostedVoiceConnection,
  type HostedJoinOptions,
  type HostedVoiceEvents,
} from "./supervising/hosted-voice-connection.js";
export type { HostedSource } from "./supervising/sent-source.js";
export {
  VoiceSupervisor,
  type ProcessReplacement,
  type ReplaceProcessOptions,
  type VoicePort,
  type VoiceProcess,
  type VoiceSupervisorEvents,
  type VoiceSupervisorOptions,
} from "../hosting/index.js";
export { VoiceHost } from "./voice-host.js";
export {
  serveVoiceProcess,
  type ServedVoiceProcess,
  type ServeVoiceOptions,
} from "./process/serve-voice-process.js";
export { onMediaLoad } from "./media-load.js";
export type { IdLike } from "../protocol/index.js";
export type { HostedOptions, JoinVoiceChannelOptions, VoiceOptions, VoiceRecovery } from "./join-options.js";
export { type Playback, type PlaybackEnd, type PlaybackOutcome } from "./playback.js";
export { PlayerControls } from "./player-controls.js";
export type { EqualizerBand, PlayerFilters } from "./player-filters.js";
export type { AudioPlayerOptions, FadeOptions, MixOptions } from "./player-options.js";
export { ReceiveStream, type BlockOf, type ReceivedBlocks, type ReceiveFormat } from "./receive-stream.js";
export { VoiceReceiver } from "./receiver.js";
export {
  Recording,
  type RecordedTrack,
  type RecordingMark,
  type RecordingReport,
  type RecordOptions,
} from "./recording/recording.js";
export type { RecordedPart } from "./recording/speaker-track.js";
export type { AudioSource, Pieces, PlayOptions, QueueOptions, WebSource } from "./source.js";
export type { Command } from "../sources/index.js";
export type { VoiceFailure, VoiceSilence, VoiceStatus } from "./status.js";
export {
  VoiceSession,
  type VoiceCredentials,
  type VoiceServerGrant,
  type VoiceStateGrant,
} from "./voice-session.js";
export { MemoryCallStore, RemoteCallStore, serveCallStore } from "../call/index.js";
export type {
  CallStore,
  Claims,
  EncryptedMember,
  HandOverOutcome,
  MoveChannel,
  SoundCause,
  SoundFinding,
  Subscription,
  VoiceClose,
  VoiceMove,
  VoicePhase,
} from "../call/index.js";
export type {
  CallbackStats,
  ConnectionStats,
  DeliveryStats,
  EncoderSettings,
  FrameCryptoStats,
  GatewayPhase,
  InputLosses,
  InputStats,
  JitterStats,
  MixedSamples,
  PacingStats,
  ReceivedAudio,
  ReceivedBlock,
  ReceivedPacket,
  ReceivedSamples,
  RejectionStats,
  CallStats,
  MediaLoad,
  MediaThreadStats,
  SessionStats,
  SpeakerCallbackStats,
  SpeakerStats,
} from "../native/index.js";
export type { Cancel, Clock } from "../net/index.js";
export type { DavePhase, DaveStatus, EncryptionState } from "../protocol/index.js";
export { ArgumentError, ArgumentRangeError, SdkError, type AeadMode } from "../wire/index.js";
