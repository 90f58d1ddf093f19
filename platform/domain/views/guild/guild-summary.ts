import type { Snowflake, UserGuildPayload } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { World } from "../../world/world.js";
import { guildPresenceView } from "../presence/presence.js";

/** How many members a guild has, and how many of them are not offline. */
export function guildCounts(world: World, guild: Guild) {
  const present = guild.memberIds.filter((id) => guildPresenceView(world, guild.id, id).status !== "offline");
  return {
    approximate_member_count: guild.memberIds.length,
    approximate_presence_count: present.length,
  };
}

export function userGuildView(
  world: World,
  guild: Guild,
  userId: Snowflake,
  withCounts: boolean,
): UserGuildPayload {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === userId,
    permissions: String(guildPermissions(guild, userId)),
    features: [],
    ...(withCounts ? guildCounts(world, guild) : {}),
  };
}
