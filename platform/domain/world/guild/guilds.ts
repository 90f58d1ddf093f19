import type { Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { Actor } from "../oauth2/actor.js";
import type { UserWorld } from "../user/user-world.js";
import { memberRecord } from "./guild-members.js";
import type { GuildWorld } from "./guild-world.js";

/** The guilds an actor belongs to. */
export function guildIdsOf(world: GuildWorld, actor: Actor): Snowflake[] {
  if (actor.kind === "bearer" && !actor.scopes.has("guilds")) return [];
  return world.guilds.listBy("member", actor.user.id).map((guild) => guild.id);
}

/** The guild, if the actor is a member; for others there is none. */
export function ownGuild(world: GuildWorld, actor: Actor, guildId: Snowflake): Guild | undefined {
  const guild = world.guilds.get(guildId);
  return guild?.memberIds.includes(actor.user.id) === true ? guild : undefined;
}

/** Ids of the members, ascending. The guild holds them; to read tens of thousands of users takes half a second. */
export function guildMemberIds({ memberIds }: Guild): Snowflake[] {
  return memberIds.toSorted(compareIds);
}

/** The users with these ids. */
export function* usersOf(world: UserWorld, ids: Iterable<Snowflake>): Iterable<User> {
  for (const id of ids) {
    const user = world.users.get(id);
    if (user !== undefined) yield user;
  }
}

/** The first members, by id, one of whose names begins so, in any case. */
export function guildMembersNamed(
  world: GuildWorld & UserWorld,
  guild: Guild,
  { query, limit }: { query: string; limit: number },
): User[] {
  const wanted = query.toLowerCase();
  const begins = (name: string | null | undefined): boolean =>
    name?.toLowerCase().startsWith(wanted) === true;
  const found: User[] = [];
  for (const user of usersOf(world, guildMemberIds(guild))) {
    if (found.length === limit) break;
    const isNamed = begins(user.username) || begins(user.globalName);
    if (isNamed || begins(memberRecord(world, guild.id, user.id).nick)) found.push(user);
  }
  return found;
}

export function shareGuild(world: GuildWorld, left: Snowflake, right: Snowflake): boolean {
  return world.guilds.listBy("member", left).some((guild) => guild.memberIds.includes(right));
}
