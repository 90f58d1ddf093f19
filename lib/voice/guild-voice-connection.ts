import { idArgument, parseVoiceServer, parseVoiceState, type IdLike } from "../protocol/index.js";
import { NOT_SENT, voiceStatePayload, type VoiceAdapterMethods } from "./adapter.js";
import { BotVoiceConnection, type MovedIn } from "./bot-voice-connection.js";
import { recoveryArgument, type JoinVoiceChannelOptions, type VoiceRecovery } from "./join-options.js";
import type { HostEvent } from "./moving/host-event.js";

/** A bot in a voice channel of a guild. "disconnected" is final: join again for a new connection. */
export class GuildVoiceConnection extends BotVoiceConnection {
  /** The server that the channel belongs to. */
  readonly guildId: bigint;
  readonly #adapter: VoiceAdapterMethods;
  readonly #recovery: VoiceRecovery;
  #channelId: bigint;
  #selfMute: boolean;
  #selfDeaf: boolean;
  /** The bot's own wish, not an end that came over it. */
  #isLeaving = false;
  #isDestroyed = false;

  private constructor(options: JoinVoiceChannelOptions, moved?: MovedIn) {
    const guildId = idArgument("guildId", options.guildId);
    const channelId = idArgument("channelId", options.channelId);
    const recovery = recoveryArgument(options.recovery);
    super(
      { serverId: guildId, recovery, admission: moved === undefined ? "usual" : "always" },
      options,
      moved,
    );
    this.guildId = guildId;
    this.#channelId = channelId;
    this.#recovery = recovery;
    this.#selfMute = options.selfMute ?? false;
    this.#selfDeaf = options.selfDeaf ?? true;
    this.#adapter = options.adapterCreator({
      onVoiceServerUpdate: (data) => this.hear({ name: "voiceServer", data }, () => this.#serverUpdate(data)),
      onVoiceStateUpdate: (data) => this.hear({ name: "voiceState", data }, () => this.#stateUpdate(data)),
      destroy: () => this.destroy(),
    });
    if (moved === undefined) this.call.join();
  }

  /** @internal {@link joinVoiceChannel} is its public form */
  static join(options: JoinVoiceChannelOptions): GuildVoiceConnection {
    return new GuildVoiceConnection(options);
  }

  /** @internal `VoiceHost.take` is its public form. @param options of this process; ids and gates come with the call */
  static take(
    options: Omit<JoinVoiceChannelOptions, "guildId" | "channelId">,
    moved: MovedIn,
  ): GuildVoiceConnection {
    const { serverId: guildId, channelId = guildId, selfMute, selfDeaf } = moved.bot;
    return new GuildVoiceConnection({ ...options, guildId, channelId, selfMute, selfDeaf }, moved);
  }

  /** The channel that the bot is in, or joins. */
  get channelId(): bigint {
    return this.#channelId;
  }

  /** Moves to another channel of the guild. @throws {SdkError} as {@link rejoin} */
  move(channelId: IdLike): void {
    this.rejoin({ channelId });
  }

  /**
   * Changes channel, mute or deaf.
   * @returns false when the other library cannot send at the moment
   * @throws {SdkError} DESTROYED, or as {@link ready} when the connection is over: it is final, so join again
   */
  rejoin(change: { channelId?: IdLike; selfMute?: boolean; selfDeaf?: boolean } = {}): boolean {
    const channelId =
      change.channelId === undefined ? this.#channelId : idArgument("channelId", change.channelId);
    this.assertLive();
    this.#channelId = channelId;
    this.#selfMute = change.selfMute ?? this.#selfMute;
    this.#selfDeaf = change.selfDeaf ?? this.#selfDeaf;
    this.setGates(this.#selfMute, this.#selfDeaf);
    return this.#sendState(this.#channelId);
  }

  /** Leaves the channel; "disconnected" follows. */
  override disconnect(): void {
    this.#isLeaving = true;
    super.disconnect();
  }

  /** Leaves the channel and frees all resources. Idempotent. */
  override destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    super.destroy();
    this.#adapter.destroy();
  }

  /** @internal */
  override hostSays({ name, data }: HostEvent): void {
    if (name === "voiceServer") this.#serverUpdate(data);
    else this.#stateUpdate(data);
  }

  /** @internal */
  protected override movedAway(): void {
    this.#isDestroyed = true;
    this.#adapter.destroy();
  }

  /** @internal */
  protected override requestSession(): void {
    this.#sendState(this.#channelId);
  }

  /**
   * @internal Sends the leave, except after a removal, which has already left the channel, and after an end whose consequences
   * another program decides: the bot may have been moved, or be about to join again.
   */
  protected override leaveChannel(): void {
    const isOurs = this.#isLeaving || this.#recovery === "full";
    if (isOurs && !this.isRemoved) this.#sendState(null);
  }

  /** Sends op 4; null leaves the channel. */
  #sendState(channelId: bigint | null): boolean {
    const { guildId } = this;
    const isSent = this.#adapter.sendPayload(
      voiceStatePayload({ guildId, channelId, selfMute: this.#selfMute, selfDeaf: this.#selfDeaf }),
    );
    if (!isSent) this.warn(NOT_SENT);
    return isSent;
  }

  #stateUpdate(data: unknown): void {
    const state = parseVoiceState(data);
    if (state === undefined) return this.warn("ignored a malformed voice state");
    if (state.guildId !== this.guildId) return;
    if (state.channelId === undefined) return this.removed();
    this.trace.hasState = true;
    this.#channelId = state.channelId;
    const silencedBy = state.suppressed ? "suppressed" : state.serverMute ? "muted" : undefined;
    this.silenceChanged(silencedBy, state.serverDeaf);
    this.call.voiceStateUpdate(state.userId, state.sessionId, state.channelId);
  }

  #serverUpdate(data: unknown): void {
    const server = parseVoiceServer(data);
    if (server === undefined) return this.warn("ignored a malformed voice server update");
    if (server.guildId !== this.guildId) return;
    this.trace.hasServer = true;
    this.call.voiceServerUpdate(server);
  }
}
