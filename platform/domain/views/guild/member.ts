import { snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { GuildPlace } from "../../world/message/channel-place.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** When a member joined, ISO 8601. The platform does not record it: all joined when the guild was made. */
export function memberSince(guild: Guild): string {
  return new Date(snowflakeTimestamp(BigInt(guild.id))).toISOString();
}

export function memberView(guild: Guild, user: User, joinedAt: string): Record<string, unknown> {
  return {
    user: userView(user),
    nick: null,
    avatar: null,
    banner: null,
    roles: rolesOfMember(guild, user.id).map((role) => role.id),
    joined_at: joinedAt,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

export function memberViews(guild: Guild, users: readonly User[]): Record<string, unknown>[] {
  const since = memberSince(guild);
  return users.map((user) => memberView(guild, user, since));
}

/** A member without its user, for payloads that have the user elsewhere. */
export function messageMemberView(world: UserWorld, guild: GuildPlace["guild"], userId: Snowflake) {
  const user = guild.memberIds.includes(userId) ? world.users.get(userId) : undefined;
  if (user === undefined) return undefined;
  return withoutUser(memberView(guild, user, memberSince(guild)));
}

function withoutUser({ user: _user, ...member }: Record<string, unknown>): Record<string, unknown> {
  return member;
}
