import type { Snowflake } from "sdkpp/wire";
import type { Actor } from "../actor.js";
import { ApplicationFlag } from "../application.js";
import { missingAccess, unknownGuild, unknownMember, unknownRole } from "../faults.js";
import { guildCounts } from "./guild-directory.js";
import { guildSettings, memberSince, memberView, rolesView } from "./guild-views.js";
import type { Guild } from "./guild.js";
import { done, Fault, type Result } from "../outcome.js";
import type { User } from "../user/user.js";
import type { World } from "../world.js";

type View = Record<string, unknown>;

/** `GET /guilds/{id}`: for members. */
export function getGuild(world: World, actor: Actor, guildId: Snowflake, withCounts: boolean): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done({ ...guildSettings(guild), ...(withCounts ? guildCounts(world, guild) : {}) });
}

/** `GET /guilds/{id}/members`: in the order of their ids; the application must be allowed to know them all. */
export function listMembers(
  world: World,
  actor: Actor,
  guildId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if ((actor.application.flags & ApplicationFlag.GatewayGuildMembers) === 0) return missingAccess();
  const members = membersOf(world, guild).filter(({ id }) => BigInt(id) > BigInt(after));
  return done(viewsOf(guild, members.slice(0, limit)));
}

/** `GET /guilds/{id}/members/{user}`. */
export function getMember(world: World, actor: Actor, guildId: Snowflake, userId: Snowflake): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  return user === undefined ? unknownMember() : done(memberView(guild, user, memberSince(guild)));
}

/** `GET /guilds/{id}/members/search`: whose names begin so. */
export function searchMembers(
  world: World,
  actor: Actor,
  guildId: Snowflake,
  { query, limit }: { query: string; limit: number },
): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(viewsOf(guild, membersNamed(world, guild, query).slice(0, limit)));
}

/** `GET /guilds/{id}/roles`. */
export function listRoles(world: World, actor: Actor, guildId: Snowflake): Result<View[]> {
  const guild = ownGuild(world, actor, guildId);
  return guild instanceof Fault ? guild : done(rolesView(guild));
}

/** `GET /guilds/{id}/roles/{role}`. */
export function getRole(world: World, actor: Actor, guildId: Snowflake, roleId: Snowflake): Result<View> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const role = rolesView(guild).find(({ id }) => id === roleId);
  return role === undefined ? unknownRole() : done(role);
}

/** `GET /guilds/{id}/roles/member-counts`: how many have each role, without @everyone. */
export function countRoleMembers(
  world: World,
  actor: Actor,
  guildId: Snowflake,
): Result<Record<Snowflake, number>> {
  const guild = ownGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  return done(Object.fromEntries((guild.roles ?? []).map((role) => [role.id, role.memberIds.length])));
}

/** In the order of their ids. */
export function membersOf(world: World, guild: Guild): User[] {
  return guild.memberIds
    .flatMap((id) => world.users.get(id) ?? [])
    .toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
}

/** The members one of whose names begins so, in any case. */
export function membersNamed(world: World, guild: Guild, prefix: string): User[] {
  const wanted = prefix.toLowerCase();
  return membersOf(world, guild).filter(({ username, globalName }) =>
    [username, globalName ?? ""].some((name) => name.toLowerCase().startsWith(wanted)),
  );
}

export function viewsOf(guild: Guild, users: readonly User[]): View[] {
  const since = memberSince(guild);
  return users.map((user) => memberView(guild, user, since));
}

/** For who is in no guild there is none. */
function ownGuild(world: World, actor: Actor, guildId: Snowflake): Guild | Fault {
  const guild = world.guilds.get(guildId);
  return guild?.memberIds.includes(actor.user.id) === true ? guild : unknownGuild();
}
