import { EventEmitter } from "node:events";
import { Networking } from "../networking/networking.js";
import type { ConnectionOptions, NetworkingState } from "../networking/states.js";
import { NetworkingStatusCode } from "../networking/status-code.js";
import { VoiceReceiver } from "../receive/voice-receiver.js";
import type {
  AudioPlayer,
  PlayerSubscription,
  VoiceConnection as VoiceConnectionShape,
  VoiceConnectionState,
} from "../shapes.js";
import type { VoiceServerUpdate, VoiceStateUpdate } from "./adapter.js";
import { finalCloses } from "./final-closes.js";
import { voiceStatePayload, type CreateVoiceConnectionOptions, type JoinConfig } from "./join-config.js";
import { untrack } from "./registry.js";
import { VoiceConnectionDisconnectReason, VoiceConnectionStatus } from "./status.js";

/** The states of a connection that is not destroyed. */
type LiveState = Exclude<VoiceConnectionState, { status: VoiceConnectionStatus.Destroyed }>;

/** A bot in a voice channel, over one voice session after the other. */
export class VoiceConnection extends EventEmitter implements VoiceConnectionShape {
  rejoinAttempts = 0;
  readonly joinConfig: JoinConfig;
  readonly receiver: VoiceReceiver;
  // Programs reach for the fields of this name.
  private _state: VoiceConnectionState;
  private readonly packets: { server: VoiceServerUpdate | undefined; state: VoiceStateUpdate | undefined };
  private readonly options: CreateVoiceConnectionOptions;
  readonly #finalCloses: readonly number[];
  readonly #debug: ((message: string) => void) | undefined;
  readonly #closed = (code: number): void => this.#networkingClosed(code);
  readonly #moved = (before: NetworkingState, now: NetworkingState): void =>
    this.#networkingChanged(before, now);
  readonly #failed = (error: Error): void => void this.emit("error", error);
  readonly #transitioned = (transitionId: number): void => void this.emit("transitioned", transitionId);
  readonly #told = (message: string): void => this.#debug?.(message);

  constructor(joinConfig: JoinConfig, options: CreateVoiceConnectionOptions) {
    super();
    this.#finalCloses = finalCloses(options.upstream);
    this.#debug = options.debug === true ? (message) => void this.emit("debug", message) : undefined;
    this.receiver = new VoiceReceiver(this);
    this.packets = { server: undefined, state: undefined };
    this.joinConfig = joinConfig;
    this.options = options;
    const adapter = options.adapterCreator({
      onVoiceServerUpdate: (data) => this.#serverUpdate(data),
      onVoiceStateUpdate: (data) => this.#stateUpdate(data),
      destroy: () => this.destroy(false),
    });
    this._state = { status: VoiceConnectionStatus.Signalling, adapter };
  }

  get state(): VoiceConnectionState {
    return this._state;
  }

  set state(newState: VoiceConnectionState) {
    const oldState = this._state;
    this.#replaceNetworking(networkingOf(oldState), networkingOf(newState));
    if (newState.status === VoiceConnectionStatus.Ready) this.rejoinAttempts = 0;
    if (newState.status === VoiceConnectionStatus.Destroyed) {
      this.receiver.close();
      if (oldState.status !== VoiceConnectionStatus.Destroyed) oldState.adapter.destroy();
    }
    this._state = newState;
    const [before, now] = [subscriptionOf(oldState), subscriptionOf(newState)];
    if (before !== now) before?.unsubscribe();
    now?.player.connectionChanged(this);
    this.emit("stateChange", oldState, newState);
    if (oldState.status !== newState.status) this.emit(newState.status, oldState, newState);
  }

  configureNetworking(): void {
    const { server, state } = this.packets;
    if (server === undefined || state === undefined || server.endpoint === null || server.endpoint === "")
      return;
    if (this.#live() === undefined) return;
    const networking = this.#open({
      endpoint: server.endpoint,
      serverId: server.guild_id,
      token: server.token,
      sessionId: state.session_id,
      userId: state.user_id,
      channelId: this.joinConfig.channelId ?? state.channel_id ?? server.guild_id,
    });
    const live = this.#live();
    if (networking === undefined || live === undefined) return networking?.destroy();
    this.state = { ...live, status: VoiceConnectionStatus.Connecting, networking };
  }

  prepareAudioPacket(buffer: Buffer): Buffer | undefined {
    const { state } = this;
    if (state.status !== VoiceConnectionStatus.Ready) return undefined;
    return state.networking.prepareAudioPacket(buffer);
  }

  dispatchAudio(): boolean | undefined {
    const { state } = this;
    if (state.status !== VoiceConnectionStatus.Ready) return undefined;
    return state.networking.dispatchAudio();
  }

  playOpusPacket(buffer: Buffer): boolean | undefined {
    const { state } = this;
    if (state.status !== VoiceConnectionStatus.Ready) return undefined;
    state.networking.prepareAudioPacket(buffer);
    return state.networking.dispatchAudio();
  }

  destroy(adapterAvailable = true): void {
    const live = this.#live();
    // Programs look for this sentence.
    if (live === undefined) throw new Error("Cannot destroy VoiceConnection - it has already been destroyed");
    untrack(this);
    if (adapterAvailable)
      live.adapter.sendPayload(voiceStatePayload({ ...this.joinConfig, channelId: null }));
    this.state = { status: VoiceConnectionStatus.Destroyed };
  }

  disconnect(): boolean {
    const live = this.#live();
    if (live === undefined || live.status === VoiceConnectionStatus.Signalling) return false;
    this.joinConfig.channelId = null;
    const { adapter, subscription } = live;
    const isSent = adapter.sendPayload(voiceStatePayload(this.joinConfig));
    const reason = isSent
      ? VoiceConnectionDisconnectReason.Manual
      : VoiceConnectionDisconnectReason.AdapterUnavailable;
    this.state = { adapter, subscription, status: VoiceConnectionStatus.Disconnected, reason };
    return isSent;
  }

  rejoin(joinConfig?: Omit<JoinConfig, "group" | "guildId">): boolean {
    const live = this.#live();
    if (live === undefined) return false;
    const isReady = live.status === VoiceConnectionStatus.Ready;
    if (!isReady) this.rejoinAttempts += 1;
    Object.assign(this.joinConfig, joinConfig);
    if (!live.adapter.sendPayload(voiceStatePayload(this.joinConfig))) {
      this.#adapterUnavailable(live);
      return false;
    }
    if (!isReady) this.state = { ...live, status: VoiceConnectionStatus.Signalling };
    return true;
  }

  setSpeaking(enabled: boolean): false | void {
    const { state } = this;
    if (state.status !== VoiceConnectionStatus.Ready) return false;
    return state.networking.setSpeaking(enabled);
  }

  subscribe(player: AudioPlayer): PlayerSubscription | undefined {
    if (this.#live() === undefined) return undefined;
    const subscription = player.subscribe(this);
    const live = this.#live();
    if (live !== undefined) this.state = { ...live, subscription };
    return subscription;
  }

  get ping(): { ws: number | undefined; udp: number | undefined } {
    const { state } = this;
    const network = state.status === VoiceConnectionStatus.Ready ? state.networking.state : undefined;
    if (network?.code !== NetworkingStatusCode.Ready) return { ws: undefined, udp: undefined };
    return { ws: network.ws.ping, udp: network.udp.ping };
  }

  get voicePrivacyCode(): string | undefined {
    const { state } = this;
    if (state.status !== VoiceConnectionStatus.Ready) return undefined;
    const code = state.networking.session.encryption.privacyCode;
    return code === "" ? undefined : code;
  }

  async getVerificationCode(userId: string): Promise<string> {
    const { state } = this;
    const code =
      state.status === VoiceConnectionStatus.Ready
        ? await state.networking.session.verificationCode(userId)
        : undefined;
    if (code === undefined) throw new Error(`user ${userId} is not in an encrypted call with this bot`);
    return code;
  }

  onSubscriptionRemoved(subscription: PlayerSubscription): void {
    const live = this.#live();
    if (live?.subscription === subscription) this.state = { ...live, subscription: undefined };
  }

  #live(): LiveState | undefined {
    return this._state.status === VoiceConnectionStatus.Destroyed ? undefined : this._state;
  }

  #adapterUnavailable(live: LiveState): void {
    this.state = {
      ...live,
      status: VoiceConnectionStatus.Disconnected,
      reason: VoiceConnectionDisconnectReason.AdapterUnavailable,
    };
  }

  /** What fails here fails while the bot library handles an event, so it is told as an event, too. */
  #open(connection: ConnectionOptions): Networking | undefined {
    try {
      return new Networking(connection, this.options);
    } catch (error) {
      this.emit("error", error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  #replaceNetworking(before: Networking | undefined, now: Networking | undefined): void {
    if (before === now) return;
    before?.off("close", this.#closed);
    before?.off("stateChange", this.#moved);
    before?.off("error", this.#failed);
    before?.off("debug", this.#told);
    before?.off("transitioned", this.#transitioned);
    before?.destroy();
    now?.on("close", this.#closed);
    now?.on("stateChange", this.#moved);
    now?.on("error", this.#failed);
    now?.on("debug", this.#told);
    now?.on("transitioned", this.#transitioned);
    this.receiver.follow(now?.session);
  }

  #serverUpdate(packet: VoiceServerUpdate): void {
    this.packets.server = packet;
    if (packet.endpoint !== null && packet.endpoint !== "") return this.configureNetworking();
    const live = this.#live();
    if (live === undefined) return;
    this.state = {
      ...live,
      status: VoiceConnectionStatus.Disconnected,
      reason: VoiceConnectionDisconnectReason.EndpointRemoved,
    };
  }

  #stateUpdate(packet: VoiceStateUpdate): void {
    this.packets.state = packet;
    const { joinConfig } = this;
    joinConfig.selfDeaf = packet.self_deaf;
    joinConfig.selfMute = packet.self_mute;
    // No channel may be the answer to a request of somebody else: the close of the voice gateway decides.
    if (packet.channel_id !== null) joinConfig.channelId = packet.channel_id;
    const networking = networkingOf(this._state);
    if (networking === undefined || networking.state.code === NetworkingStatusCode.Closed) return;
    networking.session.updateState({
      sessionId: packet.session_id,
    });
  }

  #networkingClosed(code: number): void {
    const live = this.#live();
    if (live === undefined) return;
    if (this.#finalCloses.includes(code)) {
      this.state = {
        ...live,
        status: VoiceConnectionStatus.Disconnected,
        reason: VoiceConnectionDisconnectReason.WebSocketClose,
        closeCode: code,
      };
      return;
    }
    this.state = { ...live, status: VoiceConnectionStatus.Signalling };
    this.rejoinAttempts += 1;
    const now = this.#live();
    if (now?.adapter.sendPayload(voiceStatePayload(this.joinConfig)) === false) this.#adapterUnavailable(now);
  }

  #networkingChanged(before: NetworkingState, now: NetworkingState): void {
    const { state } = this;
    if (before.code === now.code) return;
    if (state.status !== VoiceConnectionStatus.Connecting && state.status !== VoiceConnectionStatus.Ready)
      return;
    if (now.code === NetworkingStatusCode.Ready)
      this.state = { ...state, status: VoiceConnectionStatus.Ready };
    else if (now.code !== NetworkingStatusCode.Closed)
      this.state = { ...state, status: VoiceConnectionStatus.Connecting };
  }
}

function networkingOf(state: VoiceConnectionState): Networking | undefined {
  return Reflect.get(state, "networking") as Networking | undefined;
}

function subscriptionOf(state: VoiceConnectionState): PlayerSubscription | undefined {
  return Reflect.get(state, "subscription") as PlayerSubscription | undefined;
}
