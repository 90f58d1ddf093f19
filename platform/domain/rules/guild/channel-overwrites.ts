import { AuditLogEvent, OverwriteType, Permission, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild, Overwrite } from "../../records/guild/guild.js";
import { channelPermissions, guildPermissions, mayIn } from "../../records/guild/permissions.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { writeChannel } from "./channel-changes.js";
import { findChannel } from "../guild-access.js";
import { unknownOverwrite } from "./faults.js";

/** An overwrite as a request names it. */
export interface NewOverwrite {
  readonly id: Snowflake;
  /** A value of `OverwriteType`; default: what has this id. */
  readonly type?: number | undefined;
  /** Bits of `Permission`. */
  readonly allow: bigint;
  readonly deny: bigint;
}

type Touched = GuildWorld & UserWorld;

/** `PUT /channels/{id}/permissions/{overwrite}`: for a role, or a user. */
export function setOverwrite(
  world: Touched,
  actor: Actor,
  channelId: Snowflake,
  input: NewOverwrite,
): Result<undefined> {
  const placed = findRolesChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const overwrite = storedOverwrite(world, placed.guild, input);
  if (overwrite === undefined) return unknownOverwrite();
  const before = overwriteOf(placed.channel, overwrite.id);
  if (!mayOverwrite(placed, actor, [overwrite])) return missingPermissions();
  const others = (placed.channel.overwrites ?? []).filter(({ id }) => id !== overwrite.id);
  const { ChannelOverwriteCreate, ChannelOverwriteUpdate } = AuditLogEvent;
  const action = before === undefined ? ChannelOverwriteCreate : ChannelOverwriteUpdate;
  return done(undefined, written(world, actor, placed, [...others, overwrite], { action, overwrite }));
}

/** `DELETE /channels/{id}/permissions/{overwrite}`. */
export function deleteOverwrite(
  world: GuildWorld,
  actor: Actor,
  channelId: Snowflake,
  overwriteId: Snowflake,
): Result<undefined> {
  const placed = findRolesChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const overwrite = overwriteOf(placed.channel, overwriteId);
  if (overwrite === undefined) return unknownOverwrite();
  const others = (placed.channel.overwrites ?? []).filter(({ id }) => id !== overwriteId);
  const action = AuditLogEvent.ChannelOverwriteDelete;
  return done(undefined, written(world, actor, placed, others, { action, overwrite }));
}

/** The overwrite as it is stored; undefined when neither a role nor a user has its id. */
export function storedOverwrite(
  world: Touched,
  guild: Guild,
  { id, type, allow, deny }: NewOverwrite,
): Overwrite | undefined {
  const isRole = id === guild.id || (guild.roles ?? []).some((role) => role.id === id);
  const isKnown = isRole || world.users.get(id) !== undefined;
  const found = isRole ? OverwriteType.Role : OverwriteType.Member;
  if (!isKnown || (type !== undefined && type !== found)) return undefined;
  return { id, type: found, allow: String(allow), deny: String(deny) };
}

/**
 * Whether a member may set these: it must have each permission that changes, in the guild or in the channel. Only an
 * administrator changes who manages roles in a channel.
 */
export function mayOverwrite(
  { guild, channel }: PlacedChannel,
  { user }: Actor,
  overwrites: readonly Overwrite[],
): boolean {
  const own = guildPermissions(guild, user.id) | channelPermissions(guild, channel, user.id);
  return overwrites.every((one) => {
    const before = overwriteOf(channel, one.id);
    const changed =
      (BigInt(one.allow) ^ BigInt(before?.allow ?? 0)) | (BigInt(one.deny) ^ BigInt(before?.deny ?? 0));
    const isAdministrator = (own & Permission.Administrator) !== 0n;
    return isAdministrator || ((changed & ~own) === 0n && (changed & Permission.ManageRoles) === 0n);
  });
}

/** A channel in which the actor may manage roles. */
function findRolesChannel(world: GuildWorld, actor: Actor, channelId: Snowflake): PlacedChannel | Fault {
  const placed = findChannel(world, actor, channelId);
  if (placed instanceof Fault) return placed;
  const isAllowed = mayIn(placed.guild, placed.channel, actor.user.id, Permission.ManageRoles);
  return isAllowed ? placed : missingPermissions();
}

function overwriteOf({ overwrites = [] }: Channel, id: Snowflake): Overwrite | undefined {
  return overwrites.find((one) => one.id === id);
}

function written(
  world: GuildWorld,
  actor: Actor,
  placed: PlacedChannel,
  overwrites: readonly Overwrite[],
  { action, overwrite }: { action: number; overwrite: Overwrite },
): Fact[] {
  const facts = writeChannel(world, placed, { ...placed.channel, overwrites });
  const { id, type } = overwrite;
  const name = (placed.guild.roles ?? []).find((role) => role.id === id)?.name;
  const options = { id, type: String(type), ...(name === undefined ? {} : { role_name: name }) };
  const about = { guildId: placed.guild.id, targetId: placed.channel.id };
  return facts.length === 0 ? [] : [...facts, audited(actor, { ...about, action, options })];
}
