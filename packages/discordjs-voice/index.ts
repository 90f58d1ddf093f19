/**
 * `@sdkpp/discordjs-voice`: the surface of `@discordjs/voice` 0.19 on the engine of `sdkpp`.
 * @packageDocumentation
 */
import type { Readable } from "node:stream";
import { VoiceConnection as VoiceConnectionClass } from "./connection/voice-connection.js";
import type { CreateVoiceConnectionOptions, JoinConfig } from "./connection/join-config.js";
import { AudioPlayer as AudioPlayerClass, type CreateAudioPlayerOptions } from "./player/audio-player.js";
import { AudioPlayerError as AudioPlayerErrorClass } from "./player/error.js";
import { PlayerSubscription as PlayerSubscriptionClass } from "./player/subscription.js";
import { VoiceReceiver as VoiceReceiverClass } from "./receive/voice-receiver.js";
import { AudioResource as AudioResourceClass } from "./resource/audio-resource.js";
import type { Edge } from "./resource/transformers.js";
import type * as shapes from "./shapes.js";

/** A bot in a voice channel; {@link joinVoiceChannel} makes it. */
export type VoiceConnection = shapes.VoiceConnection;
export const VoiceConnection: new (
  joinConfig: JoinConfig,
  options: CreateVoiceConnectionOptions,
) => shapes.VoiceConnection = VoiceConnectionClass;

/** The sound of the others; `connection.receiver` has it. */
export type VoiceReceiver = shapes.VoiceReceiver;
export const VoiceReceiver: new (voiceConnection: shapes.VoiceConnection) => shapes.VoiceReceiver =
  VoiceReceiverClass;

/** Plays resources; {@link createAudioPlayer} makes it. */
export type AudioPlayer = shapes.AudioPlayer;
export const AudioPlayer: new (options?: CreateAudioPlayerOptions) => shapes.AudioPlayer = AudioPlayerClass;

/** An error of a resource, emitted by its player. */
export type AudioPlayerError = shapes.AudioPlayerError;
export const AudioPlayerError: new (error: Error, resource: shapes.AudioResource) => shapes.AudioPlayerError =
  AudioPlayerErrorClass;

/** A connection plays what a player plays; {@link VoiceConnection.subscribe} makes it. */
export type PlayerSubscription = shapes.PlayerSubscription;
export const PlayerSubscription: new (
  connection: shapes.VoiceConnection,
  player: shapes.AudioPlayer,
) => shapes.PlayerSubscription = PlayerSubscriptionClass;

/** Something to be played, once; {@link createAudioResource} makes it. */
export type AudioResource<Metadata = unknown> = shapes.AudioResource<Metadata>;
export const AudioResource: new <Metadata = unknown>(
  edges: readonly Edge[],
  streams: readonly Readable[],
  metadata: Metadata,
  silencePaddingFrames: number,
) => shapes.AudioResource<Metadata> = AudioResourceClass;

export type {
  DiscordGatewayAdapterCreator,
  DiscordGatewayAdapterImplementerMethods,
  DiscordGatewayAdapterLibraryMethods,
  VoiceServerUpdate,
  VoiceStateUpdate,
} from "./connection/adapter.js";
export type {
  CreateVoiceConnectionOptions,
  JoinConfig,
  JoinVoiceChannelOptions,
} from "./connection/join-config.js";
export { joinVoiceChannel } from "./connection/join.js";
export { getGroups, getVoiceConnection, getVoiceConnections } from "./connection/registry.js";
export { VoiceConnectionDisconnectReason, VoiceConnectionStatus } from "./connection/status.js";
export { entersState } from "./enters-state.js";
export { DAVESession, type DAVESessionMethods, type DAVEView } from "./networking/dave-session.js";
export type { EngineOptions } from "./networking/engine-options.js";
export { Networking, type NetworkingEvents, type NetworkingOptions } from "./networking/networking.js";
export type {
  ConnectionData,
  ConnectionOptions,
  NetworkingClosedState,
  NetworkingIdentifyingState,
  NetworkingOpeningWsState,
  NetworkingReadyState,
  NetworkingResumingState,
  NetworkingSelectingProtocolState,
  NetworkingState,
  NetworkingUdpHandshakingState,
} from "./networking/states.js";
export { NetworkingStatusCode } from "./networking/status-code.js";
export { VoiceUDPSocket, type SocketConfig } from "./networking/udp-socket.js";
export { VoiceWebSocket } from "./networking/web-socket.js";
export { createAudioPlayer, type CreateAudioPlayerOptions } from "./player/audio-player.js";
export { AudioPlayerStatus, NoSubscriberBehavior } from "./player/status.js";
export { AudioReceiveStream } from "./receive/audio-receive-stream.js";
export {
  createDefaultAudioReceiveStreamOptions,
  EndBehaviorType,
  type AudioReceiveStreamOptions,
  type EndBehavior,
} from "./receive/end-behavior.js";
export { SpeakingMap, type SpeakingEvents } from "./receive/speaking-map.js";
export { SSRCMap, type SSRCEvents, type VoiceUserData } from "./receive/ssrc-map.js";
export { createAudioResource, type CreateAudioResourceOptions } from "./resource/audio-resource.js";
export { validateDiscordOpusHead } from "./resource/opus-head.js";
export { demuxProbe, type ProbeInfo } from "./resource/probe.js";
export { generateDependencyReport } from "./report.js";
export { StreamType } from "./resource/stream-type.js";
export { Node, TransformerType, type Edge } from "./resource/transformers.js";
export type { ResourceVolume } from "./resource/volume.js";
export type {
  AudioPlayerBufferingState,
  AudioPlayerIdleState,
  AudioPlayerPausedState,
  AudioPlayerPlayingState,
  AudioPlayerState,
  OpusEncoderLike,
  VoiceConnectionConnectingState,
  VoiceConnectionDestroyedState,
  VoiceConnectionDisconnectedBaseState,
  VoiceConnectionDisconnectedOtherState,
  VoiceConnectionDisconnectedState,
  VoiceConnectionDisconnectedWebSocketState,
  VoiceConnectionReadyState,
  VoiceConnectionSignallingState,
  VoiceConnectionState,
} from "./shapes.js";
export { version } from "./version.js";

/** The RTP payload type of sound. */
export const RTP_OPUS_PAYLOAD_TYPE = 120;
