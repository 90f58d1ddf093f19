import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import { roleViewOf } from "../../views/guild/guild.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

export function guildRoleCreated(_world: World, fact: FactOf<"guildRoleCreated">): Dispatch[] {
  return shown(GatewayEvent.GuildRoleCreate, fact);
}

export function guildRoleUpdated(_world: World, fact: FactOf<"guildRoleUpdated">): Dispatch[] {
  return shown(GatewayEvent.GuildRoleUpdate, fact);
}

export function guildRoleDeleted(_world: World, { guild, roleId }: FactOf<"guildRoleDeleted">): Dispatch[] {
  const d = { guild_id: guild.id, role_id: roleId };
  return [dispatch(GatewayEvent.GuildRoleDelete, d, { to: "guild", guildId: guild.id })];
}

function shown(t: string, { guild, roleId }: FactOf<"guildRoleCreated" | "guildRoleUpdated">): Dispatch[] {
  const d = { guild_id: guild.id, role: roleViewOf(guild, roleId) };
  return [dispatch(t, d, { to: "guild", guildId: guild.id })];
}
