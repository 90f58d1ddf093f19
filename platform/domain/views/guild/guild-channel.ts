import { LobbyFlag, OverwriteType, Permission, type LinkedLobbyPayload, type Snowflake } from "sdkpp/wire";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import { lobbyLinkedTo } from "../../world/lobby/linked-lobbies.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import { channelEnds } from "../channel-ends.js";
import { channelView } from "./channel.js";

/** A channel as those in its guild see it: with the lobby that is linked to it. */
export function guildChannelView(world: LobbyWorld & MessageWorld, { guild, channel }: PlacedChannel) {
  const ends = channelEnds(world, channel.id);
  return { ...channelView(guild, channel, ends), linked_lobby: linkedLobbyView(world, channel.id) };
}

/** Name and flag of an obfuscated channel. */
const HIDDEN_NAME = "___hidden___";
const CHANNEL_OBFUSCATED = 1 << 17;

/** A channel for sessions that may not see it and asked for this form: only its place (H§9.2). */
export function hiddenChannelView({ guild, channel }: PlacedChannel): Record<string, unknown> {
  const { id, type, position, parentId } = channel;
  const view = channelView(guild, {
    id,
    type,
    position,
    name: HIDDEN_NAME,
    userLimit: 0,
    ...(parentId === undefined ? {} : { parentId }),
    overwrites: [
      { id: guild.id, type: OverwriteType.Role, allow: "0", deny: String(Permission.ViewChannel) },
    ],
  });
  return { ...view, flags: CHANNEL_OBFUSCATED };
}

function linkedLobbyView(world: LobbyWorld, channelId: Snowflake): LinkedLobbyPayload | null {
  const lobby = lobbyLinkedTo(world, channelId);
  if (lobby?.link === undefined) return null;
  return {
    application_id: lobby.applicationId,
    lobby_id: lobby.id,
    linked_by: lobby.link.linkedBy,
    linked_at: new Date(lobby.link.linkedAt).toISOString(),
    require_application_authorization: (lobby.flags & LobbyFlag.RequireApplicationAuthorization) !== 0,
  };
}
