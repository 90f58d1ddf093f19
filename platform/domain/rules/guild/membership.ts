import type { Snowflake } from "sdkpp/wire";
import { memberKey, type MemberFields } from "../../records/guild/guild-member.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import { enterGuild } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import type { Fault } from "../outcome.js";
import { bannedFromGuild } from "./faults.js";

/** The guild afterwards, and what was done. */
interface Changed {
  readonly guild: Guild;
  readonly facts: readonly Fact[];
}

/** Fields of a new member, and its roles. */
export interface NewMember extends MemberFields {
  readonly roleIds?: readonly Snowflake[];
}

/** Banned users cannot join by any route. */
export function banFault(world: GuildWorld, guildId: Snowflake, userId: Snowflake): Fault | undefined {
  return world.bans.get(memberKey(guildId, userId)) === undefined ? undefined : bannedFromGuild();
}

/** A user becomes a member. */
export function addMember(
  world: GuildWorld & ClockPort,
  before: Guild,
  user: User,
  { roleIds = [], ...fields }: NewMember = {},
): Changed {
  const joined: Guild = { ...before, memberIds: [...before.memberIds, user.id] };
  const guild = withRoles(joined, user.id, roleIds);
  enterGuild(world, guild, user.id, fields);
  return { guild, facts: [{ kind: "guildMemberAdded", guild, user }] };
}

/** The one place where a member stops being one. A time-out continues if it comes back. */
export function removeMember(world: GuildWorld, before: Guild, user: User): Changed {
  const { memberIds } = before;
  const guild = withRoles({ ...before, memberIds: memberIds.filter((id) => id !== user.id) }, user.id, []);
  world.guilds.put(guild);
  world.members.put({ guildId: guild.id, userId: user.id, hasLeft: true });
  return { guild, facts: [{ kind: "guildMemberRemoved", before, guild, user }] };
}

/** The guild in which a member has these roles and no others. */
export function withRoles(guild: Guild, userId: Snowflake, roleIds: readonly Snowflake[]): Guild {
  const roles = (guild.roles ?? []).map((role) => {
    const has = role.memberIds.includes(userId);
    if (has === roleIds.includes(role.id)) return role;
    const memberIds = has ? role.memberIds.filter((id) => id !== userId) : [...role.memberIds, userId];
    return { ...role, memberIds };
  });
  return { ...guild, roles };
}
