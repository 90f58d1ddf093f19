import { GatewayEvent, Permission } from "sdkpp/wire";
import { mayIn } from "../../records/guild/permissions.js";
import type { LobbyLink } from "../../records/lobby/lobby.js";
import type { FactOf } from "../../rules/facts.js";
import { guildChannelView } from "../../views/guild/guild-channel.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** CHANNEL_UPDATE in the guilds of the old and of the new channel. */
export function linkChanged(world: World, { before, lobby }: FactOf<"lobbyLinkChanged">): Dispatch[] {
  return [before, lobby.link].flatMap((link) => channelUpdated(world, link));
}

/** The channel of a deleted lobby can be linked again. */
export function channelUnlinked(world: World, { lobby }: FactOf<"lobbyDeleted">): Dispatch[] {
  return channelUpdated(world, lobby.link);
}

/**
 * To members who see the channel, and to bots, which also hear of channels that they do not see (G§8). Nothing when there is
 * no link, or when its channel is deleted.
 */
function channelUpdated(world: World, link: LobbyLink | undefined): Dispatch[] {
  const placed = link && placedChannel(world, link.channelId);
  if (placed === undefined) return [];
  const { guild, channel } = placed;
  const only = guild.memberIds.filter(
    (id) => mayIn(guild, channel, id, Permission.ViewChannel) || world.users.get(id)?.bot === true,
  );
  const reach = { to: "guild", guildId: guild.id, only } as const;
  return [dispatch(GatewayEvent.ChannelUpdate, guildChannelView(world, placed), reach)];
}
