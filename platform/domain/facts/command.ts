import type { CommandPermissions } from "../records/command/command-permissions.js";

/** Who may use a command in a server has changed. */
export interface CommandPermissionsChanged {
  readonly kind: "commandPermissionsChanged";
  readonly record: CommandPermissions;
}

export type CommandFact = CommandPermissionsChanged;
