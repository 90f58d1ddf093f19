import type { Snowflake } from "sdkpp/wire";
import type { Lobby } from "../../records/lobby/lobby.js";
import type { GuildWorld } from "../guild/guild-world.js";
import { placedChannel, type PlacedChannel } from "../guild/placed-channel.js";
import type { LobbyWorld } from "./lobby-world.js";

/** The lobby that is linked to a channel; there is one at most. */
export function lobbyLinkedTo(world: LobbyWorld, channelId: Snowflake): Lobby | undefined {
  return world.lobbies.first("channel", channelId);
}

/** The channel a lobby is linked to, as long as it exists. */
export function channelLinkedTo(world: GuildWorld, { link }: Lobby): PlacedChannel | undefined {
  return link === undefined ? undefined : placedChannel(world, link.channelId);
}
