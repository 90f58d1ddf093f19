import { EVERY_PERMISSION, Permission } from "../../wire/index.js";
import type { ChannelFacts, GuildFacts, OverwriteFacts } from "./guild-facts.js";

export type PermissionName = keyof typeof Permission;

/** The bot's permissions in a channel, without what a time-out takes. */
export function permissionsIn(guild: GuildFacts, channel: ChannelFacts): bigint {
  const bits = guildPermissions(guild);
  if ((bits & Permission.Administrator) !== 0n) return EVERY_PERMISSION;
  // The role of everybody has the id of the server.
  const steps = [[guild.id], guild.ownRoles, [guild.botId]];
  return steps.reduce(
    (granted, ids) =>
      overwritten(
        granted,
        channel.overwrites.filter(({ id }) => ids.includes(id)),
      ),
    bits,
  );
}

/** Whether nothing can be denied to the bot. */
export function isMaster(guild: GuildFacts): boolean {
  return (guildPermissions(guild) & Permission.Administrator) !== 0n;
}

function guildPermissions({ id, ownerId, botId, roles, ownRoles }: GuildFacts): bigint {
  if (ownerId === botId) return EVERY_PERMISSION;
  return [id, ...ownRoles].reduce((bits, role) => bits | (roles.get(role) ?? 0n), 0n);
}

/** All denials of a step together, then all that it allows. */
function overwritten(bits: bigint, overwrites: readonly OverwriteFacts[]): bigint {
  const denied = overwrites.reduce((all, one) => all | one.deny, 0n);
  const allowed = overwrites.reduce((all, one) => all | one.allow, 0n);
  return (bits & ~denied) | allowed;
}

/** The name in the documentation: `ViewChannel` is VIEW_CHANNEL. */
export function wireName(name: PermissionName): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
}
