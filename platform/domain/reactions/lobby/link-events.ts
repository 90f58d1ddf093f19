import { GatewayEvent } from "sdkpp/wire";
import type { LobbyLink } from "../../records/lobby/lobby.js";
import type { FactOf } from "../../facts/facts.js";
import { placedChannel } from "../../world/guild/placed-channel.js";
import type { World } from "../../world/world.js";
import type { Dispatch } from "../events.js";
import { channelDispatches } from "../guild/channel-dispatches.js";

/** CHANNEL_UPDATE in the guilds of the old and of the new channel. */
export function linkChanged(world: World, { before, lobby }: FactOf<"lobbyLinkChanged">): Dispatch[] {
  return [before, lobby.link].flatMap((link) => channelUpdated(world, link));
}

/** The channel of a deleted lobby can be linked again. */
export function channelUnlinked(world: World, { lobby }: FactOf<"lobbyDeleted">): Dispatch[] {
  return channelUpdated(world, lobby.link);
}

/** No event for a lobby without a link, or with a deleted channel. */
function channelUpdated(world: World, link: LobbyLink | undefined): Dispatch[] {
  const placed = link && placedChannel(world, link.channelId);
  return placed === undefined ? [] : channelDispatches(world, GatewayEvent.ChannelUpdate, placed);
}
