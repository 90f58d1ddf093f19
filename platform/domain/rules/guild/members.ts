import type { Snowflake } from "sdkpp/wire";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import { guildCounts } from "../../views/guild/guild-summary.js";
import { guildView, roleViewOf, rolesView } from "../../views/guild/guild.js";
import { memberView, memberViews } from "../../views/guild/member.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildMemberIds, guildMembersNamed, usersOf } from "../../world/guild/guilds.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, unknownRole } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuild, findMember } from "../guild-access.js";

export type View = Record<string, unknown>;

/** `GET /guilds/{id}`: for members. */
export function getGuild(
  world: GuildWorld & UserWorld & PresenceWorld & ApplicationWorld & ExpressionWorld,
  actor: Actor,
  guildId: Snowflake,
  withCounts: boolean,
): Result<View> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done({ ...guildView(world, guild), ...(withCounts ? guildCounts(world, guild) : {}) });
}

/** `GET /guilds/{id}/members`: in the order of their ids; the application must be allowed to know them all. */
export function listMembers(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
): Result<View[]> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!hasPrivilege(actor.application, ApplicationFlag.GatewayGuildMembers)) return missingAccess();
  const bound = BigInt(after);
  const ids = guildMemberIds(guild).filter((id) => BigInt(id) > bound);
  return done(memberViews(world, guild, [...usersOf(world, ids.slice(0, limit))]));
}

/** `GET /guilds/{id}/members/{user}`. */
export function getMember(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): Result<View> {
  const found = findMember(world, actor, guildId, userId);
  return found instanceof Fault ? found : done(memberView(world, found.guild, found.user));
}

/** `GET /guilds/{id}/members/search`: whose names begin so. */
export function searchMembers(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  { query, limit }: { query: string; limit: number },
): Result<View[]> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(memberViews(world, guild, guildMembersNamed(world, guild, { query, limit })));
}

/** `GET /guilds/{id}/roles`. */
export function listRoles(world: GuildWorld, actor: Actor, guildId: Snowflake): Result<View[]> {
  const guild = findGuild(world, actor, guildId);
  return guild instanceof Fault ? guild : done(rolesView(guild));
}

/** `GET /guilds/{id}/roles/{role}`. */
export function getRole(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
  roleId: Snowflake,
): Result<View> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const role = roleViewOf(guild, roleId);
  return role === undefined ? unknownRole() : done(role);
}

/** `GET /guilds/{id}/roles/member-counts`: how many have each role, without @everyone. */
export function countRoleMembers(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
): Result<Record<Snowflake, number>> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(Object.fromEntries((guild.roles ?? []).map((role) => [role.id, role.memberIds.length])));
}
