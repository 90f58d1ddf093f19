import type { VoiceConnection as VoiceConnectionShape } from "../shapes.js";
import {
  voiceStatePayload,
  type CreateVoiceConnectionOptions,
  type JoinConfig,
  type JoinVoiceChannelOptions,
} from "./join-config.js";
import { getVoiceConnection, track } from "./registry.js";
import { VoiceConnectionDisconnectReason, VoiceConnectionStatus } from "./status.js";
import { VoiceConnection } from "./voice-connection.js";

/** Joins a voice channel, with the connection of this guild and group where there is one. */
export function joinVoiceChannel(
  options: CreateVoiceConnectionOptions & JoinVoiceChannelOptions,
): VoiceConnectionShape {
  const { guildId, channelId, group = "default", selfDeaf = true, selfMute = false } = options;
  const config = { guildId, channelId, group, selfDeaf, selfMute };
  const existing = getVoiceConnection(guildId, group);
  if (existing !== undefined && existing.state.status !== VoiceConnectionStatus.Destroyed)
    return joinAgain(existing, config);
  const connection = new VoiceConnection(config, options);
  track(connection);
  ask(connection, config);
  return connection;
}

function joinAgain(connection: VoiceConnectionShape, config: JoinConfig): VoiceConnectionShape {
  const { channelId, selfDeaf, selfMute } = config;
  if (connection.state.status === VoiceConnectionStatus.Disconnected)
    connection.rejoin({ channelId, selfDeaf, selfMute });
  else ask(connection, config);
  return connection;
}

/** Sends op 4. */
function ask(connection: VoiceConnectionShape, config: JoinConfig): void {
  const { state } = connection;
  if (state.status === VoiceConnectionStatus.Destroyed) return;
  if (state.adapter.sendPayload(voiceStatePayload(config))) return;
  connection.state = {
    ...state,
    status: VoiceConnectionStatus.Disconnected,
    reason: VoiceConnectionDisconnectReason.AdapterUnavailable,
  };
}
