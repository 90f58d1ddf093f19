import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import type { MemberFields } from "../../records/guild/guild-member.js";
import type { ImageData } from "../../records/picture/image-data.js";
import { rolesOfMember } from "../../records/guild/guild.js";
import { outranks } from "../../records/guild/role-hierarchy.js";
import { memberSlot } from "../../records/picture/picture-slots.js";
import { memberView, ownMemberView } from "../../views/guild/member.js";
import { memberRecord, writeMember } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { ClockPort, DigestPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import { audited } from "../audit.js";
import { missingPermissions } from "../faults.js";
import { readPicture } from "../picture-input.js";
import { done, Fault, type Outcome, type Result } from "../outcome.js";
import { findGuild, findMember, hasAll, type FoundMember } from "../guild-access.js";
import { invalidGuild } from "./faults.js";
import { changeFault, roleFault, type MemberAct } from "./member-checks.js";
import { changeAudited } from "./member-audit.js";
import type { MemberChanges } from "./member-changes.js";
import { removeMember } from "./membership.js";

type Touched = GuildWorld & PictureWorld & UserWorld & VoiceWorld & ClockPort & DigestPort;
type View = Record<string, unknown>;

/** A member's changes of itself: pictures as data URIs; null takes away. */
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
  const fields = lookFields(world, found, looks);
  if (fields instanceof Fault) return fields;
  const isChanged = hasNewFields(world, found, fields);
  writeMember(world, guild.id, user.id, fields);
  const renamed = changeAudited(world, actor, found, { nick });
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
  if (!isAllowed) return missingPermissions();
  const kick = { guildId, action: AuditLogEvent.MemberKick, targetId: userId };
  return done(undefined, [...removeMember(world, guild, user).facts, audited(actor, kick)]);
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
  return done(
    undefined,
    changeAudited(world, actor, found, { roleIds: isGiven ? [...others, roleId] : others }),
  );
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
  const facts = changeAudited(world, actor, found, changes);
  const after = world.guilds.get(guild.id) ?? guild;
  return done(memberView(world, after, user), facts);
}

/** Stores no picture when one of them is invalid. */
function lookFields(
  world: PictureWorld & DigestPort,
  { guild, user }: FoundMember,
  { avatar, banner, bio }: OwnMemberChanges,
): MemberFields | Fault {
  const [face, back] = [readPicture("avatar", avatar), readPicture("banner", banner)];
  if (face instanceof Fault) return face;
  if (back instanceof Fault) return back;
  const shown = (kind: "avatars" | "banners", image: ImageData | null): string | undefined =>
    replacePicture(world, memberSlot(guild.id, user.id, kind), image) ?? undefined;
  return {
    ...(face === undefined ? {} : { avatar: shown("avatars", face) }),
    ...(back === undefined ? {} : { banner: shown("banners", back) }),
    ...(bio === undefined ? {} : { bio: bio === null || bio === "" ? undefined : bio }),
  };
}

function hasNewFields(world: GuildWorld, { guild, user }: FoundMember, fields: MemberFields): boolean {
  const record = memberRecord(world, guild.id, user.id);
  const names = Object.keys(fields) as (keyof MemberFields)[];
  return names.some((name) => record[name] !== fields[name]);
}
