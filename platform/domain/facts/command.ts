import type { CommandPermissions } from "../records/command/command-permissions.js";

/** The permissions of a command in a server have changed. */
export interface CommandPermissionsChanged {
  readonly kind: "commandPermissionsChanged";
  readonly record: CommandPermissions;
}

export type CommandFact = CommandPermissionsChanged;
