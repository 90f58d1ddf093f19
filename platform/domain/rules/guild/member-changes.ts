import type { Snowflake } from "sdkpp/wire";
import { MemberFlag, type MemberFields } from "../../records/guild/guild-member.js";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { memberRecord, writeMember } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Fact } from "../../facts/facts.js";
import type { FoundMember } from "../guild-access.js";
import { withRoles } from "./membership.js";

/** Changes of a member in a request; undefined leaves as it is, null takes away. */
export interface MemberChanges {
  readonly nick?: string | null | undefined;
  readonly roleIds?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
  /** The channel of the call to move to; null: out of the call */
  readonly channelId?: Snowflake | null | undefined;
  /** When the time-out ends, Unix milliseconds; null: none */
  readonly timeoutUntil?: number | null | undefined;
  readonly flags?: number | undefined;
}

/** Writes the changes. @returns facts of those that are changes */
export function changeMember(
  world: GuildWorld,
  { guild: before, user }: FoundMember,
  changes: MemberChanges,
): Fact[] {
  const guild = changedGuild(before, user.id, changes);
  const fields = changedFields(world, guild, user.id, changes);
  if (guild !== before) world.guilds.put(guild);
  writeMember(world, guild.id, user.id, fields);
  const isChanged = guild !== before || Object.keys(fields).length > 0;
  return [
    ...(isChanged ? [{ kind: "guildMemberUpdated", before, guild, user } as const] : []),
    ...("nick" in fields ? [{ kind: "guildMemberRenamed", guild, user } as const] : []),
    ...voiceFacts(world, guild, user.id, changes),
  ];
}

function changedGuild(guild: Guild, userId: Snowflake, { roleIds, timeoutUntil }: MemberChanges): Guild {
  const placed = roleIds === undefined ? guild : changedRoles(guild, userId, roleIds);
  if (timeoutUntil === undefined || (guild.timeouts?.[userId] ?? null) === timeoutUntil) return placed;
  const others = Object.entries(guild.timeouts ?? {}).filter(([id]) => id !== userId);
  const own = timeoutUntil === null ? [] : [[userId, timeoutUntil] as const];
  return { ...placed, timeouts: Object.fromEntries([...others, ...own]) };
}

function changedRoles(guild: Guild, userId: Snowflake, roleIds: readonly Snowflake[]): Guild {
  const before = rolesOfMember(guild, userId).map(({ id }) => id);
  const isSame = before.length === roleIds.length && before.every((id) => roleIds.includes(id));
  return isSame ? guild : withRoles(guild, userId, roleIds);
}

/** Fields of the record that differ from the stored ones. */
function changedFields(
  world: GuildWorld,
  guild: Guild,
  userId: Snowflake,
  { nick, mute, deaf, flags }: MemberChanges,
): MemberFields {
  const record = memberRecord(world, guild.id, userId);
  const wanted: MemberFields = {
    ...(nick === undefined ? {} : { nick: nick === null || nick === "" ? undefined : nick }),
    ...(mute === undefined ? {} : { mute }),
    ...(deaf === undefined ? {} : { deaf }),
    ...(flags === undefined ? {} : { flags: withEditable(record.flags ?? 0, flags) }),
  };
  const names = Object.keys(wanted) as (keyof MemberFields)[];
  const changed = names.filter((name) => (record[name] ?? false) !== (wanted[name] ?? false));
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}

/** Only one flag can be edited; clients send the others back as they are. */
function withEditable(before: number, wanted: number): number {
  return (before & ~MemberFlag.BypassesVerification) | (wanted & MemberFlag.BypassesVerification);
}

function voiceFacts(
  world: GuildWorld,
  guild: Guild,
  userId: Snowflake,
  { mute, deaf, channelId, timeoutUntil }: MemberChanges,
): Fact[] {
  const silenced = memberRecord(world, guild.id, userId);
  const isSilenced = mute !== undefined || deaf !== undefined;
  const flags = { mute: silenced.mute ?? false, deaf: silenced.deaf ?? false };
  // A member that is timed out may not stay in a call.
  const goal = timeoutUntil === undefined || timeoutUntil === null ? channelId : null;
  return [
    ...(isSilenced ? [{ kind: "guildMemberSilenced", guild, userId, ...flags } as const] : []),
    ...(goal === undefined ? [] : [{ kind: "guildMemberMoved", guild, userId, channelId: goal } as const]),
  ];
}
