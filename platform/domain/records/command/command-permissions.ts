import type { Snowflake } from "sdkpp/wire";
import type { IndexValues } from "../../../store/store.js";
import { commandScope } from "./command.js";

/** Allows or denies a command to members with a role, to a user, or in a channel. */
export interface CommandPermission {
  /** The role, user or channel; the guild's id is @everyone, the id before it all channels. */
  readonly id: Snowflake;
  /** A value of `CommandPermissionType`. */
  readonly type: number;
  readonly permission: boolean;
}

/** Permissions in one server: of a command, or of all an application's commands that have no permissions of their own. */
export interface CommandPermissions {
  /** The command, or the application. */
  readonly commandId: Snowflake;
  readonly applicationId: Snowflake;
  readonly guildId: Snowflake;
  readonly permissions: readonly CommandPermission[];
}

type CommandPermissionsId = Pick<CommandPermissions, "guildId" | "commandId">;

export function commandPermissionsKey({ guildId, commandId }: CommandPermissionsId): string {
  return `${guildId}:${commandId}`;
}

export function commandPermissionsIndex(record: CommandPermissions): IndexValues {
  return { scope: commandScope(record.applicationId, record.guildId), command: record.commandId };
}

/** The id that stands for all channels of a server. */
export function allChannelsId(guildId: Snowflake): Snowflake {
  return String(BigInt(guildId) - 1n);
}
