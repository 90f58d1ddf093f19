import type { Snowflake } from "sdkpp/wire";
import {
  MemberFlag,
  memberKey,
  type GuildMember,
  type MemberFields,
} from "../../records/guild/guild-member.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ClockPort } from "../ports.js";
import type { GuildWorld } from "./guild-world.js";

/** A guild's record of a user; an empty record when there is nothing but the membership. */
export function memberRecord(world: GuildWorld, guildId: Snowflake, userId: Snowflake): GuildMember {
  return world.members.get(memberKey(guildId, userId)) ?? { guildId, userId };
}

/** Records of all members that have one, by user. */
export function memberRecords(world: GuildWorld, { id }: Guild): ReadonlyMap<Snowflake, GuildMember> {
  return new Map(world.members.listBy("guild", id).map((one) => [one.userId, one]));
}

/** Writes some fields of a member. */
export function writeMember(
  world: GuildWorld,
  guildId: Snowflake,
  userId: Snowflake,
  fields: MemberFields,
): void {
  const changed = { ...memberRecord(world, guildId, userId), ...fields };
  // The store keeps no undefined fields.
  world.members.put(changed as GuildMember);
}

/** The one place where a user becomes a member. @param guild with the user among its members */
export function enterGuild(
  world: GuildWorld & ClockPort,
  guild: Guild,
  userId: Snowflake,
  fields: MemberFields = {},
): void {
  world.guilds.put(guild);
  const { hasLeft } = memberRecord(world, guild.id, userId);
  const flags = hasLeft === true ? { flags: MemberFlag.DidRejoin } : {};
  const joinedAt = world.clock.now();
  writeMember(world, guild.id, userId, { ...flags, ...fields, joinedAt, hasLeft: undefined });
}
