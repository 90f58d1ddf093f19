import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { guildView } from "../../views/guild/guild.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type GuildJoined } from "../events.js";
import { listeningMembers } from "./connected-members.js";

export function guildCreated(world: World, { guild }: FactOf<"guildCreated">): GuildJoined[] {
  return listeningMembers(world, guild).map((userId) => ({
    kind: "guild.joined",
    guildId: guild.id,
    userId,
  }));
}

export function guildUpdated(world: World, { guild }: FactOf<"guildUpdated">): Dispatch[] {
  return [dispatch(GatewayEvent.GuildUpdate, guildView(world, guild), { to: "guild", guildId: guild.id })];
}
