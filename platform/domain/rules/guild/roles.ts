import { GUILD_ROLES_MAX, Permission, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild, Role } from "../../records/guild/guild.js";
import { everyonePermissions, guildPermissions } from "../../records/guild/permissions.js";
import { inOrder, isBelowMember } from "../../records/guild/role-hierarchy.js";
import { roleIconSlot } from "../../records/picture/picture-slots.js";
import { rolesView, roleViewOf } from "../../views/guild/guild.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { removePicture } from "../../world/picture/pictures.js";
import type { DigestPort, IdsPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownRole } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { findGuildAs } from "../guild-access.js";
import { invalidRole, tooManyRoles } from "./faults.js";
import { auditedRole } from "./role-audit.js";
import { withAppearance, type RoleAppearance } from "./role-appearance.js";

type Touched = GuildWorld & PictureWorld & DigestPort & IdsPort;
type View = Record<string, unknown>;

/** Settings of a role in a request. */
export interface RoleChanges extends RoleAppearance {
  /** Bits of `Permission`. */
  readonly permissions?: bigint | undefined;
}

/** `POST /guilds/{id}/roles`: the new role is below all others. */
export function createRole(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  { permissions, ...appearance }: RoleChanges,
): Result<View> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageRoles);
  if (before instanceof Fault) return before;
  const granted = permissions ?? everyonePermissions(before);
  if (permissions !== undefined && !mayGrant(before, actor, permissions)) return missingPermissions();
  if ((before.roles ?? []).length >= GUILD_ROLES_MAX) return tooManyRoles();
  const plain: Role = {
    id: world.ids.next(),
    name: "new role",
    permissions: String(granted),
    position: 1,
    managed: false,
    memberIds: [],
  };
  const role = withAppearance(world, before, plain, appearance);
  if (role instanceof Fault) return role;
  const guild = withRoleList(before, [...(before.roles ?? []), role]);
  world.guilds.put(guild);
  const facts: Fact[] = [
    { kind: "guildRoleCreated", guild, roleId: role.id },
    auditedRole(actor, before, guild, role.id),
  ];
  return done(roleViewOf(guild, role.id) ?? {}, facts);
}

/** `PATCH /guilds/{id}/roles/{role}`: a role below the actor's own; of @everyone only the permissions change. */
export function updateRole(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  roleId: Snowflake,
  changes: RoleChanges,
): Result<View> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageRoles);
  if (before instanceof Fault) return before;
  const guild =
    roleId === guildId
      ? changedEveryone(before, actor, changes)
      : changedRole(world, before, actor, roleId, changes);
  if (guild instanceof Fault) return guild;
  const isChanged = JSON.stringify(guild) !== JSON.stringify(before);
  if (isChanged) world.guilds.put(guild);
  const facts: Fact[] = isChanged
    ? [{ kind: "guildRoleUpdated", before, guild, roleId }, auditedRole(actor, before, guild, roleId)]
    : [];
  return done(roleViewOf(guild, roleId) ?? {}, facts);
}

/** `DELETE /guilds/{id}/roles/{role}`: its members lose it, and channels its overwrites. */
export function deleteRole(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  roleId: Snowflake,
): Result<undefined> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageRoles);
  if (before instanceof Fault) return before;
  if (roleId === guildId) return invalidRole();
  const role = roleOf(before, roleId);
  if (role === undefined) return unknownRole();
  if (!isBelowMember(before, actor.user.id, role)) return missingPermissions();
  if (role.managed) return invalidRole();
  const facts = dropRole(world, before, roleId);
  const after = world.guilds.get(guildId) ?? before;
  return done(undefined, [...facts, auditedRole(actor, before, after, roleId)]);
}

/** A role and the place that it is to have, from 1. */
export interface RolePosition {
  readonly roleId: Snowflake;
  readonly position: number;
}

/** `PATCH /guilds/{id}/roles`: roles below the actor's own, to places below it. @returns all roles */
export function moveRoles(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  positions: readonly RolePosition[],
): Result<View[]> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageRoles);
  if (before instanceof Fault) return before;
  const known = new Set([guildId, ...(before.roles ?? []).map(({ id }) => id)]);
  if (positions.some(({ roleId }) => !known.has(roleId))) return unknownRole();
  const wanted = new Map(positions.map((one) => [one.roleId, one]));
  const moved = [...wanted.values()].filter(
    ({ roleId, position }) => positionOf(before, roleId) !== position,
  );
  if (moved.some(({ roleId }) => roleId === guildId)) return invalidRole();
  const guild = withRoleList(before, reordered(before, moved));
  if (!mayReorder(before, guild, actor.user.id)) return missingPermissions();
  world.guilds.put(guild);
  const changed = (guild.roles ?? []).filter(({ id, position }) => positionOf(before, id) !== position);
  const facts = changed.map(({ id }): Fact => ({ kind: "guildRoleUpdated", before, guild, roleId: id }));
  const entries = changed.map(({ id }) => auditedRole(actor, before, guild, id));
  return done(rolesView(guild), [...facts, ...entries]);
}

function changedEveryone(before: Guild, actor: Actor, { permissions }: RoleChanges): Guild | Fault {
  if (permissions === undefined) return before;
  const added = permissions & ~everyonePermissions(before);
  return mayGrant(before, actor, added) ? { ...before, everyone: String(permissions) } : missingPermissions();
}

function changedRole(
  world: Touched,
  before: Guild,
  actor: Actor,
  roleId: Snowflake,
  { permissions, ...appearance }: RoleChanges,
): Guild | Fault {
  const role = roleOf(before, roleId);
  if (role === undefined) return unknownRole();
  const added = (permissions ?? 0n) & ~BigInt(role.permissions);
  if (!isBelowMember(before, actor.user.id, role) || !mayGrant(before, actor, added))
    return missingPermissions();
  const looking = withAppearance(world, before, role, appearance);
  if (looking instanceof Fault) return looking;
  const after = permissions === undefined ? looking : { ...looking, permissions: String(permissions) };
  return { ...before, roles: (before.roles ?? []).map((one) => (one.id === roleId ? after : one)) };
}

/** A member grants only permissions that it has. */
function mayGrant(guild: Guild, actor: Actor, permissions: bigint): boolean {
  return (permissions & ~guildPermissions(guild, actor.user.id)) === 0n;
}

/** Whether the roles that are not below the member keep their order above all that are. */
function mayReorder(before: Guild, after: Guild, userId: Snowflake): boolean {
  const above = (guild: Guild): Snowflake[] =>
    (guild.roles ?? []).flatMap((role) => {
      const old = roleOf(before, role.id);
      return old !== undefined && isBelowMember(before, userId, old) ? [] : [role.id];
    });
  const kept = above(before);
  const top = (after.roles ?? []).slice(-kept.length).map(({ id }) => id);
  return kept.length === 0 || kept.join() === top.join();
}

/** The roles with some at new places, numbered without gaps. */
function reordered(guild: Guild, moved: readonly RolePosition[]): Role[] {
  const roles = inOrder(guild.roles ?? []);
  const rest = roles.filter(({ id }) => !moved.some(({ roleId }) => roleId === id));
  for (const { roleId, position } of moved.toSorted((left, right) => left.position - right.position)) {
    const role = roleOf(guild, roleId);
    if (role !== undefined) rest.splice(Math.max(0, position - 1), 0, role);
  }
  return moved.length === 0 ? roles : rest.map((role, at) => ({ ...role, position: at + 1 }));
}

function withRoleList(guild: Guild, roles: readonly Role[]): Guild {
  return { ...guild, roles: inOrder(roles) };
}

/** Takes a role out of a guild and of the overwrites of its channels. */
export function dropRole(world: GuildWorld & PictureWorld, before: Guild, roleId: Snowflake): Fact[] {
  const roles = (before.roles ?? []).filter(({ id }) => id !== roleId);
  const channels = before.channels.map((channel) => withoutOverwritesOf(channel, roleId));
  const guild: Guild = { ...before, roles, channels };
  world.guilds.put(guild);
  removePicture(world, roleIconSlot(roleId));
  return [{ kind: "guildRoleDeleted", before, guild, roleId }];
}

function withoutOverwritesOf(channel: Channel, roleId: Snowflake): Channel {
  if (channel.overwrites === undefined) return channel;
  return { ...channel, overwrites: channel.overwrites.filter(({ id }) => id !== roleId) };
}

function roleOf(guild: Guild, roleId: Snowflake): Role | undefined {
  return (guild.roles ?? []).find(({ id }) => id === roleId);
}

/** @everyone is at 0. */
function positionOf(guild: Guild, roleId: Snowflake): number | undefined {
  return roleId === guild.id ? 0 : roleOf(guild, roleId)?.position;
}
