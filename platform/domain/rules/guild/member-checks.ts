import { Permission, TIMEOUT_MAX_MS, type Snowflake } from "sdkpp/wire";
import { channelOf, holdsCalls, rolesOfMember, type Guild } from "../../records/guild/guild.js";
import { channelPermissions, guildPermissions } from "../../records/guild/permissions.js";
import { isBelowMember, outranks } from "../../records/guild/role-hierarchy.js";
import type { ClockPort } from "../../world/ports.js";
import type { VoiceWorld } from "../../world/voice/voice-world.js";
import {
  invalidField,
  missingPermissions,
  unknownChannel,
  unknownRole,
  wrongChannelType,
  notInVoice,
} from "../faults.js";
import type { Fault } from "../outcome.js";
import { invalidRole } from "./faults.js";
import { hasAll } from "../guild-access.js";
import type { MemberChanges } from "./member-changes.js";

/** The guild, the acting member, and the changed member. */
export interface MemberAct {
  readonly guild: Guild;
  readonly actorId: Snowflake;
  readonly userId: Snowflake;
}

type Check = (world: VoiceWorld & ClockPort, act: MemberAct, changes: MemberChanges) => Fault | undefined;

/** Permissions first, then what cannot be done. */
const CHECKS: readonly Check[] = [
  mayRename,
  mayChangeRoles,
  maySilence,
  mayMove,
  mayTimeOut,
  mayFlag,
  canSilence,
  canMove,
  canTimeOut,
];

/** Why one member may not change another so. */
export function changeFault(
  world: VoiceWorld & ClockPort,
  act: MemberAct,
  changes: MemberChanges,
): Fault | undefined {
  for (const check of CHECKS) {
    const fault = check(world, act, changes);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Why a member may not give or take these roles. */
export function roleFault(
  guild: Guild,
  actorId: Snowflake,
  roleIds: readonly Snowflake[],
): Fault | undefined {
  if (!hasAll(guild, actorId, Permission.ManageRoles)) return missingPermissions();
  const roles = roleIds.map((id) => (guild.roles ?? []).find((role) => role.id === id));
  if (roleIds.includes(guild.id) || roles.some((role) => role?.managed === true)) return invalidRole();
  if (roles.includes(undefined)) return unknownRole();
  const isAllowed = roles.every((role) => role === undefined || isBelowMember(guild, actorId, role));
  return isAllowed ? undefined : missingPermissions();
}

function mayRename(_world: unknown, { guild, actorId, userId }: MemberAct, { nick }: MemberChanges) {
  if (nick === undefined) return undefined;
  if (actorId === userId)
    return may(hasAll(guild, actorId, Permission.ChangeNickname) || managesNames(guild, actorId));
  return may(managesNames(guild, actorId) && outranks(guild, actorId, userId));
}

function managesNames(guild: Guild, actorId: Snowflake): boolean {
  return hasAll(guild, actorId, Permission.ManageNicknames);
}

function mayChangeRoles(_world: unknown, { guild, actorId, userId }: MemberAct, { roleIds }: MemberChanges) {
  if (roleIds === undefined) return undefined;
  const before = rolesOfMember(guild, userId).map(({ id }) => id);
  const added = roleIds.filter((id) => !before.includes(id));
  const taken = before.filter((id) => !roleIds.includes(id));
  return roleFault(guild, actorId, [...added, ...taken]);
}

function maySilence(world: VoiceWorld, act: MemberAct, { mute, deaf }: MemberChanges) {
  const needed =
    (mute === undefined ? 0n : Permission.MuteMembers) | (deaf === undefined ? 0n : Permission.DeafenMembers);
  return may((permissionsThere(world, act) & needed) === needed);
}

function mayMove(world: VoiceWorld, act: MemberAct, { channelId }: MemberChanges) {
  if (channelId === undefined) return undefined;
  if ((permissionsThere(world, act) & Permission.MoveMembers) === 0n) return missingPermissions();
  if (channelId === null) return undefined;
  const channel = channelOf(act.guild, channelId);
  if (channel === undefined) return unknownChannel();
  const needed = Permission.MoveMembers | Permission.Connect;
  return may((channelPermissions(act.guild, channel, act.actorId) & needed) === needed);
}

function mayTimeOut(_world: unknown, { guild, actorId, userId }: MemberAct, { timeoutUntil }: MemberChanges) {
  if (timeoutUntil === undefined) return undefined;
  const isImmune = hasAll(guild, userId, Permission.Administrator);
  return may(
    hasAll(guild, actorId, Permission.ModerateMembers) && outranks(guild, actorId, userId) && !isImmune,
  );
}

/** One of these sets is enough. */
const FLAGGING = [
  Permission.ManageGuild,
  Permission.ManageRoles,
  Permission.ModerateMembers | Permission.KickMembers | Permission.BanMembers,
];

function mayFlag(_world: unknown, { guild, actorId }: MemberAct, { flags }: MemberChanges) {
  return may(flags === undefined || FLAGGING.some((needed) => hasAll(guild, actorId, needed)));
}

function canSilence(world: VoiceWorld, act: MemberAct, { mute, deaf }: MemberChanges) {
  const isAsked = mute !== undefined || deaf !== undefined;
  return isAsked && callOf(world, act) === undefined ? notInVoice() : undefined;
}

function canMove(world: VoiceWorld, act: MemberAct, { channelId }: MemberChanges) {
  if (channelId === undefined) return undefined;
  if (callOf(world, act) === undefined) return notInVoice();
  const channel = channelId === null ? undefined : channelOf(act.guild, channelId);
  return channel === undefined || holdsCalls(channel) ? undefined : wrongChannelType();
}

function canTimeOut(world: ClockPort, _act: MemberAct, { timeoutUntil }: MemberChanges) {
  if (timeoutUntil == null || timeoutUntil <= world.clock.now() + TIMEOUT_MAX_MS) return undefined;
  return invalidField(
    "communication_disabled_until",
    "GUILD_COMMUNICATION_DISABLED_UNTIL_MAX",
    "Must be at most 28 days in the future.",
  );
}

function may(isAllowed: boolean): Fault | undefined {
  return isAllowed ? undefined : missingPermissions();
}

function callOf(world: VoiceWorld, { guild, userId }: MemberAct) {
  return world.voice.get(guild.id, userId);
}

/** The actor's permissions in the channel in which the member is; in the guild if it is in none. */
function permissionsThere(world: VoiceWorld, act: MemberAct): bigint {
  const { guild, actorId } = act;
  const channel = channelOf(guild, callOf(world, act)?.channelId ?? "");
  return channel === undefined
    ? guildPermissions(guild, actorId)
    : channelPermissions(guild, channel, actorId);
}
