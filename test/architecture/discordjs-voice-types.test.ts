// Sources of bots compile against the declarations of the drop-in as they ship: every name of @discordjs/voice is used here as they use it.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProgram, errorsOf } from "./compiler.js";
import { root } from "./sources.js";

const BOT = `
import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  AudioPlayer, AudioPlayerError, AudioPlayerStatus, AudioReceiveStream, AudioResource, DAVESession, EndBehaviorType, Networking,
  NetworkingStatusCode, Node, NoSubscriberBehavior, PlayerSubscription, RTP_OPUS_PAYLOAD_TYPE, SSRCMap, SpeakingMap, StreamType,
  TransformerType, VoiceConnection, VoiceConnectionDisconnectReason, VoiceConnectionStatus, VoiceReceiver, VoiceUDPSocket,
  VoiceWebSocket, createAudioPlayer, createAudioResource, createDefaultAudioReceiveStreamOptions, demuxProbe, entersState,
  generateDependencyReport, getGroups, getVoiceConnection, getVoiceConnections, joinVoiceChannel, validateDiscordOpusHead, version,
  type AudioPlayerBufferingState, type AudioPlayerIdleState, type AudioPlayerPausedState, type AudioPlayerPlayingState,
  type AudioPlayerState, type AudioReceiveStreamOptions, type ConnectionData, type ConnectionOptions,
  type CreateAudioPlayerOptions, type CreateAudioResourceOptions, type CreateVoiceConnectionOptions,
  type DiscordGatewayAdapterCreator, type DiscordGatewayAdapterImplementerMethods, type DiscordGatewayAdapterLibraryMethods,
  type Edge, type EndBehavior, type JoinConfig, type JoinVoiceChannelOptions, type NetworkingClosedState,
  type NetworkingIdentifyingState, type NetworkingOpeningWsState, type NetworkingReadyState, type NetworkingResumingState,
  type NetworkingSelectingProtocolState, type NetworkingState, type NetworkingUdpHandshakingState, type ProbeInfo,
  type SocketConfig, type VoiceConnectionConnectingState, type VoiceConnectionDestroyedState,
  type VoiceConnectionDisconnectedBaseState, type VoiceConnectionDisconnectedOtherState, type VoiceConnectionDisconnectedState,
  type VoiceConnectionDisconnectedWebSocketState, type VoiceConnectionReadyState, type VoiceConnectionSignallingState,
  type VoiceConnectionState, type VoiceUserData,
} from "@discordjs/voice";

interface Track { title: string }

/** As the guides of discord.js write an adapter, and as its own is declared. */
declare const theirs: (methods: {
  onVoiceServerUpdate(data: { token: string; guild_id: string; endpoint: string | null }): void;
  onVoiceStateUpdate(data: { guild_id?: string; channel_id: string | null; user_id: string; session_id: string; deaf: boolean;
    mute: boolean; self_deaf: boolean; self_mute: boolean; suppress: boolean; request_to_speak_timestamp: string | null }): void;
  destroy(): void;
}) => { sendPayload(payload: any): boolean; destroy(): void };
export const creator: DiscordGatewayAdapterCreator = theirs;
const own = (methods: DiscordGatewayAdapterLibraryMethods): DiscordGatewayAdapterImplementerMethods => {
  methods.destroy();
  return { sendPayload: () => true, destroy() {} };
};
const options: JoinVoiceChannelOptions & CreateVoiceConnectionOptions = {
  guildId: "1", channelId: "2", group: "g", selfDeaf: false, selfMute: false, adapterCreator: own, debug: true, daveEncryption: true,
  decryptionFailureTolerance: 24,
};

export class Queue {
  readonly player: AudioPlayer = createAudioPlayer({
    behaviors: { noSubscriber: NoSubscriberBehavior.Pause, maxMissedFrames: 50 },
  } satisfies CreateAudioPlayerOptions);
  readonly connection: VoiceConnection = joinVoiceChannel(options);
  subscription: PlayerSubscription | undefined;
  resource: AudioResource<Track> | undefined;

  constructor() {
    this.connection.on("stateChange", (oldState: VoiceConnectionState, newState: VoiceConnectionState) => {
      Reflect.get(oldState, "networking")?.off("stateChange", console.log);
      if (newState.status === VoiceConnectionStatus.Disconnected) this.left(newState);
      else if (newState.status === VoiceConnectionStatus.Destroyed) this.player.stop(true);
      else if (newState.status === VoiceConnectionStatus.Ready) this.look(newState.networking);
    });
    this.connection.on(VoiceConnectionStatus.Disconnected, async (_old, state) => {
      if (state.reason === VoiceConnectionDisconnectReason.WebSocketClose && state.closeCode === 4014)
        await entersState(this.connection, VoiceConnectionStatus.Connecting, 5_000);
      else if (this.connection.rejoinAttempts < 5) this.connection.rejoin();
      else this.connection.destroy();
    });
    this.connection.on("error", (error: Error) => console.warn(error.message));
    this.connection.on("debug", (message: string) => console.log(message));
    this.connection.on("transitioned", (id: number) => console.log(id));
    this.connection.once(VoiceConnectionStatus.Ready, () => undefined);
    this.player.on(AudioPlayerStatus.Idle, (oldState: AudioPlayerState) => {
      if (oldState.status !== AudioPlayerStatus.Idle) console.log((oldState.resource as AudioResource<Track>).metadata.title);
    });
    this.player.on("error", (error: AudioPlayerError) => console.error(error.message, error.resource.metadata));
    this.player.on("subscribe", (subscription: PlayerSubscription) => subscription.unsubscribe());
    this.subscription = this.connection.subscribe(this.player);
  }

  left(state: VoiceConnectionDisconnectedState): void {
    const base: VoiceConnectionDisconnectedBaseState = state;
    if ("closeCode" in state) this.coded(state);
    else this.other(state);
    base.adapter.sendPayload({});
  }
  coded(state: VoiceConnectionDisconnectedWebSocketState): number { return state.closeCode; }
  other(state: VoiceConnectionDisconnectedOtherState): VoiceConnectionDisconnectReason { return state.reason; }

  look(networking: Networking): void {
    networking.on("close", (code: number) => console.log(code));
    networking.on("stateChange", (oldState: NetworkingState, newState: NetworkingState) => {
      if (newState.code === NetworkingStatusCode.Ready) newState.dave?.session?.setPassthroughMode(true, 10);
      const udp: VoiceUDPSocket | undefined = Reflect.get(newState, "udp");
      const ws: VoiceWebSocket = Reflect.get(oldState, "ws");
      console.log(udp?.ping, ws.ping);
    });
  }

  async play(url: string): Promise<void> {
    this.resource = createAudioResource(url, { metadata: { title: "a" }, inlineVolume: true, inputType: StreamType.Arbitrary });
    this.resource.volume?.setVolumeLogarithmic(0.5);
    this.player.play(this.resource);
    await entersState(this.player, AudioPlayerStatus.Playing, AbortSignal.timeout(5_000));
    const { stream, type }: ProbeInfo = await demuxProbe(createReadStream(url));
    this.player.play(createAudioResource(stream, { inputType: type, silencePaddingFrames: 2 }));
    const probed: AudioResource<null> = createAudioResource(stream);
    const made = new AudioResource<Track>([], [stream], { title: "b" }, 5);
    console.log(probed.metadata, made.metadata.title, made.encoder?.setBitrate(64_000), this.resource.playbackDuration);
    this.player.pause(true); this.player.unpause(); this.player.stop(); this.player.checkPlayable();
  }

  playing(state: AudioPlayerPlayingState | AudioPlayerPausedState): number { return state.playbackDuration; }
  buffering(state: AudioPlayerBufferingState): void { state.onReadableCallback(); }
  idle(): AudioPlayerIdleState { return { status: AudioPlayerStatus.Idle }; }

  record(receiver: VoiceReceiver, userId: string): AudioReceiveStream {
    const end: EndBehavior = { behavior: EndBehaviorType.AfterSilence, duration: 1000 };
    const settings: AudioReceiveStreamOptions = { ...createDefaultAudioReceiveStreamOptions(), end };
    receiver.speaking.on("start", (speaker: string) => console.log(speaker, receiver.speaking.users.has(speaker)));
    receiver.ssrcMap.on("create", (data: VoiceUserData) => console.log(data.audioSSRC));
    receiver.subscriptions.get(userId)?.destroy();
    const stream = receiver.subscribe(userId, settings);
    stream.on("data", (packet: Buffer) => packet.length);
    return stream;
  }
}

export const states: [VoiceConnectionConnectingState, VoiceConnectionReadyState, VoiceConnectionSignallingState,
  VoiceConnectionDestroyedState, NetworkingClosedState, NetworkingIdentifyingState, NetworkingOpeningWsState,
  NetworkingReadyState, NetworkingResumingState, NetworkingSelectingProtocolState, NetworkingUdpHandshakingState] | undefined = undefined;
export const config = (connection: VoiceConnection): JoinConfig => connection.joinConfig;
export const data: (options: ConnectionOptions, socket: SocketConfig) => Partial<ConnectionData> = () => ({});
export const edge = (node: Node): Edge | undefined => node.edges[0];
export const resourceOptions: CreateAudioResourceOptions<Track> = { metadata: { title: "c" } };
export const emitters: EventEmitter[] = [new SSRCMap(), new SpeakingMap(), new DAVESession(1, "1", "2", {})];
export const more = [TransformerType.FFmpegOgg, RTP_OPUS_PAYLOAD_TYPE, version, generateDependencyReport(), SpeakingMap.DELAY];
export const maps: Map<string, VoiceConnection>[] = [getVoiceConnections(), ...getGroups().values()];
export const one: VoiceConnection | undefined = getVoiceConnection("1", "g");
export const judged: boolean = validateDiscordOpusHead(Buffer.alloc(19));
export class OwnPlayer extends AudioPlayer {}
export const isOurs = (error: unknown): boolean =>
  error instanceof AudioPlayerError || error instanceof PlayerSubscription || error instanceof VoiceReceiver;
export const silence = new AudioReceiveStream({ end: { behavior: EndBehaviorType.Manual } }).pipe(new (class extends Readable {} as any)());
one?.playOpusPacket(Buffer.alloc(3)); one?.setSpeaking(true); one?.prepareAudioPacket(Buffer.alloc(3)); one?.dispatchAudio();
one?.configureNetworking(); console.log(one?.ping.udp, one?.voicePrivacyCode, one?.disconnect());

// Bots with declarations of their own name what they return, and bots with events of their own add them to the player.
export const enter = async () => [joinVoiceChannel(options), createAudioPlayer(), createAudioResource("a"), one?.receiver];
declare module "@discordjs/voice" {
  interface AudioPlayer {
    on(event: "bot.next", listener: () => void): this;
    emit(event: "bot.next"): boolean;
  }
}
export const next = (player: AudioPlayer): boolean => {
  one?.subscribe(player);
  return player.on("bot.next", console.log).on("stateChange", console.log).emit("bot.next");
};
`;

const folder = path.join(root, "test-out/discordjs-voice-types");
beforeAll(() => fs.mkdirSync(folder, { recursive: true }));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function errorsIn(name: string, change: ts.CompilerOptions = {}): string[] {
  const file = path.join(folder, name);
  fs.writeFileSync(file, BOT);
  const program = createProgram([file], {
    module: ts.ModuleKind.Node20,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    declaration: true,
    types: ["node"],
    paths: { "@discordjs/voice": [path.join(root, "packages/discordjs-voice/dist/types/index.d.ts")] },
    ...change,
  });
  return errorsOf(program);
}

const LIMIT_MS = 120_000;

it("compile as ES module, and strictly", { timeout: LIMIT_MS }, () => {
  expect(errorsIn("bot.mts", { exactOptionalPropertyTypes: true, skipLibCheck: false })).toEqual([]);
});

it("compile as CommonJS", { timeout: LIMIT_MS }, () => {
  expect(errorsIn("bot.cts", { module: ts.ModuleKind.Node20 })).toEqual([]);
});
