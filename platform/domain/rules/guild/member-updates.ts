import { Permission, type Snowflake } from "sdkpp/wire";
import type { MemberFields } from "../../records/guild/guild-member.js";
import { rolesOfMember } from "../../records/guild/guild.js";
import { outranks } from "../../records/guild/role-hierarchy.js";
import { memberView, ownMemberView } from "../../views/guild/member.js";
import { memberRecord, writeMember } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { pictureHash } from "../../world/pictures.js";
import type { ClockPort, DigestPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { missingPermissions } from "../faults.js";
import { done, Fault, type Outcome, type Result } from "../outcome.js";
import { findGuild, findMember, hasAll, type FoundMember } from "./access.js";
import { invalidGuild, invalidPicture } from "./faults.js";
import { changeFault, roleFault, type MemberAct } from "./member-checks.js";
import { changeMember, type MemberChanges } from "./member-changes.js";
import { removeMember } from "./membership.js";

type Touched = GuildWorld & UserWorld & VoiceWorld & ClockPort & DigestPort;
type View = Record<string, unknown>;

/** What a member changes of itself: pictures as data URIs; null takes away. */
export interface OwnMemberChanges {
  readonly nick?: string | null | undefined;
  readonly avatar?: string | null | undefined;
  readonly banner?: string | null | undefined;
  readonly bio?: string | null | undefined;
}

/** `PATCH /guilds/{id}/members/{user}`: each field needs its own permission. */
export function updateMember(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
  changes: MemberChanges,
): Result<View> {
  const found = findMember(world, actor, guildId, userId);
  if (found instanceof Fault) return found;
  // A time-out that is over is none.
  const { timeoutUntil: until } = changes;
  const timeoutUntil = typeof until === "number" && until <= world.clock.now() ? null : until;
  return change(world, actor, found, { ...changes, timeoutUntil });
}

/** `PATCH /guilds/{id}/members/@me`: the name needs a permission, pictures and text about itself none. */
export function updateOwnMember(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  { nick, ...looks }: OwnMemberChanges,
): Result<View> {
  const found = findMember(world, actor, guildId, actor.user.id);
  if (found instanceof Fault) return found;
  const { guild, user } = found;
  const fault = changeFault(world, { guild, actorId: user.id, userId: user.id }, { nick });
  if (fault !== undefined) return fault;
  const fields = lookFields(world, looks);
  if (fields instanceof Fault) return fields;
  const isChanged = hasNewFields(world, found, fields);
  writeMember(world, guild.id, user.id, fields);
  const renamed = changeMember(world, found, { nick });
  const shown = [{ kind: "guildMemberUpdated", before: guild, guild, user } as const];
  const facts = renamed.length === 0 && isChanged ? shown : renamed;
  return done(ownMemberView(world, guild, user), facts);
}

/** `DELETE /guilds/{id}/members/{user}`. */
export function kickGuildMember(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  userId: Snowflake,
): Result<undefined> {
  const found = findMember(world, actor, guildId, userId);
  if (found instanceof Fault) return found;
  const { guild, user } = found;
  const isAllowed =
    hasAll(guild, actor.user.id, Permission.KickMembers) && outranks(guild, actor.user.id, userId);
  return isAllowed ? done(undefined, removeMember(world, guild, user).facts) : missingPermissions();
}

/** `PUT /guilds/{id}/members/{user}/roles/{role}`, and `DELETE`. @param isGiven whether the member has it afterwards */
export function setMemberRole(
  world: Touched,
  actor: Actor,
  { guildId, userId, roleId }: { guildId: Snowflake; userId: Snowflake; roleId: Snowflake },
  isGiven: boolean,
): Result<undefined> {
  const found = findMember(world, actor, guildId, userId);
  if (found instanceof Fault) return found;
  const fault = roleFault(found.guild, actor.user.id, [roleId]);
  if (fault !== undefined) return fault;
  const others = rolesOfMember(found.guild, userId).flatMap(({ id }) => (id === roleId ? [] : [id]));
  return done(undefined, changeMember(world, found, { roleIds: isGiven ? [...others, roleId] : others }));
}

/** `DELETE /users/@me/guilds/{id}`: everybody but the owner can leave. */
export function leaveGuild(world: Touched, actor: Actor, guildId: Snowflake): Result<undefined> {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  if (guild.ownerId === actor.user.id) return invalidGuild();
  return done(undefined, removeMember(world, guild, actor.user).facts);
}

/** `GET /users/@me/guilds/{id}/member`. */
export function getOwnMember(world: Touched, actor: Actor, guildId: Snowflake): Result<View> {
  const guild = findGuild(world, actor, guildId);
  return guild instanceof Fault ? guild : done(ownMemberView(world, guild, actor.user));
}

function change(
  world: Touched,
  actor: Actor,
  found: FoundMember,
  changes: MemberChanges,
): Outcome<View> | Fault {
  const { guild, user } = found;
  const act: MemberAct = { guild, actorId: actor.user.id, userId: user.id };
  const fault = changeFault(world, act, changes);
  if (fault !== undefined) return fault;
  const facts = changeMember(world, found, changes);
  const after = world.guilds.get(guild.id) ?? guild;
  return done(memberView(world, after, user), facts);
}

function lookFields(world: DigestPort, { avatar, banner, bio }: OwnMemberChanges): MemberFields | Fault {
  const fields: { -readonly [K in keyof MemberFields]: MemberFields[K] } = {};
  for (const [name, uri] of Object.entries({ avatar, banner })) {
    if (uri === undefined) continue;
    const hash = uri === null ? undefined : pictureHash(world, uri);
    if (uri !== null && hash === undefined) return invalidPicture(name);
    fields[name as "avatar" | "banner"] = hash;
  }
  if (bio !== undefined) fields.bio = bio === null || bio === "" ? undefined : bio;
  return fields;
}

function hasNewFields(world: GuildWorld, { guild, user }: FoundMember, fields: MemberFields): boolean {
  const record = memberRecord(world, guild.id, user.id);
  const names = Object.keys(fields) as (keyof MemberFields)[];
  return names.some((name) => record[name] !== fields[name]);
}
