// The types of connections, players, resources and receivers. They name each other, so they stand together; the classes beside them
// are what they say.
import type { EventEmitter } from "node:events";
import type { Readable } from "node:stream";
import type { AudioSource } from "sdkpp/voice";
import type { DiscordGatewayAdapterImplementerMethods } from "./connection/adapter.js";
import type { JoinConfig } from "./connection/join-config.js";
import type { VoiceConnectionDisconnectReason, VoiceConnectionStatus } from "./connection/status.js";
import type { Networking } from "./networking/networking.js";
import type { ConnectionData } from "./networking/states.js";
import type { AudioPlayerStatus } from "./player/status.js";
import type { AudioReceiveStream } from "./receive/audio-receive-stream.js";
import type { AudioReceiveStreamOptions } from "./receive/end-behavior.js";
import type { SpeakingMap } from "./receive/speaking-map.js";
import type { SSRCMap } from "./receive/ssrc-map.js";
import type { Edge } from "./resource/transformers.js";
import type { ResourceVolume } from "./resource/volume.js";

/** The main gateway was asked for a voice session. */
export interface VoiceConnectionSignallingState {
  adapter: DiscordGatewayAdapterImplementerMethods;
  status: VoiceConnectionStatus.Signalling;
  subscription?: PlayerSubscription | undefined;
}

/** What the disconnected states share. */
export interface VoiceConnectionDisconnectedBaseState {
  adapter: DiscordGatewayAdapterImplementerMethods;
  status: VoiceConnectionStatus.Disconnected;
  subscription?: PlayerSubscription | undefined;
}

/** Disconnected without a close code. */
export interface VoiceConnectionDisconnectedOtherState extends VoiceConnectionDisconnectedBaseState {
  reason: Exclude<VoiceConnectionDisconnectReason, VoiceConnectionDisconnectReason.WebSocketClose>;
}

/** Disconnected by the voice gateway. */
export interface VoiceConnectionDisconnectedWebSocketState extends VoiceConnectionDisconnectedBaseState {
  closeCode: number;
  reason: VoiceConnectionDisconnectReason.WebSocketClose;
}

export type VoiceConnectionDisconnectedState =
  VoiceConnectionDisconnectedOtherState | VoiceConnectionDisconnectedWebSocketState;

/** The way to the voice server is being opened. */
export interface VoiceConnectionConnectingState {
  adapter: DiscordGatewayAdapterImplementerMethods;
  networking: Networking;
  status: VoiceConnectionStatus.Connecting;
  subscription?: PlayerSubscription | undefined;
}

/** Sound can flow. */
export interface VoiceConnectionReadyState {
  adapter: DiscordGatewayAdapterImplementerMethods;
  networking: Networking;
  status: VoiceConnectionStatus.Ready;
  subscription?: PlayerSubscription | undefined;
}

/** Over for good. */
export interface VoiceConnectionDestroyedState {
  status: VoiceConnectionStatus.Destroyed;
}

export type VoiceConnectionState =
  | VoiceConnectionConnectingState
  | VoiceConnectionDestroyedState
  | VoiceConnectionDisconnectedState
  | VoiceConnectionReadyState
  | VoiceConnectionSignallingState;

/** A bot in a voice channel. */
export interface VoiceConnection extends EventEmitter {
  /** How often the connection was joined again since it was last ready. */
  rejoinAttempts: number;
  /** Where the connection leads, and how the bot takes part. */
  readonly joinConfig: JoinConfig;
  /** The sound of the others, for a bot that is not deaf. */
  readonly receiver: VoiceReceiver;
  /** The state; to write it ends what belonged to the one before. */
  state: VoiceConnectionState;
  /** Opens a voice session with the newest results of op 4. */
  configureNetworking(): void;
  /** Keeps a packet for {@link dispatchAudio}. @returns undefined when the connection is not ready */
  prepareAudioPacket(buffer: Buffer): Buffer | undefined;
  /** Sends the packet that was prepared. @returns undefined when the connection is not ready, false when there is none */
  dispatchAudio(): boolean | undefined;
  /** Sends an Opus packet. */
  playOpusPacket(buffer: Buffer): boolean | undefined;
  /**
   * Leaves the channel for good.
   * @param adapterAvailable whether the main gateway can be told; default true
   * @throws Error when it was destroyed before
   */
  destroy(adapterAvailable?: boolean): void;
  /** Leaves the channel; {@link rejoin} comes back. @returns false when there is nothing to leave, or it cannot be told */
  disconnect(): boolean;
  /** Joins again, or another channel. @returns false when it cannot be told */
  rejoin(joinConfig?: Omit<JoinConfig, "group" | "guildId">): boolean;
  /** Does nothing: the engine shows who speaks by what is sent. @returns false when the connection is not ready */
  setSpeaking(enabled: boolean): false | void;
  /** Plays what a player plays. @returns undefined when the connection is destroyed */
  subscribe(player: AudioPlayer): PlayerSubscription | undefined;
  /** Round-trip times, milliseconds. That of the WebSocket is not known. */
  readonly ping: { ws: number | undefined; udp: number | undefined };
  /** 30 digits, equal for all members of the encrypted channel. */
  readonly voicePrivacyCode: string | undefined;
  /**
   * Gets digits that are equal for both users when neither is being impersonated.
   * @throws Error when the user is not in an encrypted call with this bot
   */
  getVerificationCode(userId: string): Promise<string>;
  /** Called when a subscription to a player ends. */
  onSubscriptionRemoved(subscription: PlayerSubscription): void;
  /** Something failed. */
  on(event: "error", listener: (error: Error) => void): this;
  /** Words for a developer, with the option `debug`. */
  on(event: "debug", listener: (message: string) => void): this;
  on(
    event: "stateChange",
    listener: (oldState: VoiceConnectionState, newState: VoiceConnectionState) => void,
  ): this;
  /** A transition of the end-to-end encryption took place. */
  on(event: "transitioned", listener: (transitionId: number) => void): this;
  /** The status changed to this one. */
  on<Event extends VoiceConnectionStatus>(
    event: Event,
    listener: (
      oldState: VoiceConnectionState,
      newState: VoiceConnectionState & {
        status: Event;
      },
    ) => void,
  ): this;
}

/** A connection plays what a player plays. */
export interface PlayerSubscription {
  readonly connection: VoiceConnection;
  readonly player: AudioPlayer;
  /** Ends it. */
  unsubscribe(): void;
}

/** No resource. */
export interface AudioPlayerIdleState {
  status: AudioPlayerStatus.Idle;
}

/** The resource has no sound yet. */
export interface AudioPlayerBufferingState {
  onFailureCallback: () => void;
  onReadableCallback: () => void;
  onStreamError: (error: Error) => void;
  resource: AudioResource;
  status: AudioPlayerStatus.Buffering;
}

/** The resource plays. */
export interface AudioPlayerPlayingState {
  /** Frames of 20 ms that the resource did not have in time, since it last had one. */
  missedFrames: number;
  onStreamError: (error: Error) => void;
  /** How much was played, milliseconds. */
  playbackDuration: number;
  resource: AudioResource;
  status: AudioPlayerStatus.Playing;
}

/** The resource waits. */
export interface AudioPlayerPausedState {
  onStreamError: (error: Error) => void;
  /** How much was played, milliseconds. */
  playbackDuration: number;
  resource: AudioResource;
  /** How many frames of silence follow the last sound. */
  silencePacketsRemaining: number;
  status: AudioPlayerStatus.AutoPaused | AudioPlayerStatus.Paused;
}

export type AudioPlayerState =
  AudioPlayerBufferingState | AudioPlayerIdleState | AudioPlayerPausedState | AudioPlayerPlayingState;

/** Plays resources, one at a time, to the connections that subscribe to it. */
export interface AudioPlayer extends EventEmitter {
  /** The state; to write it ends what belonged to the one before. */
  state: AudioPlayerState;
  /** The subscribed connections that are ready. */
  readonly playable: VoiceConnection[];
  /**
   * Plays a resource in place of the current one.
   * @throws Error when the resource has ended, or another player has it
   */
  play<Metadata>(resource: AudioResource<Metadata>): void;
  /** Falls silent and keeps its place. @returns false when it does not play */
  pause(interpolateSilence?: boolean): boolean;
  /** Goes on. @returns false when it was not paused */
  unpause(): boolean;
  /**
   * Ends the resource: after its frames of silence, or at once with `force`.
   * @returns false when there is none
   */
  stop(force?: boolean): boolean;
  /** Whether there is something to be played. */
  checkPlayable(): boolean;
  /** @internal Use {@link VoiceConnection.subscribe}. */
  subscribe(connection: VoiceConnection): PlayerSubscription;
  /** @internal Use {@link PlayerSubscription.unsubscribe}. @returns false when there is none */
  unsubscribe(subscription: PlayerSubscription): boolean;
  /** @internal The state of a subscribed connection changed. */
  connectionChanged(connection: VoiceConnection): void;
  /** The resource failed. */
  on(event: "error", listener: (error: AudioPlayerError) => void): this;
  /** Words for a developer, with the option `debug`. */
  on(event: "debug", listener: (message: string) => void): this;
  on(event: "stateChange", listener: (oldState: AudioPlayerState, newState: AudioPlayerState) => void): this;
  /** A connection came or went. */
  on(event: "subscribe" | "unsubscribe", listener: (subscription: PlayerSubscription) => void): this;
  /** The status changed to this one. */
  on<Event extends AudioPlayerStatus>(
    event: Event,
    listener: (oldState: AudioPlayerState, newState: AudioPlayerState & { status: Event }) => void,
  ): this;
}

/** An error of a resource, emitted by its player. */
export interface AudioPlayerError extends Error {
  /** What was played. */
  readonly resource: AudioResource;
}

/** @internal What a player tells a resource that it plays. */
export interface ResourceHost {
  /** how much was played, milliseconds */
  position(): number;
  /** the bot changed the loudness */
  gain(gain: number): void;
  /** the bot destroyed what stands for its input */
  destroyed(): void;
}

/** Something to be played, once. */
export interface AudioResource<Metadata = unknown> {
  /** The input; a stream that never has anything stands for one that is a path or an address. */
  readonly playStream: Readable;
  /** Always empty: the engine converts by itself. */
  readonly edges: readonly Edge[];
  /** Whatever the bot wants to keep with it. */
  metadata: Metadata;
  /** The loudness, of a resource that was made with `inlineVolume`. */
  readonly volume?: ResourceVolume;
  /** The encoder of prism-media that was given as the input. */
  readonly encoder?: OpusEncoderLike;
  /** The player that has it. */
  audioPlayer?: AudioPlayer | undefined;
  /** How much was played, milliseconds. */
  playbackDuration: number;
  /** Whether there is sound. */
  started: boolean;
  /** How many frames of silence follow the last sound. */
  readonly silencePaddingFrames: number;
  /** How many of them are left; -1 before they begin. */
  silenceRemaining: number;
  /** Whether something is left to be played, silence included. */
  readonly readable: boolean;
  /** Whether all was played, or it was destroyed. */
  readonly ended: boolean;
  /** @internal What the engine is to play. @throws Error for what it does not read */
  take(): AudioSource;
  /** @internal A player plays it. */
  follow(host: ResourceHost): void;
  /** @internal It is over. */
  release(): void;
}

/** An Opus encoder of prism-media. */
export interface OpusEncoderLike extends Readable {
  setBitrate(bitrate: number): void;
  setFEC(enabled: boolean): void;
  setPLP(percentage: number): void;
}

/** The sound of the others in a channel. */
export interface VoiceReceiver {
  readonly voiceConnection: VoiceConnection;
  /** Which SSRC belongs to whom, as the voice gateway names them. */
  readonly ssrcMap: SSRCMap;
  /** By user id. */
  readonly subscriptions: Map<string, AudioReceiveStream>;
  /** Empty: keys and counters are the engine's. */
  connectionData: Partial<ConnectionData>;
  /** Who is speaking. */
  readonly speaking: SpeakingMap;
  /** Receives the packets of a user. The stream of an earlier subscription is used again. */
  subscribe(userId: string, options?: Partial<AudioReceiveStreamOptions>): AudioReceiveStream;
}
