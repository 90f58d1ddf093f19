import { AuditLogEvent, Permission, snowflakeTimestamp, type Snowflake } from "sdkpp/wire";
import { rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { outranks } from "../../records/guild/role-hierarchy.js";
import type { User } from "../../records/user/user.js";
import { memberRecords } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { guildMemberIds, usersOf } from "../../world/guild/guilds.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { unknownRole } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuildAs } from "../guild-access.js";
import { removeMember } from "./membership.js";

type Touched = GuildWorld & UserWorld & PresenceWorld & ClockPort;

/** The members that a prune removes. */
export interface Prune {
  /** How long they have been members at least: the platform does not know when it saw somebody last. */
  readonly days: number;
  /** Members with other roles stay. */
  readonly roleIds: readonly Snowflake[];
}

type Count = { pruned: number | null };

const DAY_MS = 24 * 3_600_000;
const NEEDED = Permission.ManageGuild | Permission.KickMembers;

/** `GET /guilds/{id}/prune`. */
export function countPrune(world: Touched, actor: Actor, guildId: Snowflake, prune: Prune): Result<Count> {
  const guild = findPruned(world, actor, guildId, prune);
  if (guild instanceof Fault) return guild;
  return done({ pruned: prunedMembers(world, actor, guild, prune).length });
}

/** `POST /guilds/{id}/prune`. @param isCounted whether the reply says how many are gone */
export function pruneGuild(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  prune: Prune,
  isCounted: boolean,
): Result<Count> {
  const guild = findPruned(world, actor, guildId, prune);
  if (guild instanceof Fault) return guild;
  const users = prunedMembers(world, actor, guild, prune);
  const facts = users.flatMap((user) => removeMember(world, world.guilds.get(guildId) ?? guild, user).facts);
  const options = { delete_member_days: String(prune.days), members_removed: String(users.length) };
  const entry = { guildId, action: AuditLogEvent.MemberPrune, targetId: null, options };
  const all: Fact[] = users.length === 0 ? [] : [...facts, audited(actor, entry)];
  return done({ pruned: isCounted ? users.length : null }, all);
}

function findPruned(world: Touched, actor: Actor, guildId: Snowflake, { roleIds }: Prune): Guild | Fault {
  const guild = findGuildAs(world, actor, guildId, NEEDED);
  if (guild instanceof Fault) return guild;
  const known = (guild.roles ?? []).map(({ id }) => id);
  return roleIds.every((id) => known.includes(id)) ? guild : unknownRole();
}

/** Members of so many days who are not connected and have no roles but these; no bots, and no members above the actor. */
function prunedMembers(world: Touched, { user: own }: Actor, guild: Guild, { days, roleIds }: Prune): User[] {
  const records = memberRecords(world, guild);
  const made = snowflakeTimestamp(BigInt(guild.id));
  const latest = world.clock.now() - days * DAY_MS;
  return [...usersOf(world, guildMemberIds(guild))].filter(
    (user) =>
      !user.bot &&
      (records.get(user.id)?.joinedAt ?? made) <= latest &&
      world.live.applicationsOf(user.id).length === 0 &&
      rolesOfMember(guild, user.id).every(({ id }) => roleIds.includes(id)) &&
      outranks(guild, own.id, user.id),
  );
}
