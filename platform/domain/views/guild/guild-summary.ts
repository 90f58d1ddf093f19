import type { Snowflake, UserGuildPayload } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { guildPresenceView } from "../presence/presence.js";

/** How many members a guild has, and how many of them are not offline. */
export function guildCounts(world: UserWorld & PresenceWorld & ApplicationWorld, guild: Guild) {
  const present = guild.memberIds.filter((id) => guildPresenceView(world, guild.id, id).status !== "offline");
  return {
    approximate_member_count: guild.memberIds.length,
    approximate_presence_count: present.length,
  };
}

export function userGuildView(
  world: UserWorld & PresenceWorld & ApplicationWorld,
  guild: Guild,
  userId: Snowflake,
  withCounts: boolean,
): UserGuildPayload {
  return {
    id: guild.id,
    name: guild.name,
    icon: guild.icon ?? null,
    banner: guild.banner ?? null,
    owner: guild.ownerId === userId,
    permissions: String(guildPermissions(guild, userId)),
    features: [...(guild.features ?? [])],
    ...(withCounts ? guildCounts(world, guild) : {}),
  };
}
