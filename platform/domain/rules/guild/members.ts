import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { guildEmojisView } from "../../views/expression/emoji.js";
import { ApplicationFlag, hasPrivilege } from "../../records/oauth2/application.js";
import { guildCounts } from "../../views/guild/guild-summary.js";
import { guildSettings, rolesView } from "../../views/guild/guild.js";
import { memberSince, memberView, memberViews } from "../../views/guild/member.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildMembers, guildMembersNamed } from "../../world/guild/guilds.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingAccess, unknownGuild, unknownMember, unknownRole } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";

export type View = Record<string, unknown>;

/** `GET /guilds/{id}`: for members. */
export function getGuild(
  world: GuildWorld & UserWorld & PresenceWorld & ApplicationWorld & ExpressionWorld,
  actor: Actor,
  guildId: Snowflake,
  withCounts: boolean,
): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const emojis = guildEmojisView(world, guild);
  return done({ ...guildSettings(guild), emojis, ...(withCounts ? guildCounts(world, guild) : {}) });
}

/** `GET /guilds/{id}/members`: in the order of their ids; the application must be allowed to know them all. */
export function listMembers(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (!hasPrivilege(actor.application, ApplicationFlag.GatewayGuildMembers)) return missingAccess();
  const members = guildMembers(world, guild).filter(({ id }) => BigInt(id) > BigInt(after));
  return done(memberViews(guild, members.slice(0, limit)));
}

/** `GET /guilds/{id}/members/{user}`. */
export function getMember(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  return user === undefined ? unknownMember() : done(memberView(guild, user, memberSince(guild)));
}

/** `GET /guilds/{id}/members/search`: whose names begin so. */
export function searchMembers(
  world: GuildWorld & UserWorld,
  actor: Actor,
  guildId: Snowflake,
  { query, limit }: { query: string; limit: number },
): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(memberViews(guild, guildMembersNamed(world, guild, query).slice(0, limit)));
}

/** `GET /guilds/{id}/roles`. */
export function listRoles(world: GuildWorld, actor: Actor, guildId: Snowflake): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  return guild instanceof Fault ? guild : done(rolesView(guild));
}

/** `GET /guilds/{id}/roles/{role}`. */
export function getRole(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
  roleId: Snowflake,
): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const role = rolesView(guild).find(({ id }) => id === roleId);
  return role === undefined ? unknownRole() : done(role);
}

/** `GET /guilds/{id}/roles/member-counts`: how many have each role, without @everyone. */
export function countRoleMembers(
  world: GuildWorld,
  actor: Actor,
  guildId: Snowflake,
): Result<Record<Snowflake, number>> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(Object.fromEntries((guild.roles ?? []).map((role) => [role.id, role.memberIds.length])));
}

/** For who is in no guild there is none. */
function ownGuild(world: GuildWorld, actor: Actor, guildId: Snowflake): Guild | Fault {
  const guild = world.guilds.get(guildId);
  return guild?.memberIds.includes(actor.user.id) === true ? guild : unknownGuild();
}
