import type { Snowflake } from "sdkpp/wire";
import { rolesOfMember, type Guild, type Role } from "./guild.js";

/** Whether one role is above another: by its position; of two at the same position, the older one is. */
export function isAbove(one: Role, other: Role): boolean {
  if (one.position !== other.position) return one.position > other.position;
  return BigInt(one.id) < BigInt(other.id);
}

/** Lowest first. */
export function inOrder(roles: readonly Role[]): Role[] {
  return roles.toSorted((left, right) => (left.id === right.id ? 0 : isAbove(left, right) ? 1 : -1));
}

/** Whether a member may give, take and change a role: its own highest role must be above; the owner may with all. */
export function isBelowMember(guild: Guild, userId: Snowflake, role: Role): boolean {
  const highest = highestRole(guild, userId);
  return guild.ownerId === userId || (highest !== undefined && isAbove(highest, role));
}

/** Whether a member may act on another: its highest role must be above the other's, and the other must not be the owner. */
export function outranks(guild: Guild, userId: Snowflake, otherId: Snowflake): boolean {
  if (otherId === guild.ownerId) return false;
  if (userId === guild.ownerId) return true;
  const [own, others] = [highestRole(guild, userId), highestRole(guild, otherId)];
  return own !== undefined && (others === undefined || isAbove(own, others));
}

function highestRole(guild: Guild, userId: Snowflake): Role | undefined {
  return inOrder(rolesOfMember(guild, userId)).at(-1);
}
