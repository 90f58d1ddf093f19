import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { guildView } from "../../views/guild/guild.js";
import { listeningApplications } from "../../world/presence/listening-applications.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type GuildJoined } from "../events.js";

/** Members who are connected or have a game in a desktop app learn of it; of a large guild those are few. */
export function guildCreated(world: World, { guild }: FactOf<"guildCreated">): GuildJoined[] {
  return guild.memberIds
    .filter((id) => listeningApplications(world, id).length > 0)
    .map((userId) => ({ kind: "guild.joined", guildId: guild.id, userId }));
}

export function guildUpdated(world: World, { guild }: FactOf<"guildUpdated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildUpdate, guildView(world, guild), { to: "guild", guildId: guild.id })];
}
