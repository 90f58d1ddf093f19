import type { GuildChannelPayload } from "sdkpp/wire";
import type { Lobby } from "../../records/lobby/lobby.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { channelLinkedTo } from "../../world/lobby/linked-lobbies.js";
import { channelView } from "../guild/channel.js";

/**
 * A lobby's channel as all its members see it, including members outside the guild: without what the guild's roles and
 * members may there.
 */
export function linkedChannelView(world: GuildWorld, lobby: Lobby): { linked_channel?: GuildChannelPayload } {
  const placed = channelLinkedTo(world, lobby);
  if (placed === undefined) return {};
  return { linked_channel: withoutOverwrites(channelView(placed.guild, placed.channel)) };
}

type ChannelView = ReturnType<typeof channelView>;

function withoutOverwrites({ permission_overwrites: _private, ...view }: ChannelView): GuildChannelPayload {
  return view;
}
