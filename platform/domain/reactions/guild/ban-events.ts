import { GatewayEvent, Permission } from "sdkpp/wire";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { FactOf } from "../../facts/facts.js";
import { userView } from "../../views/user/user.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** One of these is enough. */
const INFORMED = Permission.BanMembers | Permission.ViewAuditLog;

export function guildBanAdded(_world: World, fact: FactOf<"guildBanAdded">): Dispatch[] {
  return toModerators(GatewayEvent.GuildBanAdd, fact);
}

export function guildBanRemoved(_world: World, fact: FactOf<"guildBanRemoved">): Dispatch[] {
  return toModerators(GatewayEvent.GuildBanRemove, fact);
}

function toModerators(t: string, { guild, user }: FactOf<"guildBanAdded" | "guildBanRemoved">): Dispatch[] {
  const only = guild.memberIds.filter((id) => (guildPermissions(guild, id) & INFORMED) !== 0n);
  return [
    dispatch(t, { guild_id: guild.id, user: userView(user) }, { to: "guild", guildId: guild.id, only }),
  ];
}
