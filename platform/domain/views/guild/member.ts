import { snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import { MemberFlag, type GuildMember } from "../../records/guild/guild-member.js";
import { rolesOfMember, rolesOfMembers, type Guild, type Role } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { memberRecord } from "../../world/guild/guild-members.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** When a guild was made, ISO 8601: its first members joined then. */
export function guildSince(guild: Guild): string {
  return new Date(snowflakeTimestamp(BigInt(guild.id))).toISOString();
}

export function memberView(world: GuildWorld, guild: Guild, user: User): Record<string, unknown> {
  const record = memberRecord(world, guild.id, user.id);
  return viewOf(guild, user, { record, roles: rolesOfMember(guild, user.id) });
}

/** A member as it sees itself: with its text about itself. */
export function ownMemberView(world: GuildWorld, guild: Guild, user: User): Record<string, unknown> {
  const { bio = null } = memberRecord(world, guild.id, user.id);
  return { ...memberView(world, guild, user), bio };
}

export function memberViews(
  world: GuildWorld,
  guild: Guild,
  users: readonly User[],
): Record<string, unknown>[] {
  const roles = rolesOfMembers(
    guild,
    users.map(({ id }) => id),
  );
  return users.map((user) =>
    viewOf(guild, user, { record: memberRecord(world, guild.id, user.id), roles: roles.get(user.id) ?? [] }),
  );
}

/** A member without its user, for payloads that have the user elsewhere. */
export function messageMemberView(world: GuildWorld & UserWorld, guild: Guild, userId: Snowflake) {
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  return user === undefined ? undefined : withoutUser(memberView(world, guild, user));
}

function viewOf(
  guild: Guild,
  user: User,
  { record, roles }: { record: GuildMember; roles: readonly Role[] },
): Record<string, unknown> {
  const { joinedAt } = record;
  const timeout = guild.timeouts?.[user.id];
  const isQuarantined = guild.quarantinedIds?.includes(user.id) === true;
  return {
    user: userView(user),
    nick: record.nick ?? null,
    avatar: record.avatar ?? null,
    banner: record.banner ?? null,
    roles: roles.map(({ id }) => id),
    joined_at: joinedAt === undefined ? guildSince(guild) : new Date(joinedAt).toISOString(),
    premium_since: null,
    deaf: record.deaf ?? false,
    mute: record.mute ?? false,
    flags: (record.flags ?? 0) | (isQuarantined ? MemberFlag.AutomodQuarantinedUsername : 0),
    pending: false,
    communication_disabled_until: timeout === undefined ? null : new Date(timeout).toISOString(),
  };
}

function withoutUser({ user: _user, ...member }: Record<string, unknown>): Record<string, unknown> {
  return member;
}
