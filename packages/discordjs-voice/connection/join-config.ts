import type { DiscordGatewayAdapterCreator } from "./adapter.js";
import type { EngineOptions } from "../networking/engine-options.js";

/** Where a connection leads, and how the bot takes part. */
export interface JoinConfig {
  channelId: string | null;
  group: string;
  guildId: string;
  selfDeaf: boolean;
  selfMute: boolean;
}

/** How a connection is made. */
export interface CreateVoiceConnectionOptions extends EngineOptions {
  adapterCreator: DiscordGatewayAdapterCreator;
  /** end-to-end encryption; default true */
  daveEncryption?: boolean | undefined;
  /** whether `debug` events are emitted; default false */
  debug?: boolean | undefined;
  /**
   * the version of `@discordjs/voice` whose behaviour the connection has where they differ; default "0.19". With "next" it is
   * disconnected, and does not join again, after 4021 (rate limited) and 4022 (call terminated), too
   */
  upstream?: "0.19" | "next" | undefined;
  /** taken and not used: the engine repairs its group by itself */
  decryptionFailureTolerance?: number | undefined;
}

/** Where to join. */
export interface JoinVoiceChannelOptions {
  channelId: string;
  /** connections of different groups can be in one guild, for several bots in one process; default "default" */
  group?: string;
  guildId: string;
  /** default true */
  selfDeaf?: boolean;
  /** default false */
  selfMute?: boolean;
}

/** A payload of the main gateway, op 4: joins, moves, or leaves with no channel. */
export function voiceStatePayload({ guildId, channelId, selfDeaf, selfMute }: JoinConfig): object {
  return {
    op: 4,
    d: { guild_id: guildId, channel_id: channelId, self_deaf: selfDeaf, self_mute: selfMute },
  };
}
