import {
  AuditLogEvent,
  COMMAND_PERMISSIONS_MAX,
  CommandPermissionType,
  Permission,
  type Snowflake,
} from "sdkpp/wire";
import type { AuditChange } from "../../records/guild/audit-entry.js";
import type { Guild } from "../../records/guild/guild.js";
import {
  allChannelsId,
  commandPermissionsKey,
  type CommandPermission,
  type CommandPermissions,
} from "../../records/command/command-permissions.js";
import { commandScope } from "../../records/command/command.js";
import type { Application } from "../../records/oauth2/application.js";
import { commandPermissionsView } from "../../views/command/command.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingAccess } from "../faults.js";
import { FieldErrors } from "../field-errors.js";
import { findGuildAs } from "../guild-access.js";
import { done, Fault, type Result } from "../outcome.js";
import { installedApplication, developedApplication } from "./command-access.js";
import type { Touched } from "./commands.js";
import { tooManyPermissions, unknownCommand, unknownCommandPermissions } from "./faults.js";

type View = Record<string, unknown>;

/** A command, or all commands of an application that have no permissions of their own, in a server. */
export interface PermissionsScope {
  readonly applicationId: Snowflake;
  readonly guildId: Snowflake;
}

export interface PermissionInput {
  readonly id: Snowflake | number;
  readonly type: number;
  readonly permission: boolean;
}

/** `GET /applications/{application}/guilds/{guild}/commands/permissions`: of all commands that have some. */
export function listPermissions(world: Touched, actor: Actor, scope: PermissionsScope): Result<View[]> {
  const application = developedApplication(world, actor, scope);
  if (application instanceof Fault) return application;
  const key = commandScope(application.id, scope.guildId);
  return done(world.commandPermissions.listBy("scope", key).map(commandPermissionsView));
}

/** `GET …/commands/{command}/permissions`. */
export function getPermissions(
  world: Touched,
  actor: Actor,
  scope: PermissionsScope,
  commandId: Snowflake,
): Result<View> {
  const fault = targetFault(world, developedApplication(world, actor, scope), scope, commandId);
  if (fault !== undefined) return fault;
  const record = world.commandPermissions.get(commandPermissionsKey({ ...scope, commandId }));
  return record === undefined ? unknownCommandPermissions() : done(commandPermissionsView(record));
}

/** `PUT …/commands/{command}/permissions`: replaces them. For users who manage the server and its roles. */
export function setPermissions(
  world: Touched,
  actor: Actor,
  scope: PermissionsScope,
  commandId: Snowflake,
  inputs: readonly PermissionInput[],
): Result<View> {
  const fault = targetFault(world, installedApplication(world, actor, scope), scope, commandId);
  if (fault !== undefined) return fault;
  const guild = findGuildAs(world, actor, scope.guildId, Permission.ManageGuild | Permission.ManageRoles);
  if (guild instanceof Fault) return guild;
  const permissions = inputs.map(({ id, type, permission }) => ({ id: String(id), type, permission }));
  const wrong = permissionsFault(guild, permissions);
  if (wrong !== undefined) return wrong;
  return replaced(world, actor, { ...scope, commandId, permissions });
}

function replaced(world: Touched, actor: Actor, record: CommandPermissions): Result<View> {
  const key = commandPermissionsKey(record);
  const before = world.commandPermissions.get(key)?.permissions ?? [];
  if (record.permissions.length === 0) world.commandPermissions.delete(key);
  else world.commandPermissions.put(record);
  const changes = permissionChanges(before, record.permissions);
  const entry = audited(actor, {
    guildId: record.guildId,
    action: AuditLogEvent.ApplicationCommandPermissionUpdate,
    targetId: record.commandId,
    changes,
    options: { application_id: record.applicationId },
  });
  const facts: Fact[] = [{ kind: "commandPermissionsChanged", record }, entry];
  return done(commandPermissionsView(record), changes.length === 0 ? [] : facts);
}

/** Each change is named after the role, user or channel. */
function permissionChanges(
  before: readonly CommandPermission[],
  after: readonly CommandPermission[],
): AuditChange[] {
  const ids = new Set([...after, ...before].map(({ id }) => id));
  return [...ids].flatMap((key) => {
    const old = before.find(({ id }) => id === key);
    const now = after.find(({ id }) => id === key);
    if (old?.permission === now?.permission) return [];
    return [{ key, ...(old && { old_value: old }), ...(now && { new_value: now }) }];
  });
}

/** The application's own commands, those of the server, and the application itself for all of them. */
function targetFault(
  world: Touched,
  application: Application | Fault,
  scope: PermissionsScope,
  commandId: Snowflake,
): Fault | undefined {
  if (application instanceof Fault) return application;
  if (commandId === application.id) return undefined;
  const command = world.commands.get(commandId);
  if (command?.applicationId !== application.id) return unknownCommand();
  return command.guildId === null || command.guildId === scope.guildId ? undefined : missingAccess();
}

function permissionsFault(guild: Guild, permissions: readonly CommandPermission[]): Fault | undefined {
  if (permissions.length > COMMAND_PERMISSIONS_MAX) return tooManyPermissions();
  const errors = new FieldErrors();
  const seen = new Set<Snowflake>();
  for (const [index, one] of permissions.entries()) {
    if (seen.has(one.id))
      errors.add(
        ["permissions", index, "id"],
        "APPLICATION_COMMAND_PERMISSIONS_DUPLICATE",
        "There is one permission for each role, user or channel.",
      );
    seen.add(one.id);
    if (!isKnown(guild, one))
      errors.add(
        ["permissions", index, "id"],
        "CHOICE_INVALID",
        "The server has no such role, member or channel.",
      );
  }
  return errors.fault;
}

function isKnown(guild: Guild, { id, type }: CommandPermission): boolean {
  switch (type) {
    case CommandPermissionType.Role:
      return id === guild.id || (guild.roles ?? []).some((role) => role.id === id);
    case CommandPermissionType.User:
      return guild.memberIds.includes(id);
    default:
      return id === allChannelsId(guild.id) || guild.channels.some((channel) => channel.id === id);
  }
}
