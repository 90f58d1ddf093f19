import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { Actor } from "../oauth2/actor.js";
import type { UserWorld } from "../user/user-world.js";
import { memberRecords } from "./guild-members.js";
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

/** Members of a guild in the order of their ids. */
export function guildMembers(world: UserWorld, guild: Guild): User[] {
  return guild.memberIds
    .flatMap((id) => world.users.get(id) ?? [])
    .toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
}

/** The members one of whose names begins so, in any case. */
export function guildMembersNamed(world: GuildWorld & UserWorld, guild: Guild, prefix: string): User[] {
  const wanted = prefix.toLowerCase();
  const records = memberRecords(world, guild);
  return guildMembers(world, guild).filter(({ id, username, globalName }) =>
    [username, globalName, records.get(id)?.nick].some((name) => name?.toLowerCase().startsWith(wanted)),
  );
}

export function shareGuild(world: GuildWorld, left: Snowflake, right: Snowflake): boolean {
  return world.guilds.listBy("member", left).some((guild) => guild.memberIds.includes(right));
}
