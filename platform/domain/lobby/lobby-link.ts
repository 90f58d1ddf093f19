import { LobbyFlag, type GuildChannelPayload, type LinkedLobbyPayload, type Snowflake } from "sdkpp/wire";
import { lastMessageId } from "../message/channel-history.js";
import { channelView } from "../guild/guild-views.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import type { Lobby } from "./lobby.js";
import type { World } from "../world.js";

/** That a lobby is linked to a guild's text channel: what is said in one is heard in the other. */
export interface LobbyLink {
  readonly channelId: Snowflake;
  readonly linkedBy: Snowflake;
  /** Unix milliseconds */
  readonly linkedAt: number;
}

/** The lobby that is linked to a channel; there is one at most. */
export function lobbyLinkedTo(world: World, channelId: Snowflake): Lobby | undefined {
  return world.lobbies.first("channel", channelId);
}

/** The channel a lobby is linked to, as long as it exists. */
export function channelLinkedTo(world: World, { link }: Lobby): PlacedChannel | undefined {
  return link === undefined ? undefined : placedChannel(world, link.channelId);
}

/**
 * A lobby's channel as all its members see it, of whom some are in no guild: without what the guild's roles and
 * members may there.
 */
export function linkedChannelView(world: World, lobby: Lobby): { linked_channel?: GuildChannelPayload } {
  const placed = channelLinkedTo(world, lobby);
  if (placed === undefined) return {};
  return { linked_channel: withoutOverwrites(channelView(placed.guild, placed.channel)) };
}

/** A channel as those in its guild see it: with the lobby that is linked to it. */
export function guildChannelView(world: World, { guild, channel }: PlacedChannel) {
  const said = lastMessageId(world, channel.id);
  return { ...channelView(guild, channel, said), linked_lobby: linkedLobbyView(world, channel.id) };
}

type ChannelView = ReturnType<typeof channelView>;

function withoutOverwrites({ permission_overwrites: _private, ...view }: ChannelView): GuildChannelPayload {
  return view;
}

function linkedLobbyView(world: World, channelId: Snowflake): LinkedLobbyPayload | null {
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
