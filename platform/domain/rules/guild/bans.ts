import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { compareIds } from "../../records/compare-ids.js";
import { memberKey } from "../../records/guild/guild-member.js";
import type { GuildBan } from "../../records/guild/guild-ban.js";
import type { Guild } from "../../records/guild/guild.js";
import { outranks } from "../../records/guild/role-hierarchy.js";
import { banView } from "../../views/guild/ban.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownUser } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuildAs } from "../guild-access.js";
import { banFailed, unknownBan } from "./faults.js";
import { removeMember } from "./membership.js";

type Touched = GuildWorld & UserWorld;
type View = Record<string, unknown>;

/** Which part of the bans is asked for; where both are given, `before` counts. */
export interface BanPage {
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit: number;
}

/** `GET /guilds/{id}/bans`: in the order of the users' ids. */
export function listBans(world: Touched, actor: Actor, guildId: Snowflake, page: BanPage): Result<View[]> {
  const guild = findGuildAs(world, actor, guildId, Permission.BanMembers);
  if (guild instanceof Fault) return guild;
  const { before, after, limit } = page;
  const bans = world.bans
    .listBy("guild", guildId)
    .toSorted((left, right) => compareIds(left.userId, right.userId));
  const shown =
    before === undefined
      ? bans.filter(({ userId }) => BigInt(userId) > BigInt(after ?? 0)).slice(0, limit)
      : bans.filter(({ userId }) => BigInt(userId) < BigInt(before)).slice(-limit);
  return done(shown.map((ban) => banView(world, ban)));
}

/** `GET /guilds/{id}/bans/{user}`. */
export function getBan(world: Touched, actor: Actor, guildId: Snowflake, userId: Snowflake): Result<View> {
  const guild = findGuildAs(world, actor, guildId, Permission.BanMembers);
  if (guild instanceof Fault) return guild;
  const ban = world.bans.get(memberKey(guildId, userId));
  return ban === undefined ? unknownBan() : done(banView(world, ban));
}

/**
 * `PUT /guilds/{id}/bans/{user}`: also of users who are no members. To ban twice changes nothing.
 * @param deleteSeconds how old messages of the user may be that go as well
 */
export function banFromGuild(
  world: Touched,
  actor: Actor,
  { guildId, userId }: { guildId: Snowflake; userId: Snowflake },
  deleteSeconds: number,
): Result<undefined> {
  const guild = findGuildAs(world, actor, guildId, Permission.BanMembers);
  if (guild instanceof Fault) return guild;
  if (world.users.get(userId) === undefined) return unknownUser();
  if (!mayBan(guild, actor, userId)) return missingPermissions();
  const facts = ban(world, actor, guild, userId);
  return done(
    undefined,
    facts.length === 0 ? [] : [...facts, ...withMessages(guild, [userId], deleteSeconds)],
  );
}

/** `DELETE /guilds/{id}/bans/{user}`. */
export function unbanFromGuild(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): Result<undefined> {
  const guild = findGuildAs(world, actor, guildId, Permission.BanMembers);
  if (guild instanceof Fault) return guild;
  const found = world.bans.get(memberKey(guildId, userId));
  const user = world.users.get(userId);
  if (found === undefined || user === undefined) return unknownBan();
  world.bans.delete(memberKey(guildId, userId));
  return done(undefined, [
    { kind: "guildBanRemoved", guild, user },
    audited(actor, { guildId, action: AuditLogEvent.MemberBanRemove, targetId: userId }),
  ]);
}

/** `POST /guilds/{id}/bulk-ban`: who cannot be banned, or is already, is named. */
export function bulkBan(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userIds: readonly Snowflake[],
  deleteSeconds: number,
): Result<{ banned_users: Snowflake[]; failed_users: Snowflake[] }> {
  const guild = findGuildAs(world, actor, guildId, Permission.BanMembers | Permission.ManageGuild);
  if (guild instanceof Fault) return guild;
  const distinct = [...new Set(userIds)];
  const isBannable = (id: Snowflake): boolean =>
    world.users.get(id) !== undefined &&
    world.bans.get(memberKey(guildId, id)) === undefined &&
    mayBan(guild, actor, id);
  const banned = distinct.filter(isBannable);
  if (banned.length === 0) return banFailed();
  const facts = banned.flatMap((id) => ban(world, actor, world.guilds.get(guildId) ?? guild, id));
  const failed = distinct.filter((id) => !banned.includes(id));
  return done({ banned_users: banned, failed_users: failed }, [
    ...facts,
    ...withMessages(guild, banned, deleteSeconds),
  ]);
}

function mayBan(guild: Guild, { user }: Actor, userId: Snowflake): boolean {
  return userId !== user.id && outranks(guild, user.id, userId);
}

function ban(world: Touched, actor: Actor, guild: Guild, userId: Snowflake): Fact[] {
  const user = world.users.get(userId);
  if (user === undefined || world.bans.get(memberKey(guild.id, userId)) !== undefined) return [];
  const record: GuildBan = { guildId: guild.id, userId, reason: actor.reason ?? null };
  world.bans.put(record);
  const removed = guild.memberIds.includes(userId) ? removeMember(world, guild, user).facts : [];
  return [
    ...removed,
    { kind: "guildBanAdded", guild, user },
    audited(actor, { guildId: guild.id, action: AuditLogEvent.MemberBanAdd, targetId: userId }),
  ];
}

function withMessages(guild: Guild, userIds: readonly Snowflake[], deleteSeconds: number): Fact[] {
  return deleteSeconds === 0 ? [] : [{ kind: "guildAuthorsBanned", guild, userIds, deleteSeconds }];
}
